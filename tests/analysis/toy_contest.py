"""A tournament in plain Python: every game is drawn from known strengths, and counted as the core counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simkit.contest_lineups import LineUp, choose_line_ups
from simkit.contest_result import Contest
from simkit.contest_standings import count
from simkit.schema import SHARE
from tests.analysis import toy

NAMES = ("strong", "good", "fair", "weak")


def contest(
    strength: Sequence[float] = (1.0, 0.3, 0.0, -0.8),
    *,
    players: int = 3,
    blocks: int = 10,
    deals: int = 4,
    seed: int = 1,
    alike: float = 0.0,
    line_ups: Sequence[LineUp] | None = None,
    interrupted: bool = False,
    n_planned: int | None = None,
) -> Contest:
    """Play a tournament.

    Points are 30 + 4 times strength and luck (Gumbel's, so that orders follow the model), rounded.
    A share `alike` of the luck of a player is the same in all its games of a block.
    """
    rng = np.random.default_rng(seed)
    entered = len(strength)
    chosen = list(line_ups or choose_line_ups(entered, players, None, 0))
    seated = np.array(chosen)
    units = []
    for _ in range(blocks):
        shape = (len(chosen), players, players * deals)
        common = alike * rng.normal(size=entered)
        luck = rng.gumbel(size=shape) + common[seated][:, :, None]
        worth = np.asarray(strength)[seated][:, :, None] + luck
        points = np.round(30 + 4 * worth).astype(np.int64)
        is_first = points == points.max(axis=1, keepdims=True)
        wins = is_first * (SHARE // is_first.sum(axis=1, keepdims=True))
        units.append(count(seated, points, np.zeros(shape, np.int64), wins, None, entered))
    return Contest(
        menu=toy.menu(),
        players=players,
        entered=NAMES[:entered],
        against=None,
        line_ups=tuple(chosen),
        n_line_ups=len(chosen),
        seed=seed,
        deals=deals,
        n_requested=1,
        n_planned=n_planned or len(chosen) * players * deals * blocks,
        units=tuple(units),
        version="0",
        rules_version=1,
        seconds=0.5,
        interrupted=interrupted,
    )
