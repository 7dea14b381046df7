"""Playing a plan: what a store lacks is played, wherever that is, and kept; whatever stops it, the rest stays.

Nothing that is kept depends on workers, on tasks or on the order in which they end. So a sweep that is stopped and
begun again, by Ctrl-C or by a power cut, in one process or in hundreds, ends with the same store.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from analysis.sweep.cells import Cell
from analysis.sweep.plan import Plan
from analysis.sweep.statistics import needed, swept
from analysis.sweep.store import Store
from analysis.sweep.tasks import Costs, Open, Task, jobs_of, tasks
from analysis.sweep.work import Outcome, Precision
from analysis.sweep.workers import Done, Given, Here, Processes, Workers, is_death, warm
from simkit.errors import InputError, SimkitError
from simkit.runner import check_whole, interruptible, thread_count

FLUSH = 5.0
"""Seconds after which what was played goes to the disk."""

DEATH = "its worker died, and once more when it was tried again alone"
"""The cause of a failure that leaves none."""

_LOOK = 0.25  # seconds: Ctrl-C and the clock are looked at
_DEATHS_IN_A_ROW = 12


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sweep is.

    Attributes
    ----------
    cells, decided, done, failed : int
        All; those that were there at the start; those that are there now; those that could not be played.
    games : int
        Played by this run.
    seconds : float
        Since it began to play.
    left : float
        Seconds, about; nan if nothing is known yet.
    """

    cells: int
    decided: int
    done: int
    failed: int
    games: int
    seconds: float
    left: float


@dataclass(frozen=True, slots=True)
class Swept:
    """What a run has come to.

    Attributes
    ----------
    cells, decided, done, failed, open : int
        All; those that were there at the start; those that are there now; those that could not be played; the rest.
    left_out : int
        Pairs of a named menu and a number of players that can not be played.
    games : int
        Played by this run.
    seconds : float
        Time taken by it.
    ended : str
        ``"done"``, ``"time"`` or ``"stopped"`` (Ctrl-C).
    causes : dict of str to str
        Why cells could not be played, by key.
    cell : dict of str to Cell
        All of the plan (of the shard), by key.
    """

    cells: int
    decided: int
    done: int
    failed: int
    open: int
    left_out: int
    games: int
    seconds: float
    ended: str
    causes: dict[str, str]
    cell: dict[str, Cell]


@dataclass(frozen=True, slots=True)
class Missing:
    """What a store lacks of a plan.

    Attributes
    ----------
    cells : dict of str to Cell
        All of the plan (of the shard), by key.
    open : list of Open
        Those that are to be played on.
    left_out : int
        See `Swept`.
    """

    cells: dict[str, Cell]
    open: list[Open]
    left_out: int

    def estimate(self, costs: Costs) -> tuple[int, float]:
        """Return about how many games are to be played, and how many seconds one core takes for them."""
        jobs = [job for cell in self.open for job in jobs_of(cell, costs)]
        return round(sum(map(costs.games, jobs))), sum(map(costs.usual, jobs))


def missing(plan: Plan, store: Store | None, *, shard: tuple[int, int] | None = None) -> Missing:
    """Return what a store lacks of a plan.

    Parameters
    ----------
    plan : Plan
    store : Store or None
        None: there is none yet.
    shard : (int, int), optional
        The i-th of N parts of the cells: see `sweep`.

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the plan has to be changed.
    """
    selection = plan.selection
    cells = {cell.key: cell for cell in selection.cells}
    if shard is not None:
        i, n = shard
        check_whole("shard", i, 1, check_whole("shards", n, 1, 1_000_000))
        cells = {key: cell for key, cell in cells.items() if int(key, 16) % n == i - 1}
    goals = {players: plan.games(players) for players in plan.file.players}
    if store is None:
        return Missing(
            cells,
            [Open(cell, key, 0, goals[cell.players]) for key, cell in cells.items()],
            selection.left_out,
        )
    known = store.known()
    reached = _reached(plan, store)
    open_ = []
    for key, cell in cells.items():
        goal, first = goals[cell.players], known.games.get(key, 0)
        if isinstance(goal, Precision):
            if key not in reached:
                open_.append(Open(cell, key, first, goal, known[key].sums if first else ()))
        elif first < goal:
            open_.append(Open(cell, key, first, goal))
    return Missing(cells, open_, selection.left_out)


