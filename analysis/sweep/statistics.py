"""What a sweep keeps of a cell: sums of whole numbers of each game, and of those of their products it needs.

A measure is a function of means over games (`analysis.measure`); its standard error needs the covariances of the
numbers it is made of, and no others. So a row holds the sum of each number, and of the product of each two that some
measure takes together. Rows of one cell add up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.character import counted
from analysis.course import ROUNDS, Course
from analysis.estimate import Estimate, Floats, bounded, student, symmetric
from analysis.measure import Measure
from analysis.measures import hands, scores, standings
from analysis.sequences import anytime
from simkit.errors import InputError, nearest
from simkit.played import Played
from simkit.schema import N_ROUNDS

METRIC_VERSION = 1
"""Raised with every change of what the numbers of a game are: rows of older versions are another sweep's."""

SWEPT: tuple[Measure, ...] = (
    *scores.MEASURES,
    *standings.MEASURES,
    *(measure for measure in hands.MEASURES if measure.name == "kinds_taken"),
)
"""The measures that a sweep can tell, in the order in which they are shown.

They are made of numbers that a game has by itself, the same on every menu. Chances to win and the luck of hands are
fitted to blocks of games (`analysis.chances`), so their numbers depend on the block; those by kind are other ones on
every menu. For these see `simkit analyze`.
"""

_STEP = 1e-100  # of a complex step: see `analysis.delta`
_MOST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number that is taken of every game.

    Attributes
    ----------
    name : str
        In a store; that of a round ends with it: ``leaders_win_1``.
    entry : str
        As measures call it.
    part : str or None
        The round, of an entry by rounds.
    """

    name: str
    entry: str
    part: str | None


@cache
def numbers() -> tuple[Number, ...]:
    """Return the numbers that a sweep takes of every game."""
    return tuple(_number(name) for name in counted([_no_course()], SWEPT).names)


@cache
def products() -> tuple[tuple[Number, Number], ...]:
    """Return each two numbers (or a number and itself) that some measure takes together."""
    found: dict[tuple[str, str], tuple[Number, Number]] = {}
    for measure in SWEPT:
        for part in parts_of(measure):
            for a, b in combinations_with_replacement(numbers_of(measure, part), 2):
                found[a.name, b.name] = (a, b)
    order = {number.name: i for i, number in enumerate(numbers())}
    keys = sorted({tuple(sorted(key, key=order.__getitem__)) for key in found})
    by_name = {number.name: number for number in numbers()}
    return tuple((by_name[a], by_name[b]) for a, b in keys)


def numbers_of(measure: Measure, part: str | None) -> list[Number]:
    """Return the numbers that a measure is made of, in this round."""
    return [
        number
        for entry in measure.entries
        for number in numbers()
        if number.entry == entry and (number.part is None or number.part == part)
    ]


def parts_of(measure: Measure) -> tuple[str | None, ...]:
    """Return the rounds for which a measure has a value; None for the game as a whole."""
    return ROUNDS if measure.parts == "round" else (None,)


def column(measure: Measure, part: str | None) -> str:
    """Return what a value is called in tables: ``margin``, ``comeback_2``."""
    return measure.name if part is None else f"{measure.name}_{ROUNDS.index(part) + 1}"


@cache
def swept(name: str) -> tuple[Measure, str | None]:
    """Return the measure and the part that a column is of.

    Raises
    ------
    InputError
        A sweep has no such measure.
    """
    known = {column(of, part): (of, part) for of in SWEPT for part in parts_of(of)}
    if name not in known:
        raise InputError(
            f"measure '{name}' is unknown.{nearest(name, known)} Known: {', '.join(known)}."
        )
    return known[name]


@cache
def columns() -> tuple[str, ...]:
    """Return the names of the sums in a store: ``sum_margin``, ``product_margin_spread``."""
    sums = (f"sum_{number.name}" for number in numbers())
    return (*sums, *(_product(a, b) for a, b in products()))


def sums_of(courses: Sequence[Course]) -> NDArray[np.int64]:
    """Return the sums of games in the order of `columns`.

    Raises
    ------
    InputError
        There are so many games that sums do not fit 64 bits.
    """
    parts = [counted([course], SWEPT) for course in courses]
    total = sum(parts[1:], start=parts[0])
    at = {name: i for i, name in enumerate(total.names)}
    of = {number.name: at[_entry(number)] for number in numbers()}
    found = [int(total.sums[of[number.name]]) for number in numbers()]
    found += [int(total.products[of[a.name], of[b.name]]) for a, b in products()]
    if max(map(abs, found)) > _MOST:
        raise InputError(f"{total.n:,} games of one cell: too many, sums do not fit 64 bits.")
    return np.array(found, np.int64)


def estimate(
    measure: Measure, part: str | None, n: NDArray[np.int64], sums: Mapping[str, NDArray[Any]]
) -> Estimate:
    """Return a measure of many cells at once, with ordinary 95 % intervals.

    Parameters
    ----------
    measure, part : Measure, str or None
        What is asked; the round.
    n : array (cells,)
        Games.
    sums : mapping of str to array (cells,)
        The sums, by `columns`; those of the measure's numbers are enough.

    Notes
    -----
    The delta method, as `analysis.character` has it for one menu; the slope is a complex step's.
    """
    own = numbers_of(measure, part)
    games = n.astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = [sums[f"sum_{number.name}"] / games for number in own]
        value = _value(measure, own, means)
        slopes = [_slope(measure, own, means, i) for i in range(len(own))]
        spread = np.zeros_like(games)
        for i, a in enumerate(own):
            for j, b in enumerate(own):
                first, second = sorted((a, b), key=_order)
                cross = sums[_product(first, second)] / games - means[i] * means[j]
                spread += slopes[i] * slopes[j] * cross
        se = np.sqrt(np.maximum(spread, 0) / (games - 1))
    value[~np.isfinite(value)] = np.nan
    if measure.rate:
        return bounded(value, se, n, games - 1, observations=n)
    return student(value, se, n, games - 1)


def anytime_of(measure: Measure, ordinary: Estimate, *, games: float) -> Estimate:
    """Return a measure with intervals that hold at any look, tuned to a number of games.

    Where a share is 0 or 1 in all games, the ordinary interval says how little that is, and so does this one.
    """
    found = anytime(symmetric(ordinary) if measure.rate else ordinary, games=games)
    low, high = found.low, found.high
    if measure.rate:
        low, high = np.maximum(low, 0), np.minimum(high, 1)
    return Estimate(ordinary.value, ordinary.se, low, high, ordinary.n)


def needed(measure: Measure, part: str | None) -> list[str]:
    """Return the columns of a store that an estimate needs."""
    own = sorted(numbers_of(measure, part), key=_order)
    pairs = combinations_with_replacement(own, 2)
    return [*(f"sum_{number.name}" for number in own), *(_product(a, b) for a, b in pairs)]


def _value(measure: Measure, own: Sequence[Number], means: Sequence[Any]) -> Any:
    """Return a measure made of means; of an entry by rounds there is one part only, this round's."""
    given = {}
    for number, mean in zip(own, means, strict=True):
        given[number.entry] = mean if number.part is None else mean[None]
    return np.array(measure.value(given)).reshape(means[0].shape)


