"""Sums over games of a few whole numbers a game, and of their products: all that means need.

A game gives a vector x: a seat's points, its share of the win, copies taken, the same numbers of
another arm on the same deals. Games are independent, and seats within a game are not: what is pooled
over seats is added up within the game, as an entry of x. From n, Σ x and Σ x xᵀ come means,
differences, linear combinations and ratios of entries, each with the variance that the games show;
a paired comparison is a difference of two entries.

The sums are exact whole numbers. They come out the same in any order of blocks, on any number of
threads, and nothing is rounded before the last division.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis import estimate
from analysis.estimate import Estimate, Floats, bounded, divide, student

_FLOAT_EXACT = 2**53  # whole numbers up to here are doubles
_INT_MAX = 2**63 - 1
_ROUNDING = 1e-12
_TELLING = 30  # games that are all alike say that few are not


@dataclass(frozen=True, slots=True)
class Moments:
    """Number of games, sums and sums of products of the entries of a game's vector.

    Every estimate is nan where there was nothing to estimate from, and its interval is nan below two
    games. In every method `unit` is how many of an entry's units make one of the answer's: 840 for
    shares of the win, which are counted in 840ths.

    Attributes
    ----------
    names : tuple of str
        Names of the k entries.
    n : int
        Games.
    sums : array (k,) of int
        Sum of each entry; Python's integers where int64 is too small.
    products : array (k, k) of int
        Sum of the product of each two entries.
    """

    names: tuple[str, ...]
    n: int
    sums: NDArray[Any]
    products: NDArray[Any]

    @staticmethod
    def of(names: Sequence[str], x: ArrayLike) -> Moments:
        """Add up games.

        Parameters
        ----------
        names : sequence of str
            A name for each entry.
        x : array (k, games) of int or bool
            The vectors.
        """
        x = np.asarray(x)
        if x.dtype.kind not in "biu":
            raise TypeError(f"Moments are of whole numbers, not of {x.dtype}.")
        if len(set(names)) != len(names) or x.ndim != 2 or len(x) != len(names):
            raise ValueError(f"{len(names)} names, each once, do not fit an array {x.shape}.")
        n = x.shape[1]
        most = _most(x)
        bound = most * most * n  # of every partial sum, of products and of entries
        # doubles multiply matrices fastest, and exactly: every partial sum is a whole number in range
        exact: Any = (
            np.float64 if bound <= _FLOAT_EXACT else np.int64 if bound <= _INT_MAX else object
        )
        wide = x.astype(exact)
        whole = object if exact is object else np.int64
        sums, products = wide.sum(axis=1).astype(whole), (wide @ wide.T).astype(whole)
        return Moments(tuple(names), n, sums, products)

    def __add__(self, other: Moments) -> Moments:
        if self.names != other.names:
            raise ValueError(f"Moments of {self.names} and of {other.names} do not add up.")
        return Moments(
            self.names,
            self.n + other.n,
            _added(self.sums, other.sums),
            _added(self.products, other.products),
        )

    def totals(self, name: str) -> tuple[int, int, int]:
        """Return the number of games, the sum of an entry and of its squares."""
        i = self._at(name)
        return self.n, int(self.sums[i]), int(self.products[i, i])

    def mean(self, name: str, *, unit: int = 1) -> Estimate:
        """Return the mean of an entry: Student's interval."""
        return self.linear({name: 1}, unit=unit)

    def means(self, names: Sequence[str], *, unit: int = 1) -> Estimate:
        """Return the means of entries, as arrays: Student's intervals."""
        at = [self._at(name) for name in names]
        return _student(self.n, self.sums[at], self.products[at, at], unit)

    def share(self, name: str, *, unit: int = 1) -> Estimate:
        """Return the mean of an entry that lies between 0 and `unit`: see `estimate.share`."""
        return estimate.share(*self.totals(name), unit=unit)

    def difference(self, a: str, b: str, *, unit: int = 1) -> Estimate:
        """Return the mean of entry a less entry b of the same game (paired): Student's interval."""
        return self.linear({a: 1, b: -1} if a != b else {a: 0}, unit=unit)

    def linear(self, weights: Mapping[str, float], *, unit: int = 1) -> Estimate:
        """Return the mean of a weighted sum of entries: Student's interval.

        Weights count to the last bit: a double is a fraction, and fractions add up exactly.
        """
        at = [self._at(name) for name in weights]
        by = [Fraction(weight) for weight in weights.values()]
        total = sum((w * int(self.sums[i]) for w, i in zip(by, at, strict=True)), Fraction())
        squares = self._product(at, by, at, by)
        return _student(self.n, total, squares, unit)

    def ratio(self, y: str, x: str, *, unit: int = 1) -> Estimate:
        """Return Σ y / Σ x, for an x that is never negative: the delta method.

        Var ≈ m / (m - 1) · Σ (y - ratio · x)² / (Σ x)², and Student's interval with m - 1 degrees of
        freedom, where m = (Σ x)² / Σ x² is the number of games that carry x (Kish 1965). So for an x of
        0 and 1 this is the mean of the games that have it, with its usual interval, and for a constant
        x that of all games.

        Below 30 games that carry x and are all alike there is no interval: the next one may differ.

        *Fails* where few games carry x and x differs much between them: the ratio is then biased by
        about 1 / m of its size, and the interval too narrow.
        """
        value, deviation = self._ratio(y, x)
        carrying = self._carrying(x)
        spread = self._product(*deviation, *deviation) * Fraction(1, unit**2)
        se = np.sqrt(float(spread) * _bessel(carrying))
        return student(divide(value, unit), np.asarray(se), self.n, _freedom(carrying, se))

    def rate(self, y: str, x: str) -> Estimate:
        """Return Σ y / Σ x where it lies between 0 and 1, as taken of offered: `ratio` within bounds.

        Wilson's interval with Student's quantile, for as many observations as have the standard error
        of `ratio`; at 0 and 1, where the games show none, for as many as there are games that carry x.
        """
        found = self.ratio(y, x)
        carrying = self._carrying(x)
        return bounded(found.value, found.se, self.n, carrying - 1, observations=carrying)

    def ratio_difference(
        self, first: tuple[str, str], second: tuple[str, str], *, unit: int = 1
    ) -> Estimate:
        """Return ratio (y₁, x₁) less ratio (y₂, x₂) of the same games (paired): the delta method.

        Degrees of freedom are those of the ratio that has fewer, which is never too many (Welch's lie
        above).
        """
        a, of_a = self._ratio(*first)
        b, of_b = self._ratio(*second)
        m_a, m_b = self._carrying(first[1]), self._carrying(second[1])
        f_a, f_b = _bessel(m_a), _bessel(m_b)
        apart = f_a * float(self._product(*of_a, *of_a)) + f_b * float(self._product(*of_b, *of_b))
        spread = apart - 2 * np.sqrt(f_a * f_b) * float(self._product(*of_a, *of_b))
        se = np.sqrt(spread if spread > _ROUNDING * apart else 0 * spread) / unit
        return student(divide(a - b, unit), np.asarray(se), self.n, _freedom(min(m_a, m_b), se))

    def variance_reduction(self, a: str, b: str) -> float:
        """Return how many times fewer games the pairing of a and b needs: (Var a + Var b) / Var(a - b).

        1 if the two do not hang together, below 1 if pairing harms; inf if they never differ.
        """
        one, other, between = (
            float(self.linear(weights).se) for weights in ({a: 1}, {b: 1}, {a: 1, b: -1})
        )
        apart = one**2 + other**2
        return apart / between**2 if between else (np.inf if apart > 0 else np.nan)

    def covariance(self) -> Floats:
        """Return the sample covariances (k, k) of the entries of a game."""
        sums = self.sums.astype(object)
        cross = self.n * self.products.astype(object) - np.multiply.outer(sums, sums)
        return divide(cross, self.n * (self.n - 1))

    def _at(self, name: str) -> int:
        return self.names.index(name)

    def _product(
        self,
        at: Sequence[int],
        by: Sequence[Fraction],
        other: Sequence[int],
        other_by: Sequence[Fraction],
    ) -> Fraction:
        """Return the sum over the games of the product of two weighted sums of entries."""
        return sum(
            (
                v * w * int(self.products[i, j])
                for i, v in zip(at, by, strict=True)
                for j, w in zip(other, other_by, strict=True)
            ),
            Fraction(),
        )

    def _ratio(self, y: str, x: str) -> tuple[Any, tuple[list[int], list[Fraction]]]:
        """Return Σ y / Σ x, a fraction or nan, and by which entries and weights a game deviates."""
        at = [self._at(y), self._at(x)]
        top, bottom = (int(self.sums[i]) for i in at)
        if not bottom:
            return np.nan, (at, [Fraction(), Fraction()])
        value = Fraction(top, bottom)
        return value, (at, [Fraction(1, bottom), -value / bottom])

    def _carrying(self, x: str) -> float:
        """Return the number of games that carry an entry (Kish's effective size of a sample)."""
        _, total, squares = self.totals(x)
        return float(divide(total**2, squares))


def _student(n: int, total: Any, squares: Any, unit: int) -> Estimate:
    """Return means in other units; each number is rounded once."""
    value = divide(total, n * unit)
    exact, of_squares = np.asarray(total).astype(object), np.asarray(squares).astype(object)
    spread = np.asarray(n * of_squares - exact * exact, dtype=object)
    se = np.sqrt(divide(spread, n * n * (n - 1) * unit**2))
    return student(value, se, n, n - 1)


def _freedom(carrying: float, se: float) -> float:
    """Return degrees of freedom; nan for a few games that are all alike, which tell no spread."""
    return carrying - 1 if se > 0 or carrying >= _TELLING else np.nan


def _bessel(n: float) -> float:
    return n / (n - 1) if n > 1 else np.nan


def _most(x: NDArray[Any]) -> int:
    """Return the largest absolute value."""
    return max(int(x.max()), -int(x.min())) if x.size else 0


def _added(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of whole numbers, which may outgrow int64."""
    if a.dtype != object and b.dtype != object and _most(a) + _most(b) <= _INT_MAX:
        return np.asarray(a + b)
    return np.asarray(a.astype(object) + b.astype(object))
