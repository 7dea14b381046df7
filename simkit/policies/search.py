"""Search: the moves of a decision are played ahead many times, what nobody can see drawn anew each time.

The policy values cards as its base does; what is played ahead stands in `simkit.search`. This file has the
records that it needs: a copy of the rules by which all seats play as the base does, and a second table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.policies.greedy import GREEDY
from simkit.policies.policy import Policy, rows_of
from simkit.policies.rule import RULE
from simkit.policies.uniform import RANDOM
from simkit.policies.weighted import WEIGHTED
from simkit.schema import MAX_SEATS, N_MODELS, N_ROUNDS, RULES, TABLE, TALLY

if TYPE_CHECKING:
    from simkit.menus import Menu

BASE = WEIGHTED
"""Who plays all that is not searched."""

RIVALS = (RULE, GREEDY)
"""Who others are taken for where their picks agree with this player's more often than with the base's."""

assert len(RIVALS) + 1 == N_MODELS

# What makes a role.
_OF_ROLES = (
    *("policy", "value_of", "is_list", "token_at", "call_at"),
    *("outlook", "elsewhere", "to_come", "remembers", "denial"),
)
_NOT_AHEAD = ("rollouts", "is_modified", "noise", "style", "restricted", "any_search", "any_free")


def note_search(record: Any, menu: Menu, codes: Sequence[int]) -> None:
    """Put into a filled rules record what a search has to know."""
    seats = range(int(record.n_players))
    record.any_search = bool(record.rollouts.any())
    if record.any_search:
        searcher = int(np.argmax(record.rollouts > 0))
        for name in _OF_ROLES:
            record[name][MAX_SEATS] = record[name][searcher]
        for m, (rival, code) in enumerate(zip(RIVALS, codes, strict=True), MAX_SEATS + 1):
            record.policy[m] = code
            assert rival.fill is not None
            rival.fill(record, menu, m, rival.data)
    draws = [record.policy[p] < 0 for p in seats]
    record.lanes_tied = not menu.dice and any(
        draws[p] and record.policy[p] != RANDOM for p in seats
    )
    if menu.dice:
        _note_puddings(record, menu)
    else:
        record.coming_rows[:] = record.first_dessert, record.n_rows
        record.coming[:] = _coming(record)


def put_models(record: Any, parts: Sequence[Any]) -> None:
    """Take the models from the first of some records in which a seat searches."""
    for part in parts:
        if part.any_search:
            for name in _OF_ROLES:
                record[name][MAX_SEATS:] = part[name][MAX_SEATS:]
            return


def _coming(record: Any) -> list[int]:
    """Return how many desserts will be dealt after each round, on average."""
    first, n = int(record.first_dessert), int(record.n_rows)
    others, desserts = int(record.n_copies[:first].sum()), int(record.n_copies[first:n].sum())
    dealt = int(record.n_seats) * int(record.hand_size)
    if record.dealt_on:
        rounds = [desserts * dealt / max(others + desserts, 1)] * N_ROUNDS
    else:
        decks = [others + int(sum(record.desserts[: s + 1])) for s in range(N_ROUNDS)]
        rounds = [
            int(n_new) * min(dealt / max(deck, 1), 1)
            for n_new, deck in zip(record.desserts, decks, strict=True)
        ]
    return [round(sum(rounds[s + 1 :])) for s in range(N_ROUNDS)]


def _note_puddings(record: Any, menu: Menu) -> None:
    """On dice: how many are pudding, were all rolled once."""
    rows = rows_of(record, menu, "pudding") or [0]
    record.coming_rows[:] = rows[0], rows[0] + len(rows) * ("pudding" in menu.kinds)
    n = record.n_die_types
    shares = np.isin(record.sides[:n], np.arange(*record.coming_rows)).mean(axis=1)
    dice = record.die_count[:n]
    dealt = int(record.n_seats) * int(record.hand_size)
    a_round = dealt * float(shares @ dice) / max(int(dice.sum()), 1)
    record.coming[:] = [round(a_round * left) for left in reversed(range(N_ROUNDS))]


def _ahead(record: Any) -> np.ndarray:
    """Return the rules by which games are played ahead: every seat plays as the base does."""
    copy = np.zeros(1, RULES)
    copy[0] = record
    rules: Any = copy.view(np.recarray)[0]
    for name in _OF_ROLES:
        rules[name][:MAX_SEATS] = record[name][MAX_SEATS]
    rules.user = rules.role = 0
    for name in _NOT_AHEAD:
        rules[name] = 0
    rules.any_valued = rules.any_caller = True
    rules.ordered = rules.uramaki >= 0 or rules.special_order >= 0
    return copy.view(np.uint8)


def new_table(record: Any) -> Any:
    """Make a table for a rules record; where seats search, with all they need, in one piece of memory."""
    parts = [TABLE.itemsize]
    if record.any_search:
        parts += [RULES.itemsize, TABLE.itemsize, TALLY.itemsize]
    starts = np.cumsum([0, *(-(-size // 64) * 64 for size in parts)])
    buffer = np.empty(int(starts[-1]) + 64, np.uint8)
    buffer[:] = 1  # every byte is written once: see `new_record`
    buffer[:] = 0
    buffer = buffer[-buffer.ctypes.data % 64 :]
    table: Any = buffer[: TABLE.itemsize].view(TABLE)[0]
    table.lane = -1
    if record.any_search:
        rules, other, tally = (int(buffer.ctypes.data + start) for start in starts[1:4])
        buffer[starts[1] : starts[1] + RULES.itemsize] = _ahead(record)
        buffer[starts[2] : starts[2] + TABLE.itemsize].view(TABLE)[0].lane = -1
        table.sim_rules, table.sim_table, table.sim_tally = rules, other, tally
    return table


def as_new(table: Any, record: Any) -> Any:
    """Return a table without traces of games before; the same one, if nobody searches."""
    if record.any_search:
        return new_table(record)
    table.base.view(np.uint8).fill(0)
    table.lane = -1
    return table


SEARCH = Policy(
    name="search",
    summary="Plays each of its moves ahead many times, hidden cards drawn anew, and takes the best on average.",
    valuation=BASE.valuation,
    fill=BASE.fill,
    data=BASE.data,
    read=BASE.read,
    rollouts=512,
)
