"""Figures of a family drawn toward their mean, as far as few games make them unreliable.

Of many cards the best-looking is one that is rarely seen: with few games behind it a figure is far out
by chance. Shrinking takes out of each figure what chance is expected to have put in, judged by how much
the members of the family differ beyond chance (empirical Bayes). A member never seen is expected to be
like the others. What is shrunk stands beside the raw figure and never in its place: it is better on the
average over the family, and worse for a member that really is unlike the others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from analysis.estimate import LEVEL, Estimate, Floats, divide, freedom

_FEWEST = (
    4  # members that can tell chance from difference (Stein 1956: with three there is no gain)
)
_STEADY = 10  # games for which the variance that all members have in common counts
_STEPS = 4
_TAIL = (1 - LEVEL) / 2


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A family of figures, shrunk.

    Attributes
    ----------
    estimate : Estimate
        The members: expected value, its standard deviation, 95 % interval, and games as before.
    mean : float
        The mean of the family, toward which they are drawn.
    sd : float
        Standard deviation of the true values about it.
    weight : array of float
        How much the raw figure counts, between 0 (never seen) and 1.
    """

    estimate: Estimate
    mean: float
    sd: float
    weight: Floats


def shrunk(estimate: Estimate, seen: ArrayLike | None = None) -> Shrunk:
    """Shrink means or ratios with Student's intervals, one a member of the family (one axis).

    With raw figures x_j and their error variances e_j², τ² the variance of the truths and m the mean of
    the x_j weighted by 1 / (e_j² + τ²):

        value = x_j - b (x_j - m),  b = e_j² / (e_j² + τ²),
        sd² = (1 - b) e_j² + b² Var m + 2 / (k - 3) b² (x_j - m)².

    τ² comes from the moments (DerSimonian and Laird 1986), which for members of as many games each is
    Var(x_j) - mean(e_j²), and at least 0; plus 2 / (k - 3) (τ² + ē²), ē² the harmonic mean of the e_j².
    This correction and the last term of sd² are Morris's (1983, JASA 78): how much members differ is
    known from k of them only. Without them intervals of 95 % hold 81 to 97 %, with them 94 to 99.9 %.

    e_j² is the variance of a game, over the games that carry the figure (`seen`; left out, a degree of
    freedom more than the interval has). That variance is the member's own, steadied by ten games of the
    mean variance of all members, so that a member seen twice does not seem exact. Say how many games
    carry ratios that may come out alike in all of them: an interval without width does not tell it.

    *Assumes* truths that are roughly normal about the mean, and a family whose members nothing else
    tells apart. *Fails* for one member far from all others: it widens τ² for all, and is drawn in
    itself. Of fewer than four members seen none is shrunk.
    """
    if seen is None:
        degrees = freedom(estimate)
        seen = np.where(np.isinf(degrees), estimate.n, degrees + 1)
        seen = np.where(np.isnan(seen), ~np.isnan(estimate.value), seen)
    seen = np.asarray(seen, np.float64)
    own = np.where(np.isnan(estimate.se), 0, estimate.se**2 * seen)
    known = np.maximum(seen - 1, 0)
    common = float((known * own).sum() / max(known.sum(), 1))
    steadied = (known * own + _STEADY * common) / (known + _STEADY)
    error = _over(steadied, seen)
    family = _family(estimate.value, error)
    value, weight, unsure = family.drawn(estimate.value, error)
    own = np.full(len(value), family.spread)  # of a member never seen
    there = np.isfinite(error)
    own[there] = weight[there] * error[there]
    sd = np.sqrt(own + unsure)
    half = special.ndtri(1 - _TAIL) * sd
    ends = Estimate(value, sd, value - half, value + half, estimate.n)
    return Shrunk(ends, family.mean, float(np.sqrt(family.spread)), weight)


