"""Points: one round for all seats, the uramaki race, the desserts and the winner.

One function a card; each takes all tables and gives the points of every seat.
Source: Sushi Go Party! rules, Gamewright 2016, pp. 7-14.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from .cards import Table, colour_of, of_kind
from .rulebook import KINDS, MAKI_SMALL_UP_TO, Rules, kind_of, variant_of

Counts = list[int]


def from_list(values: list[int], n: int) -> int:
    """Points for n cards in a list for 0, 1, 2, ... cards; its last value goes on."""
    return values[min(n, len(values) - 1)]


def by_place(amounts: Counts, payouts: list[int]) -> Counts:
    """Payouts for most, second most, ...: ties all in full, the next lower count the next place."""
    places = sorted({amount for amount in amounts if amount > 0}, reverse=True)
    paid = dict(zip(places, payouts, strict=False))
    return [paid.get(amount, 0) for amount in amounts]


def most_and_fewest(amounts: Counts, values: dict[str, int], rules: Rules) -> Counts:
    """Temaki and pudding: gain for the most, loss for the fewest (0 counts), ties in full (E6)."""
    most, fewest = max(amounts), min(amounts)
    if most == fewest and rules.rulings["all_tied"] == "nothing":
        return [0] * len(amounts)
    # Only the gain needs a card: with none at all everybody still has the fewest.
    pays_most = most > 0 or not rules.rulings["most_needs_one"]
    pays_fewest = len(amounts) > 2
    return [
        (values["most"] if pays_most and amount == most else 0)
        + (values["fewest"] if pays_fewest and amount == fewest else 0)
        for amount in amounts
    ]


def count(tables: list[Table], kind: str) -> Counts:
    """Number of cards of a kind, per seat."""
    return [len(of_kind(table, kind)) for table in tables]


def icons(tables: list[Table], kind: str) -> Counts:
    """Number of icons on the maki or uramaki of every seat."""
    return [sum(int(variant_of(card.shown)) for card in of_kind(table, kind)) for table in tables]


def score_nigiri(tables: list[Table], rules: Rules) -> Counts:
    """Value of every nigiri, times the wasabi's multiplier where it lies on one."""
    values, times = rules.points["nigiri"], rules.points["wasabi"]
    return [
        sum(
            values[variant_of(card.shown)] * (1 if card.on is None else times)
            for card in of_kind(table, "nigiri")
        )
        for table in tables
    ]


def maki_points(amounts: Counts, rules: Rules) -> Counts:
    """Maki: most icons first, by the side of the tile for this number of players."""
    side = "small" if rules.players <= MAKI_SMALL_UP_TO else "large"
    return by_place(amounts, rules.points["maki"][side])


def uramaki_points(amounts: Counts, rules: Rules, claimed: int) -> Counts:
    """Uramaki at the end of the round: most icons get the next unclaimed place, and only that."""
    return by_place(amounts, rules.points["uramaki"]["places"][claimed : claimed + 1])


def uramaki_race(
    amounts: Counts, rules: Rules, claimed: int
) -> tuple[dict[int, int], list[int], int]:
    """Uramaki at one moment of the round: who is paid what, who is unpaid, places then claimed.

    All who have the target at this moment are ranked, the higher total first; those who tie get
    the points of the same place and use up several places (E4, E5).
    """
    places, target = rules.points["uramaki"]["places"], rules.points["uramaki"]["target"]
    paid: dict[int, int] = {}
    unpaid: list[int] = []
    for total in sorted({amount for amount in amounts if amount >= target}, reverse=True):
        tied = [seat for seat, amount in enumerate(amounts) if amount == total]
        if claimed >= len(places):
            unpaid += tied
            continue
        paid |= dict.fromkeys(tied, places[claimed])
        if rules.rulings["uramaki_tie"] == "skip one":
            claimed += min(len(tied), 2)
        else:
            claimed += len(tied)
    return paid, sorted(unpaid), claimed


def onigiri_points(shapes: Counts, rules: Rules) -> int:
    """Onigiri of one seat: sets of different shapes, the largest set first."""
    left, points = list(shapes), 0
    while any(left):
        points += from_list(rules.points["onigiri"], sum(n > 0 for n in left))
        left = [max(n - 1, 0) for n in left]
    return points


def score_onigiri(tables: list[Table], rules: Rules) -> Counts:
    """Onigiri of every seat."""
    return [
        onigiri_points(list(Counter(card.shown for card in of_kind(t, "onigiri")).values()), rules)
        for t in tables
    ]


def edamame_points(amounts: Counts, rules: Rules) -> Counts:
    """Edamame: each card counts the opponents who have one, up to a cap per card (E7)."""
    values, having = rules.points["edamame"], sum(n > 0 for n in amounts)
    return [n * min(values["cap"], values["per_opponent"] * (having - 1)) for n in amounts]


