"""Shrinkage against the published batting averages, and what it gains where the truth is planted.

A family of 18 in 200 runs: coverage is known within 0.5 percentage points (one standard error, members
of a family hang together a little).
"""

import numpy as np
import pytest

from analysis.estimate import Estimate, mean, proportion
from analysis.shrinkage import shrunk, shrunk_rates

# Efron and Morris 1977: hits in the first 45 times at bat of 18 players
HITS = np.array([18, 17, 16, 15, 14, 14, 13, 12, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7])


def normal(value, se, n) -> Estimate:
    value, se, n = np.broadcast_arrays(np.asarray(value, float), np.asarray(se, float), n)
    return Estimate(value, se, value - 1.959964 * se, value + 1.959964 * se, n)


def test_batting_averages_are_stein_s() -> None:
    raw, common = HITS / 45, HITS.sum() / (18 * 45)
    error = common * (1 - common) / 45
    kept = 1 - 15 * error / ((raw - common) ** 2).sum()
    assert kept == pytest.approx(0.212, abs=5e-4)  # as published
    got = shrunk(normal(raw, np.sqrt(error), 45))
    assert got.weight == pytest.approx(kept)
    assert got.estimate.value == pytest.approx(common + kept * (raw - common))
    rates = shrunk_rates(np.full(18, 45), HITS)
    assert rates.estimate.value == pytest.approx(common + kept * (raw - common), abs=1e-3)
    assert rates.estimate.value[[0, 17]] == pytest.approx([0.294, 0.242], abs=1.5e-3)


def test_a_posterior_by_hand() -> None:
    raw, se = np.array([1.0, 2.0, 3.0, 4.0, 10.0]), 1.0
    got = shrunk(normal(raw, se, 100))
    chance = 1 * 2 / ((raw - 4) ** 2).sum()  # (k - 3) e² / Σ (x - m)²
    assert got.mean == 4
    assert got.weight == pytest.approx(1 - chance)
    assert got.sd**2 == pytest.approx(1 / chance - 1)
    square = (1 - chance) + chance**2 * (1 / chance / 5) + chance**2 * (raw - 4) ** 2
    assert got.estimate.se == pytest.approx(np.sqrt(square))
    assert got.estimate.high - got.estimate.value == pytest.approx(1.959964 * got.estimate.se)


