"""What is still to be played, cut and put together so that each task is worth sending: half a second and more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analysis.sweep.cells import Cell
from analysis.sweep.work import FIRST_LOOK, Job, Outcome, Precision
from simkit.policies.lineup import player
from simkit.schema import LANES

SECONDS = 1.0
"""Of a task, as it is estimated. Estimates err; it is to take half a second at least."""

_PIECE_SECONDS = 4.0  # the longest that games of one cell are played in one go, if a worker is as fast as ours was

# Seconds on one core at 2.6 GHz, all that a job takes: they only have to be of the right size, see `Costs.learn`.
_FILL = 0.005
_FILL_OUTLOOK = 0.015  # of policies that work out tables beforehand
_GAME = 1.5e-6
_GAME_SEAT = 0.5e-6
_DICE = 10  # times as long as cards
_ROLLOUT = 3e-6  # times the rollouts of all seats that search
_QUICK = ("random", "random-legal", "first", "greedy")

_LEARN = 0.2  # weight of the latest task


@dataclass(frozen=True, slots=True)
class Open:
    """A cell that is to be played on.

    Attributes
    ----------
    cell : Cell
    key : str
        Its key, which takes time to work out.
    first : int
        Games that are there.
    games : int or Precision
        Up to which game, or up to which precision.
    sums : tuple of int
        Of those that are there; for a precision only.
    """

    cell: Cell
    key: str
    first: int
    games: int | Precision
    sums: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """Jobs that are sent together.

    Attributes
    ----------
    jobs : tuple of Job
    keys : tuple of str
        Of their cells.
    seconds : float
        How long they take, as `Costs.usual` has it.
    """

    jobs: tuple[Job, ...]
    keys: tuple[str, ...]
    seconds: float

    def apart(self) -> list[Task]:
        """Return a task for each job."""
        share = self.seconds / len(self.jobs)
        return [Task((job,), (key,), share) for job, key in zip(self.jobs, self.keys, strict=True)]


class Costs:
    """How long jobs take: an estimate by policies and players, made better by what tasks took."""

    def __init__(self) -> None:
        self._factor: dict[tuple[str, tuple[str, ...]], float] = {}
        self._games: dict[tuple[str, int, tuple[str, ...]], float] = {}
        self._usual: dict[tuple[str, int, tuple[str, ...]], tuple[float, float]] = {}

    def usual(self, job: Job) -> float:
        """Return how long a job takes on the machine on which numbers were measured."""
        fill, game = self._parts(job.cell)
        return fill + game * self.games(job)

    def now(self, job: Job) -> float:
        """Return how long a job takes as far as tasks have shown."""
        return self.usual(job) * self._factor.get((job.cell.game, job.cell.policies), 1.0)

    def games(self, job: Job) -> float:
        """Return how many games a job plays; for a precision as many as others have needed."""
        if not isinstance(job.games, Precision):
            return job.games - job.first
        wanted = self._games.get(_class(job.cell), 4.0 * FIRST_LOOK)
        return max(min(wanted, job.games.most) - job.first, LANES)

    def learn(self, task: Task, outcomes: Iterable[Outcome], seconds: float) -> None:
        """Take note of how long a task took."""
        for job, outcome in zip(task.jobs, outcomes, strict=True):
            if isinstance(job.games, Precision) and not outcome.error:
                n = float(outcome.first + outcome.n_games)
                before = self._games.get(_class(job.cell), n)
                self._games[_class(job.cell)] = before + _LEARN * (n - before)
        ratio = seconds / max(sum(map(self.usual, task.jobs)), 1e-6)
        for group in {(job.cell.game, job.cell.policies) for job in task.jobs}:
            before = self._factor.get(group, ratio)
            self._factor[group] = before + _LEARN * (ratio - before)

    def piece(self, cell: Cell) -> int:
        """Return how many games of a cell are played in one go: a power of two, the same wherever it is asked."""
        most = max(int(_PIECE_SECONDS / self._parts(cell)[1]), 2 * LANES)
        return 1 << (most.bit_length() - 1)

    def _parts(self, cell: Cell) -> tuple[float, float]:
        """Return how long it takes to make a cell ready, and to play one of its games."""
        if _class(cell) not in self._usual:
            self._usual[_class(cell)] = _usual(cell)
        return self._usual[_class(cell)]


def jobs_of(cell: Open, costs: Costs) -> Iterator[Job]:
    """Yield the jobs of a cell: many games are cut where all runs cut them, so that each can go on with another's."""
    if isinstance(cell.games, Precision):
        yield Job(cell.cell, cell.first, cell.games, cell.sums)
        return
    piece, first = costs.piece(cell.cell), cell.first
    while first < cell.games:
        end = min((first // piece + 1) * piece, cell.games)
        yield Job(cell.cell, first, end)
        first = end


def tasks(cells: Iterable[Open], costs: Costs) -> Iterator[Task]:
    """Yield tasks in the order of the cells."""
    jobs: list[Job] = []
    keys: list[str] = []
    seconds = 0.0
    for cell in cells:
        for job in jobs_of(cell, costs):
            jobs.append(job)
            keys.append(cell.key)
            seconds += costs.now(job)
            if seconds >= SECONDS:
                yield Task(tuple(jobs), tuple(keys), sum(map(costs.usual, jobs)))
                jobs, keys, seconds = [], [], 0.0
    if jobs:
        yield Task(tuple(jobs), tuple(keys), sum(map(costs.usual, jobs)))


def _class(cell: Cell) -> tuple[str, int, tuple[str, ...]]:
    return cell.game, cell.players, cell.policies


def _usual(cell: Cell) -> tuple[float, float]:
    fill, game = _FILL, _GAME + _GAME_SEAT * cell.players
    if cell.game == "roll":
        game *= _DICE
    rollouts = 0
    for name in cell.policies:
        one = player(name.rpartition("@")[0] or name)
        seats = cell.players if len(cell.policies) == 1 else 1
        rollouts += seats * (one.modifiers.rollouts or one.policy.rollouts)
        if one.policy.name not in _QUICK:
            fill = _FILL_OUTLOOK
    return fill, game + _ROLLOUT * rollouts
