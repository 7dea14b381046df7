"""Strengths behind choices: who is taken from a group, one after another or two at a time.

The model (Bradley and Terry 1952 for groups of two, Plackett and Luce for more): from a group i is taken
with probability proportional to exp(s_i). Strengths are fitted by maximum likelihood, and their covariance
comes from independent blocks of games, so that it holds whatever hangs together within a block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from analysis.estimate import Floats, Ints

_MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Choices:
    """Who was there, and how often each was taken.

    Attributes
    ----------
    there : array (groups, members)
        Copies of each member in the group; a row for each different group.
    taken : array (groups, members)
        How often each was taken from the group.
    of_block : sequence of (rows, taken)
        The same for each independent block: rows of `there`, and how often each member was taken.
    """

    there: Floats
    taken: Floats
    of_block: Sequence[tuple[Ints, Floats]]


@dataclass(frozen=True, slots=True)
class Strengths:
    """Strengths, with mean 0, on the scale of the logarithm of odds.

    Attributes
    ----------
    value : array (members,)
        nan if no finite strengths fit best.
    covariance : array (members, members)
        Of the estimates, from the differences between blocks.
    independent : array (members, members)
        What the covariance would be if choices were independent and followed the model.
    freedom : int
        Blocks less one.
    """

    value: Floats
    covariance: Floats
    independent: Floats
    freedom: int


def strengths(choices: Choices) -> Strengths:
    """Fit strengths by maximum likelihood.

    The covariance is that of independent blocks (the sandwich of Huber 1967): where choices do not follow
    the model the strengths are those that fit best, and it holds for them.
    """
    freedom = len(choices.of_block) - 1
    n = choices.there.shape[1]
    if parts(choices.taken.T @ (choices.there > 0) > 0).any():
        nothing = np.full((n, n), np.nan)
        return Strengths(nothing[0], nothing, nothing, freedom)
    value, information = _fit(choices)
    inverse = np.linalg.pinv(information, hermitian=True)
    slopes = np.array(
        [_slope(choices.there[rows], taken, value) for rows, taken in choices.of_block]
    )
    spread = slopes.T @ slopes * (len(slopes) / freedom if freedom else np.nan)
    return Strengths(value, inverse @ spread @ inverse, np.asarray(inverse), freedom)


def parts(before: NDArray[np.bool_]) -> Ints:
    """Return the part (0, 1, ...) of each member within which finite strengths fit best.

    `before` says who was ever taken while whom was there; chains of it join a part, both ways (Ford 1957).
    """
    _, part = connected_components(before, directed=True, connection="strong")
    return np.asarray(part, np.int64)


def _fit(choices: Choices) -> tuple[Floats, Floats]:
    """Return the strengths of highest likelihood, which is concave, and its curvature there (Newton)."""
    there, taken = choices.there, choices.taken
    n = there.shape[1]
    strength = np.zeros(n)
    best = _likelihood(there, taken, strength)
    for _ in range(_MOST_STEPS):
        slope = _slope(there, taken, strength)
        information = _information(there, taken, strength)
        # all strengths together may move: the likelihood does not change, so this way is closed
        step = np.linalg.solve(information + information.trace() / n**2, slope)
        size = 1.0
        while (now := _likelihood(there, taken, strength + size * step)) < best and size > 1e-6:
            size /= 2
        strength = strength + size * step
        strength -= strength.mean()
        best = max(best, now)
        if np.abs(size * step).max() < 1e-9:
            break
    return strength, _information(there, taken, strength)


def _chances(there: Floats, strength: Floats) -> Floats:
    """Return the chance of each member to be taken from each group."""
    weight = there * np.exp(strength - strength.max())
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def _likelihood(there: Floats, taken: Floats, strength: Floats) -> float:
    """Return the logarithm of the likelihood, but for a constant."""
    total = np.log(there @ np.exp(strength - strength.max())) + strength.max()
    return float((taken * (strength - total[:, None])).sum())


def _slope(there: Floats, taken: Floats, strength: Floats) -> Floats:
    expected = _chances(there, strength) * taken.sum(axis=1, keepdims=True)
    return np.asarray((taken - expected).sum(axis=0))


def _information(there: Floats, taken: Floats, strength: Floats) -> Floats:
    chances = _chances(there, strength)
    weighted = chances * taken.sum(axis=1, keepdims=True)
    return np.asarray(np.diag(weighted.sum(axis=0)) - weighted.T @ chances)