def score_soy_sauce(tables: list[Table], rules: Rules) -> Counts:
    """Soy sauce: points per card for those with the most different colours."""
    how = rules.rulings["face_down_colour"]
    colours = [len({colour_of(card, how) for card in table} - {None}) for table in tables]
    return [
        rules.points["soy-sauce"] * n if mine == max(colours) else 0
        for n, mine in zip(count(tables, "soy-sauce"), colours, strict=True)
    ]


def score_tea(tables: list[Table], rules: Rules) -> Counts:
    """Tea: each card counts the cards of the seat's largest group of one colour."""
    scores = []
    for table, n in zip(tables, count(tables, "tea"), strict=True):
        groups = Counter(colour_of(card, rules.rulings["face_down_colour"]) for card in table)
        del groups[None]
        scores.append(n * rules.points["tea"] * max(groups.values(), default=0))
    return scores


def score_face_down(tables: list[Table], rules: Rules) -> Counts:
    """Takeout box: points for every face-down card."""
    return [rules.points["takeout-box"] * sum(card.face_down for card in table) for table in tables]


def _listed(kind: str) -> Callable[[Counts, Rules], Counts]:
    return lambda amounts, rules: [from_list(rules.points[kind], n) for n in amounts]


def _nothing(amounts: Counts, rules: Rules) -> Counts:
    return [0 for _ in amounts]


# Kinds whose points follow from one number per seat: their cards, or their icons.
FROM_AMOUNTS: dict[str, Callable[[Counts, Rules], Counts]] = {
    "maki": maki_points,
    "temaki": lambda amounts, rules: most_and_fewest(amounts, rules.points["temaki"], rules),
    **{
        kind: _listed(kind)
        for kind in ("tempura", "sashimi", "dumpling", "eel", "tofu", "miso-soup")
    },
    "edamame": edamame_points,
    "pudding": lambda amounts, rules: most_and_fewest(amounts, rules.points["pudding"], rules),
    "green-tea-ice-cream": _listed("green-tea-ice-cream"),
    **dict.fromkeys(("chopsticks", "spoon", "menu", "special-order", "wasabi"), _nothing),
}

FROM_TABLES: dict[str, Callable[[list[Table], Rules], Counts]] = {
    "nigiri": score_nigiri,
    "onigiri": score_onigiri,
    "soy-sauce": score_soy_sauce,
    "tea": score_tea,
    "takeout-box": score_face_down,
}


def score_kind(kind: str, tables: list[Table], rules: Rules, claimed: int = 0) -> Counts:
    """Points of one kind at the end of a round, per seat."""
    if kind == "uramaki":
        return uramaki_points(icons(tables, kind), rules, claimed)
    if kind in FROM_TABLES:
        return FROM_TABLES[kind](tables, rules)
    amounts = icons(tables, kind) if kind == "maki" else count(tables, kind)
    return FROM_AMOUNTS[kind](amounts, rules)


def score_round(tables: list[Table], rules: Rules, claimed: int = 0) -> list[dict[str, int]]:
    """Points at the end of a round, per seat and kind in play.

    Desserts score at the end of the game.
    """
    in_play = [kind for kind in rules.cards if KINDS[kind].category != "dessert"]
    by_kind = {kind: score_kind(kind, tables, rules, claimed) for kind in in_play}
    return [{kind: points[seat] for kind, points in by_kind.items()} for seat in range(len(tables))]


def fruit_points(icons_by_fruit: dict[str, int], rules: Rules) -> int:
    """Fruit of one seat: each of the three fruit scores by its icons, none costs points."""
    return sum(
        from_list(rules.points["fruit"], icons_by_fruit.get(fruit, 0))
        for fruit in ("watermelon", "pineapple", "orange")
    )


def _fruit_icons(kept: list[str]) -> Counter[str]:
    return Counter(
        fruit for card in kept if kind_of(card) == "fruit" for fruit in variant_of(card).split("-")
    )


def score_desserts(kept: list[list[str]], rules: Rules) -> list[dict[str, int]]:
    """Points of the desserts of all rounds, per seat and dessert in play.

    `kept` holds card ids as they count: a special order is the dessert it copied.
    """
    scores: list[dict[str, int]] = [{} for _ in kept]
    for kind in [kind for kind in rules.cards if KINDS[kind].category == "dessert"]:
        if kind == "fruit":
            points = [fruit_points(_fruit_icons(cards), rules) for cards in kept]
        else:
            amounts = [sum(kind_of(card) == kind for card in cards) for cards in kept]
            points = FROM_AMOUNTS[kind](amounts, rules)
        for seat, value in enumerate(points):
            scores[seat][kind] = value
    return scores


def win_shares(totals: Counts, dessert_cards: Counts) -> list[float]:
    """Share of the win: most points, then most dessert cards, then shared (E25)."""
    standing: list[Any] = list(zip(totals, dessert_cards, strict=True))
    winners = standing.count(max(standing))
    return [1 / winners if mine == max(standing) else 0 for mine in standing]
