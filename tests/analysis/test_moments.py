"""Moments against scipy, numpy and sums by hand, and the coverage of what is made of them.

Coverage tests use fixed seeds and 1,000 repeats of known truth: the standard error of the share of
intervals that hold the truth is 0.7 percentage points, and the limits are four of them away.
"""

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis import estimate
from analysis.moments import Moments

REPEATS = 1000
SLACK = 0.028

whole = st.one_of(
    st.integers(-60, 60), st.integers(-(2**31), 2**31), st.integers(-(2**63), 2**63 - 1)
)


def moments(**entries) -> Moments:
    return Moments.of(tuple(entries), np.stack([np.asarray(x) for x in entries.values()]))


def same(a, b) -> bool:
    return all(
        getattr(a, name) == pytest.approx(getattr(b, name), rel=1e-12, nan_ok=True)
        for name in ("value", "se", "low", "high")
    )


def share_held(estimates, truth: float) -> float:
    return float(np.mean([one.low <= truth <= one.high for one in estimates]))


@given(st.data())
def test_sums_are_exact_and_the_same_in_any_order_of_blocks(data) -> None:
    values = data.draw(st.lists(st.tuples(whole, whole), min_size=1, max_size=30))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(values)), max_size=4)))
    games = np.array(values, dtype=np.int64).T
    blocks = [Moments.of("ab", block) for block in np.split(games, cuts, axis=1)]
    together = reduce(add, data.draw(st.permutations(blocks)))
    assert together.n == len(values)
    for i in range(2):
        assert int(together.sums[i]) == sum(value[i] for value in values)
        for j in range(2):
            assert int(together.products[i, j]) == sum(v[i] * v[j] for v in values)


@pytest.mark.parametrize("kind", [np.bool_, np.uint8, np.int16, np.int64])
def test_any_whole_numbers_add_up(kind) -> None:
    x = np.random.default_rng(1).integers(0, 2, (3, 400)).astype(kind)
    got = Moments.of("abc", x)
    assert got.sums.tolist() == x.astype(int).sum(axis=1).tolist()
    assert got.products.tolist() == (x.astype(int) @ x.astype(int).T).tolist()
    assert got.products.dtype == np.int64


def test_what_is_no_vector_of_whole_numbers_is_refused() -> None:
    with pytest.raises(TypeError, match="whole numbers"):
        Moments.of("a", np.ones((1, 2)))
    for names, shape in (("ab", (1, 2)), ("aa", (2, 2)), ("ab", (2,)), ("a", (1, 2, 2))):
        with pytest.raises(ValueError, match="do not fit"):
            Moments.of(names, np.ones(shape, int))
    with pytest.raises(ValueError, match="do not add up"):
        moments(a=[1]) + moments(b=[1])


def test_means_are_students() -> None:
    x = np.random.default_rng(2).integers(-20, 60, (2, 37))
    got = Moments.of("ab", x)
    for name, row in zip("ab", x, strict=True):
        assert same(got.mean(name), estimate.mean(37, row.sum(), (row**2).sum()))
    both = got.means("ba", unit=4)
    assert same(both[1], got.mean("a", unit=4))
    assert both.value.tolist() == (x[::-1].mean(axis=1) / 4).tolist()
    assert both.se == pytest.approx(stats.sem(x[::-1] / 4, axis=1))


def test_units_are_rounded_once() -> None:
    # 49 games of 1/49 each: 49 × (1 / 49) is not 1 in doubles
    assert moments(a=[49] * 49).mean("a", unit=49).value == 1
    assert moments(a=[1, 0] * 49).mean("a", unit=49).value == 1 / 98


def test_shares_are_wilsons() -> None:
    won = np.array([840, 0, 420, 0, 0, 840, 280])
    got = moments(win=won).share("win", unit=840)
    totals = (7, won.sum(), (won**2).sum())
    assert moments(win=won).totals("win") == totals
    assert same(got, estimate.share(*totals, unit=840))


