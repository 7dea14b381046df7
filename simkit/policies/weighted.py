"""Weighted: the planner with tuned numbers.

To what the planner finds, points are added by kind, progress and turn (`simkit.policies.weights`). The set that comes
with simkit was tuned by play over random menus and numbers of players, so that it plays any menu; `simkit train`
tunes one for a menu of your own.
"""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.policies.planner import fill_tables, plans, tables
from simkit.policies.policy import TOKENS, Policy
from simkit.policies.weights import Weights, parse_weights, read_weights

if TYPE_CHECKING:
    from simkit.menus import Menu


DENIAL = 1.0
"""Share of an opponent's loss that counts, if it is the only one."""

DENIAL_OF_ALL = 0.5
"""The same of every card that goes to others, divided by their number."""


@functools.cache
def shipped(game: str, policy: str = "weighted") -> Weights:
    """Return the set of weights of a policy for a game that comes with simkit."""
    name = f"{policy}-{game}.toml"
    text = files("simkit.policies").joinpath(f"data/{name}").read_text(encoding="utf-8")
    return parse_weights(text, f"simkit's own weights {name}")


def fill_weighted(record: Any, menu: Menu, p: int, weights: Weights | None) -> None:
    """Put a menu's plan with weights into a rules record.

    Chopsticks and spoons: progress class 1 is also what is added to the worth that a second card must have to
    be worth a call. Tokens of the dice game: their faces' first number is added to a token's worth.
    """
    weights = shipped(menu.game) if weights is None else weights
    plan = tables(record, menu)
    points, call_at = plan.points.copy(), plan.call_at.copy()
    n, ids = int(record.hand_size), menu.card_ids
    turns = np.linspace(0, 1, n) if n > 1 else np.zeros(1)
    for r in range(int(record.n_rows)):
        k = int(record.kind[r])
        first, last = (np.array(end) for end in weights.of(menu.kinds[k], ids[r]))
        by_class = first + turns[:, None] * (last - first)
        tables_of = slice(None) if plan.by_supply[r] else slice(1)
        points[:, :n, r, tables_of] += by_class[:, None, plan.classes[r]]
        for which, kind in enumerate((record.chopsticks, record.spoon)):
            if k == kind and not menu.dice:
                call_at[:, :n, which] = np.maximum(plan.call_at[:, :n, which] + by_class[:, 1], 0)
    fill_tables(record, menu, p, points, call_at)
    if menu.dice:
        for i, kind in enumerate(TOKENS):
            more = weights.of(kind, kind)[0][0]
            record.token_at[p, i] = np.clip(int(record.token_at[p, i]) + round(2 * more), 1, 250)


WEIGHTED = Policy(
    name="weighted",
    summary="The planner with points added by kind and progress, tuned by play over random menus.",
    valuation=plans,
    fill=fill_weighted,
    read=read_weights,
    takes="a weights file, as `simkit train` writes it",
)


def fill_denying(record: Any, menu: Menu, p: int, weights: Weights | None) -> None:
    """The same, and a share of what others lose.

    Points that one of n - 1 opponents loses are worth a part of an own point: all of it for two.
    """
    fill_weighted(record, menu, p, shipped(menu.game, "deny") if weights is None else weights)
    others = int(record.n_players) - 1
    record.denies_all[p] = others > 1
    record.denial[p] = min(round(64 * (DENIAL if others == 1 else DENIAL_OF_ALL / others)), 255)


DENY = Policy(
    name="deny",
    summary="The weighted player, who also counts what the next seat would miss.",
    valuation=plans,
    fill=fill_denying,
    read=read_weights,
    takes="a weights file, as `simkit train` writes it",
)
