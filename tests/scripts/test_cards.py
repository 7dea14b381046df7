import csv
import io
import json

import pytest

from scripts.cli import run
from simkit.cards import CATALOGUE, CATALOGUES


@pytest.mark.parametrize("width", ["80", "120"])
def test_every_card_is_listed(width, monkeypatch, capsys) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert run(["cards"]) == 0
    text = capsys.readouterr().out
    assert [card.slug for card in CATALOGUE if f" {card.slug} " not in text] == []


def test_the_cards_as_json_are_whole(capsys) -> None:
    assert run(["cards", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["game"]) == ("simkit/cards/1", "party")
    assert "dice" not in document
    assert [card["kind"] for card in document["cards"]] == [card.slug for card in CATALOGUE]
    (takeout,) = (card for card in document["cards"] if card["kind"] == "takeout-box")
    assert takeout["variants"][0] == {
        "card": "takeout-box-10",
        "name": "Takeout box 10",
        "copies": 1,
        "order_number": 10,
    }
    assert (takeout["points"], takeout["hex"], takeout["copies"]) == (2, "CCA17A", 3)


def test_the_cards_as_csv_are_the_181_of_the_box(capsys) -> None:
    assert run(["cards", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert sum(int(row["copies"]) for row in rows) == 181
    assert [row["order_number"] for row in rows if row["kind"] == "spoon"] == ["4", "5", "6"]


@pytest.mark.parametrize("game", CATALOGUES)
def test_the_kinds_of_every_game_are_listed(game, capsys) -> None:
    assert run(["cards", game, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [card["kind"] for card in document["cards"]] == [k.slug for k in CATALOGUES[game]]
    assert run(["cards", game]) == 0
    text = capsys.readouterr().out
    for kind in CATALOGUES[game]:
        for name in [v.slug for v in kind.variants] if game == "roll" else [kind.slug]:
            assert f" {name} " in text


def test_the_cards_of_sushi_go_are_for_two_to_five(capsys) -> None:
    assert run(["cards", "go", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert sum(int(row["copies"]) for row in rows) == 108 + 4  # with the promotional soy sauce
    assert {(row["min_players"], row["max_players"]) for row in rows} == {("2", "5")}
    (chopsticks,) = (row for row in rows if row["kind"] == "chopsticks")
    assert (chopsticks["card"], chopsticks["order_number"]) == ("chopsticks", "")


def test_the_faces_of_sushi_roll_come_with_the_dice_that_show_them(capsys) -> None:
    assert run(["cards", "roll", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["dice"][0] == {
        "die": "nigiri",
        "colour": "white",
        "dice": 5,
        "faces": ["nigiri-egg"] * 2 + ["nigiri-salmon"] * 3 + ["nigiri-squid"],
    }
    assert sum(card["copies"] for card in document["cards"]) == 180
    (wasabi,) = (card for card in document["cards"] if card["kind"] == "wasabi")
    assert (wasabi["colour"], wasabi["hex"], wasabi["copies"]) == ("green", None, 10)
    assert (wasabi["min_players"], wasabi["max_players"]) == (2, 5)


def test_there_is_no_fourth_box(capsys) -> None:
    assert run(["cards", "sushi"]) == 2
    assert capsys.readouterr().err == (
        "simkit: Invalid value for 'GAME': 'sushi' is not one of 'party', 'go', 'roll'. See "
        "`simkit cards --help`.\n"
    )
