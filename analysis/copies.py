"""What the first, second, third copy of a kind brings: points of the kind by copies taken.

Observational: exact where points depend on the number of copies alone (sets), elsewhere the games in which three were
taken may not be those in which two were (majorities, wasabi).
"""

from __future__ import annotations

import numpy as np

from analysis.moments import Moments
from simkit.played import Played

MOST = 12
"""Copies that are told apart; more are counted with them."""


def copy_sums(games: Played, kind: int, players: int) -> Moments:
    """Add up a block: seats of a game by the copies of the kind that they took, and the kind's points.

    Parameters
    ----------
    games : Played
    kind : int
        Number of the kind.
    players : int
        Seats that count: a dummy's does not.
    """
    taken = np.minimum(games.taken[:players, kind], MOST)
    points = games.points[:players, kind].astype(np.int64)
    here = taken[None] == np.arange(MOST + 1, dtype=np.uint8)[:, None, None]
    rows = [here.sum(axis=1), (points * here).sum(axis=1)]
    return Moments.of(copy_names(), np.concatenate(rows))


def copy_names() -> tuple[str, ...]:
    """Return the names of the entries: seats with k copies, and their points."""
    numbers = range(MOST + 1)
    return (*(f"seats {k}" for k in numbers), *(f"points {k}" for k in numbers))
