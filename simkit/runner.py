"""Running many games: checked input, pieces of batches over threads, progress, interruption."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit import _jit
from simkit.batch import Batch, new_tally
from simkit.blocks import Blocks, n_blocks
from simkit.errors import InputError
from simkit.games import GAMES
from simkit.menus import Menu, load
from simkit.policies.lineup import Player, lineup, seat
from simkit.policies.search import new_table
from simkit.schema import LANES, TABLE, new_record

if TYPE_CHECKING:
    from simkit.records import RecordWriter

MAX_GAMES = 10**12
MAX_SEED = 2**63 - 1
_PIECE = 256  # most batches between two reports: 65,536 games, 10 to 100 ms


def check_whole(name: str, value: Any, low: int, high: int) -> int:
    """Return a whole number in its range.

    Raises
    ------
    InputError
        It is no whole number, or out of range.
    """
    if (
        isinstance(value, bool)
        or not isinstance(value, int | np.integer)
        or not low <= value <= high
    ):
        raise InputError(f"{name} = {value}: must be a whole number from {low:,} to {high:,}.")
    return int(value)


def thread_count(threads: int | None) -> int:
    """Return the number of threads to play on; without a wish, one for each processor."""
    if threads is None:
        return (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
    return check_whole("threads", threads, 1, 1024)


def prepare(
    menu: str | Path | Menu,
    players: int,
    specs: str | Player | Sequence[str | Player],
    *,
    house: bool,
    ordered: bool = False,
    rotation: int = 0,
) -> tuple[Menu, tuple[Player, ...], np.record]:
    """Check menu, players and line-up, and fill the rules record of one rotation."""
    check_whole("players", players, 2, 8)
    loaded = load(menu, house=house)
    record = GAMES[loaded.game].rules(loaded, players)
    entries = lineup(specs, players)
    seated = [entries[(s - rotation) % players] for s in range(players)]
    seat(record, loaded, seated, ordered=ordered)
    return loaded, entries, record


def simulate(
    menu: str | Path | Menu,
    *,
    players: int = 4,
    games: int = 100_000,
    policy: str | Player = "greedy",
    policies: Sequence[str | Player] | None = None,
    seed: int = 0,
    rotate: bool = False,
    house: bool = False,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    records: str | Path | None = None,
) -> Batch:
    """Play many games of a menu and keep exact counts.

    Parameters
    ----------
    menu : str, path or Menu
        A printed menu's slug, a menu file, or a loaded menu.
    players : int
        2 to 8.
    games : int
        Games to play.
    policy : str
        The policy of every seat; see `simkit.policies.lineup`.
    policies : sequence of str, optional
        One policy a seat, in place of ``policy``.
    seed : int
        Game number i of a seed is always the same game, whatever the threads and the number of games.
    rotate : bool
        Move the line-up one seat on with every 256 games.
    house : bool
        Allow menus beyond the rule book's structure.
    threads : int, optional
        Default: one for each processor.
    progress : callable, optional
        Called with the number of games done so far, from the calling thread.
    records : path, optional
        Folder for per-game records (Parquet).

    Returns
    -------
    Batch

    Raises
    ------
    MenuError, PolicyError, InputError, OutputError
        Something in the input has to be changed.

    Examples
    --------
    >>> import simkit
    >>> batch = simkit.simulate("party/sushi-go", players=4, games=1000, policy="random", seed=1)
    >>> batch.n_games
    1000
    """
    check_whole("games", games, 1, MAX_GAMES)
    check_whole("seed", seed, 0, MAX_SEED)
    n_threads = thread_count(threads)
    specs = policy if policies is None else policies
    check_whole("players", players, 2, 8)
    menu = load(menu, house=house)  # once, whatever the number of rotations
    n_rotations = players if rotate else 1
    prepared = [prepare(menu, players, specs, house=house, rotation=j) for j in range(n_rotations)]
    loaded, entries, _ = prepared[0]
    core = GAMES[loaded.game].core
    rules_of = [record for _, _, record in prepared]
    # what a search decides is too dear to be decided again so that games are counted apart
    is_split = not rules_of[0].any_search
    number = n_blocks(loaded, players, games, n_rotations, is_split=is_split)
    blocks = Blocks(loaded, players, number, n_rotations)
    run = _Run(rules_of, GAMES[loaded.game].play_batches(), seed, games, blocks)
    if records is not None:
        from simkit.records import RecordWriter  # pyarrow takes 0.15 s to load

        run.writer = RecordWriter(Path(records), loaded, loaded.seats_for(players))
    compile_core(core, prepared[0][2])
    start = time.perf_counter()
    interrupted = run.play(n_threads, progress)
    tallies = blocks.tallies()
    return Batch(
        menu=loaded,
        players=players,
        lineup=tuple(entry.name for entry in entries),
        rotate=rotate,
        seed=seed,
        n_games=sum(int(tally.n_games) for tally in tallies),
        n_requested=games,
        tallies=tallies,
        blocks=blocks.played(),
        seconds=time.perf_counter() - start,
        interrupted=interrupted,
    )


def compile_core(core: str, record: Any) -> None:
    """Load the compiled core (a module's name), or compile it and say so on stderr."""
    cold = _jit.is_cold(core)
    if cold:
        print(
            "simkit: compiling the core, once for this machine (up to a minute) ...",
            file=sys.stderr,
        )
        _jit.compile_in_processes(core)
    import_module(core).play_batches(record, new_record(TABLE), new_tally(), 0, 0, 1, 0, 0)
    if cold:
        _jit.note_warm(core)


@contextmanager
def interruptible(stop: threading.Event) -> Iterator[None]:
    """Let Ctrl-C set the event, so that finished games are kept; a second Ctrl-C stops at once.

    Outside the main thread, where Python delivers no signals, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def on_signal(_number: int, _frame: Any) -> None:
        signal.signal(signal.SIGINT, before)
        stop.set()

    signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Piece(NamedTuple):
    """Batches that are played at once: a rotation's, from the first on, so many.

    Of the last one count the games up to each of the cuts, of which every one ends its block.
    """

    rotation: int
    first: int
    n_batches: int
    cuts: list[tuple[int, int]]


class _Run:
    """Pieces of blocks on threads, each with its own table and tally.

    Batch i belongs to rotation i mod P and block (i div P) mod B, so that blocks grow alike and an interrupted
    run has as many. With fewer batches than blocks, each rotation's games are cut in order, and a batch
    is played again for each cut in it: its games up to the cut count, and those up to the cut before do not.
    """

    def __init__(
        self,
        rules_of: list[Any],
        play_batches: Callable[..., Any],
        seed: int,
        games: int,
        blocks: Blocks,
    ) -> None:
        self.rules_of = rules_of
        self.play_batches = play_batches
        self.seed = seed
        self.n_batches = -(-games // LANES)
        self.last_lanes = games - (self.n_batches - 1) * LANES
        self.blocks = blocks
        self.step = blocks.n_blocks * len(rules_of)  # from a batch to the next one of its block
        self.writer: RecordWriter | None = None
        self._own = threading.local()
        self._stop = threading.Event()

    def _pieces(self, n_threads: int) -> Iterator[_Piece]:
        """Yield what is played at once."""
        n = len(self.rules_of)
        if self.n_batches < self.step:
            yield from (_Piece(i % n, i, 1, self._cuts(i)) for i in range(self.n_batches))
            return
        fair = -(-self.n_batches // (4 * n_threads))  # so that the threads end together
        size = min(_PIECE, fair) if self.writer is None else 1
        for begin in range(0, self.n_batches, size * self.step):
            for first in range(begin, min(begin + self.step, self.n_batches)):
                batches = range(first, min(begin + size * self.step, self.n_batches), self.step)
                cut = (first // n % self.blocks.n_blocks, self._lanes(batches[-1]))
                yield _Piece(first % n, first, len(batches), [cut])

    def _lanes(self, batch: int) -> int:
        """Return how many games of a batch are played."""
        return self.last_lanes if batch == self.n_batches - 1 else LANES

    def _cuts(self, batch: int) -> list[tuple[int, int]]:
        """Return the blocks that a batch has games of, and how many it has up to the end of each."""
        n = len(self.rules_of)
        mine = range(batch % n, self.n_batches, n)  # the batches of its rotation
        games = (len(mine) - 1) * LANES + self._lanes(mine[-1])
        before = batch // n * LANES
        cuts, done = [], 0
        for block in range(self.blocks.n_blocks):
            end = min((block + 1) * games // self.blocks.n_blocks - before, self._lanes(batch))
            if end > done:
                cuts.append((block, end))
                done = end
        return cuts

    def _table(self, rotation: int) -> Any:
        """Return this thread's table; one for each rotation, since line-ups leave traces of their own."""
        tables = getattr(self._own, "tables", None)
        if tables is None:
            tables = self._own.tables = {}
        if rotation not in tables:
            tables[rotation] = new_table(self.rules_of[rotation])
            tables[rotation].lane = -1
        return tables[rotation]

    def _tally(self) -> np.record:
        """Return this thread's tally, which has no games between two pieces."""
        tally = getattr(self._own, "tally", None)
        if tally is None:
            tally = self._own.tally = new_tally()
        return tally

    def _play_piece(self, piece: _Piece) -> tuple[int, Any]:
        """Add a piece to its blocks; return the number of games, and the games to be written."""
        if self._stop.is_set():
            return 0, None
        rules, table = self.rules_of[piece.rotation], self._table(piece.rotation)
        tally = self._tally()
        for i, (block, lanes) in enumerate(piece.cuts):
            if i:  # what was before the cut is in the block before
                self.blocks.add(block, piece.rotation, tally, -1)
                self.blocks.clear(tally)
            self.play_batches(
                rules, table, tally, self.seed, piece.first, self.step, piece.n_batches, lanes
            )
            self.blocks.add(block, piece.rotation, tally)
        n_games = int(tally.n_games)
        self.blocks.clear(tally)
        written = None if self.writer is None else self.writer.read(table, piece.first, lanes)
        return n_games, written

    def play(self, n_threads: int, progress: Callable[[int], None] | None) -> bool:
        """Play all pieces; return whether the run was interrupted."""
        done = 0
        pieces = self._pieces(n_threads)
        pending: set[Future[Any]] = set()
        order: list[Future[Any]] = []
        with ThreadPoolExecutor(n_threads) as pool, interruptible(self._stop):
            try:
                while True:
                    while len(pending) < 2 * n_threads and not self._stop.is_set():
                        piece = next(pieces, None)
                        if piece is None:
                            break
                        future = pool.submit(self._play_piece, piece)
                        pending.add(future)
                        order.append(future)
                    if not pending:
                        break
                    finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                    done += sum(future.result()[0] for future in finished)
                    while order and order[0].done():
                        games = order.pop(0).result()[1]
                        if self.writer is not None and games is not None:
                            self.writer.write(games)
                    if progress is not None:
                        progress(done)
            except BaseException:
                self._stop.set()
                if self.writer is not None:
                    self.writer.drop()
                raise
            if self.writer is not None:
                self.writer.close()
        return self._stop.is_set() and done < (self.n_batches - 1) * LANES + self.last_lanes
