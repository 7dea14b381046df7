"""Confidence sequences against their published formulas, and how often they miss over 60 looks.

The runs of the last tests are planted: their truth is known. 400 runs know a share of 2.5 % (what sequences
miss at most, by simulations of 4,000 runs) within 0.8 percentage points (one standard error); the limit
of 5 % is three of them away.
"""

import numpy as np
import pytest
from scipy import integrate, stats

from analysis.estimate import Estimate, mean
from analysis.sequences import (
    anytime,
    anytime_share,
    e_value,
    more_games,
)

ALPHA = 0.05
LOOKS = 60


def normal_mean(n: int, value: float, sd: float) -> Estimate:
    """Return what `estimate.mean` would of n games with such a mean and sd."""
    se = np.array(sd / np.sqrt(n))
    half = se * stats.t.ppf(0.975, n - 1)
    return Estimate(np.array(value), se, value - half, value + half, np.array(n))


def rho2(games: float) -> float:
    return (-2 * np.log(ALPHA) + np.log(-2 * np.log(ALPHA) + 1)) / games


@pytest.mark.parametrize("games", [3e4, 1e6, 1e8])
def test_with_many_games_it_is_the_asymptotic_sequence_as_published(games) -> None:
    # Waudby-Smith et al. 2024, theorem 2.2 and their choice of rho
    n, sd = 10**6, 7.0
    t = n * rho2(games)
    half = sd * np.sqrt(2 * (t + 1) / (n * t) * np.log(np.sqrt(t + 1) / ALPHA))
    got = anytime(normal_mean(n, 3.0, sd), games=games)
    assert (got.low, got.high) == pytest.approx((3 - half, 3 + half), rel=1e-4)
    few = anytime(normal_mean(20, 3.0, sd), games=20)
    t = 20 * rho2(20)
    assert few.high - 3 > sd * np.sqrt(2 * (t + 1) / (20 * t) * np.log(np.sqrt(t + 1) / ALPHA))


@pytest.mark.parametrize(("n", "value"), [(5, 1.3), (40, -0.4), (90, 0.2)])
def test_evidence_is_the_mixture_over_sizes_of_effect(n, value) -> None:
    # the chance of Student's t with a size of effect, over that without, mixed by hand
    found, spread = normal_mean(n, value, 1.0), rho2(100)
    t = value * np.sqrt(n)

    def odds(effect: float) -> float:
        moved = stats.nct.pdf(t, n - 1, effect * np.sqrt(n)) / stats.t.pdf(t, n - 1)
        return moved * stats.norm.pdf(effect, scale=np.sqrt(spread))

    below, above = (integrate.quad(odds, *ends)[0] for ends in ((-3, 0), (0, 3)))
    assert e_value(found, games=100) == pytest.approx(below + above, rel=1e-6)
    assert e_value(found, games=100, side="above") == pytest.approx(2 * above, rel=1e-6)
    assert e_value(found, games=100, side="below") == pytest.approx(2 * below, rel=1e-6)


def test_evidence_of_many_games_is_that_of_normal_ones() -> None:
    found, t = normal_mean(10**7, 1.0, 1000.0), 10**7 * rho2(10**6)
    plain = Estimate(
        found.value,
        found.se,
        found.value - 1.959964 * found.se,
        found.value + 1.959964 * found.se,
        found.n,
    )
    for side in ("both", "above", "below"):
        got = [float(e_value(one, games=10**6, side=side)) for one in (found, plain)]
        assert got[0] == pytest.approx(got[1], rel=1e-4)
    squared = (1000 * np.sqrt(10**7) / 1e6) ** 2
    expected = np.exp(squared * t / (1 + t) / 2) / np.sqrt(1 + t)
    assert e_value(plain, games=10**6) == pytest.approx(expected)


@pytest.mark.parametrize("n", [4, 30, 5000])
def test_what_an_interval_leaves_out_has_evidence_of_20_against_it(n) -> None:
    found = normal_mean(n, 3.0, 5.0)
    got = anytime(found, games=max(n, 40))
    if np.isinf(got.high):
        assert e_value(found, games=40, null=1e9) < 20
    else:
        assert e_value(found, games=max(n, 40), null=got.high) == pytest.approx(20)
        assert e_value(found, games=max(n, 40), null=got.low) == pytest.approx(20)
    assert e_value(found, games=40, null=3.0) < 1


