"""Running a tournament: block by block every line-up on new deals, in all rotations of its seats.

As in duplicate bridge everybody plays every hand of the table. A block has a batch of deals for each
line-up, which sits in a random order round the table and plays them once in each rotation. Rotations hang
together, blocks are independent: so sums by block are kept, and intervals come from the differences between
them. Line-ups have deals of their own, as with common ones a hundred line-ups are hardly more than one:
policies that draw would draw the same again in each of them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from simkit.batch import new_tally
from simkit.contest_lineups import (
    arrange,
    choose_line_ups,
    count_line_ups,
    line_ups_against,
)
from simkit.contest_result import Contest
from simkit.contest_standings import MAX_ENTERED, Ints, Standings, count
from simkit.errors import InputError, PolicyError
from simkit.games import GAMES
from simkit.menus import Menu, load
from simkit.policies.lineup import Player, player
from simkit.policies.search import as_new
from simkit.runner import (
    MAX_GAMES,
    MAX_SEED,
    check_whole,
    compile_core,
    interruptible,
    thread_count,
)
from simkit.schema import LANES, MAX_SEATS, N_ROUNDS, SHARE, TABLE, new_record
from simkit.seating import Seating

MOST_LINE_UPS = 128
"""Line-ups played if nobody says how many: all of them up to here, else a sample."""

_LEAST_BLOCKS = 8  # below, intervals are wide and lean on the normal law
_BLOCKS = (
    16  # Student's interval is 9 % wider than with any number of them; each costs whole batches
)
_MOST_UNITS = 64


def tournament(
    menu: str | Path | Menu,
    entered: Sequence[str | Player],
    *,
    players: int = 4,
    games: int = 100_000,
    line_ups: int | None = MOST_LINE_UPS,
    against: str | Player | None = None,
    seed: int = 0,
    house: bool = False,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Contest:
    """Let players play each other in many line-ups, every one in all rotations of its seats.

    Parameters
    ----------
    menu : str, path or Menu
        A printed menu's slug, a menu file, or a loaded menu.
    entered : sequence of str
        The players: different policies, as `simkit.policies.lineup` reads them.
    players : int
        At a table, 2 to 8.
    games : int
        Games to play, all line-ups together; rounded up to whole blocks.
    line_ups : int or None
        The most line-ups to play: if there are more, a balanced sample. None: all.
    against : str, optional
        Play only line-ups of this player (which need not be among `entered`) with one other: one of
        the other among such players, and one such player among others.
    seed : int
        Decides deals, line-ups and seats.
    house : bool
        Allow menus beyond the rule book's structure.
    threads : int, optional
        Default: one for each processor.
    progress : callable, optional
        Called with the number of games done so far and of all games, from the calling thread.

    Returns
    -------
    Contest

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.

    Examples
    --------
    >>> import simkit
    >>> contest = simkit.tournament("my-first-meal", ["greedy", "random"], players=2, games=1000)
    >>> contest.line_ups
    ((0, 1),)
    """
    check_whole("games", games, 1, MAX_GAMES)
    check_whole("seed", seed, 0, MAX_SEED)
    check_whole("players", players, 2, MAX_SEATS)
    if line_ups is not None:
        check_whole("line_ups", line_ups, 1, 1_000_000)
    n_threads = thread_count(threads)
    loaded = load(menu, house=house)
    field, other = _read(entered, against)
    names = tuple(one.name for one in field)
    chosen, possible = _design(names, players, line_ups, other, seed, games)
    n_deals = -(-games // (len(chosen) * players))
    n_blocks = max(min(_BLOCKS, n_deals), -(-n_deals // LANES))
    deals = -(-n_deals // n_blocks)
    n_blocks = -(-n_deals // deals)
    run = _Run(loaded, field, np.array(chosen), players, seed, deals)
    planned = n_blocks * run.games_in_block
    compile_core(GAMES[loaded.game].core, run.rules.of((0,) * players))
    start = time.perf_counter()
    interrupted = run.play(
        n_blocks, n_threads, None if progress is None else lambda done: progress(done, planned)
    )
    return Contest(
        menu=loaded,
        players=players,
        entered=names,
        against=other,
        line_ups=tuple(chosen),
        n_line_ups=possible,
        seed=seed,
        deals=deals,
        n_requested=games,
        n_planned=planned,
        units=tuple(run.units),
        seconds=time.perf_counter() - start,
        interrupted=interrupted,
    )


def _read(
    entered: Sequence[str | Player], against: str | Player | None
) -> tuple[list[Player], str | None]:
    """Return the players, and the name of who is played against; it may be one that is not entered."""
    field = [player(spec) for spec in entered]
    names = [one.name for one in field]
    for name in names:
        if names.count(name) > 1:
            raise PolicyError(
                f"policy '{name}' is entered {names.count(name)} times: name each policy once; "
                "line-ups seat several of it anyway."
            )
    other = None if against is None else player(against)
    if other is not None and other.name not in names:
        field.append(other)
    if not 2 <= len(field) <= MAX_ENTERED:
        raise PolicyError(
            f"{len(field)} {'policy' if len(field) == 1 else 'policies'} entered: name 2 to "
            f"{MAX_ENTERED} different ones."
        )
    return field, None if other is None else other.name


def _design(
    names: tuple[str, ...],
    players: int,
    most: int | None,
    against: str | None,
    seed: int,
    games: int,
) -> tuple[list[tuple[int, ...]], int]:
    """Return the line-ups to play and how many there are; they must fit into the games."""
    if against is not None:
        chosen = line_ups_against(names.index(against), len(names), players)
        possible = len(chosen)
    else:
        possible = count_line_ups(len(names), players)
        # before they are listed: there may be billions
        is_whole = most is None or possible <= most
        _check_games(possible if is_whole else len(names), players, games)
        chosen = choose_line_ups(len(names), players, most, seed)
    _check_games(len(chosen), players, games)
    return chosen, possible


def _check_games(n_line_ups: int, players: int, games: int) -> None:
    least = n_line_ups * players * _LEAST_BLOCKS
    if games < least:
        raise InputError(
            f"games = {games:,}: {n_line_ups:,} line-ups in {players} rotations on {_LEAST_BLOCKS} deals "
            f"are at least {least:,} games; play more games or fewer line-ups."
        )


class _Run:
    """Blocks one after another, their batches on threads, each thread with its own table."""

    def __init__(
        self,
        menu: Menu,
        field: Sequence[Player],
        line_ups: Ints,
        players: int,
        seed: int,
        deals: int,
    ) -> None:
        self.rules = Seating(menu, field, players)
        self.units: list[Standings] = []
        self.games_in_block = len(line_ups) * players * deals
        self._play_batches = GAMES[menu.game].play_batches()
        self._entered = len(field)
        self._has_dummy = menu.seats_for(players) > players
        self._line_ups, self._players, self._seed, self._deals = line_ups, players, seed, deals
        self._blocks_of_unit = 1
        self._own = threading.local()
        self._stop = threading.Event()

    def play(self, n_blocks: int, n_threads: int, progress: Callable[[int], None] | None) -> bool:
        """Play whole blocks; return whether the run was interrupted."""
        with ThreadPoolExecutor(n_threads) as pool, interruptible(self._stop):
            try:
                for block in range(n_blocks):
                    standings = self._block(pool, block, progress)
                    if standings is None:
                        return True
                    self._keep(standings)
            except BaseException:
                self._stop.set()
                raise
        return False

    def _block(
        self, pool: ThreadPoolExecutor, block: int, progress: Callable[[int], None] | None
    ) -> Standings | None:
        """Play all line-ups of a block; None if the run was stopped."""
        n, deals = self._players, self._deals
        seated = arrange(self._line_ups, self._seed, block)
        ends = np.zeros((len(seated), n, n, 3, deals), np.int64)
        dummy = np.zeros((len(seated), n, deals), np.int64)
        jobs = [
            pool.submit(
                self._rotation, block * len(seated) + i, seated[i], j, ends[i, j], dummy[i, j]
            )
            for i in range(len(seated))
            for j in range(n)
        ]
        for i, job in enumerate(jobs, start=1):
            if not job.result():
                return None
            if progress is not None and i % n == 0:
                progress(block * self.games_in_block + i * deals)
        # line-ups, rotations, places, numbers, deals -> numbers, line-ups, places, games
        points, desserts, wins = ends.transpose(3, 0, 2, 1, 4).reshape(3, len(seated), n, -1)
        beside = dummy.reshape(len(seated), -1) if self._has_dummy else None
        return count(seated, points, desserts, wins, beside, self._entered)

    def _rotation(self, batch: int, places: Ints, rotation: int, ends: Ints, dummy: Ints) -> bool:
        """Play a batch of deals in one rotation: seat s is taken by place (s - rotation) mod n."""
        if self._stop.is_set():
            return False
        n = self._players
        record = self.rules.of(np.roll(places, rotation).tolist())
        table = self._table(record)
        tally = self._own.tally  # of no use here: who wins a single game is in the table
        self._play_batches(record, table, tally, self._seed, batch, 1, 1, self._deals)
        lead = np.asarray(table["lead"])[N_ROUNDS].astype(np.int64)
        winners = np.maximum(np.asarray(table["n_lead"])[N_ROUNDS, 0].astype(np.int64), 1)
        total = np.asarray(table["total"])[N_ROUNDS]
        for number, rows in enumerate((total, table["desserts"], lead * (SHARE // winners))):
            ends[:, number] = np.roll(rows[:n, : self._deals], -rotation, axis=0)
        if self._has_dummy:
            dummy[:] = total[n, : self._deals]
        return True

    def _table(self, record: Any) -> Any:
        """Return this thread's table as new: line-ups leave traces of their own."""
        if not hasattr(self._own, "table"):
            self._own.table, self._own.tally = new_record(TABLE), new_tally()
        return as_new(self._own.table, record)

    def _keep(self, standings: Standings) -> None:
        """Add a block to the units; pairs of units become one when there are too many."""
        units, size = self.units, self._blocks_of_unit
        if units and units[-1].n_blocks < size:
            units[-1] = units[-1].plus(standings)
            return
        units.append(standings)
        if len(units) > _MOST_UNITS:
            self.units = [a.plus(b) for a, b in zip(units[::2], units[1::2], strict=False)]
            self.units += units[2 * len(self.units) :]
            self._blocks_of_unit = 2 * size
