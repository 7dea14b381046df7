import csv
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analysis import answers
from analysis.answers import Analysis
from analysis.gather import Budget, Target
from scripts.cli import run
from simkit.menus import Menu, load

COMMAND = ["analyze", "party/sushi-go", "--players", "3", "--games", "1024", "--quiet"]


@pytest.fixture(scope="module")
def found() -> Analysis:
    return answers.analyze("party/sushi-go", players=(3,), budget=Budget(games=1024))


@pytest.fixture
def asked(monkeypatch, found) -> dict[str, Any]:
    """Have the same answer given every time; hold what was asked."""
    calls: dict[str, Any] = {}

    def answer(menu: Menu, **arguments: Any) -> Analysis:
        calls.update(arguments, menu=menu)
        return found

    monkeypatch.setattr(answers, "analyze", answer)
    return calls


def printed(capsys, *options: str) -> str:
    assert run([*COMMAND, *options]) == 0
    out = capsys.readouterr()
    assert out.err == ""
    return out.out


def test_what_is_asked_goes_to_the_library(asked, capsys) -> None:
    printed(capsys)
    assert asked.pop("menu") == load("party/sushi-go")
    assert asked == {
        "players": (3,),
        "policies": ("greedy", "weighted"),
        "sections": ("cards", "pairs", "seats", "menu", "luck"),
        "budget": Budget(games=1024),
        "seed": 0,
        "house": False,
        "threads": None,
        "progress": None,
    }
    options = "-p 3,5-6 --policies rule --sections cards --target 0.5pp --max-games 9_000 --max-time 2m --seed 3"
    assert run(["analyze", "big-banquet", *options.split()]) == 0
    assert asked["players"] == (3, 5, 6)
    assert asked["policies"] == ("rule",)
    assert asked["budget"] == Budget(None, Target(0.005, "pp"), 9000, 120.0)


@pytest.mark.parametrize("width", [80, 120])
def test_it_says_what_it_found_first(asked, capsys, monkeypatch, width) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = printed(capsys).splitlines()
    assert lines[0].startswith(
        "Sushi Go! (party/sushi-go), 3 players, all seats each of greedy, weighted"
    )
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    for said in (
        "What weighted players find - Worth most to a player who may take it",
        "No seat has an edge: each of 1,024 deals",
        "its left neighbour, who gets its hands",
        "the deal decides",
        "What cards are worth to weighted",
        "What another player does at a table of greedy",
        "What the menu is like",
        "simkit replay party/sushi-go -p 3 --policy weighted --seed 0 -k 171798",
        "± is half of a 95 % interval.",
    ):
        assert said in text
    assert "…" not in text


def test_numbers_of_players_that_can_not_be_are_left_out(asked, capsys) -> None:
    assert run(["analyze", "go", "-p", "2-8", "-q", "--format", "csv"]) == 0
    assert asked["players"] == (2, 3, 4, 5)
    assert capsys.readouterr().err == (
        "simkit: left out, as the menu can not be played by so many: 6, 7, 8 players\n"
    )
    assert run(["analyze", "go", "-p", "6-8", "-q"]) == 2
    said = "--players 6 to 8: no number of players is left; Sushi Go! is for 2 to 5."
    assert said in capsys.readouterr().err


def test_several_numbers_of_players_begin_with_a_table(capsys) -> None:
    options = ["--players", "2,4", "--games", "256", "--sections", "cards", "--policies", "rule"]
    text = printed(capsys, *options)
    assert text.splitlines()[3].split() == ["win", "index", "2", "players", "4", "players"]
    assert text.count("What rule players find") == 2
    assert "What the menu is like" not in text


