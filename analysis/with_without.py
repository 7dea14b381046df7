"""Games with a kind of card and games without it, compared. Observational: not an effect.

A seat does not take cards at random. Who takes no pudding had better cards to take, or saw none:
the difference mixes what the card does with why it was taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis import blocks
from analysis.estimate import Estimate, Ints, columns, difference, mean, share
from analysis.view import ALL, frame, total, views
from analysis.wins import share_moments, win_parts
from simkit.schema import N_ROUNDS, SHARE

if TYPE_CHECKING:
    from simkit.batch import Batch


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
    found = _pooled(batch) if by == ALL else _by_seat(batch, by)
    return frame(batch, by, {"kind": batch.kinds}, {**found, "n_games": np.array(batch.n_games)})


def _diagonal(name: str) -> blocks.Get:
    """Return how to get the sums of games with a kind."""
    return lambda tallies: np.diagonal(tallies[name], axis1=-2, axis2=-1)


def _by_seat(batch: Batch, by: str) -> dict[str, NDArray[Any]]:
    """Return the columns of seats or players: exact moments, independent games (Welch)."""
    n, n_kinds = batch.n_games, len(batch.kinds)

    def with_(name: str) -> Ints:
        return total(batch, by, lambda tally: _diagonal(name)(tally)[:, :n_kinds])

    def squares_of(name: str) -> Ints:
        return total(batch, by, lambda tally: tally[name][:, :n_kinds])

    winners = total(batch, by, lambda tally: tally["lead"][N_ROUNDS])
    score = total(batch, by, lambda tally: tally["score"][N_ROUNDS])
    score_sq = total(batch, by, lambda tally: tally["score_sq"][N_ROUNDS])
    won, won_sq = share_moments(winners)
    n_with = with_("both")
    n_without = n - n_with
    estimates: dict[str, Estimate] = {}
    for name, sums, squares in (("score", score, score_sq), ("win", won, won_sq)):
        some, some_sq = with_(f"both_{name}"), squares_of(f"with_{name}_sq")
        rest, rest_sq = sums[:, None] - some, squares[:, None] - some_sq
        moments = ((n_with, some, some_sq), (n_without, rest, rest_sq))
        one, other = (
            mean(*each) if name == "score" else share(*each, unit=SHARE) for each in moments
        )
        estimates |= _compared(name, one, other, difference(one, other))
    return {**columns(estimates), "n_with": n_with, "n_without": n_without}


def _pooled(batch: Batch) -> dict[str, NDArray[Any]]:
    """Return the columns of all seats, which hang together within a game: from blocks."""

    def sums(get: blocks.Get) -> Ints:
        return blocks.pooled(ALL, blocks.sums(batch, ALL, get))

    n_with = sums(_diagonal("both"))
    n_without = batch.players * blocks.games(batch)[:, None] - n_with
    score = sums(lambda tallies: tallies["score"][..., N_ROUNDS, :])
    won = sums(lambda tallies: tallies["lead"][..., N_ROUNDS, :, :]) @ win_parts(batch.n_seats)
    estimates: dict[str, Estimate] = {}
    for name, unit, all_ in (("score", 1, score), ("win", SHARE, won)):
        some = sums(_diagonal(f"both_{name}"))
        pair = ((some, n_with), (all_[:, None] - some, n_without))
        one, other = (
            blocks.ratio(batch, *each) if name == "score" else blocks.share(batch, *each, unit=unit)
            for each in pair
        )
        gap = blocks.linear(batch, [(1 / unit, *pair[0]), (-1 / unit, *pair[1])])
        estimates |= _compared(name, one, other, gap)
    return {**columns(estimates), "n_with": n_with[0], "n_without": n_without[0]}


def _compared(name: str, one: Estimate, other: Estimate, gap: Estimate) -> dict[str, Estimate]:
    return {f"{name}_with": one, f"{name}_without": other, f"{name}_difference": gap}
