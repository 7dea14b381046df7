import numpy as np
import pytest

from analysis.atlas.choice import (
    Belief,
    best_set,
    chance_covered,
    chance_within,
    chances_to_be_best,
    front,
    population,
    shortfall,
    wanted,
)

RNG = np.random.default_rng


def _belief(n: int = 40, goals: int = 1) -> Belief:
    rng = RNG(3)
    return Belief(rng.normal(0, 0.7, (goals, n)), rng.uniform(0.02, 0.4, (goals, n)))


def _draws(belief: Belief, n: int = 40_000) -> np.ndarray:
    noise = RNG(4).normal(size=(n, *belief.mean.shape))
    return belief.mean + noise * belief.sd


def test_integrals_over_beliefs_are_what_draws_say() -> None:
    belief = _belief()
    drawn = _draws(belief)[:, 0]
    best = int(np.argmax(belief.mean[0]))
    most = drawn.max(axis=1)
    for slack in (0.0, 0.2):
        share = (drawn[:, best] + slack >= most).mean()
        assert chance_within(belief, best, slack) == pytest.approx(share, abs=0.01)
    shares = np.bincount(drawn.argmax(axis=1), minlength=40) / len(drawn)
    found = chances_to_be_best(belief)
    assert found.sum() == pytest.approx(1)
    assert found == pytest.approx(shares, abs=0.01)
    assert shortfall(belief, best) == pytest.approx((most - drawn[:, best]).mean(), abs=0.01)


def test_what_is_known_for_sure_is_a_chance_of_one() -> None:
    belief = Belief(np.array([[1.0, 2.0, 1.5]]), np.full((1, 3), 1e-12))
    assert chance_within(belief, 1, 0.0) == pytest.approx(1)
    assert shortfall(belief, 1) == pytest.approx(0, abs=1e-9)
    assert chances_to_be_best(belief) == pytest.approx([0, 1, 0], abs=1e-6)


def test_the_chance_of_a_list_by_several_goals_is_no_more_than_it_is() -> None:
    belief = _belief(25, goals=2)
    belief = Belief(belief.mean, belief.sd / 4)
    slack = np.array([0.3, 0.3])
    listed = front(belief.mean)
    drawn = _draws(belief, 4000)  # (draws, goals, candidates)
    held = drawn[:, :, listed, None] + slack[:, None, None] >= drawn[:, :, None, :]
    covered = held.all(axis=1).any(axis=1).all(axis=1).mean()
    assert 0.5 < chance_covered(belief, listed, slack) <= covered + 0.01


def test_games_go_as_ocba_has_it() -> None:
    gaps = np.array([0.0, 0.5, 1.0, 2.0])
    belief = Belief(-gaps[None], np.full((1, 4), 0.1))
    variance = np.array([[30.0, 30.0, 60.0, 30.0]])
    nothing = Belief(np.zeros((1, 4)), np.full((1, 4), np.inf))
    games = wanted(
        belief, nothing, variance, np.zeros(4, np.int64), np.zeros(1), games=1_000_000, step=1
    )
    assert games.sum() == pytest.approx(1_000_000, abs=4)
    expected = variance[0, 1:] / gaps[1:] ** 2
    assert games[1:] / games[1] == pytest.approx(expected / expected[0], rel=1e-3)
    leader = np.sqrt(30 * (games[1:] ** 2.0 / variance[0, 1:]).sum())
    assert games[0] == pytest.approx(leader, rel=1e-3)


def test_what_was_known_before_counts_as_games_played() -> None:
    belief = Belief(np.array([[0.0, -1.0, -1.0]]), np.full((1, 3), 0.1))
    prior = Belief(belief.mean, np.array([[0.1, 0.1, np.inf]]))
    games = wanted(
        belief, prior, np.full((1, 3), 30.0), np.zeros(3, np.int64), np.zeros(1), games=9000, step=1
    )
    assert games[2] - games[1] == pytest.approx(30 / 0.1**2, abs=2)


def test_steps_are_whole_and_all_games_are_used_where_many_want_them_at_once() -> None:
    n = 100
    belief = Belief(np.concatenate([[1.0], np.zeros(n)])[None], np.full((1, n + 1), 0.7))
    nothing = Belief(np.zeros((1, n + 1)), np.full((1, n + 1), 0.7))
    played = np.zeros(n + 1, np.int64)
    games = wanted(
        belief, nothing, np.full((1, n + 1), 30.0), played, np.zeros(1), games=256 * 40, step=256
    )
    assert not (games % 256).any()
    assert 256 * 35 <= games.sum() <= 256 * 40


@pytest.mark.parametrize(("tails", "wider"), [(np.inf, 1.0), (4, 1.1)])
def test_a_population_is_as_wide_as_it_is_or_as_its_better_tail_needs(tails, wider) -> None:
    rng = RNG(5)
    n, error = 4000, 0.34
    true = rng.normal(size=n) if np.isinf(tails) else rng.standard_t(tails, n) / np.sqrt(2)
    value = 6 + 0.7 * true + error * rng.normal(size=n)
    mean, sd = population(value[None], np.full((1, n), error**2))
    assert mean[0] == pytest.approx(6, abs=0.05)
    assert 0.7 * wider * 0.97 < sd[0] < 0.7 * wider * 1.15


def test_a_population_of_equals_and_of_one_is_no_trouble() -> None:
    same, error = np.full((1, 9), 5.0), np.full((1, 9), 0.1)
    assert 0 < population(same, error)[1][0] < 0.1
    assert np.isinf(population(same[:, :1], error[:, :1])[1][0])


@pytest.mark.parametrize("spread", [0.0, 0.05])
def test_the_best_set_misses_the_best_as_seldom_as_it_says(spread: float) -> None:
    rng = RNG(6)
    k, se, missed, runs = 12, 0.1, 0, 2000
    variance = np.full((k, k), 2 * se**2)
    for _ in range(runs):
        true = spread * rng.normal(size=k)
        found = best_set(true + se * rng.normal(size=k), variance, miss=0.04)
        missed += not found[np.argmax(true)]
    assert missed / runs < 0.04  # 1.0 % and less: Bonferroni, and the set of several
    assert best_set(np.zeros(1), np.zeros((1, 1)), miss=0.04).all()


def test_the_best_set_leaves_out_who_is_clearly_beaten() -> None:
    found = best_set(np.array([0.0, 1.0, 0.9]), np.full((3, 3), 0.02), miss=0.04)
    assert found.tolist() == [False, True, True]
