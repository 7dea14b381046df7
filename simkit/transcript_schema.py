"""The JSON Schema of transcripts: a branch for each game; names come from its catalogue.

What only games of cards or of dice have is in `simkit.transcript_forms`.
"""

from __future__ import annotations

from typing import Any

from simkit import transcript_forms as forms
from simkit.json_schema import counts, exactly, items, record, ref, whole
from simkit.menus import menu_schema
from simkit.menus.catalogue import GAMES, card_ids, cards
from simkit.menus.rulings import RULINGS
from simkit.menus.schema import DRAFT
from simkit.schema import MAX_SEATS, N_ROUNDS


def transcript_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of what ``simkit replay --format json`` prints."""
    return {
        "$schema": DRAFT,
        "title": "simkit transcript",
        "description": "One game of Sushi Go Party!, Sushi Go! or Sushi Roll, complete enough to "
        "check each step. Seats count from 0, rounds and turns from 1; the left neighbour of seat "
        "s is seat (s + 1) % seats.",
        "type": "object",
        "oneOf": [ref(game) for game in GAMES],
        "$defs": {game: _of_game(game) for game in GAMES} | {"seat": whole(0, MAX_SEATS - 1)},
    }


def _of_game(game: str) -> dict[str, Any]:
    settings, definitions = forms.dice() if game == "roll" else forms.cards(game)
    words = _WORDS[game]
    text = {"type": "string"}
    properties = {
        "schema": {"const": "simkit/transcript/1"},
        "version": text | {"description": "Of simkit."},
        "rules_version": whole(1) | {"description": "Of the rules as implemented."},
        "game": {"const": game},
        "menu": text | {"description": "The menu's name."},
        "cards": items(ref(game, "kind"), words["cards"]),
        "players": whole(2, MAX_SEATS),
        "policies": forms.per_seat(text, words["policies"]),
        "seed": whole(0),
        "game_number": whole(0) | {"description": "With the seed it decides the game."},
        "rulings": ref(game, "rulings"),
        "points": ref(game, "points"),
        "counts": counts(ref(game, "card"), words["counts"]),
        **settings,
        "rounds": exactly(N_ROUNDS, ref(game, "round")),
        "dessert_points": forms.per_seat(ref(game, "points_by_kind"), words["dessert_points"]),
        "dessert_cards": forms.per_seat(whole(0), words["dessert_cards"]),
        "totals": forms.per_seat({"type": "integer"}, "All points."),
        "totals_after_round": exactly(
            N_ROUNDS,
            forms.per_seat({"type": "integer"}),
            "Points so far, without those of the game's end.",
        ),
        "win_share": forms.per_seat(
            {"type": "number", "minimum": 0, "maximum": 1}, "1, or 1/n for each of n winners."
        ),
    }
    return {
        "title": GAMES[game],
        **record(properties),
        "$defs": names_of(game) | definitions,
    }


def names_of(game: str) -> dict[str, Any]:
    """Return the definitions that every document of a game needs: its kinds, cards, rulings, points."""
    rulings = RULINGS[game]
    return {
        "kind": {"enum": list(cards(game))},
        "card": {"enum": [card for kind in cards(game) for card in card_ids(kind, game).values()]},
        "cards": items(ref(game, "card")),
        "rulings": rulings.model_json_schema() | {"required": list(rulings.model_fields)},
        "points": {
            "description": "What each kind in play scores; kinds without points are left out.",
            "type": "object",
            "properties": menu_schema(game)["properties"]["points"]["properties"],
            "additionalProperties": False,
        },
        "points_by_kind": {
            "type": "object",
            "propertyNames": ref(game, "kind"),
            "additionalProperties": {"type": "integer"},
        },
    }


_CARDS = {
    "cards": "Kinds in play, in the order of the box.",
    "policies": "How each seat played.",
    "counts": "Copies in play.",
    "dessert_points": "What the desserts scored.",
    "dessert_cards": "They break ties.",
}
_WORDS = {
    "party": _CARDS,
    "go": _CARDS | {"policies": 'How each seat played; "dummy" for the dummy\'s, the last seat.'},
    "roll": {
        "cards": "Kinds of faces in play, in the order of the catalogue.",
        "policies": "How each seat played.",
        "counts": "Sides of all dice that show a face.",
        "dessert_points": 'What pudding tokens scored, and under "menu" the tokens left over.',
        "dessert_cards": "Pudding tokens; they break ties.",
    },
}
