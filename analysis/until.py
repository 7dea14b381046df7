"""A simulation until it is known: runs of more and more games until their headline numbers are narrow enough.

Headline numbers are the points of the game and the shares of the win, of seats and of players. Each run plays
the games of the one before again, so that the last one is a run as any other: its number of games is all that
it takes to have it again. Twice as many each time, and all of them together cost at most twice the last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analysis.estimate import Estimate
from analysis.gather import Budget, Target
from analysis.scores import GAME, scores
from analysis.sequences import more_games
from analysis.view import ALL
from analysis.wins import wins
from simkit.experiment import BLOCK

if TYPE_CHECKING:
    from simkit.batch import Batch

_LEAST_GROWTH = 1.25  # a run that time does not leave more room for is not worth its time


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run of a simulation was the last.

    Attributes
    ----------
    target : Target
        How narrow intervals were to be.
    max_games : int
        Games, at the most.
    tuned : float
        Games for which intervals are narrowest: for `analysis.tables`.
    ended : {"target", "most games", "time", "stopped"}
        Why: ``"stopped"`` is Ctrl-C.
    half : float
        Half of the widest interval, in the units of `Target.half`.
    more : float
        About how many more games the target would take; nan where nothing is known yet.
    """

    target: Target
    max_games: int
    tuned: float
    ended: str
    half: float
    more: float

    def manifest(self) -> dict[str, Any]:
        """Return what intervals were made by, and why there are so many games, as plain data."""
        return {"target": str(self.target), "max_games": self.max_games, "ended": self.ended}


def simulate_until(play: Callable[[int], Batch], budget: Budget) -> tuple[Batch, Stop]:
    """Play up to a target; look after 4,096 games, then after twice as many each time.

    Parameters
    ----------
    play : callable
        Takes a number of games, gives the batch: the same games again, and more.
    budget : Budget
        With a target: how narrow the intervals of all seats (where the line-up rotates, of all players too)
        are to be, of the game's points or of the shares of the win. Of its time, which is that of playing, a
        last run takes what is left, if it is worth it; such a run can end elsewhere the next time.

    Returns
    -------
    batch, stop
        Of a run that Ctrl-C has stopped and the one before, the longer one.

    Raises
    ------
    ValueError
        The budget has no target.
    """
    most, target, tuned = budget.most, budget.target, budget.tuned
    if target is None or tuned is None:
        raise ValueError("budget: needs a target and no number of games")
    n, spent = min(BLOCK, most), 0.0
    before: Batch | None = None
    while True:
        batch = play(n)
        if batch.interrupted:
            ended = "stopped"
            if before is not None and before.n_games > batch.n_games:
                batch = before
            break
        spent += batch.seconds
        if _widest(batch, target, tuned)[0] <= target.half:
            ended = "target"
            break
        if n == most:
            ended = "most games"
            break
        in_time = n * (budget.max_seconds - spent) / max(batch.seconds, 1e-9)
        following = min(2 * n, most)
        if in_time < min(following, _LEAST_GROWTH * n):
            ended = "time"
            break
        n, before = int(min(following, in_time)), batch
    half, more = _widest(batch, target, tuned)
    return batch, Stop(target, most, tuned, ended, half, more)


def _widest(batch: Batch, target: Target, tuned: float) -> tuple[float, float]:
    """Return half of the widest interval, and about how many more games it takes to be narrow enough."""
    if target.unit == "pp":
        name, rows = "win", wins(batch, tuned=tuned)
    else:
        name = "points"
        rows = scores(batch, tuned=tuned).filter(pl.col("stage") == GAME, pl.col("by") != ALL)
    value, se, low, high, n = (
        rows[column].cast(pl.Float64).fill_null(np.nan).to_numpy()
        for column in (name, f"{name}_se", f"{name}_low", f"{name}_high", "n_games")
    )
    half = np.nan_to_num(np.maximum(value - low, high - value), nan=np.inf).max()
    more = more_games(
        Estimate(value, se, low, high, n.astype(np.int64)), target.half, games=tuned
    ).max()
    return float(half), float(more)
