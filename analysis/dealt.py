"""What a card in the first hand is worth: deals are random, so a simple regression is an effect.

Of seats s and rounds r of a game let D be the copies of a card dealt into the first hand, U the result of the seat in
the whole game, and d its mean in the round: rounds do not have as many of all cards (desserts). The dealt lift is the
slope of U on D - d over all seats, rounds and games,

    lift = Σ (D - d) U / Σ (D - d)²:

what a copy more of the card in place of an average other card brings who is dealt it. It is no matter of who wants the
card: nobody chooses what is dealt. Whoever does not take it passes it on, so it is not what taking it brings.

Its variance is that of the residual sums of games, D and U centred: exact moments of some numbers a game.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate, student
from analysis.moments import Moments
from simkit.played import Played
from simkit.schema import N_ROUNDS

_ROUNDS = tuple(f"D {r}" for r in range(N_ROUNDS))
_NAMES = (*_ROUNDS, "DD", "score", "D score", "win", "D win")


def dealt_sums(games: Played, cards: NDArray[np.int64], players: int) -> Moments:
    """Add up a block for some cards together.

    Parameters
    ----------
    games : Played
    cards : array of int
        Numbers of the cards.
    players : int
        Seats that count: a dummy's does not.
    """
    copies = games.dealt[:, :players, cards].sum(axis=2, dtype=np.int64)
    score, win = games.total[-1, :players].astype(np.int64), games.win[:players].astype(np.int64)

    in_game = copies.sum(axis=0)  # a seat's result is the same in all rounds
    rows = [
        *copies.sum(axis=1),
        (copies**2).sum(axis=(0, 1)),
        score.sum(axis=0),
        (in_game * score).sum(axis=0),
        win.sum(axis=0),
        (in_game * win).sum(axis=0),
    ]
    return Moments.of(_NAMES, np.stack(rows))


def dealt_lift(sums: Moments, players: int, what: str = "score", *, unit: float = 1) -> Estimate:
    """Return the slope of the result on the copies dealt."""
    size = sums.n * players  # of a round
    at = {name: Fraction(int(total)) for name, total in zip(sums.names, sums.sums, strict=True)}
    mean_d = {name: at[name] / size for name in _ROUNDS}
    mean_u, all_d = at[what] / size, sum(mean_d.values())
    spread = at["DD"] - sum(at[name] * mean for name, mean in mean_d.items())
    if spread == 0:
        nothing = np.asarray(np.nan)
        return student(nothing, nothing, sums.n, sums.n - 1)
    slope = (at[f"D {what}"] - all_d * at[what]) / spread
    # of a game: Σ (D - d) (U - u - slope (D - d)), with the constant that makes its mean 0 left out
    weights = {
        f"D {what}": 1.0,
        **{name: float(2 * slope * mean - mean_u) for name, mean in mean_d.items()},
        what: float(-all_d),
        "DD": float(-slope),
    }
    residual = sums.linear(weights)
    se = residual.se * sums.n / float(spread) / unit
    return student(np.asarray(float(slope) / unit), np.asarray(se), sums.n, sums.n - 1)
