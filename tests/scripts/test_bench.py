"""``simkit bench``: its rows and the program of the speed limit; never how fast it is."""

import json
import os
import stat
from pathlib import Path

import pytest

from scripts.cli import run

SHORT = ["--repeats", "1", "--milliseconds", "1"]
COLUMNS = [
    "menu",
    "players",
    "policy",
    "ns_per_game_min",
    "ns_per_game_median",
    "games_per_second",
    "limit_ratio",
]


def program(folder: Path, prints: str) -> Path:
    """Make a program that stands for the C one."""
    path = folder / "simd"
    path.write_text(f"#!/bin/sh\necho '{prints}'\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_json_is_a_list_of_rows(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["bench", "master-menu", "--players", "2,4", "--format", "json", *SHORT])
    rows = json.loads(capsys.readouterr().out)
    assert code == 0
    assert [list(row) for row in rows] == [COLUMNS] * 2
    assert [(row["menu"], row["players"], row["policy"]) for row in rows] == [
        ("master-menu", 4, "random"),  # two players may not have spoons
        ("master-menu", 4, "greedy"),
    ]
    assert all(row["ns_per_game_min"] > 0 and row["limit_ratio"] is None for row in rows)


def test_the_limit_is_run_in_turn_and_its_ratio_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limit = str(program(tmp_path, "simd greedy P=4: min 50.0 p10 51 med 52 ns/game"))
    arguments = ["bench", "party/sushi-go", "--players", "4", "--policies", "greedy"]
    assert run([*arguments, "--limit", limit, "--format", "json", *SHORT]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["limit_ratio"] == row["ns_per_game_min"] / 50.0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "four"], "players = four: must be numbers from 2 to 8"),
        (["--repeats", "0"], "repeats = 0: must be a whole number from 1 to 1,000"),
        (["--limit", "/nowhere/simd"], "no such program"),
        (["--policies", "gredy"], "Did you mean 'greedy'?"),
    ],
)
def test_wrong_input_is_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bench", "party/sushi-go", *arguments]) == 2
    err = capsys.readouterr().err.strip().splitlines()
    assert said in err[-1]


@pytest.mark.skipif(os.name != "posix", reason="needs a shell script as a program")
def test_a_limit_that_says_nothing_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limit = str(program(tmp_path, "hello"))
    arguments = ["bench", "party/sushi-go", "--players", "4", "--policies", "greedy"]
    assert run([*arguments, "--limit", limit, *SHORT]) == 2
    assert "it printed no 'min ... ns/game'" in capsys.readouterr().err
