"""The arena: what players score at one seat among opponents, every player on the same deals.

Every deal is played with the player at each seat in turn. What the deal and the seat give is then the same for all
players and, among opponents of its own kind, cancels out: a player among its copies scores exactly nothing more than
they do. What is left is what the players do differently.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simkit.batch import new_tally
from simkit.games import GAMES
from simkit.menus import Menu
from simkit.policies.lineup import Player, seat
from simkit.policies.search import as_new
from simkit.runner import compile_core
from simkit.schema import LANES, MAX_SEATS, OF_SEATS, RULES, SHARE, TABLE, new_record

Floats = NDArray[np.float64]

_MOST_FRAMES = 256  # of 0.3 MB each


@dataclass(frozen=True, eq=False)
class Setting:
    """A menu and a number of players; one setting is the same as itself only."""

    menu: Menu
    players: int

    def batches(self, games: float, groups: int) -> int:
        """Return how many batches of deals a group has, for about so many games in all groups."""
        return max(1, round(games / (groups * self.players * LANES)))


class Arena(Protocol):
    """What plays the games; tests put a planted function in its place."""

    def margins(
        self,
        candidates: Sequence[Player],
        opponent: Player,
        settings: Sequence[Setting],
        *,
        seed: int,
        games: int,
        groups: int = 1,
    ) -> Floats:
        """Play every candidate against copies of the opponent, all on the same deals.

        Parameters
        ----------
        candidates : sequence of Player
            All of one policy.
        opponent : Player
            Sits at all other seats.
        settings : sequence of Setting
            Menus and numbers of players; each gets the same share of the games.
        seed : int
            Decides the deals.
        games : int
            Games for each candidate, about.
        groups : int
            Groups of deals that are counted apart.

        Returns
        -------
        array of float, by candidate, setting, group and number
            Numbers: mean of own points less the mean of the others' points, mean share of a win, games.
        """
        ...


class Games:
    """The arena of compiled games, on threads.

    Parameters
    ----------
    threads : int, optional
        Default: one for each processor. Never changes a result.
    both : bool
        Play a candidate alone among opponents and an opponent alone among candidates, and take the mean: a player
        that only does well as long as nobody else plays like it gains nothing. False: alone only.
    """

    def __init__(self, threads: int | None = None, *, both: bool = False) -> None:
        self.both = both
        self.threads = threads or len(os.sched_getaffinity(0))
        self._own = threading.local()
        self._stop = threading.Event()
        self._compiled: set[str] = set()
        self._opponent: Player | None = None
        self._frames: dict[Setting, _Frame] = {}

    def margins(
        self,
        candidates: Sequence[Player],
        opponent: Player,
        settings: Sequence[Setting],
        *,
        seed: int,
        games: int,
        groups: int = 1,
    ) -> Floats:
        """Play every candidate against copies of the opponent: see `Arena`."""
        found = np.zeros((len(candidates), len(settings), groups, 3))
        frames = [self._frame(setting, candidates[0], opponent) for setting in settings]
        self._stop.clear()

        def play(task: tuple[int, int]) -> None:
            i, k = task
            if not self._stop.is_set():
                setting = settings[k]
                n = setting.batches(games / len(settings), groups)
                found[i, k] = self._play(setting, frames[k], candidates[i], seed, groups, n)

        with ThreadPoolExecutor(self.threads) as pool:
            try:
                for _ in pool.map(play, product(range(len(candidates)), range(len(settings)))):
                    pass
            except BaseException:
                self._stop.set()
                raise
        return found

    def _frame(self, setting: Setting, candidate: Player, opponent: Player) -> _Frame:
        """Return the frame of a setting; it is kept until the opponent or the settings change."""
        if opponent is not self._opponent or len(self._frames) > _MOST_FRAMES:
            self._frames.clear()
            self._opponent = opponent
        if setting not in self._frames:
            frame = self._frames[setting] = _new_frame(setting, candidate, opponent)
            if frame.core not in self._compiled:
                compile_core(frame.core, frame.mixed)
                self._compiled.add(frame.core)
        return self._frames[setting]

    def _play(
        self,
        setting: Setting,
        frame: _Frame,
        candidate: Player,
        seed: int,
        groups: int,
        n_batches: int,
    ) -> Floats:
        """Play a candidate in a setting, at each seat in turn."""
        n, seats = setting.players, setting.menu.seats_for(setting.players)
        mine = self._mine()
        _copy(frame.mixed, mine.filled)
        assert candidate.policy.fill is not None
        candidate.policy.fill(mine.filled, setting.menu, 0, candidate.data)
        play_batches = GAMES[setting.menu.game].play_batches()
        alone, among = np.zeros((groups, 3)), np.zeros((groups, 3))
        ways = [(s, True) for s in range(n)]
        if self.both and n > 2:  # for two it is the same
            ways += [(s, False) for s in range(n)]
        for s, is_alone in ways:
            _copy(frame.opponents, mine.rules)
            for name in OF_SEATS:
                for p in range(n):
                    if (p == s) is is_alone:
                        mine.rules[name][p] = mine.filled[name][0]
            table = as_new(mine.table, mine.rules)
            before = _standing(mine.tally, s, seats)
            for g in range(groups):
                first = g * n_batches
                play_batches(mine.rules, table, mine.tally, seed, first, 1, n_batches, LANES)
                after = _standing(mine.tally, s, seats)
                (alone if is_alone else among)[g] += after - before
                before = after
        alone[:, :2] /= alone[:, 2:] * (seats - 1, SHARE)
        if len(ways) == n:
            return alone
        among[:, :2] /= among[:, 2:] * (seats - 1, SHARE)
        margin, wins = -among[:, 0], (1 - among[:, 1]) / (seats - 1)
        return np.column_stack(
            [
                (alone[:, 0] + margin) / 2,
                (alone[:, 1] + wins) / 2,
                alone[:, 2] + among[:, 2],
            ]
        )

    def _mine(self) -> _Scratch:
        """Return this thread's records."""
        if not hasattr(self._own, "scratch"):
            self._own.scratch = _Scratch(
                new_record(RULES), new_record(RULES), new_record(TABLE), new_tally()
            )
        found: _Scratch = self._own.scratch
        return found


