"""How many points are made, how far apart seats end, and by how much a game is won."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.course import Course, Numbers
from analysis.measure import Entries, Means, Measure, only, quotient

CLOSE = 3
"""Points by which a close game is won at most: one squid nigiri, or the swing of one card."""


def players(course: Course) -> Numbers:
    """The number of players, in each game."""
    return np.full(course.n_games, course.players)


def spread(course: Course) -> Numbers:
    """P Σ s² − (Σ s)² of the scores s of the P players: P (P − 1) times their variance."""
    return (course.deviations**2).sum(axis=0) // course.players


def _squares(course: Course) -> Numbers:
    return np.square(course.scores, dtype=np.int32).sum(axis=0)


def _variance(m: Means) -> Any:
    """Return the variance of one seat's score from game to game and from seat to seat."""
    return m["squares"] / m["players"] - (m["score"] / m["players"]) ** 2


def _within(m: Means) -> Any:
    """Return the mean variance of the scores of one table."""
    return m["spread"] / (m["players"] * (m["players"] - 1))


_SCORE = {"score": lambda c: c.scores.sum(axis=0, dtype=np.int32), "players": players}

_MARGIN: Entries = {"margin": lambda c: c.margin}

SPREAD = {"spread": spread, "players": players}

MEASURES = (
    Measure(
        name="score",
        title="Score",
        question="How many points does a player make?",
        unit="points",
        formula="Σ over games and players of s / (n P), s the final score",
        entries=_SCORE,
        value=quotient("score", "players"),
        fails="Points do not win games, more points than the others do. Menus of high scores are not"
        " better or worse.",
    ),
    Measure(
        name="score_sd",
        title="Spread of scores",
        question="How much does the score of a player vary?",
        unit="points",
        formula="√(mean of s² − (mean of s)²), over all games and players",
        entries={**_SCORE, "squares": _squares},
        value=lambda m: np.sqrt(_variance(m)),
        fails="In a mixed line-up the differences between the players are part of it. It holds both"
        " what a whole table has in common (a rich deal) and what sets players apart: see table_sd.",
    ),
    Measure(
        name="table_sd",
        title="Spread at a table",
        question="How far apart do the players of one table end?",
        unit="points",
        formula="√(mean over games of Σ (s − s̄)² / (P − 1)), s̄ the mean of the table",
        entries=SPREAD,
        value=lambda m: np.sqrt(_within(m)),
        assumes="A dummy is left out.",
        fails="It is the root of the mean variance, so that a few lopsided games weigh much.",
    ),
    Measure(
        name="winning_score",
        title="Winning score",
        question="How many points does it take to win?",
        unit="points",
        formula="mean of the highest final score",
        entries={"winning": lambda c: c.two_best[0]},
        value=only("winning"),
        fails="It grows with the number of players even if nobody plays better: the best of more.",
    ),
    Measure(
        name="margin",
        title="Margin",
        question="By how many points is a game won?",
        unit="points",
        formula="mean of (highest − second highest final score); 0 where two are level",
        entries=_MARGIN,
        value=only("margin"),
        fails="It shrinks with the number of players and grows with the level of scores: compare"
        " relative_margin.",
    ),
    Measure(
        name="relative_margin",
        title="Margin, in spreads of the table",
        question="Is the winner as far ahead as chance alone would put the best of a table?",
        unit="sd",
        formula="margin / table_sd. Independent normal scores of equal players: 1.13, 0.85, 0.73, 0.67,"
        " 0.63, 0.60, 0.57 for 2 to 8 seats",
        entries={**_MARGIN, **SPREAD},
        value=lambda m: m["margin"] / np.sqrt(_within(m)),
        assumes="A dummy may win but is no part of table_sd.",
        fails="The normal reference is no norm, only a scale on which menus can be compared.",
        source="spacings of normal order statistics (Harter 1961)",
    ),
    Measure(
        name="range",
        title="First to last",
        question="How far is the last behind the first?",
        unit="points",
        formula="mean of (highest − lowest final score)",
        entries={"range": lambda c: c.two_best[0] - c.final.min(axis=0)},
        value=only("range"),
        fails="It grows with the number of players.",
    ),
    Measure(
        name="tie",
        title="Shared wins",
        question="How often is there more than one winner?",
        unit="share",
        formula="games with several winners after the tie-break / n",
        entries={"tie": lambda c: c.won.sum(axis=0) > 1},
        value=only("tie"),
        rate=True,
        fails="Ties that the dessert cards break are no shared wins.",
    ),
    Measure(
        name="close",
        title="Close games",
        question=f"How often is a game won by at most {CLOSE} points?",
        unit="share",
        formula=f"games with margin ≤ {CLOSE} / n",
        entries={"close": lambda c: c.margin <= CLOSE},
        value=only("close"),
        rate=True,
        fails=f"{CLOSE} points are much where scores are low: compare relative_margin.",
    ),
)
