"""Read what an analysis or a comparison left in a folder, and hold it to its form.

A folder may be damaged, cut off, written by another version, or come from a stranger: whatever is wrong is said in one
line before anything is made of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import polars as pl
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from analysis.answers import SECTIONS
from analysis.gather import Target
from analysis.luck import COMPONENTS
from simkit.errors import InputError, SimkitError
from simkit.menus import Menu, legal_players, rebuild
from simkit.menus.messages import shown

MANIFEST = "manifest.json"
ANALYSIS, COMPARISON = "simkit/analysis-manifest/1", "simkit/compare-manifest/1"

_AGAIN = "the folder is damaged, or of another version of simkit: play the games again"
_TOGETHER = {
    "skill": (("players", "of"), "share", COMPONENTS),
    "ladder": (("players",), "of", ("score", "win")),
    "neighbours": (("players", "policy", "other"), "place", None),  # as many as players
}
_RANGES = {
    **dict.fromkeys(("seat", "player", "place"), (0, 8)),
    **dict.fromkeys(("turn", "copies_taken"), (0, 250)),
    # charts have a place for every score from the lowest to the highest
    **dict.fromkeys(("score", "value"), (-1_000_000, 1_000_000)),
}
_TYPES: dict[str, tuple[str, tuple[type[pl.DataType], ...]]] = {
    "string": ("text", (pl.String,)),
    "integer": ("whole numbers", (pl.Int64,)),
    "boolean": ("true or false", (pl.Boolean,)),
    "number": ("numbers", (pl.Float64, pl.Int64)),
}
_MAY_BE_EMPTY = {
    *("part", "standing", "n_moved", "place", "sign_changes", "beginner", "expert", "with_skill"),
    *("variance_reduction", "p_different", "p_equivalent", "more"),
}
"""Columns beside the estimates, which are empty where nothing was observed."""
_ALWAYS_KNOWN = {
    *("points", "win", "forbid_value", "forbid_value_win", "pick_value_shrunk"),
    *("synergy", "synergy_win", "score_edge", "value_a", "value_b"),
}
"""Estimates that are not, whatever the games."""

_ENDLESS = ("preference", "pick_value_shrunk")
"""Estimates that may be infinite, or have an interval without end."""

Count = Annotated[int, Field(ge=0)]
Players = Annotated[int, Field(ge=2, le=8)]
Form = dict[str, tuple[str, bool]]
"""What stands in each column of a table, and whether it may be empty."""

Why = Literal["games", "target", "time", "most games"]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class _Experiments(_Model):
    players: Players
    policy: str
    games: dict[str, Count]
    ended: dict[str, Why]

    @model_validator(mode="after")
    def _same(self) -> Self:
        if set(self.games) != set(self.ended):
            raise ValueError("`games` and `ended` must be of the same experiments")
        return self


class _Played(_Model):
    players: Players
    games: Count
    ended: Why


class _Manifest(_Model):
    """What manifests of both kinds say."""

    players: list[Players] = Field(min_length=1)
    policies: list[str] = Field(min_length=1)
    seed: Count
    target: str | None
    max_games: Count
    rules_version: int
    versions: dict[str, str]
    tables: list[str]

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        for name in ("players", "policies"):
            values = getattr(self, name)
            if len(set(values)) < len(values):
                raise ValueError(f"`{name}` must name each once")
        if self.target is not None:
            Target.read(self.target)
        return self


class _OfAnalysis(_Manifest):
    menu: dict[str, Any]
    sections: list[Literal[SECTIONS]]  # type: ignore[valid-type]
    games: Count | None
    ended: list[_Experiments]


class _OfComparison(_Manifest):
    menus: list[dict[str, Any]] = Field(min_length=2, max_length=26)
    names: list[str]
    baseline: str
    games: list[_Played]
    games_requested: Count | None
    deltas: dict[str, float]

    @model_validator(mode="after")
    def _of_each(self) -> Self:
        if len(self.names) != len(self.menus) or self.baseline != self.names[0]:
            raise ValueError("`names` must be of the menus, `baseline` the first of them")
        if [row.players for row in self.games] != self.players:
            raise ValueError("`games` must have a row for each number of players")
        return self


def read(folder: Path) -> tuple[dict[str, pl.DataFrame], dict[str, Any]]:
    """Return the tables and the manifest of a folder.

    Raises
    ------
    InputError
        Something is missing, can not be read, or is not what it should be.
    """
    manifest = _manifest(folder / MANIFEST)
    menus = menus_of(manifest, where=str(folder / MANIFEST))
    for menu in menus:
        if not set(manifest["players"]) <= set(legal_players(menu)):
            raise InputError(
                f"{folder / MANIFEST}: players = {shown(manifest['players'])}: {shown(menu.name)} is not for so many; "
                f"{_AGAIN}."
            )
    known = forms(compared=manifest["schema"] == COMPARISON, dice=bool(menus[0].dice))
    frames = {}
    for name in manifest["tables"]:
        path = folder / f"{name}.parquet"
        if name not in known:
            raise InputError(f"{folder / MANIFEST}: no table is called {shown(name)}; {_AGAIN}.")
        frame = _table(path)
        wrong = problem(frame, known[name], name, manifest, menus[0])
        if wrong:
            raise InputError(f"{path}: {wrong}; {_AGAIN}.")
        frames[name] = frame.select(column for column in frame.columns if column in known[name])
    return frames, manifest


def forms(*, compared: bool = False, dice: bool = False) -> dict[str, Form]:
    """Return the columns of every table that an analysis or a comparison may have.

    Parameters
    ----------
    compared : bool
        Of a comparison.
    dice : bool
        Of Sushi Roll: without what says nothing of dice.
    """
    from reports.schemas import (
        rows,  # here, as the schemas of manifests begin with names of this module
    )

    family = "compare" if compared else "analysis"
    tables, schemas = rows.FAMILIES[family][0], rows.tables(family)
    found: dict[str, Form] = {}
    for table, columns in tables.items():
        types = schemas[table]["items"]["properties"]
        found[table] = {}
        for column in columns:
            if dice and column.is_optional:
                continue
            name = column.name
            may_be_empty = (
                name not in _ALWAYS_KNOWN if column.is_estimate else name in _MAY_BE_EMPTY
            )
            found[table][name] = (_type(types[name]), may_be_empty)
            found[table] |= dict.fromkeys(column.names[1:], ("number", True))
    return found


def _type(schema: Mapping[str, Any]) -> str:
    """Return what stands in a column, by its schema."""
    branches = [schema, *schema.get("anyOf", ())]
    types = [one for branch in branches for one in _listed(branch.get("type", ()))]
    return next((one for one in types if one != "null"), "string")  # words to choose from have none


def _listed(types: Any) -> Sequence[str]:
    return (types,) if isinstance(types, str) else types


def menus_of(manifest: Mapping[str, Any], *, where: str = MANIFEST) -> tuple[Menu, ...]:
    """Return the menus that a manifest spells out: of an analysis one."""
    given = manifest["menus"] if manifest["schema"] == COMPARISON else [manifest["menu"]]
    return tuple(rebuild(menu, where=where) for menu in given)


def _manifest(path: Path) -> dict[str, Any]:
    """Return the manifest of an analysis or a comparison."""
    if not path.parent.is_dir():
        raise InputError(f"{path.parent}: there is no such folder.")
    of = "`simkit analyze --out`, `simkit compare --out` or `simkit report`"
    try:
        manifest: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path} is missing: this is no folder of {of}.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: can not be read: {error}; {_AGAIN}.") from None
    schema = manifest.get("schema") if isinstance(manifest, dict) else None
    if schema not in (ANALYSIS, COMPARISON):
        raise InputError(f"{path}: schema = {shown(schema)}: this is no folder of {of}.")
    model = _OfComparison if schema == COMPARISON else _OfAnalysis
    try:
        model.model_validate(manifest)
    except ValidationError as error:
        raise InputError(f"{path}: {_first(error)}; {_AGAIN}.") from None
    except SimkitError as error:  # a target
        raise InputError(f"{path}: {error}") from None
    return dict(manifest)


def _first(error: ValidationError) -> str:
    """Return the first of pydantic's findings as a line."""
    found = error.errors(include_url=False)[0]
    place = ".".join(map(str, found["loc"]))
    if found["type"] == "value_error":
        return f"{place}: {found['ctx']['error']}" if place else str(found["ctx"]["error"])
    if found["type"] == "missing":
        return f"`{place}` is missing"
    words = found["msg"][0].lower() + found["msg"][1:]
    return f"{place} = {shown(found['input'])}: {words.replace('input ', '')}"