@dataclass(frozen=True)
class _Scratch:
    """Records of a thread: rules with a candidate at seat 0, rules that are played, table, tally."""

    filled: Any
    rules: Any
    table: Any
    tally: Any


@dataclass(frozen=True)
class _Frame:
    """Rules records of a setting: a candidate (some) at seat 0 among opponents, and opponents everywhere."""

    core: str
    mixed: Any
    opponents: Any


def _new_frame(setting: Setting, candidate: Player, opponent: Player) -> _Frame:
    game = GAMES[setting.menu.game]
    rules = game.rules(setting.menu, setting.players)
    seated = [candidate, *(opponent,) * (setting.players - 1)]
    seat(rules, setting.menu, seated, ordered=False)
    opponents = new_record(RULES)
    _copy(rules, opponents)
    for name in OF_SEATS:
        opponents[name][0] = rules[name][1]
    return _Frame(game.core, rules, opponents)


def _standing(tally: Any, p: int, n_seats: int) -> Floats:
    """Return the sums so far, whole numbers all: seats x own points less all points, wins, games."""
    scores = tally.score[3, :n_seats]
    wins = (tally.lead[3, p] * (SHARE // np.arange(1, MAX_SEATS + 1))).sum()
    return np.array([n_seats * scores[p] - scores.sum(), wins, tally.n_games], np.float64)


def _copy(source: Any, target: Any) -> None:
    _bytes(target)[:] = _bytes(source)


def _bytes(record: Any) -> NDArray[np.uint8]:
    """Return a record's memory."""
    memory: NDArray[np.uint8] = record.base.view(np.uint8)
    return memory
