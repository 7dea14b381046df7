"""A menu as a menu file; what is as printed is left out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.menus.catalogue import card_ids, cards, dice

if TYPE_CHECKING:
    from simkit.menus.menu import Menu


def menu_toml(menu: Menu) -> str:
    """Return a menu file that loads as this menu (see `Menu.to_toml`)."""
    lines = [f"name = {_toml(menu.name)}", f"game = {_toml(menu.game)}"]
    if menu.game == "party" or (menu.game == "go" and menu.kinds != go_kinds()):
        lines.append(f"cards = {_toml(list(menu.kinds))}")
    if menu.game == "party" and "nigiri" not in menu.kinds:
        lines.append("nigiri = false")
    for title, table in _tables(menu).items():
        if table:
            lines += ["", f"[{title}]"]
            lines += [f"{name} = {_toml(value)}" for name, value in table.items()]
    return "\n".join(lines) + "\n"


def go_kinds() -> tuple[str, ...]:
    """Return the kinds of Sushi Go! without the promotional cards."""
    return tuple(kind for kind in cards("go") if kind != "soy-sauce")


def plain(value: Any) -> Any:
    """Return the value with lists for tuples and dicts for mappings, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: plain(entry) for key, entry in value.items()}
    return [plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def _tables(menu: Menu) -> dict[str, dict[str, Any]]:
    counts = {} if menu.dice else _changed_counts(menu)
    rulings = menu.rulings.changed()
    if "uramaki" in counts:
        rulings.pop("uramaki_mix", None)  # the counts say it
    deal = {"dice" if menu.dice else "hand_size": menu.hand_size, "desserts": menu.desserts}
    variants, tokens = menu.variants, menu.tokens
    return {
        "variants": variants.model_dump(by_alias=True, exclude_defaults=True) if variants else {},
        "rulings": rulings,
        "counts": counts,
        "points": _changed_points(menu),
        "dice": _changed_dice(menu),
        "tokens": tokens.model_dump(exclude_defaults=True) if tokens else {},
        "deal": {name: value for name, value in deal.items() if value is not None},
    }


def _changed_counts(menu: Menu) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for kind in menu.kinds:
        usual = {variant.slug: variant.n_copies for variant in cards(menu.game)[kind].variants}
        here = {short: menu.counts[card] for short, card in card_ids(kind, menu.game).items()}
        if list(here.values()) == list(usual.values()):
            continue
        changed[kind] = here[kind] if list(here) == [kind] else here
    return changed


def _changed_points(menu: Menu) -> dict[str, Any]:
    return {
        kind: points
        for kind, points in menu.points.items()
        if plain(points) != plain(cards(menu.game)[kind].points)
    }


def _changed_dice(menu: Menu) -> dict[str, Any]:
    return {
        die.slug: {"dice": die.n_dice, "faces": die.faces}
        for die in menu.dice
        if die != dice()[die.slug]
    }


def _toml(value: Any) -> str:
    """Return the value as TOML, which differs from JSON only in its tables."""
    if isinstance(value, Mapping):
        entries = (f"{json.dumps(key)} = {_toml(entry)}" for key, entry in value.items())
        return "{" + ", ".join(entries) + "}"
    return json.dumps(plain(value), ensure_ascii=False)
