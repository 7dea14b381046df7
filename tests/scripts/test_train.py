"""``simkit train``: what it writes, how it goes on, and what it says about bad input."""

import json
import sys
import tomllib

import pytest

from scripts.cli import run

_SHORT = ["train", "--menu", "party/sushi-go", "--only", "tempura", "--generations", "2"]
_SHORT += ["--games", "1024", "--check-games", "2048", "--check-every", "1", "--population", "4"]


def test_a_short_training_writes_weights_that_play(tmp_path, capsys):
    out = tmp_path / "mine.toml"
    assert run([*_SHORT, "--out", str(out), "--threads", "1"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("Tuned weights against the start: ")
    assert "on 32,768 fresh games." in printed.out
    assert "   2/2 tempura" in printed.err
    content = tomllib.loads(out.read_text("utf-8"))
    assert content["provenance"]["generations_done"] == 2
    assert content["provenance"]["result"]["n"] == 32768
    before = out.read_bytes()
    assert run(["train", "--resume", "--out", str(out)]) == 0  # all is known: measured again
    assert out.read_bytes() == before
    assert run(["train", "--resume", "--out", str(out), "--passes", "2"]) == 0
    assert tomllib.loads(out.read_text("utf-8"))["provenance"]["generations_done"] == 4
    capsys.readouterr()
    assert run(["train", "--resume", "--out", str(out), "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["schema"] == "simkit/training-result/1"
    assert printed["training"]["passes"] == 2
    assert run([*_SHORT, "--out", str(out)]) == 2
    assert "go on with --resume, or replace it with --force." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--menu: name a menu, or random:K"),
        (["--menu", "go", "--players", "1-4"], "--players 1-4: write 4, 2-5 or 2,4,6"),
        (["--menu", "go", "--players", "4", "--only", "eel"], "--only eel: no menu here has it."),
        (["--menu", "goo"], "menu 'goo': there is no such menu or file."),
        (["--menu", "go", "--games", "1"], "--games = 1: must be a whole number from 256"),
        (["--menu", "go", "--against", "gredy"], "policy 'gredy' is unknown."),
        (["--resume"], "there is no training to resume"),
    ],
)
def test_bad_input_is_one_line(tmp_path, capsys, arguments, said):
    assert run(["train", "--out", str(tmp_path / "w.toml"), *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_without_cma_it_says_how_to_get_it(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "cma", None)
    assert run([*_SHORT, "--out", str(tmp_path / "w.toml")]) == 2
    assert "install it with `pip install cma`" in capsys.readouterr().err


def test_a_best_response_is_called_so(tmp_path, capsys):
    arguments = [
        *_SHORT,
        "--out",
        str(tmp_path / "w.toml"),
        "--alone",
        "--against",
        "greedy",
        "--format",
        "text",
    ]
    assert run(arguments) == 0
    assert capsys.readouterr().out.startswith("Best response against greedy: +")
