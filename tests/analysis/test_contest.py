import numpy as np
import polars as pl
import pytest

from analysis.columns import IN_TOURNAMENTS, OTHERS_IN_TOURNAMENTS
from analysis.contest import contest_tables, ratings
from analysis.ratings import MEAN, POINTS
from simkit.schema import SHARE
from tests.analysis import toy_contest


def test_every_column_has_a_meaning_and_every_meaning_a_column() -> None:
    found = {
        name
        for frame in contest_tables(toy_contest.contest(blocks=3)).values()
        for name in frame.columns
    }
    parts = {f"{name}{end}" for name in IN_TOURNAMENTS for end in ("", "_se", "_low", "_high")}
    assert found == parts | set(OTHERS_IN_TOURNAMENTS)


def test_the_numbers_are_those_of_the_games() -> None:
    contest = toy_contest.contest()
    tables = contest_tables(contest)
    seats = dict.fromkeys(contest.entered, 0)
    games = dict.fromkeys(contest.entered, 0)
    per_line_up = contest.n_games // len(contest.line_ups)
    for line_up in contest.line_ups:
        for one in line_up:
            seats[contest.entered[one]] += per_line_up
        for one in set(line_up):
            games[contest.entered[one]] += per_line_up
    wins = sum(unit.wins for unit in contest.units).sum(axis=0) / SHARE
    points = sum(unit.points for unit in contest.units).sum(axis=0)
    for row in tables["players"].to_dicts():
        one = contest.entered.index(row["policy"])
        assert (row["n_seats"], row["n_games"]) == (seats[row["policy"]], games[row["policy"]])
        assert row["win"] == pytest.approx(wins[one] / row["n_seats"])
        assert row["points"] == pytest.approx(points[one] / row["n_seats"])
        assert row["even"] == pytest.approx(1 / 3)
    both = tables["players"]
    assert (both["win"] * both["n_seats"]).sum() == pytest.approx(contest.n_games)
    assert (both["margin"] * both["n_seats"]).sum() == pytest.approx(0)


def test_a_pair_seen_from_both_sides_is_the_same() -> None:
    pairs = contest_tables(toy_contest.contest())["pairs"]
    assert len(pairs) == 12
    for row in pairs.to_dicts():
        other = pairs.filter(policy=row["opponent"], opponent=row["policy"]).row(0, named=True)
        assert row["ahead"] + other["ahead"] == pytest.approx(1)
        assert row["ahead_low"] + other["ahead_high"] == pytest.approx(1)
        assert row["difference"] == pytest.approx(-other["difference"])
        assert row["rating_gap"] == pytest.approx(-other["rating_gap"])
        assert row["n_meetings"] == other["n_meetings"]


def test_line_ups_have_a_row_for_each_of_their_players() -> None:
    contest = toy_contest.contest()
    frame = contest_tables(contest)["line_ups"]
    assert len(frame) == sum(len(set(line_up)) for line_up in contest.line_ups)
    for row in frame.to_dicts():
        assert row["seated"].count(row["policy"]) == row["copies"]
    by_line_up = frame.group_by("line_up").agg((pl.col("win") * pl.col("copies")).sum())
    assert by_line_up["win"].to_list() == pytest.approx([1] * len(contest.line_ups))


def test_planted_strengths_come_out_in_order_and_in_size() -> None:
    strength = np.array([1.0, 0.3, 0.0, -0.8])
    tables = contest_tables(toy_contest.contest(blocks=20, deals=10))
    assert tables["players"]["policy"].to_list() == list(toy_contest.NAMES)
    truth = MEAN + POINTS * (strength - strength.mean())
    found = tables["players"]
    # four standard errors; rounding to whole points makes ties, which move ratings to the mean a little
    assert (np.abs(found["rating"] - truth) < 4 * found["rating_se"] + 5).all()


def test_intervals_hold_what_blocks_have_in_common() -> None:
    # everybody is as strong, but in each block luck is common to all games of a player
    gaps, shares = [], []
    for seed in range(120):
        contest = toy_contest.contest(
            (0.0, 0.0, 0.0), players=2, blocks=12, deals=3, seed=seed, alike=0.7
        )
        tables = contest_tables(contest)
        pairs = tables["pairs"]
        gaps += ((pairs["rating_gap_low"] <= 0) & (pairs["rating_gap_high"] >= 0)).to_list()
        for frame, name in ((pairs, "ahead"), (tables["players"], "win")):
            held = (frame[f"{name}_low"] <= 0.5) & (frame[f"{name}_high"] >= 0.5)
            shares += held.to_list()
    # 120 runs of 3 intervals that hang together: 95 % ± 2 % (one sd); wrong once in 700
    assert 0.89 < np.mean(gaps) < 1
    assert 0.89 < np.mean(shares) < 1


def test_a_player_that_never_wins_still_has_an_interval() -> None:
    tables = contest_tables(toy_contest.contest((0.0, -50.0), players=2))
    row = tables["players"].filter(policy="good").row(0, named=True)
    n_deals = 40
    assert (row["win"], row["win_low"]) == (0, 0)
    assert row["win_high"] > 3 / n_deals  # the rule of three, for deals and not for games
    assert tables["players"]["rating"].is_null().all()
    assert tables["pairs"]["rating_gap"].is_null().all()


def test_who_never_met_is_compared_by_rating_only() -> None:
    pairs = contest_tables(toy_contest.contest(players=2, line_ups=[(0, 1), (1, 2), (2, 3)]))[
        "pairs"
    ]
    row = pairs.filter(policy="strong", opponent="weak").row(0, named=True)
    assert (row["n_meetings"], row["n_games"], row["ahead"], row["difference"]) == (
        0,
        0,
        None,
        None,
    )
    assert row["rating_gap"] > 0


def test_the_anchor_is_1000() -> None:
    contest = toy_contest.contest()
    rows = contest_tables(contest, ratings(contest), anchor="fair")["players"]
    row = rows.filter(policy="fair").row(0, named=True)
    assert (row["rating"], row["rating_low"], row["rating_high"]) == (1000, 1000, 1000)


def test_one_block_gives_numbers_without_intervals() -> None:
    for frame in contest_tables(toy_contest.contest(blocks=1, deals=20)).values():
        assert frame.select(pl.col("^.*_(low|high)$")).null_count().sum_horizontal()[0] == (
            len(frame) * sum(name.endswith(("_low", "_high")) for name in frame.columns)
        )
