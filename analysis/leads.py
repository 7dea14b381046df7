"""Who leads after each round, and whether leaders win."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis import blocks
from analysis.estimate import columns, divide, proportion
from analysis.scores import STAGES
from analysis.view import ALL, frame, views
from simkit.schema import N_ROUNDS

if TYPE_CHECKING:
    from simkit.batch import Batch


def leads(batch: Batch) -> pl.DataFrame:
    """Say who leads after each round, whether leaders win, and whether others come back.

    All seats with the most points lead, a dummy's too, and all winners of a shared win have won.

    Returns
    -------
    polars.DataFrame
        A row for each seat (each player too where the line-up rotates; the players' seats pooled)
        and round: the estimates ``lead``, ``win_if_lead``, ``behind_if_win``; ``lead_sole``,
        ``n_lead``, ``n_win`` as numbers of games (pooled: of seats and games); ``even``, the share
        that ``win_if_lead`` would be if leading did not matter; ``n_games``. See
        `analysis.columns`.
    """
    return pl.concat([_of(batch, by) for by in (*views(batch), ALL)])


def _of(batch: Batch, by: str) -> pl.DataFrame:
    # (block, seat, stage, number of leaders), games
    leaders = blocks.sums(batch, by, lambda tallies: tallies["lead"].swapaxes(-3, -2))
    # (block, seat, seat, round), games
    pairs = blocks.sums(
        batch, by, lambda tallies: np.moveaxis(tallies["lead_win"], -3, -1), seat_axes=2
    )
    both = np.moveaxis(np.diagonal(pairs, axis1=1, axis2=2), -1, 1)
    alone, led, won, both = (
        blocks.pooled(by, games)
        for games in (
            leaders[:, :, :N_ROUNDS, 0],
            leaders[:, :, :N_ROUNDS].sum(axis=-1),
            leaders[:, :, N_ROUNDS:].sum(axis=-1),
            both,
        )
    )
    won = np.broadcast_to(won, led.shape)
    n = batch.n_games
    if by == ALL:
        seats = batch.players * blocks.games(batch)
        estimates = {
            "lead": blocks.share(batch, led, seats),
            "win_if_lead": blocks.share(batch, both, led),
            "behind_if_win": blocks.share(batch, won - both, won),
        }
    else:
        estimates = {
            "lead": proportion(n, led[0]),
            "win_if_lead": proportion(led[0], both[0]),
            "behind_if_win": proportion(won[0], won[0] - both[0]),
        }
    numbers = {
        **columns(estimates),
        "even": divide(won[0], n * (batch.players if by == ALL else 1)),
        "lead_sole": alone[0],
        "n_lead": led[0],
        "n_win": won[0],
        "n_games": np.array(n),
    }
    return frame(batch, by, {"stage": STAGES[:N_ROUNDS]}, numbers)
