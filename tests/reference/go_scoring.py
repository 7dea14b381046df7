"""Points of Sushi Go!: what it splits among those who tie; the rest scores as in Party.

Source: Sushi Go! rules, Gamewright 2014, pp. 4-6; soy sauce: promotional card.
"""

from .cards import Table, colour_of
from .go_rulebook import Rules
from .scoring import Counts, count, icons
from .scoring import score_kind as score_as_in_party


def split(points: int, n: int) -> int:
    """Share of each of n who tie; what is left over is dropped, also of a loss (-6 / 4 = -1)."""
    share = abs(points) // n
    return share if points >= 0 else -share


def split_places(amounts: Counts, payouts: list[int]) -> Counts:
    """Payouts for most, second most, ...: those who tie split theirs and use up as many places.

    So after a tie for most there is no second place.
    """
    points = [0] * len(amounts)
    place = 0
    for amount in sorted({amount for amount in amounts if amount > 0}, reverse=True):
        tied = [seat for seat, mine in enumerate(amounts) if mine == amount]
        if place < len(payouts):
            for seat in tied:
                points[seat] = split(payouts[place], len(tied))
        place += len(tied)
    return points


def maki_points(amounts: Counts, rules: Rules) -> Counts:
    """Maki: most icons and second most, split on ties; nobody scores without maki."""
    return split_places(amounts, rules.points["maki"]["places"])


def pudding_points(amounts: Counts, rules: Rules) -> Counts:
    """Pudding: gain for the most, loss for the fewest (0 counts), split on ties.

    Nobody scores if all are equal. With two players nobody loses; with the dummy as a third seat the
    loss is a ruling (E21).
    """
    most, fewest = max(amounts), min(amounts)
    if most == fewest:
        return [0] * len(amounts)
    somebody_loses = len(amounts) > 2
    if rules.has_dummy:
        somebody_loses = rules.rulings["dummy_pudding_loss"]
    values = rules.points["pudding"]
    gain = split(values["most"], amounts.count(most))
    loss = split(values["fewest"], amounts.count(fewest)) if somebody_loses else 0
    return [{most: gain, fewest: loss}.get(amount, 0) for amount in amounts]


def soy_sauce_points(tables: list[Table], rules: Rules) -> Counts:
    """Soy sauce: points for the owner of the most different colours among all seats.

    Only one soy sauce of a seat scores; owners who tie split. As in Party the soy sauce itself
    counts, and nigiri and wasabi share a colour.
    """
    colours = [len({colour_of(card, "shared") for card in table}) for table in tables]
    owners = [
        seat
        for seat, n in enumerate(count(tables, "soy-sauce"))
        if n and colours[seat] == max(colours)
    ]
    share = split(rules.points["soy-sauce"], len(owners)) if owners else 0
    return [share if seat in owners else 0 for seat in range(len(tables))]


def score_kind(kind: str, tables: list[Table], rules: Rules) -> Counts:
    """Points of one kind at the end of a round, per seat."""
    match kind:
        case "maki":
            return maki_points(icons(tables, kind), rules)
        case "soy-sauce":
            return soy_sauce_points(tables, rules)
    return score_as_in_party(kind, tables, rules)


def score_round(tables: list[Table], rules: Rules) -> list[dict[str, int]]:
    """Points at the end of a round, per seat and kind in play; puddings score at the end."""
    by_kind = {kind: score_kind(kind, tables, rules) for kind in rules.cards if kind != "pudding"}
    return [{kind: points[seat] for kind, points in by_kind.items()} for seat in range(len(tables))]


def score_desserts(puddings: Counts, rules: Rules) -> list[dict[str, int]]:
    """Points of the puddings of all rounds, per seat."""
    if "pudding" not in rules.cards:
        return [{} for _ in puddings]
    return [{"pudding": points} for points in pudding_points(puddings, rules)]
