"""Moves with dice looked into: positions on belts, and what a seat decides there."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from simkit.menus import Menu
from simkit.runner import prepare
from simkit.schema import ACT_MENU, ACT_SWAP
from tests.core import kernels
from tests.core.games import ALL
from tests.core.positions import dice_position

ROLL = ALL["roll/sushi-roll"]


def rules_of(menu: Menu, players: int, policies: Any) -> Any:
    return prepare(menu, players, policies, house=True)[2]


def positions(
    policies: Any, *, menu: Menu = ROLL, players: int = 4, seed: int = 1, turns: Any = (0, 2, 4)
) -> Iterator[tuple[Any, Any, int]]:
    """Rules, table and the seat to move."""
    rules = rules_of(menu, players, policies)
    for turn, p in itertools.product(turns, range(players)):
        yield rules, dice_position(rules, menu, turn, p, seed), p


def belt(rules: Any, table: Any, s: int) -> int:
    """The belt that lies before seat s."""
    return (s - int(table.slides)) % int(rules.n_seats)


def has_moved(rules: Any, table: Any, p: int, s: int) -> bool:
    first, n = int(table.slides), int(rules.n_seats)
    return (s - first) % n < (p - first) % n


def faces(rules: Any, table: Any, p: int, s: int, lane: int) -> list[int]:
    """What lies before seat s while seat p moves."""
    n = int(table.n_dice) - has_moved(rules, table, p, s)
    return [int(face) for face in table.face[belt(rules, table, s), :n, lane]]


def decision(table: Any) -> dict[str, Any]:
    """What a seat does with its next token, each part where it matters."""
    act = np.asarray(table.act[0]).copy()
    swaps, rolls = act == ACT_SWAP, act == ACT_MENU
    return {
        "act": act,
        "chosen": np.where(rolls, table.chosen[: int(table.n_dice)], 9),
        **{
            name: np.where(swaps, table[name][0], 99)
            for name in ("slot", "partner", "partner_slot")
        },
    }


def decide(rules: Any, table: Any, p: int, step: int = 0) -> dict[str, Any]:
    kernels.token(rules, table, p, step)
    return decision(table)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all((one[name] == other[name]).all() for name in one)
