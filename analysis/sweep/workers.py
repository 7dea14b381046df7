"""Who plays the tasks of a sweep: this process, processes of ours, or a cluster, behind one face.

All are executors of `concurrent.futures`. What differs is what happens when a worker dies: processes of ours are
replaced here, those of a cluster by the cluster.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from math import inf
from multiprocessing.connection import wait
from typing import Any, Protocol

from analysis.sweep.work import Job, Outcome, play
from simkit.errors import InputError
from simkit.games import GAMES
from simkit.menus import printed
from simkit.menus.menu import MIN_PLAYERS
from simkit.runner import compile_core

Done = tuple[list[Outcome], float]
"""What a task comes back as: the outcomes of its jobs, and the seconds that it took."""

_ASK = 2.0  # seconds
_PATIENCE = "10s"
_AHEAD = 2  # tasks that wait at each worker, so that none has to ask for one


class Workers(Protocol):
    """Whoever plays tasks."""

    @property
    def at_once(self) -> int:
        """How many tasks are to be under way, waiting ones included."""
        ...

    def submit(self, jobs: Sequence[Job]) -> Future[Done]:
        """Have jobs played."""
        ...

    def renew(self) -> bool:
        """Replace workers of which one has died; return False if that can not be done here."""
        ...

    def close(self, *, at_once: bool) -> None:
        """Let workers go; with `at_once`, whatever they are doing."""
        ...


def timed(jobs: Sequence[Job]) -> Done:
    """Play jobs; this is what runs on a worker."""
    began = time.perf_counter()
    outcomes = play(jobs)
    return outcomes, time.perf_counter() - began


def warm(games: Collection[str]) -> None:
    """Load the cores that play these games, or compile them, which workers would all do at the same time."""
    for game in games:
        compile_core(GAMES[game].core, GAMES[game].rules(printed(game)[0], MIN_PLAYERS))


class Here:
    """The process that asks plays."""

    at_once = 1

    def submit(self, jobs: Sequence[Job]) -> Future[Done]:
        """Play jobs, now."""
        future: Future[Done] = Future()
        future.set_result(timed(jobs))
        return future

    def renew(self) -> bool:
        """Whoever dies here asks no more."""
        return False

    def close(self, *, at_once: bool) -> None:
        """There is nobody to let go."""


class Processes:
    """Processes of ours, on this machine.

    Parameters
    ----------
    n : int
        How many.
    games : collection of str
        What they will play.
    """

    def __init__(self, n: int, games: Collection[str]) -> None:
        self._n, self._games = n, tuple(games)
        self._others = set(multiprocessing.active_children())
        # to be said before numpy is loaded, so before they begin: they are as many as there are cores
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        self._pool = self._begun()

    @property
    def at_once(self) -> int:
        """How many tasks are to be under way."""
        return (1 + _AHEAD) * self._n

    def submit(self, jobs: Sequence[Job]) -> Future[Done]:
        """Have jobs played by a process, which may begin with this."""
        # Ctrl-C reaches all processes; those that begin now take it as little as we do while they begin
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return self._pool.submit(timed, jobs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def renew(self) -> bool:
        """Begin with new processes."""
        self.close(at_once=True)
        self._pool = self._begun()
        return True

    def close(self, *, at_once: bool) -> None:
        """Let processes go."""
        if at_once:
            for process in set(multiprocessing.active_children()) - self._others:
                process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._n, multiprocessing.get_context("spawn"), _begin, (self._games,)
        )


class Given:
    """An executor of somebody else's.

    Parameters
    ----------
    executor : Executor
    at_once : callable
        How many tasks it works on at the same time, now.
    """

    def __init__(self, executor: Executor, at_once: Callable[[], int]) -> None:
        self._executor, self._at_once = executor, at_once

    @property
    def at_once(self) -> int:
        """How many tasks are to be under way."""
        return (1 + _AHEAD) * max(self._at_once(), 1)

    def submit(self, jobs: Sequence[Job]) -> Future[Done]:
        """Have jobs played."""
        return self._executor.submit(timed, jobs)

    def renew(self) -> bool:
        """Leave that to its owner."""
        return False

    def close(self, *, at_once: bool) -> None:
        """Leave that to its owner."""


@contextmanager
def cluster(address: str) -> Iterator[Given]:
    """Give the workers of a Dask cluster.

    Parameters
    ----------
    address : str
        Of its scheduler: ``tcp://HOST:PORT``.

    Raises
    ------
    InputError
        Dask is not there, or the scheduler does not answer.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise InputError(
            "--scheduler: needs Dask; install it with `pip install 'distributed>=2024.8'`."
        ) from None
    try:
        client = distributed.Client(address, set_as_default=False, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise InputError(
            f"--scheduler '{address}': no scheduler answers there ({_first_line(error)}); begin one with "
            "`dask scheduler`, and write tcp://HOST:PORT."
        ) from None
    asked, cores = -inf, 0

    def at_once() -> int:
        """Return the number of cores, which may change; to ask takes a message to the scheduler."""
        nonlocal asked, cores
        if time.monotonic() - asked > _ASK:
            asked, cores = time.monotonic(), sum(client.nthreads().values())
        return cores

    with client:
        yield Given(client.get_executor(pure=False), at_once)


def is_death(error: BaseException) -> bool:
    """Return whether it says that a worker has died, and not what its task came to."""
    if isinstance(error, BrokenExecutor):
        return True
    distributed = sys.modules.get("distributed")
    return distributed is not None and isinstance(error, distributed.KilledWorker)


def _begin(games: Collection[str]) -> None:
    """Make a process of ours ready."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches all; who sent the tasks sees to it
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(Exception):  # if a core can not be loaded the tasks will say so
        warm(games)


def _leave_with_parent() -> None:
    """End this process when the one that began it is gone: nobody else would."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
