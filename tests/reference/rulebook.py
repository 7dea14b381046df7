"""The printed facts: kinds of card, copies, points, set-up tables, legal menus, open rulings.

Source: Sushi Go Party! rules, Gamewright 2016, pp. 2-5 (components, menus, set-up) and 7-14.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

FACE_DOWN = "face-down"
SPECIAL_ORDER = "special-order"


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the 23 kinds of card: its category, its copies by variant and its colour."""

    slug: str
    category: str
    copies: dict[str, int]
    colour: str


def _numbered(first: int) -> dict[str, int]:
    return {str(number): 1 for number in range(first, first + 3)}


_FRUIT = {
    "watermelon-watermelon": 2,
    "pineapple-pineapple": 2,
    "orange-orange": 2,
    "watermelon-pineapple": 3,
    "watermelon-orange": 3,
    "pineapple-orange": 3,
}

# Every kind has a colour of its own, only nigiri and wasabi share one (rule book example: wasabi
# and 3 nigiri are 4 yellow cards). A special order has none: it takes that of the copied card.
KINDS: dict[str, Kind] = {
    kind.slug: kind
    for kind in (
        Kind("nigiri", "nigiri", {"egg": 4, "salmon": 5, "squid": 3}, "yellow"),
        Kind("maki", "roll", {"1": 4, "2": 5, "3": 3}, "red"),
        Kind("temaki", "roll", {"": 12}, "dark purple"),
        Kind("uramaki", "roll", {"3": 4, "4": 4, "5": 4}, "yellow-lime"),
        Kind("tempura", "appetizer", {"": 8}, "lilac"),
        Kind("sashimi", "appetizer", {"": 8}, "lime"),
        Kind("dumpling", "appetizer", {"": 8}, "blue"),
        Kind("eel", "appetizer", {"": 8}, "indigo"),
        Kind("tofu", "appetizer", {"": 8}, "green"),
        Kind(
            "onigiri",
            "appetizer",
            {"circle": 2, "triangle": 2, "square": 2, "rectangle": 2},
            "magenta",
        ),
        Kind("edamame", "appetizer", {"": 8}, "purple"),
        Kind("miso-soup", "appetizer", {"": 8}, "teal"),
        Kind("chopsticks", "special", _numbered(1), "pale aqua"),
        Kind("spoon", "special", _numbered(4), "dark grey"),
        Kind("menu", "special", _numbered(7), "pale yellow"),
        Kind("soy-sauce", "special", {"": 3}, "orange"),
        Kind("tea", "special", {"": 3}, "dark red"),
        Kind(SPECIAL_ORDER, "special", {"": 3}, "rainbow"),
        Kind("takeout-box", "special", _numbered(10), "tan"),
        Kind("wasabi", "special", {"": 3}, "yellow"),
        Kind("pudding", "dessert", {"": 15}, "pink"),
        Kind("green-tea-ice-cream", "dessert", {"": 15}, "cyan"),
        Kind("fruit", "dessert", _FRUIT, "coral"),
    )
}


def card_id(kind: str, variant: str) -> str:
    """Name of a card: the kind's slug, with the variant where there is one."""
    return f"{kind}-{variant}" if variant else kind


KIND_OF: dict[str, str] = {
    card_id(kind.slug, variant): kind.slug for kind in KINDS.values() for variant in kind.copies
}
# Ids of the other games: chopsticks without a number (Sushi Go!), a face with two menus, faces
# with several puddings (Sushi Roll). What else is in their boxes has the ids of Party.
_OTHER_GAMES = {
    "chopsticks": "chopsticks",
    "menu": "menu",
    **{card_id("pudding", icons): "pudding" for icons in "123"},
}
_KIND_OF_ANY = KIND_OF | _OTHER_GAMES
_ORDER = sorted(_KIND_OF_ANY, key=lambda card: list(KINDS).index(_KIND_OF_ANY[card]))
_ROW = {card: row for row, card in enumerate([*_ORDER, FACE_DOWN])}


def kind_of(card: str) -> str:
    """Kind of a card id, of any of the games."""
    return _KIND_OF_ANY[card]


def variant_of(card: str) -> str:
    """Variant of a card id: "egg", "3", "circle"; empty where the kind has none."""
    return card[len(kind_of(card)) + 1 :]


