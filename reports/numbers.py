"""Numbers for people: as many digits as the interval leaves meaning in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

NOTHING = "-"
"""Stands where nothing was observed."""

_MOST_DECIMALS = 4


def estimate(
    row: Mapping[str, Any],
    name: str,
    *,
    percent: bool = False,
    sign: str = "-",
    most_decimals: int = _MOST_DECIMALS,
) -> str:
    """Return an estimate with half the width of its interval: ``35.25 ± 0.02``, ``24.9 % ± 0.2``.

    Parameters
    ----------
    row : mapping
        A row of a frame of `analysis`.
    name : str
        The estimate's column.
    percent : bool
        Print 0.25 as 25 %.
    sign : str
        As in a format: ``"+"`` prints it always.
    most_decimals : int
        For narrow columns.
    """
    value, low, high = (row[key] for key in (name, f"{name}_low", f"{name}_high"))
    if value is None:
        return NOTHING
    scale, unit = (100, " %") if percent else (1, "")
    if low is None:
        return f"{value * scale:{sign}z.1f}{unit}"
    half = scale * max(value - low, high - value)
    digits = min(decimals(half), most_decimals)
    return f"{value * scale:{sign}z.{digits}f}{unit} ± {half:.{digits}f}"


def rating(row: Mapping[str, Any]) -> str:
    """Return a player's rating; the anchor's, which is fixed, without an interval."""
    if row["rating_se"] == 0:
        return plain(row["rating"], 0)
    return estimate(row, "rating", most_decimals=0)


def decimals(half: float) -> int:
    """Return how many decimals show one or two meaningful digits of an interval's half width."""
    if half <= 0:
        return 1
    return min(max(1, math.ceil(-math.log10(half))), _MOST_DECIMALS)


def plain(value: float | None, digits: int = 1) -> str:
    """Return a number without an interval."""
    return NOTHING if value is None else f"{value:z.{digits}f}"


def percent(value: float, digits: int = 1) -> str:
    """Return a share in percent."""
    return f"{100 * value:.{digits}f} %"
