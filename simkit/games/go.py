"""Sushi Go! (2014): a menu and a number of players become a rules record (rules, section B)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.fill import filled
from simkit.menus import GoRulings, Menu, Variants


def rules(menu: Menu, players: int) -> np.record:
    """Fill a rules record: see `simkit.games.Game.rules`."""
    rulings, variants = menu.rulings, menu.variants
    assert isinstance(rulings, GoRulings)
    assert isinstance(variants, Variants)
    record: Any = filled(menu, players)
    record.dealt_on = True
    record.second_before = True
    record.bonus_limit = 1  # one chopsticks a turn
    record.together_is_late = rulings.wasabi_and_nigiri == "not tripled"
    if variants.passing == "both ways":
        record.pass_to[1] = -1
    if variants.dummy:
        _fill_dummy(record, rulings)
    _fill_shares(record)
    return record  # type: ignore[no-any-return]


def _fill_dummy(record: Any, rulings: GoRulings) -> None:
    """Say who plays for the dummy in the first turn of each round (E21)."""
    if rulings.dummy_control == "alternates":
        record.controller[:] = [i * int(record.hand_size) % 2 for i in range(3)]
    if not rulings.dummy_pudding_loss:
        record.pudding_fewest = 0


def _fill_shares(record: Any) -> None:
    """Split the pay of a place among so many seats, the remainder dropped toward 0."""
    fewest = int(record.pudding_fewest) if record.n_seats > 2 else 0  # two players do not lose
    places = {
        "maki_shares": [int(points) for points in record.maki_places[:2]],
        "pudding_shares": [int(record.pudding_most), fewest],
    }
    for name, paid in places.items():
        for i, points in enumerate(paid):
            record[name][i] = _shares(points, len(record[name][i]))
    record.soy_shares[:] = _shares(int(record.soy_points), len(record.soy_shares))


def _shares(points: int, n: int) -> np.ndarray:
    """Return the bytes of what each of 0, 1, ... n - 1 seats gets."""
    shares = [0] + [int(points / seats) for seats in range(1, n)]
    return np.array(shares, np.int8).view(np.uint8)
