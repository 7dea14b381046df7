"""``simkit ladder`` as a user calls it."""

import json

import pytest

from scripts.cli import run

SMALL = ["ladder", "random", "greedy", "--menu", "go", "--players", "3", "--games", "600"]


def test_a_table_for_people_and_for_documents(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(SMALL) == 0
    said = capsys.readouterr()
    assert "greedy > random" in said.out
    assert "go/sushi-go" in said.out
    assert "1 of 1" in said.err
    assert run([*SMALL, "--markdown", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| menu | players | greedy > random |"
    assert lines[2].startswith("| go/sushi-go | 3 | ")


def test_numbers_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*SMALL, "--format", "json", "--quiet"]) == 0
    (step,) = json.loads(capsys.readouterr().out)["steps"]
    assert step["beats"] is True
    assert step["ahead_low"] <= step["ahead"] <= step["ahead_high"]


@pytest.mark.parametrize(
    ("arguments", "says"), [(["greedy"], "at least two"), (["greedy", "gredy"], "greedy")]
)
def test_bad_input(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", *arguments, "--menu", "go"]) == 2
    assert says in capsys.readouterr().err
