"""Estimates against scipy and numpy, and the coverage of their intervals.

Coverage tests use fixed seeds. Each repeats an experiment of known truth 2,000 times; the standard
error of the share of intervals that hold the truth is at most 0.5 percentage points, and the limits
are four of them away: a right interval fails such a test in fewer than 1 of 10,000 seeds.
"""

import numpy as np
import pytest
from scipy import stats

from analysis.estimate import (
    block_linear,
    block_ratio,
    block_share,
    difference,
    divide,
    freedom,
    mean,
    proportion,
    scaled,
    share,
    share_difference,
    shifted,
    stacked,
    stratified,
    variance,
)

REPEATS = 2000
SLACK = 0.02


def covers(estimate, truth) -> float:
    return float(np.mean((estimate.low <= truth) & (truth <= estimate.high)))


def test_variance_does_not_cancel() -> None:
    # 10^9 games of 10^6 + 0 or 1 points: a float of the sum of squares has lost the variance
    n, base = 10**9, 10**6
    total = n * base + n // 2
    squares = n * base**2 + (n // 2) * (2 * base + 1)
    assert variance(n, [total], [squares])[0] == pytest.approx(0.25, rel=1e-8)


def test_division_by_zero_is_nothing_observed() -> None:
    assert np.isnan(divide([1, 0], 0)).all()
    assert divide(1, 3) == 1 / 3


def test_a_mean_is_students() -> None:
    x = np.random.default_rng(1).integers(-20, 60, 37)
    got = mean(len(x), x.sum(), (x**2).sum())
    expected = stats.ttest_1samp(x, 0).confidence_interval(0.95)
    assert got.value == x.mean()
    assert got.se == pytest.approx(stats.sem(x))
    assert (got.low, got.high) == pytest.approx(tuple(expected))


def test_one_game_has_a_mean_but_no_interval() -> None:
    got = mean(1, 5, 25)
    assert got.value == 5
    assert np.isnan([got.se, got.low, got.high]).all()


@pytest.mark.parametrize(("k", "n"), [(0, 10), (10, 10), (3, 10), (250, 1000), (1, 1)])
def test_a_proportion_has_wilsons_interval(k, n) -> None:
    got = proportion(n, k)
    expected = stats.binomtest(k, n).proportion_ci(0.95, "wilson")
    assert (got.low, got.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize(("k", "n"), [(0, 10), (10, 10), (3, 1000)])
def test_a_share_of_whole_wins_has_wilsons_interval(k, n) -> None:
    got = share(n, 840 * k, 840**2 * k, unit=840)
    expected = stats.binomtest(k, n).proportion_ci(0.95, "wilson")
    # the sample variance has n - 1 below, the binomial one n
    assert (got.low, got.high) == pytest.approx((expected.low, expected.high), rel=1e-3)


def test_the_share_of_split_wins_is_narrower_than_a_proportion() -> None:
    n = 1000
    split = share(n, 250 * 840, 500 * 420**2, unit=840)  # 500 wins by halves
    whole = share(n, 250 * 840, 250 * 840**2, unit=840)
    assert split.value == whole.value == 0.25
    assert split.se == pytest.approx(np.sqrt((500 * 0.25 / n - 1 / 16) / (n - 1)))
    assert split.high - split.low < whole.high - whole.low


@pytest.mark.parametrize(("n", "win"), [(200, 0.02), (200, 0.25), (5000, 0.25)])
def test_intervals_of_win_shares_hold_the_truth_in_95_of_100_runs(n, win) -> None:
    rng = np.random.default_rng(2)
    parts = np.array([840, 420, 280, 0])
    chances = np.array([win * 0.8, win * 0.15, win * 0.05])
    x = rng.multinomial(n, [*chances, 1 - chances.sum()], REPEATS)
    truth = float(chances @ (1, 1 / 2, 1 / 3))
    got = share(n, (x * parts).sum(axis=1), (x * parts**2).sum(axis=1), unit=840)
    assert abs(covers(got, truth) - 0.95) < SLACK
    assert (got.low.min() >= 0, got.high.max() <= 1) == (True, True)


def test_intervals_of_means_hold_the_truth_in_95_of_100_runs() -> None:
    x = np.random.default_rng(3).binomial(30, 0.4, (REPEATS, 50))
    got = mean(50, x.sum(axis=1), (x**2).sum(axis=1))
    assert abs(covers(got, 12) - 0.95) < SLACK


def test_the_mean_of_strata_holds_the_truth_and_is_narrower_than_without_them() -> None:
    # strata far apart, one of them with few games: each weighs the same
    rng = np.random.default_rng(11)
    sizes, middles = (20, 200, 200), (10, 30, 50)
    groups = [
        rng.normal(middle, 6, (REPEATS, n)).round().astype(int)
        for n, middle in zip(sizes, middles, strict=True)
    ]
    parts = [mean(x.shape[1], x.sum(axis=1), (x**2).sum(axis=1)) for x in groups]
    got = stratified(stacked(parts))
    assert abs(covers(got, 30) - 0.95) < SLACK
    assert got.n.tolist() == [420] * REPEATS
    together = np.concatenate(groups, axis=1)
    plain = mean(420, together.sum(axis=1), (together**2).sum(axis=1))
    assert got.se.mean() < 0.8 * plain.se.mean()
    alone = stratified(stacked(parts[:1]))
    assert alone.low == pytest.approx(parts[0].low)


def test_an_estimate_moves_with_what_is_known() -> None:
    one = mean(3, [6, 9], [14, 29])
    moved = shifted(scaled(one, 0.5), -1)
    for name in ("value", "low", "high"):
        assert getattr(moved, name) == pytest.approx(getattr(one, name) / 2 - 1)
    assert moved.se == pytest.approx(one.se / 2)
    assert moved[1].value == moved.value[1] == 0.5


def test_differences_of_two_groups_are_welchs() -> None:
    rng = np.random.default_rng(10)
    a, b = rng.integers(0, 30, 12), rng.integers(0, 60, 40)
    got = difference(mean(12, a.sum(), (a**2).sum()), mean(40, b.sum(), (b**2).sum()))
    expected = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    assert (got.low, got.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("k", "n", "other", "of", "low", "high"),
    [
        (56, 70, 48, 80, 0.0524, 0.3339),
        (9, 10, 3, 10, 0.1705, 0.8090),
        (6, 7, 2, 7, 0.0582, 0.8062),
        (10, 10, 0, 20, 0.6791, 1.0),
    ],
)
def test_differences_of_shares_are_those_of_newcombe(k, n, other, of, low, high) -> None:
    # his table II, method 10
    got = share_difference(proportion(n, k), proportion(of, other))
    assert (got.low, got.high) == pytest.approx((low, high), abs=5e-5)


def test_differences_of_shares_know_what_hangs_together() -> None:
    a, b = proportion(100, 40), proportion(100, 30)
    same = share_difference(a, b, a.se - b.se)
    against = share_difference(a, b, a.se + b.se)
    apart = share_difference(a, b)
    assert same.high - same.low < 0.3 * (apart.high - apart.low)
    assert against.high - against.low > 1.3 * (apart.high - apart.low)
    assert against.high == pytest.approx(0.1 + (a.high - a.value) + (b.value - b.low))


def test_an_estimate_becomes_four_columns() -> None:
    assert list(mean(2, 3, 5).columns("points")) == [
        "points",
        "points_se",
        "points_low",
        "points_high",
    ]


def test_a_ratio_over_blocks_is_a_mean_where_blocks_are_of_one_size() -> None:
    y = np.array([3.0, 5.0, 7.0, 4.0])
    found = block_ratio(y, np.full(4, 2.0), 8)
    assert found.value == pytest.approx((y / 2).mean())
    assert found.se == pytest.approx((y / 2).std(ddof=1) / 2)
    half = stats.t.ppf(0.975, 3) * found.se
    assert found.low == pytest.approx(found.value - half)
    assert found.high == pytest.approx(found.value + half)


def test_a_share_over_blocks_is_wilsons_where_games_are_independent() -> None:
    rng = np.random.default_rng(5)
    won = rng.binomial(50, 0.1, 3000)
    found = block_share(won, np.full(3000, 50), 150_000, observations=1)
    plain = proportion(150_000, won.sum())
    assert found.value == plain.value
    ends = np.array([found.low, found.high])
    assert ends == pytest.approx(np.array([plain.low, plain.high]), abs=2e-4)


@pytest.mark.parametrize("won", [0, 1])
def test_a_share_over_blocks_at_its_ends_counts_the_observations(won) -> None:
    found = block_share(np.full(8, 10 * won), np.full(8, 10), 80, observations=20)
    plain = proportion(20, 20 * won)
    assert found.value == won
    assert found.low <= plain.low
    assert found.high >= plain.high
    assert found.high - found.low < 1.4 * (plain.high - plain.low)


def test_one_block_shows_no_error() -> None:
    assert np.isnan(block_ratio(np.array([3]), np.array([2]), 2).low)
    assert np.isnan(block_share(np.array([1]), np.array([2]), 2, observations=2).low)


def test_a_block_of_more_counts_for_more() -> None:
    # unequal blocks of independent games: on average the variance is that of the games
    rng = np.random.default_rng(12)
    sizes = np.array([5, 10, 20, 40, 80, 5, 10, 30])
    found = block_ratio(
        np.stack([rng.binomial(n, 0.3, REPEATS) for n in sizes]), sizes[:, None], sizes.sum()
    )
    assert np.mean(found.se**2) == pytest.approx(0.3 * 0.7 / sizes.sum(), rel=0.05)
    assert covers(found, 0.3) == pytest.approx(0.95, abs=SLACK)


def test_what_few_blocks_have_has_few_degrees_of_freedom() -> None:
    rare = block_ratio([0, 3, 0, 0, 5, 4], [0, 1, 0, 0, 1, 1], 600)
    alone = block_ratio([3, 5, 4], [1, 1, 1], 600)
    for name in ("value", "se", "low", "high"):
        assert getattr(rare, name) == pytest.approx(getattr(alone, name))
    once = block_ratio([0, 3, 0], [0, 1, 0], 300)
    assert (float(once.value), np.isnan(once.low)) == (3, True)
    assert np.isnan(block_ratio([0, 0], [0, 0], 300).value)


def test_a_difference_over_blocks_knows_what_hangs_together() -> None:
    rng = np.random.default_rng(13)
    x = rng.integers(5, 15, (16, REPEATS))
    good = rng.normal(0, 3, x.shape)  # what the games of a block have in common
    one, other = x * (10 + good), 2 * x * (7 + good)
    found = block_linear([(1, one, x), (-1, other, 2 * x)], 100)
    assert found.value == pytest.approx(np.full(REPEATS, 3.0))
    assert (found.se < 1e-9).all()
    apart = block_linear([(0.5, one, x), (0.5, rng.permuted(one, axis=0), x)], 100)
    assert covers(apart, 10) == pytest.approx(0.95, abs=SLACK)


def test_an_interval_is_cut_at_what_is_possible() -> None:
    assert block_ratio([0, 0, 1], [1, 1, 1], 3, low=0.0).low == 0


@pytest.mark.parametrize("blocks", [8, 16])
def test_intervals_over_blocks_cover(blocks) -> None:
    # 40 games a block, whose chance to be won differs from block to block around 0.2
    rng = np.random.default_rng(blocks)
    chance = rng.beta(4, 16, (blocks, REPEATS))
    won = rng.binomial(40, chance)
    size = np.full((blocks, REPEATS), 40)
    for found in (
        block_share(won, size, blocks * 40, observations=blocks * 40),
        block_ratio(won, size, blocks * 40),
    ):
        assert covers(found, 0.2) == pytest.approx(0.95, abs=SLACK)


def test_degrees_of_freedom_are_read_off_the_intervals() -> None:
    few = mean([2, 9, 4000], [3, 20, 12000], [5, 90, 50000])
    assert freedom(few) == pytest.approx([1, 8, 3999], rel=1e-6)
    assert freedom(mean(5, 10, 20)) == 4  # all alike
    assert freedom(proportion(40, 12)) == np.inf
    assert np.isnan(freedom(mean(1, 3, 9)))
