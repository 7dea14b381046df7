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
from simkit.menus.catalogue import GROUPS, cards
from simkit.menus.file import build, parse
from simkit.menus.menu import MAX_PLAYERS, MIN_PLAYERS, Menu

PRINTED = (
    "my-first-meal",
    "sushi-go",
    "party-sampler",
    "master-menu",
    "points-platter",
    "cutthroat-combo",
    "big-banquet",
    "dinner-for-two",
)
"""The menus of the rule book (pp. 8-9), in its order."""

NEEDS_GAME = ("sushi-go",)
"""Printed menus that are only called by game and name: another game has that name itself."""

GAMES = ("party",)


@cache
def printed() -> tuple[Menu, ...]:
    """Return the eight menus of the rule book, in its order."""
    folder = resources.files("simkit.menus") / "data"
    return tuple(
        build(parse((folder / f"{slug}.toml").read_text("utf-8"), source=slug), source="printed")
        for slug in PRINTED
    )


def load(spec: str | os.PathLike[str] | Menu, *, house: bool = False) -> Menu:
    """Return the menu that is meant: a printed one, or one from a file.

    Parameters
    ----------
    spec : str, path or Menu
        ``"party/master-menu"`` or just ``"master-menu"`` (but always ``"party/sushi-go"``), the
        path of a TOML file, or a menu, which is returned as it is.
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
    """Yield the kinds of every menu that the rule book allows this many players, nigiri included.

    Each is in catalogue order. A menu of it: ``build({"name": "...", "cards": kinds})``.
    """
    always = ("nigiri",)
    order = {kind: place for place, kind in enumerate(cards())}
    groups = _groups(players).items()
    for chosen in product(*(combinations(kinds, GROUPS[group]) for group, kinds in groups)):
        yield tuple(sorted(sum(chosen, always), key=order.__getitem__))


def n_legal(players: int) -> int:
    """Return how many menus the rule book allows this many players.

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
    game, slash, slug = spec.rpartition("/")
    if slash and game not in GAMES:
        raise MenuError(
            f"menu '{spec}': there is no game '{game}' and no such file; write "
            f"{' or '.join(f'{known}/NAME' for known in GAMES)}, or the path of a .toml file."
        )
    if slug not in PRINTED:
        raise MenuError(
            f"menu '{spec}': there is no such menu or file.{nearest(slug, PRINTED)} "
            "`simkit menus` lists the printed menus; your own are .toml files."
        )
    if not slash and slug in NEEDS_GAME:
        raise MenuError(f"menu '{spec}': say which game: write party/{slug}.")
    return printed()[PRINTED.index(slug)]


def _read(path: Path, *, house: bool) -> Menu:
    """Return the menu in a file."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        near = [entry.name for entry in path.parent.glob("*.toml")] if path.parent.is_dir() else []
        raise MenuError(
            f"{path}: there is no such file.{nearest(path.name, near)} `simkit menus` lists the "
            "printed menus."
        ) from None
    except UnicodeDecodeError as error:
        raise MenuError(
            f"{path}: byte {error.start} is not UTF-8 text; save the file as UTF-8."
        ) from None
    except OSError as error:
        raise MenuError(f"{path}: cannot be read: {error.strerror}.") from None
    return build(parse(text, source=str(path)), house=house, source=str(path))