def _slope(measure: Measure, own: Sequence[Number], means: Sequence[Floats], i: int) -> Floats:
    shifted = [mean + (1j * _STEP if j == i else 0j) for j, mean in enumerate(means)]
    return np.asarray(_value(measure, own, shifted).imag / _STEP)


@cache
def _places() -> dict[str, int]:
    return {number.name: i for i, number in enumerate(numbers())}


def _order(number: Number) -> int:
    return _places()[number.name]


def _product(a: Number, b: Number) -> str:
    return f"product_{a.name}_{b.name}"


def _number(name: str) -> Number:
    """Return the number that `analysis.character.counted` calls ``0/entry`` or ``0/entry/round 1``."""
    _, entry, *part = name.split("/")
    if not part:
        return Number(entry, entry, None)
    return Number(f"{entry}_{ROUNDS.index(part[0]) + 1}", entry, part[0])


def _entry(number: Number) -> str:
    return f"0/{number.entry}" + ("" if number.part is None else f"/{number.part}")


def _no_course() -> Course:
    """Return a course of no points, which has all the entries that any has."""
    seats, kinds, games = 2, 1, 1
    return Course(
        Played(
            first=0,
            total=np.zeros((N_ROUNDS + 1, seats, games), np.int16),
            win=np.zeros((seats, games), np.int16),
            lead=np.zeros((N_ROUNDS + 1, seats, games), np.bool_),
            taken=np.zeros((seats, kinds, games), np.uint8),
            points=np.zeros((seats, kinds, games), np.int16),
            dealt=np.zeros((N_ROUNDS, seats, 1, games), np.uint8),
            preferred=np.zeros((seats, 1, 1), np.int64),
        ),
        players=seats,
        kinds=("nigiri",),
        first_cards=(0,),
    )
