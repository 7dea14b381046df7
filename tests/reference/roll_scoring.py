"""Points of Sushi Roll: trays at the end of a round, tokens at the end of the game.

Ties all in full and sets by list, as in Party; only the numbers are others.
Source: Sushi Roll rules and trays, Gamewright 2019.
"""

from .cards import Table
from .roll_rulebook import MENUS_ON_A_FACE, SPENT, Rules
from .rulebook import kind_of, variant_of
from .scoring import Counts, by_place, icons, most_and_fewest
from .scoring import score_kind as score_as_in_party

Tokens = dict[str, int]  # of one seat: menu, chopsticks, pudding

SCORED_AT_THE_END = ("pudding", "menu")


def maki_points(amounts: Counts, rules: Rules) -> Counts:
    """Maki: most icons and second most; ties all in full, and second place is still paid."""
    return by_place(amounts, rules.points["maki"]["places"])


def pudding_points(tokens: Counts, rules: Rules) -> Counts:
    """Pudding tokens: gain for the most, loss for the fewest, ties in full, no loss for two."""
    return most_and_fewest(tokens, rules.points["pudding"], rules)


def leftover_points(tokens: Tokens, rules: Rules) -> int:
    """Leftover menu and chopsticks tokens of one seat, in any mix; what is over counts nothing."""
    value = rules.points["menu"]
    return sum(tokens[token] for token in SPENT) // value["tokens"] * value["points"]


def take_tokens(face: str, supply: Tokens) -> Tokens:
    """Tokens a die brings when it is taken: those of its face, at most what the supply has."""
    kind = kind_of(face)
    taken = dict.fromkeys(supply, 0)
    if kind in supply:
        shown = MENUS_ON_A_FACE if kind == "menu" else int(variant_of(face))
        taken[kind] = min(shown, supply[kind])
    return taken


def score_round(trays: list[Table], rules: Rules) -> list[dict[str, int]]:
    """Points at the end of a round, per seat and kind; dice that brought tokens score nothing."""
    by_kind = {
        kind: maki_points(icons(trays, kind), rules)
        if kind == "maki"
        else score_as_in_party(kind, trays, rules)
        for kind in rules.cards
        if kind not in SCORED_AT_THE_END
    }
    return [{kind: points[seat] for kind, points in by_kind.items()} for seat in range(len(trays))]


def score_tokens(tokens: list[Tokens], rules: Rules) -> list[dict[str, int]]:
    """Points of the tokens at the end of the game, per seat; leftover ones count for "menu"."""
    by_kind = {
        "menu": [leftover_points(mine, rules) for mine in tokens],
        "pudding": pudding_points([mine["pudding"] for mine in tokens], rules),
    }
    return [
        {kind: points[seat] for kind, points in by_kind.items() if kind in rules.cards}
        for seat in range(len(tokens))
    ]
