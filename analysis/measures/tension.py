"""How the chances to win move: where a game is decided, how much it surprises, how much it is awaited.

Belief moves from even chances, over the chances after rounds 1, 2 and 3 (`analysis.chances`), to the
win itself. A step ends with each round, the last one with the desserts.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from analysis.course import Course, Numbers
from analysis.estimate import Floats
from analysis.measure import Means, Measure, only
from simkit.schema import SHARE

FINE = 10_000  # numbers between 0 and 1 are counted in parts of this

_ASSUMES = (
    "Each seat's chance is the mean share of the win of seats with this gap to the best other seat, as"
    " the games of a block show it (bins of the gap, no form assumed); that it is estimated is in the"
    " interval."
)
_FAILS = (
    "The observer sees points only, and of these the gap to the best other seat: what desserts on the"
    " table, tokens or good players make others see coming is a surprise to it, mostly in the last"
    " step."
)


def _counted(*numbers: Floats) -> Numbers:
    return np.rint(FINE * np.stack(numbers)).astype(np.int32)


def _open(course: Course) -> Numbers:
    """Brier's score of the chances before each step (steps, games)."""
    at_first = ((course.win / SHARE - 1 / course.n_seats) ** 2).sum(axis=0)
    return _counted(at_first, *(chances.missed_squared for chances in course.chances))


def _unsure(course: Course) -> Numbers:
    """√Σ q (1 − q) before each step: how far the win is from the chances (steps, games)."""
    found = [np.full(course.n_games, np.sqrt(1 - 1 / course.n_seats))]
    for chances in course.chances:
        root = np.sqrt(chances.open_squared)
        found.append(root + chances.carried(_over(0.5 - chances.q, root)))
    return _counted(*found)


def _move(course: Course) -> Numbers:
    """√Σ (q after − q before)² of each step (steps, games)."""
    found = []
    for before, after in pairwise((None, *course.chances, None)):
        p = before.q if before else 1 / course.n_seats
        step = (after.q if after else course.win / SHARE) - p
        length = np.sqrt(np.einsum("pg,pg->g", step, step))
        slopes = _over(step, length)
        if before:
            length = length - before.carried(slopes)
        if after:
            length = length + after.carried(slopes)
        found.append(length)
    return _counted(*found)


def _over(a: Floats, b: Floats) -> Floats:
    """Return a / b; 0 where b is 0: nothing moves there, or nothing is missed."""
    return np.asarray(a * np.divide(1, b, out=np.zeros_like(b), where=b > 0))


def _resolved(m: Means) -> Any:
    """What each step takes from Brier's score."""
    after = np.concatenate([m["open"][1:], np.zeros_like(m["open"][:1])])
    return m["open"] - after


def _suspense(m: Means) -> Any:
    resolved, still = _resolved(m), m["open"]
    part = np.where(resolved.real > 0, resolved / np.where(still == 0, 1, still), 0)
    return m["unsure"] * np.sqrt(part) / FINE


MEASURES = (
    Measure(
        name="resolved",
        title="Where the game is decided",
        question="How much of what is open at the start does each round decide, and how much the desserts?",
        unit="share",
        formula="(B before the step − B after it) / B at the start, B = mean of Σ (u − q)² over the seats,"
        " u the share of the win and q the chance (Brier 1950), made unbiased as a variance within bins;"
        " after the desserts B = 0. The steps add up to 1",
        entries={"open": _open},
        value=lambda m: _resolved(m) / m["open"][:1],
        parts="step",
        assumes=_ASSUMES,
        fails=_FAILS,
        source="resolution of Brier's score: Murphy 1973",
    ),
    Measure(
        name="surprise",
        title="Surprise",
        question="How far do the chances move in this step?",
        unit="chance",
        formula="mean of √Σ (q after − q before)² over the seats: 0 if nothing moves, 1.41 if a sure"
        " winner loses to a sure loser",
        entries={"move": _move},
        value=only("move", of=FINE),
        parts="step",
        assumes=_ASSUMES,
        fails=_FAILS + " The error of the chances adds about 1 % in blocks of 1,000"
        " games and half as much in 4,096, which is not in the interval: do not trust it below 0.002.",
        source="Ely, Frankel and Kamenica 2015, Journal of Political Economy 123",
    ),
    Measure(
        name="suspense",
        title="Suspense",
        question="How far are the chances expected to move, when the step begins?",
        unit="chance",
        formula="mean of √(γ Σ q (1 − q)), the expectation of Σ (q after − q before)² given the chances"
        " before; γ is the part of what is open (B, see resolved) that the step decides",
        entries={"unsure": _unsure, "open": _open},
        value=_suspense,
        parts="step",
        assumes="Of what is open, the step decides the same part γ in all games, whoever leads. "
        + _ASSUMES,
        fails=_FAILS,
        source="Ely, Frankel and Kamenica 2015",
    ),
)
