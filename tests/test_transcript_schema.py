"""The JSON Schemas of transcripts and tableaux: those in the docs, and what they accept."""

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import simkit
from simkit.menus import legal_players, printed
from simkit.tableau_file import score_schema
from simkit.transcript_schema import transcript_schema

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
VALIDATOR = jsonschema.Draft202012Validator(transcript_schema())
GAMES = [
    pytest.param(menu, players, id=f"{menu.slug}-{players}")
    for menu in printed()
    for players in legal_players(menu)
]


@pytest.mark.parametrize(
    ("name", "schema"), [("transcript", transcript_schema), ("score", score_schema)]
)
def test_the_schemas_in_the_docs_are_those_in_force(name: str, schema: Any) -> None:
    """After a change: simkit replay --schema, simkit score --schema > docs/schemas/..."""
    jsonschema.Draft202012Validator.check_schema(schema())
    assert json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8")) == schema()


@pytest.mark.parametrize(("menu", "players"), GAMES)
def test_games_of_all_printed_menus_pass(menu: simkit.menus.Menu, players: int) -> None:
    policies = ["greedy", "random-legal", *["random"] * (players - 2)]
    for policy in (policies, ["random-legal"] * players):
        game = simkit.replay(menu, players=players, policies=policy, seed=3, game=players)
        VALIDATOR.validate(json.loads(json.dumps(game.to_dict())))
        for line in game.to_text(hands=True).splitlines():
            assert line == line.rstrip()


@pytest.mark.parametrize(
    ("change", "value"),
    [
        (["players"], 9),
        (["cards"], ["ramen"]),
        (["rounds", 0, "hands", 0, 0], "maki"),
        (["rounds", 0, "turns", 0, "events", 0, "by"], "hand"),
        (["rounds", 0, "turns", 0, "commits", 0, "calls"], None),
        (["rulings", "uramaki_tie"], "toss a coin"),
        (["totals"], [1.5, 2]),
    ],
)
def test_what_is_no_transcript_does_not_pass(change: list[Any], value: Any) -> None:
    data = copy.deepcopy(simkit.replay("party/sushi-go", players=2).to_dict())
    inner: Any = data
    for step in change[:-1]:
        inner = inner[step]
    inner[change[-1]] = value
    assert not VALIDATOR.is_valid(data)
