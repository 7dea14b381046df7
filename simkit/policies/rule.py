"""Rule: published rules of thumb, as data with their sources (``data/rules_of_thumb.toml``).

Complete sets, early wasabi, squid first, icons early and standings late: what players advise each other. Where a rule
counts the points that a card brings now, these are the last turn's of the plan; bonus cards are called as greedy does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.policies import planner, thumb
from simkit.policies.greedy import GREEDY
from simkit.policies.policy import Policy
from simkit.schema import N_ROUNDS

if TYPE_CHECKING:
    from simkit.menus import Menu


@cache
def _ours(card: str, game: str, players: int, hand_size: int) -> tuple[thumb.Floats, thumb.Floats]:
    """Return `thumb.tables` by simkit's own rules of thumb; they are the same on every menu."""
    return thumb.tables(thumb.rules_of_thumb(), card, game, players, hand_size)


def _points(
    record: Any, menu: Menu, find: Callable[..., tuple[thumb.Floats, thumb.Floats]]
) -> np.ndarray:
    """Return what cards are worth by rules of thumb, in the form of a plan's tables."""
    plan = planner.tables(record, menu)
    points = np.zeros_like(plan.points)
    n, ids = int(record.hand_size), menu.card_ids
    now = plan.points[N_ROUNDS - 1, n - 1]
    fruit = menu.kinds.index("fruit") if "fruit" in menu.kinds else -1
    for r in range(int(record.n_rows)):
        worth, visible = find(ids[r], menu.game, int(record.n_players), n)
        if record.kind[r] == fruit:  # the second table is one icon, the half of a mixed card
            worth, visible = worth.copy(), visible.copy()
            worth[:, :, 1] = worth[:, :, 0] / 2
            visible[:, :, 1] = visible[:, :, 0]
        points[:, :n, r, :2] = worth + visible * now[r, :2]
        if plan.by_supply[r]:  # whatever may come
            points[:, :n, r, 1:] = points[:, :n, r, :1]
    return points


def fill_rules_of_thumb(record: Any, menu: Menu, p: int, thumbs: thumb.Thumbs | None) -> None:
    """Put the worths by rules of thumb into a rules record."""
    if thumbs is None:
        points: np.ndarray = planner.once(
            "rule", record, menu, lambda: _points(record, menu, _ours)
        )
    else:
        points = _points(record, menu, partial(thumb.tables, thumbs))
    call_at = np.full((*points.shape[:2], 2), GREEDY.data.call_at)
    planner.fill_tables(record, menu, p, points, call_at)


RULE = Policy(
    name="rule",
    summary="Plays by published rules of thumb: complete sets, early wasabi, squid first, standings late.",
    valuation=planner.plans,
    fill=fill_rules_of_thumb,
    read=thumb.read_thumbs,
    takes="a file of such rules (TOML)",
)