def test_evidence_about_signs_looks_one_way() -> None:
    found = normal_mean(400, 1.0, 5.0)
    above, below = (e_value(found, games=400, null=[0, 1, 2], side=s) for s in ("above", "below"))
    assert above[0] > 100
    assert above[2] < 0.1
    assert below == pytest.approx(above[::-1])
    assert above[1] < 1
    # however clear the answer is, there is none on the other side
    clear = normal_mean(10**6, 100.0, 5.0)
    assert e_value(clear, games=1000) == np.inf
    for side in ("above", "below"):
        evidence = e_value(clear, games=1000, null=[0, 200], side=side)
        assert sorted(evidence) == [pytest.approx(0, abs=0.1), np.inf]


def test_games_that_are_all_alike() -> None:
    alike = mean(300, [0, 600], [0, 1200])
    got = anytime(alike, games=1000)
    assert got.low.tolist() == got.high.tolist() == [0, 2]
    t = 300 * rho2(1000)
    expected = [(1 + t) ** -0.5, (1 + t) ** (299 / 2)]
    assert e_value(alike, games=1000) == pytest.approx(expected)
    assert e_value(alike, games=1000, side="below")[1] == 0
    two = anytime(mean(2, 4, 8), games=1000)
    assert (two.low, two.high) == (-np.inf, np.inf)


def test_without_games_nothing_is_known() -> None:
    for n in (0, 1):
        assert np.isnan(anytime(mean(n, n, n), games=100).low)
        assert np.isnan(e_value(mean(n, n, n), games=100))
        assert np.isnan(more_games(mean(n, n, n), 1.0))
    got = anytime_share(0, 0, 0, games=100)
    assert np.isnan([got.value, got.low, got.high]).all()


def mixed_bets(n: int, total: float, squares: float, m: float, games: float) -> float:
    """Return what the bets on more than m have won at least, mixed over the part that is bet."""
    s, v = (total - n * m) / m, (squares - 2 * m * total + n * m * m) / m**2
    rho = (1 - m) / m / rho2(games)
    kept = np.linspace(0, 1, 400_001)[1:]
    density = rho * (np.log(kept) - kept)
    won = (1 - kept) * s + v * (np.log(kept) + 1 - kept)
    scale = (density + won).max()
    top, bottom = (np.trapezoid(np.exp(a - scale) / kept, kept) for a in (density + won, density))
    return float(top / bottom)


@pytest.mark.parametrize(("total", "squares"), [(50, 40), (200, 110), (3, 0.5), (390, 385)])
def test_shares_are_left_out_where_the_bets_have_won_40_fold(total, squares) -> None:
    got = anytime_share(400, total * 8, int(squares * 64), unit=8, games=500)
    assert got.value == total / 400
    assert 0 < got.low < got.value < got.high < 1
    assert mixed_bets(400, total, squares, float(got.low), 500) == pytest.approx(40, rel=1e-3)
    left = (400 - total, 400 - 2 * total + squares)  # the same of 1 - x
    assert mixed_bets(400, *left, 1 - float(got.high), 500) == pytest.approx(40, rel=1e-3)


def test_bets_on_shares_win_no_less_than_is_counted() -> None:
    x, m, bet = np.meshgrid(np.linspace(0, 1, 41), [0.02, 0.3, 0.9], np.linspace(0, 0.99, 40))
    won = np.log1p(bet * (x - m) / m)
    counted = bet * (x - m) / m + ((x - m) / m) ** 2 * (np.log1p(-bet) + bet)
    assert (won >= counted - 1e-12).all()


@pytest.mark.parametrize("games", [None, 1000, 100_000])
def test_so_many_more_games_and_it_is_narrow_enough(games) -> None:
    now = normal_mean(3000, 10.0, 8.0)
    for target in (0.1, 0.02):
        n = 3000 + int(more_games(now, target, games=games))
        for size, enough in ((n * 1.001, True), (n * 0.999, False)):
            then = normal_mean(round(size), 10.0, 8.0)
            then = anytime(then, games=games) if games else then
            assert (then.high - 10 <= target) == enough
    assert more_games(now, [1.0, 0.0], games=games).tolist() == [0, np.inf]


