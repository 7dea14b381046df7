"""Sushi Go! (the original): cards, deals, points, variants and open rulings.

Source: Sushi Go! rules, Gamewright 2014.
"""

from dataclasses import dataclass
from typing import Any

from .rulebook import POINTS as PARTY_POINTS
from .rulebook import Answers, card_id, in_catalogue_order, settle

ROUNDS = 3

# Copies by kind and variant. The 108 cards of the box, and the soy sauce of the promotional pack.
COPIES: dict[str, dict[str, int]] = {
    "nigiri": {"egg": 5, "salmon": 10, "squid": 5},
    "maki": {"1": 6, "2": 12, "3": 8},
    "tempura": {"": 14},
    "sashimi": {"": 14},
    "dumpling": {"": 14},
    "chopsticks": {"": 4},
    "soy-sauce": {"": 4},
    "wasabi": {"": 6},
    "pudding": {"": 10},
}
PROMO = "soy-sauce"
BOX = [kind for kind in COPIES if kind != PROMO]

HAND_SIZE = {2: 10, 3: 9, 4: 8, 5: 7}
DUMMY_HAND_SIZE = 9  # three hands of nine for two players
MOST_PLAYERS = 8  # of a house game

POINTS: dict[str, Any] = {
    "maki": {"places": [6, 3]},
    "soy-sauce": 4,
    "pudding": {"most": 6, "fewest": -6},
    **{kind: PARTY_POINTS[kind] for kind in ("nigiri", "wasabi", "tempura", "sashimi", "dumpling")},
}

# Name -> allowed values, the default first.
VARIANTS: Answers = {"pass": ("left", "both ways"), "dummy": (False, True)}
RULINGS: Answers = {
    "wasabi_and_nigiri": ("tripled", "not tripled"),  # E22
    "dummy_pudding_loss": (True, False),  # E21
    "dummy_control": ("alternates", "anew"),  # E21
}


def printed_counts(cards: list[str]) -> dict[str, int]:
    """Copies of every card id of these kinds, as printed."""
    return {card_id(kind, variant): n for kind in cards for variant, n in COPIES[kind].items()}


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything about one game that is fixed before the first card is dealt."""

    players: int
    cards: list[str]
    counts: dict[str, int]
    hand_size: int
    variants: dict[str, Any]
    rulings: dict[str, Any]
    points: dict[str, Any]

    @property
    def has_dummy(self) -> bool:
        """Whether a third seat, the dummy, competes with two players."""
        return bool(self.variants["dummy"])

    @property
    def seats(self) -> int:
        """Seats that get cards and points: the players, and the dummy."""
        return self.players + self.has_dummy


def make_rules(
    players: int,
    cards: list[str] | None = None,
    *,
    variants: dict[str, Any] | None = None,
    rulings: dict[str, Any] | None = None,
    points: dict[str, Any] | None = None,
    counts: dict[str, int] | None = None,
    hand_size: int | None = None,
) -> Rules:
    """Rules of a game: the printed ones except for what is given."""
    kinds = [kind for kind in COPIES if kind in (BOX if cards is None else cards)]
    chosen = settle("variant", VARIANTS, variants)
    if hand_size is None:
        hand_size = DUMMY_HAND_SIZE if chosen["dummy"] else HAND_SIZE[players]
    return Rules(
        players=players,
        cards=kinds,
        counts=printed_counts(kinds) if counts is None else dict(counts),
        hand_size=hand_size,
        variants=chosen,
        rulings=settle("ruling", RULINGS, rulings),
        points=POINTS | (points or {}),
    )


def why_impossible(rules: Rules) -> str | None:
    """Why nobody can play by these rules, house game or not."""
    known = list(printed_counts(rules.cards))
    needed = ROUNDS * rules.hand_size * rules.seats
    if not 2 <= rules.players <= MOST_PLAYERS:
        return f"{rules.players} players"
    if rules.has_dummy and rules.players != 2:
        return f"the dummy plays with 2 players, not {rules.players}"
    if "nigiri" not in rules.cards:
        return "no nigiri in play"
    if not set(rules.counts) <= set(known):
        return f"counts of {in_catalogue_order(list(rules.counts))}, in play are {known}"
    if any(n < 0 for n in rules.counts.values()):
        return "fewer than no copies of a card"
    if rules.hand_size < 1 or sum(rules.counts.values()) < needed:
        return f"{sum(rules.counts.values())} cards, {ROUNDS} rounds need {needed}"
    return None


def why_not_printed(rules: Rules) -> str | None:
    """Why this is a house game: other kinds, players, counts or hands than printed."""
    if rules.players not in HAND_SIZE:
        return f"no game for {rules.players} players"
    if [kind for kind in rules.cards if kind != PROMO] != BOX:
        return f"the printed kinds are {BOX}, not {rules.cards}"
    printed = make_rules(rules.players, rules.cards, variants=rules.variants)
    for name in ("counts", "hand_size"):
        got, expected = getattr(rules, name), getattr(printed, name)
        if got != expected:
            return f"{name} {got}, printed {expected}"
    return None
