"""The vectors of the rules, `tests/vectors/party.json`, against the reference."""

from typing import Any

import pytest

from . import scoring
from .cards import lay_out
from .rulebook import KINDS
from .scenes import Scene, kinds_of, scene_rules
from .vectors import Vector, of_type, points_of, read

VECTORS = read("party")


@pytest.mark.parametrize("vector", of_type(VECTORS, "score"))
def test_tableaux_score_as_the_rule_book_says(vector: Vector) -> None:
    listed = vector["tableaux"]
    empty: list[Any] = [[]] * (vector["players"] - len(listed))
    kinds = kinds_of(entry for entries in listed for entry in entries)
    rules = scene_rules(vector["players"], kinds | ({vector["of"]} & set(KINDS)))
    tables = [lay_out(entries) for entries in listed + empty]
    scored = scoring.score_round(tables, rules, vector.get("claimed", 0))
    assert points_of(scored, vector["of"])[: len(listed)] == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "formula"))
def test_formulas_hold_beyond_what_cards_can_show(vector: Vector) -> None:
    kind, amounts = vector["of"], vector["amounts"]
    rules = scene_rules(vector["players"], {kind})
    if kind == "uramaki":
        got = scoring.uramaki_points(amounts, rules, vector["claimed"])
    elif kind == "fruit":
        got = [scoring.fruit_points(icons, rules) for icons in amounts]
    else:
        got = scoring.FROM_AMOUNTS[kind](amounts, rules)
    assert got == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "desserts"))
def test_desserts_score_at_the_end_of_the_game(vector: Vector) -> None:
    rules = scene_rules(vector["players"], {vector["of"]})
    kept = vector["kept"] + [[]] * (vector["players"] - len(vector["kept"]))
    got = [mine[vector["of"]] for mine in scoring.score_desserts(kept, rules)]
    assert got[: len(vector["kept"])] == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "winner"))
def test_ties_are_broken_by_dessert_cards_then_shared(vector: Vector) -> None:
    got = scoring.win_shares(vector["totals"], vector["dessert_cards"])
    assert got == vector["expected"]


@pytest.mark.parametrize("vector", of_type(VECTORS, "turns"))
def test_scripted_turns_go_as_the_rule_book_says(vector: Vector) -> None:
    of, expected = vector["of"], vector["expected"]
    kinds = {of} & set(KINDS)
    scene = Scene(vector["tables"], vector["hands"], deck=vector["deck"], kinds=kinds)
    for turn in vector["turns"]:
        scene.turn(turn["commits"], turn["events"])
    known = {"discards": scene.discards(), "order": scene.order(), **scene.last}
    if "points" in expected:
        known["points"] = points_of(scene.game.end_round()["points"], of)
    got = {name: known[name] for name in expected}
    for name in ("tables", "hands"):
        for part in (got, expected):
            if name in part:
                part[name] = [sorted(cards) for cards in part[name]]
    assert got == expected


def test_every_vector_has_a_runner() -> None:
    types = {vector["type"] for vector in VECTORS}
    assert types == {"score", "formula", "desserts", "winner", "turns"}
