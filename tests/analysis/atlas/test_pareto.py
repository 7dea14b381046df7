import numpy as np
import polars as pl
import pytest

from analysis.atlas.goals import Goal
from analysis.atlas.pareto import non_dominated, pareto
from simkit.errors import InputError

UP, DOWN = Goal("+a", "a", 1, "more a"), Goal("-b", "b", -1, "less b")


def dominated(value: np.ndarray) -> np.ndarray:
    """By the definition: some row is as good in all columns, and better in one."""
    as_good = (value[None] >= value[:, None]).all(axis=2)
    better = (value[None] > value[:, None]).any(axis=2)
    return np.asarray((as_good & better).any(axis=1))


@pytest.mark.parametrize("n_goals", [1, 2, 3, 4])
def test_the_front_is_what_none_dominates(n_goals: int) -> None:
    rng = np.random.default_rng(n_goals)
    for n in (0, 1, 2, 30, 200):
        for value in (
            rng.normal(size=(n, n_goals)),
            rng.integers(0, 4, (n, n_goals)).astype(float),
        ):
            assert np.array_equal(non_dominated(value), np.flatnonzero(~dominated(value)))


def test_a_difference_in_the_last_digit_dominates() -> None:
    value = np.array([[1e16, 1.0, 0.0], [1e16, 1.0, 1e-3]])
    assert non_dominated(value).tolist() == [1]


def cells(a: list[float | None], b: list[float], se: float) -> pl.DataFrame:
    return pl.DataFrame({"menu": range(len(a)), "a": a, "b": b}).with_columns(a_se=se, b_se=se)


def test_chances_are_those_of_independent_errors() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=40), rng.normal(size=40)
    found = pareto(cells(a.tolist(), b.tolist(), 0.4), [UP, DOWN], draws=1000, least=0.0)
    assert found.height == 40
    front = found.filter("front")["menu"].to_list()
    assert sorted(front) == np.flatnonzero(~dominated(np.stack([a, -b], axis=1))).tolist()
    hits = np.zeros(40)
    for _ in range(1000):
        drawn = np.stack([a, -b], axis=1) + 0.4 * rng.normal(size=(40, 2))
        hits += ~dominated(drawn)
    chance = found.sort("menu")["chance"].to_numpy()
    assert np.abs(chance - hits / 1000).max() < 0.07  # 3.1 standard errors
    assert found["chance"].is_sorted(descending=True)


def test_without_errors_the_front_is_certain_and_what_has_no_estimate_is_left_out() -> None:
    found = pareto(cells([3.0, 2.0, 1.0, None], [3.0, 1.0, 2.0, 0.0], 0.0), [UP, DOWN])
    assert found.select("menu", "front", "chance").rows() == [(0, True, 1.0), (1, True, 1.0)]


def test_equal_menus_share_the_chance() -> None:
    found = pareto(cells([1.0, 1.0], [0.0, 0.0], 0.1), [UP, DOWN], draws=4000)
    assert np.allclose(
        found["chance"], 0.75, atol=0.03
    )  # one dominates the other in a quarter each


def test_the_same_list_each_time() -> None:
    frame = cells([1.0, 1.1, 0.9], [0.0, 0.1, 0.3], 0.2)
    assert pareto(frame, [UP, DOWN]).equals(pareto(frame, [UP, DOWN]))


@pytest.mark.parametrize("goals", [[UP], [UP, Goal("-a", "a", -1, "less a")]])
def test_goals_must_be_two_of_two_measures(goals: list[Goal]) -> None:
    with pytest.raises(InputError):
        pareto(cells([1.0], [1.0], 0.1), goals)