def runs(rng: np.random.Generator, draw, *, repeats: int, block: int) -> tuple:
    """Return n, sums and sums of squares of growing runs of games (repeats, looks)."""
    x = draw(rng, (repeats, LOOKS, block))
    n = np.broadcast_to(block * np.arange(1, LOOKS + 1), (repeats, LOOKS))
    return n, x.sum(axis=2).cumsum(axis=1), (x.astype(int) ** 2).sum(axis=2).cumsum(axis=1)


def ever_misses(found: Estimate, truth: float) -> float:
    return float(((found.low > truth) | (found.high < truth)).any(axis=1).mean())


DRAWS = {
    "points": (lambda rng, size: np.rint(rng.normal(30, 8, size)).astype(np.int16), 30.0),
    "skewed": (lambda rng, size: rng.geometric(0.2, size), 5.0),
    "wins": (lambda rng, size: rng.integers(0, 4, size) == 0, 0.25),
}


@pytest.mark.parametrize("kind", DRAWS)
def test_over_60_looks_ordinary_intervals_miss_and_sequences_do_not(kind) -> None:
    draw, truth = DRAWS[kind]
    sums = runs(np.random.default_rng(2), draw, repeats=400, block=40)
    ordinary = mean(*sums)
    assert ever_misses(ordinary, truth) > 0.25
    for games in (240, 2400, 24_000):
        assert ever_misses(anytime(ordinary, games=games), truth) < 0.05
    lasting = anytime(ordinary, games=2400)
    wider = (lasting.high - lasting.low)[:, -1] / (ordinary.high - ordinary.low)[:, -1]
    assert wider == pytest.approx(1.55, abs=0.01)


def test_of_what_is_rare_only_the_exact_sequence_knows() -> None:
    sums = runs(
        np.random.default_rng(3), lambda rng, size: rng.random(size) < 0.005, repeats=200, block=40
    )
    assert ever_misses(anytime(mean(*sums), games=2400), 0.005) > 0.5
    assert ever_misses(anytime_share(*sums, games=2400), 0.005) < 0.05


def test_shares_of_shared_wins_are_held_at_every_look() -> None:
    def draw(rng, size):
        return rng.choice(np.array([0, 420, 840]), p=[0.7, 0.1, 0.2], size=size)

    sums = runs(np.random.default_rng(4), draw, repeats=200, block=40)
    exact = anytime_share(*sums, unit=840, games=2400)
    assert ever_misses(exact, 0.25) < 0.05
    near = anytime(mean(*sums), games=2400)
    width = (exact.high - exact.low)[:, -1] / (near.high - near.low)[:, -1] * 840
    assert 1 < width.mean() < 1.05


def test_a_run_that_stops_when_the_interval_is_narrow_enough_holds_the_truth() -> None:
    draw, truth = DRAWS["points"]
    n, total, squares = runs(np.random.default_rng(5), draw, repeats=400, block=40)
    got = anytime(mean(n, total, squares), games=1500)
    narrow = got.high - got.low <= 2 * 0.65
    assert narrow[:, -1].all()
    stop = narrow.argmax(axis=1)
    at = got[np.arange(400), stop]
    assert 0 < stop.min() < stop.max() < LOOKS - 1
    assert np.mean((at.low <= truth) & (truth <= at.high)) > 0.95


def test_evidence_against_the_truth_stays_rare_whenever_one_stops() -> None:
    draw, truth = DRAWS["points"]
    found = mean(*runs(np.random.default_rng(6), draw, repeats=400, block=40))
    for side in ("both", "above", "below"):
        evidence = e_value(found, games=2400, null=truth, side=side)
        assert np.mean((evidence >= 20).any(axis=1)) < 0.05
        # stopped at the best-looking moment that one can know of: 5-fold, or else the end
        looks = np.where((evidence >= 5).any(axis=1), (evidence >= 5).argmax(axis=1), LOOKS - 1)
        assert evidence[np.arange(400), looks].mean() < 1.1
    # a truth that lies above by a tenth of an sd is found, and only from the right side
    assert np.mean(e_value(found, games=2400, null=truth - 0.8, side="above")[:, -1] >= 20) > 0.95
    assert np.all(e_value(found, games=2400, null=truth - 0.8, side="below")[:, -1] < 1)