def _table(path: Path) -> pl.DataFrame:
    """Return what is in a Parquet file."""
    if not path.is_file():
        raise InputError(f"{path} is missing, though {MANIFEST} names it; {_AGAIN}.")
    try:
        return pl.read_parquet(path)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        said = str(error).partition("\n")[0]
        raise InputError(f"{path}: this is no Parquet table: {said}; {_AGAIN}.") from None


def problem(
    frame: pl.DataFrame, form: Form, table: str, manifest: Mapping[str, Any], menu: Menu
) -> str:
    """Return what is wrong with a table; nothing if it is what it should be.

    Parameters
    ----------
    frame : polars.DataFrame
    form : dict
        Of `forms`.
    table : str
    manifest : mapping
    menu : Menu
        Whose kinds and cards there may be.
    """
    return (
        _columns(frame, form)
        or _intervals(frame)
        or _values(frame, form, table, manifest, menu)
        or _rows(frame, table)
    )


def _columns(frame: pl.DataFrame, form: Form) -> str:
    """Return what is wrong with the columns of a table; nothing if they are what they should be."""
    for name, (kind, may_be_empty) in form.items():
        if name not in frame.columns:
            return f"column `{name}` is missing"
        column, (words, types) = frame[name], _TYPES[kind]
        if column.dtype == pl.Null and may_be_empty:
            continue
        if column.dtype not in types:
            return f"column `{name}`: {column.dtype}: must be {words}"
        if not may_be_empty and column.has_nulls():
            return f"column `{name}`: row {column.is_null().arg_max()} is empty: must be {words}"
        if column.dtype == pl.Float64 and not name.startswith(_ENDLESS):
            strange = column.filter(~column.is_finite())
            if len(strange):
                return f"column `{name}`: {strange[0]}: must be a finite number, or empty"
    return ""


