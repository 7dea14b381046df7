"""Sushi Roll: dice, deals, tokens, points and open rulings.

Source: Sushi Roll rules and the dice printed on its trays, Gamewright 2019; the number of dice of
each type is likely, not certain (E26).
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from .rulebook import Answers, card_id, settle

ROUNDS = 3
SIDES = 6

# What a die can show, by kind: a menu face has two menus, numbers are icons. In the order of the box.
FACES: dict[str, tuple[str, ...]] = {
    "nigiri": ("egg", "salmon", "squid"),
    "maki": ("1", "2", "3"),
    "tempura": ("",),
    "sashimi": ("",),
    "dumpling": ("",),
    "chopsticks": ("1", "2"),
    "menu": ("",),
    "wasabi": ("",),
    "pudding": ("1", "2", "3"),
}
FACE_IDS = [card_id(kind, variant) for kind, variants in FACES.items() for variant in variants]
MENUS_ON_A_FACE = 2


@dataclass(frozen=True, slots=True)
class DieType:
    """The dice of one colour: how many there are, and the six faces of each."""

    die: str
    dice: int
    faces: list[str]


def _die_type(die: str, dice: int, **times: int) -> DieType:
    """A type of die from how often it shows each face (written with _ for -)."""
    faces = [face.replace("_", "-") for face, n in times.items() for _ in range(n)]
    return DieType(die, dice, faces)


DICE = [
    _die_type("nigiri", 5, nigiri_egg=2, nigiri_salmon=3, nigiri_squid=1),
    _die_type("maki", 6, maki_1=2, maki_2=2, maki_3=2),
    _die_type("appetizer", 10, tempura=2, sashimi=1, dumpling=3),
    _die_type("special", 5, chopsticks_1=1, chopsticks_2=1, menu=2, wasabi=2),
    _die_type("pudding", 4, pudding_1=2, pudding_2=2, pudding_3=2),
]

HAND_SIZE = {2: 8, 3: 7, 4: 6, 5: 5}  # dice for each player, turns of a round
MOST_PLAYERS = 8  # of a house game
EXTRA_SLIDE_AT = 3  # players: else the red belt would come back to where it started

SPENT = ("menu", "chopsticks")  # tokens a move can spend
TOKENS: dict[str, dict[str, int]] = {
    "start": {"menu": 3, "chopsticks": 2},
    "supply": {"menu": 18, "chopsticks": 12, "pudding": 20},
}


def _sets(one: int, two: int, three: int) -> list[int]:
    """Points for 0 to 11 icons: the tray's row for up to three, then a new set begins."""
    return [n // 3 * three + [0, one, two][n % 3] for n in range(12)]


POINTS: dict[str, Any] = {
    "nigiri": {"egg": 1, "salmon": 2, "squid": 3},
    "wasabi": 3,
    "maki": {"places": [6, 3]},
    "tempura": _sets(1, 5, 10),
    "sashimi": _sets(0, 6, 13),
    "dumpling": _sets(2, 4, 8),
    "menu": {"tokens": 2, "points": 1},
    "pudding": {"most": 6, "fewest": -6},
}

RULINGS: Answers = {"all_tied": ("literal", "nothing"), "most_needs_one": (False, True)}  # E6


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything about one game that is fixed before the first die is rolled."""

    players: int
    cards: list[str]
    dice: list[DieType]
    hand_size: int
    tokens: dict[str, dict[str, int]]
    rulings: dict[str, Any]
    points: dict[str, Any]

    @property
    def counts(self) -> dict[str, int]:
        """Sides in the whole box that show a face, by face."""
        sides: Counter[str] = Counter()
        for one in self.dice:
            for face in one.faces:
                sides[face] += one.dice
        return {face: sides[face] for face in FACE_IDS}

    @property
    def dice_by_type(self) -> Counter[str]:
        """Number of dice in the bag by type."""
        return Counter({one.die: one.dice for one in self.dice})

    def can_show(self, die: str, face: str) -> bool:
        """Whether a die of this type has such a face."""
        return any(one.die == die and face in one.faces for one in self.dice)


def kinds_in_play(dice: list[DieType], tokens: dict[str, dict[str, int]]) -> list[str]:
    """Kinds that dice can show, and "menu" where tokens can be left over: it scores those."""
    shown = {face for one in dice if one.dice for face in one.faces}
    kinds = {
        kind
        for kind, variants in FACES.items()
        if any(card_id(kind, variant) in shown for variant in variants)
    }
    if kinds & set(SPENT) or any(tokens["start"].values()):
        kinds.add("menu")
    return [kind for kind in FACES if kind in kinds]


def make_rules(
    players: int,
    *,
    dice: list[DieType] | None = None,
    hand_size: int | None = None,
    tokens: dict[str, dict[str, int]] | None = None,
    rulings: dict[str, Any] | None = None,
    points: dict[str, Any] | None = None,
) -> Rules:
    """Rules of a game: the printed ones except for what is given."""
    given = tokens or {}
    own_dice = list(DICE if dice is None else dice)
    own_tokens = {what: TOKENS[what] | given.get(what, {}) for what in TOKENS}
    return Rules(
        players=players,
        cards=kinds_in_play(own_dice, own_tokens),
        dice=own_dice,
        hand_size=HAND_SIZE[players] if hand_size is None else hand_size,
        tokens=own_tokens,
        rulings=settle("ruling", RULINGS, rulings),
        points=POINTS | (points or {}),
    )


def why_impossible(rules: Rules) -> str | None:
    """Why nobody can play by these rules, house game or not."""
    types = [one.die for one in rules.dice]
    if not 2 <= rules.players <= MOST_PLAYERS:
        return f"{rules.players} players"
    if len(set(types)) != len(types) or not set(types) <= {one.die for one in DICE}:
        return f"no such types of dice: {types}"
    for one in rules.dice:
        if len(one.faces) != SIDES or not set(one.faces) <= set(FACE_IDS) or one.dice < 0:
            return f"{one.dice} {one.die} dice with the faces {one.faces}"
    needed = rules.players * rules.hand_size
    if rules.hand_size < 1 or rules.dice_by_type.total() < needed:
        return f"{rules.dice_by_type.total()} dice, a round needs {needed}"
    for token in SPENT:
        start, supply = (rules.tokens[what][token] for what in ("start", "supply"))
        if not 0 <= start * rules.players <= supply:
            return f"{start} {token} tokens for each player, {supply} in all"
    if rules.points["menu"]["tokens"] < 1:
        return "points for no leftover token"
    return None


def why_not_printed(rules: Rules) -> str | None:
    """Why this is a house game: other dice, tokens, players or deals than printed."""
    if rules.players not in HAND_SIZE:
        return f"no game for {rules.players} players"
    printed = make_rules(rules.players, rulings=rules.rulings)
    for name in ("dice_by_type", "counts", "hand_size", "tokens"):
        got, expected = getattr(rules, name), getattr(printed, name)
        if got != expected:
            return f"{name} {got}, printed {expected}"
    for one in printed.dice:
        mine = next(other for other in rules.dice if other.die == one.die)
        if sorted(mine.faces) != sorted(one.faces):
            return f"faces of {one.die} dice {mine.faces}, printed {one.faces}"
    return None
