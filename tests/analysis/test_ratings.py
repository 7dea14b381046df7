from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import minimize

from analysis.ratings import MEAN, POINTS, Orders, Ratings, rate


def orders(rows: list[tuple[str, int]]) -> Orders:
    """Read finishing orders such as ``"ab=c"``, where b ties with c, with their numbers of games."""
    players, tied = [], []
    for text, _ in rows:
        names = text.replace("=", "")
        ties = [False] * len(names)
        for place, mark in enumerate(text):
            if mark == "=":
                ties[len(text[:place].replace("=", ""))] = True
        players.append([ord(name) - ord("a") for name in names])
        tied.append(ties)
    return Orders(np.array(players), np.array(tied), np.array([games for _, games in rows]))


def likelihood(strength: np.ndarray, rows: list[tuple[str, int]]) -> float:
    """Return the logarithm of the likelihood, place by place; a tie is the mean of its orders."""
    total = 0.0
    for text, games in rows:
        names = [ord(name) - ord("a") for name in text.replace("=", "")]
        groups: list[list[int]] = []
        for place, name in enumerate(names):
            if place and text[text.index(chr(name + ord("a"))) - 1] == "=":
                groups[-1].append(name)
            else:
                groups.append([name])
        ways = [[]]
        for group in groups:
            ways = [head + list(way) for head in ways for way in permutations(group)]
        for way in ways:
            for place in range(len(way) - 1):
                chance = np.exp(strength[way[place]]) / np.exp(strength[way[place:]]).sum()
                total += games / len(ways) * np.log(chance)
    return total


def test_the_strengths_are_those_of_highest_likelihood() -> None:
    rows = [("abcd", 40), ("bacd", 25), ("ab=cd", 12), ("dcba", 6), ("a=b=cd", 9), ("cadb", 11)]
    found = rate([orders(rows[:3]), orders(rows[3:])], 4)
    best = minimize(lambda free: -likelihood(np.array([0, *free]), rows), np.zeros(3), tol=1e-10)
    strength = np.array([0, *best.x])
    expected = MEAN + POINTS * (strength - strength.mean())
    assert found.value == pytest.approx(expected, abs=0.01)
    assert found.value.mean() == pytest.approx(MEAN)


def test_of_two_players_the_odds_are_the_rating() -> None:
    found = rate([orders([("ab", 10), ("ba", 1)]), orders([("ab", 10), ("ba", 1)])], 2)
    assert found.value[0] - found.value[1] == pytest.approx(400)
    assert found.before()[0, 1] == pytest.approx(10 / 11)


def test_a_tie_is_half_of_each_order() -> None:
    split = rate([orders([("ab", 7), ("ba", 4)])], 2)
    tied = rate([orders([("ab", 5), ("ba", 2), ("a=b", 4)])], 2)
    assert tied.value == pytest.approx(split.value)


def test_copies_of_a_player_say_as_much_as_the_others_between_them() -> None:
    # with equal strengths a copy of b comes first in two of three games
    assert rate([orders([("abb", 1), ("bab", 1), ("bba", 1)])], 2).value == pytest.approx(
        [MEAN] * 2
    )
    only_copies = rate([orders([("ab", 3), ("ba", 2), ("bb", 100)])], 2)
    assert only_copies.value == pytest.approx(rate([orders([("ab", 3), ("ba", 2)])], 2).value)


@pytest.mark.parametrize(
    "rows",
    [
        [("abc", 5), ("acb", 3)],  # nobody was ever before a
        [("abc", 5), ("bac", 3)],  # c was never before anybody
    ],
)
def test_without_bounds_there_is_no_rating(rows) -> None:
    found = rate([orders(rows), orders(rows)], 3)
    assert np.isnan(found.value).all()
    assert np.isnan(found.against(None, np.ones(3, int)).low).all()


def test_games_that_are_all_alike_in_a_block_are_not_counted_as_many() -> None:
    rng = np.random.default_rng(0)
    blocks = [orders([("ab", a), ("ba", 9 - a)]) for a in rng.integers(2, 8, 20).tolist()]
    tenfold = [Orders(block.players, block.tied, 10 * block.games) for block in blocks]
    one, ten = rate(blocks, 2), rate(tenfold, 2)
    assert ten.value == pytest.approx(one.value)
    assert ten.covariance == pytest.approx(one.covariance)


def test_the_covariance_is_that_of_fisher_where_games_are_independent() -> None:
    rng = np.random.default_rng(1)
    won = rng.binomial(50, 0.7, 2000)
    blocks = [orders([("ab", a), ("ba", 50 - a)]) for a in won.tolist()]
    gap = rate(blocks, 2).difference(np.full((2, 2), 100_000)).se[0, 1]
    # the standard error of a log-odds is 1 / sqrt(n p q); 2,000 blocks know it within 1.6 % (one sd)
    assert gap == pytest.approx(POINTS / np.sqrt(100_000 * 0.7 * 0.3), rel=0.08)


def test_the_anchor_has_1000_and_no_error() -> None:
    rng = np.random.default_rng(2)
    found = rate(planted(rng, np.array([0.5, 0.0, -0.5]), blocks=10, games=50), 3)
    games = np.full(3, 500)
    anchored, free = found.against(1, games), found.against(None, games)
    assert (anchored.value[1], anchored.se[1]) == (MEAN, 0)
    assert anchored.value - MEAN == pytest.approx(free.value - free.value[1])
    gaps = found.difference(np.full((3, 3), 500))
    assert anchored.se == pytest.approx(gaps.se[:, 1])
    assert anchored.value - MEAN == pytest.approx(gaps.value[:, 1])


def planted(
    rng: np.random.Generator, strength: np.ndarray, *, blocks: int, games: int, places: int = 3
) -> list[Orders]:
    """Play games that follow the model, between any players of the field, copies too."""
    made = []
    for _ in range(blocks):
        seated = rng.integers(0, len(strength), (games, places))
        luck = strength[seated] + rng.gumbel(size=seated.shape)
        order = np.take_along_axis(seated, np.argsort(-luck, axis=1), axis=1)
        made.append(Orders(order, np.zeros(order.shape, bool), np.ones(games, int)))
    return made


def test_intervals_hold_planted_strengths() -> None:
    strength = np.array([0.9, 0.3, 0.0, -1.2])
    truth = MEAN + POINTS * strength
    truth -= truth.mean() - MEAN
    gaps = truth[:, None] - truth[None, :]
    rng = np.random.default_rng(3)
    held, held_gaps = [], []
    for _ in range(250):
        found = rate(planted(rng, strength, blocks=16, games=40), 4)
        estimate = found.against(None, np.full(4, 640))
        held.append((estimate.low <= truth) & (truth <= estimate.high))
        pair = found.difference(np.full((4, 4), 640))
        held_gaps.append(((pair.low <= gaps) & (gaps <= pair.high))[np.triu_indices(4, 1)])
    # of 250 intervals each of 4 (6) holds 95 % ± 1.4 % (one sd): below 90 % once in 1,500
    assert np.mean(held, axis=0).min() > 0.9
    assert np.mean(held_gaps, axis=0).min() > 0.9
    assert np.mean(held) < 0.985


def test_a_rating_of_one_block_has_no_interval() -> None:
    found = rate([orders([("ab", 3), ("ba", 2)])], 2)
    assert isinstance(found, Ratings)
    assert np.isnan(found.against(None, np.array([5, 5])).low).all()
