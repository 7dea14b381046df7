import numpy as np
import pytest
from scipy import stats

from analysis import with_without
from tests.analysis import toy


def test_both_groups_are_those_of_the_games() -> None:
    batch, games = toy.batch(games=120)
    frame = with_without(batch)
    for row in frame.filter(by="seat").to_dicts():
        seat, rows = row["seat"], toy.cards_of(row["kind"], batch)
        took = np.array([bool(g.taken(seat, rows)) for g in games])
        score = np.array([g.final[seat] for g in games])
        win = np.array([(seat in g.leaders(3)) / len(g.leaders(3)) for g in games])
        assert (row["n_with"], row["n_without"]) == (took.sum(), (~took).sum())
        for name, values in (("score", score), ("win", win)):
            if min(took.sum(), (~took).sum()) < 2:
                continue
            assert row[f"{name}_with"] == pytest.approx(values[took].mean())
            assert row[f"{name}_without"] == pytest.approx(values[~took].mean())
            gap = values[took].mean() - values[~took].mean()
            assert row[f"{name}_difference"] == pytest.approx(gap)
            if name == "score":
                test = stats.ttest_ind(values[took], values[~took], equal_var=False)
                interval = test.confidence_interval(0.95)
                ends = (interval.low, interval.high)
            else:
                one, other = (
                    (row[f"win_{group}"], row[f"win_{group}_low"], row[f"win_{group}_high"])
                    for group in ("with", "without")
                )
                ends = (
                    gap - np.hypot(one[0] - one[1], other[2] - other[0]),
                    gap + np.hypot(one[2] - one[0], other[0] - other[1]),
                )
            assert (row[f"{name}_difference_low"], row[f"{name}_difference_high"]) == (
                pytest.approx(ends)
            )


def test_a_kind_that_is_always_taken_has_no_games_without() -> None:
    batch, _ = toy.batch(games=10)
    tally = batch.tallies[0]
    tally.both[:4, 0, 0] = 10
    tally.both_score[:4, 0, 0] = tally.score[3, :4]
    tally.with_score_sq[:4, 0] = tally.score_sq[3, :4]
    for row in with_without(batch).filter(kind="nigiri").to_dicts():
        assert row["n_without"] == 0
        assert (row["score_without"], row["score_difference"]) == (None, None)
        assert row["score_with"] is not None


def test_pooled_groups_are_those_of_all_seats() -> None:
    batch, games = toy.batch(games=150)
    for row in with_without(batch).filter(by="all").to_dicts():
        rows = toy.cards_of(row["kind"], batch)
        took = np.array([[bool(g.taken(seat, rows)) for seat in range(4)] for g in games])
        score = np.array([g.final for g in games])
        win = np.array([[(s in g.leaders(3)) / len(g.leaders(3)) for s in range(4)] for g in games])
        assert row["n_with"] == took.sum()
        n_with, n_without = (toy.in_blocks(x.sum(axis=1)) for x in (took, ~took))
        for name, values in (("score", score), ("win", win)):
            middle = values[took].mean()
            assert row[f"{name}_with"] == pytest.approx(middle)
            some, rest = (toy.in_blocks((values * x).sum(axis=1)) for x in (took, ~took))
            assert row[f"{name}_with_se"] == pytest.approx(toy.block_se(some, n_with))
            if (~took).any():
                gap = middle - values[~took].mean()
                assert row[f"{name}_difference"] == pytest.approx(gap)
            if np.count_nonzero(n_without) > 2:
                assert row[f"{name}_difference_se"] == pytest.approx(
                    difference_se((some, n_with), (rest, n_without))
                )


def difference_se(*pairs) -> float:
    """Return the standard error of a difference of two ratios of sums by block."""
    off = 0
    for sign, (y, x) in zip((1, -1), pairs, strict=True):
        carrying = x.sum() ** 2 / (x**2).sum()
        rest = (y - y.sum() / x.sum() * x) / x.sum()
        off = off + sign * rest * np.sqrt(carrying / (carrying - 1))
    return np.sqrt((off**2).sum())


def test_a_dummy_is_compared_with_itself_only() -> None:
    batch, games = toy.batch("dummy", players=2, games=80)
    frame = with_without(batch).filter(kind="wasabi")
    rows = toy.cards_of("wasabi", batch)
    took = np.array([[bool(g.taken(seat, rows)) for seat in range(3)] for g in games])
    assert frame.filter(by="seat")["n_with"].to_list() == took.sum(axis=0).tolist()
    (row,) = frame.filter(by="all").to_dicts()
    assert (row["n_with"], row["n_without"]) == (took[:, :2].sum(), 160 - took[:, :2].sum())
    final = np.array([game.final for game in games])
    assert row["score_with"] == pytest.approx(final[:, :2][took[:, :2]].mean())
