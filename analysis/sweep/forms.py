"""What may stand in a plan of a sweep: its tables, their fields, and what each of them takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from analysis.gather import MAX_GAMES, Target, read_seconds
from analysis.sweep.statistics import SWEPT, column, parts_of, swept
from simkit.errors import InputError, MenuError, PolicyError, nearest
from simkit.json_schema import items, whole
from simkit.menus.catalogue import cards
from simkit.menus.check import player_counts
from simkit.menus.menu import MAX_PLAYERS, MIN_PLAYERS
from simkit.menus.numbers import Whole
from simkit.menus.rulings import RULINGS
from simkit.menus.schema import DRAFT, menu_schema
from simkit.policies.lineup import player
from simkit.runner import MAX_GAMES as MOST
from simkit.runner import MAX_SEED

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_PLAYERS = whole(MIN_PLAYERS, MAX_PLAYERS)
_GAMES = Whole(1, MOST, "games")
_PLAIN_TARGETS = ("pt", "points"), ("pp", "share")


@dataclass(frozen=True, slots=True, eq=False)  # pydantic hashes it, a schema has no hash
class _Form:
    """A field that is read by a function, which raises ValueError with what it must be."""

    read: Callable[[Any], Any]
    schema: Schema

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> Schema:
        return self.schema

    def _read(self, value: Any) -> Any:
        try:
            return self.read(value)
        except (InputError, MenuError, PolicyError) as error:
            raise ValueError(str(error).removesuffix(".")) from None


def _players(value: Any) -> tuple[int, ...]:
    wanted = 'must be numbers from 2 to 8: 4, "2-8" or [2, 4, 6]'
    if isinstance(value, str):
        return player_counts(value)
    counts = value if isinstance(value, list) else [value]
    fits = [type(n) is int and MIN_PLAYERS <= n <= MAX_PLAYERS for n in counts]
    if not counts or not all(fits):
        raise ValueError(wanted)
    return tuple(sorted(set(counts)))


def _games(value: Any) -> int | dict[int, int]:
    if not isinstance(value, Mapping):
        return _GAMES.check(value)
    if not value:
        raise ValueError("must be a number, or a table of numbers by players: {2 = 2560, 4 = 1536}")
    found = {}
    for players, games in value.items():
        if players not in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
            raise ValueError(f"'{players}' is no number of players from 2 to 8")
        try:
            found[int(players)] = _GAMES.check(games)
        except ValueError as error:
            raise ValueError(f"of {players} players {error}") from None
    return found


def _target(value: Any) -> Target | float:
    if isinstance(value, str):
        return Target.read(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1000:
        raise ValueError(
            'must be a number above 0 with its unit, such as "0.3pt" (points) or "0.5pp" (of 100), or for measures '
            "in other units a bare one, such as 0.02"
        )
    return float(value)


def _measure(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("must be the name of a measure, in quotes")
    swept(value)
    return value


def _seconds(value: Any) -> float:
    if not isinstance(value, str):
        raise ValueError('must be a number above 0 and its unit, in quotes: "30s", "5m" or "1h"')
    return read_seconds(value)


def _lineups(value: Any) -> tuple[tuple[str, ...], ...]:
    wanted = (
        'must be a list of policies, such as ["greedy", "weighted"]; one by seat is a list in it'
    )
    if not isinstance(value, list) or not value:
        raise ValueError(wanted)
    found = []
    for entry in value:
        seats = entry if isinstance(entry, list) else [entry]
        if not seats or not all(isinstance(one, str) for one in seats):
            raise ValueError(wanted)
        if isinstance(entry, list) and not MIN_PLAYERS <= len(entry) <= MAX_PLAYERS:
            raise ValueError("a line-up by seat has 2 to 8 policies")
        found.append(tuple(player(one).name for one in seats))
    return tuple(dict.fromkeys(found))


def _texts(value: Any, *, what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"must be a list of {what}")
    return tuple(value)


def _kinds(value: Any) -> tuple[str, ...]:
    found = _texts(value, what='card names, such as ["maki", "tempura"]')
    for kind in found:
        if kind not in cards():
            raise ValueError(f"there is no card '{kind}'.{nearest(kind, cards())}")
    return found


def _table(value: Any, *, example: str, known: Callable[[], list[str]]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table, such as {example}")
    names = known()
    for name in value:
        if name not in names:
            raise ValueError(f"'{name}' is not known.{nearest(name, names)}")
    return dict(value)


def _yes_or_no(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("must be true or false")
    return value


def _all_kinds() -> list[str]:
    return list(dict.fromkeys(kind for game in RULINGS for kind in cards(game)))


def _all_rulings() -> list[str]:
    return list(dict.fromkeys(name for model in RULINGS.values() for name in model.model_fields))


_MENU_NAMES = 'menus, such as ["master-menu", "mine.toml"]'
_Texts = Annotated[
    tuple[str, ...], _Form(partial(_texts, what=_MENU_NAMES), items(_TEXT, uniqueItems=True))
]
_Kinds = Annotated[tuple[str, ...], _Form(_kinds, items({"enum": "filled in by `schema`"}))]
_Flag = Annotated[bool, _Form(_yes_or_no, {"type": "boolean"})]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Pattern(_Table):
    """Those of the legal Party menus that have some cards and have not some others."""

    include: _Kinds = Field(default=(), description="Cards that are all on the menu.")
    exclude: _Kinds = Field(default=(), description="Cards of which none is on the menu.")


class Sample(_Table):
    """Some of them, drawn at random; a larger sample of the same seed has those of the smaller."""

    n: Annotated[int, Whole(1, 100_000, "menus")] = Field(description="Menus.")
    seed: Annotated[int, Whole(0, MAX_SEED)] = Field(default=1, description="Decides which.")


class MenusTable(_Table):
    """Which menus: all that are named in any of these ways, each once."""

    named: _Texts = Field(
        default=(),
        description="Printed menus, and paths of menu files, from the folder of the plan.",
    )
    legal: _Flag = Field(
        default=False,
        description="All that the rule book of Party allows, each by the numbers of players that may play it.",
    )
    pattern: Pattern | None = Field(
        default=None, description="In place of `legal`: only those with, or without, some cards."
    )
    sample: Sample | None = Field(
        default=None, description="Only so many of the legal ones, or of those of the pattern."
    )
    neighbours: _Texts = Field(
        default=(),
        description="Menus of Party, named as in `named`, with all in which one card is another of its group.",
    )


class PlanFile(_Table):
    """A plan of a sweep: which menus, at how many players, by whom, and how many games."""

    seed: Annotated[int, Whole(0, MAX_SEED)] = Field(default=0, description="Decides every game.")
    games: (
        Annotated[
            int | dict[int, int],
            _Form(
                _games,
                {
                    "anyOf": [
                        whole(1, MOST),
                        {
                            "type": "object",
                            "propertyNames": {"pattern": f"^[{MIN_PLAYERS}-{MAX_PLAYERS}]$"},
                            "additionalProperties": whole(1, MOST),
                            "minProperties": 1,
                        },
                    ]
                },
            ),
        ]
        | None
    ) = Field(
        default=None, description="Games of each cell: a number, or a table of them by players."
    )
    target: (
        Annotated[
            Target | float,
            _Form(_target, {"anyOf": [_TEXT, {"type": "number", "exclusiveMinimum": 0}]}),
        ]
        | None
    ) = Field(
        default=None,
        description="In place of `games`: until the interval of `measure` is as narrow, to each side: "
        '"0.3pt" (points), "0.5pp" (of 100), a bare number for other units.',
    )
    measure: Annotated[
        str,
        _Form(_measure, {"enum": [column(of, part) for of in SWEPT for part in parts_of(of)]}),
    ] = Field(default="score", description="Whose interval `target` is about.")
    max_games: Annotated[int, _GAMES] = Field(
        default=MAX_GAMES, description="Games of a cell, at the most (with `target`)."
    )
    time: Annotated[float, _Form(_seconds, {**_TEXT, "pattern": "[smh]$"})] | None = Field(
        default=None, description="How long a run may take, at the most: 30s, 5m, 1h."
    )
    players: Annotated[
        tuple[int, ...],
        _Form(_players, {"anyOf": [_PLAYERS, _TEXT, items(_PLAYERS, minItems=1)]}),
    ] = Field(default=(4,), description='Numbers of players: 4, "2-8" or [2, 4, 6].')
    policies: Annotated[
        tuple[tuple[str, ...], ...],
        _Form(
            _lineups,
            items(
                {"anyOf": [_TEXT, items(_TEXT, minItems=MIN_PLAYERS, maxItems=MAX_PLAYERS)]},
                minItems=1,
            ),
        ),
    ] = Field(
        default=(("greedy",),),
        description="Line-ups: a policy for all seats, or a list of policies by seat, which is for tables of as many.",
    )
    rotate: _Flag = Field(default=False, description="Whether line-ups move round the seats.")
    house: _Flag = Field(
        default=False, description="Whether `named` may be beyond the rule book's structure."
    )
    menus: MenusTable = Field(default=MenusTable(), description="Which menus.")
    rulings: Annotated[
        dict[str, Any],
        _Form(
            partial(_table, example='all_tied = "nothing"', known=_all_rulings), {"type": "object"}
        ),
    ] = Field(default={}, description="Rulings for all menus whose game has them.")
    counts: Annotated[
        dict[str, Any],
        _Form(partial(_table, example="eel = 8", known=_all_kinds), {"type": "object"}),
    ] = Field(default={}, description="Copies, for all menus that have the card.")
    points: Annotated[
        dict[str, Any],
        _Form(partial(_table, example="eel = [0, -3, 7]", known=_all_kinds), {"type": "object"}),
    ] = Field(default={}, description="Points, for all menus that have the card.")

    def half(self) -> float:
        """Return the half width that is aimed at, in the unit of the measure.

        Raises
        ------
        ValueError
            The target has another unit than the measure; the message says which it must be.
        """
        assert self.target is not None
        unit = swept(self.measure)[0].unit
        if isinstance(self.target, float):
            return self.target
        suffix = next((name for name, of in _PLAIN_TARGETS if of == unit), "")
        if self.target.unit != suffix:
            example = f'such as "0.3{suffix}"' if suffix else "a bare one, such as 0.02"
            raise ValueError(f"{self.measure} counts {unit}: must be a number {example}")
        return self.target.half


def plan_schema() -> Schema:
    """Return the JSON Schema of plans, with the catalogue's names filled in."""
    schema = PlanFile.model_json_schema()
    fields, tables = schema["properties"], schema["$defs"]
    for name in ("include", "exclude"):
        tables["Pattern"]["properties"][name]["items"] = {"enum": list(cards())}
    for name in ("rulings", "counts", "points"):
        fields[name] |= {"properties": _entries(name), "additionalProperties": False}
    return {"$schema": DRAFT, **schema, "title": "simkit sweep plan"}


def _entries(table: str) -> Schema:
    """Return what the menu files of the games take in a table; where they differ, either."""
    found: dict[str, list[Schema]] = {}
    for game in RULINGS:
        menu = menu_schema(game)
        own = menu["$defs"] if table == "rulings" else menu["properties"]
        fields = own.get(RULINGS[game].__name__ if table == "rulings" else table, {})
        for name, form in fields.get("properties", {}).items():
            forms = found.setdefault(name, [])
            plain = {
                key: form[key] for key in form if key not in ("default", "description", "title")
            }
            if plain not in forms:
                forms.append(plain)
    return {
        name: forms[0] if len(forms) == 1 else {"anyOf": forms} for name, forms in found.items()
    }
