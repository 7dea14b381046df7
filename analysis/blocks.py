"""Ratios of sums, with the intervals that the differences between blocks of games give.

Arrays hold the sum over all games first, and then that of each block: (1 + blocks, ...). What hangs
together within a game (seats, copies of a card) is added up within its block, so nothing has to be
known about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analysis import estimate
from analysis.estimate import Estimate, Floats, Ints
from analysis.view import ALL, added

if TYPE_CHECKING:
    from simkit.batch import Batch

Get: TypeAlias = Callable[[Any], NDArray[Any]]
"""Takes tallies of any shape, gives an array with their axes first, then those of seats."""


def each(batch: Batch, get: Get) -> Ints:
    """Return an array of the tally by block and rotation: (1 + blocks, rotations, ...)."""
    arrays = get(batch.blocks)
    return np.concatenate([arrays.sum(axis=0, keepdims=True), arrays])


def sums(batch: Batch, by: str, get: Get, *, seat_axes: int = 1) -> Ints:
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
    return added(batch, by, each(batch, get), seat_axes=seat_axes)


def games(batch: Batch) -> Ints:
    """Return the number of games: (1 + blocks,)."""
    return np.asarray(each(batch, lambda tallies: tallies["n_games"]).sum(axis=1))


def pooled(by: str, sums: Ints) -> Ints:
    """Return the sums of a row; of the pooled one those of all its seats."""
    return np.asarray(sums.sum(axis=1)) if by == ALL else sums


def ratio(batch: Batch, y: Ints, x: Ints, *, low: float = -np.inf) -> Estimate:
    """Return Σ y / Σ x with Student's interval: see `estimate.block_ratio`."""
    return estimate.block_ratio(_blocks(y), _blocks(_like(x, y)), batch.n_games, low=low)


def per_game(batch: Batch, y: Ints, *, seats: int = 1) -> Estimate:
    """Return counts, which are never negative, per game and seat."""
    return ratio(batch, y, seats * games(batch), low=0.0)


def share(batch: Batch, y: Ints, x: Ints, *, unit: int = 1) -> Estimate:
    """Return Σ y / Σ x of what lies between 0 and 1, y in parts of `unit`: see `estimate.block_share`.

    Where blocks show no error (at 0 and 1), there are as many observations as x has, at most one a game.
    """
    x = _like(x, y)
    seen = np.minimum(x[0], batch.n_games)
    return estimate.block_share(_blocks(y), unit * _blocks(x), batch.n_games, observations=seen)


def linear(batch: Batch, terms: Sequence[tuple[float, Ints, Ints]]) -> Estimate:
    """Return a weighted sum of ratios: see `estimate.block_linear`."""
    return estimate.block_linear(
        [(weight, _blocks(y), _blocks(_like(x, y))) for weight, y, x in terms], batch.n_games
    )


def _like(x: Ints, y: Ints) -> Ints:
    """Return an array with as many axes as another."""
    return x.reshape(x.shape + (1,) * (y.ndim - x.ndim))


def _blocks(sums: Ints) -> Floats:
    """Return what blocks have, so that they add up to all games.

    They do, but for numbers that are estimates themselves (copies that are offered again).
    """
    together = sums[1:].sum(axis=0)
    factor = np.ones(together.shape)
    np.divide(sums[0], together, out=factor, where=together != 0)
    return np.asarray(sums[1:] * factor)
