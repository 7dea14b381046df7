"""A plan of a sweep, read from a file: its cells, and how many games each is to have."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from math import inf
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from analysis.sweep.cells import Cell, identified, nameless
from analysis.sweep.chosen import Choice
from analysis.sweep.forms import PlanFile
from analysis.sweep.work import Precision
from simkit.errors import InputError, PolicyError, nearest, toml_problem
from simkit.menus.messages import field_names, nearest_field, shown
from simkit.text_file import read_text

SHIPPED = ("atlas",)
"""Plans that come with the project, by name."""

_OF_TARGET = ("target", "measure", "max_games")


@dataclass(frozen=True, slots=True)
class Selection:
    """What a plan asks for.

    Attributes
    ----------
    cells : tuple of Cell
        Each once.
    left_out : int
        Pairs of a named menu and a number of players that can not be played: banned, or too few cards.
    """

    cells: tuple[Cell, ...]
    left_out: int


@dataclass(frozen=True)
class Plan:
    """A checked plan. Made by `read_plan` and `Plan.of`.

    Attributes
    ----------
    file : PlanFile
        What it says.
    folder : Path
        Where paths of menu files begin.
    source : str
        Where it is from; it begins every message.
    """

    file: PlanFile
    folder: Path
    source: str

    @staticmethod
    def of(data: Mapping[str, Any], *, folder: str | Path = ".", source: str = "plan") -> Plan:
        """Return the plan that a dict in the form of a plan file describes.

        Raises
        ------
        InputError
            Something in it is unknown or out of range.
        """
        try:
            file = PlanFile.model_validate(dict(data))
        except ValidationError as error:
            raise InputError(f"{source}: {_first_problem(error)}") from None
        plan = Plan(file, Path(folder), source)
        plan._check()
        return plan

    @property
    def max_seconds(self) -> float:
        """How long a run may take."""
        return inf if self.file.time is None else self.file.time

    def games(self, players: int) -> int | Precision:
        """Return how many games a cell of so many players is to have, or how well it is to be known."""
        if isinstance(self.file.games, int):
            return self.file.games
        if self.file.games is not None:
            return self.file.games[players]
        return Precision(self.file.measure, self.file.half(), self.file.max_games)

    def cells(self) -> Iterator[Cell]:
        """Return the cells, each once; see `selection`."""
        return iter(self.selection.cells)

    @cached_property
    def selection(self) -> Selection:
        """The cells, and how many pairs were left out: ten seconds for all that the rule book allows.

        Raises
        ------
        MenuError, PolicyError, InputError
            A menu or a policy can not be had, or no cell is left.
        """
        lineups = self._lineups()
        choice = Choice(self.file, self.folder, self.source)
        cells: dict[Cell, None] = {}
        for menu, counts in choice:
            rules = nameless(menu)  # takes longer than all the rest: once a menu
            for players in counts:
                for policies, rotate in lineups[players]:
                    cell = Cell(
                        rules, menu.kinds, menu.game, players, policies, rotate, self.file.seed
                    )
                    cells[cell] = None
        if not cells:
            raise InputError(
                f"{self.source}: players = {shown(self.file.players)}: none of the menus can be played by so many."
            )
        return Selection(tuple(cells), choice.left_out)

    def _lineups(self) -> dict[int, list[tuple[tuple[str, ...], bool]]]:
        """Return line-ups by number of players, and whether they move: not where all seats play alike."""
        found: dict[int, list[tuple[tuple[str, ...], bool]]] = {n: [] for n in self.file.players}
        for names in self.file.policies:
            try:
                policies = tuple(identified(name) for name in names)
            except PolicyError as error:
                raise PolicyError(f"{self.source}: {error}") from None
            alike = len(set(policies)) == 1
            for players, lineups in found.items():
                if len(names) in (1, players):
                    lineups.append((policies[:1], False) if alike else (policies, self.file.rotate))
        return found

    def _check(self) -> None:
        """Raise InputError if fields do not go together."""
        file = self.file
        if (file.games is None) == (file.target is None):
            raise InputError(
                f"{self.source}: say either how many `games` each cell is to have, such as games = 20000, or, as "
                '`target`, how narrow intervals are to be, such as target = "0.3pt".'
            )
        for name in ("measure", "max_games"):
            if name in file.model_fields_set and file.target is None:
                raise InputError(f"{self.source}: `{name}` goes with `target`; take it out.")
        if file.target is not None:
            try:
                file.half()
            except ValueError as error:
                raise InputError(f"{self.source}: target, measure: {error}.") from None
        if isinstance(file.games, dict):
            for players in file.players:
                if players not in file.games:
                    raise InputError(
                        f"{self.source}: games: says nothing of {players} players; add {players} = 2560, or take "
                        "them out of `players`."
                    )
        for names in file.policies:
            if len(names) > 1 and len(names) not in file.players:
                raise InputError(
                    f"{self.source}: policies = {shown(names)}: a line-up by seat of {len(names)}, but `players` "
                    f"has {', '.join(map(str, file.players))}; name one for each seat."
                )
        if file.menus.legal and file.menus.pattern is not None:
            raise InputError(
                f"{self.source}: menus: `legal` takes all legal menus, `pattern` some of them; keep one of the two."
            )


def read_plan(spec: str | os.PathLike[str], changes: Mapping[str, Any] | None = None) -> Plan:
    """Read a plan: a TOML file, or one that comes with the project.

    Parameters
    ----------
    spec : str or path
        ``"atlas"``, or the path of a file.
    changes : mapping, optional
        Fields that take the place of the plan's; `games` and `target` of each other's too.

    Raises
    ------
    InputError
        There is no such file, or it is no plan; the message says what to change.
    """
    path = Path(spec)
    if str(spec) in SHIPPED and not path.is_file():
        folder = resources.files("analysis.sweep") / "plans"
        text, source = (folder / f"{spec}.toml").read_text("utf-8"), f"{spec}.toml"
    else:
        text, source = _text(path), str(path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"{source}: this is not valid TOML: {toml_problem(error, text)}."
        ) from None
    changes = dict(changes or {})
    if "games" in changes or "target" in changes:
        dropped = ("games", "target") if "target" in changes else (*_OF_TARGET, "games")
        data = {name: value for name, value in data.items() if name not in dropped}
    return Plan.of({**data, **changes}, folder=path.parent, source=source)


def _text(path: Path) -> str:
    def missing() -> str:
        near = [entry.name for entry in path.parent.glob("*.toml")] if path.parent.is_dir() else []
        return (
            f"there is no such plan.{nearest(path.name, [*near, *SHIPPED])} A plan is a .toml file, or "
            f"{' or '.join(SHIPPED)}."
        )

    return read_text(path, InputError, missing)


def _first_problem(error: ValidationError) -> str:
    """Return the first of pydantic's findings as one line in the words of the plan."""
    problems = error.errors(include_url=False)
    first = problems[0]
    place = ".".join(str(step) for step in first["loc"])
    value = f"{place} = {shown(first['input'])}"
    match first["type"]:
        case "missing":
            text = f"`{place}` is missing."
        case "extra_forbidden":
            known = field_names(_table_at(first["loc"][:-1]))
            hint = nearest_field(str(first["loc"][-1]), known)
            text = f"`{place}` is not known.{hint} Known: {', '.join(known)}."
        case "value_error":
            said = str(first["ctx"]["error"])
            text = f"{value}: {said}{'' if said.endswith('?') else '.'}"
        case _:
            text = f"{value}: must be a table, such as [{place}] with `name = value` lines."
    return text + (f" ({len(problems) - 1} more after this.)" if len(problems) > 1 else "")


def _table_at(place: tuple[str | int, ...]) -> type[BaseModel]:
    """Return the model of a table of the plan."""
    model: type[BaseModel] = PlanFile
    for step in place:
        annotation = model.model_fields[str(step)].annotation
        model = next(one for one in (annotation, *get_args(annotation)) if isinstance(one, type))
    return model
