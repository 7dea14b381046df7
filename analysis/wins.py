"""Who wins: shares of the win by seat, ties split."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analysis import blocks
from analysis.estimate import Estimate, Ints, share
from analysis.sequences import anytime, anytime_share
from analysis.view import frame, total, views
from simkit.schema import N_ROUNDS, SHARE

if TYPE_CHECKING:
    from simkit.batch import Batch


def wins(batch: Batch, *, tuned: float | None = None) -> pl.DataFrame:
    """Say what share of the wins a seat has.

    Parameters
    ----------
    batch : Batch
        The games.
    tuned : float, optional
        Intervals hold at any look, and are narrowest at so many games (see
        `analysis.sequences.anytime_share`); without, they are ordinary ones.

    Returns
    -------
    polars.DataFrame
        A row for each seat (each player too where the line-up rotates): the estimate ``win``;
        ``even``; ``sole`` and ``shared`` wins as numbers of games; ``n_games``. See
        `analysis.columns`.
    """
    return pl.concat([_of(batch, by, tuned) for by in views(batch)])


def _of(batch: Batch, by: str, tuned: float | None) -> pl.DataFrame:
    winners = total(batch, by, lambda tally: tally.lead[N_ROUNDS])
    if blocks.are_needed(batch, by):
        win = _of_blocks(batch, by, tuned)
    elif tuned is None:
        win = share(batch.n_games, *share_moments(winners), unit=SHARE)
    else:
        win = anytime_share(batch.n_games, *share_moments(winners), games=tuned, unit=SHARE)
    columns = {
        **win.columns("win"),
        "even": np.array(1 / batch.n_seats),
        "sole": winners[:, 0],
        "shared": winners[:, 1:].sum(axis=1),
        "n_games": np.array(batch.n_games),
    }
    return frame(batch, by, {}, columns)


def _of_blocks(batch: Batch, by: str, tuned: float | None) -> Estimate:
    won, games = blocks.sums(batch, by, won_parts), blocks.games(batch, by)
    if tuned is None:
        return blocks.share(batch, won, games, unit=SHARE)
    win = anytime(blocks.ratio(batch, won, SHARE * games), games=tuned)
    return replace(win, low=np.maximum(win.low, 0.0), high=np.minimum(win.high, 1.0))


def share_moments(winners: Ints) -> tuple[Ints, Ints]:
    """Return the sums of the win shares in 840ths, and of their squares.

    Parameters
    ----------
    winners : array (seats, seats) of int
        Games in which a seat was one of 1, 2, ... winners.
    """
    parts = _parts(winners.shape[1])
    return (winners * parts).sum(axis=1), (winners * parts**2).sum(axis=1)


def won_parts(tallies: Any) -> Ints:
    """Return each seat's sum of its shares of the win, in 840ths."""
    winners = tallies["lead"][..., N_ROUNDS, :, :]
    return np.asarray(winners @ _parts(winners.shape[-1]))


def _parts(n_seats: int) -> Ints:
    return np.asarray(SHARE // np.arange(1, n_seats + 1))
