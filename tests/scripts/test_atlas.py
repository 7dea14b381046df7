import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import polars as pl
import pytest

from analysis.atlas.view import Atlas
from reports.schemas import schemas
from scripts.cli import run
from simkit.menus import legal

FEW = ["--include", "maki", "--include", "tempura", "--include", "eel", "--include", "pudding"]
FIND = ["atlas", "find", "-p", "3", "--goal", "closer", *FEW, "--include", "tofu", "-n", "50000"]
ADVISE = ["atlas", "advise", "my-first-meal", "--goal", "closer", "--swaps", "1", "-n", "30000"]
QUICK = ["--policy", "greedy", "--workers", "1", "-q"]


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    menus = list(legal(4))[:300]
    rng = np.random.default_rng(0)
    columns = {}
    for name, mean, sd, se in (("margin", 6, 0.7, 0.1), ("comeback_2", 0.45, 0.05, 0.01)):
        value, errors = mean + sd * rng.normal(size=300), np.full(300, se)
        ends = {"": value, "_se": errors, "_low": value - 2 * se, "_high": value + 2 * se}
        ends |= {"_raw": value, "_raw_se": errors}
        columns |= {f"{name}{end}": values for end, values in ends.items()}
    frame = pl.DataFrame(
        {
            "policies": ["greedy"] * 300,
            "players": [4] * 300,
            "kinds": [list(kinds) for kinds in menus],
            "game": ["party"] * 300,
            "n_games": [512] * 300,
            "key": ["k"] * 300,
            **columns,
        }
    )
    folder = tmp_path_factory.mktemp("atlas") / "made"
    Atlas(frame, *(pl.DataFrame() for _ in range(5))).write(folder)
    return folder


SCHEMAS = schemas()


def _document(capsys) -> dict:
    """What was printed, which has the form that it says."""
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    form = found["schema"].removeprefix("simkit/").replace("/", "-")
    jsonschema.Draft202012Validator(SCHEMAS[form]).validate(found)
    return found


def _query(atlas: Path, *options: str) -> int:
    return run(["atlas", "query", "--atlas", str(atlas), *options])


def test_a_query_says_what_fits_the_best_first(atlas: Path, capsys) -> None:
    assert (
        _query(
            atlas, "--max", "margin=6", "--exclude", "spoon", "--sort", "closer", "--format", "csv"
        )
        == 0
    )
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    margins = [float(row["margin"]) for row in rows]
    assert margins == sorted(margins)
    assert len(rows) == 20
    assert margins[-1] <= 6
    assert not any("spoon" in row["kinds"] for row in rows)
    assert float(rows[0]["margin_low"]) < margins[0] < float(rows[0]["margin_high"])


def test_limits_can_be_written_in_two_ways(atlas: Path, capsys) -> None:
    shown = []
    for limits in (
        ["--limit", "margin<=6", "--limit", "margin >= 5.5"],
        ["--max", "margin=6", "--min", "margin=5.5", "--limit", "margin<=7"],
    ):
        assert _query(atlas, *limits, "--format", "json") == 0
        shown.append(_document(capsys))
    assert shown[0] == shown[1]
    assert shown[0]["schema"] == "simkit/atlas-query/1"
    assert 0 < shown[0]["found"] < 300
    assert all(5.5 <= row["margin"] <= 6 for row in shown[0]["menus"])


def test_the_text_of_a_query_warns_of_the_luck_of_the_first(atlas: Path, capsys) -> None:
    assert _query(atlas, "--sort", "closer", "--top", "3") == 0
    text = capsys.readouterr().out
    assert "300 menus found, 3 shown, the best first" in text
    assert "could as well be as good as the last one" in text
    assert " ± 0.2" in text
    assert _query(atlas, "--max", "margin=1") == 0
    assert "No menu fits" in capsys.readouterr().out


def test_several_goals_give_a_front_and_no_sum(atlas: Path, capsys) -> None:
    options = ["--sort", "closer", "--sort", "comebacks"]
    assert _query(atlas, *options, "--format", "json") == 0
    found = _document(capsys)
    front = [row for row in found["menus"] if row["front"]]
    for row in front:
        assert not any(
            other["margin"] < row["margin"] and other["comeback_2"] > row["comeback_2"]
            for other in found["menus"]
        )
    assert front
    assert _query(atlas, *options) == 0
    assert "that no other beats in all goals" in capsys.readouterr().out


