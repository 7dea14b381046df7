"""Which menu lies under tableaux: the one that is named, or a house menu of the kinds listed."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simkit.card_names import FACE_DOWN, find_card, kind_of
from simkit.errors import InputError
from simkit.menus import Menu, build, load, printed
from simkit.menus.catalogue import GAMES, cards, known_kind
from simkit.menus.listing import PRINTED
from simkit.tableau_file import place
from simkit.tableau_forms import RoundOf, TableauFile, check_fields

_NOTHING_DEALT: dict[str, dict[str, Any]] = {
    "party": {"hand_size": 1, "desserts": [0, 0, 0]},
    "go": {"hand_size": 1},
    "roll": {"dice": 1},
}


def menu_of(
    given: TableauFile, rounds: Sequence[RoundOf], n_seats: int, source: str, folder: Path
) -> Menu:
    """Return the menu under the tableaux; its deal is such that any number of seats can play.

    Raises
    ------
    InputError, MenuError
        There is no such menu, or what the file changes in it is not allowed.
    """
    content = _content(given, rounds, source, folder)
    game = content.setdefault("game", "party")
    check_fields(given, game, source)
    for name in ("variants", "rulings", "points"):
        if table := getattr(given, name):
            content[name] = {**content.get(name, {}), **table}
    content["deal"] = _NOTHING_DEALT[game]
    menu = build(content, house=True, source=source)
    if menu.tokens is None:
        return menu
    start, supply = menu.tokens.start.model_dump(), menu.tokens.supply.model_dump()
    for kind, n in start.items():
        start[kind] = min(n, supply[kind] // n_seats)  # nobody counts them
    content["tokens"] = {"start": start, "supply": supply}
    return build(content, house=True, source=source)


def _content(
    given: TableauFile, rounds: Sequence[RoundOf], source: str, folder: Path
) -> dict[str, Any]:
    """Return the menu in the form of a menu file."""
    if given.menu is not None:
        if given.cards is not None:
            raise InputError(f"{source}: `menu` and `cards` both say what is in play; keep one.")
        return _named(given.menu, given.game, source, folder)
    content: dict[str, Any] = {"name": given.name, "game": given.game or "party"}
    if given.cards is not None:
        content["cards"] = list(given.cards)
    elif content["game"] == "party":
        content["cards"] = _kinds_listed(given, rounds, "party", source)
    elif content["game"] == "go":
        listed = _kinds_listed(given, rounds, "go", source)
        content["cards"] = list(dict.fromkeys([*printed("go")[0].kinds, *listed]))
    return content


def _named(menu: str, game: str | None, source: str, folder: Path) -> dict[str, Any]:
    """Return the menu that is named: a file, beside the tableaux first, or a printed one."""
    beside = folder / menu
    if game is not None and menu in PRINTED[game]:
        menu = f"{game}/{menu}"
    loaded = load(beside if beside.is_file() else menu, house=True)
    if game not in (None, loaded.game):
        raise InputError(
            f"{source}: menu = '{menu}' is of {GAMES[loaded.game]}, but game = '{game}'; keep one."
        )
    return tomllib.loads(loaded.to_toml())


def _kinds_listed(
    given: TableauFile, rounds: Sequence[RoundOf], game: str, source: str
) -> list[str]:
    found = {known_kind(kind, where=f"{source}: points", game=game) for kind in given.points}
    everything = [
        (("rounds", i, "seats", p, j), entry)
        for i, round_ in enumerate(rounds)
        for p, seat in enumerate(round_.seats)
        for j, entry in enumerate(seat)
    ] + [
        (("desserts", p, j), entry)
        for p, seat in enumerate(given.desserts or [])
        for j, entry in enumerate(seat)
    ]
    for steps, entry in everything:
        for written in (entry.card, entry.copies):
            if written is not None:
                where = f"{source}: {place(steps if given.rounds else _one_round(steps))}"
                card = find_card(written, where=where, game=game)
                found.add("takeout-box" if card == FACE_DOWN else kind_of(card, game))
        if entry.face_down:
            found.add("takeout-box")
    return [kind for kind in cards(game) if kind in found] or ["nigiri"]


def _one_round(steps: tuple[str | int, ...]) -> tuple[str | int, ...]:
    return steps[2:] if steps[0] == "rounds" else steps
