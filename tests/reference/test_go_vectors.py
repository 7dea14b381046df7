"""The vectors of the rules, `tests/vectors/go.json`, against the reference."""

from typing import Any

import pytest

from . import go_scoring
from .cards import lay_out
from .go_rulebook import make_rules
from .scoring import icons
from .vectors import Vector, of_type, points_of, read

VECTORS = read("go")


@pytest.mark.parametrize("vector", of_type(VECTORS, "score"))
def test_tableaux_score_as_the_rule_book_says(vector: Vector) -> None:
    listed = vector["tableaux"]
    empty: list[Any] = [[]] * (vector["players"] - len(listed))
    tables = [lay_out(entries) for entries in listed + empty]
    scored = go_scoring.score_round(tables, make_rules(vector["players"]))
    assert points_of(scored, vector["of"])[: len(listed)] == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "desserts"))
def test_puddings_score_at_the_end_of_the_game(vector: Vector) -> None:
    assert [len(cards) for cards in vector["kept"]] == vector["amounts"]
    got = go_scoring.score_desserts(vector["amounts"], make_rules(vector["players"]))
    assert points_of(got, "pudding") == vector["expected"]


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["of"] == "maki"])
def test_amounts_are_those_of_the_tableaux(vector: Vector) -> None:
    tables = [lay_out(cards) for cards in vector["tableaux"]]
    assert icons(tables, "maki") == vector["amounts"]
    assert go_scoring.maki_points(vector["amounts"], make_rules(3)) == vector["expected"]


def test_every_vector_has_a_runner() -> None:
    assert {vector["type"] for vector in VECTORS} == {"score", "desserts"}
    assert {vector["section"] for vector in VECTORS} == {"O1", "O2", "O3"}
