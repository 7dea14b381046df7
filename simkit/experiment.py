"""Several line-ups, menus or circumstances on the same games, handed over game by game.

The arms of an experiment share what is not different in them: game i of a seed has the same deals and the same luck in
all of them (common random numbers), as far as their menus have the same places in the deck. So the differences between
two arms are differences of pairs, which say more than two runs apart.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from simkit.batch import new_tally
from simkit.errors import InputError
from simkit.games import GAMES
from simkit.menus import Menu, load
from simkit.played import Played, Tries
from simkit.policies.lineup import Player, lineup
from simkit.policies.search import as_new
from simkit.runner import MAX_GAMES, MAX_SEED, check_whole, compile_core, thread_count
from simkit.schema import LANES, MAX_HAND, N_ROUNDS, RULES, SHARE, TABLE, new_record
from simkit.seating import Seating

BLOCK = 16 * LANES
"""Games that are handed over at once."""

T = TypeVar("T")


class _Memory(threading.local):
    """A thread's table and tally: filling megabytes anew takes longer than a few games."""

    def __init__(self) -> None:
        self.table, self.tally = new_record(TABLE), new_tally()


_memory = _Memory()
_loaded: set[str] = set()


@dataclass(frozen=True, slots=True)
class Arm:
    """One side of a comparison: what is played, by whom, and what is different.

    Attributes
    ----------
    menu : str, path or Menu
        A printed menu's slug, a menu file, or a loaded menu.
    players : int
        2 to 8.
    policies : str, Player, or a sequence of them
        One for all, or one for each seat.
    rotate : bool
        Move the line-up one seat on with every 256 games; the axis of seats then holds its entries.
    luck : int
        Other numbers give other luck of the seats (ties, draws of policies, re-rolls by tokens) on the same deals.
    turned : int
        Seats to the left by which the hands of all deals, and the luck of the seats, are moved. Not with a dummy, whose
        seat does not move, nor with dice, where the red belt does not.
    tries : bool
        Whether the games are played a second time, in which entry 0 tries another card once
        (`simkit.played.Tries`); not with dice.
    picks : bool
        Whether picks are compared with what else was in the hand (`Played.preferred`); not with dice.
    house : bool
        Allow menus beyond the rule book's structure.
    """

    menu: str | Path | Menu
    players: int = 4
    policies: str | Player | Sequence[str | Player] = "greedy"
    rotate: bool = False
    luck: int = 0
    turned: int = 0
    tries: bool = False
    picks: bool = False
    house: bool = False


def observe(
    arms: Sequence[Arm],
    reduce: Callable[[Sequence[Played]], T],
    *,
    games: int | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
) -> Generator[T, None, None]:
    """Play the same games in all arms, and yield what `reduce` makes of each block of them.

    Parameters
    ----------
    arms : sequence of Arm
        What is played.
    reduce : callable
        Takes the games of a block, one `Played` for each arm, and after that of an arm that tries a second one: its
        twin, in which another card is tried. It is called on several threads at once.
    games : int, optional
        Games in each arm. Without, blocks come until nobody asks for more.
    seed : int
        With the number of a game it decides the game.
    first : int
        Number of the first game, a multiple of `BLOCK`.
    threads : int, optional
        Default: one for each processor.

    Yields
    ------
    what `reduce` returns
        For each block of `BLOCK` games (the last may have fewer), in order, whatever the threads.

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    check_whole("games", MAX_GAMES if games is None else games, 1, MAX_GAMES)
    check_whole("seed", seed, 0, MAX_SEED)
    if first % BLOCK:
        raise InputError(f"first = {first}: must be a multiple of {BLOCK:,} games.")
    n_threads = thread_count(threads)
    sides = _sides(arms)
    for side in sides:
        side.load()
    return _blocks(sides, reduce, MAX_GAMES if games is None else games, seed, first, n_threads)


def play_range(
    arm: Arm, reduce: Callable[[Played], T], *, games: int, seed: int, first: int = 0
) -> list[T]:
    """Play some games of one arm on this thread, and return what `reduce` makes of each block of them.

    `observe` for many short jobs, in processes of their own: it starts no threads, and any game may be the first.

    Parameters
    ----------
    arm : Arm
        What is played; without `tries` and `picks`.
    reduce : callable
        Takes the games of a block, `BLOCK` at the most.
    games, seed, first : int
        How many, of which seed, from which game on.

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    check_whole("games", games, 1, MAX_GAMES)
    check_whole("seed", seed, 0, MAX_SEED)
    check_whole("first", first, 0, MAX_GAMES)
    if arm.tries or arm.picks:
        raise InputError("tries, picks: are looked at by whole blocks; see observe.")
    (side,) = _sides([arm])
    side.load()
    found = []
    start = first - first % LANES  # a batch is played as a whole
    for begin in range(start, first + games, BLOCK):
        (played,) = side.play(seed, begin, min(BLOCK, first + games - begin))
        found.append(reduce(played.after(max(first - begin, 0))))
    return found


