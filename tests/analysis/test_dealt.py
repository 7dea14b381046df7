"""The dealt lift: against a regression by hand, on planted games, and on real games in which it can be counted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.dealt import dealt_lift, dealt_sums
from simkit import observe
from simkit.experiment import BLOCK, Arm
from simkit.schema import SHARE
from tests.analysis.toy_played import HAND, LIFT, SEATS, counted_menu, deals, played

ONE = np.array([0])


def by_hand(dealt: np.ndarray, result: np.ndarray) -> tuple[float, float]:
    """Return slope and standard error of the result on copies (rounds, seats, games), games as clusters."""
    d = dealt - dealt.mean(axis=(1, 2), keepdims=True)
    u = np.broadcast_to(result - result.mean(), d.shape)
    spread = (d * d).sum()
    slope = (d * u).sum() / spread
    of_game = (d * (u - slope * d)).sum(axis=(0, 1))
    return slope, of_game.std(ddof=1) * np.sqrt(len(of_game)) / spread


table = st.lists(st.integers(0, 4), min_size=24, max_size=24)


@given(
    st.lists(
        st.tuples(table, st.lists(st.integers(0, 60), min_size=4, max_size=4)),
        min_size=3,
        max_size=9,
    )
)
@settings(max_examples=40)
def test_it_is_the_slope_within_rounds(games) -> None:
    both = np.moveaxis(np.array([cards for cards, _ in games]).reshape(-1, 3, SEATS, 2), 0, -1)
    final = np.array([score for _, score in games]).T
    some = played(final, dealt=both)
    for cards in ([0], [1], [0, 1]):
        copies = both[:, :, cards].sum(axis=2)
        if not np.ptp(copies, axis=(1, 2)).any():
            assert np.isnan(dealt_lift(dealt_sums(some, np.array(cards), SEATS), SEATS).value)
            continue
        sums = dealt_sums(some, np.array(cards), SEATS)
        for what, result, unit in (("score", final, 1), ("win", some.win * SEATS / SHARE, 210)):
            got = dealt_lift(sums, SEATS, what, unit=unit)
            slope, se = by_hand(copies, result)
            assert got.value == pytest.approx(slope, abs=1e-9)
            assert got.se == pytest.approx(se, abs=1e-6)


def test_a_dummy_is_dealt_cards_that_do_not_count() -> None:
    games = deals(np.random.default_rng(1), 200)
    three = played(games.total[-1, :3], dealt=games.dealt[:, :3])
    lift = dealt_lift(dealt_sums(games, ONE, 3), 3)
    assert lift.value == dealt_lift(dealt_sums(three, ONE, 3), 3).value


def test_the_planted_lift_is_found_and_with_and_without_misses_it() -> None:
    games = deals(np.random.default_rng(2), 20_000)
    got = dealt_lift(dealt_sums(games, ONE, SEATS), SEATS)
    assert abs(got.value - LIFT) < 4 * got.se
    took, score = games.taken[:, 0] > 0, games.total[-1].astype(float)
    assert score[took].mean() - score[~took].mean() < -5  # who keeps it has a poor hand
    # differences between rounds are no differences between hands: they would take a fifth of it
    d, u = games.dealt[:, :, 0].astype(float), np.broadcast_to(score, (3, *score.shape))
    assert np.polyfit(d.ravel(), u.ravel(), 1)[0] < 0.9 * LIFT


def test_blocks_add_up() -> None:
    games = deals(np.random.default_rng(3), 500)
    halves = [
        played(games.total[-1][:, at], dealt=games.dealt[..., at])
        for at in (slice(200), slice(200, None))
    ]
    together = dealt_sums(halves[0], ONE, SEATS) + dealt_sums(halves[1], ONE, SEATS)
    assert dealt_lift(together, SEATS) == dealt_lift(dealt_sums(games, ONE, SEATS), SEATS)


def test_intervals_hold_the_planted_lift() -> None:
    """400 runs of 150 games: the truth is inside in 95 % ± 4.4 (4 standard errors)."""
    rng = np.random.default_rng(4)
    got = [dealt_lift(dealt_sums(deals(rng, 150), ONE, SEATS), SEATS) for _ in range(400)]
    assert abs(np.mean([one.low <= LIFT <= one.high for one in got]) - 0.95) < 0.044


def test_on_real_games_it_is_what_comes_of_a_copy() -> None:
    """Players who draw keep two of five cards of their own hand, and get a fifth of each other one, on average."""
    menu = counted_menu()
    at = np.array([menu.card_ids.index("tempura")])
    arms = [Arm(menu, 4, "random", house=True)]
    blocks = observe(arms, lambda games: dealt_sums(games[0], at, 4), games=8 * BLOCK, seed=7)
    sums = next(blocks)
    for more in blocks:
        sums = sums + more
    got = dealt_lift(sums, 4)
    others = 3 * HAND / (24 - HAND)  # copies that the three others hold less for each of mine
    assert abs(got.value - 4 * (2 / HAND - others / HAND)) < 4 * got.se
    assert got.n == 8 * BLOCK
