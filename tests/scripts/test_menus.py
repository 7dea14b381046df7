import csv
import io
import json
from pathlib import Path

import pytest

from scripts.cli import run
from simkit.menus import legal_players, load, menu_schema, printed


def test_the_printed_menus_are_listed(capsys) -> None:
    assert run(["menus"]) == 0
    text = capsys.readouterr().out
    assert [menu.slug for menu in printed() if f"party/{menu.slug} " not in text] == []


def test_the_list_as_json_holds_every_menu_whole(capsys) -> None:
    assert run(["menus", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "schema": "simkit/menus/1",
        "menus": [menu.to_dict() | {"players": list(legal_players(menu))} for menu in printed()],
    }


def test_the_list_as_csv_has_a_line_for_each_menu(capsys) -> None:
    assert run(["menus", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["menu"] for row in rows] == [f"party/{menu.slug}" for menu in printed()]
    assert rows[3] == {
        "menu": "party/master-menu",
        "name": "Master Menu",
        "cards": "temaki sashimi tofu onigiri spoon takeout-box fruit",
        "players": "[3, 4, 5, 6, 7, 8]",
    }


def test_a_menu_is_shown_with_cards_copies_players_and_rulings(capsys) -> None:
    assert run(["menus", "show", "master-menu"]) == 0
    text = capsys.readouterr().out
    for part in (
        "Master Menu (party/master-menu), for 3-8 players: 54 cards and 15 desserts",
        "12 (4× egg, 5× salmon, 3× squid)",
        "-2/0/1/3/6/10",
        "uramaki_after_last_place",
    ):
        assert part in text
    assert "*" not in text


def test_a_menu_as_json_is_whole(capsys) -> None:
    assert run(["menus", "show", "big-banquet", "--format", "json"]) == 0
    menu = load("big-banquet")
    assert json.loads(capsys.readouterr().out) == {
        "schema": "simkit/menu/1",
        **menu.to_dict(),
        "players": [3, 4, 5, 6, 7, 8],
    }


def test_a_menu_as_csv_has_a_line_for_each_card(capsys) -> None:
    assert run(["menus", "show", "big-banquet", "--format", "csv"]) == 0
    rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert {row["card"]: int(row["copies"]) for row in rows} == load("big-banquet").counts


def test_rulings_that_are_not_the_recommended_ones_are_marked(tmp_path: Path, capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(load("big-banquet").to_toml() + '[rulings]\nall_tied = "nothing"\n')
    assert run(["menus", "show", str(path)]) == 0
    text = capsys.readouterr().out
    assert "nothing *" in text
    assert "* not the recommended ruling" in text


def test_a_menu_that_nobody_can_play_is_shown_all_the_same(tmp_path: Path, capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Too small"\ncards = ["tea"]\n')
    assert run(["menus", "show", str(path), "--house"]) == 0
    assert "Too small (party/too-small, house menu), for none players" in capsys.readouterr().out


def test_a_menu_file_to_start_from_is_printed(tmp_path: Path, capsys) -> None:
    assert run(["menus", "file", "big-banquet"]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out)
    assert load(path).kinds == load("big-banquet").kinds


def test_the_schema_is_printed(capsys) -> None:
    assert run(["menus", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == menu_schema()


@pytest.mark.parametrize(
    ("fmt", "printed_text"),
    [
        ("text", "6615\n"),
        ("csv", "players,n_menus\n2,6615\n"),
        (
            "json",
            '{\n  "schema": "simkit/legal-menus/1",\n  "players": 2,\n  "n_menus": 6615\n}\n',
        ),
    ],
)
def test_the_legal_menus_are_counted(fmt, printed_text, capsys) -> None:
    assert run(["menus", "legal", "--players", "2", "--count", "--format", fmt]) == 0
    assert capsys.readouterr().out == printed_text


def test_the_legal_menus_are_listed(capsys) -> None:
    assert run(["menus", "legal", "--players", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert run(["menus", "legal", "--players", "2", "--format", "csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert run(["menus", "legal", "--players", "2", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(lines) == 6615
    assert [line.split() for line in lines] == rows[1:] == document["menus"]
    assert len(rows[0]) == 7
