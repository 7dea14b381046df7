"""What is wrong with a menu file, in one line: the value, what is allowed, and the fix."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from simkit.errors import nearest

Models = Mapping[str, type[BaseModel]]
"""The model of each game's menu file, by the name of the game."""


def shown(value: object) -> str:
    """Return a value for a message: as in the file, on one line, not too long."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def first_problem(error: ValidationError, game: str, models: Models) -> str:
    """Return the first of pydantic's findings as one line in the words of the menu file.

    A table that belongs to another game goes first: it says what the other findings come from.
    """
    problems = error.errors(include_url=False)
    first = next((found for found in problems if _other_games(found, models)), problems[0])
    more = len(problems) - 1
    return _problem(first, game, models) + (f" ({more} more after this.)" if more else "")


def field_names(model: type[BaseModel]) -> list[str]:
    """Return the names of a model's fields as they are written in files."""
    return [field.alias or name for name, field in model.model_fields.items()]


def nearest_field(name: str, known: Iterable[str]) -> str:
    """Return a hint for the name of a field, which are written with underscores."""
    by_hyphens = {field.replace("_", "-"): field for field in known}
    hint = nearest(name, by_hyphens)
    for hyphens, field in by_hyphens.items():
        hint = hint.replace(f"'{hyphens}'", f"'{field}'")
    return hint


def _problem(found: ErrorDetails, game: str, models: Models) -> str:
    place = ".".join(str(step) for step in found["loc"])
    value = f"{place} = {shown(found['input'])}"
    context = found.get("ctx", {})
    match found["type"]:
        case "missing":
            needed = [
                f"`{name}`"
                for name, field in models[game].model_fields.items()
                if field.is_required()
            ]
            return f"`{place}` is missing; a menu file needs {' and '.join(needed)}."
        case "extra_forbidden":
            known = field_names(_model_at(found["loc"][:-1], models[game]))
            name = str(found["loc"][-1])
            if others := _other_games(found, models):
                what = f"belongs to menus with game = {' or '.join(others)}."
            else:
                what = f"is not known.{nearest_field(name, known)}"
            return f"`{place}` {what} Known: {', '.join(known)}."
        case "literal_error":
            return f"{value}: must be {context['expected']}."
        case "value_error":
            return f"{value}: {context['error']}."
        case "bool_type":
            return f"{value}: must be true or false."
        case "string_type":
            return f"{value}: must be text in quotes."
        case "list_type":
            return f'{value}: must be a list of card names, such as ["maki", "tempura"].'
        case "string_too_short" | "string_too_long":
            return f"{value}: must have 1 to 80 characters."
        case _:
            return f"{value}: must be a table, such as [{place}] with `name = value` lines."


def _other_games(found: ErrorDetails, models: Models) -> list[str]:
    """Return the games that know the table which this one does not."""
    if found["type"] != "extra_forbidden" or len(found["loc"]) > 1:
        return []
    return [f'"{game}"' for game, model in models.items() if found["loc"][0] in field_names(model)]


def _model_at(place: Iterable[str | int], model: type[BaseModel]) -> type[BaseModel]:
    """Return the model of the table at a place of the menu file."""
    inner: Any = model
    for step in place:
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            fields = {field.alias or name: field for name, field in inner.model_fields.items()}
            inner = fields[str(step)].annotation
        else:  # dict[str, model]: the step is one of its keys
            inner = get_args(inner)[-1]
    found: type[BaseModel] = inner
    return found
