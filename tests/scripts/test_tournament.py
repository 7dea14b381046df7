import csv
import dataclasses
import io
import json
import os
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import simkit
from analysis.contest import contest_tables
from scripts.cli import run
from simkit.contest_result import Contest
from tests.analysis import toy_contest

COMMAND = ["tournament", "strong", "good", "fair", "weak", "--menu", "toy"]


@pytest.fixture
def asked(monkeypatch) -> dict[str, Any]:
    """Put a toy in place of the library; hold what the command asked it."""
    calls: dict[str, Any] = {}

    def play(menu: str, entered: list[str], **arguments: Any) -> Contest:
        calls.update(arguments, menu=menu, entered=entered)
        return dataclasses.replace(toy_contest.contest(), **calls.get("contest", {}))

    monkeypatch.setattr(simkit, "tournament", play, raising=False)
    return calls


def test_what_is_asked_goes_to_the_library(asked, capsys) -> None:
    assert run(COMMAND) == 0
    assert asked == {
        "menu": "toy",
        "entered": ["strong", "good", "fair", "weak"],
        "players": 4,
        "games": 100_000,
        "line_ups": 128,
        "against": None,
        "seed": 0,
        "house": False,
        "threads": None,
        "progress": None,
    }
    options = "-p 3 -n 1_000 --line-ups all --against fair --seed 7 --house --threads 2 --quiet"
    assert run(["tournament", "a;b", "first:c,d", "-m", "x.toml", *options.split()]) == 0
    assert asked == {
        "menu": "x.toml",
        "entered": ["a;b", "first:c,d"],
        "players": 3,
        "games": 1000,
        "line_ups": None,
        "against": "fair",
        "seed": 7,
        "house": True,
        "threads": 2,
        "progress": None,
    }


def test_the_summary_is_on_stdout_and_nothing_else(asked, capsys) -> None:
    assert run(COMMAND) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(
        "Toy (party/toy, house menu), 3 players, 16 line-ups of 4 policies"
    )
    assert "stands before it" in printed.out
    assert printed.err == ""


def test_the_json_form_begins_with_its_name(asked, capsys) -> None:
    assert run([*COMMAND, "--format", "json", "--anchor", "weak"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["schema", "run", "players", "pairs", "line_ups"]
    assert document["schema"] == "simkit/tournament/1"
    assert document["run"]["schema"] == "simkit/tournament-manifest/1"
    assert document["run"]["anchor"] == "weak"
    assert [row["rating"] for row in document["players"] if row["policy"] == "weak"] == [1000]


def test_the_csv_form_is_one_table(asked, capsys) -> None:
    assert run([*COMMAND, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["table"] for row in rows} == {"players", "pairs", "line_ups"}
    (row,) = (
        row
        for row in rows
        if (row["table"], row["policy"], row["opponent"], row["quantity"])
        == ("pairs", "strong", "weak", "ahead")
    )
    assert float(row["low"]) < float(row["value"]) < float(row["high"])


def test_a_tournament_is_written_whole(asked, tmp_path: Path, capsys) -> None:
    assert run([*COMMAND, "--out", str(tmp_path / "run")]) == 0
    assert capsys.readouterr().err == f"Written to {tmp_path / 'run'}\n"
    frames = contest_tables(toy_contest.contest())
    assert sorted(os.listdir(tmp_path / "run")) == sorted(
        [*(f"{name}.parquet" for name in frames), "manifest.json", "ratings.png"]
    )
    for name, frame in frames.items():
        assert pl.read_parquet(tmp_path / "run" / f"{name}.parquet").equals(frame)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    expected = {**toy_contest.contest().manifest(), "anchor": None, "tables": sorted(frames)}
    assert manifest == json.loads(json.dumps(expected))
    assert run([*COMMAND, "--out", str(tmp_path / "again"), "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    for path in (tmp_path / "run").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def test_a_run_is_replaced_with_force_only(asked, tmp_path: Path, capsys) -> None:
    out = ["--out", str(tmp_path / "run")]
    assert run([*COMMAND, *out]) == 0
    asked.clear()
    assert run([*COMMAND, *out]) == 2
    assert asked == {}  # it is said before the games are played
    assert "already holds a run" in capsys.readouterr().err
    assert run([*COMMAND, *out, "--force"]) == 0


def test_ctrl_c_keeps_what_is_done_and_says_so(asked, tmp_path: Path, capsys) -> None:
    asked["contest"] = {"n_planned": 5000, "interrupted": True}
    assert run([*COMMAND, "--out", str(tmp_path / "run")]) == 130
    printed = capsys.readouterr()
    assert "1,920 games of 5,000 (stopped)" in printed.out
    assert printed.err == (
        f"Written to {tmp_path / 'run'}\nStopped: these are the results of 1,920 of 5,000 games.\n"
    )
    assert (tmp_path / "run" / "manifest.json").exists()


def test_ctrl_c_before_the_first_block_writes_nothing(asked, tmp_path: Path, capsys) -> None:
    asked["contest"] = {"units": (), "interrupted": True}
    assert run([*COMMAND, "--out", str(tmp_path / "run")]) == 130
    assert capsys.readouterr().out == ""
    assert os.listdir(tmp_path) == []


def test_a_real_tournament_comes_out_whole(tmp_path: Path, capsys) -> None:
    command = ["tournament", "greedy", "first:nigiri,maki", "random", "--menu", "party/sushi-go"]
    options = ["-p", "3", "-n", "200", "--out", str(tmp_path / "run"), "--format", "json"]
    assert run([*command, *options]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["run"]["entered"] == ["greedy", "first:nigiri,maki", "random"]
    assert (document["run"]["line_ups"], document["run"]["interrupted"]) == (7, False)
    assert document["players"][0]["policy"] == "greedy"
    assert (tmp_path / "run" / "ratings.png").exists()


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("greedy random", "Missing option '--menu'"),
        ("--menu go", "Missing argument 'POLICY...'"),
        ("greedy --menu go", "1 policy entered: name 2 to 64 different ones"),
        ("greedy greedy --menu go", "policy 'greedy' is entered 2 times"),
        ("greedy gredy --menu go", "Did you mean 'greedy'?"),
        ("greedy random --menu gone", "gone"),
        ("greedy random --menu go --players 9", "players = 9: must be a whole number from 2 to 8"),
        ("greedy random --menu go --games 50", "games = 50: 3 line-ups in 4 rotations on 8 deals"),
        (
            "greedy random --menu go --line-ups few",
            "--line-ups 'few': must be a whole number from 1",
        ),
        ("greedy random --menu go --line-ups 0", "line_ups = 0: must be a whole number from 1"),
        ("greedy random --menu go --seed -1", "seed = -1"),
        ("greedy random --menu go --threads 0", "threads = 0"),
        ("greedy random --menu go --anchor randm", "Did you mean 'random'?"),
        ("greedy random --menu go --against gredy", "Did you mean 'greedy'?"),
    ],
)
def test_bad_input_is_one_line(arguments, part, tmp_path: Path, capsys) -> None:
    assert run(["tournament", *arguments.split(), "--out", str(tmp_path / "run")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("simkit: ")
    assert part in printed.err
    assert printed.err.count("\n") == 1
    assert os.listdir(tmp_path) == []
