"""Points of a kind by copies taken, against games written down one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.copies import MOST, copy_names, copy_sums
from analysis.moments import Moments
from tests.analysis.toy_played import played

seat = st.tuples(st.integers(0, MOST + 3), st.integers(-6, 40))


@given(st.lists(st.lists(seat, min_size=3, max_size=3), min_size=1, max_size=20))
@settings(max_examples=50)
def test_points_are_counted_by_copies(games) -> None:
    taken, points = np.moveaxis(np.array(games), (0, 1, 2), (2, 1, 0))
    # the third seat is a dummy's, the first kind is another one
    some = played(
        np.zeros((3, len(games))),
        taken=np.stack([taken + 1, taken], axis=1),
        points=np.stack([points - 1, points], axis=1),
    )
    got = copy_sums(some, 1, 2)
    assert got.names == copy_names()
    for k in range(MOST + 1):
        here = [[x for copies, x in game[:2] if min(copies, MOST) == k] for game in games]
        assert got.totals(f"seats {k}")[:2] == (len(games), sum(map(len, here)))
        assert got.totals(f"points {k}")[1] == sum(map(sum, here))
        mean = got.ratio(f"points {k}", f"seats {k}").value
        flat = [x for seats in here for x in seats]
        assert mean == pytest.approx(np.mean(flat) if flat else np.nan, nan_ok=True)


def test_sets_are_worth_what_the_rules_say_without_any_error() -> None:
    taken = np.random.default_rng(1).integers(0, 5, (4, 1, 400))
    worth = np.array([0, 0, 0, 10, 10])
    sums = copy_sums(played(np.zeros((4, 400)), taken=taken, points=worth[taken]), 0, 4)
    for k in range(1, 5):
        pairs = [(f"points {i}", f"seats {i}") for i in (k, k - 1)]
        got = sums.ratio_difference(*pairs)
        assert (got.value, got.se) == (worth[k] - worth[k - 1], 0)
        assert got.low == got.high == got.value


def unequal_tables(rng: np.random.Generator) -> Moments:
    """Return 80 games in which a copy brings 3 points, and more to all of a table, or less."""
    taken = rng.integers(0, 4, (4, 1, 80))
    points = taken * 3 + np.where(taken > 0, rng.integers(-5, 6, 80), 0)
    return copy_sums(played(np.zeros((4, 80)), taken=taken, points=points), 0, 4)


def test_intervals_hold_planted_points_though_seats_of_a_game_hang_together() -> None:
    """300 runs of 80 games: a copy brings 3 points on average, more to all of a table or less. 95 % ± 5 (4 s.e.)."""
    rng, held = np.random.default_rng(2), []
    for _ in range(300):
        got = unequal_tables(rng).ratio_difference(("points 3", "seats 3"), ("points 2", "seats 2"))
        held.append(got.low <= 3 <= got.high)
    assert abs(np.mean(held) - 0.95) < 0.05
