"""The JSON Schema of transcripts; names of cards and rulings come from the catalogue."""

from __future__ import annotations

from typing import Any

from simkit.cards import CATALOGUE
from simkit.menus import Rulings
from simkit.menus.points import allowed
from simkit.menus.schema import menu_schema
from simkit.schema import N_ROUNDS, WHY_WORDS

_DESSERTS = [v.slug for kind in CATALOGUE if kind.is_dessert for v in kind.variants]
_PLACE = "^(table|on wasabi|with wasabi|under nigiri-(egg|salmon|squid)|spent|on face-down)$"


def transcript_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of what ``simkit replay --format json`` prints."""
    text = {"type": "string"}
    properties = {
        "schema": {"const": "simkit/transcript/1"},
        "version": text | {"description": "Of simkit."},
        "rules_version": _whole(1) | {"description": "Of the rules as implemented."},
        "game": {"const": "party"},
        "menu": text | {"description": "The menu's name."},
        "cards": _list(_ref("kind"), "Kinds in play, in the order of the box."),
        "players": _whole(2, 8),
        "policies": _per_seat(text, "How each seat played."),
        "seed": _whole(0),
        "game_number": _whole(0) | {"description": "With the seed it decides the game."},
        "rulings": _ref("rulings"),
        "points": _ref("points"),
        "counts": _counts("Copies in play."),
        "hand_size": _whole(1, 10) | {"description": "Cards in a hand, so turns in a round."},
        "desserts": _three(_whole(0), "Desserts that join the deck before each round."),
        "rounds": _three(_ref("round")),
        "dessert_points": _per_seat(_ref("points_by_kind"), "What the desserts scored."),
        "dessert_cards": _per_seat(_whole(0), "They break ties."),
        "totals": _per_seat({"type": "integer"}, "All points, desserts included."),
        "totals_after_round": _three(
            _per_seat({"type": "integer"}), "Points so far, without desserts."
        ),
        "win_share": _per_seat(
            {"type": "number", "minimum": 0, "maximum": 1}, "1, or 1/n for each of n winners."
        ),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "simkit transcript",
        "description": "One game of Sushi Go! Party, complete enough to check each step. "
        "Seats count from 0, rounds and turns from 1; hands are passed to seat (s + 1) % players.",
        **_object(properties),
        "$defs": _definitions(),
    }


def _definitions() -> dict[str, Any]:
    menu = menu_schema("party")
    rulings = menu["$defs"]["Rulings"]
    return {
        "kind": {"enum": [kind.slug for kind in CATALOGUE]},
        "card": {"enum": [v.slug for kind in CATALOGUE for v in kind.variants]},
        "copied": {
            "description": "What a special order copies; null for nothing, or for other cards.",
            "anyOf": [_ref("card"), {"const": "face-down"}, {"type": "null"}],
        },
        "cards": _list(_ref("card")),
        "kept": {"enum": _DESSERTS + [f"special-order:{card}" for card in _DESSERTS]},
        "rulings": {**rulings, "required": list(Rulings.model_fields)},
        "points": {
            "description": "What each kind in play scores; kinds without points are left out.",
            "type": "object",
            "properties": {
                kind.slug: menu["properties"]["points"]["properties"][kind.slug]
                for kind in CATALOGUE
                if allowed(kind.slug) is not None
            },
            "additionalProperties": False,
        },
        "points_by_kind": {
            "type": "object",
            "propertyNames": _ref("kind"),
            "additionalProperties": {"type": "integer"},
        },
        "round": _object(
            {
                "round": _whole(1, N_ROUNDS),
                "desserts_added": _counts("Desserts that joined the deck for this round."),
                "hands": _per_seat(_ref("cards"), "As dealt."),
                "turns": _list(_ref("turn")),
                "points": _per_seat(
                    _ref("points_by_kind"),
                    "What each kind scored, uramaki during the round included; desserts not.",
                ),
                "kept": _per_seat(
                    _list(_ref("kept")),
                    "Desserts kept of this round; a special order is named with what it copies.",
                ),
            }
        ),
        "turn": _object(
            {
                "turn": _whole(1, 10),
                "commits": _per_seat(_ref("commit"), "What each seat chose, in seat order."),
                "events": _list(_ref("event"), "What happened, in order."),
                "tables": _per_seat(
                    _ref("cards"),
                    "Cards face-up after the turn, special orders as what they copy.",
                ),
                "hands": _per_seat(
                    _ref("cards"), "After passing: what each seat holds in the next turn."
                ),
                "face_down": _per_seat(_whole(0), "Face-down cards after the turn."),
                "free_wasabi": _per_seat(_whole(0), "Wasabi without a nigiri after the turn."),
            }
        ),
        "commit": _object(
            {
                "seat": _ref("seat"),
                "card": _ref("card"),
                "copies": _ref("copied"),
                "on_wasabi": {
                    "type": "boolean",
                    "description": "The wish of a special order that copies a nigiri.",
                },
                "calls": _list(_ref("card"), "Chopsticks and spoons called in this turn."),
            }
        ),
        "seat": _whole(0, 7),
        "event": {"oneOf": [_object(event) for event in _events()]},
        "flip": _object(
            {
                "card": _ref("card"),
                "place": {"type": "string", "pattern": _PLACE},
                "copy": {
                    "type": "boolean",
                    "description": "A special order's copy, if it matters.",
                },
            }
        ),
    }


def _events() -> list[dict[str, Any]]:
    copy = {"type": "boolean", "description": "A special order that counts as this card."}
    nobody = {"type": "null"}
    return [
        {
            "event": {"const": "play"},
            "seat": _ref("seat"),
            "card": _ref("card"),
            "copies": _ref("copied"),
            "on_wasabi": {"type": "boolean", "description": "It was put on a wasabi."},
            "by": {"enum": ["commit", "chopsticks", "spoon", "menu"]},
        },
        {
            "event": {"const": "discard"},
            "seat": _ref("seat"),
            "card": _ref("card"),
            "why": {"enum": list(WHY_WORDS)},
            "n": _whole(1),
        },
        {
            "event": {"const": "points"},
            "seat": _ref("seat"),
            "kind": {"const": "uramaki"},
            "points": {"type": "integer"},
        },
        {
            "event": {"const": "chopsticks"},
            "seat": _ref("seat"),
            "card": _ref("card"),
            "copy": copy,
            "takes": _ref("card"),
        },
        {
            "event": {"const": "spoon"},
            "seat": _ref("seat"),
            "card": _ref("card"),
            "copy": copy,
            "request": {
                "description": "A kind (any card of it will do) or one exact card.",
                "anyOf": [_ref("kind"), _ref("card")],
            },
            "giver": {"anyOf": [_ref("seat"), nobody]},
            "gives": {"anyOf": [_ref("card"), nobody]},
        },
        {
            "event": {"const": "menu"},
            "seat": _ref("seat"),
            "card": _ref("card"),
            "draws": _ref("cards"),
            "takes": {"anyOf": [_ref("card"), nobody]},
        },
        {
            "event": {"const": "takeout"},
            "seat": _ref("seat"),
            "card": _ref("card"),
            "flips": _list(_ref("flip")),
        },
    ]


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _whole(low: int, high: int | None = None) -> dict[str, Any]:
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, **most}


def _list(items: dict[str, Any], description: str = "", **more: Any) -> dict[str, Any]:
    said = {"description": description} if description else {}
    return {**said, "type": "array", "items": items, **more}


def _per_seat(items: dict[str, Any], description: str = "") -> dict[str, Any]:
    return _list(items, description, minItems=2, maxItems=8)


def _three(items: dict[str, Any], description: str = "") -> dict[str, Any]:
    return _list(items, description, minItems=N_ROUNDS, maxItems=N_ROUNDS)


def _counts(description: str) -> dict[str, Any]:
    return {
        "description": description,
        "type": "object",
        "propertyNames": _ref("card"),
        "additionalProperties": _whole(0),
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
