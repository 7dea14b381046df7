"""The smallest differences that matter: what two menus may differ by and still be called the same.

They are conventions, set before anything is played. Half a point is less than any card brings; two in a
hundred games is a difference that a group notices after years.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from analysis.measure import Measure
from analysis.measures import MEASURES
from simkit.errors import InputError, nearest

BY_UNIT = {
    "points": 0.5,
    "share": 0.02,
    "chance": 0.02,
    "correlation": 0.02,
    "gini": 0.02,
    "sd": 0.05,  # about as 0.5 points of a margin of 5
    "per game": 0.1,
    "index": 0.1,  # about as 0.02 of a share among 4 or 5 players
    "kinds": 0.1,
}
"""By the unit of a measure."""

_SHORT = {"pt": ("points", 1.0), "pp": ("share", 0.01)}


@dataclass(frozen=True, slots=True)
class Deltas:
    """The smallest differences that matter.

    Attributes
    ----------
    changed : dict of str to float
        Where they are not those of `BY_UNIT`: by unit, or by measure, which comes first.
    """

    changed: dict[str, float] = field(default_factory=dict)

    @staticmethod
    def read(texts: Sequence[str]) -> Deltas:
        """Read what is to matter: ``0.5pt``, ``2pp``, ``kinds=0.2``, ``score=1pt``.

        Raises
        ------
        InputError
            A text is none of these.
        """
        return Deltas(dict(_entry(text) for text in texts))

    def of(self, measure: Measure) -> float:
        """Return the smallest difference of a measure that matters."""
        by_unit = self.changed.get(measure.unit, BY_UNIT[measure.unit])
        return self.changed.get(measure.name, by_unit)

    def to_dict(self) -> dict[str, float]:
        """Return all of them, as plain data."""
        return {**BY_UNIT, **self.changed}


def _entry(text: str) -> tuple[str, float]:
    """Return the unit or measure that a text is about, and its number."""
    name, _, number = text.rpartition("=")
    name, number = name.strip(), number.strip()
    unit, times = _SHORT.get(number[-2:], ("", 1.0))
    try:
        value = times * float(number.removesuffix(number[-2:]) if unit else number)
    except ValueError:
        value = -1.0
    if not 0 < value < 1000 or not (unit or name):
        raise InputError(
            f"delta '{text}': must be a number above 0 with its unit, such as 0.5pt (points) or 2pp (points of "
            "a hundred), or a measure or unit and a number, such as score=1 or kinds=0.2."
        )
    known = {**dict.fromkeys(BY_UNIT), **{measure.name: None for measure in MEASURES}}
    if name and name not in known:
        raise InputError(f"delta '{text}': no measure or unit '{name}'.{nearest(name, known)}")
    return name or unit, value