def test_differences_are_paired() -> None:
    rng = np.random.default_rng(3)
    a = rng.integers(0, 40, 50)
    b = a + rng.integers(-3, 5, 50)
    got = moments(a=a, b=b).difference("a", "b", unit=2)
    expected = stats.ttest_rel(a / 2, b / 2).confidence_interval(0.95)
    assert (got.low, got.high) == pytest.approx(tuple(expected))


def test_weighted_sums_are_those_of_each_game() -> None:
    x = np.random.default_rng(4).integers(-9, 30, (3, 25))
    weights = {"a": 0.5, "c": -1.75, "b": 3}
    sums = 0.5 * x[0] + 3 * x[1] - 1.75 * x[2]
    expected = stats.ttest_1samp(sums, 0).confidence_interval(0.95)
    got = Moments.of("abc", x).linear(weights)
    assert got.value == pytest.approx(sums.mean())
    assert (got.low, got.high) == pytest.approx(tuple(expected))


def test_nothing_cancels() -> None:
    # a difference of 0 or 1 on 10^6 points: doubles have lost it after 10^9 games
    n, base = 10**9, 10**6
    half = n // 2
    a, aa = n * base + half, n * base**2 + half * (2 * base + 1)
    big = Moments(
        "ab", n, np.array([a, n * base]), np.array([[aa, a * base], [a * base, 0]], object)
    )
    big.products[1, 1] = n * base**2
    got = big.difference("a", "b")
    assert got.value == 0.5
    assert got.se == pytest.approx(0.5 / np.sqrt(n), rel=1e-8)


def test_without_games_nothing_is_known() -> None:
    none, one = Moments.of("ab", np.zeros((2, 0), int)), moments(a=[3], b=[2])
    made = [
        lambda m: m.mean("a"),
        lambda m: m.difference("a", "b"),
        lambda m: m.ratio("a", "b"),
        lambda m: m.rate("b", "a"),
        lambda m: m.ratio_difference(("a", "b"), ("b", "a")),
    ]
    for make in made:
        assert np.isnan(make(none).value)
        assert np.isfinite(make(one).value)
        for got in (make(none), make(one)):
            assert np.isnan([got.se, got.low, got.high]).all()
    assert np.isnan(none.covariance()).all()
    assert np.isnan(none.variance_reduction("a", "b"))


def test_a_ratio_by_hand() -> None:
    # 10 / 5; deviations y - 2 x are 1, -1, 0; (Σ x)² / Σ x² = 25 / 9 games carry x
    got = moments(y=[3, 3, 4], x=[1, 2, 2]).ratio("y", "x", unit=2)
    carrying = 25 / 9
    assert got.value == 1
    assert got.se == pytest.approx(np.sqrt(carrying / (carrying - 1) * 2 / 25) / 2)
    assert got.high - 1 == pytest.approx(got.se * stats.t.ppf(0.975, carrying - 1))
    assert got.n == 3


def test_a_ratio_to_a_yes_or_no_is_the_mean_of_the_games_that_have_it() -> None:
    rng = np.random.default_rng(5)
    y, has = rng.integers(0, 30, 80), rng.integers(0, 2, 80)
    here = y[has == 1]
    got = moments(y=y * has, x=has).ratio("y", "x")
    assert same(got, estimate.mean(len(here), here.sum(), (here**2).sum()))
    constant = moments(y=y, x=np.full(80, 4)).ratio("y", "x")
    assert same(constant, moments(y=y).mean("y", unit=4))


def test_the_difference_of_two_groups_has_welchs_error() -> None:
    rng = np.random.default_rng(6)
    y, has = rng.integers(0, 30, 60), rng.integers(0, 4, 60) == 0
    m = moments(here=y * has, has=has, there=y * ~has, lacks=~has)
    got = m.ratio_difference(("here", "has"), ("there", "lacks"))
    welch = stats.ttest_ind(y[has], y[~has], equal_var=False)
    assert got.value == pytest.approx(y[has].mean() - y[~has].mean())
    assert got.value / got.se == pytest.approx(welch.statistic)
    assert got.high - got.value == pytest.approx(got.se * stats.t.ppf(0.975, has.sum() - 1))
    assert got.high >= welch.confidence_interval(0.95).high


