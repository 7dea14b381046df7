"""Games to look at: how scores are spread, and the most unusual games, with their numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.played import Played
from simkit.schema import HIST_BINS, HIST_LOW, N_ROUNDS

UNUSUAL = {
    "highest score": "points",
    "lowest score": "points",
    "widest margin": "points of the winner more than the second",
    "greatest comeback": "points that the winner was behind after round 2",
}
"""What is looked for, and what its value is."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is kept of games to show some of them.

    Attributes
    ----------
    scores : array (seats, scores) of int
        Games by final score, from `simkit.schema.HIST_LOW` on; scores outside are counted at the ends.
    unusual : dict of str to (int, int, int)
        Value, seat and number of the most unusual game of each kind of `UNUSUAL`; of several the first.
    """

    scores: NDArray[np.int64]
    unusual: dict[str, tuple[int, int, int]]

    @staticmethod
    def of(games: Played) -> Evidence:
        """Look through a block of games."""
        final, seats = games.total[-1].astype(np.int64), games.n_seats
        bins = np.clip(final - HIST_LOW, 0, HIST_BINS - 1)
        counts = np.stack([np.bincount(row, minlength=HIST_BINS) for row in bins])
        two = np.sort(final, axis=0)[-2:]
        behind = games.total[N_ROUNDS - 2].astype(np.int64)
        deficit = np.where(games.lead[-1], behind.max(axis=0) - behind, -1)
        first = final == final.max(axis=0)
        looked_at = {
            "highest score": final,
            "lowest score": -final,
            "widest margin": np.where(first, two[1] - two[0], -1),
            "greatest comeback": deficit,
        }
        unusual = {}
        for name, values in looked_at.items():
            # of equal ones the first game
            game, seat = divmod(int(values.T.argmax()), seats)
            value = int(values[seat, game])
            unusual[name] = (-value if name == "lowest score" else value, seat, games.first + game)
        return Evidence(counts, unusual)

    def __add__(self, other: Evidence) -> Evidence:
        unusual = dict(self.unusual)
        for name, found in other.unusual.items():
            sign = -1 if name == "lowest score" else 1
            if sign * found[0] > sign * unusual[name][0]:
                unusual[name] = found
        return Evidence(self.scores + other.scores, unusual)

    def distribution(self) -> pl.DataFrame:
        """Return a row for each seat and final score that occurred: ``seat``, ``score``, ``games``."""
        seat, at = np.nonzero(self.scores)
        return pl.DataFrame({"seat": seat, "score": at + HIST_LOW, "games": self.scores[seat, at]})

    def outliers(self) -> pl.DataFrame:
        """Return a row for each of `UNUSUAL`: ``what``, ``value``, ``seat``, ``game``."""
        rows = [
            {"what": name, "value": value, "seat": seat, "game": game}
            for name, (value, seat, game) in self.unusual.items()
        ]
        return pl.DataFrame(rows)
