"""What a comparison says of each measure: the part that is told, and the verdict over all that was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.measure import Measure
from analysis.measures import MEASURES
from analysis.multiple import DIFFERENT, EQUIVALENT, SMALL, UNKNOWN

_TWICE = (  # what others say in other units, or the other way round
    *(("leader_index", f"round {r}") for r in (1, 2, 3)),
    ("inequality", None),
    ("settled", "round 3"),
)
_UNITS = {"points": " points", "share": " pp", "per game": " per game", "kinds": " kinds"}


@dataclass(frozen=True, slots=True)
class Told:
    """A measure of two menus.

    Attributes
    ----------
    measure : Measure
    part : str or None
        The round, step or kind in which the menus differ most.
    verdict : str
        ``"different"`` if any of its parts is, with any policy and number of players; ``"equivalent"`` if none
        differs by enough to matter; else ``"can't tell"``.
    size : float
        The largest difference of the part, in units of what matters.
    rows : tuple of dict
        Of the frame of differences, those of the part.
    all_rows : tuple of dict
        Those of all parts.
    """

    measure: Measure
    part: str | None
    verdict: str
    size: float
    rows: tuple[dict[str, Any], ...]
    all_rows: tuple[dict[str, Any], ...]

    @property
    def name(self) -> str:
        """What the measure and its part are called."""
        return self.measure.title if self.part is None else f"{self.measure.title}, {self.part}"

    @property
    def is_everywhere(self) -> bool:
        """Whether the menus differ to the same side with all policies and numbers of players."""
        sides = {row["difference"] > 0 for row in self.rows if row["verdict"] == DIFFERENT}
        return len(sides) == 1 and all(row["verdict"] == DIFFERENT for row in self.rows)

    def is_different(self, policy: str) -> bool:
        """Whether the menus differ in any part, with this policy."""
        return any(row["verdict"] == DIFFERENT for row in self.all_rows if row["policy"] == policy)

    def row(self, players: int, policy: str) -> dict[str, Any]:
        """Return the row of the part for a number of players and a policy."""
        return next(r for r in self.rows if (r["players"], r["policy"]) == (players, policy))

    def span(self) -> str:
        """Return the smallest and the largest difference, in words."""
        return span([row["difference"] for row in self.rows], self.measure.unit)


def told(differences: pl.DataFrame) -> list[Told]:
    """Return what two menus are like in each measure, the largest difference first.

    What others say too is left out, and so are kinds that bring no points.
    """
    found = []
    for measure in MEASURES:
        rows = [row for row in differences.filter(measure=measure.name).to_dicts() if _is_news(row)]
        if rows:
            found.append(_told(measure, rows))
    return sorted(found, key=lambda one: -one.size)


def _is_news(row: Mapping[str, Any]) -> bool:
    brings_nothing = row["value_a"] == row["value_b"] == 0
    is_of_kind = row["measure"] in ("swing", "decides")
    return (row["measure"], row["part"]) not in _TWICE and not (is_of_kind and brings_nothing)


def _told(measure: Measure, rows: Sequence[dict[str, Any]]) -> Told:
    verdicts = {row["verdict"] for row in rows}
    verdict = next((one for one in (DIFFERENT, UNKNOWN) if one in verdicts), EQUIVALENT)
    if verdict == UNKNOWN:
        pointed = [row for row in rows if row["verdict"] == UNKNOWN]
    else:
        pointed = [row for row in rows if row["verdict"] == verdict] or list(rows)
    most = max(pointed, key=size)
    of_part = tuple(row for row in rows if row["part"] == most["part"])
    return Told(measure, most["part"], verdict, size(most), of_part, tuple(rows))


def size(row: Mapping[str, Any], name: str = "difference") -> float:
    """Return how large a difference is, in units of what matters."""
    return 0.0 if row[name] is None else float(abs(row[name]) / row["delta"])


def is_small(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether there is a difference beyond chance, too small to matter."""
    return any(row["verdict"] == SMALL for row in rows)


def span(values: Sequence[float | None], unit: str, *, to: str = "to") -> str:
    """Return numbers from the lowest to the highest: ``-7.5 points``, ``+1.2 to +3.4 pp``."""
    known = sorted(value for value in values if value is not None)
    if not known:
        return "unknown"
    ends = dict.fromkeys(signed(value, unit) for value in (known[0], known[-1]))
    return f" {to} ".join(ends) + _UNITS.get(unit, "")


def signed(value: float, unit: str) -> str:
    """Return a difference as a short number with its sign; shares in points of a hundred."""
    if unit == "share":
        return f"{100 * value:+.1f}"
    return f"{value:+.1f}" if unit == "points" else f"{value:+.2f}"
