"""An atlas: tables of all legal menus, kept in a folder, and questions to them.

Asking takes a moment only, as nothing is loaded but polars; making an atlas fits a model to each measure
(`analysis.atlas.assemble`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeAlias

import polars as pl

from analysis.atlas.goals import Goal, check_measures, read_goal
from simkit.errors import InputError, OutputError, nearest

Limits: TypeAlias = Mapping[str, tuple[float | None, float | None]]
"""By measure, the least and the most that its estimate may be; None: no limit."""

ENDS = ("_se", "_low", "_high")
RAW = ("_raw", "_raw_se")

_IN_A_GROUP = 16_384  # rows; those of one number of players and line-up lie together


@dataclass(frozen=True)
class Atlas:
    """What is known of all legal menus.

    Attributes
    ----------
    cells : polars.DataFrame
        A row for each line-up, number of players and legal menu: ``policies``, ``players``, ``kinds``, ``game``,
        ``n_games`` (0: never played, all that is said is predicted), ``key`` (of the sweep; null if never
        played), and for each measure ``x`` the tightened estimate ``x``, ``x_se``, ``x_low``, ``x_high``, and
        the one of its own games, ``x_raw``, ``x_raw_se``. In 32 bits: seven digits.
    effects, pairs, fit, calibration : polars.DataFrame
        Of each line-up and measure (``policies``, ``measure``): see `analysis.atlas.surrogate.Surrogate`.
    origin : polars.DataFrame
        Where it comes from: of each line-up ``rules_version``, ``metric_version``, ``seed``, ``n_cells``, and
        ``store``, the digest of the store. Null where it was not said.
    """

    cells: pl.DataFrame
    effects: pl.DataFrame
    pairs: pl.DataFrame
    fit: pl.DataFrame
    calibration: pl.DataFrame
    origin: pl.DataFrame

    def write(self, folder: Path) -> None:
        """Write the tables into a folder; it is there when all are written, and the same each time.

        Raises
        ------
        OutputError
            The folder holds something that is no atlas, or can not be written.
        """
        folder = Path(os.path.abspath(folder))
        aside = folder.with_name(f".{folder.name}.{os.getpid()}.part")
        try:
            if os.path.lexists(folder) and not _is_free(folder):
                raise OutputError(f"{folder}: holds something that is no atlas; choose another.")
            aside.mkdir(parents=True)
            for field in fields(self):
                frame: pl.DataFrame = getattr(self, field.name)
                path = aside / f"{field.name}.parquet"
                frame.write_parquet(path, compression="zstd", row_group_size=_IN_A_GROUP)
            if folder.exists():
                old = aside.with_suffix(".old")
                folder.rename(old)
                aside.rename(folder)
                shutil.rmtree(old)
            else:
                aside.rename(folder)
        except OSError as error:
            raise OutputError(f"{folder}: cannot be written: {error.strerror}.") from None
        finally:
            shutil.rmtree(aside, ignore_errors=True)

    @classmethod
    def read(cls, folder: Path) -> Atlas:
        """Read what `write` has written.

        Raises
        ------
        InputError
            There is no atlas.
        """
        return cls(*(_scan(folder, field.name).collect() for field in fields(cls)))

    @property
    def measures(self) -> list[str]:
        """The measures, in the order in which they are shown."""
        return measures_of(self.cells.columns)


def build(
    cells: pl.DataFrame,
    *,
    check: bool = True,
    store: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Atlas:
    """Make an atlas of what a sweep found.

    Parameters
    ----------
    cells : polars.DataFrame
        A row for each menu, number of players and line-up that was played: ``key``, ``game``, ``kinds`` (nigiri
        included), ``players``, ``policies``, ``n_games``, and for each measure ``x``, ``x_se``, ``x_low``, ``x_high``.
        All of Party's rule book, under one set of rulings. If it has ``rules_version``, ``metric_version`` and
        ``seed`` (`analysis.sweep.store.estimates`), the atlas says so of itself.
    check : bool
        Whether to predict menus that are left out, which tells how good the model is; it doubles the time.
    store : str, optional
        Digest of the store that the cells are from.
    progress : callable, optional
        Told after each fit how many are done, and of how many.

    Returns
    -------
    Atlas
        Of all menus that are legal for the numbers of players that were played: one or two seconds for each
        measure and line-up, however many were played.

    Raises
    ------
    InputError
        There are no cells, or some that are not of Party's rule book.
    """
    from analysis.atlas.assemble import frames  # numpy and scipy, and the catalogue with numba

    return Atlas(**frames(cells, check=check, store=store, progress=progress))


@dataclass(frozen=True)
class Answer:
    """What a question to an atlas brought up.

    Attributes
    ----------
    rows : polars.DataFrame
        The menus shown: ``policies``, ``players``, ``kinds``, ``n_games``, ``key``, and the measures that were
        asked for, each with its interval and the raw figure.
    n_found : int
        Menus (and numbers of players, and line-ups) that fit the question.
    as_well : int
        How many of those that are not shown could as well be as good as the last one shown: their intervals
        overlap with its own.
    goal : Goal or None
        By what they are sorted.
    """

    rows: pl.DataFrame
    n_found: int
    as_well: int
    goal: Goal | None


def query(
    atlas: Atlas | str | Path,
    *,
    players: int | None = None,
    policies: str | None = None,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    limits: Limits | None = None,
    sort: str | Goal | None = None,
    top: int = 20,
    show: Sequence[str] = (),
) -> Answer:
    """Ask an atlas for menus.

    Parameters
    ----------
    atlas : Atlas or path
        An atlas, or its folder; of a folder only those columns are read that are needed.
    players, policies, include, exclude, limits
        See `matching`.
    sort : str or Goal, optional
        The goal by which the best comes first, such as ``"closer"`` or ``"-margin"``; without one they come in
        the order of the atlas.
    top : int
        How many to show.
    show : sequence of str
        Further measures to show.

    Raises
    ------
    InputError
        Something that is asked for is not in the atlas.
    """
    if top < 1:
        raise InputError(f"top {top}: must be 1 or more.")
    known = measures_of(_frame(atlas).collect_schema().names())
    goal = read_goal(sort, known) if isinstance(sort, str) else sort
    shown = dict.fromkeys([*([goal.column] if goal else []), *(limits or {}), *show])
    found = matching(
        atlas,
        players=players,
        policies=policies,
        include=include,
        exclude=exclude,
        limits=limits,
        measures=list(shown),
    )
    if goal is None:
        return Answer(found.head(top), found.height, 0, None)
    found = found.filter(pl.col(goal.column).is_not_null())
    found = found.sort(goal.column, descending=goal.sign > 0, maintain_order=True)
    rows, rest = found.head(top), found.slice(top)
    as_well = 0
    if rest.height:
        last = rows.row(-1, named=True)
        if goal.sign > 0:
            near = pl.col(f"{goal.column}_high") >= last[f"{goal.column}_low"]
        else:
            near = pl.col(f"{goal.column}_low") <= last[f"{goal.column}_high"]
        as_well = rest.filter(near).height
    return Answer(rows, found.height, as_well, goal)


def matching(
    atlas: Atlas | str | Path,
    *,
    players: int | None = None,
    policies: str | None = None,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    limits: Limits | None = None,
    measures: Sequence[str] = (),
) -> pl.DataFrame:
    """Return the cells of an atlas that fit, with the columns of some measures, in the order of the atlas.

    Parameters
    ----------
    atlas : Atlas or path
    players : int, optional
        This number of players only.
    policies : str, optional
        This line-up only.
    include, exclude : sequence of str
        Kinds that a menu must have, and that it must not have.
    limits : mapping of str to (float or None, float or None), optional
        The least and the most of a measure's estimate. (Its interval may go beyond.)
    measures : sequence of str
        Whose columns to return; those with limits need not be named.

    Raises
    ------
    InputError
        Something that is asked for is not in the atlas.
    """
    frame = _frame(atlas)
    names = frame.collect_schema().names()
    limits = limits or {}
    shown = list(dict.fromkeys([*measures, *limits]))
    check_measures(shown, measures_of(names))
    _check_kinds(frame, include, exclude)
    kept = frame.select(
        "policies",
        "players",
        "kinds",
        "n_games",
        "key",
        *(f"{name}{end}" for name in shown for end in ("", *ENDS, *RAW)),
    )
    for column, value in (("players", players), ("policies", policies)):
        if value is not None:
            _check_value(frame, column, value)
            kept = kept.filter(pl.col(column) == value)
    for kind in include:
        kept = kept.filter(pl.col("kinds").list.contains(kind))
    for kind in exclude:
        kept = kept.filter(~pl.col("kinds").list.contains(kind))
    for name, (least, most) in limits.items():
        if least is not None and most is not None and least > most:
            raise InputError(f"limits of {name}: {least:g} to {most:g} leaves nothing; swap them.")
        kept = kept.filter(pl.col(name).is_not_null())
        if least is not None:
            kept = kept.filter(pl.col(name) >= least)
        if most is not None:
            kept = kept.filter(pl.col(name) <= most)
    return kept.collect()


def measures_of(columns: Sequence[str]) -> list[str]:
    """Return the measures that columns of an atlas are about."""
    known = set(columns)
    return [name for name in columns if all(f"{name}{end}" in known for end in (*ENDS, *RAW))]


def _frame(atlas: Atlas | str | Path) -> pl.LazyFrame:
    return atlas.cells.lazy() if isinstance(atlas, Atlas) else _scan(Path(atlas), "cells")


def _scan(folder: Path, name: str) -> pl.LazyFrame:
    path = folder / f"{name}.parquet"
    if not path.is_file():
        raise InputError(f"{folder}: there is no {path.name}; name a folder that holds an atlas.")
    frame = pl.scan_parquet(path)
    try:
        columns = frame.collect_schema().names()
    except pl.exceptions.PolarsError:
        raise InputError(f"{path}: is damaged; make the atlas again.") from None
    if "policies" not in columns or (name == "cells" and not measures_of(columns)):
        raise InputError(f"{path}: is not of an atlas; name a folder that holds one.")
    return frame


def _is_free(folder: Path) -> bool:
    """Return whether an atlas may be written there: there is nothing, or an older one."""
    if not folder.is_dir():
        return False
    names = set(os.listdir(folder))
    return names <= {f"{field.name}.parquet" for field in fields(Atlas)}


def _check_kinds(frame: pl.LazyFrame, include: Sequence[str], exclude: Sequence[str]) -> None:
    """Raise InputError if a kind is on no menu, or asked for and unwanted at once."""
    if not (include or exclude):
        return
    kinds = frame.select(pl.col("kinds").explode().unique(maintain_order=True)).collect()
    known = kinds.to_series().to_list()
    for kind in (*include, *exclude):
        if kind not in known:
            raise InputError(f"card '{kind}' is on no menu of this atlas.{nearest(kind, known)}")
    both = [kind for kind in include if kind in exclude]
    if both:
        raise InputError(f"card '{both[0]}' is both included and excluded; take one of them out.")


def _check_value(frame: pl.LazyFrame, column: str, value: int | str) -> None:
    """Raise InputError if no cell has this number of players, or this line-up."""
    values = frame.select(pl.col(column).unique(maintain_order=True)).collect().to_series()
    known = [str(one) for one in values.to_list()]
    if str(value) not in known:
        raise InputError(
            f"{column} {value}: this atlas has {', '.join(known)}.{nearest(str(value), known)}"
        )
