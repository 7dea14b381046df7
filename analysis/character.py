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
    whole = _Whole.of(moments)
    rows = []
    for measure in measures:
        found = whole.found(measure, arm)
        estimate = whole.estimate(measure, found)
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
    whole = _Whole.of(moments)
    rows = []
    for measure in measures:
        one, other = whole.found(measure, arm), whole.found(measure, base)
        at = [(i, other.parts.index(p)) for i, p in enumerate(one.parts) if p in other.parts]
        one, other = one.take([i for i, _ in at]), other.take([j for _, j in at])
        a, b = whole.estimate(measure, one), whole.estimate(measure, other)
        together = whole.covariance_of(one, other)
        difference = _apart(a, b, together)
        with np.errstate(divide="ignore", invalid="ignore"):
            reduction = (a.se**2 + b.se**2) / difference.se**2
        rows += [
            {
                "measure": measure.name,
                "part": part,
                "unit": measure.unit,
                "value": float(a.value[i]),
                "base_value": float(b.value[i]),
                **{name: float(x[i]) for name, x in difference.columns("difference").items()},
                "variance_reduction": float(reduction[i]),
                "n_games": moments.n,
            }
            for i, part in enumerate(one.parts)
        ]
    return pl.DataFrame(rows, schema_overrides={"part": pl.String}).fill_nan(None)


def _apart(a: Estimate, b: Estimate, together: Floats) -> Estimate:
    """Return a − b, where the two have a covariance."""
    value = a.value - b.value
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
class _Found:
    """Values of a measure by part, and their slopes in the entries `at`."""

    parts: tuple[str | None, ...]
    value: Floats
    at: NDArray[np.intp]
    slope: Floats

    def take(self, parts: Sequence[int]) -> _Found:
        chosen = list(parts)
        return _Found(
            tuple(self.parts[i] for i in chosen), self.value[chosen], self.at, self.slope[chosen]
        )


@dataclass(frozen=True, slots=True)
class _Whole:
    """Means and covariances of all entries, and where they stand."""

    n: int
    means: Floats
    covariance: Floats
    index: Mapping[str, list[int]]  # of an entry, or of all its parts
    parts: Mapping[str, list[str]]

    @staticmethod
    def of(moments: Moments) -> _Whole:
        index: dict[str, list[int]] = {}
        parts: dict[str, list[str]] = {}
        for i, name in enumerate(moments.names):
            arm, entry, *part = name.split("/")
            index.setdefault(f"{arm}/{entry}", []).append(i)
            parts.setdefault(f"{arm}/{entry}", []).extend(part)
        means = divide(moments.sums, moments.n)
        return _Whole(moments.n, means, moments.covariance(), index, parts)

    def found(self, measure: Measure, arm: int) -> _Found:
        names = {name: f"{arm}/{name}" for name in measure.entries}
        labels = [part for key in names.values() for part in self.parts[key]]
        parts = (None,) if measure.single or not labels else tuple(dict.fromkeys(labels))
        means = {
            name: self.means[self.index[key]].reshape(-1 if self.parts[key] else ())
            for name, key in names.items()
        }
        value, slope = measure.sloped(means)
        at = np.concatenate([self.index[key] for key in names.values()])
        return _Found(parts, value, at, slope)

    def estimate(self, measure: Measure, found: _Found) -> Estimate:
        se = np.sqrt(np.maximum(self.covariance_of(found, found), 0))
        if measure.rate:
            return bounded(found.value, se, self.n, self.n - 1, observations=self.n)
        return student(found.value, se, self.n, self.n - 1)

    def covariance_of(self, one: _Found, other: _Found) -> Floats:
        """Return the covariances of the values, part by part."""
        inner = self.covariance[np.ix_(one.at, other.at)]
        return np.asarray(np.einsum("pi,ij,pj->p", one.slope, inner, other.slope) / self.n)
