import csv
import dataclasses
import io
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from rich.console import Console

import simkit
from analysis import tables, tallies
from scripts._progress import progress_bar
from scripts.cli import run
from simkit.batch import Batch
from simkit.errors import PolicyError
from tests.analysis import toy


@pytest.fixture
def asked(monkeypatch) -> dict[str, Any]:
    """Put a toy in place of the library; hold what the command asked it."""
    calls: dict[str, Any] = {}

    def play(menu: str, **arguments: Any) -> Batch:
        calls.update(arguments, menu=menu)
        if arguments["records"] is not None:
            arguments["records"].mkdir()
            (arguments["records"] / "0.parquet").touch()
        return dataclasses.replace(toy.batch(games=20)[0], **calls.get("batch", {}))

    monkeypatch.setattr(simkit, "simulate", play, raising=False)
    return calls


def test_what_is_asked_goes_to_the_library(asked, capsys) -> None:
    assert run(["simulate", "mine.toml"]) == 0
    assert asked == {
        "menu": "mine.toml",
        "players": 4,
        "games": 100_000,
        "policy": "greedy",
        "policies": None,
        "seed": 0,
        "rotate": False,
        "house": False,
        "threads": None,
        "progress": None,
        "records": None,
    }
    options = "-p 3 -n 1_000 --policies a,b:c,d --rotate --seed 7 --house --threads 2"
    assert run(["simulate", "sushi", *options.split()]) == 0
    assert asked == {
        "menu": "sushi",
        "players": 3,
        "games": 1000,
        "policy": "greedy",
        "policies": ("a", "b:c", "d"),
        "seed": 7,
        "rotate": True,
        "house": True,
        "threads": 2,
        "progress": None,
        "records": None,
    }


def test_a_line_up_with_semicolons_may_hold_preference_lists(asked, capsys) -> None:
    assert run(["simulate", "sushi", "--policies", "first:eel,tofu; greedy"]) == 0
    assert asked["policies"] == ("first:eel,tofu", "greedy")


