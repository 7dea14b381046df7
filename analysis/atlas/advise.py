"""Which swap of one or two cards brings a menu nearer to a goal? Screened by the way, then played on the same games.

All swaps that the rule book allows are screened as `analysis.atlas.find` screens menus: those of one card by
themselves, those of two by themselves, since a second card nearly always does some more. The best few of each and the
menu itself are then played on fresh games, the same ones in all of them, so that a difference is one of pairs, and
luck in the screening is not taken for a good swap. All differences are judged together: their intervals all hold at
once in 95 %, and not one verdict is wrong in 95 % (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from analysis.atlas.choice import Chosen, front, uncovered
from analysis.atlas.find import Asked, Play, Prior, Table, derived
from analysis.atlas.goals import Goal
from analysis.atlas.neighbours import Swap, neighbours
from analysis.character import Apart, Values, counted
from analysis.course import Course
from analysis.deltas import Deltas
from analysis.estimate import Estimate, joined, symmetric, together
from analysis.gather import Budget, gather
from analysis.moments import Moments
from analysis.multiple import DIFFERENT, verdicts
from analysis.sweep.cells import Cell
from analysis.sweep.statistics import swept
from simkit.errors import InputError
from simkit.experiment import Arm
from simkit.menus import Menu, load
from simkit.played import Played

BUDGET = 2_000_000
"""Games of an advice, at the most, if nobody says how many."""

SCREEN = 0.5
"""Part of them that the screening may take."""

LEAST = 500
"""Fresh games of each menu, at least: with fewer, intervals do not hold."""

_FINALISTS = 4  # of each number of cards; of several goals, the front may have more,
_MOST = 8  # up to so many

BETTER, WORSE = "better", "worse"
"""What a swap does for a goal; or another verdict of `analysis.multiple`."""

Fresh: TypeAlias = Callable[[Sequence[Menu], int, int], Moments]
"""Plays menus on the same games, so many, of a seed; moments of `analysis.character.counted`."""


@dataclass(frozen=True, slots=True)
class Screened:
    """What came of the swaps of one number of cards.

    Attributes
    ----------
    n_cards : int
        Cards that are swapped.
    n_swaps : int
        Ways to do it.
    n_games : int
        Games that were played of them, all together.
    chance : float
        How probable it is that none of the others is better than those that were played on by more than what matters:
        as `analysis.atlas.find.Found.chance`.
    """

    n_cards: int
    n_swaps: int
    n_games: int
    chance: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What swaps of cards do to a menu.

    Attributes
    ----------
    menu : Menu
    players : int
    policies : tuple of str
    goals : tuple of Goal
    slack : tuple of float
        The smallest difference that matters, by goal.
    seed, budget : int
    screened : tuple of Screened
        By number of cards.
    n_games : int
        Fresh games of each menu.
    swaps : polars.DataFrame
        A row for each swap that was played on and each goal, the best swap first: ``swap`` in words, ``n_cards``,
        ``cards`` of the new menu, ``front`` (whether no other swap, nor the menu as it is, is at least as good in all
        goals), ``goal``, ``measure``, ``unit``, ``delta``, ``before`` and ``after`` (values on the menu and with the
        swap), the estimate ``difference``, with intervals that all hold at once in 95 %, ``p_different``,
        ``p_equivalent``, ``verdict`` (better, worse, different but small, equivalent, can't tell), ``more`` (games
        that it takes to tell), ``n_games``.
    failed : tuple of (str, str)
        Swaps that could not be played, and why.
    """

    menu: Menu
    players: int
    policies: tuple[str, ...]
    goals: tuple[Goal, ...]
    slack: tuple[float, ...]
    seed: int
    budget: int
    screened: tuple[Screened, ...]
    n_games: int
    swaps: pl.DataFrame
    failed: tuple[tuple[str, str], ...]


