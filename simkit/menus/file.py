"""From the text of a menu file to a checked `Menu`; each game has a model of its own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from simkit.errors import MenuError, toml_problem
from simkit.menus.catalogue import GAMES, games_in_words
from simkit.menus.go import GoFile
from simkit.menus.menu import Menu
from simkit.menus.messages import first_problem, shown
from simkit.menus.party import PartyFile
from simkit.menus.roll import RollFile

FILES: dict[str, type[PartyFile] | type[GoFile] | type[RollFile]] = {
    "party": PartyFile,
    "go": GoFile,
    "roll": RollFile,
}
"""The model of each game's menu file."""


def parse(text: str, *, source: str) -> dict[str, Any]:
    """Return the TOML text as a dict; `source` begins the message if it is broken.

    Raises
    ------
    MenuError
        The text is not TOML; the message has the line and the column.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MenuError(f"{source}: this is not valid TOML: {toml_problem(error, text)}.") from None


def build(data: Mapping[str, Any], *, house: bool = False, source: str = "menu") -> Menu:
    """Return the checked menu that a dict in the form of a menu file describes.

    Parameters
    ----------
    data : mapping
        What a menu file holds: ``{"name": ..., "cards": [...], "rulings": {...}, ...}``, and
        ``"game": "go"`` or ``"roll"`` for the other games than Party.
    house : bool
        Lift the rule book's structure and its bans by player count.
    source : str
        Where the data are from; it begins every message.

    Raises
    ------
    MenuError
        Something in the data is unknown, out of range or against the structure.

    Examples
    --------
    >>> menu = build({"name": "Tiny", "cards": ["tempura", "eel"]}, house=True)
    >>> menu.kinds
    ('nigiri', 'tempura', 'eel')
    >>> build({"name": "To and fro", "game": "go", "variants": {"pass": "both ways"}}).n_cards()
    108
    """
    content = dict(data)
    game = content.get("game", "party")
    if not isinstance(game, str) or game not in GAMES:
        raise MenuError(f"{source}: game = {shown(game)}: must be {games_in_words()}.")
    try:
        given = FILES[game].model_validate(content)
    except ValidationError as error:
        raise MenuError(f"{source}: {first_problem(error, game, FILES)}") from None
    return given.menu(house=house, where=source)