def shrunk_rates(n: ArrayLike, k: ArrayLike) -> Shrunk:
    """Shrink rates k_j / n_j, one a member of the family (one axis).

    As `shrunk`, with e_j² = (m (1 - m) - τ²) / n_j, which is to say with truths that follow a beta
    distribution, and

        value = (k_j + κ m) / (n_j + κ),  κ = m (1 - m) / τ² - 1.

    So the family counts as κ observations more, and at least as one, or as one if it has fewer than
    four members. sd² is that of the beta distribution of what the truth may be, value (1 - value) /
    (n_j + κ + 1), and Morris's terms; intervals are those of the beta distribution of this mean and sd.

    *Assumes*, beyond what `shrunk` does, n_j independent observations. Where those of a game hang
    together, n_j is to be the number of independent ones that would know the rate as well.
    """
    n, k = np.asarray(n, np.float64), np.asarray(k, np.float64)
    raw, least = divide(k, n), 0.5 / (n.sum() + 1)
    mean, spread = (k.sum() + 0.5) / (n.sum() + 1), 0.0
    for _ in range(_STEPS):  # what is chance depends on what is not
        whole = mean * (1 - mean)
        error = _over(np.full(n.shape, whole - spread), n)
        family = _family(raw, error, mean=mean, most=whole / 2)
        mean, spread = float(np.clip(family.mean, least, 1 - least)), family.spread
    value, weight, unsure = family.drawn(raw, error)
    value = np.clip(value, least, 1 - least)
    prior = whole / spread - 1
    square = value * (1 - value) / (n + prior + 1) + unsure
    size = np.maximum(value * (1 - value) / square - 1, 1e-6)
    low, high = (
        special.betaincinv(value * size, (1 - value) * size, q) for q in (_TAIL, 1 - _TAIL)
    )
    ends = Estimate(value, np.sqrt(square), low, high, n.astype(np.int64))
    return Shrunk(ends, mean, float(np.sqrt(spread)), weight)


@dataclass(frozen=True, slots=True)
class _Family:
    """What the members have in common: their mean, its variance, τ², and Morris's 2 / (k - 3)."""

    mean: float
    of_mean: float
    spread: float
    doubt: float

    def drawn(self, raw: Floats, error: Floats) -> tuple[Floats, Floats, Floats]:
        """Return values, weights of the raw figures, and variances from what is unsure of the family."""
        here = np.isfinite(error)
        value, b = np.full(len(raw), self.mean), np.ones(len(raw))
        b[here] = error[here] / (error[here] + self.spread)
        away = np.where(here, raw - self.mean, 0)
        value[here] = raw[here] - (b * away)[here]
        return value, 1 - b, b**2 * (self.of_mean + self.doubt * away**2)


def _family(raw: Floats, error: Floats, *, mean: float = np.nan, most: float = np.inf) -> _Family:
    """Return what members with such variances of error (inf: never seen) have in common.

    τ² is at most `most`, and that for fewer than four members; if none was seen their mean is `mean`.
    """
    here = np.isfinite(error)
    k, x, e = int(here.sum()), raw[here], error[here]
    spread, doubt = np.inf, 0.0
    if k >= _FEWEST:
        w = 1 / e
        apart = float(w @ (x - w @ x / w.sum()) ** 2)
        doubt = 2 / (k - 3)
        spread = max(apart - (k - 1), 0) / float(w.sum() - w @ w / w.sum())
        spread += doubt * (spread + 1 / float(w.mean()))
    spread = min(spread, most)
    if k == 0 or np.isinf(spread):
        return _Family(float(x.mean()) if k else mean, 0.0, spread, doubt)
    w = 1 / (e + spread)
    return _Family(float(w @ x / w.sum()), 1 / float(w.sum()), spread, doubt)


def _over(variance: Floats, n: Floats) -> Floats:
    """Return the variance of a mean, never quite 0; inf without observations."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(n > 0, np.maximum(variance, 1e-18) / n, np.inf)
