"""Is a user's function a valuation? It is held to the contract in positions of real games.

Batches of games are played in which the function sits at some seats, greedy at the others. Whenever the core asks
for worths, the position is copied, and the function is called on copies: unchanged, and changed in what it must not
depend on. The core goes on with the worths found. So whatever the function does, it does to copies, and it is
asked wherever a real game will ask: commits, second cards, menus, dice of other seats.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit import _jit
from simkit.errors import PolicyError
from simkit.policies.user import USER, UserCode, fill_address
from simkit.schema import LANES, N_ROUNDS, NONE, RULES, TABLE, new_record

if TYPE_CHECKING:
    from simkit.menus import Menu

SCRATCH = (
    *("a", "b", "c", "d", "e", "best", "n", "count", "x", "sizes", "flag", "spare", "kept"),
    *("copy_worth", "copy_card", "flip", "flip_copy", "flip_on", "flip_with", "flip_under"),
    *("flip_sealed", "flip_spent"),
)
"""Rows that a valuation may write, and in which it finds nothing of use."""

_NOT_BY_GAME = (*SCRATCH, "deck_size", "sides_below")  # in another order, or of no use
_HIDDEN = (
    *("deck", "pool", "pile", "drawn", "deck_size", "joined"),
    *("may_come", "fit", "fits"),  # what seats with a memory have worked out
)
_DECIDED = ("pick", "target", "wish", "call", "call_real", "second", "request")
_TABLES = (
    *("tab", "copied", "now", "now_copied", "down", "maki", "uramaki", "misos", "free", "fresh"),
    *("tripled", "sealed", "pudding", "ice", "fruit", "colours", "largest", "effect", "committed"),
)
_SEED = 0
_ROUNDS = (0, N_ROUNDS - 1)  # in which positions are looked at
_STEP = 37  # by so many games hidden rows are moved on


def check(code: UserCode, menu: Menu, players: int) -> None:
    """Hold a user's function to the contract, on this menu with so many players; once for each of them.

    Raises
    ------
    PolicyError
        What it breaks, and where.
    """
    key = (json.dumps(menu.to_dict(), sort_keys=True), players)
    if key in code.checked:
        return
    from simkit.batch import new_tally
    from simkit.games import GAMES
    from simkit.policies.lineup import player, seat
    from simkit.policies.switch import code as code_of
    from simkit.runner import compile_core

    game = GAMES[menu.game]
    compile_core(game.core, game.rules(menu, players))
    examiner = _Examiner(code, menu, code.compiled(checked=True))
    address = _jit.callback_address(examiner)
    for half in range(2):
        record = game.rules(menu, players)
        seat(record, menu, (player("greedy"),) * players, ordered=False)
        for p in range(half, players, 2):
            record.policy[p] = code_of(USER)
            fill_address(record, menu, p, code, address)
        table = new_record(TABLE)
        table.lane = -1
        game.play_batches()(record, table, new_tally(), _SEED, half, 1, 1, LANES)
        if examiner.problem is not None:
            raise examiner.problem
    code.checked.add(key)


class _Copy:
    """A record of its own, filled again and again."""

    def __init__(self, dtype: np.dtype) -> None:
        buffer = np.zeros(dtype.itemsize + 64, np.uint8)
        start = -buffer.ctypes.data % 64
        self.bytes = buffer[start : start + dtype.itemsize]
        self.record: Any = self.bytes.view(dtype)[0]
        self.address = self.bytes.ctypes.data

    def fill(self, source: np.ndarray) -> Any:
        self.bytes[:] = source
        return self.record


class _Examiner:
    """What the core calls in place of the function."""

    def __init__(self, code: UserCode, menu: Menu, address: int) -> None:
        self.code = code
        self.cards = list(menu.card_ids)
        self.game = menu.game
        self.address = address
        self.rules, self.table, self.other = _Copy(RULES), _Copy(TABLE), _Copy(TABLE)
        self.problem: Exception | None = None
        self.rng = np.random.default_rng(_SEED)
        self.order = self.rng.permutation(LANES)

    def __call__(self, rules_at: int, table_at: int, p: int) -> None:
        """Examine the function in a position, and put its worths into the table."""
        rules, table = _bytes_at(rules_at, RULES), _bytes_at(table_at, TABLE)
        real = table.view(TABLE)[0]
        if self.problem is not None:
            real.gain[p] = 64
            return
        try:
            self.rules.fill(rules)
            self.seat = p
            if int(real.round_now) in _ROUNDS:
                real.gain[p] = self._examine(rules, table)
            else:
                real.gain[p] = self._worths(table)
        except Exception as error:  # nothing may be raised through the core
            self.problem = error
            real.gain[p] = 64

    # ---- calls

    def _call(self, record: Any, copy: _Copy) -> np.ndarray:
        """Call the function on a copy of a position; return its worths."""
        try:
            _jit.call_at(self.address, self.rules.address, copy.address, self.seat)
        except Exception as error:
            raise self._broken(record, f"raises {type(error).__name__}: {error}") from error
        return np.array(record.gain[self.seat])

    def _worths(self, table: np.ndarray, change: Callable[[Any], None] | None = None) -> Any:
        record = self.table.fill(table)
        if change is not None:
            change(record)
        return self._call(record, self.table)

    def _broken(self, record: Any, text: str) -> PolicyError:
        place = f"round {int(record.round_now) + 1}, turn {int(record.turn) + 1}, player {self.seat + 1}"
        return self.code.problem(f"{text} ({place}).")

    def _differs(self, one: np.ndarray, other: np.ndarray) -> str | None:
        """Return the first card that is worth something else, if there is one."""
        n = len(self.cards)
        rows = np.flatnonzero((one[:n] != other[:n]).any(axis=1))
        return self.cards[rows[0]] if len(rows) else None

    # ---- the contract

    def _examine(self, rules: np.ndarray, table: np.ndarray) -> np.ndarray:
        before = self.other.fill(table)
        before.gain[self.seat] = 85
        record = self.table.fill(self.other.bytes)
        worths = self._call(record, self.table)
        self._untouched(rules, before, record)
        n = len(self.cards)
        other = self._worths(table, self._fill_otherwise)
        unset = (worths[:n] == 85) & (other[:n] == 170)
        if unset.any():
            card = self.cards[np.flatnonzero(unset.any(axis=1))[0]]
            raise self._broken(
                record, f"puts no worth on {card}: every row needs one, in all games"
            )
        card = self._differs(worths, other)
        if card and self._differs(worths, self._worths(self.other.bytes)):
            raise self._broken(record, f"values {card} differently when it is asked again")
        if card:
            raise self._broken(
                record,
                f"reads rows that hold nothing (old worths, scratch): by them it values {card}",
            )
        if (worths[:n] == NONE).any():
            card = self.cards[np.flatnonzero((worths[:n] == NONE).any(axis=1))[0]]
            raise self._broken(
                record, f"values {card} at 255: a worth is 64 + 2 x points, from 0 to 254"
            )
        self._blind(record, table, worths)
        self._game_by_game(record, table, worths)
        return worths

    def _fill_otherwise(self, record: Any) -> None:
        record.gain[self.seat] = 170
        for name in SCRATCH:
            record[name] = self.rng.integers(0, 256, record[name].shape)

    def _untouched(self, rules: np.ndarray, before: Any, after: Any) -> None:
        if (rules != self.rules.bytes).any():
            raise self._broken(
                after, "changes the rules record; it may write to table.gain[p] only"
            )
        for name in TABLE.names or ():
            one, other = np.asarray(before[name]), np.asarray(after[name])
            if name in SCRATCH:
                continue
            if name == "gain":
                one, other = (np.delete(rows, self.seat, axis=0) for rows in (one, other))
            if (one != other).any():
                raise self._broken(
                    after, f"writes to table.{name}; it may write to table.gain[p] only"
                )

    def _blind(self, record: Any, table: np.ndarray, worths: np.ndarray) -> None:
        """Nothing that is hidden changes a worth."""
        ways = self._hidden(record)

        def all_of_them(changed: Any) -> None:
            for _, way in ways:
                way(changed)

        if not self._differs(worths, self._worths(table, all_of_them)):
            return
        for words, way in ways:
            card = self._differs(worths, self._worths(table, way))
            if card:
                raise self._broken(
                    record, f"looks at what is hidden: {words} it values {card} differently"
                )
        raise self._broken(record, "looks at what is hidden")

    def _hidden(self, record: Any) -> list[tuple[str, Callable[[Any], None]]]:
        """Return what is hidden in a position: words for it, and how it is changed."""
        others = [s for s in range(record.tab.shape[0]) if s != self.seat]
        hands = self._unknown_hands(record)

        def turn(changed: Any, names: Any, rows: Any = slice(None)) -> None:
            for name in names:
                field = np.asarray(changed[name])
                field[rows] = np.roll(field[rows], _STEP, axis=-1)

        def luck(changed: Any) -> None:
            shape = changed.rng.shape
            changed.rng[:] = self.rng.integers(0, 2**63, shape, dtype=np.uint64)

        ways: list[tuple[str, Callable[[Any], None]]] = []
        if self.game != "roll":
            ways += [
                ("with other cards in the opponents' hands", lambda t: turn(t, ["hand"], hands)),
                (
                    "with other choices of the opponents in this turn",
                    lambda t: turn(t, _DECIDED, others),
                ),
            ]
            rules: Any = self.rules.record
            if rules.second_before and record.reviewing:
                words = "with other cards that the opponents have just chosen and not yet shown"
                ways.append((words, lambda t: turn(t, _TABLES, others)))
        words = "with other dice in the bag" if self.game == "roll" else "with another deck"
        return [
            *ways,
            (words, lambda t: turn(t, _HIDDEN)),
            ("with other random numbers", luck),
            ("with other worths of other seats", lambda t: turn(t, ["gain"], others)),
        ]

    def _unknown_hands(self, record: Any) -> list[int]:
        """Return the hands that the seat has not held in this round; a dummy's card changes them unseen."""
        rules: Any = self.rules.record
        n, way = int(rules.n_players), int(rules.pass_to[record.round_now])
        held = {(self.seat - turn * way) % n for turn in range(int(record.turn) + 1)}
        if rules.n_seats > rules.n_players:
            held = {int(record.viewed)}
        return [q for q in range(record.hand.shape[0]) if q not in held]

    def _game_by_game(self, record: Any, table: np.ndarray, worths: np.ndarray) -> None:
        """A worth depends on its own game only: games that change places take their worths along."""

        def change(changed: Any) -> None:
            for name in TABLE.names or ():
                field = np.asarray(changed[name])
                if field.shape[-1:] == (LANES,) and name not in _NOT_BY_GAME:
                    field[...] = field[..., self.order]

        found = np.empty_like(worths)
        found[:, self.order] = self._worths(table, change)
        card = self._differs(worths, found)
        if card:
            raise self._broken(
                record,
                f"mixes up games: the worth of {card} in one game (the last index) depends on another",
            )


def _bytes_at(address: int, dtype: np.dtype) -> np.ndarray:
    """Return a record in memory as bytes."""
    memory = (ctypes.c_uint8 * dtype.itemsize).from_address(address)
    found: np.ndarray = np.ctypeslib.as_array(memory)
    return found