def test_the_summary_is_on_stdout_and_nothing_else(asked, capsys) -> None:
    assert run(["simulate", "toy"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("Toy (party/toy, house menu), 4 players, ")
    assert "leader after" in printed.out
    assert printed.err == ""


def test_the_json_form_begins_with_its_name(asked, capsys) -> None:
    assert run(["simulate", "toy", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document)[:3] == ["schema", "run", "scores"]
    assert document["schema"] == "simkit/batch/1"
    assert document["wins"][0]["even"] == 0.25


def test_the_csv_form_is_one_table(asked, capsys) -> None:
    assert run(["simulate", "toy", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["table"] for row in rows} == {
        "scores",
        "wins",
        "leads",
        "kinds",
        "cards",
        "with_without",
    }


def test_a_run_is_written_whole(asked, tmp_path: Path, capsys) -> None:
    assert run(["simulate", "toy", "--out", str(tmp_path / "run"), "--records"]) == 0
    assert capsys.readouterr().err == f"Written to {tmp_path / 'run'}\n"
    batch, _ = toy.batch(games=20)
    frames = tables(batch)
    names = sorted([*frames, "sums"])
    assert sorted(os.listdir(tmp_path / "run")) == sorted(
        [*(f"{name}.parquet" for name in names), "manifest.json", "records"]
    )
    for name, frame in frames.items():
        assert pl.read_parquet(tmp_path / "run" / f"{name}.parquet").equals(frame)
    (tally,) = tallies(pl.read_parquet(tmp_path / "run" / "sums.parquet"))
    assert tally.tobytes() == batch.tallies[0].tobytes()
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    expected = {**batch.manifest(), "tables": names}
    assert manifest == json.loads(json.dumps(expected))


def test_the_same_run_gives_the_same_bytes(asked, tmp_path: Path, capsys) -> None:
    for name in ("a", "b"):
        assert run(["simulate", "toy", "--out", str(tmp_path / name)]) == 0
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_a_run_is_replaced_with_force_only(asked, tmp_path: Path, capsys) -> None:
    out = ["--out", str(tmp_path / "run")]
    assert run(["simulate", "toy", *out]) == 0
    asked.clear()
    assert run(["simulate", "toy", *out]) == 2
    assert asked == {}  # it is said before the games are played
    assert "already holds a run" in capsys.readouterr().err
    assert run(["simulate", "toy", *out, "--force"]) == 0


def test_games_can_not_be_written_nowhere(asked, capsys) -> None:
    assert run(["simulate", "toy", "--records"]) == 2
    assert capsys.readouterr().err == (
        "simkit: --records: say with --out where the games are to be written.\n"
    )


def test_what_the_library_refuses_leaves_nothing(monkeypatch, tmp_path: Path, capsys) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PolicyError("policy 'gredy' is unknown. Did you mean 'greedy'?")

    monkeypatch.setattr(simkit, "simulate", refuse, raising=False)
    assert run(["simulate", "toy", "--policy", "gredy", "--out", str(tmp_path / "run")]) == 2
    assert capsys.readouterr().err == (
        "simkit: policy 'gredy' is unknown. Did you mean 'greedy'?\n"
    )
    assert os.listdir(tmp_path) == []


def test_progress_is_shown_in_a_terminal_and_taken_away_at_the_end(monkeypatch) -> None:
    stream = io.StringIO()
    screen = Console(file=stream, force_terminal=True, width=100, color_system=None)
    monkeypatch.setattr("scripts._progress.console", lambda **_: screen)
    with progress_bar(4000) as progress:
        assert progress is not None
        for done in (1000, 2000, 4000):
            progress(done)
    assert "4,000 of 4,000 games, " in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")  # the line is cleared


def test_ctrl_c_keeps_what_is_done_and_says_so(asked, tmp_path: Path, capsys) -> None:
    asked["batch"] = {"n_requested": 1000, "interrupted": True}
    assert run(["simulate", "toy", "--out", str(tmp_path / "run")]) == 130
    printed = capsys.readouterr()
    assert "20 games of 1,000 (stopped)" in printed.out
    assert printed.err == (
        f"Written to {tmp_path / 'run'}\nStopped: these are the results of 20 of 1,000 games.\n"
    )
    assert (tmp_path / "run" / "manifest.json").exists()


def test_ctrl_c_before_the_first_game_writes_nothing(asked, tmp_path: Path, capsys) -> None:
    asked["batch"] = {"n_games": 0, "interrupted": True}
    assert run(["simulate", "toy", "--out", str(tmp_path / "run")]) == 130
    assert capsys.readouterr().out == ""
    assert os.listdir(tmp_path) == []


def test_the_real_games_come_out_whole(tmp_path: Path, capsys) -> None:
    arguments = ["simulate", "party/sushi-go", "--games", "300", "--policy", "random"]
    assert run([*arguments, "--out", str(tmp_path / "run"), "--records", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["run"]["menu"]["slug"] == "sushi-go"
    assert (document["run"]["games"], document["run"]["interrupted"]) == (300, False)
    assert sum(row["win"] for row in document["wins"]) == pytest.approx(1)
    records = list((tmp_path / "run" / "records").glob("*.parquet"))
    assert sum(len(pl.read_parquet(path)) for path in records) > 0


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("master-menue", "Did you mean 'master-menu'?"),
        ("party/sushi-go --policy gredy", "Did you mean 'greedy'?"),
        ("party/sushi-go --policies greedy,random", "for 4 players"),
        ("party/sushi-go --games 0", "games = 0: must be a whole number from 1"),
        ("party/sushi-go --seed -1", "seed = -1"),
        ("party/sushi-go --players 9", "players = 9: must be a whole number from 2 to 8"),
        ("party/sushi-go --threads 0", "threads = 0"),
        ("missing.toml", "missing.toml"),
    ],
)
def test_bad_input_is_one_line(arguments, part, tmp_path: Path, capsys) -> None:
    assert run(["simulate", *arguments.split(), "--out", str(tmp_path / "run")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("simkit: ")
    assert part in printed.err
    assert printed.err.count("\n") == 1
    assert os.listdir(tmp_path) == []


def grown(asked: dict[str, Any], monkeypatch, *, seconds: float = 0.0, stops: int = 0) -> list[int]:
    """Have runs grow as they are asked to, of games copied; return how many were asked for each time.

    From the run of `stops` games on Ctrl-C ends runs after 1,000 games.
    """
    batch, _ = toy.batch(games=64)
    runs: list[int] = []

    def play(menu: str, **arguments: Any) -> Batch:
        runs.append(arguments["games"])
        if arguments["records"] is not None:
            arguments["records"].mkdir()
            (arguments["records"] / str(arguments["games"])).touch()
        is_stopped = 0 < stops <= runs[-1]
        times = (1024 if is_stopped else runs[-1]) // 64
        tally = batch.tallies[0].copy()
        blocks = np.tile(batch.blocks, (times // 16, 1)) if times >= 16 else batch.blocks.copy()
        for name in tally.dtype.names:
            tally[name] *= times
        for name in blocks.dtype.names:
            blocks[name] *= min(times, 16)
        return dataclasses.replace(
            batch,
            n_games=64 * times,
            n_requested=runs[-1],
            tallies=(tally,),
            blocks=blocks,
            seconds=seconds * times / 64,
            interrupted=is_stopped,
        )

    monkeypatch.setattr(simkit, "simulate", play)
    return runs


def test_runs_double_until_the_win_shares_are_known(asked, monkeypatch, capsys) -> None:
    runs = grown(asked, monkeypatch)
    assert run(["simulate", "toy", "--target", "1pp", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert runs == [4096 * 2**i for i in range(len(runs))]
    assert len(runs) > 2
    document = json.loads(printed.out)
    assert document["run"]["games"] == runs[-1]
    assert document["run"]["target"] == "1pp"
    assert (document["run"]["max_games"], document["run"]["ended"]) == (1_000_000, "target")
    halves = [
        max(row["win_high"] - row["win"], row["win"] - row["win_low"]) for row in document["wins"]
    ]
    assert 0.005 < max(halves) <= 0.01
    assert printed.err == (
        f"Stopped at the target: after {runs[-1]:,} games the intervals of all win shares are within ± 1pp.\n"
    )


def test_only_headline_numbers_have_other_intervals(asked, monkeypatch, tmp_path, capsys) -> None:
    runs = grown(asked, monkeypatch)
    arguments = [
        "simulate",
        "toy",
        "--target",
        "0.5pt",
        "--out",
        str(tmp_path / "run"),
        "--records",
    ]
    assert run(arguments) == 0
    printed = capsys.readouterr()
    assert "Played up to a target (0.5pt): ± of points and wins by seat" in printed.out
    assert "the intervals of all points are within ± 0.5pt" in printed.err
    batch = simkit.simulate("toy", games=runs[-1], records=None)
    lasting, ordinary = tables(batch, tuned=50_000), tables(batch)
    for name, frame in lasting.items():
        assert pl.read_parquet(tmp_path / "run" / f"{name}.parquet").equals(frame)
        assert frame.equals(ordinary[name]) == (name not in ("scores", "wins"))
    both = [frames["scores"].filter(stage="game") for frames in (lasting, ordinary)]
    wide, narrow = ((x["points_high"] - x["points_low"]).to_numpy() for x in both)
    assert (wide > 1.5 * narrow).all()
    assert (
        lasting["scores"]
        .filter(pl.col("stage") != "game")
        .equals(ordinary["scores"].filter(pl.col("stage") != "game"))
    )
    # of all the runs on the way only the records of the last are kept
    kept = [path for path in (tmp_path / "run").iterdir() if path.is_dir()]
    assert [path.name for path in kept] == ["records"]
    assert [path.name for path in kept[0].iterdir()] == [str(runs[-1])]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["target"] == "0.5pt"


def test_a_target_out_of_reach_says_how_far_it_is(asked, monkeypatch, capsys) -> None:
    runs = grown(asked, monkeypatch)
    assert run(["simulate", "toy", "--target", "0.1pp", "--max-games", "10_240"]) == 0
    assert runs == [4096, 8192, 10_240]
    err = capsys.readouterr().err
    assert err.startswith(
        "Target not reached after 10,240 games (--max-games): half width is still "
    )
    assert err.endswith(" games more.\n")


def test_the_last_run_takes_the_time_that_is_left(asked, monkeypatch, capsys) -> None:
    runs = grown(asked, monkeypatch, seconds=1.0)  # for each 4,096 games
    assert run(["simulate", "toy", "--target", "0.1pp", "--max-time", "6s"]) == 0
    assert runs == [4096, 8192, 12_288]
    assert "after 12,288 games (--max-time)" in capsys.readouterr().err
    runs.clear()
    assert run(["simulate", "toy", "--target", "0.1pp", "--max-time", "5s"]) == 0
    assert runs == [4096, 8192]  # there is no time for any more
    capsys.readouterr()


@pytest.mark.parametrize(("stops", "games"), [(4096, 1024), (8192, 4096)])
def test_ctrl_c_before_a_target_keeps_the_longer_run(
    stops, games, asked, monkeypatch, tmp_path, capsys
) -> None:
    grown(asked, monkeypatch, stops=stops)
    arguments = ["--target", "0.1pp", "--out", str(tmp_path / "run"), "--records"]
    assert run(["simulate", "toy", *arguments]) == 130
    assert f"Target not reached after {games:,} games (Ctrl-C)" in capsys.readouterr().err
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert (manifest["games"], manifest["ended"]) == (games, "stopped")
    assert os.listdir(tmp_path / "run" / "records") == ["4096"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("--target 1pp --games 100", "leave out --target"),
        ("--target 1", "must be a number above 0 and its unit"),
        ("--max-games 100", "go with --target"),
        ("--max-time 3s", "go with --target"),
        ("--target 1pp --max-time 3", "must be a number above 0 and its unit: 30s"),
        ("--target 1pp --max-games 0", "max-games = 0"),
    ],
)
def test_what_makes_no_target_is_one_line(arguments, part, asked, tmp_path, capsys) -> None:
    assert run(["simulate", "toy", *arguments.split(), "--out", str(tmp_path / "run")]) == 2
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1
    assert asked == {}
    assert os.listdir(tmp_path) == []


def test_a_run_to_a_target_is_a_plain_one_whatever_the_threads(tmp_path: Path, capsys) -> None:
    line_up = ["simulate", "go", "-p", "3", "--policies", "random,greedy,random", "--rotate"]
    for threads in ("1", "2"):
        out = ["--threads", threads, "--out", str(tmp_path / threads)]
        assert run([*line_up, "--target", "2pp", *out]) == 0
    for path in (tmp_path / "1").iterdir():
        assert path.read_bytes() == (tmp_path / "2" / path.name).read_bytes()
    games = json.loads((tmp_path / "1" / "manifest.json").read_text())["games"]
    assert run([*line_up, "--games", str(games), "--out", str(tmp_path / "plain")]) == 0
    names = ("sums", "kinds", "leads")
    for name in names:
        one, other = (tmp_path / where / f"{name}.parquet" for where in ("1", "plain"))
        assert one.read_bytes() == other.read_bytes()
    capsys.readouterr()
    wins = pl.read_parquet(tmp_path / "1" / "wins.parquet")
    assert set(wins["by"]) == {"seat", "player"}
    assert max(wins["win_high"] - wins["win"]) <= 0.02
