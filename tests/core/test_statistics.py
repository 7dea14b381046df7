"""What many games come to: known means, and small games worked out completely."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from simkit.menus import build
from simkit.runner import simulate
from simkit.schema import HIST_LOW
from tests.core import games
from tests.core.test_random import LEVEL, chi_square
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


# ---- small games, completely


Hand = tuple[str, ...]
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


def outcomes(rules: Rules) -> dict[tuple[tuple[int, ...], tuple[float, ...]], Fraction]:
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
    exact = outcomes(rules)
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