def test_who_was_never_seen_is_expected_to_be_like_the_others() -> None:
    n, total = np.array([40, 60, 0, 50, 30, 1]), np.array([80, 60, 0, 100, 33, 2])
    squares = np.array([300, 150, 0, 260, 90, 4])
    got = shrunk(mean(n, total, squares))
    assert got.estimate.value[2] == got.mean
    assert got.weight[2] == 0
    assert got.sd < got.estimate.se[2] < 2 * got.sd
    assert 0 < got.weight[5] < got.weight[4] < got.weight[1] < 1
    assert np.isfinite(got.estimate.se).all()
    assert got.estimate.n.tolist() == n.tolist()
    rates = shrunk_rates(n, total // 4)
    assert rates.estimate.value[2] == rates.mean
    assert rates.weight[2] == 0
    assert (rates.estimate.low > 0).all()
    assert (rates.estimate.high < 1).all()


def test_many_games_speak_for_themselves() -> None:
    n = np.full(6, 10**6)
    k = n * np.array([1, 2, 3, 4, 5, 9]) // 10
    got, raw = shrunk_rates(n, k).estimate, proportion(n, k)
    for name in ("value", "se", "low", "high"):
        assert getattr(got, name) == pytest.approx(getattr(raw, name), rel=1e-4)
    means = mean(n, 10 * k, 300 * k)
    for name in ("value", "se", "low", "high"):
        assert getattr(shrunk(means).estimate, name) == pytest.approx(
            getattr(means, name), rel=1e-4
        )


def test_a_ratio_counts_the_games_that_carry_it() -> None:
    # the same figures and errors, from 1,000 games of which 20 carry the ratio
    few = mean(20, [40, 60, 80, 70, 50], [120, 220, 400, 300, 180])
    many = Estimate(few.value, few.se, few.low, few.high, np.full(5, 1000))
    assert shrunk(many).estimate.value == pytest.approx(shrunk(few).estimate.value)


def test_rates_that_are_all_nought() -> None:
    got = shrunk_rates(np.full(8, 20), np.zeros(8, int))
    assert (got.estimate.value > 0).all()
    assert (got.estimate.low < 1e-6).all()
    assert ((got.estimate.high > 0.01) & (got.estimate.high < 0.1)).all()


def test_small_families_are_left_alone() -> None:
    three = mean([10, 20, 30, 0], [10, 30, 90, 0], [20, 90, 400, 0])
    got = shrunk(three)
    assert got.estimate.value[:3].tolist() == three.value[:3].tolist()
    assert got.estimate.value[3] == pytest.approx(three.value[:3].mean())
    assert got.estimate.high[3] == np.inf
    one = shrunk_rates([10, 0], [1, 0])
    assert one.weight[0] == pytest.approx(10 / 11)
    assert shrunk_rates([0, 0], [0, 0]).estimate.value.tolist() == [0.5, 0.5]
    assert np.isnan(shrunk(mean([0], [0], [0])).estimate.value).all()


def family(rng: np.random.Generator, spread: float) -> tuple[Estimate, np.ndarray]:
    """Return figures of 18 members that differ by so much, seen in 3 to 200 games, and their true values."""
    n = rng.choice([3, 10, 40, 200], 18)
    truth, sd = 20 + spread * rng.normal(size=18), rng.choice([3, 8], 18)
    x = [np.rint(rng.normal(*a)).astype(int) for a in zip(truth, sd, n, strict=True)]
    return mean(n, [a.sum() for a in x], [(a**2).sum() for a in x]), truth


def family_of_rates(rng: np.random.Generator, a: float, b: float) -> tuple[np.ndarray, ...]:
    """Return n, k and the true rates of 18 members, which are drawn from a beta distribution."""
    n, truth = rng.choice([3, 10, 40, 1000], 18), rng.beta(a, b, 18)
    return n, rng.binomial(n, truth), truth


def held(found: Estimate, truth: np.ndarray) -> np.ndarray:
    return (found.low <= truth) & (truth <= found.high)


@pytest.mark.parametrize("spread", [0.0, 0.5, 2.0, 8.0])
def test_shrunk_means_are_nearer_to_the_truth_and_their_intervals_hold_it(spread) -> None:
    rng = np.random.default_rng(1)
    hits, raw, near = [], [], []
    for _ in range(200):
        found, truth = family(rng, spread)
        got = shrunk(found).estimate
        hits.append(held(got, truth))
        raw.append((found.value - truth) ** 2)
        near.append((got.value - truth) ** 2)
    assert np.mean(hits) > 0.93
    gain = np.mean(raw) / np.mean(near)
    assert gain > {0.0: 20, 0.5: 8, 2.0: 1.8, 8.0: 1}[spread]


@pytest.mark.parametrize(("a", "b", "gain"), [(2, 8, 2), (20, 80, 8), (1, 99, 5)])
def test_shrunk_rates_are_nearer_to_the_truth_and_their_intervals_hold_it(a, b, gain) -> None:
    rng = np.random.default_rng(2)
    hits, raw, near = [], [], []
    for _ in range(200):
        n, k, truth = family_of_rates(rng, a, b)
        got = shrunk_rates(n, k).estimate
        hits.append(held(got, truth))
        raw.append((k / n - truth) ** 2)
        near.append((got.value - truth) ** 2)
    # rare and skewed (1 %) is the worst case that was found
    assert np.mean(hits) > (0.88 if a == 1 else 0.93)
    assert np.mean(raw) / np.mean(near) > gain
