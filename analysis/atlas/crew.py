"""Who plays the jobs of a search: this process, or processes of ours where there is enough to do for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from types import TracebackType
from typing import Self

from analysis.sweep.tasks import Costs, Open, Task, tasks
from analysis.sweep.work import Job, Outcome
from analysis.sweep.workers import Done, Here, Processes, Workers, warm
from simkit.errors import InputError
from simkit.runner import check_whole, thread_count

_WORTH = 6.0  # seconds on one core, for which it is worth it to begin processes


class Crew:
    """Plays jobs; what comes out depends on nobody but the jobs.

    Parameters
    ----------
    workers : int, optional
        Processes; default: one for each processor. One: this process plays.
    """

    def __init__(self, workers: int | None = None) -> None:
        self._n = (
            thread_count(None) if workers is None else check_whole("workers", workers, 1, 1024)
        )
        self._costs = Costs()
        self._here = Here()
        self._pool: Processes | None = None

    def __enter__(self) -> Self:
        """Return the crew."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let processes go."""
        if self._pool is not None:
            self._pool.close(at_once=kind is not None)

    def play(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        """Play jobs and yield what comes of them, in no order; many games of a cell come in pieces.

        Raises
        ------
        InputError
            A worker has died.
        """
        cells = [Open(job.cell, job.cell.key, job.first, job.games, job.sums) for job in jobs]
        workers = self._workers(jobs)
        todo = tasks(cells, self._costs)
        pending: dict[Future[Done], Task] = {}
        while True:
            while len(pending) < workers.at_once and (task := next(todo, None)) is not None:
                pending[self._sent(workers, task)] = task
            if not pending:
                return
            finished, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                task = pending.pop(future)
                try:
                    outcomes, seconds = future.result()
                except BrokenExecutor:
                    raise InputError(_DEATH) from None
                self._costs.learn(task, outcomes, seconds)
                yield from outcomes

    def _sent(self, workers: Workers, task: Task) -> Future[Done]:
        try:
            return workers.submit(task.jobs)
        except BrokenExecutor:
            raise InputError(_DEATH) from None

    def _workers(self, jobs: Sequence[Job]) -> Workers:
        """Return who plays, made ready."""
        games = sorted({job.cell.game for job in jobs})
        if self._pool is None:
            warm(games)
            if self._n > 1 and sum(map(self._costs.now, jobs)) > _WORTH:
                self._pool = Processes(self._n, games)
        return self._here if self._pool is None else self._pool


_DEATH = "a worker process has died, and with it the search. Is there enough memory? Take fewer with --workers."
