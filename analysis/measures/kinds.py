"""What the kinds of cards do to scores: how much they swing, what decides, how even the menu is."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.course import Course, Numbers
from analysis.measure import Means, Measure
from analysis.measures.scores import SPREAD, players


def _points(course: Course) -> Numbers:
    return course.points.sum(axis=0, dtype=np.int32)


def _squares(course: Course) -> Numbers:
    return np.einsum("pkg,pkg->kg", course.points, course.points, dtype=np.int32)


def _absolute(course: Course) -> Numbers:
    return np.abs(course.points).sum(axis=0, dtype=np.int32)


def _with_score(course: Course) -> Numbers:
    """Σ of points of the kind times deviation of the score, times P (kinds, games)."""
    return np.einsum("pkg,pg->kg", course.points, course.deviations)


def _entropy(m: Means) -> Any:
    """Return the entropy of the shares of the kinds over that of as many equal shares."""
    weight = m["absolute_points"]
    share = weight / weight.sum(axis=0)
    some = weight.real > 0
    nats = -(share * np.log(np.where(some, share, 1))).sum(axis=0)
    return nats / np.log(some.sum(axis=0))


def _gini(m: Means) -> Any:
    """Return Gini's coefficient of the kinds that move points."""
    ordered = np.sort(m["absolute_points"], axis=0)
    n = (ordered.real > 0).sum(axis=0)
    rank = np.arange(len(ordered))[:, None] + 1 - (len(ordered) - n)
    return ((2 * rank - n - 1) * ordered).sum(axis=0) / (n * ordered.sum(axis=0))


_ABSOLUTE = {"absolute_points": _absolute}
_MOVES = (
    "weight of a kind: mean of |points| it brings a player; kinds that never bring points (chopsticks,"
    " wasabi) are left out"
)

MEASURES = (
    Measure(
        name="swing",
        title="Swing of a kind",
        question="How much do the points of this kind vary, from game to game and from player to player?",
        unit="points",
        formula="√(mean of x² − (mean of x)²), x the points of the kind for one player in one game",
        entries={"points": _points, "squares_of_points": _squares, "players": players},
        value=lambda m: np.sqrt(
            m["squares_of_points"] / m["players"] - (m["points"] / m["players"]) ** 2
        ),
        parts="kind",
        fails="Points stand under the kind that scores them: wasabi's under nigiri. A kind that swings"
        " need not decide: who takes it gives something else up (see decides).",
    ),
    Measure(
        name="decides",
        title="What sets players apart",
        question="How much of the difference between the players of a table is due to this kind?",
        unit="share",
        formula="Σ (x − x̄)(s − s̄) / Σ (s − s̄)², over players and games, x the points of the kind, s the"
        " score, x̄ and s̄ the means of the table. The kinds add up to 1",
        entries={"with_score": _with_score, **SPREAD},
        value=lambda m: m["with_score"] / m["spread"],
        parts="kind",
        assumes="The points of the kinds add up to the score.",
        fails="Below 0 where a kind is taken by those who fall behind elsewhere. A share of a variance"
        " in an exact identity, no effect of taking the kind.",
        source="covariance decomposition of a sum: Shorrocks 1982, Econometrica 50",
    ),
    Measure(
        name="evenness",
        title="Evenness of the kinds",
        question="Do all kinds matter alike, or do a few bring nearly all points?",
        unit="share",
        formula="−Σ w ln w / ln K, w the shares of the weights of the K kinds. 1: all alike. "
        + _MOVES,
        entries=_ABSOLUTE,
        value=_entropy,
        parts="kind",
        single=True,
        fails="A kind that works through others (wasabi, chopsticks) counts as nothing. Nigiri are one"
        " kind and mostly the largest.",
        source="Pielou 1966",
    ),
    Measure(
        name="inequality",
        title="Inequality of the kinds",
        question="How unequal are the kinds in what they bring, as one reads it of incomes?",
        unit="gini",
        formula="Σ (2 i − K − 1) w_i / (K Σ w), weights in rising order. 0: all alike. " + _MOVES,
        entries=_ABSOLUTE,
        value=_gini,
        parts="kind",
        single=True,
        fails="As evenness. Kinds that are nearly level change places by chance, which draws it up a"
        " little.",
        source="Gini 1912; Sen 1973",
    ),
)
