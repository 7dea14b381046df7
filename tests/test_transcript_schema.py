"""The JSON Schemas of transcripts and tableaux: those in the docs, and what they accept."""

import copy
import json
from typing import Any

import jsonschema
import pytest

import simkit
from simkit.menus import legal_players, printed
from simkit.transcript_schema import transcript_schema

VALIDATOR = jsonschema.Draft202012Validator(transcript_schema())
GAMES = [
    pytest.param(menu, players, id=f"{menu.game}-{menu.slug}-{players}")
    for game in ("party", "go", "roll")
    for menu in printed(game)
    for players in legal_players(menu)
]


@pytest.mark.parametrize(("menu", "players"), GAMES)
def test_games_of_all_printed_menus_pass(menu: simkit.menus.Menu, players: int) -> None:
    policies = ["greedy", "random-legal", *["random"] * (players - 2)]
    for policy in (policies, ["random-legal"] * players):
        game = simkit.replay(menu, players=players, policies=policy, seed=3, game=players)
        VALIDATOR.validate(json.loads(json.dumps(game.to_dict())))
        for line in game.to_text(hands=True).splitlines():
            assert line == line.rstrip()


FIRST_TURN = ["rounds", 0, "turns", 0]


@pytest.mark.parametrize(
    ("menu", "change", "value"),
    [
        ("party/sushi-go", ["players"], 9),
        ("party/sushi-go", ["game"], "go"),
        ("party/sushi-go", ["cards"], ["ramen"]),
        ("party/sushi-go", ["rounds", 0, "hands", 0, 0], "maki"),
        ("party/sushi-go", [*FIRST_TURN, "events", 0, "by"], "hand"),
        ("party/sushi-go", [*FIRST_TURN, "commits", 0, "calls"], None),
        ("party/sushi-go", [*FIRST_TURN, "draw"], None),
        ("party/sushi-go", ["rulings", "uramaki_tie"], "toss a coin"),
        ("party/sushi-go", ["totals"], [1.5, 2]),
        ("go", ["cards"], ["temaki"]),
        ("go", ["variants"], {"pass": "left"}),
        ("go", ["desserts"], [5, 3, 2]),
        ("go", ["rulings", "uramaki_tie"], "skip one"),
        ("go", ["rounds", 0, "hands", 0, 0], "chopsticks-1"),
        ("go", ["rounds", 0, "desserts_added"], {}),
        ("go", [*FIRST_TURN, "draw"], "tempura"),
        ("go", [*FIRST_TURN, "events", 0, "by"], "spoon"),
        ("go", [*FIRST_TURN, "commits", 0, "by"], None),
        ("go", [*FIRST_TURN, "commits", 0, "calls"], ["chopsticks", "chopsticks"]),
        ("go/dummy", [*FIRST_TURN, "draw"], {"card": "tempura"}),
        ("roll", ["dice", 0, "faces", 0], "egg"),
        ("roll", ["dice", 0, "die"], "sashimi"),
        ("roll", ["tokens", "supply"], {"menu": 18, "chopsticks": 12}),
        ("roll", ["rounds", 0, "starts"], -1),
        ("roll", ["rounds", 0, "belts", 0, 0], "menu"),
        ("roll", ["rounds", 0, "kept"], [[], []]),
        ("roll", [*FIRST_TURN, "events", 0, "event"], "play"),
        ("roll", [*FIRST_TURN, "events", 0], {"event": "menu", "seat": 0, "rerolls": []}),
        ("roll", [*FIRST_TURN, "tokens", 0, "menu"], -1),
    ],
)
def test_what_is_no_transcript_does_not_pass(menu: str, change: list[Any], value: Any) -> None:
    data = copy.deepcopy(simkit.replay(menu, players=2).to_dict())
    inner: Any = data
    for step in change[:-1]:
        inner = inner[step]
    inner[change[-1]] = value
    assert not VALIDATOR.is_valid(data)
