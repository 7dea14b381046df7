"""Games whose course is planted: points after each round are given, everything else follows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analysis.course import Course
from simkit.played import Played
from simkit.schema import SHARE

KINDS = ("roe", "eel", "tea")
FIRST_CARDS = (0, 2, 3)  # roe has two cards
N_CARDS = 4


def course(
    total: np.ndarray,
    *,
    points: np.ndarray | None = None,
    dealt: np.ndarray | None = None,
    taken: np.ndarray | None = None,
    players: int | None = None,
) -> Course:
    """Return games with these points.

    Parameters
    ----------
    total : array (4, seats, games)
        After each round and at the end.
    points : array (seats, kinds, games), optional
        Of the kinds; all points are the first one's otherwise.
    """
    _, seats, n = total.shape
    lead = total == total.max(axis=1, keepdims=True)
    if points is None:
        points = np.zeros((seats, len(KINDS), n), np.int16)
        points[:, 0] = total[3]
    played = Played(
        first=0,
        total=total.astype(np.int16),
        win=(lead[3] * SHARE // lead[3].sum(axis=0)).astype(np.int16),
        lead=lead,
        taken=np.zeros((seats, len(KINDS), n), np.uint8) if taken is None else taken,
        points=points.astype(np.int16),
        dealt=np.zeros((3, seats, N_CARDS, n), np.uint8) if dealt is None else dealt,
        preferred=np.zeros((seats, N_CARDS, N_CARDS), np.int64),
    )
    return Course(played, players or seats, KINDS, FIRST_CARDS)


def independent(
    rng: np.random.Generator,
    *,
    seats: int,
    games: int,
    sd: Sequence[float] = (60, 60, 60),
    desserts: float = 0,
) -> Course:
    """Return games of independent normal rounds, and desserts, of equal seats."""
    spread = np.array([*sd, desserts])[:, None, None]
    steps = rng.normal(0, 1, (4, seats, games)) * spread
    return course(np.rint(steps.cumsum(axis=0)))
