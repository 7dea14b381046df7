"""The boxes of the three games: every kind of card or face, one readable block each.

``CATALOGUE`` (Party) is append-only: its order is that of the rows and of the order numbers. The other games
take most of their kinds from it.
"""

from simkit.cards import go, roll
from simkit.cards.appetizers import (
    DUMPLING,
    EDAMAME,
    EEL,
    MISO_SOUP,
    ONIGIRI,
    SASHIMI,
    TEMPURA,
    TOFU,
)
from simkit.cards.card import Card, Variant
from simkit.cards.desserts import FRUIT, GREEN_TEA_ICE_CREAM, PUDDING
from simkit.cards.nigiri import NIGIRI, WASABI
from simkit.cards.rolls import MAKI, TEMAKI, URAMAKI
from simkit.cards.specials import (
    CHOPSTICKS,
    MENU,
    SOY_SAUCE,
    SPECIAL_ORDER,
    SPOON,
    TAKEOUT_BOX,
    TEA,
)

__all__ = ["CATALOGUE", "CATALOGUES", "Card", "Variant", "card"]

CATALOGUE: tuple[Card, ...] = (
    NIGIRI,
    MAKI,
    TEMAKI,
    URAMAKI,
    TEMPURA,
    SASHIMI,
    DUMPLING,
    EEL,
    TOFU,
    ONIGIRI,
    EDAMAME,
    MISO_SOUP,
    CHOPSTICKS,
    SPOON,
    MENU,
    SOY_SAUCE,
    TEA,
    SPECIAL_ORDER,
    TAKEOUT_BOX,
    WASABI,
    PUDDING,
    GREEN_TEA_ICE_CREAM,
    FRUIT,
)

CATALOGUES: dict[str, tuple[Card, ...]] = {
    "party": CATALOGUE,
    "go": go.CATALOGUE,
    "roll": roll.CATALOGUE,
}
"""The kinds of each game, in its order."""

_BY_SLUG = {game: {kind.slug: kind for kind in kinds} for game, kinds in CATALOGUES.items()}


def card(slug: str, game: str = "party") -> Card:
    """Return the kind of a slug in a game's box; KeyError for an unknown one."""
    return _BY_SLUG[game][slug]
