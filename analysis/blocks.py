"""Ratios of sums, with the intervals that the differences between blocks of games give.

Arrays hold the sum over all games first, and then that of each block: (1 + blocks, ...). What hangs
together within a game (seats, copies of a card) is added up within its block, so nothing has to be
known about it.

Where different policies rotate, a seat's row is about all of them: each rotation weighs the same, however
many games it has, so that no policy counts for more in one seat than in another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analysis import estimate
from analysis.estimate import Estimate
from analysis.view import ALL, SEAT, added

if TYPE_CHECKING:
    from simkit.batch import Batch

Sums: TypeAlias = NDArray[Any]
"""Of whole numbers; where rotations have weights, of floats."""

Get: TypeAlias = Callable[[Any], Sums]
"""Takes tallies of any shape, gives an array with their axes first, then those of seats."""


def mixes_policies(batch: Batch) -> bool:
    """Return whether a seat's games are those of different policies."""
    return batch.rotate and len(set(batch.lineup)) > 1


def are_needed(batch: Batch, by: str) -> bool:
    """Return whether a row has no exact second moments, as it is about several seats or policies."""
    return by == ALL or (by == SEAT and mixes_policies(batch))


def weighed(batch: Batch, arrays: Sums) -> Sums:
    """Return sums by block and rotation so that each rotation that has games weighs the same."""
    if not mixes_policies(batch):
        return arrays
    games = batch.blocks["n_games"].sum(axis=0)
    weights = batch.n_games / np.count_nonzero(games) / np.maximum(games, 1)
    return np.asarray(arrays * weights.reshape(-1, *(1,) * (arrays.ndim - 2)))


def each(batch: Batch, get: Get) -> Sums:
    """Return an array of the tally by block and rotation: (1 + blocks, rotations, ...)."""
    arrays = get(batch.blocks)
    return np.concatenate([arrays.sum(axis=0, keepdims=True), arrays])


def by_row(batch: Batch, by: str, arrays: Sums, *, seat_axes: int = 1) -> Sums:
    """Return sums (1 + blocks, rotations, seat, ...) by seat or player; see `analysis.view.added`."""
    arrays = weighed(batch, arrays) if by == SEAT else arrays
    return added(batch, by, arrays, seat_axes=seat_axes)


def sums(batch: Batch, by: str, get: Get, *, seat_axes: int = 1) -> Sums:
    """Return an array of the tally by block, and by seat or player: (1 + blocks, row, ...).

    Parameters
    ----------
    batch : Batch
        The games.
    by : str
        ``"seat"``, ``"player"`` or ``"all"``.
    get : function
        What is to be added up.
    seat_axes : int
        How many of the first axes are seats.
    """
    return by_row(batch, by, each(batch, get), seat_axes=seat_axes)


def games(batch: Batch, by: str) -> Sums:
    """Return the number of games that each seat, or all seats together, have: (1 + blocks,)."""
    arrays = each(batch, lambda tallies: tallies["n_games"])
    arrays = weighed(batch, arrays) if by == SEAT else arrays
    return np.asarray(arrays.sum(axis=1)) * (batch.players if by == ALL else 1)


def pooled(by: str, sums: Sums) -> Sums:
    """Return the sums of a row; of the pooled one those of all its seats."""
    return np.asarray(sums.sum(axis=1)) if by == ALL else sums


def ratio(batch: Batch, y: Sums, x: Sums, *, low: float = -np.inf) -> Estimate:
    """Return Σ y / Σ x with Student's interval: see `estimate.block_ratio`."""
    return estimate.block_ratio(y[1:], _like(x, y)[1:], batch.n_games, low=low)


def share(batch: Batch, y: Sums, x: Sums, *, unit: int = 1) -> Estimate:
    """Return Σ y / Σ x of what lies between 0 and 1, y in parts of `unit`: see `estimate.block_share`.

    Where blocks show no error (at 0 and 1), there are as many observations as x has, at most one a game.
    """
    x = _like(x, y)
    seen = np.minimum(x[0], batch.n_games)
    return estimate.block_share(y[1:], unit * x[1:], batch.n_games, observations=seen)


def linear(batch: Batch, terms: Sequence[tuple[float, Sums, Sums]]) -> Estimate:
    """Return a weighted sum of ratios: see `estimate.block_linear`."""
    ratios = [(weight, y[1:], _like(x, y)[1:]) for weight, y, x in terms]
    return estimate.block_linear(ratios, batch.n_games)


def _like(x: Sums, y: Sums) -> Sums:
    """Return an array with as many axes as another."""
    return x.reshape(x.shape + (1,) * (y.ndim - x.ndim))
