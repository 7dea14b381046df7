"""Which of many is best, or on the front of several goals: beliefs about all of them, and whom to play next.

What is known of a candidate in a goal is a normal distribution: what was to be expected of it before, by precision
weighted with what its games say. Larger is better here; goals of less have their sign turned by the caller.

- Whom to play next: the optimal computing budget allocation (OCBA; Chen, Lin, Yücesan and Chick 2000, Discrete Event
  Dynamic Systems 10; Chen and Lee 2011, *Stochastic Simulation Optimization*), by which the chance to take the wrong
  one falls fastest: games in proportion to (SD / gap)², for the leader SD · √Σ (games / SD)². With a smallest
  difference δ that matters the gap is the one to the leader plus δ (Gao and Chen 2015), and what is known beforehand
  counts as games played. With several goals a candidate's gap is the one to the leader that dominates it most clearly
  (Lee, Chew, Teng and Goldsman 2010, IIE Transactions 42).
- How sure the choice is: integrals over the beliefs (`chance_within`, `chances_to_be_best`, `shortfall`), and a bound
  where there are several goals (`chance_covered`).
- Which could as well be the best: Gupta's subset (`best_set`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from analysis.atlas.pareto import non_dominated
from analysis.estimate import Floats

Chosen: TypeAlias = NDArray[np.intp]
"""Numbers of candidates."""

_NODES = 401
_REACH = 6.0  # standard deviations beyond which nothing is expected
_TINY = 1e-12
_LEAST_CHANCE = 1e-300
_HALVINGS = 60
_TAIL = (0.9, 0.97, 0.99)  # of the estimates, at which the better tail is looked at
_TELLING = 20  # candidates beyond
_ROWS = 1000  # candidates that are looked at together: memory


@dataclass(frozen=True, slots=True)
class Belief:
    """What is known of candidates: independent normal distributions.

    Attributes
    ----------
    mean, sd : array (goals, candidates)
        Larger means are better; an infinite sd says that nothing is known.
    """

    mean: Floats
    sd: Floats

    def after(self, value: Floats, variance: Floats) -> Belief:
        """Return what is known after estimates of these variances (infinite where there is none)."""
        precision, more = 1 / self.sd**2, 1 / np.maximum(variance, _TINY**2)
        total = precision + more
        with np.errstate(invalid="ignore"):
            mean = (precision * self.mean + more * np.where(more > 0, value, 0.0)) / total
        return Belief(np.where(total > 0, mean, self.mean), 1 / np.sqrt(total))


def population(value: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """Return what is to be expected of a candidate of which nothing is known but that it is like these: mean and sd.

    A normal distribution, whose variance is that of the estimates less that of their errors (Efron and Morris 1975),
    plus its own standard error; and as wide as the better tail of the estimates needs, if that is wider. Too wide
    costs games, too narrow costs the truth.

    Parameters
    ----------
    value, variance : array (goals, candidates)
        Estimates and their squared standard errors; larger is better.
    """
    n = value.shape[1]
    mean, error = value.mean(axis=1), variance.mean(axis=1)
    if n < 2:
        return mean, np.full(len(value), np.inf)
    spread = value.var(axis=1, ddof=1)
    found = [spread + np.sqrt(2 / (n - 1)) * spread]
    for level in _TAIL:
        if n * (1 - level) >= _TELLING:
            reach = np.quantile(value, level, axis=1) - mean
            found.append((reach / special.ndtri(level)) ** 2)
    return mean, np.sqrt(np.maximum(np.max(found, axis=0) - error, _TINY**2))


def front(value: Floats) -> Chosen:
    """Return the candidates (goals, candidates) that none dominates; of one goal the first of the best."""
    return np.array([np.argmax(value[0])]) if len(value) == 1 else non_dominated(value.T)


def wanted(
    belief: Belief,
    prior: Belief,
    variance: Floats,
    played: NDArray[np.int64],
    slack: Floats,
    *,
    games: int,
    step: int,
) -> NDArray[np.int64]:
    """Return how many games each candidate should have been played, after so many more games in all.

    Parameters
    ----------
    belief : Belief
        What is known now.
    prior : Belief
        What was known before any game.
    variance : array (goals, candidates)
        Of a game.
    played : array (candidates,)
        Games so far.
    slack : array (goals,)
        The smallest differences that matter.
    games : int
        More games, in all; about, since steps are whole.
    step : int
        Games are played by so many.
    """
    leaders = front(belief.mean)
    at, gap = _gaps(belief.mean, leaders, np.sqrt(variance), slack)
    beforehand = 1 / prior.sd**2

    def plan(z: float) -> NDArray[np.int64]:
        need = (variance * np.maximum(z**2 / gap**2 - beforehand, 0)).max(axis=0)
        need[leaders] = 0
        squares = np.zeros((len(variance), len(leaders)))
        for goal, of_goal in enumerate(variance):
            np.add.at(squares[goal], at, need**2 / of_goal)
        need[leaders] = np.sqrt(variance[:, leaders] * squares).max(axis=0)
        target = np.ceil(np.minimum(need, _MOST_GAMES) / step).astype(np.int64) * step
        return np.asarray(np.maximum(target, played))

    low, high = 0.0, 1.0
    while (plan(high) - played).sum() < games and high < _MOST_Z:
        high *= 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if (plan(middle) - played).sum() <= games:
            low = middle
        else:
            high = middle
    return _filled(plan(low), plan(high), belief.mean, games - int((plan(low) - played).sum()))


def _filled(
    least: NDArray[np.int64], most: NDArray[np.int64], mean: Floats, games: int
) -> NDArray[np.int64]:
    """Return the lower plan with as much of the upper one as there are games for: many may want some at once."""
    more = most - least
    order = np.argsort(-mean.sum(axis=0), kind="stable")
    fits = np.cumsum(more[order]) <= games
    least[order[fits]] += more[order[fits]]
    return least


_MOST_GAMES = 2.0**40
_MOST_Z = 1e6


def _gaps(mean: Floats, leaders: Chosen, scale: Floats, slack: Floats) -> tuple[Chosen, Floats]:
    """Return by which of the leaders a candidate is beaten most clearly, and by how much in each goal, plus slack."""
    best = np.full(mean.shape[1], -np.inf)
    at = np.zeros(mean.shape[1], np.intp)
    for place, leader in enumerate(leaders):
        clear = ((mean[:, [leader]] - mean + slack[:, None]) / scale).min(axis=0)
        better = clear > best
        best[better], at[better] = clear[better], place
    gap = mean[:, leaders[at]] - mean + slack[:, None]
    return at, np.maximum(gap, _TINY)


def chance_within(belief: Belief, one: int, slack: float) -> float:
    """Return the chance that no candidate is better than this one by more than `slack`, in the one goal.

    The integral over what this one may be of the product of the chances of all others to be no more than that.
    """
    mean, sd = belief.mean[0], belief.sd[0]
    z = np.linspace(-_REACH, _REACH, _NODES)
    weight = np.exp(-(z**2) / 2)
    x = mean[one] + z * sd[one] + slack
    rivals = (mean + _REACH * sd > x[0]) & (np.arange(mean.size) != one)
    below = np.exp(_all_below(x, mean[rivals], sd[rivals]))
    return float((weight * below).sum() / weight.sum())


def chances_to_be_best(belief: Belief) -> Floats:
    """Return for each candidate the chance that it is the best, in the one goal; they add up to 1."""
    mean, sd = belief.mean[0], np.maximum(belief.sd[0], _TINY)
    x = _grid(mean, sd)
    rivals = np.flatnonzero(mean + _REACH * sd > x[0])
    every = _all_below(x, mean[rivals], sd[rivals])
    found = np.zeros(mean.size)
    for start in range(0, rivals.size, _ROWS):
        some = rivals[start : start + _ROWS]
        z = (x[None] - mean[some][:, None]) / sd[some][:, None]
        density = np.exp(-(z**2) / 2) / sd[some][:, None]
        others = np.exp(every[None] - _log_ndtr(z))
        found[some] = np.trapezoid(density * others, x, axis=1)
    return np.asarray(found / found.sum())


def shortfall(belief: Belief, one: int) -> float:
    """Return by how much the best candidate is better than this one, on average over the beliefs, in the one goal."""
    mean, sd = belief.mean[0], np.maximum(belief.sd[0], _TINY)
    x = _grid(mean, sd)
    rivals = mean + _REACH * sd > x[0]
    below = np.exp(_all_below(x, mean[rivals], sd[rivals]))
    return float(max(x[-1] - np.trapezoid(below, x) - mean[one], 0.0))


def chance_covered(belief: Belief, listed: Chosen, slack: Floats) -> float:
    """Return at least how probable it is that a list of candidates leaves nothing out, in several goals.

    It leaves something out if there is a candidate that, held against each one of the list, is better in some goal by
    more than the slack. The chances of all that are not on it are added up (Bonferroni), each against the one on the
    list that dominates it most surely.
    """
    missed = uncovered(belief, listed, slack)
    missed[listed] = 0
    return float(max(1 - missed.sum(), 0.0))


def uncovered(belief: Belief, listed: Chosen, slack: Floats) -> Floats:
    """Return for each candidate at most how probable it is that nobody on the list matches it."""
    least: Floats = np.ones(belief.mean.shape[1])
    for one in listed:
        apart = belief.mean[:, [one]] - belief.mean + slack[:, None]
        sd = np.sqrt(belief.sd**2 + belief.sd[:, [one]] ** 2)
        least = np.minimum(least, np.asarray(special.ndtr(-apart / sd)).sum(axis=0))
    return np.asarray(least)


def best_set(value: Floats, variance: Floats, *, miss: float) -> NDArray[np.bool_]:
    """Return which of some candidates could be the best: the best one is among them but for a chance of `miss`.

    Gupta's subset (1965, Technometrics 7) for unequal variances: whoever is not clearly beaten by anybody, each pair
    at the level `miss` / (number of others). Larger is better.

    Parameters
    ----------
    value : array (candidates,)
        Estimates, from games that had no part in their being chosen.
    variance : array (candidates, candidates)
        Of the difference of each two.
    miss : float
        The chance to miss the best one.
    """
    if value.size == 1:
        return np.ones(1, np.bool_)
    reach = -special.ndtri(miss / (value.size - 1)) * np.sqrt(np.maximum(variance, 0))
    beaten = value[None, :] - value[:, None] > reach
    return np.asarray(~beaten.any(axis=1))


def _all_below(x: Floats, mean: Floats, sd: Floats) -> Floats:
    """Return the logarithm of the chance of all candidates to be below each x."""
    sd = np.maximum(sd, _TINY)
    total = np.zeros_like(x)
    for start in range(0, mean.size, _ROWS):
        some = slice(start, start + _ROWS)
        total += _log_ndtr((x[None] - mean[some, None]) / sd[some, None]).sum(axis=0)
    return total


def _log_ndtr(z: Floats) -> Floats:
    """Return the logarithm of normal chances, good enough where it is below -690: six times as fast as scipy's."""
    return np.asarray(np.log(np.maximum(special.ndtr(z), _LEAST_CHANCE)))


def _grid(mean: Floats, sd: Floats) -> Floats:
    """Return places where the best of all may be, as close together as the narrowest of its rivals needs."""
    low, high = (mean - _REACH * sd).max(), (mean + _REACH * sd).max()
    narrow = sd[mean + _REACH * sd > low].min()
    n = int(np.clip((high - low) / narrow * 4, _NODES, 20 * _NODES))
    return np.linspace(low, high, n)