def _intervals(frame: pl.DataFrame) -> str:
    """Return which interval has but one end, or no estimate; nothing if all are whole."""
    for name in frame.columns:
        if f"{name}_low" not in frame.columns or name == "preference":  # one end: always, or never
            continue
        estimate, low, high = (frame[f"{name}{end}"] for end in ("", "_low", "_high"))
        if (low > high).any():
            return f"column `{name}_low`: an interval begins above its end"
        needed = [estimate, frame[f"{name}_se"]] if name != "win_edge" else [estimate]
        known = low.is_not_null() | high.is_not_null()
        for column in (low, high, *needed):
            if (known & column.is_null()).any():
                return f"column `{column.name}` is empty where the interval of `{name}` is known"
    return ""


def _values(
    frame: pl.DataFrame, form: Form, table: str, manifest: Mapping[str, Any], menu: Menu
) -> str:
    """Return which value can not be; nothing if all are possible."""
    kinds, cards = list(menu.kinds), list(menu.card_ids)
    allowed: dict[str, list[Any]] = {"players": manifest["players"], "kind": kinds, "card": cards}
    if table in ("synergy", "preferred"):
        allowed["other"] = kinds if table == "synergy" else cards
    if table not in ("skill", "ladder"):  # of two policies
        allowed["policy"] = manifest["policies"]
    if manifest["schema"] == COMPARISON:
        allowed |= {
            "menu_a": manifest["names"][:1],
            "menu_b": manifest["names"][1:],
            "policy_a": manifest["policies"],
            "policy_b": manifest["policies"],
        }
    for name, values in allowed.items():
        if name in frame.columns:
            strange = frame[name].filter(~frame[name].is_in(values))
            if len(strange):
                return f"column `{name}`: {shown(strange[0])}: must be of {shown(values)}"
    for name in (name for name, (kind, _) in form.items() if kind == "integer"):
        low, high = _RANGES.get(name, (0, 2**62))
        strange = frame[name].filter(~frame[name].is_between(low, high))
        if len(strange):
            return f"column `{name}`: {strange[0]}: must be from {low:,} to {high:,}"
    return ""


def _rows(frame: pl.DataFrame, table: str) -> str:
    """Return which rows are missing of those that belong together; nothing if all are there."""
    if table == "changes" and "sign_changes" in frame.columns:
        told = frame.filter(pl.col("verdict") != "can't tell")
        if told.select("beginner", "expert", "change").null_count().sum_horizontal().item():
            return "a change is told of which nothing is known"
    if table not in _TOGETHER:
        return ""
    keys, name, always = _TOGETHER[table]
    for of, rows in frame.group_by(keys, maintain_order=True):
        wanted = list(always or range(int(str(of[0]))))
        if len(rows) != len(wanted) or set(rows[name]) != set(wanted):
            where = ", ".join(
                f"{key} = {shown(value)}" for key, value in zip(keys, of, strict=True)
            )
            return f"{where}: there must be a row for each `{name}` of {shown(wanted)}"
    return ""
