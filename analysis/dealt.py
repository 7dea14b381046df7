"""What a card in the first hand is worth: deals are random, so a simple regression is an effect.

Of seats s and rounds r of a game let D be the copies of a card dealt into the first hand, U the result of the seat in
the whole game. The dealt lift is the slope of U on D over all seats, rounds and games,

    lift = (Σ D U - Σ D Σ U / N) / (Σ D² - (Σ D)² / N),   N games x rounds x seats:

what a copy more of the card in place of an average other card brings who is dealt it. It is no matter of who wants the
card: nobody chooses what is dealt. Whoever does not take it passes it on, so it is not what taking it brings.

Its variance is that of the residual sums of games, D and U centred: exact moments of four numbers a game.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate, Ints, student
from analysis.moments import Moments
from simkit.played import Played
from simkit.schema import N_ROUNDS

_NAMES = ("D", "DD", "score", "D score", "win", "D win")


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

    def of_game(a: Ints) -> Ints:
        return np.asarray(a.sum(axis=(0, 1)))

    in_game = copies.sum(axis=0)  # a seat's result is the same in all rounds
    rows = [
        of_game(copies),
        of_game(copies**2),
        score.sum(axis=0),
        (in_game * score).sum(axis=0),
        win.sum(axis=0),
        (in_game * win).sum(axis=0),
    ]
    return Moments.of(_NAMES, np.stack(rows))


def dealt_lift(sums: Moments, players: int, what: str = "score", *, unit: float = 1) -> Estimate:
    """Return the slope of the result on the copies dealt."""
    size = sums.n * N_ROUNDS * players
    at = {name: Fraction(int(total)) for name, total in zip(sums.names, sums.sums, strict=True)}
    mean_d = at["D"] / size
    mean_u = at[what] * N_ROUNDS / size
    spread = at["DD"] - at["D"] * mean_d
    if spread == 0:
        nothing = np.asarray(np.nan)
        return student(nothing, nothing, sums.n, sums.n - 1)
    slope = (at[f"D {what}"] - mean_d * at[what] * N_ROUNDS) / spread
    # of a game: Σ (D - d) (U - u - slope (D - d)), with the constant that makes its mean 0 left out
    weights = {
        f"D {what}": 1.0,
        "D": float(-mean_u + 2 * slope * mean_d),
        what: float(-mean_d * N_ROUNDS),
        "DD": float(-slope),
    }
    residual = sums.linear(weights)
    se = residual.se * sums.n / float(spread) / unit
    return student(np.asarray(float(slope) / unit), np.asarray(se), sums.n, sums.n - 1)
