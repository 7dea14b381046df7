"""Finding menus: the printed ones, a file, and all that the rule book allows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import resources
from itertools import combinations, product
from math import comb, prod
from pathlib import Path

from simkit.errors import MenuError, nearest
from simkit.menus.catalogue import GAMES, GROUPS, cards, known_game
from simkit.menus.file import build, parse
from simkit.menus.menu import MAX_PLAYERS, MIN_PLAYERS, Menu
from simkit.text_file import read_text

PRINTED = {
    "party": (
        "my-first-meal",
        "sushi-go",
        "party-sampler",
        "master-menu",
        "points-platter",
        "cutthroat-combo",
        "big-banquet",
        "dinner-for-two",
    ),
    "go": ("sushi-go", "both-ways", "dummy", "soy-sauce"),
    "roll": ("sushi-roll",),
}
"""The menus of the rule books, in their order (Party: pp. 8-9); Go and Roll begin with the game itself."""

BARE = {"go": "go/sushi-go", "roll": "roll/sushi-roll"}
"""Games that are called by their own name alone."""


def printed(game: str = "party") -> tuple[Menu, ...]:
    """Return the menus of a game's rule book, in its order."""
    return _printed_menus(known_game(game))


@cache
def _printed_menus(game: str) -> tuple[Menu, ...]:
    folder = resources.files("simkit.menus") / "data" / game
    return tuple(
        replace(
            build(
                parse((folder / f"{slug}.toml").read_text("utf-8"), source=slug), source="printed"
            ),
            slug=slug,
        )
        for slug in PRINTED[game]
    )


def load(spec: str | os.PathLike[str] | Menu, *, house: bool = False) -> Menu:
    """Return the menu that is meant: a printed one, or one from a file.

    Parameters
    ----------
    spec : str, path or Menu
        ``"go"``, ``"roll"``, ``"party/master-menu"`` or just ``"master-menu"`` (but always
        ``"party/sushi-go"``), the path of a TOML file, or a menu, which is returned as it is.
    house : bool
        Lift the rule book's structure and its bans by player count.

    Raises
    ------
    MenuError
        There is no such menu, or the file is not a menu; the message says what to change.

    Examples
    --------
    >>> load("master-menu").kinds[:3]
    ('nigiri', 'temaki', 'sashimi')
    """
    if isinstance(spec, Menu):
        menu = spec
    elif isinstance(spec, os.PathLike) or spec.endswith(".toml") or Path(spec).is_file():
        return _read(Path(spec), house=house)
    else:
        menu = _printed(spec)
    return replace(menu, house=True) if house else menu


def legal(players: int) -> Iterator[tuple[str, ...]]:
    """Yield the kinds of every Party menu the rule book allows so many players, nigiri included.

    Each is in catalogue order. A menu of it: ``build({"name": "...", "cards": kinds})``.
    """
    always = ("nigiri",)
    order = {kind: place for place, kind in enumerate(cards())}
    groups = _groups(players).items()
    for chosen in product(*(combinations(kinds, GROUPS[group]) for group, kinds in groups)):
        yield tuple(sorted(sum(chosen, always), key=order.__getitem__))


def n_legal(players: int) -> int:
    """Return how many menus the rule book of Party allows this many players.

    >>> [n_legal(players) for players in (2, 6, 8)]
    [6615, 14112, 7560]
    """
    return prod(comb(len(kinds), GROUPS[group]) for group, kinds in _groups(players).items())


def _groups(players: int) -> dict[str, list[str]]:
    """Return the kinds of each group that this many players may use."""
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise MenuError(
            f"{players} players: the game is for {MIN_PLAYERS} to {MAX_PLAYERS} players."
        )
    return {
        group: [
            card.slug
            for card in cards().values()
            if card.group == group and card.min_players <= players <= card.max_players
        ]
        for group in GROUPS
    }


def _printed(spec: str) -> Menu:
    """Return a printed menu by name, with or without its game."""
    game, slash, slug = BARE.get(spec, spec).rpartition("/")
    if slash and game not in GAMES:
        raise MenuError(
            f"menu '{spec}': there is no game '{game}' and no such file; write "
            f"{', '.join(f'{known}/NAME' for known in GAMES)}, or the path of a .toml file."
        )
    having = [known for known in ([game] if slash else GAMES) if slug in PRINTED[known]]
    if not having:
        known = PRINTED[game] if slash else _names()
        raise MenuError(
            f"menu '{spec}': there is no such menu or file.{nearest(slug, known)} "
            "`simkit menus` lists the printed menus; your own are .toml files."
        )
    if len(having) > 1:
        whole = " or ".join(f"{known}/{slug}" for known in having)
        raise MenuError(f"menu '{spec}': say which game: write {whole}.")
    return printed(having[0])[PRINTED[having[0]].index(slug)]


def _names() -> list[str]:
    """Return every name under which a printed menu can be had without its game's."""
    slugs = [slug for menus in PRINTED.values() for slug in menus]
    return [*BARE, *(slug for slug in slugs if slugs.count(slug) == 1), "party/sushi-go"]


def _read(path: Path, *, house: bool) -> Menu:
    """Return the menu in a file."""

    def missing() -> str:
        near = [entry.name for entry in path.parent.glob("*.toml")] if path.parent.is_dir() else []
        return f"there is no such file.{nearest(path.name, near)} `simkit menus` lists the printed menus."

    text = read_text(path, MenuError, missing)
    return build(parse(text, source=str(path)), house=house, source=str(path))
