"""The vectors of the rules, `tests/vectors/roll.json`, against the reference."""

from typing import Any

import pytest

from . import roll_scoring
from .cards import lay_out
from .roll_rulebook import make_rules
from .scoring import count, icons
from .vectors import Vector, of_type, points_of, read

VECTORS = read("roll")


@pytest.mark.parametrize("vector", of_type(VECTORS, "score"))
def test_trays_score_as_the_rule_book_says(vector: Vector) -> None:
    listed, of = vector["tableaux"], vector["of"]
    empty: list[Any] = [[]] * (vector["players"] - len(listed))
    trays = [lay_out(entries) for entries in listed + empty]
    if "amounts" in vector:
        amounts = icons(trays, of) if of == "maki" else count(trays, of)
        assert amounts[: len(listed)] == vector["amounts"]
    scored = roll_scoring.score_round(trays, make_rules(vector["players"]))
    assert points_of(scored, of)[: len(listed)] == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "tokens"))
def test_tokens_score_at_the_end_of_the_game(vector: Vector) -> None:
    listed = vector["tokens"]
    none = {"menu": 0, "chopsticks": 0, "pudding": 0}
    tokens = listed + [none] * (vector["players"] - len(listed))
    scored = roll_scoring.score_tokens(tokens, make_rules(vector["players"]))
    assert points_of(scored, vector["of"])[: len(listed)] == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "take"))
def test_a_die_brings_what_is_left_of_its_tokens(vector: Vector) -> None:
    assert roll_scoring.take_tokens(vector["face"], vector["supply"]) == vector["expected"]


def test_every_vector_has_a_runner() -> None:
    assert {vector["type"] for vector in VECTORS} == {"score", "tokens", "take"}
