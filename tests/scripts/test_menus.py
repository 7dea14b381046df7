import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.cli import run
from simkit.menus import legal_players, load, menu_schema, printed
from simkit.menus.catalogue import GAMES

MENUS = [menu for game in GAMES for menu in printed(game)]


def test_the_printed_menus_are_listed(capsys) -> None:
    assert run(["menus"]) == 0
    text = capsys.readouterr().out
    assert [menu.name for menu in MENUS if f"{menu.game}/{menu.slug} " not in text] == []
    lines = [line.strip() for line in text.splitlines()]
    assert [line for line in lines if line in GAMES.values()] == list(GAMES.values())
    assert 'pass = "both ways"' in text
    assert "5× nigiri, 6× maki, 10× appetizer, 5× special, 4× pudding" in text


def test_the_list_as_json_holds_every_menu_whole(capsys) -> None:
    assert run(["menus", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "schema": "simkit/menus/1",
        "menus": [menu.to_dict() | {"players": list(legal_players(menu))} for menu in MENUS],
    }


def test_the_list_as_csv_has_a_line_for_each_menu(capsys) -> None:
    assert run(["menus", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["menu"] for row in rows] == [f"{menu.game}/{menu.slug}" for menu in MENUS]
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


def test_a_menu_with_a_dummy_is_shown_with_its_hands(capsys) -> None:
    assert run(["menus", "show", "go/dummy"]) == 0
    text = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert lines[0] == "Sushi Go! with a dummy (go/dummy), for 2 players: 108 cards"
    for line in ('pass "left"', "dummy true", "2 9 3", "dummy_control alternates E21"):
        assert line in lines


def test_a_menu_of_dice_is_shown_with_dice_and_tokens(capsys) -> None:
    assert run(["menus", "show", "roll"]) == 0
    text = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert lines[0] == "Sushi Roll (roll/sushi-roll), for 2-5 players: 30 dice"
    for line in (
        "Dumpling appetizer 30 0/2/4/8/10/12/...",
        "nigiri white 5 2× nigiri-egg, 3× nigiri-salmon, nigiri-squid",
        "menu 3 18",
        "pudding 0 20",
        "2 8",
        "all_tied literal E6",
    ):
        assert line in lines


@pytest.mark.parametrize("menu", MENUS, ids=lambda menu: f"{menu.game}/{menu.slug}")
def test_every_printed_menu_is_shown_in_every_format(menu, capsys) -> None:
    name = f"{menu.game}/{menu.slug}"
    assert run(["menus", "show", name]) == 0
    assert capsys.readouterr().out.startswith(f"{menu.name} ({name}), for ")
    assert run(["menus", "show", name, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "schema": "simkit/menu/1",
        **menu.to_dict(),
        "players": list(legal_players(menu)),
    }
    assert run(["menus", "show", name, "--format", "csv"]) == 0
    rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert {row["card"]: int(row["copies"]) for row in rows} == menu.counts


def test_what_a_stranger_wrote_stays_on_one_line(tmp_path: Path, capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\ncards = ["a\\n\\u001b[2J"]\n')
    assert run(["menus", "show", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"simkit: {path}: cards: there is no card 'a\\n\\x1b[2J'. `simkit cards` lists all cards.\n"
    )


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


@pytest.mark.parametrize("menu", MENUS, ids=lambda menu: f"{menu.game}/{menu.slug}")
def test_a_menu_file_to_start_from_is_printed(menu, tmp_path: Path, capsys) -> None:
    assert run(["menus", "file", f"{menu.game}/{menu.slug}"]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out)
    assert replace(load(path), source="printed", slug=menu.slug) == menu


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