def category_of(card: str) -> str:
    """Category of a card id: nigiri, roll, appetizer, special or dessert."""
    return KINDS[kind_of(card)].category


def is_dessert(card: str) -> bool:
    """Whether a card id is a dessert."""
    return category_of(card) == "dessert"


def in_catalogue_order(cards: list[str]) -> list[str]:
    """Card ids sorted as the catalogue lists them."""
    return sorted(cards, key=_ROW.__getitem__)


# Kinds a spoon can ask for exactly; the numbers of the action cards are no way to ask (E34).
EXACT_REQUESTS = ("nigiri", "maki", "uramaki", "onigiri", "fruit")


def answers(request: str, card: str) -> bool:
    """Whether a card is what a spoon asked for: its kind in general, or exactly this card."""
    return request in (kind_of(card), card)


def is_request(request: str, cards: list[str]) -> bool:
    """Whether a spoon can ask for this in a game with these kinds."""
    if request in cards:
        return True
    return request in KIND_OF and kind_of(request) in cards and kind_of(request) in EXACT_REQUESTS


# Name -> allowed values, the default first (section E). The first of them is free (E1).
RULINGS: dict[str, tuple[Any, ...]] = {
    "uramaki_mix": ([4, 4, 4],),
    "face_down_colour": ("shared", "none"),
    "bonus_actions_per_turn": (0,),
    "uramaki_timing": ("at once", "end of turn"),
    "uramaki_tie": ("use up places", "skip one"),
    "all_tied": ("literal", "nothing"),
    "most_needs_one": (False, True),
    "flipped_wasabi_keeps_triple": (False, True),
    "flipped_nigiri_frees_wasabi": (False, True),
    "spoon_in_last_turn": ("discard", "forbid"),
    "uramaki_after_last_place": ("keep", "discard"),
    "special_order_on_wasabi": ("optional", "mandatory"),
    "copy_of_tripled_nigiri": ("not placed", "like any nigiri"),
}
_FREE_RULINGS = ("uramaki_mix", "bonus_actions_per_turn")