def _blocks(
    sides: Sequence[_Side],
    reduce: Callable[[Sequence[Played]], T],
    games: int,
    seed: int,
    first: int,
    n_threads: int,
) -> Generator[T, None, None]:
    def play(start: int, n_games: int) -> T:
        played = [side.play(seed, start, n_games) for side in sides]
        return reduce([games for side in played for games in side])

    pending: deque[Future[T]] = deque()
    with ThreadPoolExecutor(n_threads) as pool:
        try:
            for start in range(first, first + games, BLOCK):
                pending.append(pool.submit(play, start, min(BLOCK, first + games - start)))
                if len(pending) > 2 * n_threads:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:  # the caller may have seen enough
            for job in pending:
                job.cancel()


def _sides(arms: Sequence[Arm]) -> list[_Side]:
    """Check all arms, and fill in each player of a menu once."""
    read = []
    fields: dict[tuple[str, int], dict[str, Player]] = {}
    for arm in arms:
        check_whole("players", arm.players, 2, 8)
        menu = load(arm.menu, house=arm.house)
        seated = lineup(arm.policies, arm.players)
        table = (repr(menu.to_dict()), arm.players)  # a menu is no key
        fields.setdefault(table, {}).update({one.name: one for one in seated})
        read.append((arm, menu, table, [one.name for one in seated]))
    seatings: dict[tuple[str, int], Seating] = {}
    sides = []
    for arm, menu, table, names in read:
        if table not in seatings:
            seatings[table] = Seating(menu, list(fields[table].values()), arm.players)
        known = list(fields[table])
        sides.append(_Side(arm, menu, seatings[table], [known.index(name) for name in names]))
    return sides


def _twin(record: Any) -> Any:
    """Return the rules by which a batch is played again, another card tried."""
    if record.lanes_tied:
        raise InputError(
            "tries: luck of random-legal depends on all games of a batch, so none can be played again with another "
            "card; take random."
        )
    twin: Any = new_record(RULES)
    twin.base[0] = record
    twin.observes, twin.tries_now = 1, 1
    return twin


