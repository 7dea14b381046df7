import csv
import io
import json
import math
import os
from pathlib import Path

import polars as pl
import pytest

from scripts.cli import run

COMMAND = ["compare", "my-first-meal", "party-sampler", "-n", "600"]
LABELS = ("players", "policy", "menu_b", "measure", "part")


def test_the_answer_comes_first_and_nothing_else_is_said(capsys) -> None:
    assert run(COMMAND) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[:2] == [
        "A: My First Meal (party/my-first-meal)",
        "B: Party Sampler (party/party-sampler)",
    ]
    assert lines[2].startswith("4 players, all greedy, all weighted: 600 games of each")
    assert lines[4].startswith("Yes: B differs from A in ")
    assert printed.err == ""


def test_the_json_form_begins_with_its_name(capsys) -> None:
    assert run([*COMMAND, "--format", "json", "--seed", "3", "--delta", "1pt"]) == 0
    document = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert list(document) == ["schema", "run", "differences", "changes"]
    assert document["schema"] == "simkit/compare/1"
    of = document["run"]
    assert of["schema"] == "simkit/compare-manifest/1"
    assert (of["players"], of["policies"], of["seed"]) == ([4], ["greedy", "weighted"], 3)
    assert of["games"] == [{"players": 4, "games": 600, "ended": "games"}]
    assert (of["games_requested"], of["target"], of["deltas"]["points"]) == (600, None, 1.0)
    assert [menu["game"] for menu in of["menus"]] == ["party", "party"]
    score = [row for row in document["differences"] if row["measure"] == "score"]
    assert [row["policy"] for row in score] == ["greedy", "weighted"]
    for row in score:
        assert row["value_b"] - row["value_a"] == pytest.approx(row["difference"])
        assert row["difference_low"] < row["difference"] < row["difference_high"]
        assert row["delta"] == 1.0
    assert {row["with_skill"] for row in document["changes"]} <= {
        *("the same", "larger", "smaller", "turned round", "can't tell")
    }


def test_the_csv_form_is_a_row_for_each_difference(capsys) -> None:
    assert run([*COMMAND, "--format", "csv", "--policy", "random", "--players", "2-3"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["players"] for row in rows} == {"2", "3"}
    assert len({tuple(row[label] for label in LABELS) for row in rows}) == len(rows)
    assert all(row["verdict"] for row in rows)
    assert not any(math.isinf(float(row["variance_reduction"] or 0)) for row in rows)


def test_a_comparison_is_written_whole(tmp_path: Path, capsys) -> None:
    command = [*COMMAND, "--format", "csv"]
    assert run([*command, "--out", str(tmp_path / "run")]) == 0
    printed = capsys.readouterr()
    assert printed.err == f"Written to {tmp_path / 'run'}\n"
    assert sorted(os.listdir(tmp_path / "run")) == [
        *("changes.parquet", "differences.parquet", "manifest.json")
    ]
    frame = pl.read_parquet(tmp_path / "run" / "differences.parquet")
    assert frame.write_csv().splitlines()[0] == printed.out.splitlines()[0]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["tables"] == ["changes", "differences"]
    assert manifest["baseline"] == "party/my-first-meal"
    assert run([*command, "--out", str(tmp_path / "again"), "--quiet", "--threads", "1"]) == 0
    assert capsys.readouterr().err == ""
    for path in (tmp_path / "run").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()
    assert run([*command, "--out", str(tmp_path / "run")]) == 2
    assert "already holds a run" in capsys.readouterr().err
    one_policy = [*command, "--out", str(tmp_path / "run"), "--force", "--policies", "greedy"]
    assert run(one_policy) == 0
    assert sorted(os.listdir(tmp_path / "run")) == ["differences.parquet", "manifest.json"]


def test_numbers_of_players_that_a_menu_does_not_allow_are_left_out(capsys) -> None:
    command = ["compare", "my-first-meal", "go", "-n", "500", "--policies", "random"]
    assert run([*command, "--players", "4-7", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["run"]["players"] == [4, 5]
    assert len(printed.err.splitlines()) == 1
    assert "6, 7 players" in printed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing argument 'A B [C...]'. See `simkit compare --help`."),
        (["go"], "compare: name two menus or more."),
        (["go", "ga"], "menu 'ga'"),
        (["go", "roll", "--players", "2-"], "--players '2-': must be numbers from 2 to 8"),
        (["go", "roll", "--players", "6"], "--players 6: no number of players is left"),
        (["go", "roll", "--delta", "5"], "delta '5': must be a number above 0 with its unit"),
        (["go", "roll", "--target", "5"], "target '5': must be a number above 0 and its unit"),
        (["go", "roll", "-n", "600", "--target", "1pt"], "leave out --target"),
        (["go", "roll", "-n", "10"], "games = 10: a comparison takes 500 or more"),
        (["go", "roll", "--policies", "gredy"], "policy 'gredy'"),
    ],
)
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(arguments, said, capsys) -> None:
    assert run(["compare", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("simkit: ")
    assert len(printed.err.splitlines()) == 1
    assert said in printed.err
