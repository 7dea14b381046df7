"""Who leads after each round, and whether leaders win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analysis import blocks
from analysis.estimate import Ints, columns, divide, proportion
from analysis.scores import STAGES
from analysis.view import ALL, frame, total, views
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
    leaders, pairs = total(batch, by, _leaders), total(batch, by, _both, seat_axes=2)
    alone, led, won, both = _of_rounds(leaders[None], pairs[None])
    alone, led, won, both = (blocks.pooled(by, games)[0] for games in (alone, led, won, both))
    n_games = {"n_games": np.array(batch.n_games)}
    counts = {"lead_sole": alone, "n_lead": led, "n_win": won, **n_games}
    if blocks.are_needed(batch, by):
        games = blocks.games(batch, by)
        sums = blocks.sums(batch, by, _leaders), blocks.sums(batch, by, _both, seat_axes=2)
        _, led, won, both = (blocks.pooled(by, array) for array in _of_rounds(*sums))
        estimates = {
            "lead": blocks.share(batch, led, games),
            "win_if_lead": blocks.share(batch, both, led),
            "behind_if_win": blocks.share(batch, won - both, won),
        }
        even = divide(won[0], games[0])
    else:
        estimates = {
            "lead": proportion(batch.n_games, led),
            "win_if_lead": proportion(led, both),
            "behind_if_win": proportion(won, won - both),
        }
        even = divide(won, batch.n_games)
    numbers = {**columns(estimates), "even": even, **counts}
    return frame(batch, by, {"stage": STAGES[:N_ROUNDS]}, numbers)


def _leaders(tallies: Any) -> Ints:
    """Return games by seat, stage and number of leaders."""
    return np.asarray(tallies["lead"].swapaxes(-3, -2))


def _both(tallies: Any) -> Ints:
    """Return games by seat that leads, seat that wins, and round."""
    return np.moveaxis(tallies["lead_win"], -3, -1)


def _of_rounds(leaders: blocks.Sums, pairs: blocks.Sums) -> Iterator[blocks.Sums]:
    """Yield games led alone, led, won, both led and won: (block, seat, round)."""
    led, won = leaders[:, :, :N_ROUNDS], leaders[:, :, N_ROUNDS:].sum(axis=-1)
    yield led[..., 0]
    yield led.sum(axis=-1)
    yield np.repeat(won, N_ROUNDS, axis=2)
    yield np.moveaxis(np.diagonal(pairs, axis1=1, axis2=2), -1, 1)