def test_a_query_loads_nothing_that_plays_or_fits(atlas: Path) -> None:
    code = (
        "import sys; from scripts.cli import run; "
        f"run(['atlas', 'query', '--atlas', {str(atlas)!r}, '--sort', 'closer', '--top', '1']); "
        "print(sorted({'numba', 'scipy', 'pandas', 'matplotlib', 'simkit.cards'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["query"], "no atlas: name one with --atlas DIR or in SIMKIT_ATLAS"),
        (["query", "--atlas", "nowhere"], "nowhere: there is no atlas; make one with"),
        (["find", "-p", "4"], "--goal is missing: say what is wanted"),
        (
            ["find", "-p", "4", "--goal", "closest"],
            "goal 'closest' is unknown. Did you mean 'closer'?",
        ),
        ([*FIND[1:-1], "1000"], "budget = 1,000: 28 menus take 12,000 games or more"),
        (["find", "-p", "4", "--goal", "closer", "--top", "0"], "--top 0: must be 1 or more"),
        (["advise", "go", "--goal", "closer"], "choose a menu of Sushi Go Party!"),
        (["advise", "my-first-meal", "--goal", "closer", "--swaps", "3"], "must be 1, 2 or 1,2"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(options, words, capsys, monkeypatch) -> None:
    monkeypatch.delenv("SIMKIT_ATLAS", raising=False)
    assert run(["atlas", *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("limit", ["margin", "margin<6", "margin<=", "<=6", "margin<=1.2.3"])
def test_a_limit_that_is_none_is_refused(limit: str, atlas: Path, capsys) -> None:
    assert _query(atlas, "--limit", limit) == 2
    assert f"--limit '{limit}': must be 'margin<=6'" in capsys.readouterr().err


def test_a_store_is_no_atlas(tmp_path: Path, capsys) -> None:
    (tmp_path / "cells").mkdir()
    assert _query(tmp_path) == 2
    assert f"make an atlas of it with `simkit atlas build {tmp_path}" in capsys.readouterr().err


def test_an_atlas_is_made_of_a_store(tmp_path: Path, capsys) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'games = 256\nplayers = 4\npolicies = ["greedy"]\nmenus.sample = {n = 70, seed = 1}\n'
    )
    store, made = str(tmp_path / "store"), str(tmp_path / "atlas")
    assert run(["sweep", str(plan), "-o", store, "--workers", "1", "-q"]) == 0
    capsys.readouterr()
    options = ["--measure", "margin", "-q", "--format", "json"]
    assert run(["atlas", "build", store, "-o", made, *options]) == 0
    found = _document(capsys)
    assert (found["cells"], found["played"], found["measures"]) == (14_112, 70, ["margin"])
    assert _query(Path(made), "--sort", "closer", "--include", "eel") == 0
    assert "menus found, 20 shown" in capsys.readouterr().out
    line = [*FIND, *QUICK, "--atlas", made, "--format", "json"]
    assert run([*line[:2], "-p", "4", *line[4:]]) == 0
    assert _document(capsys)["chance"] > 0


def test_find_says_how_sure_it_is(capsys) -> None:
    assert run([*FIND, *QUICK]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Among 28 menus for 3 players, all greedy: ")
    assert "no other menu is better by more than 0.5 points" in " ".join(text.split())
    assert run([*FIND, *QUICK, "--format", "json"]) == 0
    found = _document(capsys)
    assert found["schema"] == "simkit/atlas-find/1"
    assert found["candidates"] == 28
    assert 0 < found["chance"] <= 1
    assert found["menus"][0]["best_set"]
    assert run([*FIND, *QUICK, "--goal", "comebacks", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows[0]["listed"] == "True"
    assert {"margin", "comeback_2", "comeback_2_low"} <= rows[0].keys()


def test_advise_says_what_a_swap_does(capsys) -> None:
    assert run([*ADVISE, *QUICK]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith("My First Meal, 4 players, all greedy: ")
    assert "31 swaps of one card screened" in text
    assert "closer (margin, now 5." in text
    assert "→" in text
    assert run([*ADVISE, *QUICK, "--goal", "comebacks", "--format", "json"]) == 0
    found = _document(capsys)
    assert found["schema"] == "simkit/atlas-advise/1"
    assert [goal["measure"] for goal in found["goals"]] == ["margin", "comeback_2"]
    assert {row["verdict"] for row in found["swaps"]} <= {
        *("better", "worse", "different but small", "equivalent", "can't tell")
    }