POINTS: dict[str, Any] = {
    "nigiri": {"egg": 1, "salmon": 2, "squid": 3},
    "wasabi": 3,
    "maki": {"small": [6, 3], "large": [6, 4, 2]},
    "temaki": {"most": 4, "fewest": -4},
    "uramaki": {"places": [8, 5, 2], "target": 10},
    "tempura": [0, 0, 5, 5, 10, 10, 15, 15, 20, 20, 25, 25],
    "sashimi": [0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30],
    "dumpling": [0, 1, 3, 6, 10, 15],
    "eel": [0, -3, 7],
    "tofu": [0, 2, 6, 0],
    "onigiri": [0, 1, 4, 9, 16],
    "edamame": {"per_opponent": 1, "cap": 4},
    "miso-soup": [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33],
    "soy-sauce": 4,
    "tea": 1,
    "takeout-box": 2,
    "pudding": {"most": 6, "fewest": -6},
    "green-tea-ice-cream": [12 * (n // 4) for n in range(16)],
    "fruit": [-2, 0, 1, 3, 6, 10],
}

HAND_SIZE = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}
DESSERTS = {players: [5, 3, 2] if players <= 5 else [7, 5, 3] for players in HAND_SIZE}
MAKI_SMALL_UP_TO = 5  # the maki tile has two sides: 2-5 and 6-8 players

PRINTED_MENUS: dict[str, tuple[str, ...]] = {
    "My First Meal": (
        *("maki", "tempura", "sashimi", "miso-soup", "wasabi", "tea", "green-tea-ice-cream"),
    ),
    "Sushi Go!": ("maki", "tempura", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding"),
    "Party Sampler": (
        *("temaki", "tempura", "tofu", "dumpling", "menu", "wasabi", "green-tea-ice-cream"),
    ),
    "Master Menu": ("temaki", "onigiri", "tofu", "sashimi", "takeout-box", "spoon", "fruit"),
    "Points Platter": (
        *("uramaki", "onigiri", "dumpling", "edamame", "tea", SPECIAL_ORDER),
        "green-tea-ice-cream",
    ),
    "Cutthroat Combo": ("temaki", "eel", "tofu", "miso-soup", "soy-sauce", "spoon", "pudding"),
    "Big Banquet": (
        *("maki", "tempura", "dumpling", "eel", "chopsticks", "spoon", "green-tea-ice-cream"),
    ),
    "Dinner for Two": ("uramaki", "onigiri", "tofu", "miso-soup", SPECIAL_ORDER, "menu", "fruit"),
}

_MENU_SHAPE = {"nigiri": 1, "roll": 1, "appetizer": 3, "special": 2, "dessert": 1}


def _allowed(kind: str, players: int) -> bool:
    """Whether a kind may be on the menu with so many players (rule book p. 3 and tiles)."""
    if kind in ("menu", SPECIAL_ORDER):
        return players <= 6
    if kind in ("spoon", "edamame"):
        return players >= 3
    return True


def is_legal_menu(cards: list[str], players: int) -> bool:
    """Whether these kinds (nigiri included) are a menu the rule book allows."""
    shape = Counter(KINDS[kind].category for kind in cards)
    return (
        len(set(cards)) == len(cards)
        and shape == _MENU_SHAPE
        and players in HAND_SIZE
        and all(_allowed(kind, players) for kind in cards)
    )


def legal_menus(players: int) -> Iterator[list[str]]:
    """All menus the rule book allows with so many players, nigiri first."""
    kinds = [kind for kind in KINDS.values() if _allowed(kind.slug, players)]
    of = {
        category: [kind.slug for kind in kinds if kind.category == category]
        for category in _MENU_SHAPE
    }
    for roll in of["roll"]:
        for appetizers in combinations(of["appetizer"], 3):
            for specials in combinations(of["special"], 2):
                for dessert in of["dessert"]:
                    yield ["nigiri", roll, *appetizers, *specials, dessert]


def printed_counts(cards: list[str], uramaki_mix: list[int]) -> dict[str, int]:
    """Copies of every card id of these kinds, as printed, with the uramaki mix of ruling E1."""
    counts = {
        card_id(kind, variant): n for kind in cards for variant, n in KINDS[kind].copies.items()
    }
    if "uramaki" in cards:
        counts |= dict(zip(("uramaki-3", "uramaki-4", "uramaki-5"), uramaki_mix, strict=True))
    return counts


Answers = dict[str, tuple[Any, ...]]  # allowed values by name, the default first


def settle(
    what: str, answers: Answers, changes: dict[str, Any] | None, free: tuple[str, ...] = ()
) -> dict[str, Any]:
    """All rulings (or variants): the defaults with some changes, checked unless they are free."""
    settled = {name: values[0] for name, values in answers.items()}
    for name, value in (changes or {}).items():
        if name not in answers:
            raise ValueError(f"no {what} is called {name!r}")
        if name not in free and value not in answers[name]:
            raise ValueError(f"{what} {name}: {value!r} is none of {answers[name]}")
        settled[name] = value
    return settled


def all_rulings(changes: dict[str, Any] | None = None) -> dict[str, Any]:
    """Every ruling: the defaults with some changes."""
    return settle("ruling", RULINGS, changes, _FREE_RULINGS)


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything about one game that is fixed before the first card is dealt."""

    players: int
    cards: list[str]
    counts: dict[str, int]
    hand_size: int
    desserts: list[int]
    rulings: dict[str, Any] = field(default_factory=all_rulings)
    points: dict[str, Any] = field(default_factory=lambda: dict(POINTS))


def make_rules(
    players: int,
    cards: list[str],
    *,
    rulings: dict[str, Any] | None = None,
    points: dict[str, Any] | None = None,
    counts: dict[str, int] | None = None,
    hand_size: int | None = None,
    desserts: list[int] | None = None,
) -> Rules:
    """Rules of a game: the printed ones except for what is given."""
    chosen = all_rulings(rulings)
    kinds = [kind for kind in KINDS if kind in cards]
    return Rules(
        players=players,
        cards=kinds,
        counts=printed_counts(kinds, chosen["uramaki_mix"]) if counts is None else dict(counts),
        hand_size=HAND_SIZE[players] if hand_size is None else hand_size,
        desserts=list(DESSERTS[players] if desserts is None else desserts),
        rulings=chosen,
        points=POINTS | (points or {}),
    )
