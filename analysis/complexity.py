"""How much there is to know on a menu: counts of its kinds, from the catalogue alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.menus.catalogue import cards

if TYPE_CHECKING:
    from simkit.menus import Menu


def complexity(menu: Menu) -> dict[str, int]:
    """Count the kinds on a menu by what one has to know of them.

    Returns
    -------
    dict
        ``kinds`` on the menu and ``cards`` that look different; ``acting``: kinds that do something else
        than score (chopsticks, special orders, ...); ``compared``: kinds whose points depend on who has
        most; ``lasting``: kinds that count at the end of the game.

    Notes
    -----
    Read off the kernels that a kind has. It says how many rules there are, not how hard they are: how
    many kinds one really has to compare is kinds_in_hand (`analysis.measures`).
    """
    from simkit.cards.card import nothing, nothing_seen
    from simkit.cards.outlook import Unplanned

    kinds = [cards(menu.game)[kind] for kind in menu.kinds]
    return {
        "kinds": len(kinds),
        "cards": len(menu.card_ids),
        "acting": sum(kind.points is None or kind.outlook is Unplanned for kind in kinds),
        "compared": sum(kind.rivals is not nothing_seen for kind in kinds),
        "lasting": sum(kind.final is not nothing for kind in kinds),
    }
