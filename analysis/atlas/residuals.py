"""What cards and pairs leave of a menu, and how far its own games say so.

The variance of what is left is known from all menus (τ², `analysis.atlas.mixed`); its tails are not, and who looks
for the best of thousands of menus looks at the tails. So what is left follows Student's distribution, with the
degrees of freedom that fit best, the normal one among them (Lange, Little and Taylor 1989, JASA 84). It is taken
as a mixture of normal ones (Andrews and Mallows 1974, JRSS B 36), so that the posterior of each menu is one as
well: a menu far out is believed to be far out where tails are heavy, and drawn in where they are not (Efron and
Morris 1971, JASA 66; Stephens 2017, Biostatistics 18).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from analysis.estimate import LEVEL, Floats

FREEDOMS = (np.inf, 30.0, 15.0, 10.0, 7.0, 5.0, 4.0, 3.0, 2.5)
"""Degrees of freedom to choose from; with 2 and fewer there is no variance."""

_GAIN = 2.0  # of the logarithm of the likelihood, for other tails than normal ones
_SHARES = np.array([0.002, 0.008, 0.02, 0.05, 0.12, 0.2, 0.2, 0.2, 0.2])
_TAIL = (1 - LEVEL) / 2
Z = float(special.ndtri(1 - _TAIL))
_HALVINGS, _NEWTONS = 4, 2
_ROOT = float(np.sqrt(2 * np.pi))


@dataclass(frozen=True)
class Tails:
    """Student's distribution of variance 1 as a mixture of normal ones.

    Attributes
    ----------
    freedom : float
        Degrees of freedom; inf is the normal distribution.
    shares, variances : array (normal ones,)
    """

    freedom: float
    shares: Floats
    variances: Floats

    @staticmethod
    def of(freedom: float) -> Tails:
        """Return the mixture of these degrees of freedom."""
        if np.isinf(freedom):
            return Tails(freedom, np.ones(1), np.ones(1))
        middles = np.cumsum(_SHARES) - _SHARES / 2
        variances = 1 / special.gammaincinv(freedom / 2, middles)
        return Tails(freedom, _SHARES, variances / float(_SHARES @ variances))


@dataclass(frozen=True)
class Mixture:
    """Distributions that are mixtures of normal ones, one an entry (normal ones first)."""

    share: Floats
    mean: Floats
    variance: Floats

    def moments(self) -> tuple[Floats, Floats]:
        """Return means and standard deviations."""
        mean = (self.share * self.mean).sum(axis=0)
        square = (self.share * (self.variance + (self.mean - mean) ** 2)).sum(axis=0)
        return mean, np.sqrt(square)

    def interval(self) -> tuple[Floats, Floats]:
        """Return the ends of 95 % intervals, with as much chance below as above."""
        sd = np.sqrt(self.variance)
        low, high = self.mean - Z * sd, self.mean + Z * sd
        if len(self.share) == 1:
            return low[0], high[0]
        return self._quantile(low, sd, _TAIL), self._quantile(high, sd, 1 - _TAIL)

    def below(self, x: Floats) -> Floats:
        """Return the chance to be below x."""
        sd = np.sqrt(np.maximum(self.variance, np.finfo(float).tiny))
        return np.asarray((self.share * special.ndtr((x - self.mean) / sd)).sum(axis=0))

    def _quantile(self, ends: Floats, sd: Floats, chance: float) -> Floats:
        """Return a quantile, which lies between those of the normal ones: by halving, then by Newton."""
        low, high = ends.min(axis=0), ends.max(axis=0)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            is_below = self.below(middle) < chance
            low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
        x, sd = (low + high) / 2, np.maximum(sd, np.finfo(float).tiny)
        for _ in range(_NEWTONS):
            density = (self.share * np.exp(-(((x - self.mean) / sd) ** 2) / 2) / sd).sum(axis=0)
            step = (chance - self.below(x)) * _ROOT / np.maximum(density, np.finfo(float).tiny)
            x = np.clip(x + step, low, high)
        return np.asarray(x)


def tails(away: Floats, tau2: Floats, s2: Floats) -> Tails:
    """Return the tails that fit best what is observed: 0 + what is left (τ²) + error (s²), one dimension."""
    choices = [Tails.of(freedom) for freedom in FREEDOMS]
    fits = [float(_likelihood(one, away, tau2, s2)[1].sum()) for one in choices]
    best = int(np.argmax(fits))
    return choices[best if fits[best] > fits[0] + _GAIN else 0]


def posterior(
    tails: Tails, value: Floats, variance: Floats, tau2: Floats, y: Floats, s2: Floats, free: Floats
) -> Mixture:
    """Return what is known of menus from what they have in common and from their own games.

    Of a normal one of variance t, with w = t / (t + s²): mean value + w (y - value), variance
    t s² / (t + s²) + (1 - w)² variance. Where a menu was not played, value and t + variance.

    Parameters
    ----------
    tails : Tails
    value, variance : array
        What level, cards and pairs say, and the variance of that.
    tau2 : array
        Variance of what is left.
    y, s2 : array
        Observed, and its variance of error; nan and inf where not played.
    free : array
        By what part of its variance y - value is less than that of y, as y had a say in value.
    """
    played = np.isfinite(s2)
    away = np.where(played, y - value, 0.0)
    t = _along(tails.variances, value) * tau2
    s2 = np.where(played, s2, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        w = np.where(played & (t + s2 > 0), t / (t + s2), 0.0)
    share = _likelihood(tails, away / np.sqrt(free), tau2, s2)[0]
    share = np.where(played, share, _along(tails.shares, value))
    left = np.where(played, w * s2, t)
    return Mixture(share, value + w * away, left + (1 - w) ** 2 * variance)


def predictive(tails: Tails, value: Floats, variance: Floats) -> Mixture:
    """Return the distribution of means of games of menus that were not seen.

    `variance` has those of each normal one's rest, of the value and of the error, added up (normal ones first).
    """
    return Mixture(_along(tails.shares, value), value[None], variance)


def _likelihood(tails: Tails, away: Floats, tau2: Floats, s2: Floats) -> tuple[Floats, Floats]:
    """Return the chances of each normal one given the observations, and these's log likelihoods."""
    total = np.maximum(_along(tails.variances, away) * tau2 + s2, np.finfo(float).tiny)
    logs = np.log(_along(tails.shares, away)) - 0.5 * (np.log(total) + away**2 / total)
    most = logs.max(axis=0)
    weights = np.exp(logs - most)
    sums = weights.sum(axis=0)
    return weights / sums, most + np.log(sums)


def _along(numbers: Floats, like: Floats) -> Floats:
    """Return a number for each normal one, along a new first axis."""
    return numbers.reshape(-1, *(1 for _ in like.shape))
