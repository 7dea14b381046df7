"""The form of what `simkit.score` reads: tableaux in TOML, JSON or a dict, checked by pydantic."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema, ErrorDetails

from simkit.errors import InputError, toml_problem
from simkit.menus import menu_schema
from simkit.menus.catalogue import GAMES, either
from simkit.menus.menu import MAX_PLAYERS, MIN_PLAYERS
from simkit.menus.messages import nearest_field, shown
from simkit.menus.numbers import Whole
from simkit.schema import MAX_HAND, MAX_PLACES, N_ROUNDS

Text = Annotated[str, Field(strict=True, min_length=1, max_length=80)]
Answer = Annotated[bool, Field(strict=True)]


def _turn_or_answer(value: object) -> object:
    if type(value) is bool or (type(value) is int and 2 <= value <= MAX_HAND):
        return value
    raise ValueError(
        f"must be true, false or the turn in which it was turned over, 2 to {MAX_HAND}"
    )


class Laid(BaseModel):
    """One card or die of a tableau; a text is a card without more to say."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    card: Text = Field(
        description='A card id or a face ("nigiri-squid"), words of it that fit no other one '
        '("squid"), or "face-down".'
    )
    turn: Annotated[int, Whole(1, MAX_HAND)] | None = Field(
        default=None,
        description="The turn in which it was played. Without it: 1 for the first card, then one "
        "after the card before it. It matters for miso soup, uramaki, face-down cards, and for a "
        "wasabi and a nigiri of one turn.",
    )
    by: Annotated[int, Whole(1, 9)] | None = Field(
        default=None,
        description="Party: the order number of the chopsticks, spoon or menu that brought the "
        "card. It matters when uramaki of several players come in one turn.",
    )
    copies: Text | None = Field(default=None, description="Party: what a special order copies.")
    on_wasabi: Answer | None = Field(
        default=None,
        description="Whether a nigiri was put on a wasabi. Only copied ones have a choice.",
    )
    face_down: Annotated[bool | int, BeforeValidator(_turn_or_answer)] = Field(
        default=False,
        description="Party: turned over by a takeout box: the turn of the box, or true for the "
        "end of the round.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, given: Any) -> Any:
        return {"card": given} if isinstance(given, str) else given

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(schema)]}


Seats = Annotated[list[list[Laid]], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
Claimed = Annotated[int, Whole(0, MAX_PLACES)]
_CLAIMED = (
    "Party: uramaki places that were taken during the round, by cards that are not listed. (List all "
    "uramaki with their turns, and the race is worked out.)"
)


_SEATS = (
    "The cards in front of each player (Sushi Roll: the dice in the tray), in the order of play. "
    "With a dummy its cards come third."
)


class RoundOf(BaseModel):
    """One round of a game; a list is its seats without more to say."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seats: Seats = Field(description=_SEATS)
    claimed: Claimed = Field(default=0, description=_CLAIMED)

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, given: Any) -> Any:
        return {"seats": given} if isinstance(given, list | tuple) else given

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        whole = handler(schema)
        seats = handler.resolve_ref_schema(whole)["properties"]["seats"]
        return {"anyOf": [{k: v for k, v in seats.items() if k != "description"}, whole]}


_Tokens = Annotated[int, Whole(0, 60, "tokens")] | None


class TokensOf(BaseModel):
    """Tokens that a player of Sushi Roll has at the end of the game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    menu: _Tokens = Field(default=None, description="Menu tokens left. Without it: none.")
    chopsticks: _Tokens = Field(
        default=None, description="Chopsticks tokens left. Without it: none."
    )
    pudding: _Tokens = Field(
        default=None, description="Pudding tokens. Without it: those of the dice listed."
    )


class TableauFile(BaseModel):
    """Tableaux to be scored: one round (`seats`) or a whole game (`rounds`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Text = Field(default="Tableaux", description="A title.")
    names: list[Text] = Field(default=[], description="The players' names, in seat order.")
    game: Literal["party", "go", "roll"] | None = Field(
        default=None,
        description='Which rules. Without it the menu\'s, without a menu "party".',
    )
    menu: Text | None = Field(
        default=None,
        description='A printed menu ("go" and "roll" are such), or the path of a menu file (as '
        "seen from this file).",
    )
    cards: list[Text] | None = Field(
        default=None,
        description="The kinds in play. Without menu and cards: the kinds listed; of Sushi Go! "
        "all in the box.",
    )
    seats: Seats | None = Field(default=None, description=f"One round. {_SEATS}")
    claimed: Claimed = Field(default=0, description=_CLAIMED)
    rounds: Annotated[list[RoundOf], Field(min_length=1, max_length=N_ROUNDS)] | None = Field(
        default=None, description="Several rounds of one game."
    )
    desserts: Seats | None = Field(
        default=None, description="Desserts that each player kept of earlier rounds."
    )
    tokens: (
        Annotated[list[TokensOf], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)] | None
    ) = Field(
        default=None,
        description="Sushi Roll: tokens that each player has at the end of the game. They count "
        "as they are stated.",
    )
    game_over: Answer | None = Field(
        default=None,
        description="Whether desserts and tokens are scored. Without it: after three rounds, or "
        "if `desserts` or `tokens` are listed.",
    )
    variants: dict[str, Any] = Field(default={}, description="Sushi Go!: as in a menu file.")
    rulings: dict[str, Any] = Field(default={}, description="As in a menu file.")
    points: dict[str, Any] = Field(default={}, description="As in a menu file.")


FOR_GAMES = {
    "cards": ("party", "go"),
    "claimed": ("party",),
    "desserts": ("party", "go"),
    "tokens": ("roll",),
    "variants": ("go",),
    "by": ("party",),
    "copies": ("party",),
    "face_down": ("party",),
}
"""The fields that not all games have."""


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


def check_fields(given: BaseModel, game: str, where: str) -> None:
    """Raise InputError if a field of another game is set; `where` begins the message."""
    for name in type(given).model_fields:
        games = FOR_GAMES.get(name, (game,))
        if game not in games and getattr(given, name) not in (None, False, 0, {}):
            titles = either([GAMES[other] for other in games])
            raise InputError(
                f"{where}: `{name}` is for {titles}, but this is {GAMES[game]}; take it out, or say "
                "another `game`."
            )


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
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file.") from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: byte {error.start} is not UTF-8 text; save the file as UTF-8."
        ) from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None
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
            return f"{where} = {value}: must have 1 to 80 characters."
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