class _Side:
    """An arm, ready to be played: a rules record for each rotation."""

    def __init__(self, arm: Arm, menu: Menu, seating: Seating, seated: Sequence[int]) -> None:
        n = arm.players
        has_dummy = menu.seats_for(n) > n
        if arm.turned and (has_dummy or menu.dice):
            raise InputError("turned: hands can not be moved at a table with a dummy, nor dice.")
        if menu.dice and (arm.tries or arm.picks):
            raise InputError("tries, picks: are of cards; dice are not looked at one by one.")
        self.core = GAMES[menu.game].core
        self._play_batches = GAMES[menu.game].play_batches()
        self._menu, self._n_seats, self._tries = menu, menu.seats_for(n), arm.tries
        self._picks = arm.picks
        self.rules: list[Any] = []
        self._twins: list[Any] = []
        for rotation in range(n if arm.rotate else 1):
            record: Any = seating.of([seated[(s - rotation) % n] for s in range(n)])
            record.luck, record.turned = arm.luck, arm.turned
            record.observes = 2 if arm.picks else 1
            record.tries[rotation] = arm.tries
            self.rules.append(record)
            if arm.tries:
                self._twins.append(_twin(record))
        self._players = n

    def load(self) -> None:
        """Load the core that plays it, or compile it."""
        if self.core not in _loaded:
            compile_core(self.core, self.rules[0])
            _loaded.add(self.core)

    def play(self, seed: int, first: int, n_games: int) -> list[Played]:
        """Play the games from number `first` on, a multiple of 256; where cards are tried, their twins too."""
        table, tally = _memory.table, _memory.tally
        n_rotations = len(self.rules)
        n_batches = -(-n_games // LANES)
        played = [self._room(first, n_games, tries=tries) for tries in range(1 + self._tries)]
        for rotation, rules in enumerate(self.rules):
            begin = (rotation - first // LANES) % n_rotations
            if begin >= n_batches:
                continue
            fresh = as_new(table, rules)
            tally.preferred[:] = 0
            for b in range(begin, n_batches, n_rotations):
                lanes = min(LANES, n_games - b * LANES)
                for record, out in zip(
                    (rules, *self._twins[rotation : rotation + 1]), played, strict=True
                ):
                    self._play_batches(record, fresh, tally, seed, first // LANES + b, 1, 1, lanes)
                    self._read(fresh, out, slice(b * LANES, b * LANES + lanes), lanes, rotation)
            if self._picks:
                self._read_picks(tally, played[0], rotation)
        for seat in played[0].preferred:
            np.fill_diagonal(seat, 0)
        return played

    def _read_picks(self, tally: Any, out: Played, rotation: int) -> None:
        n_cards = out.preferred.shape[1]
        counts = np.asarray(tally.preferred)[: self._n_seats, :n_cards, :n_cards]
        out.preferred[:] += self._by_entry(counts, rotation)

    def _room(self, first: int, n: int, *, tries: bool | int) -> Played:
        """Return arrays for n games, to be filled."""
        seats, kinds, cards = self._n_seats, len(self._menu.kinds), len(self._menu.card_ids)
        u8 = np.uint8
        tried = None
        if tries:
            names = ("kind", "occasions", "round_", "turn", "card", "other")
            fields = {name: np.empty(n, u8) for name in names}
            tried = Tries(**fields, was_picked=np.empty(n, np.bool_))
        return Played(
            first=first,
            total=np.empty((N_ROUNDS + 1, seats, n), np.int16),
            win=np.empty((seats, n), np.int16),
            lead=np.empty((N_ROUNDS + 1, seats, n), np.bool_),
            taken=np.empty((seats, kinds, n), u8),
            points=np.empty((seats, kinds, n), np.int16),
            dealt=np.empty((N_ROUNDS, seats, cards, n), u8),
            preferred=np.zeros((seats, cards, cards), np.int64),
            tries=tried,
        )

    def _read(self, table: Any, out: Played, to: slice, lanes: int, rotation: int) -> None:
        """Copy the games of a batch out of its table."""
        seats, kinds, cards = self._n_seats, len(self._menu.kinds), len(self._menu.card_ids)

        def by_entry(rows: Any, axis: int = 0) -> Any:
            return self._by_entry(rows[..., :lanes], rotation, axis)

        lead = np.asarray(table["lead"])[:, :seats]
        winners = np.maximum(np.asarray(table["n_lead"])[N_ROUNDS, 0].astype(np.int16), 1)
        out.total[..., to] = by_entry(np.asarray(table["total"])[:, :seats], 1)
        out.lead[..., to] = by_entry(lead, 1)
        out.win[:, to] = by_entry(lead[N_ROUNDS] * (np.int16(SHARE) // winners))
        out.taken[..., to] = by_entry(np.asarray(table["copies"])[:seats, :kinds])
        out.points[..., to] = by_entry(np.asarray(table["points"])[:seats, :kinds])
        out.dealt[..., to] = by_entry(np.asarray(table["first_hand"])[:, :seats, :cards], 1)
        if out.tries is not None:
            at = np.asarray(table["try_at"])[0, :lanes]
            out.tries.round_[to], out.tries.turn[to] = np.divmod(at, MAX_HAND)
            for name in ("kind", "occasions", "card", "other"):
                getattr(out.tries, name)[to] = np.asarray(table[f"try_{name}"])[0, :lanes]
            out.tries.was_picked[to] = np.asarray(table["try_was"])[0, :lanes]

    def _by_entry(self, rows: Any, rotation: int, axis: int = 0) -> Any:
        """Put entries of the line-up in the place of seats; a dummy stays the last one."""
        if rotation == 0:
            return rows
        order = [(e + rotation) % self._players for e in range(self._players)]
        return np.take(rows, order + list(range(self._players, self._n_seats)), axis)
