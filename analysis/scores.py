"""Points by seat, by round and of the whole game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis import blocks
from analysis.estimate import Ints, divide, mean, variance
from analysis.sequences import anytime
from analysis.view import ALL, frame, total, views
from simkit.schema import HIST_LOW, N_ROUNDS

if TYPE_CHECKING:
    from simkit.batch import Batch

GAME = "game"
STAGES = (*(f"round {r + 1}" for r in range(N_ROUNDS)), GAME)

_QUANTILES = {"q05": (5, 100), "q25": (1, 4), "median": (1, 2), "q75": (3, 4), "q95": (95, 100)}


def scores(batch: Batch, *, tuned: float | None = None) -> pl.DataFrame:
    """Say how many points a seat makes, in each round and in the game.

    Parameters
    ----------
    batch : Batch
        The games.
    tuned : float, optional
        Intervals of the game's points hold at any look, and are narrowest at so many games (see
        `analysis.sequences.anytime`); without, all are ordinary ones.

    Returns
    -------
    polars.DataFrame
        A row for each seat (each player too where the line-up rotates; the players' seats pooled)
        and stage: the estimate ``points``; ``sd``, ``min``, ``q05``, ``q25``, ``median``, ``q75``,
        ``q95``, ``max`` of one seat's points; ``n_games``. See `analysis.columns`.
    """
    return pl.concat([_of(batch, by, tuned) for by in (*views(batch), ALL)])


def _of(batch: Batch, by: str, tuned: float | None) -> pl.DataFrame:
    sums = total(batch, by, lambda tally: tally.score.T)
    squares = total(batch, by, lambda tally: tally.score_sq.T)
    histogram = total(batch, by, lambda tally: tally.score_hist.swapaxes(0, 1))
    n = batch.n_games
    estimate = mean(n, sums, squares)
    spread = variance(n, sums, squares)
    if blocks.are_needed(batch, by):
        points = blocks.sums(batch, by, lambda tallies: tallies["score"].swapaxes(-1, -2))
        estimate = blocks.ratio(batch, blocks.pooled(by, points), blocks.games(batch, by))
    if tuned is not None:
        lasting = anytime(estimate, games=tuned)
        is_game = np.array(STAGES) == GAME
        low, high = (
            np.where(is_game, ever, once)
            for ever, once in ((lasting.low, estimate.low), (lasting.high, estimate.high))
        )
        estimate = replace(estimate, low=low, high=high)
    if by == ALL:
        histogram = histogram.sum(axis=0)
        n_seats = n * batch.players
        spread = variance(n_seats, sums.sum(axis=0), squares.sum(axis=0))
    columns: dict[str, NDArray[Any]] = {
        **estimate.columns("points"),
        "sd": np.sqrt(spread),
        **quantiles(histogram),
        "n_games": estimate.n,
    }
    return frame(batch, by, {"stage": STAGES}, columns)


def quantiles(histogram: Ints) -> dict[str, Ints]:
    """Return the lowest, the highest and some quantiles of points from their histogram.

    Parameters
    ----------
    histogram : array (..., bins) of int
        Games by points; bin 0 stands for `simkit.schema.HIST_LOW` points.

    Notes
    -----
    The q quantile is the lowest number of points that a share q of the games does not exceed (the
    inverse of the distribution function; numpy calls it ``inverted_cdf``).
    """
    below = histogram.cumsum(axis=-1)
    n = below[..., -1:]
    found = {"min": (below > 0).argmax(axis=-1) + HIST_LOW}
    for name, (a, b) in _QUANTILES.items():
        found[name] = (below * b >= n * a).argmax(axis=-1) + HIST_LOW
    found["max"] = (below == n).argmax(axis=-1) + HIST_LOW
    return found


def mean_points(batch: Batch) -> float:
    """Return the mean points of a game, over the seats of the players."""
    sums = total(batch, ALL, lambda tally: tally.score[N_ROUNDS])
    return float(divide(sums.sum(), batch.n_games * batch.players))
