"""Sushi Roll (2019): a menu and a number of players become a rules record (rules, section C)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from simkit.games.fill import filled
from simkit.menus import Menu, RollRulings, Tokens


def rules(menu: Menu, players: int) -> np.record:
    """Fill a rules record: see `simkit.games.Game.rules`."""
    rulings, tokens = menu.rulings, menu.tokens
    assert isinstance(rulings, RollRulings)
    assert isinstance(tokens, Tokens)
    record: Any = filled(menu, players)
    record.first_dessert = record.n_rows  # tokens, not dice, are kept for the end
    record.extra_slides = menu.slides_for(players) - (menu.hand_size_for(players) - 1)
    record.tied_is_nothing = rulings.all_tied == "nothing"
    record.most_needs_one = rulings.most_needs_one
    _fill_dice(record, menu)
    _fill_tokens(record, menu, tokens)
    return record  # type: ignore[no-any-return]


def _fill_dice(record: Any, menu: Menu) -> None:
    ids = menu.card_ids
    record.n_die_types = len(menu.dice)
    for t, die in enumerate(menu.dice):
        record.die_count[t] = die.n_dice
        if die.n_dice:
            sides = sorted(ids.index(face) for face in die.faces)
            record.sides[t] = sides
            for i, (row, n) in enumerate(Counter(sides).items()):
                record.faces_of[t, i], record.sides_with[t, i] = row, n


def _fill_tokens(record: Any, menu: Menu, tokens: Tokens) -> None:
    names = ("menu", "chopsticks", "pudding")  # the order of their codes
    record.token_supply[:] = [getattr(tokens.supply, name) for name in names]
    record.token_start[:] = [getattr(tokens.start, name) for name in names[:2]]
    leftover: Any = menu.points.get(
        "menu", {"tokens": 1, "points": 0}
    )  # not in play without tokens
    record.tokens_each, record.tokens_points = leftover["tokens"], leftover["points"]
