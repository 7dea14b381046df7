"""Who leads after each round, and whether leaders win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.estimate import Estimate, Ints, divide, pooled, proportion, ratio_bound
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
    # (seats, stages, number of leaders), games
    leaders = total(batch, by, lambda tally: tally.lead.swapaxes(0, 1))
    led, won = leaders[:, :N_ROUNDS], leaders[:, N_ROUNDS:]
    # (seats, seats, rounds), games
    both = total(batch, by, lambda t: np.moveaxis(t.lead_win, 0, 2), seat_axes=2)
    led_and_won = both[np.arange(len(both)), np.arange(len(both))]
    if by == ALL:
        columns = _pooled_columns(batch, led, won, led_and_won)
    else:
        columns = _columns(batch.n_games, led, won, led_and_won)
    return frame(batch, by, {"stage": STAGES[:N_ROUNDS]}, columns)


def _columns(n: int, led: Ints, won: Ints, led_and_won: Ints) -> dict[str, NDArray[Any]]:
    n_led, n_won = led.sum(axis=2), won.sum(axis=2)
    return {
        **proportion(n, n_led).columns("lead"),
        **proportion(n_led, led_and_won).columns("win_if_lead"),
        **proportion(n_won, n_won - led_and_won).columns("behind_if_win"),
        "even": divide(n_won, n),
        "lead_sole": led[:, :, 0],
        "n_lead": n_led,
        "n_win": n_won,
        "n_games": np.array(n),
    }


def _pooled_columns(batch: Batch, led: Ints, won: Ints, both: Ints) -> dict[str, NDArray[Any]]:
    n = batch.n_games
    n_led, n_won = led.sum(axis=(0, 2)), won.sum(axis=(0, 2))
    return {
        **pooled(proportion(n, led.sum(axis=2)), low=0.0, high=1.0).columns("lead"),
        **_of_several(batch, led, both.sum(axis=0)).columns("win_if_lead"),
        **_of_several(batch, won, n_won - both.sum(axis=0)).columns("behind_if_win"),
        "even": divide(n_won, n * batch.players),
        "lead_sole": led[:, :, 0].sum(axis=0),
        "n_lead": n_led,
        "n_win": n_won,
        "n_games": np.array(n),
    }


def _of_several(batch: Batch, found: Ints, k: Ints) -> Estimate:
    """Return k / found, where a game may add several to both.

    Parameters
    ----------
    batch : Batch
        The games.
    found : array (seats, rounds, number of leaders) of int
        Games in which a seat was one of 1, 2, ... leaders.
    k : array (rounds,) of int
        Of all these, those that count.
    """
    by_size = found.sum(axis=0)
    # a dummy that shares the lead is no other item
    others = np.minimum(np.arange(by_size.shape[1]), batch.players - 1)
    return ratio_bound(batch.n_games, by_size.sum(axis=1), k, (by_size * others).sum(axis=1))
