"""How well the cells of a sweep are known."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from analysis.sweep.statistics import swept
from analysis.sweep.store import estimates, read


@dataclass(frozen=True, slots=True)
class Reached:
    """The intervals of one measure over cells.

    Attributes
    ----------
    measure, unit : str
        Which measure, and what it counts.
    cells : int
        How many have an interval; it takes two games.
    median, worst : float
        Half widths: that which half of the cells have or less, and the largest.
    """

    measure: str
    unit: str
    cells: int
    median: float
    worst: float


def reached(
    path: str | os.PathLike[str], keys: Collection[str], measure: str = "score"
) -> Reached | None:
    """Return how well cells are known; None if nothing is known of any.

    Parameters
    ----------
    path : path
        The store.
    keys : collection of str
        The cells.
    measure : str
        As columns are called.
    """
    of, _ = swept(measure)
    frame = read(path, [measure])
    found = estimates(frame.filter(frame["key"].is_in(list(keys))), [measure])
    value, low, high = (
        found[name].to_numpy() for name in (measure, f"{measure}_low", f"{measure}_high")
    )
    half = np.maximum(value - low, high - value)
    half = half[np.isfinite(half)]
    if not half.size:
        return None
    return Reached(measure, of.unit, half.size, float(np.median(half)), float(half.max()))
