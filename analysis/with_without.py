"""Games with a kind of card and games without it, compared. Observational: not an effect.

A seat does not take cards at random. Who takes no pudding had better cards to take, or saw none:
the difference mixes what the card does with why it was taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.estimate import (
    Estimate,
    Floats,
    Ints,
    difference,
    difference_bound,
    divide,
    mean,
    ratio,
    share,
)
from analysis.view import ALL, frame, total, views
from analysis.wins import share_moments
from simkit.schema import N_ROUNDS, SHARE

if TYPE_CHECKING:
    from simkit.batch import Batch

Moments = tuple[Ints, Ints, Ints]
"""Number of games, sum, sum of squares; each an array (seats, kinds) of int."""


def with_without(batch: Batch) -> pl.DataFrame:
    """Compare games in which a seat took a kind with those in which it took none.

    Observational: the difference is not what taking the card brings (see the module).

    Returns
    -------
    polars.DataFrame
        A row for each seat (each player too where the line-up rotates; the players' seats pooled)
        and kind: the estimates ``score_with``, ``score_without``, ``score_difference``, ``win_with``,
        ``win_without``, ``win_difference``; ``n_with`` and ``n_without`` (pooled: seats and games)
        and ``n_games``. See `analysis.columns`.
    """
    return pl.concat([_of(batch, by) for by in (*views(batch), ALL)])


def _of(batch: Batch, by: str) -> pl.DataFrame:
    n_kinds = len(batch.kinds)

    def diagonal(name: str) -> Ints:
        return total(batch, by, lambda t: np.diagonal(t[name], axis1=1, axis2=2)[:, :n_kinds])

    def squares_of(name: str) -> Ints:
        return total(batch, by, lambda t: t[name][:, :n_kinds])

    score = total(batch, by, lambda t: t.score[N_ROUNDS])[:, None]
    score_sq = total(batch, by, lambda t: t.score_sq[N_ROUNDS])[:, None]
    winners = total(batch, by, lambda t: t.lead[N_ROUNDS])
    won, won_sq = (sums[:, None] for sums in share_moments(winners))
    n_with = diagonal("both")
    n_without = batch.n_games - n_with
    columns: dict[str, NDArray[Any]] = {}
    for name, unit, sums, squares in (("score", 1, score, score_sq), ("win", SHARE, won, won_sq)):
        with_, with_sq = diagonal(f"both_{name}"), squares_of(f"with_{name}_sq")
        pair = ((n_with, with_, with_sq), (n_without, sums - with_, squares - with_sq))
        columns |= _compare(batch, name, unit, pair, is_pooled=by == ALL)
    axis = 0 if by == ALL else ()
    columns["n_with"], columns["n_without"] = n_with.sum(axis=axis), n_without.sum(axis=axis)
    columns["n_games"] = np.array(batch.n_games)
    return frame(batch, by, {"kind": batch.kinds}, columns)


def _compare(
    batch: Batch, name: str, unit: int, pair: tuple[Moments, Moments], *, is_pooled: bool
) -> dict[str, Floats]:
    """Return the columns with, without and difference of the score or the win share."""
    if is_pooled:
        with_, without = (_pooled(batch.n_games, unit, *moments) for moments in pair)
        gap = difference_bound(with_, without)
    else:
        with_, without = (_of_seats(unit, *moments) for moments in pair)
        gap = difference(with_, without)
    return {
        **with_.columns(f"{name}_with"),
        **without.columns(f"{name}_without"),
        **gap.columns(f"{name}_difference"),
    }


def _of_seats(unit: int, n: Ints, sums: Ints, squares: Ints) -> Estimate:
    return mean(n, sums, squares) if unit == 1 else share(n, sums, squares, unit=unit)


def _pooled(n_games: int, unit: int, n: Ints, sums: Ints, squares: Ints) -> Estimate:
    """Return the mean over all seats and games that count."""
    middle = divide(sums.sum(axis=0), n.sum(axis=0))
    # of (value - middle) where the game counts and 0 elsewhere, over all games
    off = sums - middle * n
    off_sq = squares - 2 * middle * sums + middle**2 * n
    sd = np.sqrt(np.maximum(off_sq / n_games - (off / n_games) ** 2, 0.0))
    return ratio(n_games, sums, n * unit, sd)
