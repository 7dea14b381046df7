import numpy as np
import polars as pl
import pytest

from analysis import scores
from analysis.scores import mean_points, quantiles
from simkit.schema import HIST_BINS, HIST_LOW
from tests.analysis import toy


def by_seat(games, stage):
    """Return the points of all games, (games, seats)."""
    rounds = np.array([np.diff(game.totals, axis=0, prepend=0) for game in games])
    return np.array([game.final for game in games]) if stage == 3 else rounds[:, stage]


@pytest.mark.parametrize("rotate", [False, True])
def test_points_of_a_seat_are_those_of_its_games(rotate) -> None:
    batch, games = toy.batch(rotate=rotate)
    frame = scores(batch)
    for stage, name in enumerate(("round 1", "round 2", "round 3", "game")):
        points = by_seat(games, stage)
        for seat in range(4):
            (row,) = frame.filter(by="seat", seat=seat, stage=name).to_dicts()
            mine = points[:, seat]
            assert row["points"] == pytest.approx(mine.mean(), abs=1e-12)
            assert row["sd"] == pytest.approx(mine.std(ddof=1))
            # rotated, a seat is several policies in turn: blocks, not games, are alike
            of_blocks = toy.block_se(toy.in_blocks(mine), toy.in_blocks(np.ones(60)))
            se = of_blocks if rotate else mine.std(ddof=1) / np.sqrt(60)
            assert row["points_se"] == pytest.approx(se)
            found = np.quantile(mine, [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1], method="inverted_cdf")
            names = ("min", "q05", "q25", "median", "q75", "q95", "max")
            assert [row[q] for q in names] == found.tolist()
            assert row["n_games"] == 60


def test_points_of_a_player_are_those_of_the_seats_it_had() -> None:
    batch, games = toy.batch(rotate=True)
    frame = scores(batch).filter(by="player", stage="game")
    for player in range(4):
        mine = [game.final[game.lineup_of_seat.index(player)] for game in games]
        (row,) = frame.filter(player=player).to_dicts()
        assert row["points"] == pytest.approx(np.mean(mine))
        assert (row["policy"], row["seat"]) == (batch.lineup[player], None)


def test_without_rotation_a_player_is_its_seat() -> None:
    batch, _ = toy.batch()
    frame = scores(batch)
    assert frame["by"].unique(maintain_order=True).to_list() == ["seat", "all"]
    seats = frame.filter(by="seat", stage="game")
    assert seats["player"].to_list() == seats["seat"].to_list() == [0, 1, 2, 3]
    assert seats["policy"].to_list() == list(batch.lineup)


def test_pooled_points_are_the_mean_of_the_seats() -> None:
    batch, games = toy.batch()
    frame = scores(batch).filter(stage="game")
    (row,) = frame.filter(by="all").to_dicts()
    points = by_seat(games, 3)
    assert row["points"] == pytest.approx(points.mean())
    assert row["points"] == pytest.approx(mean_points(batch))
    assert row["sd"] == pytest.approx(points.std(ddof=1))
    n = toy.in_blocks(np.full(60, 4))
    assert row["points_se"] == pytest.approx(toy.block_se(toy.in_blocks(points.sum(axis=1)), n))
    assert row["median"] == np.quantile(points, 0.5, method="inverted_cdf")


def test_quantiles_of_one_value_are_that_value() -> None:
    histogram = np.zeros(HIST_BINS, np.int64)
    histogram[7 - HIST_LOW] = 3
    assert {name: int(q) for name, q in quantiles(histogram).items()} == dict.fromkeys(
        ("min", "q05", "q25", "median", "q75", "q95", "max"), 7
    )


def test_frames_turn_into_pandas() -> None:
    batch, _ = toy.batch(games=5)
    frame = scores(batch)
    assert list(frame.to_pandas().columns) == frame.columns
    assert frame.schema["points"] == pl.Float64


@pytest.mark.parametrize("rotate", [False, True])
def test_a_dummy_has_a_row_and_is_not_pooled(rotate) -> None:
    batch, games = toy.batch("dummy", players=2, rotate=rotate)
    frame = scores(batch).filter(stage="game")
    points = by_seat(games, 3)
    seats = frame.filter(by="seat")
    assert seats["points"].to_list() == pytest.approx(points.mean(axis=0).tolist())
    assert seats["policy"].to_list() == ([None, None] if rotate else ["greedy", "random"]) + [
        "dummy"
    ]
    assert seats["player"].to_list() == ([None, None] if rotate else [0, 1]) + [None]
    assert frame.filter(by="all")["points"][0] == pytest.approx(points[:, :2].mean())
    assert mean_points(batch) == pytest.approx(points[:, :2].mean())
    for row in frame.filter(by="player").to_dicts():
        mine = [game.final[game.lineup_of_seat.index(row["player"])] for game in games]
        assert row["points"] == pytest.approx(np.mean(mine))
    assert len(frame.filter(by="player")) == (2 if rotate else 0)
