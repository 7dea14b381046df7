"""What many games come to: known means, and small games worked out completely."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from simkit.menus import build
from simkit.menus.menu import HAND_SIZES
from simkit.runner import simulate
from simkit.schema import HIST_LOW, SECOND
from tests.core import games
from tests.core.test_random import LEVEL, chi_square
from tests.reference import go_rulebook, go_scoring
from tests.reference.cards import lay_out
from tests.reference.rulebook import Rules, is_dessert, make_rules
from tests.reference.scoring import score_desserts, score_round, win_shares

RANDOM_MEANS = {
    "sushi-go": (35.25, 0.02),
    "my-first-meal": (42.97, 0.05),
    "party-sampler": (34.98, 0.05),
    "master-menu": (28.27, 0.05),
    "points-platter": (48.47, 0.05),
    "cutthroat-combo": (31.68, 0.05),
    "dinner-for-two": (46.89, 0.05),
    "big-banquet": (35.23, 0.05),
}
"""Mean score of four random players, by two other programs ("Sushi Go!") or one (the others)."""


@pytest.mark.parametrize("slug", RANDOM_MEANS)
def test_means_of_random_players(slug: str) -> None:
    """The means of 40 runs give the standard error, too."""
    expected, tolerance = RANDOM_MEANS[slug]
    each = 20_480 if slug == "sushi-go" else 7_680
    means = []
    for seed in range(40):
        tally = simulate(games.PRINTED[slug], policy="random", games=each, seed=seed).tallies[0]
        means.append(tally.score[3, :4].sum() / (4 * each))
    error = np.std(means, ddof=1) / np.sqrt(len(means))
    assert error <= (0.005 if slug == "sushi-go" else 0.012)
    assert abs(np.mean(means) - expected) <= tolerance, f"{np.mean(means):.4f} +- {error:.4f}"


# ---- Sushi Go!: means that others found, and how often chopsticks are called

GO_MEANS = {
    ("random-legal", 2): 45.25,
    ("random-legal", 4): 28.15,
    ("random-legal", 5): 23.05,
    ("random", 2): 45.4,
    ("random", 4): 28.0,
}
"""Mean scores of like players by other programs; those without chopsticks to half a point only."""


@pytest.mark.parametrize(("policy", "players"), GO_MEANS)
def test_means_of_sushi_go(policy: str, players: int) -> None:
    """Within 0.2 points, ten standard errors of 60,000 games."""
    n = 60_000
    tally = simulate("go", players=players, policy=policy, games=n, seed=1).tallies[0]
    mean = tally.score[3, :players].sum() / (players * n)
    assert abs(mean - GO_MEANS[policy, players]) <= 0.2, f"{mean:.3f}"


CALLS = {2: 1.033, 4: 0.676, 5: 0.515}
"""Chopsticks used by a seat in a game of random-legal players, by another program."""


def _calls_of_a_model(players: int, hand: int, n: int) -> float:
    """Sushi Go! with chopsticks and nothing else told apart, in a few lines.

    Everybody plays any card of the hand. Who has chopsticks on the table from an earlier turn, and a
    card left, tosses a coin: heads is any second card, and one chopsticks back into the hand.
    """
    rng = np.random.default_rng(players)
    deck = rng.permuted(np.tile(np.arange(108) < 4, (n, 1)), axis=1)
    hands = deck[:, : 3 * players * hand].reshape(n, 3, players, hand).sum(axis=3)
    called = 0
    for round_ in range(3):
        held, laid = hands[:, round_], np.zeros((n, players), int)
        for cards in range(hand, 0, -1):
            first = rng.random((n, players)) * cards < held
            calls = (laid > 0) & (cards > 1) & (rng.random((n, players)) < 0.5)
            second = calls & (rng.random((n, players)) * (cards - 1) < held - first)
            held = np.roll(held - first - second + calls, -1, axis=1)
            laid = laid + first + second - calls
            called += int(calls.sum())
    return called / (n * players)


@pytest.mark.parametrize("players", CALLS)
def test_random_legal_calls_chopsticks_with_probability_one_half(players: int) -> None:
    """A seat's calls a game: like the model's, and as known; the model's standard error is 0.003."""
    n = 40_000
    tally = simulate("go", players=players, policy="random-legal", games=n, seed=2).tallies[0]
    calls = tally.flow[:, SECOND, :players].sum() / (players * n)
    model = _calls_of_a_model(players, HAND_SIZES["go"][players], n)
    assert abs(calls - model) <= 0.015, f"{calls:.4f}, model {model:.4f}"
    assert abs(calls - CALLS[players]) <= 0.01, f"{calls:.4f}"


