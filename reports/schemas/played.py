"""What was played: menus in full, and the manifests that documents and folders begin with."""

from __future__ import annotations

from typing import Any

from analysis.answers import SECTIONS
from simkit.json_schema import counts, exactly, items, or_none, record, ref, whole
from simkit.menus.catalogue import GAMES
from simkit.menus.menu import MAX_PLAYERS, MIN_PLAYERS
from simkit.menus.roll import SIDES
from simkit.menus.settings import Start, Supply, Tokens, Variants
from simkit.schema import MAX_DICE, MAX_HAND, N_ROUNDS
from simkit.transcript_schema import names_of

Schema = dict[str, Any]
Fields = dict[str, Schema]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
PLAYERS = whole(MIN_PLAYERS, MAX_PLAYERS)
GAME: Schema = {"enum": list(GAMES)}

_GAMES = whole(0)
_PANEL = items(TEXT, "From beginner to expert.", minItems=1)
_AT_TABLES = items(PLAYERS, "Numbers of players.", minItems=1)
_TARGET = {
    "description": 'How narrow intervals were to be, to each side: "0.1pt" or "0.5pp".',
    "type": "string",
    "pattern": "^[0-9.e-]+(pt|pp)$",
}
_SEED = whole(0) | {"description": "Decides every game."}


def some(fixed: Fields, optional: Fields) -> Schema:
    """Return the schema of an object that has all of the first, maybe some of the second, and no other field."""
    return {**record(fixed), "properties": {**fixed, **optional}}


def menu_definitions(before: Fields | None = None, after: Fields | None = None) -> Fields:
    """Return the forms of menus of the three games, with fields more before and after a menu's own."""
    return {
        game: {
            "title": title,
            **record({**(before or {}), **_menu(game), **(after or {})}),
            "$defs": names_of(game),
        }
        for game, title in GAMES.items()
    }


def any_menu() -> Schema:
    """Return a reference to a menu of any game."""
    return {"oneOf": [ref(game) for game in GAMES]}


def _menu(game: str) -> Fields:
    most = MAX_DICE if game == "roll" else MAX_HAND
    named = {
        **{"name": TEXT, "slug": TEXT, "game": {"const": game}},
        "cards": items(ref(game, "kind"), "Kinds in play, nigiri included."),
        "rulings": ref(game, "rulings"),
        "counts": counts(ref(game, "card"), "Copies in play; of dice: sides that show a face."),
        "points": ref(game, "points"),
        "hand_size": or_none(
            whole(1, most), "Cards in a hand, dice for each; null: by the rule book."
        ),
        "desserts": or_none(
            exactly(N_ROUNDS, whole(0)), "That join before each round; null: by the rule book."
        ),
    }
    if game == "go":
        variants = Variants.model_json_schema(by_alias=True)
        named["variants"] = {**variants, "required": list(variants["properties"])}
    if game == "roll":
        sides = exactly(SIDES, ref("roll", "card"))
        named["dice"] = items(record({"die": TEXT, "dice": whole(0), "faces": sides}))
        tables: dict[str, type[Start | Supply]] = {"start": Start, "supply": Supply}
        named["tokens"] = {
            "description": Tokens.__doc__,
            **record(
                {
                    name: record(dict.fromkeys(table.model_fields, whole(0)))
                    for name, table in tables.items()
                }
            ),
        }
    source = TEXT | {"description": '"printed", or the path of the file.'}
    return {**named, "house": FLAG, "source": source}


def _made_by(*versions: str) -> Fields:
    return {
        "rules_version": whole(1) | {"description": "Of the rules as implemented."},
        "versions": record(dict.fromkeys(versions, TEXT)),
    }


_BY = _made_by("simkit", "python", "numpy", "numba")
IN_FOLDERS: Fields = {"tables": items(TEXT, "The Parquet files beside it: NAME.parquet.")}
"""What a manifest has in a folder only."""


def _ended(*reasons: str) -> Schema:
    return {"enum": list(reasons)}


def simulation() -> tuple[Fields, Fields]:
    """Return the fields of a simulation's manifest, and those that only one with a target has."""
    return (
        {
            **{"game": GAME, "menu": any_menu(), "players": PLAYERS},
            "lineup": items(TEXT, "Policies by player, as they were named."),
            "rotate": FLAG | {"description": "Whether they moved round the seats."},
            **{"seed": _SEED, "games": _GAMES, "games_requested": _GAMES, "interrupted": FLAG},
            **_BY,
        },
        {
            **{"target": _TARGET, "max_games": _GAMES},
            "ended": _ended("target", "most games", "time", "stopped"),
        },
    )


def analysis() -> tuple[Fields, Fields]:
    """Return the fields of an analysis's manifest."""
    experiments = ("picks", "bans")
    ended = {
        **{"players": PLAYERS, "policy": TEXT},
        "games": some({}, dict.fromkeys(experiments, _GAMES)),
        "ended": some(
            {}, dict.fromkeys(experiments, _ended("games", "target", "time", "most games"))
        ),
    }
    return (
        {
            **{"game": GAME, "menu": any_menu(), "players": _AT_TABLES, "policies": _PANEL},
            **{"seed": _SEED, "games": or_none(_GAMES), "target": or_none(_TARGET)},
            **{"max_games": _GAMES, "sections": items({"enum": list(SECTIONS)})},
            "ended": items(record(ended), "Of the experiments on cards."),
            **_BY,
        },
        {},
    )


def comparison() -> tuple[Fields, Fields]:
    """Return the fields of a comparison's manifest."""
    games = {
        **{"players": PLAYERS, "games": _GAMES},
        "ended": _ended("games", "target", "time", "most games"),
    }
    return (
        {
            **{"menus": items(any_menu(), minItems=2), "names": items(TEXT, minItems=2)},
            "baseline": TEXT | {"description": "The name with which all are compared."},
            **{"players": _AT_TABLES, "policies": _PANEL, "seed": _SEED},
            "games": items(record(games), "Of each menu and policy."),
            **{"games_requested": or_none(_GAMES), "target": or_none(_TARGET)},
            "max_games": _GAMES,
            "deltas": {
                "description": "The smallest differences that matter, by unit or measure.",
                "type": "object",
                "additionalProperties": {"type": "number", "exclusiveMinimum": 0},
            },
            **_BY,
        },
        {},
    )


def tournament() -> tuple[Fields, Fields]:
    """Return the fields of a tournament's manifest."""
    return (
        {
            **{"game": GAME, "menu": any_menu(), "players": PLAYERS, "entered": items(TEXT)},
            "against": or_none(TEXT, "Who alone was played against."),
            **{"line_ups": whole(1), "line_ups_possible": whole(1), "blocks": whole(0)},
            "deals": whole(0) | {"description": "Each is played in all rotations of a line-up."},
            **{"seed": _SEED, "games": _GAMES, "games_requested": _GAMES, "interrupted": FLAG},
            **_BY,
            "anchor": or_none(TEXT, "Whose rating is 1000."),
        },
        {},
    )
