"""The best menus for a goal, among all that the rule book allows: games go where they decide something.

A search plays in rounds. First a third of the candidates, drawn by lot, get a batch of games each, from which a model
of cards and pairs of cards (`analysis.atlas.surrogate`) learns what to expect of all of them; where an atlas knows
that already, nothing is played for it. Then each round goes to those that could still be the best, played or not, by
the optimal computing budget allocation (`analysis.atlas.choice`, whose rule drops the hopeless as successive halving
does, but by how hopeless they are). A round is a list of jobs that may be played anywhere in any order.

Who is best of many looks better than it is: what was chosen for its luck has had luck. So the finalists are played
anew, on games that had no part in the search, and what is said of them comes from these games alone, with intervals
that all hold at once. How sure the choice is comes from all games: a belief about each candidate, which begins with
what was to be expected of it.

*Assumes* that what cards and pairs leave of a menu is about normal. *Fails* to be honest where one menu in thousands is
far better than any model of its cards has it, and it was not among those that were played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.atlas.choice import (
    Belief,
    Chosen,
    best_set,
    chance_covered,
    chance_within,
    chances_to_be_best,
    front,
    population,
    shortfall,
    uncovered,
    wanted,
)
from analysis.atlas.design import Design
from analysis.atlas.goals import Goal
from analysis.atlas.surrogate import FEWEST, surrogate
from analysis.atlas.view import Atlas, matching
from analysis.deltas import Deltas
from analysis.estimate import Estimate, Floats, stacked, symmetric, together
from analysis.sweep.cells import Cell
from analysis.sweep.statistics import columns, estimate, needed, swept
from analysis.sweep.work import Job, Outcome
from simkit.errors import InputError, nearest
from simkit.menus import build, legal
from simkit.menus.catalogue import cards
from simkit.runner import MAX_SEED
from simkit.schema import LANES

BUDGET = 20_000_000
"""Games of a search, at the most, if nobody says how many."""

TOP = 20
"""Menus that are shown, if nobody says how many."""

FRESH = 0.25
"""Part of the budget that is kept for the fresh games of the finalists."""

MISS = 0.04
"""Chance at which the best of the finalists may be missing in the best set; one percent is left for the search."""

ENOUGH = 0.99
"""The search ends when the choice is right at this chance."""

_ROUNDS = 12
_FIRST = 1 / 3  # of the candidates are in the first round,
_FEW = 500  # or so many, or all
_LEAST = 1.25  # times the games of the first round are the least that a search takes
_FINALISTS = 64  # at the most, where one goal is asked for or few menus are on the front
_POOLED = 64.0  # games' worth of the middle menu in the variance of a game of each
_TINY = 1e-12


Play: TypeAlias = Callable[[Sequence[Job]], Iterable[Outcome]]
"""Plays jobs, in any order, anywhere."""


@dataclass(frozen=True, slots=True)
class Prior:
    """What an atlas knows of candidates, by goal, in the units of the measures.

    Attributes
    ----------
    value, se : array (goals, candidates)
    variance : array (goals,), optional
        Of a game, about. Without, cells have been played.
    """

    value: Floats
    se: Floats
    variance: Floats | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The best menus for a goal, or those on the front of several.

    Attributes
    ----------
    players : int
    policies : tuple of str
    goals : tuple of Goal
    slack : tuple of float
        The smallest difference that matters, by goal.
    seed, budget : int
    n_candidates : int
        Menus among which was looked.
    n_search, n_fresh : int
        Games of the search, and fresh ones of the finalists, of all menus together.
    rounds : int
        Of the search.
    chance : float
        How probable it is that the choice is right. One goal: that no candidate is better than the first menu by more
        than the slack. Several: at least how probable it is that no candidate is better than each menu of the list by
        more than the slack in some goal.
    shortfall : float or None
        One goal: by how much the best candidate is better than the first menu, on average over what is believed.
    kept : float or None
        One goal: how probable it is that the best candidate is among the finalists.
    in_set : float or None
        One goal: how probable it is, at least, that the best candidate is in the best set.
    menus : polars.DataFrame
        A row for each finalist, the best first: ``rank``, ``cards`` (without nigiri), ``key``, ``listed`` (the first;
        of several goals, those on the front), ``best_set`` and ``chance_best`` (one goal), the estimate of each goal
        from fresh games, with intervals that all hold at once in 95 %, ``n_fresh``, ``n_search``.
    failed : tuple of (str, str)
        Candidates that could not be played, by their cards, and why.
    """

    players: int
    policies: tuple[str, ...]
    goals: tuple[Goal, ...]
    slack: tuple[float, ...]
    seed: int
    budget: int
    n_candidates: int
    n_search: int
    n_fresh: int
    rounds: int
    chance: float
    shortfall: float | None
    kept: float | None
    in_set: float | None
    menus: pl.DataFrame
    failed: tuple[tuple[str, str], ...] = field(default=())