# ---- small games, completely


Hand = tuple[str, ...]
Exact = dict[tuple[tuple[int, ...], tuple[float, ...]], Fraction]
State = tuple[tuple[int, ...], tuple[Hand, ...]]  # points so far, desserts kept, of both seats


@cache
def _rounds(deck: Hand) -> dict[tuple[Hand, Hand], Fraction]:
    """All ways that two random players lay out two cards each, with their chances.

    Each is dealt two cards, plays one of them, and then the one that the other has left.
    """
    chances: dict[tuple[Hand, Hand], Fraction] = defaultdict(Fraction)
    places = set(range(len(deck)))
    for mine in combinations(range(len(deck)), 2):
        for yours in combinations(sorted(places - set(mine)), 2):
            for i in range(2):
                for j in range(2):
                    first = (deck[mine[i]], deck[yours[1 - j]])
                    second = (deck[yours[j]], deck[mine[1 - i]])
                    chances[first, second] += 1
    total = sum(chances.values())
    return {tables: chance / total for tables, chance in chances.items()}


def outcomes(rules: Rules) -> Exact:
    """Chances of all final scores and win shares of two random players with two cards each."""
    others = tuple(
        card for card, n in rules.counts.items() if not is_dessert(card) for _ in range(n)
    )
    (dessert,) = {card for card in rules.counts if is_dessert(card)} or {""}
    states: dict[State, Fraction] = {((0, 0), ((), ())): Fraction(1)}
    in_play = 0
    for joining in rules.desserts:
        in_play += joining
        after: dict[State, Fraction] = defaultdict(Fraction)
        for (points, kept), chance in states.items():
            left = in_play - sum(map(len, kept))
            for tables, share in _rounds(others + (dessert,) * left).items():
                gained = _points(tables, rules)
                more = tuple(
                    mine + tuple(card for card in table if is_dessert(card))
                    for mine, table in zip(kept, tables, strict=True)
                )
                after[(points[0] + gained[0], points[1] + gained[1]), more] += chance * share
        states = after
    final: dict[Any, Fraction] = defaultdict(Fraction)
    for (points, kept), chance in states.items():
        last = score_desserts([list(cards) for cards in kept], rules)
        totals = tuple(p + sum(d.values()) for p, d in zip(points, last, strict=True))
        wins = win_shares(list(totals), [len(cards) for cards in kept])
        final[totals, tuple(wins)] += chance
    return final


_scores: dict[Any, tuple[int, ...]] = {}


def _points(tables: tuple[Hand, Hand], rules: Rules) -> tuple[int, ...]:
    key = (tuple(rules.cards), tables)
    if key not in _scores:
        scored = score_round([lay_out(table) for table in tables], rules)
        _scores[key] = tuple(sum(mine.values()) for mine in scored)
    return _scores[key]


SMALL: dict[str, dict[str, Any]] = {
    "wasabi": {
        "cards": ["maki", "wasabi", "tempura"],
        "counts": {
            "nigiri": {"egg": 1, "salmon": 1, "squid": 1},
            "maki": {"1": 1, "2": 0, "3": 1},
            "tempura": 2,
            "wasabi": 2,
        },
    },
    "pudding": {
        "cards": ["temaki", "eel", "pudding"],
        "counts": {"nigiri": {"egg": 1, "salmon": 0, "squid": 1}, "temaki": 2, "eel": 2},
        "deal": {"desserts": [2, 1, 1]},
    },
}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_has_its_exact_distribution(name: str) -> None:
    """Scores and wins of both seats in a million games; the error rate is LEVEL for each menu."""
    data = {"name": name, **SMALL[name]}
    data["deal"] = {"hand_size": 2} | data.get("deal", {})
    menu = build(data, house=True)
    n_games = 1_000_000
    tally = simulate(menu, players=2, policy="random", games=n_games, seed=13, house=True).tallies[
        0
    ]
    rules = make_rules(
        2,
        list(menu.kinds),
        counts=dict(menu.counts),
        hand_size=2,
        desserts=list(menu.desserts_for(2)),
    )
    _agree(tally, outcomes(rules))


