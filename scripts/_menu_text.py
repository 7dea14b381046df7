"""Menus as tables that people read; what a game has beside its cards gets a table of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from scripts._output import print_table
from scripts._words import (
    copies_in_words,
    dice_in_words,
    faces_in_words,
    players_in_words,
    points_in_words,
)
from simkit.menus import legal_players, printed
from simkit.menus.catalogue import GAMES, cards

if TYPE_CHECKING:
    from simkit.menus import Menu


def print_list() -> None:
    """Print the printed menus of all games, game by game."""
    for game, name in GAMES.items():
        print_table([_line(menu) for menu in printed(game)], title=name)


def print_menu(menu: Menu) -> None:
    """Print all of a menu."""
    players = legal_players(menu)
    print(
        f"{menu.name} ({menu.game}/{menu.slug}{', house menu' if menu.house else ''}), for "
        f"{players_in_words(players)} players: {_size(menu)}"
    )
    print_table([_kind(menu, kind) for kind in menu.kinds])
    if menu.dice:
        print_table([_die(die) for die in menu.dice])
    if menu.variants is not None:
        variants = menu.variants.model_dump(by_alias=True)
        print_table([{"variant": name, "value": _value(value)} for name, value in variants.items()])
    if menu.tokens is not None:
        start, supply = menu.tokens.start.model_dump(), menu.tokens.supply.model_dump()
        print_table(
            [
                {"tokens": kind, "each at the start": start.get(kind, 0), "in the box": n}
                for kind, n in supply.items()
            ]
        )
    if players:
        print_table([_deal(menu, n) for n in players])
    _print_rulings(menu)


def _line(menu: Menu) -> dict[str, str]:
    """Return a printed menu as one line of a list."""
    line = {"menu": f"{menu.game}/{menu.slug}", "name": menu.name}
    if menu.dice:
        line["dice"] = dice_in_words(menu.dice)
    else:
        line["cards"] = " ".join(kind for kind in menu.kinds if kind != "nigiri")
    if menu.variants is not None:
        chosen = menu.variants.model_dump(by_alias=True, exclude_defaults=True)
        line["variants"] = ", ".join(f"{name} = {_value(value)}" for name, value in chosen.items())
    return line | {"players": players_in_words(legal_players(menu))}


def _size(menu: Menu) -> str:
    """Return how much lies ready, in words."""
    if menu.game == "party":
        return f"{menu.n_cards(dessert=False)} cards and {menu.n_cards(dessert=True)} desserts"
    return f"{menu.n_dice} dice" if menu.dice else f"{menu.n_cards()} cards"


def _kind(menu: Menu, kind: str) -> dict[str, str]:
    card = cards(menu.game)[kind]
    return {
        "face" if menu.dice else "card": card.name,
        "group": card.group,
        "sides" if menu.dice else "copies": copies_in_words(card, menu.counts),
        "points": points_in_words(menu.points.get(kind)),
    }


def _die(die: Any) -> dict[str, Any]:
    return {
        "die": die.slug,
        "colour": die.colour,
        "dice": die.n_dice,
        "faces": faces_in_words(die.faces),
    }


def _deal(menu: Menu, players: int) -> dict[str, Any]:
    """Return what is dealt for a number of players."""
    each = menu.hand_size_for(players)
    if menu.dice:
        return {"players": players, "dice each": each}
    deal: dict[str, Any] = {"players": players, "cards in a hand": each}
    if menu.game == "party":
        return deal | {"desserts join": "/".join(map(str, menu.desserts_for(players)))}
    return deal | {"hands": menu.seats_for(players)}


def _print_rulings(menu: Menu) -> None:
    """Print the rulings of a menu; those not recommended are marked."""
    fields = type(menu.rulings).model_fields
    changed = menu.rulings.changed()
    print_table(
        [
            {
                "ruling": name,
                "value": str(value) + (" *" if name in changed else ""),
                "rules": str(fields[name].description).split(". ", maxsplit=1)[0],
            }
            for name, value in menu.rulings.model_dump(mode="json").items()
        ]
    )
    if changed:
        print("* not the recommended ruling")


def _value(value: object) -> str:
    """Return a value as a menu file has it."""
    return json.dumps(value)