def sweep(
    plan: Plan,
    store: Store,
    *,
    workers: int | None = None,
    executor: Executor | Workers | None = None,
    shard: tuple[int, int] | None = None,
    progress: Callable[[Progress], None] | None = None,
    max_seconds: float = inf,
) -> Swept:
    """Play what a store lacks of a plan.

    Parameters
    ----------
    plan : Plan
    store : Store
        Open; close it afterwards, which makes it tidy.
    workers : int, optional
        Processes, or tasks that the executor works on at the same time. Default: one for each processor. One: this
        process plays.
    executor : Executor or Workers, optional
        Who plays, if not processes of ours.
    shard : (int, int), optional
        Only the i-th of N parts of the cells, i from 1 on. Each cell is in one of them, wherever it is asked.
    progress : callable, optional
        Called now and then.
    max_seconds : float
        Time, at the most; the plan's holds as well.

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the plan has to be changed, or workers die as soon as they begin.
    OutputError
        The store can not be written. What it held it still holds.

    Notes
    -----
    A script that calls this with more than one worker does so below ``if __name__ == "__main__":``, since the
    processes import it.

    Examples
    --------
    >>> with Store.open("runs/mine") as store:  # doctest: +SKIP
    ...     swept = sweep(read_plan("mine.toml"), store)
    """
    began = time.perf_counter()
    n = thread_count(None) if workers is None else check_whole("workers", workers, 1, 1024)
    lacking = missing(plan, store, shard=shard)
    run = _Run(lacking, store, looked=plan.file.target is not None)
    games = sorted({cell.cell.game for cell in lacking.open})
    if lacking.open:
        warm(games)
        hands = _hands(executor, n, games)
        deadline = time.perf_counter() + min(max_seconds, plan.max_seconds)
        ended = False
        try:
            run.play(hands, deadline, progress)
            ended = True
        finally:
            hands.close(at_once=not ended)
    causes = {one.key: one.cause for one in store.failures() if run.is_open(one.key)}
    return Swept(
        cells=len(lacking.cells),
        decided=len(lacking.cells) - len(lacking.open),
        done=len(lacking.cells) - run.n_open,
        failed=len(causes),
        open=run.n_open - len(causes),
        left_out=lacking.left_out,
        games=run.games,
        seconds=time.perf_counter() - began,
        ended=run.ended,
        causes=causes,
        cell=lacking.cells,
    )


def _hands(executor: Executor | Workers | None, n: int, games: Sequence[str]) -> Workers:
    if isinstance(executor, Executor):
        return Given(executor, lambda: n)
    if executor is not None:
        return executor
    return Here() if n == 1 else Processes(n, games)


def _reached(plan: Plan, store: Store) -> set[str]:
    """Return the cells that are known as well as a plan wants them."""
    precision = None if plan.file.target is None else plan.games(plan.file.players[0])
    if not isinstance(precision, Precision):
        return set()
    table = store.known().table
    sums = {name: table[name].to_numpy() for name in needed(*swept(precision.measure))}
    enough = precision.reached(table["n_games"].to_numpy(), sums)
    return {
        key for key, is_enough in zip(table["key"].to_pylist(), enough, strict=True) if is_enough
    }


