"""The cards and faces as menus need them, looked up by name.

`simkit.cards` holds the scoring kernels beside the data and so brings numba along (0.4 s): it is
imported when a menu is first read, not when this package is, so that ``--help`` stays instant.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from simkit.errors import MenuError, nearest

if TYPE_CHECKING:
    from simkit.cards import Card
    from simkit.cards.roll import Die

GAMES = {"party": "Sushi Go Party!", "go": "Sushi Go!", "roll": "Sushi Roll"}
"""The names of the games on their boxes, by the name in menu files."""

GROUPS = {"roll": 1, "appetizer": 3, "special": 2, "dessert": 1}
"""How many kinds of each group a menu of Party has, beside the nigiri (rule book, p. 3)."""

_ENTRY = {"party": "card", "go": "card", "roll": "kind"}  # dice have kinds of faces
_COMMAND = {"party": "simkit cards", "go": "simkit cards go", "roll": "simkit cards roll"}


@cache
def cards(game: str = "party") -> dict[str, Card]:
    """Return every kind of card or face of a game by slug, in catalogue order."""
    from simkit.cards import CATALOGUES

    return {card.slug: card for card in CATALOGUES[game]}


@cache
def dice() -> dict[str, Die]:
    """Return the types of dice of Sushi Roll by slug, in the order of the box."""
    from simkit.cards.roll import DICE

    return {die.slug: die for die in DICE}


def card_ids(kind: str, game: str = "party") -> dict[str, str]:
    """Return a kind's card ids by the short name of the variant (``egg`` → ``nigiri-egg``).

    A kind without variants has one card id, its own slug, under its own name.
    """
    return {
        variant.slug.removeprefix(f"{kind}-"): variant.slug
        for variant in cards(game)[kind].variants
    }


def known_kind(name: str, *, where: str, game: str = "party") -> str:
    """Return the name if it is a kind of the game; `where` begins the message if it is not."""
    if name not in cards(game):
        raise MenuError(
            f"{where}: there is no {_ENTRY[game]} '{name}'.{nearest(name, cards(game))} "
            f"`{_COMMAND[game]}` lists all {_ENTRY[game]}s."
        )
    return name


def known_game(name: str) -> str:
    """Return the name if it is one of the games."""
    if name not in GAMES:
        raise MenuError(f"game '{name}': must be {games_in_words()}.")
    return name


def games_in_words() -> str:
    """Return the names of the games as a message lists them: ``'party', 'go' or 'roll'``."""
    return either([f"'{game}'" for game in GAMES])


def either(names: Sequence[str]) -> str:
    """Return names as alternatives: ``a, b or c``."""
    return f"{', '.join(names[:-1])} or {names[-1]}"
