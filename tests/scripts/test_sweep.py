"""``simkit sweep`` and ``simkit merge``: what they say, what they leave behind."""

import json

import jsonschema
import polars as pl
import pytest

from analysis.sweep.engine import Progress
from analysis.sweep.forms import plan_schema
from reports.sweep import duration, progress_line
from scripts.cli import run

PLAN = """
games = 300
players = [2, 4]
menus.named = ["go", "party/sushi-go", "dinner-for-two", "cutthroat-combo"]
"""


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return str(path)


def printed(capsys):
    """Return the JSON document that was printed."""
    return json.loads(capsys.readouterr().out)


def test_a_sweep_says_what_it_came_to(plan, tmp_path, capsys):
    store = str(tmp_path / "store")
    assert run(["sweep", plan, "-o", store, "--workers", "1"]) == 0
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert lines[0].startswith("7 of 7 cells done (0 before); 2,100 games played in ")
    assert lines[1].startswith("Left out: 1 pair of a menu and a number of players")
    assert lines[2].startswith("Precision of score: half of the cells ± 0.")
    assert lines[2].endswith("(95 %).")
    assert lines[3].startswith(f"Store {store}, digest ")
    assert lines[4].startswith(f'Read it: polars.read_parquet("{store}/cells/*.parquet")')
    assert len(lines) == 5
    assert said.err == ""
    frame = pl.read_parquet(f"{store}/cells/*.parquet")
    assert frame["n_games"].to_list() == 7 * [300]


def test_more_games_and_the_document(plan, tmp_path, capsys):
    store = str(tmp_path / "store")
    common = ["sweep", plan, "-o", store, "--workers", "1", "--format", "json"]
    assert run([*common, "--dry-run"]) == 0
    first = printed(capsys)
    assert first["schema"] == "simkit/sweep-estimate/1"
    assert (first["cells"], first["decided"], first["games"]) == (7, 0, 2100)
    assert not (tmp_path / "store").exists()
    assert run(common) == 0
    before = printed(capsys)
    assert run([*common, "--games", "500", "--dry-run"]) == 0
    assert printed(capsys)["games"] == 1400
    assert run([*common, "--games", "500"]) == 0
    found = printed(capsys)
    assert found["schema"] == "simkit/sweep/1"
    assert found["games"] == 7 * 200
    assert (found["done"], found["failed"], found["open"], found["ended"]) == (7, 0, 0, "done")
    assert found["precision"]["measure"] == "score"
    assert 0 < found["precision"]["median"] < before["precision"]["median"]
    assert found["digest"] != before["digest"]
    assert run([*common, "--games", "500", "--dry-run", "--format", "text"]) == 0
    assert capsys.readouterr().out == (
        "0 cells to play of 7 (7 before), 0 games: some 0 s on 1 core.\n"
    )


def test_shards_and_their_merge(plan, tmp_path, capsys):
    whole, merged = str(tmp_path / "whole"), str(tmp_path / "merged")
    shards = [str(tmp_path / "a"), str(tmp_path / "b")]
    for i, store in enumerate(shards, 1):
        assert run(["sweep", plan, "-o", store, "--workers", "1", "--shard", f"{i}/2"]) == 0
    assert run(["sweep", plan, "-o", whole, "--workers", "1", "--format", "json"]) == 0
    digest = json.loads(capsys.readouterr().out.partition("{")[2].join(["{", ""]))["digest"]
    assert run(["merge", *shards, "-o", merged]) == 0
    assert capsys.readouterr().out == (f"7 cells, 2,100 games.\nStore {merged}, digest {digest}.\n")
    assert run(["merge", whole, "-o", merged, "--format", "json"]) == 0
    found = printed(capsys)
    assert (found["schema"], found["games"], found["digest"]) == ("simkit/merge/1", 2100, digest)


def test_time_over_says_that_the_same_command_goes_on(plan, tmp_path, capsys):
    store = str(tmp_path / "store")
    common = ["sweep", plan, "-o", store, "--workers", "1"]
    assert run([*common, "--max-time", "0.000001s"]) == 0
    assert "Time is over: 7 cells still open; the same command goes on." in capsys.readouterr().out
    assert run(common) == 0
    assert capsys.readouterr().out.startswith("7 of 7 cells done")


