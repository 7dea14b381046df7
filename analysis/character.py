"""What is this menu like? Some thirty measures, each with its interval, and none that adds them up.

``counted`` turns a block of games into exact moments, ``character`` the moments of all blocks into
estimates. Arms that are played on the same games (the same deals, the same luck) are counted
together, and ``differences`` compares two of them game by game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.course import Course
from analysis.estimate import Estimate, Floats, bounded, divide, student
from analysis.measure import Measure
from analysis.measures import MEASURES
from analysis.moments import Moments

_ROUNDING = 1e-12  # arms in which a measure is the same differ by no more


def counted(courses: Sequence[Course], measures: Sequence[Measure] = MEASURES) -> Moments:
    """Count what the measures need of every game.

    Parameters
    ----------
    courses : sequence of Course
        The same games in one arm or several: of several menus, say, with the same deals. A block of
        some thousand games: chances to win and the slopes of hands are fitted to each block.
    measures : sequence of Measure
        Which ones; fewer are counted faster.

    Returns
    -------
    Moments
        Of all entries of all arms. Blocks add up.
    """
    names: list[str] = []
    rows: list[NDArray[Any]] = []
    for arm, course in enumerate(courses):
        for name, numbers in _entries(course, measures):
            names.append(f"{arm}/{name}")
            rows.append(numbers)
    return Moments.of(names, np.stack(rows))


def _entries(course: Course, measures: Sequence[Measure]) -> Iterator[tuple[str, NDArray[Any]]]:
    done = set()
    for measure in measures:
        for name, take in measure.entries.items():
            if name in done:
                continue
            done.add(name)
            numbers = take(course)
            if numbers.ndim == 1:
                yield name, numbers
            else:
                labels = course.labels(measure.parts)
                yield from ((f"{name}/{x}", row) for x, row in zip(labels, numbers, strict=True))


def character(
    moments: Moments, *, arm: int = 0, measures: Sequence[Measure] = MEASURES
) -> pl.DataFrame:
    """Say what a menu is like.

    Parameters
    ----------
    moments : Moments
        Of `counted`, all blocks added up.
    arm : int
        Which of the arms.
    measures : sequence of Measure
        Which ones, of those that were counted.

    Returns
    -------
    polars.DataFrame
        A row for each measure and part (round, step or kind): ``measure``, ``part``, ``unit``, the
        estimate ``value``, ``n_games``. `analysis.measures.MEASURES` says what they mean.
    """
    values = Values.of(moments)
    rows = []
    for measure in measures:
        found = values.found(measure, arm)
        estimate = values.estimate(measure, found)
        rows += [
            {
                "measure": measure.name,
                "part": part,
                "unit": measure.unit,
                **{name: float(x[i]) for name, x in estimate.columns("value").items()},
                "n_games": moments.n,
            }
            for i, part in enumerate(found.parts)
        ]
    return pl.DataFrame(rows, schema_overrides={"part": pl.String}).fill_nan(None)


def differences(
    moments: Moments, *, arm: int = 1, base: int = 0, measures: Sequence[Measure] = MEASURES
) -> pl.DataFrame:
    """Say in what two menus differ, or two line-ups, that were played on the same games.

    Parameters
    ----------
    moments : Moments
        Of `counted`, all blocks added up.
    arm, base : int
        Which of the arms are compared.
    measures : sequence of Measure
        Which ones, of those that were counted.

    Returns
    -------
    polars.DataFrame
        A row for each measure and part that both have: ``measure``, ``part``, ``unit``; ``value`` of
        the arm and ``base_value``; the estimate ``difference`` (arm less base); ``variance_reduction``,
        how many times as many games of other deals in each arm would say as much; ``n_games``.

    Notes
    -----
    The interval puts those of the two values together with the correlation that the pairing gives
    them (MOVER: Zou and Donner 2008, Statistics in Medicine 27; for shares Newcombe's hybrid score
    interval, 1998). Where these are symmetric, it is the usual one for a paired difference; where a
    share is 0 or 1 in both arms, it is not empty.
    """
    values = Values.of(moments)
    rows = []
    for measure in measures:
        apart = values.apart(measure, arm, base)
        rows += [
            {
                "measure": measure.name,
                "part": part,
                "unit": measure.unit,
                "value": float(apart.one.value[i]),
                "base_value": float(apart.base.value[i]),
                **{name: float(x[i]) for name, x in apart.difference.columns("difference").items()},
                "variance_reduction": float(apart.variance_reduction[i]),
                "n_games": moments.n,
            }
            for i, part in enumerate(apart.parts)
        ]
    return pl.DataFrame(rows, schema_overrides={"part": pl.String}).fill_nan(None)


def _apart(a: Estimate, b: Estimate, together: Floats) -> Estimate:
    """Return a − b, where the two have a covariance."""
    value = a.value - b.value
    # what is the same is not apart by the last digit, of which no error would be too small
    rounding = _ROUNDING * (1 + np.abs(a.value) + np.abs(b.value))
    value = np.where(np.abs(value) <= rounding, 0 * value, value)
    both = a.se * b.se
    r = np.divide(together, both, out=np.zeros_like(both), where=both > 0)

    def reach(one: Floats, other: Floats) -> Floats:
        squares = one**2 + other**2
        apart = squares - 2 * r * one * other
        return np.asarray(np.sqrt(np.where(apart > _ROUNDING * squares, apart, 0 * squares)))

    se = reach(a.se, b.se)
    low = value - reach(a.value - a.low, b.high - b.value)
    high = value + reach(a.high - a.value, b.value - b.low)
    return Estimate(value, se, low, high, a.n)


@dataclass(frozen=True, slots=True)
class Found:
    """Values of a measure by part, and their slopes in the entries `at`."""

    parts: tuple[str | None, ...]
    value: Floats
    at: NDArray[np.intp]
    slope: Floats

    def take(self, parts: Sequence[int]) -> Found:
        """Return some of the parts."""
        chosen = list(parts)
        return Found(
            tuple(self.parts[i] for i in chosen), self.value[chosen], self.at, self.slope[chosen]
        )


@dataclass(frozen=True, slots=True)
class Apart:
    """A measure in two arms, by the parts that both have.

    Attributes
    ----------
    parts : tuple of str or None
    one, base : Estimate
        In the one arm and in the other.
    difference : Estimate
        One less base: see `differences`.
    variance_reduction : array
        How many times as many games of other deals in each arm would say as much.
    """

    parts: tuple[str | None, ...]
    one: Estimate
    base: Estimate
    difference: Estimate
    variance_reduction: Floats


@dataclass(frozen=True, slots=True)
class Values:
    """What measures are in all arms that were counted together, and how these hang together."""

    n: int
    means: Floats
    covariance: Floats
    index: Mapping[str, list[int]]  # of an entry, or of all its parts
    parts: Mapping[str, list[str]]

    @staticmethod
    def of(moments: Moments) -> Values:
        """Return the values that moments of `counted` hold."""
        index: dict[str, list[int]] = {}
        parts: dict[str, list[str]] = {}
        for i, name in enumerate(moments.names):
            arm, entry, *part = name.split("/")
            index.setdefault(f"{arm}/{entry}", []).append(i)
            parts.setdefault(f"{arm}/{entry}", []).extend(part)
        means = divide(moments.sums, moments.n)
        return Values(moments.n, means, moments.covariance(), index, parts)

    def found(self, measure: Measure, arm: int) -> Found:
        """Return a measure in an arm."""
        names = {name: f"{arm}/{name}" for name in measure.entries}
        labels = [part for key in names.values() for part in self.parts[key]]
        parts = (None,) if measure.single or not labels else tuple(dict.fromkeys(labels))
        means = {
            name: self.means[self.index[key]].reshape(-1 if self.parts[key] else ())
            for name, key in names.items()
        }
        value, slope = measure.sloped(means)
        value[~np.isfinite(value)] = np.nan  # nothing to divide by
        at = np.concatenate([self.index[key] for key in names.values()])
        return Found(parts, value, at, slope)

    def estimate(self, measure: Measure, found: Found) -> Estimate:
        """Return what was found with its interval."""
        se = np.sqrt(np.maximum(self.covariance_of(found, found), 0))
        if measure.rate:
            return bounded(found.value, se, self.n, self.n - 1, observations=self.n)
        return student(found.value, se, self.n, self.n - 1)

    def apart(self, measure: Measure, arm: int, base: int) -> Apart:
        """Compare a measure in two arms."""
        one, other = common([self.found(measure, arm), self.found(measure, base)])
        a, b = self.estimate(measure, one), self.estimate(measure, other)
        difference = _apart(a, b, self.covariance_of(one, other))
        with np.errstate(divide="ignore", invalid="ignore"):
            reduction = (a.se**2 + b.se**2) / difference.se**2
        return Apart(one.parts, a, b, difference, reduction)

    def covariance_of(self, one: Found, other: Found) -> Floats:
        """Return the covariances of the values, part by part."""
        inner = self.covariance[np.ix_(one.at, other.at)]
        return np.asarray(np.einsum("pi,ij,pj->p", one.slope, inner, other.slope) / self.n)


def common(found: Sequence[Found]) -> list[Found]:
    """Return the parts of a measure that all arms have."""
    shared = [part for part in found[0].parts if all(part in one.parts for one in found)]
    return [one.take([one.parts.index(part) for part in shared]) for one in found]