def find(
    players: int,
    goals: Sequence[Goal],
    *,
    play: Play,
    policies: Sequence[str] = ("weighted",),
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    budget: int = BUDGET,
    seed: int = 0,
    deltas: Deltas | None = None,
    prior: Callable[[Sequence[Cell], Sequence[Goal]], Prior] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Found:
    """Find the best menus for a goal, or those on the front of several.

    Parameters
    ----------
    players : int
    goals : sequence of Goal
        One, or several, which are never added up.
    play : callable
        Plays jobs.
    policies : sequence of str
        One for all seats, or one for each.
    include, exclude : sequence of str
        Cards that a menu must have, and must not have.
    budget : int
        Games of all menus together, at the most.
    seed : int
        Decides every game. The same for any way of playing jobs.
    deltas : Deltas, optional
        The smallest differences that matter.
    prior : callable, optional
        What an atlas knows of cells.
    progress : callable, optional
        Called with the games done, and with those that there may be at the most.

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    cells = candidates(players, policies, include=include, exclude=exclude)
    return search(
        cells,
        goals,
        play=play,
        budget=budget,
        seed=seed,
        deltas=deltas,
        prior=None if prior is None else prior(cells, goals),
        learns=True,
        progress=progress,
    )


def candidates(
    players: int,
    policies: Sequence[str],
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> list[Cell]:
    """Return the cells of all legal menus that have some cards, and lack others.

    Raises
    ------
    InputError
        There is no such card, or no such menu.
    """
    for name in (*include, *exclude):
        if name not in cards():
            raise InputError(
                f"card '{name}': there is none.{nearest(name, cards())} `simkit cards` lists them."
            )
    with_, without = set(include), set(exclude)
    found = [kinds for kinds in legal(players) if with_ <= set(kinds) and not without & set(kinds)]
    if not found:
        wish = " and ".join(
            f"{word} {', '.join(names)}"
            for word, names in (("with", include), ("without", exclude))
            if names
        )
        raise InputError(
            f"there is no legal menu for {players} players {wish}: leave one of the cards out (a menu has 1 roll, "
            "3 appetizers, 2 specials and 1 dessert)."
        )
    return [
        Cell.of(build({"name": "menu", "cards": list(kinds)}), players, policies) for kinds in found
    ]


def search(
    cells: Sequence[Cell],
    goals: Sequence[Goal],
    *,
    play: Play,
    budget: int = BUDGET,
    seed: int = 0,
    deltas: Deltas | None = None,
    prior: Prior | None = None,
    learns: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Found:
    """Find the best of some cells: see `find`; seeds of the cells are set here.

    Without an atlas, `learns` says that the cells are all of Party's own menus, so that what cards do is learned from
    some of them; otherwise all are played, and expected to be like each other.
    """
    asked = Asked.of(goals, Deltas() if deltas is None else deltas)
    scouts = Table([replace(cell, seed=derived(seed, "search")) for cell in cells], asked)
    most = int((1 - FRESH) * budget)
    if most < scouts.least(prior=prior, learns=learns):
        games = -int(-scouts.least(prior=prior, learns=learns) / (1 - FRESH) // 1000) * 1000
        raise InputError(
            f"budget = {budget:,}: {len(cells):,} menus take {games:,} games or more. Give more games, leave fewer "
            "menus (include, exclude), or start from an atlas."
        )
    told = None if progress is None else lambda games: progress(games, budget)
    scouts.screen(play=play, most=most, prior=prior, learns=learns, progress=told)
    finalists = scouts.finalists()
    fresh = Table([replace(cells[i], seed=derived(seed, "fresh")) for i in finalists], asked)
    left = min(budget - scouts.n_games, int(FRESH * budget))
    each = max(left // len(finalists) // LANES, 1) * LANES
    fresh.play(np.full(len(finalists), each), play)
    if progress is not None:
        progress(budget, budget)
    return _found(cells, scouts, fresh, finalists, seed=seed, budget=budget)


@dataclass(frozen=True, slots=True)
class Asked:
    """The goals, as the search needs them.

    Attributes
    ----------
    goals : tuple of Goal
    sign : array (goals,)
        Turns a goal of less into one of more.
    slack : array (goals,)
        The smallest differences that matter.
    sums : tuple of str
        What is kept of games.
    """

    goals: tuple[Goal, ...]
    sign: Floats
    slack: Floats
    sums: tuple[str, ...]

    @staticmethod
    def of(goals: Sequence[Goal], deltas: Deltas) -> Asked:
        """Read goals; each measure may be named once."""
        if not goals:
            raise InputError("goal: name one or several.")
        twice = [goal.column for goal in goals]
        if len(set(twice)) < len(twice):
            raise InputError(f"goals: {', '.join(twice)}: each measure once.")
        measures = [swept(goal.column) for goal in goals]
        return Asked(
            tuple(goals),
            np.array([float(goal.sign) for goal in goals]),
            np.array([deltas.of(measure) for measure, _ in measures]),
            tuple(dict.fromkeys(name for one in measures for name in needed(*one))),
        )

    def estimates(self, n: NDArray[np.int64], sums: Mapping[str, NDArray[np.int64]]) -> Estimate:
        """Return the goals of cells: arrays (goals, cells), as measured."""
        return stacked([estimate(*swept(goal.column), n, sums) for goal in self.goals])


class Table:
    """Cells, their games so far, and what is believed of them.

    Parameters
    ----------
    cells : sequence of Cell
    asked : Asked
        The goals.
    """

    def __init__(self, cells: Sequence[Cell], asked: Asked) -> None:
        self.cells, self.asked = cells, asked
        self.keys = [cell.key for cell in cells]
        self.n = np.zeros(len(cells), np.int64)
        self.sums = np.zeros((len(asked.sums), len(cells)), np.int64)
        self.failed: dict[int, str] = {}
        self.rounds, self.n_games = 0, 0
        self._at = {key: i for i, key in enumerate(self.keys)}
        self._taken = [columns().index(name) for name in asked.sums]
        nothing = np.zeros((len(asked.goals), len(cells)))
        self.prior = self.belief = Belief(nothing, nothing + np.inf)
        self._counted = np.zeros(
            len(cells), np.int64
        )  # games in the sums: those that a prior has learned from are not counted again
        self._variance = nothing + np.nan

    def least(self, *, prior: Prior | None, learns: bool) -> int:
        """Return the fewest games that a search takes."""
        n = self._n_first(prior=prior, learns=learns)
        return max(round(_LEAST * LANES * n), 2 * LANES)

    def screen(
        self,
        *,
        play: Play,
        most: int,
        prior: Prior | None = None,
        learns: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Play so many games at the most, round by round, until the choice is sure: see `find`."""
        if prior is not None:
            self.expect(prior)
        else:
            first = np.zeros(len(self.cells), np.int64)
            first[np.argsort(self.keys)[: self._n_first(prior=None, learns=learns)]] = LANES
            self.play(first, play)
            self.learn(with_cards=learns)
        rest = most - self.n_games
        for i in range(_ROUNDS):
            if progress is not None:
                progress(self.n_games)
            if self.chance() >= ENOUGH:
                break
            target = self.next(most - self.n_games if i == _ROUNDS - 1 else rest // _ROUNDS)
            if not np.any(target > self.n):
                break
            self.play(target, play)

    def _n_first(self, *, prior: Prior | None, learns: bool) -> int:
        """Return how many cells are played in the first round; keys are as good as lots."""
        n = len(self.cells)
        if prior is not None:
            return 0
        return min(max(round(_FIRST * n), _FEW), n) if learns else n

    def play(self, target: NDArray[np.int64], play: Play) -> None:
        """Play cells up to so many games."""
        todo = np.flatnonzero(target > self.n).tolist()
        jobs = [Job(self.cells[i], int(self.n[i]), int(target[i])) for i in todo]
        for outcome in play(jobs):
            i = self._at[outcome.key]
            if outcome.error:
                self.failed[i] = outcome.error
                continue
            self.n[i] += outcome.n_games
            self._counted[i] += outcome.n_games
            self.n_games += outcome.n_games
            self.sums[:, i] += np.array(outcome.sums, np.int64)[self._taken]
        if len(self.failed) == len(self.cells):
            raise InputError(f"none of the menus can be played: {next(iter(self.failed.values()))}")
        self.rounds += 1
        if np.isfinite(self.prior.sd).all():
            self._believe()

    def estimates(self) -> Estimate:
        """Return the goals as measured by the games that are counted."""
        sums = dict(zip(self.asked.sums, self.sums, strict=True))
        return self.asked.estimates(self._counted, sums)

    def expect(self, prior: Prior) -> None:
        """Begin with what is known of each cell."""
        if prior.variance is not None:
            self._variance = np.repeat(prior.variance[:, None], len(self.cells), axis=1)
        self.prior = Belief(prior.value * self.asked.sign[:, None], np.maximum(prior.se, _TINY))
        self._believe()

    def learn(self, *, with_cards: bool) -> None:
        """Begin with what the games so far say of cells: of their cards, or else of cells in general."""
        value, variance = self.measured()
        played = np.isfinite(variance).all(axis=0)
        if with_cards and played.sum() >= FEWEST:
            prior = learned(self.cells, self._counted, self.estimates())
            if np.isfinite(prior.se).all():  # else there is nothing that cards could explain
                self._counted[:], self.sums[:] = 0, 0
                self.expect(prior)
                return
        general = population(value[:, played], variance[:, played])
        mean, sd = (np.repeat(one[:, None], len(self.cells), axis=1) for one in general)
        self.prior = Belief(mean, sd)
        self._believe()

    def measured(self) -> tuple[Floats, Floats]:
        """Return the estimates, larger being better, and their variances, infinite where there are no games.

        Variances of a game are drawn a little toward the middle of all: a rare event that a few hundred games did not
        show is not impossible.
        """
        found = self.estimates()
        n = self._counted
        with np.errstate(invalid="ignore"):
            variance = found.se**2 * n
        known = (n > 1) & np.isfinite(found.value) & np.isfinite(variance)
        for goal, usable in enumerate(known):
            if usable.any():
                middle = np.median(variance[goal, usable])
                drawn = (n * variance[goal] + _POOLED * middle) / (n + _POOLED)
                before = np.where(np.isnan(self._variance[goal]), middle, self._variance[goal])
                self._variance[goal] = np.maximum(np.where(usable, drawn, before), _TINY)
        with np.errstate(divide="ignore", invalid="ignore"):
            errors = np.where(known, self._variance / n, np.inf)
        return np.where(known, found.value, 0.0) * self.asked.sign[:, None], errors

    def _believe(self) -> None:
        belief = self.prior.after(*self.measured())
        for i in self.failed:  # nobody's choice
            belief.mean[:, i], belief.sd[:, i] = belief.mean.min(axis=1) - 1, _TINY
        self.belief = belief

    def next(self, games: int) -> NDArray[np.int64]:
        """Return up to which game each cell is to be played in the next round."""
        target = wanted(
            self.belief,
            self.prior,
            self._variance,
            self._counted,
            self.asked.slack,
            games=games,
            step=LANES,
        )
        target += self.n - self._counted
        target[list(self.failed)] = 0
        return target

    def chance(self) -> float:
        """Return how probable it is that the choice, made now, is right."""
        best = front(self.belief.mean)
        if len(self.asked.goals) == 1:
            return chance_within(self.belief, int(best[0]), float(self.asked.slack[0]))
        return chance_covered(self.belief, best, self.asked.slack)

    def finalists(self) -> Chosen:
        """Return those among which the best ones are, most probably; fewest, as far as it goes."""
        goals = len(self.asked.goals)
        if goals == 1:
            hope = chances_to_be_best(self.belief)
            order = np.lexsort((-self.belief.mean[0], -hope))
            sure, least, most = 1 - ENOUGH, TOP, _FINALISTS
        else:
            leaders = front(self.belief.mean)
            hope = uncovered(self.belief, leaders, np.zeros(goals))
            hope[leaders] = np.inf
            order = np.argsort(-hope, kind="stable")
            sure, least, most = 1 - ENOUGH, len(leaders), max(len(leaders), _FINALISTS)
        rest = np.cumsum(hope[order][::-1])[::-1]  # from here on
        n = int(np.clip(np.sum(rest > sure), least, most))
        return np.array([i for i in order[:n] if i not in self.failed], np.intp)


def known_by(atlas: Atlas | str | Path, cells: Sequence[Cell], goals: Sequence[Goal]) -> Prior:
    """Return what an atlas knows of cells.

    Raises
    ------
    InputError
        It does not know all of them: other rulings or copies, numbers of players, policies or measures.
    """
    first = cells[0]
    where = "atlas: " if isinstance(atlas, Atlas) else f"{atlas}: "
    changed = any("\n[" in cell.rules for cell in cells)  # rulings, copies or points
    names = [goal.column for goal in goals]
    found = matching(atlas, players=first.players, policies=first.lineup, measures=names)
    rows = {" ".join(sorted(kinds)): i for i, kinds in enumerate(found["kinds"].to_list())}
    at = [rows.get(" ".join(sorted(cell.kinds)), -1) for cell in cells]
    value, se = (
        np.stack([found[f"{name}{end}"].to_numpy().astype(float) for name in names])[:, at]
        for end in ("", "_se")
    )
    if changed or min(at) < 0 or not (np.isfinite(value).all() and np.isfinite(se).all()):
        raise InputError(
            f"{where}the atlas does not know all of the {len(cells):,} menus in all goals (it is about menus as "
            "printed); leave it out."
        )
    games = found["n_games"].to_numpy()
    of_game = [found[f"{name}_raw_se"].to_numpy() ** 2 * games for name in names]
    if not games.any():
        raise InputError(
            f"{where}none of the {len(cells):,} menus was played; leave the atlas out."
        )
    return Prior(value, se, np.array([np.nanmedian(one[games > 0]) for one in of_game]))


def learned(cells: Sequence[Cell], n: NDArray[np.int64], found: Estimate) -> Prior:
    """Return what estimates of some cells (goals, cells) say of all of them, by their cards and pairs of cards."""
    design = Design.of([cell.kinds for cell in cells], (cells[0].players,))
    column = (slice(None), None)  # of one number of players
    fits = []
    for i in range(len(found.value)):
        one = found[i][column]
        of_goal = Estimate(one.value, one.se, one.low, one.high, n[column])
        fits.append(surrogate(design, of_goal, check=False).estimate)
    return Prior(
        np.stack([fit.value[:, 0] for fit in fits]), np.stack([fit.se[:, 0] for fit in fits])
    )


def _found(
    cells: Sequence[Cell],
    scouts: Table,
    fresh: Table,
    finalists: Chosen,
    *,
    seed: int,
    budget: int,
) -> Found:
    """Put together what fresh games say, and how sure the choice is."""
    asked = scouts.asked
    belief = _with_fresh(scouts, fresh, finalists)
    measured = fresh.estimates()
    alone = len(asked.goals) == 1
    final = Belief(belief.mean[:, finalists], belief.sd[:, finalists])
    listed = front(final.mean)
    slack = asked.slack
    kept = in_set = short = None
    extra: dict[str, Any] = {}
    if alone:
        one = int(finalists[listed[0]])
        chance, short = chance_within(belief, one, float(slack[0])), shortfall(belief, one)
        hope = chances_to_be_best(belief)
        kept = float(hope[finalists].sum())
        se2 = symmetric(measured).se[0] ** 2
        could = best_set(asked.sign[0] * measured.value[0], se2[:, None] + se2[None], miss=MISS)
        in_set = max(1 - MISS - (1 - kept), 0.0)
        extra = {"best_set": could, "chance_best": hope[finalists]}
    else:
        chance = chance_covered(belief, finalists[listed], slack)
    frame = _frame(asked, fresh, scouts.n[finalists], listed, extra)
    order = np.lexsort((-final.mean[0], ~np.isin(np.arange(len(finalists)), listed)))
    frame = frame[order].with_row_index("rank", 1).with_columns(pl.col("rank").cast(pl.Int64))
    first = cells[0]
    return Found(
        players=first.players,
        policies=first.policies,
        goals=asked.goals,
        slack=tuple(slack.tolist()),
        seed=seed,
        budget=budget,
        n_candidates=len(cells),
        n_search=scouts.n_games,
        n_fresh=fresh.n_games,
        rounds=scouts.rounds,
        chance=chance,
        shortfall=short,
        kept=kept,
        in_set=in_set,
        menus=frame,
        failed=tuple((cards_of(cells[i]), why) for i, why in sorted(scouts.failed.items())),
    )


def _with_fresh(scouts: Table, fresh: Table, finalists: Chosen) -> Belief:
    """Return what is believed after the fresh games too."""
    value = np.zeros_like(scouts.belief.mean)
    variance = np.full_like(value, np.inf)
    value[:, finalists], variance[:, finalists] = fresh.measured()
    return scouts.belief.after(value, variance)


def _frame(
    asked: Asked,
    fresh: Table,
    n_search: NDArray[np.int64],
    listed: Chosen,
    extra: Mapping[str, Any],
) -> pl.DataFrame:
    wide = together(symmetric(fresh.estimates()))
    goals = {
        name: values
        for i, goal in enumerate(asked.goals)
        for name, values in wide[i].columns(goal.column).items()
    }
    frame = pl.DataFrame(
        {
            "cards": [cards_of(cell) for cell in fresh.cells],
            "listed": np.isin(np.arange(len(fresh.cells)), listed),
            **extra,
            **goals,
            "n_fresh": fresh.n,
            "n_search": n_search,
            "key": fresh.keys,
        }
    )
    return frame.with_columns(pl.col(pl.Float64).fill_nan(None))


def cards_of(cell: Cell) -> str:
    """Return the cards of a cell's menu in one string, without nigiri."""
    return " ".join(kind for kind in cell.kinds if kind != "nigiri")


def derived(seed: int, what: str) -> int:
    """Return the seed of a part of a search, whose games are those of no other part and of no sweep."""
    if not 0 <= seed <= MAX_SEED:
        raise InputError(f"seed = {seed}: must be a whole number from 0 to {MAX_SEED}.")
    digest = hashlib.blake2b(f"{what} {seed}".encode(), digest_size=8).hexdigest()
    return int(digest, 16) & MAX_SEED
