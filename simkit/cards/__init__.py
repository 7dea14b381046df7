"""The box: every kind of card, one readable block each.

``CATALOGUE`` is append-only: its order is that of the rows and of the order numbers.
"""

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

__all__ = ["CATALOGUE", "Card", "Variant", "card"]

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

_BY_SLUG = {kind.slug: kind for kind in CATALOGUE}


def card(slug: str) -> Card:
    """Return the kind of a slug; KeyError for an unknown one."""
    return _BY_SLUG[slug]
