"""`simkit score`: a file of tableaux in, points out."""

import csv
import io
import json
import subprocess
import sys

import pytest

from scripts.cli import run
from simkit.tableau_file import score_schema

GAME = """\
name = "Friday"
names = ["Ann", "Bob"]
rounds = [
  [["wasabi", "squid", "pudding"], ["maki 3", "egg"]],
  {seats = [["tempura", "tempura"], ["squid"]], claimed = 0},
  [[], ["pudding", "pudding"]],
]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "friday.toml"
    path.write_text(GAME)
    return str(path)


def test_the_sheet_is_printed(file, capsys) -> None:
    assert run(["score", file]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Friday, 2 players\n")
    assert "\nTotal           14   16\n" in text
    assert text.endswith("\nBob wins.\n")


def test_the_json_says_everything(file, capsys) -> None:
    assert run(["score", file, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == "simkit/score/1"
    assert data["totals"] == [14, 16]
    assert data["win_share"] == [0, 1]
    assert data["dessert_points"] == [{"pudding": 0}, {"pudding": 6}]
    assert run(["score", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == score_schema()


def test_the_csv_has_a_line_for_each_number(file, capsys) -> None:
    assert run(["score", file, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(rows[0]) == ["round", "seat", "name", "kind", "points"]
    assert sum(int(row["points"]) for row in rows) == 30
    assert {row["round"] for row in rows} == {"1", "2", "3", ""}


DICE = """\
game = "roll"
names = ["Ann", "Bob"]
rounds = [
  [["wasabi", "squid", "two menus"], ["maki 2", "pudding 3", "egg"]],
  [["tempura", "tempura", "maki 1"], ["pudding 2", "egg", "dumpling"]],
  [["pudding 1", "maki 3", "maki 3"], ["sashimi", "sashimi", "chopsticks 2"]],
]
tokens = [{menu = 2, chopsticks = 1}, {chopsticks = 2}]
"""


def test_dice_and_tokens_are_scored(tmp_path, capsys) -> None:
    path = tmp_path / "dice.toml"
    path.write_text(DICE)
    assert run(["score", str(path)]) == 0
    text = capsys.readouterr().out
    assert "\nTokens\n  Tokens left     1    1\n  Pudding         0    6\n" in text
    assert text.endswith("\nPudding tokens    1    5\n\nAnn wins.\n")
    assert run(["score", str(path), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["totals"], data["dessert_cards"]) == ("roll", [27, 23], [1, 5])
    assert data["tokens"][0] == {"menu": 2, "chopsticks": 1, "pudding": 1}
    assert run(["score", str(path), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert sum(int(row["points"]) for row in rows) == 50


def test_a_dummy_is_scored(tmp_path, capsys) -> None:
    path = tmp_path / "dummy.json"
    path.write_text(json.dumps({"menu": "go/dummy", "seats": [["maki 3"], ["egg"], ["maki 3"]]}))
    assert run(["score", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Tableaux, 2 players and a dummy\n\n          seat 1  seat 2  dummy\n")
    assert text.endswith("Seat 1 and the dummy share the lead; desserts are not scored yet.\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("seats = [\n[1\n", "friday.toml: this is not valid TOML: "),
        ('seats = [["eg"], []]\n', "seat 1, card 1: there is no card 'eg'. Did you mean 'egg'?"),
        ('seats = [["egg"]]\n', "1 seat: the game is for 2 to 8 players."),
        ('seets = [["egg"], []]\n', "`seets` is not known. Did you mean 'seats'?"),
        (
            'game = "go"\nseats = [["eel"], []]\n',
            "card 1: there is no card 'eel' in Sushi Go!, but",
        ),
        ('game = "roll"\nseats = [["soy"], []]\n', "there is no face 'soy' in Sushi Roll, but in"),
        ('menu = "go"\nseats = [[], []]\ntokens = [{}, {}]\n', "`tokens` is for Sushi Roll"),
        ('game = "chess"\nseats = [[], []]\n', "game = \"chess\": must be 'party', 'go' or"),
        ('seats = [["egg"], []]\nclaimed = -1\n', "claimed = -1: must be a whole number from 0"),
    ],
)
def test_bad_files_are_one_line(text, line, tmp_path, capsys) -> None:
    path = tmp_path / "friday.toml"
    path.write_text(text)
    assert run(["score", str(path)]) == 2
    printed = capsys.readouterr()
    assert line in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)


def test_a_missing_file_is_one_line_and_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.cli", "score", "nowhere.toml"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "simkit: nowhere.toml: there is no such file.\n"


def test_without_a_file_the_way_out_is_named(capsys) -> None:
    assert run(["score"]) == 2
    assert "simkit: FILE is missing" in capsys.readouterr().err