def advise(
    menu: str | Path | Menu,
    players: int,
    goals: Sequence[Goal],
    *,
    play: Play,
    policies: Sequence[str] = ("weighted",),
    swaps: Sequence[int] = (1, 2),
    budget: int = BUDGET,
    seed: int = 0,
    deltas: Deltas | None = None,
    prior: Callable[[Sequence[Cell], Sequence[Goal]], Prior] | None = None,
    fresh: Fresh | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Advice:
    """Say which swaps of cards bring a menu nearer to its goals.

    Parameters
    ----------
    menu : str, path or Menu
        Of Sushi Go Party!, as the rule book has them.
    players : int
    goals : sequence of Goal
        One or several, which are never added up.
    play : callable
        Plays jobs, for the screening.
    policies : sequence of str
        One for all seats, or one for each.
    swaps : sequence of int
        Numbers of cards that are swapped: 1, 2.
    budget : int
        Games of all menus together, at the most.
    seed : int
        Decides every game.
    deltas : Deltas, optional
        The smallest differences that matter.
    prior : callable, optional
        What an atlas knows of cells.
    fresh : callable, optional
        Plays the fresh games; by default in this process, on so many `threads`.
    threads : int, optional
        As for `simkit.observe`.
    progress : callable, optional
        Called with the games done, and with those that there may be at the most.

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    menu = load(menu)
    asked = Asked.of(goals, Deltas() if deltas is None else deltas)
    found = list(neighbours(menu, players, swaps=swaps))
    chosen: list[Swap] = []
    screened: list[Screened] = []
    failed: list[tuple[str, str]] = []
    sizes = sorted(set(swaps))
    done = 0
    for n_cards in sizes:
        some = [swap for swap in found if len(swap.out) == n_cards]
        table = Table(
            [Cell.of(swap.menu, players, policies, seed=derived(seed, "screen")) for swap in some],
            asked,
        )
        known = None if prior is None else prior(table.cells, goals)
        most = int(SCREEN * budget * len(some) / len(found))
        if most < table.least(prior=known, learns=False):
            raise InputError(_too_few(budget, len(found)))
        before = done
        told = None if progress is None else lambda n, so_far=before: progress(so_far + n, budget)
        table.screen(play=play, most=most, prior=known, progress=told)
        best = _finalists(table)
        chosen += [some[i] for i in best]
        screened.append(Screened(n_cards, len(some), table.n_games, _chance(table, best)))
        failed += [(str(some[i]), why) for i, why in sorted(table.failed.items())]
        done += table.n_games
    each = min(budget - done, int((1 - SCREEN) * budget)) // (1 + len(chosen))
    if each < LEAST:
        raise InputError(_too_few(budget, len(found)))
    if fresh is None:
        fresh = _player(asked, players, policies, threads)
    moments = fresh([menu, *(swap.menu for swap in chosen)], each, derived(seed, "fresh"))
    if progress is not None:
        progress(budget, budget)
    return Advice(
        menu=menu,
        players=players,
        policies=tuple(policies),
        goals=asked.goals,
        slack=tuple(asked.slack.tolist()),
        seed=seed,
        budget=budget,
        screened=tuple(screened),
        n_games=each,
        swaps=_judged(asked, chosen, Values.of(moments)),
        failed=tuple(failed),
    )


def _finalists(table: Table) -> Chosen:
    """Return the swaps that are played on: of one goal the best few, of several the front and who is next to it."""
    mean = table.belief.mean
    order = np.argsort(-mean[0], kind="stable")
    n = _FINALISTS
    if len(mean) > 1:
        best = front(mean)
        hope = uncovered(table.belief, best, np.zeros(len(mean)))
        # in turn the best by each goal: the ends of the front come before its middle
        hope[best] = 1 + 1 / (
            1 + np.argsort(np.argsort(-mean[:, best], axis=1), axis=1).min(axis=0)
        )
        order = np.argsort(-hope, kind="stable")
        n = min(max(len(best), _FINALISTS), _MOST)
    return np.array([i for i in order if i not in table.failed][:n], np.intp)


def _chance(table: Table, best: Chosen) -> float:
    """Return how probable it is that no other swap is better than all of these by more than what matters."""
    missed = uncovered(table.belief, best, table.asked.slack)
    missed[best] = 0
    return float(max(1 - missed.sum(), 0.0))


def _player(asked: Asked, players: int, policies: Sequence[str], threads: int | None) -> Fresh:
    """Return who plays menus on the same games here."""
    measures = tuple(
        {swept(goal.column)[0].name: swept(goal.column)[0] for goal in asked.goals}.values()
    )
    line_up: Any = policies[0] if len(policies) == 1 else tuple(policies)

    def play(menus: Sequence[Menu], games: int, seed: int) -> Moments:
        def count(played: Sequence[Played]) -> dict[str, Moments]:
            courses = [
                Course.of(one, menu, players) for one, menu in zip(played, menus, strict=True)
            ]
            return {"all": counted(courses, measures)}

        arms = [Arm(menu, players, line_up) for menu in menus]
        found = gather(arms, count, Budget(games=games), seed=seed, threads=threads)
        moments: Moments = found.sums["all"]
        return moments

    return play


def _judged(asked: Asked, chosen: Sequence[Swap], values: Values) -> pl.DataFrame:
    """Return the differences from the menu, all judged together, the best swap first."""
    apart = [_apart(values, goal, 1 + i) for i, goal in product(range(len(chosen)), asked.goals)]
    difference = joined([one for _, _, one in apart])
    delta = np.tile(asked.slack, len(chosen))
    judged = verdicts(symmetric(difference), delta, method="bonferroni")
    sign = np.tile(asked.sign, len(chosen))
    gain = (sign * difference.value).reshape(len(chosen), -1)
    helps = [
        (BETTER if one > 0 else WORSE) if word == DIFFERENT else str(word)
        for word, one in zip(judged.verdict, gain.ravel(), strict=True)
    ]
    on_front = np.isin(np.arange(len(chosen)), front(np.vstack([gain, 0 * gain[:1]]).T))
    rows = [
        {
            "swap": str(swap),
            "n_cards": len(swap.out),
            "cards": " ".join(kind for kind in swap.menu.kinds if kind != "nigiri"),
            "front": bool(on_front[i]),
            "goal": goal.name,
            "measure": goal.column,
            "unit": swept(goal.column)[0].unit,
        }
        for (i, swap), goal in product(enumerate(chosen), asked.goals)
    ]
    columns = {
        "delta": delta,
        "before": np.array([base for base, _, _ in apart]),
        "after": np.array([one for _, one, _ in apart]),
        **together(symmetric(difference)).columns("difference"),
        "p_different": judged.different,
        "p_equivalent": judged.equivalent,
    }
    frame = pl.DataFrame(rows).with_columns(
        **{name: pl.Series(column) for name, column in columns.items()},
        verdict=pl.Series(helps, dtype=pl.String),
        more=pl.Series(judged.more),
        n_games=pl.Series(difference.n),
    )
    order = (
        np.lexsort((-gain[:, 0], ~on_front)) if len(asked.goals) > 1 else np.argsort(-gain[:, 0])
    )
    rows_of = (order[:, None] * len(asked.goals) + np.arange(len(asked.goals))).ravel()
    numbers = pl.col(pl.Float64)
    return frame[rows_of].with_columns(pl.when(numbers.is_finite()).then(numbers).name.keep())


def _apart(values: Values, goal: Goal, arm: int) -> tuple[float, float, Estimate]:
    """Return a goal's measure on the menu and with the swap, and the difference."""
    measure, part = swept(goal.column)
    both: Apart = values.apart(measure, arm, 0)
    at = both.parts.index(part) if part in both.parts else 0
    one = slice(at, at + 1)
    return float(both.base.value[at]), float(both.one.value[at]), both.difference[one]


def _too_few(budget: int, n: int) -> str:
    return (
        f"budget = {budget:,}: too few games to screen {n} swaps and play the best ones anew; give some hundred "
        "thousand (--budget), or swap one card only."
    )
