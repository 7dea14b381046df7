"""A number and its uncertainty: means, shares and rates from exact sums.

Sums are whole numbers and stay so until the last division: variances are
``(n * sum_of_squares - sum ** 2)`` in Python integers, so that nothing cancels. Intervals are 95 %.

Where the sums do not hold the second moment that an interval needs, the interval is a bound: never
too narrow, mostly too wide. Each function says which it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special  # a fifth of the time that scipy.stats takes to import

LEVEL = 0.95
"""Coverage of all intervals."""

_Z = float(special.ndtri(0.5 + LEVEL / 2))

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Numbers with their uncertainty, as arrays of one shape (or of shape ``()``).

    Attributes
    ----------
    value : array of float
        The estimate; nan where nothing was observed.
    se : array of float
        Standard error, or an upper bound of it.
    low, high : array of float
        Ends of the 95 % interval.
    n : array of int
        Games behind each number.
    """

    value: Floats
    se: Floats
    low: Floats
    high: Floats
    n: Ints

    def __getitem__(self, index: Any) -> Estimate:
        """Return some of the numbers, as the arrays have them."""
        return Estimate(
            self.value[index], self.se[index], self.low[index], self.high[index], self.n[index]
        )

    def columns(self, name: str) -> Mapping[str, Floats]:
        """Return the columns of a frame: ``name``, ``name_se``, ``name_low``, ``name_high``."""
        return {
            name: self.value,
            f"{name}_se": self.se,
            f"{name}_low": self.low,
            f"{name}_high": self.high,
        }


def divide(a: ArrayLike, b: ArrayLike) -> Floats:
    """Return a / b, correctly rounded for whole numbers of any size; nan where b is 0."""
    quotient = np.frompyfunc(lambda x, y: x / y if y else np.nan, 2, 1)
    return np.asarray(quotient(_exact(a), _exact(b)), dtype=np.float64)


def variance(n: ArrayLike, total: ArrayLike, squares: ArrayLike) -> Floats:
    """Return the sample variance from n, the sum and the sum of squares; nan below two games."""
    n, total, squares = _exact(n), _exact(total), _exact(squares)
    return divide(n * squares - total * total, np.asarray(n * (n - 1), dtype=object))


def mean(n: ArrayLike, total: ArrayLike, squares: ArrayLike) -> Estimate:
    """Return means of independent games: exact moments, Student's interval."""
    se = np.sqrt(divide(variance(n, total, squares), n))
    counts = _counts(n, se)
    return _around(divide(total, n), se, counts, counts - 1.0)


def share(n: ArrayLike, total: ArrayLike, squares: ArrayLike, *, unit: int = 1) -> Estimate:
    """Return means of something between 0 and 1, such as the share of a win, in parts of `unit`.

    The score interval of Wilson (1927) with the variance of the share in place of the binomial
    one, which is never smaller (Bhatia and Davis, 2000): all means m with
    ``(mean - m)² <= z² d m (1 - m) / n``, where d is the ratio of the two variances found. It stays
    within 0 and 1, and is Wilson's own where all wins are whole, and at 0 and 1.
    """
    value = divide(total, _exact(n) * unit)
    var = variance(n, total, squares) / unit**2
    counts = _counts(n, value)
    binomial = value * (1 - value)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(binomial > 0, np.clip(var / binomial, 0, 1), 1.0)
        ratio = np.where(np.isnan(ratio) | (ratio == 0), 1.0, ratio)
        low, high = _wilson(value, counts / ratio)
        se = np.sqrt(var / counts)
    return Estimate(value, se, low, high, counts)


