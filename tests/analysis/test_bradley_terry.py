import numpy as np
import pytest
from scipy.optimize import minimize

from analysis.bradley_terry import Preferences, preferences
from analysis.ratings import POINTS, Orders, rate

# American League, 1987: games won by the team of the row against that of the column, and the strengths
# that Agresti (Categorical Data Analysis, section 10.6) has for them, Baltimore's set to 0
LEAGUE = np.array([
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
])  # fmt: skip
PUBLISHED = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]


def of(*blocks: list[list[int]]) -> Preferences:
    return preferences(np.array(blocks), 100)


def test_the_strengths_are_those_published() -> None:
    value = of(LEAGUE).strength.value
    assert value.mean() == pytest.approx(0)
    assert value - value[-1] == pytest.approx(PUBLISHED, abs=6e-4)


def test_of_two_cards_the_odds_are_the_strength() -> None:
    got = of([[0, 30], [10, 0]])
    assert got.strength.value == pytest.approx([np.log(3) / 2, -np.log(3) / 2])
    assert got.chance() == pytest.approx(np.array([[0.5, 0.75], [0.25, 0.5]]))
    assert got.explained == pytest.approx(1)
    assert np.isnan(got.strength.low).all()


def test_pairs_are_finishing_orders_of_two() -> None:
    rng = np.random.default_rng(1)
    blocks = rng.integers(1, 9, (12, 3, 3))
    pairs = [(c, d) for c in range(3) for d in range(3) if c != d]
    orders = [
        Orders(np.array(pairs), np.zeros((6, 2), bool), np.array([block[p] for p in pairs]))
        for block in blocks
    ]
    rated = rate(orders, 3).against(None, np.full(3, 100))
    got = preferences(blocks, 100).strength
    assert got.value * POINTS + 1000 == pytest.approx(rated.value)
    assert got.se * POINTS == pytest.approx(rated.se)
    assert got.high * POINTS + 1000 == pytest.approx(rated.high)
    assert got.n.tolist() == [100] * 3


def test_a_card_against_itself_says_nothing() -> None:
    plain, own = LEAGUE.copy(), LEAGUE + 5 * np.eye(7, dtype=int)
    assert of(own).strength.value == pytest.approx(of(plain).strength.value)


def test_a_card_that_is_always_taken_is_at_least_so_strong() -> None:
    # always before a and b, which are even: 0.5 % ... (1 + e^-s)^-40 = 2.5 %
    even = [[0, 9, 0, 0], [9, 0, 0, 0], [20, 20, 0, 0], [0, 0, 0, 0]]
    got = of(even)
    least = -np.log(0.025 ** (-1 / 40) - 1)
    assert got.strength.value[:3].tolist() == [0, 0, np.inf]
    assert got.strength.low[2] == pytest.approx(-np.log(0.025 ** (-1 / 40) - 1))
    assert got.strength.high[2] == np.inf
    assert got.chance()[2, :2].tolist() == [1, 1]
    # and the other way round
    never = of(np.array(even).T.tolist()).strength
    assert never.value[2] == -np.inf
    assert (never.low[2], never.high[2]) == (-np.inf, pytest.approx(-least))
    # the last one never met anybody
    assert np.isnan(got.strength.value[3])
    assert np.isnan(got.chance()[3, :3]).all()


def test_bounds_reach_along_chains_and_count_dependent_choices_once() -> None:
    # d is always taken before c, c always before a and b; d never met them
    chain = [[0, 9, 0, 0], [9, 0, 0, 0], [20, 20, 0, 0], [0, 0, 7, 0]]
    got = of(chain).strength
    assert got.value.tolist() == [0, 0, np.inf, np.inf]
    assert got.low[3] == -np.inf
    # of two blocks, in which a and b are taken 18 times each: as one choice 18-fold
    blocks = np.array([chain, chain])
    blocks[0, 0, 1], blocks[0, 1, 0] = 18, 0
    blocks[1, 0, 1], blocks[1, 1, 0] = 0, 18
    wide = preferences(blocks, 100).strength
    assert wide.low[2] < got.low[2] - 1


def test_without_two_cards_on_a_scale_there_is_none() -> None:
    got = of([[0, 5, 5], [0, 0, 5], [0, 0, 0]])
    assert np.isnan(got.strength.value).all()
    assert np.isnan(got.explained)


def test_circles_are_not_on_a_scale() -> None:
    assert of([[0, 8, 2], [2, 0, 8], [8, 2, 0]]).explained == pytest.approx(0)
    assert of([[0, 5, 5], [5, 0, 5], [5, 5, 0]]).explained == 1  # nothing to explain
    assert 0.5 < of(LEAGUE).explained < 0.9


def test_what_is_explained_by_hand() -> None:
    won = np.array([[0, 8, 6], [2, 0, 9], [4, 1, 0]])

    def likelihood(chance: np.ndarray) -> float:
        return sum(won[c, d] * np.log(chance[c, d]) for c in range(3) for d in range(3) if c != d)

    def model(free: np.ndarray) -> np.ndarray:
        s = np.array([0, *free])
        return 1 / (1 + np.exp(s[None, :] - s[:, None]))

    best = -minimize(lambda free: -likelihood(model(free)), np.zeros(2)).fun
    even, all_pairs = likelihood(np.full((3, 3), 0.5)), likelihood((won + np.eye(3)) / 10)
    assert of(won).explained == pytest.approx((best - even) / (all_pairs - even), abs=1e-6)


def chosen(
    rng: np.random.Generator, strength: np.ndarray, *, blocks: int, hands: int
) -> np.ndarray:
    """Choose from hands of four cards, each hand thrice over, and count pairs by block."""
    k = len(strength)
    taken = np.zeros((blocks, k, k))
    for block in taken:
        hand = rng.permuted(np.tile(np.arange(k), (hands, 1)), axis=1)[:, :4]
        pick = (strength[hand] + rng.gumbel(size=hand.shape)).argmax(axis=1)
        card = hand[np.arange(hands), pick]
        np.add.at(block, (card[:, None], hand), 3)
        block[np.arange(k), np.arange(k)] = 0
    return taken


def test_intervals_hold_planted_strengths_though_pairs_of_a_choice_hang_together() -> None:
    strength = np.array([1.2, 0.6, 0.1, 0.0, -0.4, -1.5])
    rng = np.random.default_rng(2)
    held, explained, value, se = [], [], [], []
    for _ in range(200):
        got = preferences(chosen(rng, strength, blocks=16, hands=40), 640)
        held.append((got.strength.low <= strength) & (strength <= got.strength.high))
        explained.append(got.explained)
        value.append(got.strength.value)
        se.append(got.strength.se)
    # 200 intervals of each of 6 cards: 95 % ± 1.5 (one standard error) a card, 0.7 all together
    assert np.mean(held, axis=0).min() > 0.89
    assert 0.925 < np.mean(held) < 0.98
    assert np.mean(explained) > 0.9
    # an sd of 200 is known within 5 %, of six cards within 2 to 3
    assert (np.mean(se, axis=0) / np.std(value, axis=0)).mean() == pytest.approx(1, abs=0.08)
    # pairs that were independent would know the strengths twice as well
    pairs = chosen(rng, strength, blocks=1, hands=640)[0]
    pairs += pairs.T
    chance = got.chance()
    information = -pairs * chance * chance.T
    np.fill_diagonal(information, -information.sum(axis=1))
    independent = np.sqrt(np.diag(np.linalg.pinv(information)))
    assert (np.mean(se, axis=0) / independent > 1.5).all()