def test_a_ratio_less_itself_is_nothing() -> None:
    m = moments(y=[3, 3, 4], x=[1, 2, 2])
    got = m.ratio_difference(("y", "x"), ("y", "x"))
    assert (got.value, got.se) == (0, pytest.approx(0, abs=1e-12))


def test_a_rate_stays_within_its_bounds() -> None:
    offered, taken = np.array([2, 1, 3, 2, 0, 1] * 5), np.array([0, 0, 1, 0, 0, 0] * 5)
    got = moments(t=taken, o=offered).rate("t", "o")
    assert got.value == pytest.approx(taken.sum() / offered.sum())
    assert 0 < got.low < got.value < got.high < 1
    assert got.value - got.low < got.high - got.value
    for count, end in ((np.zeros_like(offered), 0), (offered, 1)):
        got = moments(t=count, o=offered).rate("t", "o")
        assert got.value == end
        assert 0.2 > got.high - got.low > 0.1  # 3.84 / 24 games that carry it, and Student's bit


def test_games_saved_by_pairing() -> None:
    a, apart = np.array([1, 5, 2, 8]), np.array([0, 1, 0, 1])
    m = moments(a=a, b=a + apart, c=a)
    expected = (a.var() + (a + apart).var()) / apart.var()
    assert m.variance_reduction("a", "b") == pytest.approx(expected)
    assert m.variance_reduction("a", "c") == np.inf
    assert np.isnan(moments(a=[1, 1], b=[2, 2]).variance_reduction("a", "b"))


def test_covariances_are_numpys() -> None:
    x = np.random.default_rng(7).integers(-9, 30, (3, 25))
    assert Moments.of("abc", x).covariance() == pytest.approx(np.cov(x))


def test_intervals_of_paired_differences_hold_the_truth() -> None:
    rng = np.random.default_rng(8)
    deal = rng.normal(0, 8, (REPEATS, 60))
    a, b = (np.rint(30 + k + deal + rng.normal(0, 3, deal.shape)).astype(int) for k in (1, 0))
    got = [moments(a=one, b=other).difference("a", "b") for one, other in zip(a, b, strict=True)]
    assert abs(share_held(got, 1) - 0.95) < SLACK
    unpaired = np.sqrt((a.var() + b.var()) / 60)
    assert np.mean([one.se for one in got]) < 0.5 * unpaired


def test_intervals_of_ratios_hold_the_truth_where_copies_of_a_game_hang_together() -> None:
    # copies bring 3 points on average, and all copies of a game are good or bad together
    rng = np.random.default_rng(9)
    copies = rng.integers(0, 5, (REPEATS, 100))
    points = copies * rng.integers(0, 7, copies.shape)
    got = [moments(y=y, x=x).ratio("y", "x") for y, x in zip(points, copies, strict=True)]
    assert abs(share_held(got, 3) - 0.95) < SLACK
    # as if copies were independent, the interval would be two thirds as wide


def all_or_none(rng: np.random.Generator) -> Moments:
    """Return 150 games whose copies are taken all or none, with a chance of 10 %."""
    offered = rng.integers(0, 4, 150)
    return moments(t=offered * (rng.random(150) < 0.1), o=offered)


def test_intervals_of_rates_hold_the_truth() -> None:
    rng = np.random.default_rng(10)
    got = [all_or_none(rng).rate("t", "o") for _ in range(REPEATS)]
    assert abs(share_held(got, 0.1) - 0.95) < SLACK


def same_luck(rng: np.random.Generator) -> Moments:
    """Return 100 games with the same luck in two arms: 4 and 3 points a copy."""
    luck, (a, b) = rng.integers(-2, 3, 100), rng.integers(1, 4, (2, 100))
    return moments(y=a * (4 + luck), x=a, w=b * (3 + luck), z=b)


def test_intervals_of_differences_of_ratios_hold_the_truth() -> None:
    rng = np.random.default_rng(11)
    got = [same_luck(rng).ratio_difference(("y", "x"), ("w", "z")) for _ in range(REPEATS)]
    assert abs(share_held(got, 1) - 0.95) < SLACK
