"""A menu from its plain data: back from what `Menu.to_dict` gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from simkit.errors import MenuError
from simkit.menus.catalogue import card_ids, cards, known_game
from simkit.menus.file import build
from simkit.menus.menu import Menu


def rebuild(data: Mapping[str, Any], *, where: str = "menu") -> Menu:
    """Return the menu that `Menu.to_dict` spelled out; it is checked as a menu file is.

    Parameters
    ----------
    data : mapping
        As `Menu.to_dict` gives it, perhaps by way of JSON.
    where : str
        Where the data are from; it begins every message.

    Raises
    ------
    MenuError
        These are no such data, or they are of no menu.

    Examples
    --------
    >>> from simkit.menus import load
    >>> menu = load("go/sushi-go")
    >>> rebuild(menu.to_dict()) == menu
    True
    """
    try:
        menu = build(_file(data), house=True, source=where)
        return replace(
            menu,
            slug=str(data["slug"]),  # of a printed menu it is not made of the name
            house=bool(data["house"]),
            source=str(data["source"]),
        )
    except (AttributeError, KeyError, TypeError):
        raise MenuError(f"{where}: this is not a menu as it is written with a run.") from None


def _file(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same in the form of a menu file."""
    game = data["game"]
    known_game(game)
    file = {name: data[name] for name in ("name", "game", "rulings", "points")}
    given = {"hand_size": data["hand_size"], "desserts": data["desserts"]}
    if game == "roll":
        dice = {die["die"]: {"dice": die["dice"], "faces": die["faces"]} for die in data["dice"]}
        file |= {"dice": dice, "tokens": data["tokens"]}
        given = {"dice": data["hand_size"]}
    else:
        kinds = [kind for kind in data["cards"] if kind in cards(game)]
        file |= {"cards": data["cards"], "counts": _counts(kinds, data["counts"], game)}
    if game == "party":
        file["nigiri"] = "nigiri" in data["cards"]
        if "uramaki" in data["cards"]:  # the counts say it
            file["rulings"] = {k: v for k, v in data["rulings"].items() if k != "uramaki_mix"}
    if game == "go":
        file["variants"] = data["variants"]
        del given["desserts"]
    file["deal"] = {name: value for name, value in given.items() if value is not None}
    return file


def _counts(kinds: list[str], counts: Mapping[str, int], game: str) -> dict[str, Any]:
    """Return copies by kind; where there are variants, by their short names."""
    found: dict[str, Any] = {}
    for kind in kinds:
        here = {short: counts[card] for short, card in card_ids(kind, game).items()}
        found[kind] = here[kind] if list(here) == [kind] else here
    return found
