"""A number and its uncertainty: means, shares and rates from exact sums.

Sums are whole numbers and stay so until the last division: variances are
``(n * sum_of_squares - sum ** 2)`` in Python integers, so that nothing cancels. Intervals are 95 %.

Where the sums do not hold the second moment that an interval needs, it comes from how much blocks of
games differ.
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

_ROUNDING = 1e-13

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Ratio: TypeAlias = tuple[float, ArrayLike, ArrayLike]
"""A weight, numerators and denominators."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Numbers with their uncertainty, as arrays of one shape (or of shape ``()``).

    Attributes
    ----------
    value : array of float
        The estimate; nan where nothing was observed.
    se : array of float
        Standard error.
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


def columns(numbers: Mapping[str, Estimate]) -> dict[str, NDArray[Any]]:
    """Return the columns of several estimates by their names."""
    return {
        name: values
        for number, estimate in numbers.items()
        for name, values in estimate.columns(number).items()
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


def share_difference(a: Estimate, b: Estimate, se: ArrayLike | None = None) -> Estimate:
    """Return a - b for shares, each with an interval that stays within 0 and 1.

    The ends are those of the shares, squared and added (Newcombe 1998, method 10), so that a share of 0
    or 1 of few games, which shows no error, has one in the difference too. With `se`, the standard error
    of the difference of shares that hang together, by the correlation that it shows (Zou 2007).
    """
    apart = a.se**2 + b.se**2
    se = np.sqrt(apart) if se is None else np.asarray(se, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = np.nan_to_num((apart - se**2) / (2 * a.se * b.se), posinf=0.0, neginf=0.0)
    correlation = np.clip(correlation, -1, 1)

    def added(x: Floats, y: Floats) -> Floats:
        return np.asarray(np.sqrt(np.maximum(x**2 + y**2 - 2 * correlation * x * y, 0.0)))

    value = a.value - b.value
    low = value - added(a.value - a.low, b.high - b.value)
    high = value + added(a.high - a.value, b.value - b.low)
    return Estimate(value, se, low, high, _counts(np.maximum(a.n, b.n), value))


def block_ratio(y: ArrayLike, x: ArrayLike, n: ArrayLike, *, low: float = -np.inf) -> Estimate:
    """Return the ratio of sums over independent blocks (first axis): see `block_linear`.

    The interval is cut at `low`, below which the ratio can not be.
    """
    value, se, freedom = _block_linear([(1, y, x)])
    return _around(value, se, _counts(n, value), freedom, low=low)


def block_share(y: ArrayLike, x: ArrayLike, n: ArrayLike, *, observations: ArrayLike) -> Estimate:
    """Return a ratio of sums over independent blocks that lies between 0 and 1.

    See `bounded`; the standard error is the one that the blocks show.
    """
    value, se, freedom = _block_linear([(1, y, x)])
    whole = np.rint(value)
    is_whole = np.abs(value - whole) < _ROUNDING  # sums may have weights, and so be rounded
    value, se = np.where(is_whole, whole, value), np.where(is_whole & (se == se), 0.0, se)
    return bounded(value, se, n, freedom, observations=observations)


def block_linear(terms: Sequence[Ratio], n: ArrayLike) -> Estimate:
    """Return a weighted sum of ratios of sums Σ y / Σ x over blocks (first axis), for x never negative.

    Whatever hangs together within a block is in the sums. The variance of one ratio is
    m / (m - 1) Σ (y - ratio x)² / (Σ x)², where m = (Σ x)² / Σ x² is the number of blocks that carry x
    (Kish 1965): exact where x is the same in all blocks. Of several ratios the deviations add up within
    the block. Student's interval with m - 1 degrees of freedom, of several ratios the lowest; none where
    fewer than two blocks' worth carry x.

    Parameters
    ----------
    terms : sequence of (weight, y, x)
        The ratios, arrays of one shape.
    n : array of int
        Games behind the numbers.
    """
    value, se, freedom = _block_linear(terms)
    return student(value, se, n, freedom)


def _block_linear(terms: Sequence[Ratio]) -> tuple[Floats, Floats, Floats]:
    """Return value, standard error and degrees of freedom."""
    values, deviations, carrying = [], [], []
    with np.errstate(divide="ignore", invalid="ignore"):
        for weight, above, below in terms:
            y, x = np.broadcast_arrays(np.asarray(above, np.float64), np.asarray(below, np.float64))
            total = x.sum(axis=0)
            total = np.where(total == 0, np.nan, total)
            value = y.sum(axis=0) / total
            m = total**2 / (x**2).sum(axis=0)
            values.append(weight * value)
            deviations.append(weight * (y - value * x) / total * np.sqrt(m / (m - 1)))
            carrying.append(m)
        freedom = np.min(carrying, axis=0) - 1
        freedom = np.where(freedom > 1 - _ROUNDING, freedom, np.nan)
        se = np.sqrt((np.sum(deviations, axis=0) ** 2).sum(axis=0))
    return np.sum(values, axis=0), np.where(np.isnan(freedom), np.nan, se), freedom


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
) -> Estimate:
    """Return the symmetric interval, cut at what is possible."""
    half = _quantile(freedom) * se
    return Estimate(value, se, np.maximum(value - half, low), value + half, n)


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
