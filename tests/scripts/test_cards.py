import csv
import io
import json

import pytest

from scripts.cli import run
from simkit.cards import CATALOGUE


@pytest.mark.parametrize("width", ["80", "120"])
def test_every_card_is_listed(width, monkeypatch, capsys) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert run(["cards"]) == 0
    text = capsys.readouterr().out
    assert [card.slug for card in CATALOGUE if f" {card.slug} " not in text] == []


def test_the_cards_as_json_are_whole(capsys) -> None:
    assert run(["cards", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "simkit/cards/1"
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
