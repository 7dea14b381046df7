"""Digests of the tallies of some games, for runs of the core in another build.

``python -m tests.core.fingerprint`` prints them; with "tiny" those of the smallest games only.
"""

import hashlib
import sys
from collections.abc import Iterator
from typing import Any

from simkit._jit import DISABLED
from simkit.batch import new_tally
from simkit.games import GAMES
from simkit.menus import Menu, build, printed
from simkit.menus.catalogue import cards
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


def _tally(menu: Menu, policies: tuple[str, ...], batches: int, lanes: int) -> bytes:
    _, _, rules = prepare(menu, len(policies), policies, house=True)
    table, tally = new_record(TABLE), new_tally()
    table.lane = -1
    records: Any = (rules, table, tally)
    if DISABLED:
        records = tuple(_Fields(record) for record in records)
    GAMES[menu.game].play_batches()(*records, 12, 0, 1, batches, lanes)
    return bytes(tally.tobytes())


TINY: dict[str, dict[str, Any]] = {
    "party": {
        "cards": [
            *("uramaki", "miso-soup", "spoon", "menu", "takeout-box", "wasabi"),
            *("special-order", "fruit"),
        ],
        "deal": {"hand_size": 2},
    },
    "go": {
        "game": "go",
        "cards": ["maki", "chopsticks", "soy-sauce", "wasabi", "pudding"],
        "variants": {"pass": "both ways", "dummy": True},
        "counts": {"chopsticks": 30},
        "deal": {"hand_size": 3},
    },
    "roll": {"game": "roll", "deal": {"dice": 2}},
}
"""Games of two turns with all that acts; chopsticks of Sushi Go! need a third one."""


def tiny() -> Iterator[tuple[str, bytes]]:
    """One batch of small games of each kind."""
    for game, data in TINY.items():
        menu = build({"name": "Tiny"} | data, house=True)
        yield f"{game}-tiny", _tally(menu, ("random-legal", "greedy"), 1, 200)


def all_games() -> Iterator[tuple[str, bytes]]:
    """All printed menus, and one with every kind; mixed line-ups, a last batch that is not full."""
    yield from tiny()
    for game in GAMES:
        for menu in printed(game):
            players = 2 if menu.variants is not None and menu.variants.dummy else 4
            yield f"{game}-{menu.slug}", _tally(menu, MIXED[:players], 4, 100)
    kinds = [kind for kind in cards() if kind != "nigiri"]
    everything = build({"name": "Everything", "cards": kinds}, house=True)
    for players in (2, 8):
        yield f"everything-{players}", _tally(everything, (MIXED * 2)[:players], 2, 256)
    # Eight dice on a belt are more than one product of sides holds.
    yield "roll-sushi-roll-2", _tally(printed("roll")[0], MIXED[:2], 2, 256)


def digests(*, only_tiny: bool = False) -> list[str]:
    """One line for each: its name and the digest of its tally."""
    runs = tiny() if only_tiny else all_games()
    return [f"{name} {hashlib.sha256(tally).hexdigest()}" for name, tally in runs]


if __name__ == "__main__":
    print("\n".join(digests(only_tiny="tiny" in sys.argv)))
