"""Which line-ups a tournament plays, and how their players sit.

A line-up is a multiset of entered players, as their numbers in rising order. Line-ups of one player only
are left out: they compare nobody.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from simkit.errors import InputError

LineUp = tuple[int, ...]


def count_line_ups(entered: int, players: int) -> int:
    """Return how many line-ups there are: multisets of at least two different players."""
    return comb(entered + players - 1, players) - entered


def choose_line_ups(entered: int, players: int, most: int | None, seed: int) -> list[LineUp]:
    """Return all line-ups, or a balanced sample if there are more than `most`.

    The sample consists of whole cycles: with a line-up it has those that come of it when every player is
    replaced by the next one, round a random circle of all that are entered. So all of them sit equally
    often, with as many copies of themselves. What they meet is alike only on average.

    Raises
    ------
    InputError
        A sample of `most` has no room for one cycle.
    """
    total = count_line_ups(entered, players)
    if most is None or total <= most:
        every = combinations_with_replacement(range(entered), players)
        return [line_up for line_up in every if len(set(line_up)) > 1]
    if most < entered:
        raise InputError(
            f"line_ups = {most}: a balanced sample of the {total:,} line-ups needs at least {entered}, one "
            "for each player entered; choose more."
        )
    rng = np.random.default_rng([seed, entered, players])
    circle = rng.permutation(entered).tolist()
    chosen: dict[LineUp, None] = {}
    misses = 0
    while (
        len(chosen) < most and misses < 100
    ):  # short cycles are rare: the last places may stay empty
        bars = np.sort(rng.choice(entered + players - 1, players, replace=False))
        first = (bars - np.arange(players)).tolist()  # uniform over the multisets
        cycle = {
            tuple(sorted(circle[(place + step) % entered] for place in first))
            for step in range(entered)
        }
        fits = len(set(first)) > 1 and len(chosen) + len(cycle) <= most
        if fits and cycle.isdisjoint(chosen):
            chosen.update(dict.fromkeys(cycle))
            misses = 0
        else:
            misses += 1
    return sorted(chosen)


def line_ups_against(other: int, entered: int, players: int) -> list[LineUp]:
    """Return each player alone among players `other`, and `other` alone among each of them."""
    found: dict[LineUp, None] = {}
    for one in range(entered):
        if one != other:
            found[tuple(sorted((one, *(other,) * (players - 1))))] = None
            found[tuple(sorted((other, *(one,) * (players - 1))))] = None
    return list(found)


def arrange(line_ups: NDArray[np.int64], seed: int, block: int) -> NDArray[np.int64]:
    """Return the line-ups, each in a random order round the table, drawn anew for every block."""
    rng = np.random.default_rng([seed, block])
    return np.asarray(rng.permuted(line_ups, axis=1))