def test_json_has_the_run_and_all_tables(asked, capsys) -> None:
    document = json.loads(printed(capsys, "--format", "json"))
    assert document["schema"] == "simkit/analysis/1"
    run_ = document["run"]
    assert run_["schema"] == "simkit/analysis-manifest/1"
    assert (run_["players"], run_["policies"]) == ([3], ["greedy", "weighted"])
    assert run_["menu"]["name"] == "Sushi Go!"
    assert run_["games"] == 1024
    assert set(document) >= {"kinds", "cards", "picks", "copies", "preferred", "changes", "seats"}
    assert set(document) >= {"neighbours", "audits", "character", "luck", "skill", "complexity"}
    row = document["kinds"][0]
    assert row["kind"] == "nigiri"
    assert row["forbid_value_low"] < row["forbid_value"] < row["forbid_value_high"]


def test_csv_is_one_long_table(asked, capsys) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "--format", "csv"))))
    found = {(row["table"], row["policy"], row["kind"], row["quantity"]): row for row in rows}
    row = found["kinds", "weighted", "tempura", "forbid_value"]
    assert float(row["low"]) < float(row["value"]) < float(row["high"])
    assert ("neighbours", "weighted", "", "points") in found


def test_a_run_is_written_and_the_same_run_gives_the_same_bytes(capsys, tmp_path) -> None:
    for name in ("one", "two"):
        printed(
            capsys, "--sections", "cards", "--policies", "greedy", "--out", str(tmp_path / name)
        )
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert "manifest.json" in files
    assert "kinds.parquet" in files
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    manifest = json.loads((tmp_path / "one" / "manifest.json").read_text())
    assert manifest["tables"] == [Path(f).stem for f in files if f.endswith(".parquet")]
    kinds = pl.read_parquet(tmp_path / "one" / "kinds.parquet")
    assert kinds.select("players", "policy").unique().rows() == [(3, "greedy")]
    assert run([*COMMAND, "--out", str(tmp_path / "one")]) == 2


def test_a_target_is_reached(capsys) -> None:
    options = ["--sections", "cards", "--policy", "greedy", "--players", "2", "--format", "json"]
    assert run(["analyze", "party/sushi-go", "--target", "1pt", "--quiet", *options]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {part for run_ in document["run"]["ended"] for part in run_["ended"].values()} == {
        "target"
    }
    for row in document["kinds"]:
        for name in ("forbid_value", "pick_value"):
            assert row[f"{name}_high"] - row[f"{name}_low"] <= 2


def test_dice_and_a_dummy(capsys) -> None:
    for menu, players in (("roll", "2"), ("go/dummy", "2")):
        options = ["--players", players, "--games", "256", "--quiet", "--format", "json"]
        assert run(["analyze", menu, *options]) == 0
        document = json.loads(capsys.readouterr().out)
        assert ("picks" in document) == (menu != "roll")
        assert ("starts" in document) == (menu == "roll")
        assert document["audits"][0]["n_moved"] is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--players 1", "numbers from 2 to 8"),
        ("--players 4-3", "numbers from 2 to 8"),
        ("--players x", "numbers from 2 to 8"),
        ("--games 0", "games = 0: must be a whole number from 1"),
        ("--target 0.1pt", "leave out --target"),
        (
            "--sections cards,sets",
            "section 'sets' is unknown. Known: cards, pairs, seats, menu, luck.",
        ),
        ("--policies greedy,wieghted", "policy 'wieghted' is unknown. Did you mean 'weighted'?"),
    ],
)
def test_bad_input_gets_one_line(capsys, options, said) -> None:
    assert run([*COMMAND, *options.split()]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert said in out.err
    assert out.err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--target 0.1", "such as 0.1pt"),
        ("--target -1pt", "above 0"),
        ("--target 0.1pt --max-time 5", "30s, 5m or 1h"),
        ("--target 0.1pt --max-games 0", "max-games = 0"),
    ],
)
def test_bad_targets_get_one_line(capsys, options, said) -> None:
    assert run(["analyze", "party/sushi-go", *options.split()]) == 2
    assert said in capsys.readouterr().err
