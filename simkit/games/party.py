"""Sushi Go Party! (2016): a menu and a number of players become a rules record (rules, section A)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.fill import filled, kinds_of
from simkit.menus import Menu, Rulings


def rules(menu: Menu, players: int) -> np.record:
    """Fill a rules record: see `simkit.games.Game.rules`."""
    record = filled(menu, players)
    _fill_deal(record, menu, players)
    _fill_rulings(record, menu)
    return record


def _fill_deal(record: Any, menu: Menu, players: int) -> None:
    desserts = menu.desserts_for(players)
    left = sum(menu.copies(kind.slug) for kind in kinds_of(menu) if kind.is_dessert)
    for i, n in enumerate(desserts):
        record.desserts[i] = min(n, left)
        left -= record.desserts[i]
    # A menu draws four cards; only a small deck (house menus) can hold fewer.
    left = int(record.n_copies[: record.first_dessert].sum()) + int(record.desserts.min())
    left -= players * int(record.hand_size)
    left -= menu.copies("special-order") if "special-order" in menu.kinds else 0
    record.shrinks = "menu" in menu.kinds and left - (menu.copies("menu") - 1) < 4


def _fill_rulings(record: Any, menu: Menu) -> None:
    chosen = menu.rulings
    assert isinstance(chosen, Rulings)
    record.down_has_colour = chosen.face_down_colour == "shared"
    record.bonus_limit = chosen.bonus_actions_per_turn or 255
    record.race_at_end = chosen.uramaki_timing == "end of turn"
    record.tie_skips_one = chosen.uramaki_tie == "skip one"
    record.tied_is_nothing = chosen.all_tied == "nothing"
    record.most_needs_one = chosen.most_needs_one
    record.keeps_triple = chosen.flipped_wasabi_keeps_triple
    record.frees_wasabi = chosen.flipped_nigiri_frees_wasabi
    record.spoon_last = chosen.spoon_in_last_turn == "discard"
    record.unpaid_goes = chosen.uramaki_after_last_place == "discard"
    record.must_place = chosen.special_order_on_wasabi == "mandatory"
    record.tripled_counts = chosen.copy_of_tripled_nigiri == "like any nigiri"