def test_cells_that_fail_are_named_with_their_cause(plan, tmp_path, capsys, monkeypatch):
    from analysis.sweep import work

    def fails(job):
        raise ValueError("something of the user's")

    with monkeypatch.context() as patch:
        patch.setattr(work, "_played", fails)
        assert run(["sweep", plan, "-o", str(tmp_path / "a"), "--workers", "1"]) == 1
    said = capsys.readouterr().out
    assert "Failed, to be tried again by the next run: 7 cells.\n" in said
    assert ", 4 players, greedy: ValueError: something of the user's\n" in said
    assert "... and 2 more: see failures.json in the store." in said
    with monkeypatch.context() as patch:
        patch.setattr(work, "_played", fails)
        out = ["-o", str(tmp_path / "a"), "--format", "json"]
        assert run(["sweep", plan, *out, "--workers", "1"]) == 1
    found = printed(capsys)
    assert found["precision"] is None
    assert len(found["failures"]) == found["failed"] == 7
    assert set(found["failures"][0]) == {"key", "game", "cards", "players", "lineup", "cause"}


def test_the_schema_is_printed(capsys):
    assert run(["sweep", "--schema"]) == 0
    found = printed(capsys)
    assert found == plan_schema()
    jsonschema.Draft202012Validator.check_schema(found)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "PLAN is missing: name a plan, or atlas."),
        (["atlas"], "-o is missing: name the folder of the store."),
        (["atlsa.toml", "-o", "x"], "there is no such plan."),
        (["bad.toml", "-o", "x"], "bad.toml: menu 'goo': there is no such menu or file."),
        (["atlas", "-o", "x", "--shard", "0/2"], "--shard '0/2': must be I/N with I from 1 to N"),
        (["atlas", "-o", "x", "--shard", "one"], "--shard 'one': must be I/N"),
        (["atlas", "-o", "x", "--games", "0"], "atlas.toml: games = 0: must be a whole number"),
        (["atlas", "-o", "x", "--games", "1", "--target", "1pt"], "leave out --target."),
        (["atlas", "-o", "x", "--target", "1"], "number above 0 and its unit, such as 0.1pt"),
        (["atlas", "-o", "x", "--max-time", "3"], 'time = "3": must be a number above 0 and its'),
        (["atlas", "-o", "x", "--workers", "0", "--games", "1"], "workers = 0: must be a whole"),
        (
            ["atlas", "-o", "x", "--workers", "2", "--scheduler", "tcp://h:1"],
            "--workers: a cluster has its own",
        ),
    ],
)
def test_bad_input_is_one_line(tmp_path, capsys, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text('games = 1\nmenus.named = ["goo"]')
    assert run(["sweep", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert error.startswith("simkit: ")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]


def test_merging_what_is_no_store_is_one_line(tmp_path, capsys):
    assert run(["merge", str(tmp_path), "-o", str(tmp_path / "x")]) == 2
    assert "is no store of a sweep" in capsys.readouterr().err


def test_spoiled_files_are_named(plan, tmp_path, capsys):
    store = tmp_path / "store"
    common = ["sweep", plan, "-o", str(store), "--workers", "1"]
    assert run(common) == 0
    (file,) = (store / "cells").glob("*.parquet")
    file.write_bytes(file.read_bytes()[:-100])
    capsys.readouterr()
    assert run(common) == 0
    said = capsys.readouterr()
    assert f"spoiled files are left out, their games are played again: {file.name}" in said.err
    assert said.out.startswith("7 of 7 cells done (0 before)")


def test_progress_is_one_line():
    progress = Progress(1_000, 120, 500, 2, 1_234_567, 12.0, 75.0)
    assert progress_line(progress) == (
        "500 of 1,000 cells (120 before), 2 failed, 102,881 games/s, about 75 s left"
    )
    assert progress_line(Progress(1, 0, 0, 0, 0, 0.0, float("nan"))) == (
        "0 of 1 cells (0 before), 0 games/s"
    )
    assert [duration(s) for s in (0.4, 99, 100, 5_900, 7_000)] == [
        "0 s", "99 s", "2 min", "98 min", "1.9 h",
    ]  # fmt: skip
