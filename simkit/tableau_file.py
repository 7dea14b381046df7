"""The file that `simkit.score` reads: TOML, JSON or a dict, checked by pydantic; its schema."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from simkit.errors import InputError, toml_problem
from simkit.menus import menu_schema
from simkit.menus.catalogue import GAMES
from simkit.menus.menu import MAX_PLAYERS, MIN_PLAYERS
from simkit.menus.messages import nearest_field, shown
from simkit.schema import N_ROUNDS
from simkit.tableau_forms import FOR_GAMES, MAX_PATH, Laid, RoundOf, TableauFile, TokensOf
from simkit.text_file import read_text


def read(data: Mapping[str, Any] | str | Path) -> tuple[TableauFile, str, Path]:
    """Return the checked form, where it is from (for messages), and the folder it lies in.

    Raises
    ------
    InputError
        There is no such file, it is not TOML or JSON, or something in it has to be changed.
    """
    if isinstance(data, Mapping):
        content, source, folder = dict(data), "tableaux", Path()
    else:
        path = Path(data)
        content, source, folder = _parse(path), str(path), path.parent
    try:
        given = TableauFile.model_validate(content)
    except ValidationError as error:
        raise InputError(f"{source}: {_problem(error)}") from None
    if (given.seats is None) == (given.rounds is None):
        raise InputError(
            f"{source}: write either `seats` (the players' cards of one round) or `rounds` "
            f"(a list of such), {'one of them' if given.seats is None else 'not both'}."
        )
    if given.claimed and given.rounds is not None:
        raise InputError(
            f"{source}: `claimed` belongs to a round: write "
            "rounds = [{seats = [...], claimed = 1}, ...]."
        )
    return given, source, folder


def score_schema() -> dict[str, Any]:
    """Return the JSON Schema of a file for `simkit score`, for editors.

    A file that says its `game`, and one that can only be of Party, is held to what that game has.
    """
    schema = TableauFile.model_json_schema()
    menus = {game: menu_schema(game) for game in GAMES}
    for menu in menus.values():
        tables = {key: menu["$defs"][key] for key in _TABLES if key in menu["$defs"]}
        schema["$defs"] |= tables
    schema["$schema"] = menus["party"]["$schema"]
    schema["title"] = "simkit tableaux"
    schema["oneOf"] = [{"required": ["seats"]}, {"required": ["rounds"]}]
    schema["allOf"] = [_held_to(game, menu["properties"]) for game, menu in menus.items()]
    return schema


_TABLES = ("Variants", "Rulings", "GoRulings", "RollRulings")


def _held_to(game: str, menu: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of the schema that holds files of a game to what it has."""
    is_it: dict[str, Any] = {"properties": {"game": {"const": game}}, "required": ["game"]}
    if game == "party":
        unsaid = {"not": {"anyOf": [{"required": ["game"]}, {"required": ["menu"]}]}}
        is_it = {"anyOf": [is_it, unsaid]}
    has: dict[str, Any] = {name: False for name, games in FOR_GAMES.items() if game not in games}
    for name in ("variants", "rulings", "points"):
        if name in menu:
            has[name] = {key: form for key, form in menu[name].items() if key != "default"}
    return {"if": is_it, "then": {"properties": has}}


def place(steps: tuple[str | int, ...]) -> str:
    """Return a place in the file in words, counted from 1: ``round 2, seat 1, card 3``."""
    words: list[str] = []
    counted = {
        "rounds": "round",
        "seats": "seat",
        "desserts": "desserts of seat",
        "tokens": "tokens of seat",
    }
    what = ""
    for step in steps:
        if isinstance(step, int):
            words.append(f"{what or 'entry'} {step + 1}")
            what = "seat" if what == "round" else "card"
        elif step in counted:
            what = counted[step]
        else:
            words.append(step)
            what = f"{step} entry"
    if steps and steps[-1] in counted:
        words.append(f"`{steps[-1]}`")
    return ", ".join(words)


def _parse(path: Path) -> dict[str, Any]:
    text = read_text(path, InputError)
    if path.suffix.lower() == ".json":
        try:
            content = json.loads(text)
        except json.JSONDecodeError as error:
            raise InputError(
                f"{path}: this is not valid JSON: {error.msg} (at line {error.lineno}, "
                f"column {error.colno})."
            ) from None
        if not isinstance(content, dict):
            raise InputError(f'{path}: must be an object, such as {{"seats": [[...], [...]]}}.')
        return content
    if path.suffix.lower() != ".toml":
        raise InputError(f"{path}: must be a .toml or a .json file.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: this is not valid TOML: {toml_problem(error, text)}.") from None


def _problem(error: ValidationError) -> str:
    """Return the first of pydantic's findings as one line."""
    problems = error.errors(include_url=False)
    more = len(problems) - 1
    return _words(problems[0]) + (f" ({more} more after this.)" if more else "")


def _words(found: ErrorDetails) -> str:
    steps = tuple(step for step in found["loc"] if step not in ("bool", "int"))
    where, value = place(steps), shown(found["input"])
    match found["type"]:
        case "missing":
            return f"{place(steps[:-1]) or 'the file'}: `{steps[-1]}` is missing."
        case "extra_forbidden":
            known = _fields(steps[:-1])
            name = str(steps[-1])
            before = place(steps[:-1])
            return (
                f"{before + ': ' if before else ''}`{name}` is not known."
                f"{nearest_field(name, known)} Known: {', '.join(known)}."
            )
        case "value_error":
            return f"{where} = {value}: {found['ctx']['error']}."
        case "literal_error":
            return f"{where} = {value}: must be {found['ctx']['expected']}."
        case "bool_type":
            return f"{where} = {value}: must be true or false."
        case "string_type":
            return f"{where} = {value}: must be text in quotes."
        case "string_too_short" | "string_too_long":
            most = MAX_PATH if steps[-1] == "menu" else 80
            return f"{where} = {value}: must have 1 to {most} characters."
        case "too_short" | "too_long" if steps[-1] == "rounds":
            return f"{len(found['input'])} rounds: a game has 1 to {N_ROUNDS} of them."
        case "too_short" | "too_long":
            seats = f"{len(found['input'])} seat{'s' * (len(found['input']) != 1)}"
            return f"{where}: {seats}: the game is for {MIN_PLAYERS} to {MAX_PLAYERS} players."
        case "list_type" if steps[0] == "tokens":
            return f"{where} = {value}: must be a list, such as [{_TOKENS}, ...]."
        case "model_type" if steps[0] == "tokens":
            return f"{where} = {value}: must be a table, such as {_TOKENS}."
        case "list_type":
            return f'{where} = {value}: must be a list, such as ["tempura", "squid"].'
        case "dict_type":
            return f"{where} = {value}: must be a table, such as [{where}]."
        case _:
            return (
                f"{where} = {value}: must be a card in quotes, or a table such as "
                '{card = "miso-soup", turn = 3}.'
            )


_TOKENS = "{menu = 1, chopsticks = 0, pudding = 5}"


def _fields(steps: tuple[str | int, ...]) -> list[str]:
    """Return the names that may stand at a place."""
    if not steps:
        return list(TableauFile.model_fields)
    if steps[0] == "tokens":
        return list(TokensOf.model_fields)
    is_round = steps[0] == "rounds" and len(steps) == 2
    return list((RoundOf if is_round else Laid).model_fields)