def _agree(tally: Any, exact: Exact) -> None:
    """Scores and wins of both seats, each by itself; the error rate is LEVEL."""
    n_games = int(tally.n_games)
    assert sum(exact.values()) == 1
    p_values = []
    for p in range(2):
        scores: dict[int, Fraction] = defaultdict(Fraction)
        wins: dict[float, Fraction] = defaultdict(Fraction)
        for (totals, shares), chance in exact.items():
            scores[totals[p]] += chance
            wins[shares[p]] += chance
        seen = {int(b) + HIST_LOW: int(n) for b, n in enumerate(tally.score_hist[3, p]) if n}
        assert set(seen) <= set(scores)
        ordered = sorted(scores)
        p_values.append(
            chi_square(
                [seen.get(x, 0) for x in ordered], [float(scores[x] * n_games) for x in ordered]
            )
        )
        won, shared = tally.lead[3, p, :2].tolist()
        counted = [n_games - won - shared, shared, won]
        p_values.append(chi_square(counted, [float(wins[x] * n_games) for x in (0, 0.5, 1)]))
    assert min(p_values) > LEVEL / len(p_values), p_values


Pair = tuple[int, int]
GoState = tuple[Pair, Pair, Hand]  # points, puddings, what is left of the pile


def _go_rounds(left: Hand, rules: go_rulebook.Rules) -> dict[GoState, Fraction]:
    """What a round brings both seats, and leaves of the pile."""
    chances: dict[GoState, Fraction] = defaultdict(Fraction)
    for tables, chance in _rounds(left).items():
        rest = list(left)
        for card in (*tables[0], *tables[1]):
            rest.remove(card)
        gained = go_scoring.score_round([lay_out(table) for table in tables], rules)
        one, other = (sum(points.values()) for points in gained)
        kept = (tables[0].count("pudding"), tables[1].count("pudding"))
        chances[(one, other), kept, tuple(rest)] += chance
    return chances


def go_outcomes(rules: go_rulebook.Rules) -> Exact:
    """The same for Sushi Go!, hands of two cards out of one pile."""
    pile = tuple(sorted(card for card, n in rules.counts.items() for _ in range(n)))
    states: dict[GoState, Fraction] = {((0, 0), (0, 0), pile): Fraction(1)}
    for _ in range(3):
        rounds = {left: _go_rounds(left, rules) for left in {left for _, _, left in states}}
        after: dict[GoState, Fraction] = defaultdict(Fraction)
        for (points, puddings, left), chance in states.items():
            for (gained, kept, rest), share in rounds[left].items():
                totals = (points[0] + gained[0], points[1] + gained[1])
                both = (puddings[0] + kept[0], puddings[1] + kept[1])
                after[totals, both, rest] += chance * share
        states = after
    final: dict[Any, Fraction] = defaultdict(Fraction)
    for (points, puddings, _), chance in states.items():
        last = go_scoring.score_desserts(list(puddings), rules)
        totals_ = tuple(p + sum(d.values()) for p, d in zip(points, last, strict=True))
        final[totals_, tuple(win_shares(list(totals_), list(puddings)))] += chance
    return final


def test_a_small_game_of_one_pile_has_its_exact_distribution() -> None:
    """Split maki, a pile that shrinks by four cards a round, puddings, wasabi."""
    counts = {
        "nigiri": {"egg": 3, "salmon": 0, "squid": 0},
        "maki": {"1": 2, "2": 0, "3": 2},
        "wasabi": 2,
        "pudding": 3,
    }
    data = {"name": "Small", "game": "go", "cards": ["maki", "wasabi", "pudding"]}
    menu = build(data | {"counts": counts, "deal": {"hand_size": 2}}, house=True)
    batch = simulate(menu, players=2, policy="random", games=300_000, seed=13, house=True)
    rules = go_rulebook.make_rules(2, list(menu.kinds), counts=dict(menu.counts), hand_size=2)
    _agree(batch.tallies[0], go_outcomes(rules))


def test_a_small_game_of_dice_has_its_exact_distribution() -> None:
    """Nigiri dice only, two for each player: six rolls of 1, 1, 2, 2, 2, 3 points for each seat."""
    dice: dict[str, Any] = {die: {"dice": 0} for die in ("maki", "appetizer", "special", "pudding")}
    none = {"start": {"menu": 0, "chopsticks": 0}}
    data = {"name": "Nigiri", "game": "roll", "dice": dice, "tokens": none, "deal": {"dice": 2}}
    batch = simulate(build(data), players=2, policy="random", games=300_000, seed=13)
    one = {1: Fraction(2, 6), 2: Fraction(3, 6), 3: Fraction(1, 6)}
    sums = {0: Fraction(1)}
    for _ in range(6):
        longer: dict[int, Fraction] = defaultdict(Fraction)
        for total, chance in sums.items():
            for points, share in one.items():
                longer[total + points] += chance * share
        sums = longer
    exact: dict[Any, Fraction] = {}
    for mine, chance in sums.items():
        for yours, other in sums.items():
            exact[(mine, yours), tuple(win_shares([mine, yours], [0, 0]))] = chance * other
    _agree(batch.tallies[0], exact)
