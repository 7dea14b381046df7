"""The cards as menus need them, looked up by name.

`simkit.cards` holds the scoring kernels beside the data and so brings numba along (0.4 s): it is
imported when a menu is first read, not when this package is, so that ``--help`` stays instant.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from simkit.errors import MenuError, nearest

if TYPE_CHECKING:
    from simkit.cards import Card

GROUPS = {"roll": 1, "appetizer": 3, "special": 2, "dessert": 1}
"""How many kinds of each group a menu has, beside the nigiri (rule book, p. 3)."""


@cache
def cards() -> dict[str, Card]:
    """Return every kind of card by slug, in catalogue order."""
    from simkit.cards import CATALOGUE

    return {card.slug: card for card in CATALOGUE}


def card_ids(kind: str) -> dict[str, str]:
    """Return a kind's card ids by the short name of the variant (``egg`` → ``nigiri-egg``).

    A kind without variants has one card id, its own slug, under its own name.
    """
    return {
        variant.slug.removeprefix(f"{kind}-"): variant.slug for variant in cards()[kind].variants
    }


def known_kind(name: str, *, where: str) -> str:
    """Return the name if it is a kind of card; `where` begins the message if it is not."""
    if name not in cards():
        raise MenuError(
            f"{where}: there is no card '{name}'.{nearest(name, cards())} "
            "`simkit cards` lists all cards."
        )
    return name
