"""One scale of preference from pairwise choices: which card a policy takes when both are in hand.

The model of Bradley and Terry (1952): of c and d, c is taken with probability 1 / (1 + exp(s_d - s_c)).
Where a policy chooses from a whole hand with chances proportional to exp(s) (Luce 1959), this is what is
left of it for each two cards, whatever else was in hand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special
from scipy.sparse.csgraph import breadth_first_order

from analysis.choices import Choices, Strengths, parts, strengths
from analysis.estimate import LEVEL, Estimate, Floats, student

_HALVINGS = 60
_FAR = 50.0  # odds that nobody counts out


@dataclass(frozen=True, slots=True)
class Preferences:
    """Strengths of cards, as a policy takes them.

    Attributes
    ----------
    strength : Estimate
        Logarithm of the odds against an average card, of those on one scale. Infinite for a card that is
        always taken before these, or never; then one end of the interval is finite and says at least (at
        most) how strong it is. nan for a card that was never at hand together with them.
    explained : float
        How much of the preferences the scale tells: 1 if all pairs are as it says, 0 if it says no more
        than that every pair is even. What is left are preferences that run in circles or depend on the
        pair, and chance: with few games a good scale looks worse.
    """

    strength: Estimate
    explained: float

    def chance(self) -> Floats:
        """Return how often the scale expects c to be taken before d, as an array (c, d)."""
        value = self.strength.value
        with np.errstate(invalid="ignore"):
            over = special.expit(value[:, None] - value[None, :])
        np.fill_diagonal(over, 0.5)
        return np.asarray(over)


def preferences(taken: ArrayLike, n: ArrayLike) -> Preferences:
    """Fit the scale by maximum likelihood.

    Finite strengths fit best for cards that chains of "once taken before" join, both ways (Ford 1957);
    of several such groups the largest one is the scale, of mean 0. Standard errors are those of
    independent blocks (the sandwich of Huber 1967): choices of a game, and the pairs of a choice, hang
    together. For a card without a finite strength the end of its interval is where all choices between
    it and the cards of the scale going one way have a chance of 2.5 %; for that their number is divided
    by as much as the blocks show the errors of the other cards to be larger than those of independent
    choices.

    *Assumes* that preferences do not depend on the situation; where they do, as those of most policies,
    strengths are averages over the situations of these games. Intervals are a little narrow with few
    blocks: take 16 or more.

    Parameters
    ----------
    taken : array (blocks, c, d)
        How often c was taken with d at hand, by independent block of games.
    n : array
        Games behind each card's strength.

    Returns
    -------
    Preferences
        nan if no two cards were each taken before the other at least once, even by a chain.
    """
    taken = np.asarray(taken, np.float64) * (1 - np.eye(np.shape(taken)[-1]))
    total = taken.sum(axis=0)
    part = parts(total > 0)
    scale = np.flatnonzero(part == np.bincount(part).argmax())
    k = len(total)
    if len(scale) < 2:
        nothing = np.full(k, np.nan)
        return Preferences(student(nothing, nothing, n, 0), np.nan)
    within = taken[:, scale[:, None], scale]
    found = strengths(_choices(within))
    value, se = np.full(k, np.nan), np.full(k, np.nan)
    above, below = (_reached(links, scale[0]) for links in (total.T > 0, total > 0))
    value[above], value[below] = np.inf, -np.inf
    value[scale], se[scale] = found.value, np.sqrt(np.maximum(np.diag(found.covariance), 0))
    estimate = student(value, se, n, found.freedom)
    # where the number of choices says less than it seems to
    effect = np.fmax(np.trace(found.covariance) / np.trace(found.independent), 1)
    for card in np.flatnonzero(np.isinf(value)):
        choices = (total + total.T)[card, scale] / effect
        end = np.sign(value[card]) * _least(choices, np.sign(value[card]) * found.value)
        estimate.low[card], estimate.high[card] = np.sort([value[card], end])
    return Preferences(estimate, _explained(within.sum(axis=0), found))


def _choices(taken: Floats) -> Choices:
    """Return pairs as groups of two."""
    k = taken.shape[-1]
    first, second = np.triu_indices(k, 1)
    pairs = np.arange(len(first))
    there = np.zeros((len(first), k))
    there[pairs, first] = there[pairs, second] = 1
    by_block = np.zeros((len(taken), len(first), k))
    by_block[:, pairs, first] = taken[:, first, second]
    by_block[:, pairs, second] = taken[:, second, first]
    return Choices(there, by_block.sum(axis=0), [(pairs, block) for block in by_block])


def _reached(links: NDArray[np.bool_], start: int) -> NDArray[np.bool_]:
    """Return which cards chains of links lead to from one of them."""
    there = np.zeros(len(links), bool)
    there[breadth_first_order(links, start, return_predecessors=False)] = True
    return there


def _least(choices: Floats, others: Floats) -> float:
    """Return the strength with which all choices go a card's way in 2.5 % of cases."""
    low, high = -_FAR, _FAR
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        seldom = choices @ special.log_expit(middle - others) < np.log((1 - LEVEL) / 2)
        low, high = (middle, high) if seldom else (low, middle)
    return low if choices.any() else -np.inf


def _explained(total: Floats, found: Strengths) -> float:
    """Return the share of the deviance from even choices that strengths take away."""
    expected = special.expit(found.value[:, None] - found.value[None, :])
    pairs = total + total.T
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = np.where(pairs > 0, total / pairs, 0.5)
    likelihood = [float(special.xlogy(total, chance).sum()) for chance in (expected, observed)]
    even = float(total.sum() * np.log(0.5))
    return (likelihood[0] - even) / (likelihood[1] - even) if likelihood[1] > even else 1.0
