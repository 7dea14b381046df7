import io
import struct

import polars as pl
import pytest
from rich.console import Console

from analysis.contest import contest_tables
from reports.contest import head, summary
from reports.contest_tables import to_json, to_long
from reports.contest_verdict import level_pairs, verdict
from reports.ratings_chart import _short, ratings_chart
from tests.analysis import toy_contest


def text(contest, *, width: int = 100, anchor: str | None = None) -> str:
    stream = io.StringIO()
    tables = contest_tables(contest, anchor=anchor)
    Console(file=stream, width=width).print(summary(contest, tables, anchor=anchor))
    return stream.getvalue()


def said(contest) -> str:
    tables = contest_tables(contest)
    return verdict(contest, tables["players"], tables["pairs"])


def test_the_summary_says_what_was_played_and_who_is_how_strong() -> None:
    contest = toy_contest.contest(blocks=20, deals=10)
    lines = text(contest).splitlines()
    assert lines[0].startswith("Toy (party/toy, house menu), 3 players, 16 line-ups of 4 policies:")
    assert "9,600 games on 3,200 deals, seed 1, 19,200 games/s" in " ".join(
        " ".join(lines[:2]).split()
    )
    ranking = [line.split()[1] for line in lines if line[:2] in ("1 ", "2 ", "3 ", "4 ")]
    assert ranking[:4] == ["strong", "good", "fair", "weak"]
    assert "between 20 blocks of games" in " ".join(lines)


def test_differences_within_chance_are_not_claimed() -> None:
    alike = toy_contest.contest((0.0, 0.0, 0.0), blocks=10)
    assert said(alike).startswith("No two players can be told apart (all 3 pairs tested together")
    strong = toy_contest.contest((1.5, 0.0, 0.0), blocks=20, deals=10)
    words = said(strong)
    assert words.startswith("strong is rated above all others, beyond chance (all 3 pairs")
    assert "Not told apart: good and fair." in words or "Not told apart: fair and good." in words
    rivals = said(toy_contest.contest((0.0, 0.0, -1.5), blocks=20, deals=10))
    assert "they can not be told apart" in rivals
    assert "All other pairs differ." in rivals
    assert "All pairs differ." in said(toy_contest.contest(blocks=30, deals=20))


def test_of_two_players_the_better_one_is_named() -> None:
    words = said(toy_contest.contest((1.0, 0.0), players=2, blocks=10, deals=10))
    assert words == "strong is rated above good, beyond chance (tested at 5 %)."


def test_equal_players_are_told_apart_in_few_runs() -> None:
    false_alarms = 0
    for seed in range(100):
        contest = toy_contest.contest((0.0, 0.0, 0.0), players=2, blocks=10, deals=3, seed=seed)
        tables = contest_tables(contest)
        ranking = tables["players"]["policy"].to_list()
        false_alarms += len(level_pairs(contest, ranking, tables["pairs"])) < 3
    assert false_alarms <= 12  # at 5 %: more than 12 of 100 once in 700


def test_who_wins_more_often_than_the_highest_rated_is_told() -> None:
    contest = toy_contest.contest(blocks=20, deals=10)
    tables = contest_tables(contest)
    players = tables["players"]
    assert "wins more often" not in verdict(contest, players, tables["pairs"])
    swapped = players.with_columns(
        pl.Series(name, players[name].to_list()[::-1]) for name in ("win", "win_low", "win_high")
    )
    words = verdict(contest, swapped, tables["pairs"])
    assert "But weak wins more often, " in words
    assert "every place, not only the first" in words


def test_a_misfit_of_the_scale_is_told() -> None:
    contest = toy_contest.contest(blocks=20, deals=10)
    tables = contest_tables(contest)
    assert "One scale fits" in verdict(contest, tables["players"], tables["pairs"])
    pairs = tables["pairs"].with_columns(ahead_expected=tables["pairs"]["ahead"] - 0.1)
    assert "One scale does not tell all: " in verdict(contest, tables["players"], pairs)


def test_without_bounds_nothing_is_rated() -> None:
    contest = toy_contest.contest((0.0, -50.0), players=2)
    assert said(contest).startswith("No ratings: some players never stood behind")
    assert "-" in text(contest)
    assert ratings_chart(contest, contest_tables(contest)["players"]) is None


def test_one_block_is_no_sample() -> None:
    contest = toy_contest.contest(blocks=1, deals=30)
    assert said(contest) == "One block of games tells nothing about chance: play more games."
    assert "No intervals" in text(contest)
    assert ratings_chart(contest, contest_tables(contest)["players"]) is not None


def test_a_stopped_run_says_so() -> None:
    assert "480 games of 999 (stopped)" in head(
        toy_contest.contest(blocks=10, deals=1, n_planned=999, interrupted=True)
    )


def test_the_anchor_is_shown_without_an_interval() -> None:
    shown = text(toy_contest.contest(), anchor="fair")
    assert "fair has 1000" in shown.replace("\n", " ")
    (row,) = (
        line
        for line in shown.splitlines()
        if line[3:].startswith("fair") and "%" in line and " 1000 " in line
    )
    assert "1000 ±" not in row


@pytest.mark.parametrize("width", [70, 120])
def test_few_line_ups_are_shown_one_by_one(width) -> None:
    shown = text(toy_contest.contest((1.0, 0.0), players=3), width=width)
    assert "2 ×      strong" in shown
    assert max(map(len, shown.splitlines())) <= width


def test_the_chart_is_a_picture_as_wide_as_a_phone_and_always_the_same() -> None:
    contest = toy_contest.contest()
    players = contest_tables(contest)["players"]
    picture = ratings_chart(contest, players)
    assert picture is not None
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">I", picture[16:20]) == (800,)
    assert ratings_chart(contest, players) == picture


def test_long_names_are_broken_after_their_marks() -> None:
    assert _short("greedy") == "greedy"
    assert _short("first:tempura,sashimi,nigiri") == "first:tempura,\nsashimi,nigiri"
    assert _short("x" * 100) == f"{'x' * 18}\n{'x' * 18}\n{'x' * 17}…"
    assert _short("weighted:mine.toml+noise=0.1") == "weighted:\nmine.toml+\nnoise=0.1"


def test_the_long_table_has_every_number_with_its_interval() -> None:
    contest = toy_contest.contest()
    tables = contest_tables(contest)
    rows = to_long(tables)
    assert list(rows[0]) == [
        *("table", "line_up", "seated", "policy", "opponent"),
        *("quantity", "value", "se", "low", "high", "n_games"),
    ]
    best = tables["players"].row(0, named=True)
    first = rows[0]
    assert (first["table"], first["policy"], first["quantity"]) == ("players", "strong", "rating")
    assert (first["value"], first["low"]) == (best["rating"], best["rating_low"])
    document = to_json(contest, tables, anchor=None)
    assert list(document) == ["run", "players", "pairs", "line_ups"]
    assert document["players"][0] == best