class _Run:
    """Tasks on their way, what has come back of them, and what becomes of those that killed their worker."""

    def __init__(self, lacking: Missing, store: Store, *, looked: bool) -> None:
        self.games = 0
        self.ended = "done"
        self._lacking, self._store, self._looked = lacking, store, looked
        self._costs = Costs()
        self._tasks = tasks(lacking.open, self._costs)
        self._jobs_left = {
            cell.key: sum(1 for _ in jobs_of(cell, self._costs)) for cell in lacking.open
        }
        self._work = lacking.estimate(self._costs)[1]
        self._work_done = 0.0
        self._failed: set[str] = set()
        self._played: list[Outcome] = []
        self._flushed = time.perf_counter()
        self._pending: dict[Future[Done], Task] = {}
        self._suspects: deque[Task] = deque()
        self._again: deque[Task] = deque()
        self._alone = False
        self._deaths = 0

    @property
    def n_open(self) -> int:
        """Cells that are not there yet."""
        return len(self._jobs_left)

    def is_open(self, key: str) -> bool:
        """Return whether a cell is not there yet."""
        return key in self._jobs_left

    def play(
        self, workers: Workers, deadline: float, progress: Callable[[Progress], None] | None
    ) -> None:
        """Play until all is done, time is over, or somebody presses Ctrl-C."""
        stop = threading.Event()
        began = time.perf_counter()
        try:
            with interruptible(stop):
                while True:
                    if self.ended == "done" and (stop.is_set() or time.perf_counter() > deadline):
                        self.ended = "stopped" if stop.is_set() else "time"
                        for future in self._pending:
                            future.cancel()
                    if self.ended == "done":
                        self._send(workers)
                    if not self._pending:
                        break
                    finished, _ = wait(self._pending, _LOOK, FIRST_COMPLETED)
                    self._take(finished, workers)
                    if time.perf_counter() - self._flushed > FLUSH:
                        self._flush()
                    if progress is not None:
                        progress(self._progress(began))
        except BaseException:
            with suppress(SimkitError):  # what has gone wrong before is what matters
                self._flush()
            raise
        self._flush()
        if self._jobs_left.keys() <= self._failed:  # it was stopped when all was done
            self.ended = "done"

    def _send(self, workers: Workers) -> None:
        """Send tasks as long as there are some to send; one that may have killed a worker goes alone."""
        while len(self._pending) < workers.at_once and not self._alone:
            if self._suspects:
                if self._pending:
                    return
                self._alone = True
                task = self._suspects.popleft()
            elif self._again:
                task = self._again.popleft()
            else:
                following = next(self._tasks, None)
                if following is None:
                    return
                task = following
            try:
                self._pending[workers.submit(task.jobs)] = task
            except BrokenExecutor:  # somebody has died and nobody has told us yet
                (self._suspects if self._alone else self._again).appendleft(task)
                self._alone = False
                if not self._pending:
                    self._renew(workers)
                return

    def _take(self, finished: Iterable[Future[Done]], workers: Workers) -> None:
        """Take what has come back."""
        broken = False
        for future in finished:
            task = self._pending.pop(future)
            alone, self._alone = self._alone, False
            try:
                outcomes, seconds = future.result()
            except CancelledError:
                if self.ended == "done":
                    raise InputError(
                        "the cluster has dropped tasks, so its scheduler is gone; what was done is kept. Begin it "
                        "again, then run the same command."
                    ) from None
            except Exception as error:
                if not is_death(error):
                    raise
                broken = broken or isinstance(error, BrokenExecutor)
                self._bury(task, alone=alone)
            else:
                self._deaths = 0
                self._keep(task, outcomes, seconds)
        if broken:
            # the others are lost as well: none of them is known to be innocent
            lost, _ = wait(self._pending)
            for future in lost:
                self._suspects.append(self._pending.pop(future))
            self._renew(workers)

    def _bury(self, task: Task, *, alone: bool) -> None:
        """Try the jobs of a task whose worker died one by one; whoever kills one then, alone, has done it twice."""
        if alone and len(task.jobs) == 1:
            job = task.jobs[0]
            self._keep(task, [Outcome(task.keys[0], job.first, 0, error=DEATH)], 0.0)
            return
        self._suspects.extend(task.apart() if alone else [task])

    def _renew(self, workers: Workers) -> None:
        self._deaths += 1
        if not workers.renew() or self._deaths >= _DEATHS_IN_A_ROW:
            raise InputError(
                f"worker processes have died {self._deaths} times without playing anything in between; what was done "
                "is kept. Is there enough memory? Take fewer with --workers."
            )

    def _keep(self, task: Task, outcomes: Sequence[Outcome], seconds: float) -> None:
        """Keep what a task came to."""
        if [outcome.key for outcome in outcomes] != list(task.keys):
            raise InputError(
                "a worker names cells otherwise: it has another version of simkit. Install the same one everywhere."
            )
        if seconds:
            self._costs.learn(task, outcomes, seconds)
        self._work_done += task.seconds
        self._played += outcomes
        for outcome in outcomes:
            self.games += outcome.n_games
            if outcome.error:
                self._failed.add(outcome.key)
                continue
            self._jobs_left[outcome.key] -= 1
            if not self._jobs_left[outcome.key]:
                del self._jobs_left[outcome.key]

    def _flush(self) -> None:
        """Put what was played into the store."""
        if self._played:
            self._store.add(self._lacking.cells, self._played, self._looked)
        self._played = []
        self._flushed = time.perf_counter()

    def _progress(self, began: float) -> Progress:
        seconds = time.perf_counter() - began
        n = len(self._lacking.cells)
        left = seconds * (self._work / self._work_done - 1) if self._work_done else float("nan")
        return Progress(
            cells=n,
            decided=n - len(self._lacking.open),
            done=n - self.n_open,
            failed=len(self._failed),
            games=self.games,
            seconds=seconds,
            left=max(left, 0.0),
        )
