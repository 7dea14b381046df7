"""Digests of the tallies of some games, for runs of the core in another build.

``python -m tests.core.fingerprint`` prints them; with "tiny" those of the smallest games only.
"""

import hashlib
import sys
from collections.abc import Iterator
from typing import Any

from simkit._jit import DISABLED
from simkit.batch import new_tally
from simkit.menus import build
from simkit.menus.catalogue import cards
from simkit.menus.listing import printed
from simkit.play import play_batches
from simkit.runner import prepare
from simkit.schema import TABLE, new_record

MIXED = ("greedy", "random-legal", "first", "random")


class _Fields:
    """A record's fields as attributes: a numpy record has methods of its own, such as ``round``."""

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        return self._record[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = value

    def __getitem__(self, name: str) -> Any:
        return self._record[name]


def _tally(menu: object, policies: tuple[str, ...], batches: int, lanes: int) -> bytes:
    _, _, rules = prepare(menu, len(policies), policies, house=True)  # type: ignore[arg-type]
    table, tally = new_record(TABLE), new_tally()
    table.lane = -1
    records = (rules, table, tally)
    if DISABLED:
        records = tuple(_Fields(record) for record in records)
    play_batches(*records, 12, 0, 1, batches, lanes)
    return bytes(tally.tobytes())


def tiny() -> Iterator[tuple[str, bytes]]:
    """One batch of games of two turns with all that acts."""
    kinds = ["uramaki", "miso-soup", "spoon", "menu", "takeout-box", "wasabi", "special-order"]
    data = {"name": "Tiny", "cards": [*kinds, "fruit"], "deal": {"hand_size": 2}}
    yield "tiny", _tally(build(data, house=True), ("random-legal", "greedy"), 1, 200)


def all_games() -> Iterator[tuple[str, bytes]]:
    """All printed menus, and one with every kind; mixed line-ups, a last batch that is not full."""
    yield from tiny()
    for menu in printed():
        yield menu.slug, _tally(menu, MIXED, 4, 100)
    kinds = [kind for kind in cards() if kind != "nigiri"]
    everything = build({"name": "Everything", "cards": kinds}, house=True)
    for players in (2, 8):
        yield f"everything-{players}", _tally(everything, (MIXED * 2)[:players], 2, 256)


def digests(*, only_tiny: bool = False) -> list[str]:
    """One line for each: its name and the digest of its tally."""
    runs = tiny() if only_tiny else all_games()
    return [f"{name} {hashlib.sha256(tally).hexdigest()}" for name, tally in runs]


if __name__ == "__main__":
    print("\n".join(digests(only_tiny="tiny" in sys.argv)))
