"""Planner: what a card will have been worth at the end of the round (desserts: of the game).

Looks at the own table and hand, the turns left, and what rivals have; the tables of worth are worked out when the
rules are filled (`simkit.cards.outlook`), so that a turn costs no more than a greedy player's.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit._jit import unit
from simkit.cards import card
from simkit.cards.moments import PLAN
from simkit.cards.outlook import (
    WHOLE,
    Fruit,
    Numbers,
    Plan,
    Prospects,
    Second,
    Sets,
    densities,
    expected_copies,
    look_around,
    survival,
)
from simkit.policies.greedy import GREEDY, fill_constants
from simkit.policies.policy import Policy
from simkit.policies.valuation import value_options
from simkit.schema import (
    MAX_GAIN,
    MAX_HAND,
    MAX_ICONS,
    MAX_ROWS,
    MIN_GAIN,
    N_OUTLOOKS,
    N_ROUNDS,
    OFFSET,
)

if TYPE_CHECKING:
    from simkit.menus import Menu

MAX_CALL = 250


@unit
def plans(rules, table, p):
    """Look up what every card will have been worth for seat p."""
    for k in range(rules.n_kinds):
        PLAN(rules.plan[k], rules, table, p, k)
    value_options(rules, table, p)


@dataclass(frozen=True, slots=True)
class Tables:
    """What cards are worth by plan.

    Attributes
    ----------
    points : ndarray, (rounds, turns, rows, tables, progress)
        In points; see `simkit.cards.outlook`.
    call_at : ndarray, (rounds, turns, 2)
        What a second card must be worth for chopsticks, for a spoon to be called.
    classes : tuple of ndarray
        By row: the class of each progress.
    by_supply : tuple of bool
        By row: whether there is a table for each number of copies to come.
    """

    points: np.ndarray
    call_at: np.ndarray
    classes: tuple[np.ndarray, ...]
    by_supply: tuple[bool, ...]


def work_out(record: Any, menu: Menu) -> Tables:
    """Go through a game backwards and note what each card is worth in each turn."""
    outlooks = [card(slug, menu.game).outlook for slug in menu.kinds]
    rules = Numbers(record)
    o = Prospects(rules, densities(rules), is_dice=rules.n_die_types > 0)
    order = sorted(range(len(outlooks)), key=lambda k: menu.kinds[k] != "wasabi")  # nigiri ask it
    points = np.zeros((N_ROUNDS, MAX_HAND, MAX_ROWS, N_OUTLOOKS, MAX_ICONS))
    call_at = np.zeros((N_ROUNDS, MAX_HAND, 2))
    plan_of: dict[int, Plan] = {}
    for o.round in reversed(range(N_ROUNDS)):
        for k in order:
            if k not in plan_of or not plan_of[k].lasts:
                o.turn = rules.hand_size - 1
                plan_of[k] = outlooks[k](o, k)
        for o.turn in reversed(range(rules.hand_size)):
            _plan_turn(o, [plan_of[k] for k in order], points, call_at)
    plans_ = [plan_of[k] for k in rules.kind[: rules.n_rows]]
    return Tables(
        points,
        call_at,
        tuple(plan.classes for plan in plans_),
        tuple(isinstance(plan, Sets) for plan in plans_),
    )


def _plan_turn(o: Prospects, plans_: list[Plan], points: np.ndarray, call_at: np.ndarray) -> None:
    found = [(plan, plan.worths(o)) for plan in plans_]
    look_around(o, found)
    for plan, worths in found:
        for r, i, values in plan.worths(o) if plan.looks_around else worths:
            points[o.round, o.turn, r, i] = values
    for plan in plans_:
        if isinstance(plan, Second):
            which = 0 if plan.k == o.rules.chopsticks else 1
            call_at[o.round, o.turn, which] = plan.later
        plan.step(o)


_MOST_KEPT = 64
_kept: dict[tuple[str, str, int], Any] = {}


def once(what: str, record: Any, menu: Menu, find: Callable[[], Any]) -> Any:
    """Work something out for a menu and number of players, and keep it."""
    key = (what, json.dumps(menu.to_dict(), sort_keys=True), int(record.n_players))
    if key not in _kept:
        if len(_kept) > _MOST_KEPT:
            _kept.clear()
        _kept[key] = find()
    return _kept[key]


def tables(record: Any, menu: Menu) -> Tables:
    """Work out the tables of a menu and number of players, once."""
    found: Tables = once("plan", record, menu, lambda: work_out(record, menu))
    return found


def as_bytes(points: np.ndarray) -> np.ndarray:
    """Return worths as policies keep them: an offset and half points."""
    halves = np.rint(int(OFFSET) + 2 * np.clip(points, MIN_GAIN, MAX_GAIN))
    return halves.astype(np.uint8)


def fill_tables(record: Any, menu: Menu, p: int, points: np.ndarray, call_at: np.ndarray) -> None:
    """Put tables of worth into a rules record."""
    fill_constants(record, menu, p, GREEDY.data)  # tokens of the dice game
    record.denial[p] = 0
    record.any_plan = True
    _fill_memory(record, menu, p)
    record.outlook[p] = as_bytes(points)
    for k, slug in enumerate(menu.kinds):
        if card(slug, menu.game).outlook is Fruit:  # two halves are added up
            rows = slice(int(record.first[k]), int(record.first[k]) + 3)
            record.outlook[p, :, :, rows, 1] -= OFFSET // 2
    record.call_at[p] = np.clip(as_bytes(call_at.mean(axis=0)).astype(int) + 1, 0, MAX_CALL)


def _fill_memory(record: Any, menu: Menu, p: int) -> None:
    """Note what a seat may expect of the hands that it has not held yet, and of those that it has."""
    record.remembers[p] = True
    rules = Numbers(record)
    share = densities(rules)
    players, size = rules.n_players, rules.hand_size
    n = share.shape[1]
    copies = expected_copies(rules, share)
    left, visits = survival(players, size)
    turns = np.maximum(size - 1 - np.arange(size), 1)  # to come
    record.to_come[p, :, :size, :n] = np.minimum(
        np.rint(WHOLE * copies / turns[:, None]), 1.5 * WHOLE
    )
    record.survives[:size, : players + 1] = np.rint(WHOLE * left / turns[:, None])
    record.visits[:size, : players + 1] = visits
    if rules.spoon < 0:
        return
    share = share.mean(axis=0)
    for turn in range(size):
        cards = max(players - 1 - turn, 0) * (size - turn)
        chance = 1 - (1 - np.minimum(share, 1)) ** cards
        record.elsewhere[p, turn, : len(share)] = np.floor(255 * chance)


def fill_plan(record: Any, menu: Menu, p: int, _data: Any) -> None:
    """Put the plan of a menu into a rules record."""
    found = tables(record, menu)
    fill_tables(record, menu, p, found.points, found.call_at)


PLANNER = Policy(
    name="planner",
    summary="Takes the card that will have been worth most in the end: own sets, turns left, rivals' leads.",
    valuation=plans,
    fill=fill_plan,
)