def proportion(n: ArrayLike, k: ArrayLike) -> Estimate:
    """Return k / n with Wilson's interval, for k of n independent games."""
    value = divide(k, n)
    counts = _counts(n, value)
    low, high = _wilson(value, counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        se = np.sqrt(value * (1 - value) / counts)
    return Estimate(value, se, low, high, counts)


def per_game(n: ArrayLike, total: ArrayLike, most: ArrayLike) -> Estimate:
    """Return counts per game of which no game has more than `most`.

    A bound: the variance of a number between 0 and b with mean m is at most m (b - m) (Bhatia and
    Davis, 2000).
    """
    value = divide(total, n)
    counts = _counts(n, value)
    cap = np.maximum(np.broadcast_to(np.asarray(most, np.float64), value.shape), value)
    with np.errstate(divide="ignore", invalid="ignore"):
        se = np.sqrt(value * (cap - value) / counts)
    return _around(value, se, counts, low=0.0)


def item_mean(
    n: ArrayLike, items: ArrayLike, total: ArrayLike, squares: ArrayLike, most: ArrayLike
) -> Estimate:
    """Return the mean over items (copies of a card) of which no game has more than `most`.

    Items of one game are not independent. A bound: by Cauchy and Schwarz the square of a game's sum
    of deviations is at most its number of items times their sum of squares.
    """
    items, total, squares = _exact(items), _exact(total), _exact(squares)
    value = divide(total, items)
    spread = divide(items * squares - total * total, np.asarray(items * items, dtype=object))
    with np.errstate(divide="ignore", invalid="ignore"):
        se = np.sqrt(spread * np.asarray(most, np.float64) / np.asarray(items, np.float64))
    return _around(value, se, _counts(n, value))


def item_share(n: ArrayLike, items: ArrayLike, k: ArrayLike, most: ArrayLike) -> Estimate:
    """Return k / items as `item_mean` does; Wilson's interval for items / most observations."""
    estimate = item_mean(n, items, k, k, most)
    with np.errstate(divide="ignore", invalid="ignore"):
        clusters = np.asarray(items, np.float64) / np.asarray(most, np.float64)
    low, high = _wilson(np.minimum(estimate.value, 1.0), clusters)
    return Estimate(estimate.value, estimate.se, low, high, estimate.n)


def ratio_bound(n: ArrayLike, items: ArrayLike, k: ArrayLike, others: ArrayLike) -> Estimate:
    """Return k / items, where most games have one item and some have several.

    A bound as in `item_share`, sharper where games with several items are rare. `others` is the sum
    over the items of the number of other items in its game.
    """
    value = divide(k, items)
    size = np.broadcast_to(np.asarray(items, np.float64), value.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        far = np.maximum(value, 1 - value) ** 2
        effect = 1 + np.asarray(others) * far / (size * value * (1 - value))
        effect = np.where(np.isfinite(effect), effect, 1 + np.asarray(others) / size)
        se = np.sqrt(effect * value * (1 - value) / size)
        low, high = _wilson(value, size / effect)
    return Estimate(value, se, low, high, _counts(n, value))


def ratio(n: ArrayLike, y: ArrayLike, x: ArrayLike, sd: ArrayLike) -> Estimate:
    """Return the pooled ratio of sums over the seats (first axis) of sums over the games.

    `sd` is, for each seat, the standard deviation of ``y - ratio * x`` of a game. A bound: seats of
    one game are not independent, and the deviation of a sum is at most the sum of the deviations
    (Minkowski).
    """
    value = divide(_exact(y).sum(axis=0), _exact(x).sum(axis=0))
    counts = _counts(n, value)
    with np.errstate(divide="ignore", invalid="ignore"):
        se = np.sqrt(counts) * np.sum(sd, axis=0) / np.asarray(_exact(x).sum(axis=0), np.float64)
    return _around(value, se, counts)


def pooled(seats: Estimate, *, low: float = -np.inf, high: float = np.inf) -> Estimate:
    """Return the mean over the seats (first axis), all of the same number of games.

    A bound: seats of one game are not independent, and the standard error of a mean is at most the
    mean of the standard errors (Minkowski).
    """
    value, se = seats.value.mean(axis=0), seats.se.mean(axis=0)
    return _around(value, se, seats.n.max(axis=0), low=low, high=high)


def stratified(strata: Estimate) -> Estimate:
    """Return the mean over strata of independent games (first axis), each of the same weight.

    Differences between the strata are no chance and do not widen the interval. Degrees of freedom
    as Satterthwaite (1946) has them.
    """
    n_strata = len(strata.value)
    with np.errstate(divide="ignore", invalid="ignore"):
        var = (strata.se**2).sum(axis=0)
        freedom = var**2 / (strata.se**4 / (strata.n - 1)).sum(axis=0)
    freedom = np.where(np.isfinite(freedom), freedom, np.inf)
    value = strata.value.mean(axis=0)
    return _around(value, np.sqrt(var) / n_strata, strata.n.sum(axis=0), freedom)


def stacked(estimates: Sequence[Estimate]) -> Estimate:
    """Return estimates of one shape as one, along a new first axis."""
    arrays = ([getattr(one, f.name) for one in estimates] for f in fields(Estimate))
    return Estimate(*map(np.stack, arrays))


def joined(estimates: Sequence[Estimate]) -> Estimate:
    """Return estimates as one, one after another along the first axis."""
    arrays = ([getattr(one, f.name) for one in estimates] for f in fields(Estimate))
    return Estimate(*map(np.concatenate, arrays))


def shifted(estimate: Estimate, by: float) -> Estimate:
    """Return an estimate plus a known number."""
    low, high = estimate.low + by, estimate.high + by
    return Estimate(estimate.value + by, estimate.se, low, high, estimate.n)


def scaled(estimate: Estimate, by: ArrayLike) -> Estimate:
    """Return an estimate times known numbers."""
    times = np.asarray(by, np.float64)
    value, se, one, other = (
        number * times for number in (estimate.value, estimate.se, estimate.low, estimate.high)
    )
    low, high = np.minimum(one, other), np.maximum(one, other)
    return Estimate(value, np.abs(se), low, high, _counts(estimate.n, value))


def difference(a: Estimate, b: Estimate) -> Estimate:
    """Return a - b for independent games (Welch)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        var = a.se**2 + b.se**2
        freedom = var**2 / (a.se**4 / (a.n - 1) + b.se**4 / (b.n - 1))
    freedom = np.where(np.isfinite(freedom), freedom, np.inf)
    return _around(a.value - b.value, np.sqrt(var), a.n + b.n, freedom)


def difference_bound(a: Estimate, b: Estimate) -> Estimate:
    """Return a - b where the two may hang together in any way: a bound."""
    return _around(a.value - b.value, a.se + b.se, np.maximum(a.n, b.n))


def block_ratio(y: ArrayLike, x: ArrayLike, n: ArrayLike) -> Estimate:
    """Return the ratio of sums over independent blocks (first axis): Student's interval.

    Whatever hangs together within a block is in the sums. Var ≈ B / (B - 1) Σ (y - ratio x)² / (Σ x)²,
    which is exact where x is the same in all blocks.
    """
    value, se, freedom = _block_ratio(y, x)
    return student(value, se, n, freedom)


def block_share(y: ArrayLike, x: ArrayLike, n: ArrayLike, *, observations: ArrayLike) -> Estimate:
    """Return a ratio of sums over independent blocks that lies between 0 and 1.

    See `bounded`; the standard error is the one that the blocks show.
    """
    value, se, freedom = _block_ratio(y, x)
    return bounded(value, se, n, freedom, observations=observations)


def _block_ratio(y: ArrayLike, x: ArrayLike) -> tuple[Floats, Floats, int]:
    """Return ratio, standard error and degrees of freedom."""
    y, x = np.asarray(y, np.float64), np.asarray(x, np.float64)
    n_blocks = len(y)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = y.sum(axis=0) / x.sum(axis=0)
        rest = ((y - value * x) ** 2).sum(axis=0)
        se = np.sqrt(rest * np.divide(n_blocks, n_blocks - 1)) / x.sum(axis=0)
    return value, se, n_blocks - 1


def student(value: Floats, se: Floats, n: ArrayLike, freedom: ArrayLike) -> Estimate:
    """Return numbers with Student's interval from their standard errors."""
    return _around(value, se, _counts(n, value), freedom)


def symmetric(estimate: Estimate) -> Estimate:
    """Return estimates of all their games with Student's intervals, nowhere narrower than theirs.

    For tests, which go by standard errors: where a share is 0 in all games, its interval says how little
    is known, and its standard error does not.
    """
    reach = np.fmax(estimate.value - estimate.low, estimate.high - estimate.value)
    se = np.fmax(estimate.se, reach / _quantile(estimate.n - 1))
    return student(estimate.value, se, estimate.n, estimate.n - 1)


def freedom(estimate: Estimate) -> Floats:
    """Return the degrees of freedom of Student's intervals, read off them; inf for normal ones."""
    with np.errstate(divide="ignore", invalid="ignore"):
        width = (estimate.high - estimate.low) / (2 * estimate.se)
    degrees = special.stdtridf(0.5 + LEVEL / 2, np.maximum(width, _Z))
    degrees = np.where(width > _Z * (1 + 1e-9), degrees, np.inf)
    # games that are all alike have intervals without width
    known = np.where(estimate.se == 0, estimate.n - 1.0, degrees)
    return np.where(np.isnan(estimate.high - estimate.low), np.nan, known)


def together(estimate: Estimate) -> Estimate:
    """Return Student's intervals as wide as all of them need to hold at once in 95 % (Bonferroni)."""
    questions = max(estimate.value.size, 1)
    degrees = freedom(estimate)
    with np.errstate(invalid="ignore"):
        half = special.stdtrit(degrees, 1 - (1 - LEVEL) / 2 / questions) * estimate.se
    value = estimate.value
    return Estimate(value, estimate.se, value - half, value + half, estimate.n)


def bounded(
    value: ArrayLike, se: ArrayLike, n: ArrayLike, freedom: ArrayLike, *, observations: ArrayLike
) -> Estimate:
    """Return numbers between 0 and 1 with an interval that stays there, from their standard errors.

    Wilson's interval with Student's quantile, for as many observations as have the standard error; at
    0 and 1, where there is none, for `observations` independent ones.
    """
    value, se = np.asarray(value, np.float64), np.asarray(se, np.float64)
    quantile = _quantile(freedom)
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = np.where(
            se > 0, value * (1 - value) / se**2, np.asarray(observations, np.float64)
        )
    low, high = _wilson(value, effective * (_Z / quantile) ** 2)
    unknown = np.isnan(quantile)
    low, high = np.where(unknown, np.nan, low), np.where(unknown, np.nan, high)
    return Estimate(value, se, low, high, _counts(n, value))


def _quantile(freedom: ArrayLike) -> Floats:
    """Return Student's quantile; nan without degrees of freedom."""
    degrees = np.where(np.asarray(freedom) > 0, freedom, np.nan)
    return np.asarray(special.stdtrit(degrees, 0.5 + LEVEL / 2))


def _exact(a: ArrayLike) -> NDArray[Any]:
    """Return an array of Python numbers, whose whole numbers have no limit."""
    return np.asarray(a).astype(object)


def _counts(n: ArrayLike, like: Floats) -> Ints:
    return np.broadcast_to(np.asarray(n, np.int64), like.shape)


def _around(
    value: Floats,
    se: Floats,
    n: Ints,
    freedom: ArrayLike = np.inf,
    *,
    low: float = -np.inf,
    high: float = np.inf,
) -> Estimate:
    """Return the symmetric interval, cut at what is possible."""
    half = _quantile(freedom) * se
    return Estimate(value, se, np.maximum(value - half, low), np.minimum(value + half, high), n)


def _wilson(p: Floats, n: ArrayLike) -> tuple[Floats, Floats]:
    """Return the ends of Wilson's interval (Wilson 1927, JASA 22)."""
    n = np.asarray(n, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        z2 = _Z * _Z / n
        centre = (p + z2 / 2) / (1 + z2)
        half = np.sqrt(z2 * p * (1 - p) + z2 * z2 / 4) / (1 + z2)
        low = np.where(p == 0, 0.0, centre - half)
        high = np.where(p == 1, 1.0, centre + half)
    return np.where(np.isnan(p), np.nan, low), np.where(np.isnan(p), np.nan, high)
