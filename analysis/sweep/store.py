"""The store of a sweep: a folder of Parquet files with the exact sums of all games that were ever played for it.

While sweeps run, every flush is a file of its own (a *part*). Whoever finds itself alone with the store makes it
tidy: one row a cell, sorted, in files whose bytes depend on what was played and on nothing else. Games are never
counted twice, in whatever ranges they were played, so a crash at any moment costs at most the games not yet flushed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pyarrow as pa

from analysis.gather import TUNED
from analysis.sweep import files
from analysis.sweep.failures import Failure, failed, read_failures, together, write_failures
from analysis.sweep.rows import CURRENT, IDENTITY, RANGE, by_version, joined, rows_of, schema
from analysis.sweep.statistics import (
    SWEPT,
    anytime_of,
    column,
    columns,
    estimate,
    needed,
    parts_of,
    swept,
)
from simkit.errors import InputError, OutputError

if TYPE_CHECKING:
    import polars as pl

    from analysis.sweep.cells import Cell
    from analysis.sweep.work import Outcome

ROWS_PER_FILE = 100_000
"""Of a tidy store; the last file has the rest."""

_CELLS, _LOCK, _FAILURES, _TORN = "cells", "lock", "failures.json", "torn"
_READ = ("key", "n_games", "looked")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a cell: its games from the first one on, without a gap.

    Attributes
    ----------
    n_games : int
    looked : bool
        Whether their number depended on what they showed.
    sums : tuple of int
        By `statistics.columns`.
    """

    n_games: int
    looked: bool
    sums: tuple[int, ...]


class KnownCells(Mapping[str, Known]):
    """What is known of all cells, by key.

    Attributes
    ----------
    table : pyarrow.Table
        The same in columns, a row a cell: ``key``, ``n_games``, ``looked``, the sums.
    games : dict of str to int
        How many games are known, by key.
    """

    def __init__(self, table: pa.Table) -> None:
        self.table = table
        keys = table["key"].to_pylist()
        self.games: dict[str, int] = dict(zip(keys, table["n_games"].to_pylist(), strict=True))
        self._row = {key: row for row, key in enumerate(keys)}

    def __getitem__(self, key: str) -> Known:
        """Return what is known of a cell; KeyError if that is nothing."""
        row = self._row[key]
        _, n, looked, *sums = (column[row].as_py() for column in self.table.columns)
        return Known(n, looked, tuple(sums))

    def __iter__(self) -> Iterator[str]:
        """Return the keys, sorted."""
        return iter(self._row)

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self._row)


class Store:
    """A store that games are added to; any number of processes may have it open at once.

    Attributes
    ----------
    path : Path
    torn : list of str
        Files that were found spoiled and put into the folder ``torn``; their games are to be played again.
    """

    def __init__(self, path: Path, lock: files.Lock) -> None:
        self.path = path
        self.torn: list[str] = []
        self._lock = lock
        self._cells = path / _CELLS
        self._seen: set[str] = set()
        self._rows: list[pa.Table] = []  # as they lie on the disk: see `_joined`
        self._others: list[pa.Table] = []
        self._together: pa.Table | None = None

    @classmethod
    def open(cls, path: str | os.PathLike[str], create: bool = True) -> Store:
        """Open a store; if nobody else has it open, tidy up first what was left by processes that were killed.

        Raises
        ------
        InputError
            There is none, and none is to be made.
        OutputError
            The folder holds other things, or can not be written.
        """
        path = Path(path)
        if not create:
            _check_store(path)
        with files.clear_words(path):
            _check_free(path)
            path.mkdir(parents=True, exist_ok=True)
            store = cls(path, files.Lock(path / _LOCK))
            try:
                store._cells.mkdir(exist_ok=True)
                store._tidy_if_alone()
                store._lock.share()
                store._refresh()
            except BaseException:
                store._lock.close()
                raise
        return store

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        # what has gone wrong before is what matters
        with suppress(*(() if error is None else (OutputError, InputError))):
            self.close()

    @property
    def left_out(self) -> int:
        """Rows of other versions of rules or metrics, which are kept and not read."""
        return sum(table.num_rows for table in self._others)

    def add(self, cells: Mapping[str, Cell], outcomes: Sequence[Outcome], looked: bool) -> None:
        """Add what jobs have become; when this returns, it lasts.

        Parameters
        ----------
        cells : mapping of str to Cell
            Those of the outcomes, by key; there may be more.
        outcomes : sequence of Outcome
            Those that failed are noted: see `failures`.
        looked : bool
            Whether the numbers of games depended on what games showed, as with a target.

        Raises
        ------
        OutputError
            The disk is full, or the store can not be written; what it held it still holds.
        """
        played = [one for one in outcomes if one.n_games]
        failures = failed(outcomes, cells)
        with files.clear_words(self.path):
            if played:
                self._add(rows_of(cells, played, looked=looked))
            if failures:
                self._note(failures)

    def known(self) -> KnownCells:
        """Return what is known of each cell, of the games that this process has seen (see `refresh`).

        Raises
        ------
        InputError
            The same games were added with other sums.
        """
        return KnownCells(_begun(self._joined()).select([*_READ, *columns()]))

    def refresh(self) -> None:
        """Read what other processes have added since."""
        with files.clear_words(self.path):
            self._refresh()

    def failures(self) -> list[Failure]:
        """Return the cells that could not be played, by key; without those that were played later on."""
        return [one for one in self._failures() if one.is_current]

    def tidy(self) -> bool:
        """Bring the store into the form that depends on its content only, if nobody else has it open.

        Returns
        -------
        bool
            Whether it was done; if not, the last one to leave does it.
        """
        with files.clear_words(self.path):
            try:
                done = self._tidy_if_alone()
            finally:
                self._lock.share()
            self._refresh()  # while the lock was free, others may have tidied
        return done

    def close(self) -> None:
        """Leave the store; the last one to leave tidies."""
        with files.clear_words(self.path):
            try:
                self._lock.release()  # first, so that of two that leave at once one finds itself alone
                self._tidy_if_alone()
            finally:
                self._lock.close()

    def _add(self, table: pa.Table) -> None:
        """Write a part; its rows are those of one version."""
        content = files.to_parquet(table)
        name = files.name_of("part", content)
        files.put(self._cells / name, content)
        self._take(name, table)

    def _take(self, name: str, table: pa.Table) -> None:
        self._seen.add(name)
        for version, rows in by_version(table):
            (self._rows if version == CURRENT else self._others).append(rows)
        self._together = None

    def _refresh(self) -> None:
        for name in files.names_in(self._cells):
            if name in self._seen:
                continue
            try:
                content = files.content_of(self._cells / name)
                if content is None:
                    self._put_away(name)
                    continue
            except FileNotFoundError:  # it was spoiled, and somebody else has put it away
                continue
            self._take(name, files.from_parquet(content))

    def _put_away(self, name: str) -> None:
        torn = self.path / _TORN
        torn.mkdir(exist_ok=True)
        os.replace(self._cells / name, torn / name)
        files.settle(self._cells)
        self.torn.append(name)

    def _joined(self) -> pa.Table:
        """Return the rows of this version, put together.

        The others are kept: a row of another process may go on from the end of one that is now within another.
        """
        if self._together is None:
            self._together = joined(pa.concat_tables([schema().empty_table(), *self._rows]))
        return self._together

    def _failures(self) -> list[Failure]:
        noted = read_failures(self.path / _FAILURES)
        return together(noted, self.known().games) if noted else []

    def _note(self, failures: Sequence[Failure]) -> None:
        """Add failures to the file, which others may be writing."""
        writing = files.Lock(self.path)
        try:
            writing.alone(wait=True)
            path = self.path / _FAILURES
            write_failures(path, together([*read_failures(path), *failures], {}))
        finally:
            writing.close()

    def _tidy_if_alone(self) -> bool:
        if not self._lock.alone():
            return False
        for folder in (self.path, self._cells):
            files.drop_asides(folder)
        self._refresh()
        if self._is_untidy():
            self._write_tidy()
        write_failures(self.path / _FAILURES, self._failures())
        return True

    def _is_untidy(self) -> bool:
        """Return whether there are parts, or the files of another tidying, or not all files."""
        names = files.names_in(self._cells)
        return [files.number_of(name) for name in names] != list(range(len(names)))

    def _write_tidy(self) -> None:
        """Write the tidy files, then remove all others; nobody else has the store open."""
        old = files.names_in(self._cells)
        written = [
            table.slice(begin, ROWS_PER_FILE)
            for table in _by_version([*self._rows, *self._others])
            for begin in range(0, table.num_rows, ROWS_PER_FILE)
        ]
        new: list[str] = []
        try:
            for table in written:
                content = files.to_parquet(table)
                name = files.name_of(f"cells-{len(new):05d}", content)
                new.append(name)
                if name not in old:
                    files.put(self._cells / name, content)
        except OSError:
            for name in set(new) - set(old):  # their rows are still in the old ones
                with suppress(OSError):
                    os.unlink(self._cells / name)
            raise
        # tidy files of old before parts: as long as there is a part, it is seen that this is not done
        for name in sorted(set(old) - set(new)):
            os.unlink(self._cells / name)
        files.settle(self._cells)
        self._seen, self._rows, self._others, self._together = set(), [], [], None
        for name, table in zip(new, written, strict=True):
            self._take(name, table)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a store.

    Attributes
    ----------
    frame : polars.DataFrame
        A row a cell, by key: which cell (`rows.IDENTITY`), ``n_games`` (from the first one on, each once),
        ``looked`` (whether their number depended on what they showed), the sums.
    left_out : int
        Rows of other versions of rules or metrics.
    torn : list of str
        Files that are spoiled.
    """

    frame: pl.DataFrame
    left_out: int
    torn: list[str]


def reading(path: str | os.PathLike[str], measures: Sequence[str] | None = None) -> Reading:
    """Return what a store knows, and what was left out of it; sweeps may be running meanwhile.

    Parameters
    ----------
    path : path
        The store.
    measures : sequence of str, optional
        Only the sums that these need, as columns are called: ``score``, ``comeback_2``.

    Raises
    ------
    InputError
        There is no store, or a measure is unknown.
    """
    import polars as pl

    table, left_out, torn = _load(path, columns() if measures is None else _sums(measures))
    frame = pl.from_arrow(_begun(table).drop_columns("first"))
    assert isinstance(frame, pl.DataFrame)
    return Reading(frame, left_out, torn)


def read(path: str | os.PathLike[str], measures: Sequence[str] | None = None) -> pl.DataFrame:
    """Return the frame of `reading`."""
    return reading(path, measures).frame


def estimates(frame: pl.DataFrame, measures: Sequence[str] | None = None) -> pl.DataFrame:
    """Return the estimates of cells.

    Parameters
    ----------
    frame : polars.DataFrame
        Of `read`, or some of its rows.
    measures : sequence of str, optional
        Which ones, as columns are called; all of them unless said otherwise.

    Returns
    -------
    polars.DataFrame
        Which cell, ``n_games``, ``looked``, and for each measure ``m``, ``m_se``, ``m_low``, ``m_high``. Where the
        number of games depended on what they showed (``looked``), the interval is one that is valid at any look.
    """
    import polars as pl

    n, looked = frame["n_games"].to_numpy(), frame["looked"].to_numpy()
    found: dict[str, Any] = {}
    for name in _all_measures() if measures is None else measures:
        of, part = swept(name)
        sums = {one: frame[one].to_numpy() for one in needed(of, part)}
        values = estimate(of, part, n, sums).columns(name)
        if looked.any():
            some = {one: column[looked] for one, column in sums.items()}
            lasting = anytime_of(of, estimate(of, part, n[looked], some), games=TUNED)
            values = {one: np.array(column) for one, column in values.items()}
            for one, column in lasting.columns(name).items():
                values[one][looked] = column
        found |= values
    return frame.select(*IDENTITY.names, "n_games", "looked").with_columns(
        pl.Series(name, values).fill_nan(None) for name, values in found.items()
    )


def digest(path: str | os.PathLike[str]) -> str:
    """Return the hash of what `read` reads: equal for any history, order and number of processes.

    Raises
    ------
    InputError
        There is no store.
    """
    table = _begun(_load(path, columns())[0])
    state = hashlib.blake2b(json.dumps([*_READ, *columns()]).encode(), digest_size=16)
    state.update("".join(table["key"].to_pylist()).encode())
    for name in [*_READ[1:], *columns()]:
        state.update(table[name].to_numpy(zero_copy_only=False).astype("<i8").tobytes())
    return state.hexdigest()


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge has made.

    Attributes
    ----------
    n_cells, n_games : int
        What the store knows now.
    torn : list of str
        Spoiled files, which were left out.
    """

    n_cells: int
    n_games: int
    torn: list[str]


def merge(stores: Sequence[str | os.PathLike[str]], into: str | os.PathLike[str]) -> Merged:
    """Add what some stores hold to another one, which is made if there is none.

    Raises
    ------
    InputError
        One is no store, or the same games have other sums in two of them; then nothing was added.
    OutputError
        The store can not be written.
    """
    tables: list[pa.Table] = []
    torn: list[str] = []
    failures: list[Failure] = []
    for path in map(Path, stores):
        _check_store(path)
        found, spoiled = files.load(path / _CELLS)
        tables += (rows for table in found for _, rows in by_version(table))
        torn += (str(path / _CELLS / name) for name in spoiled)
        failures += read_failures(path / _FAILURES)
    with Store.open(into) as store, files.clear_words(Path(into)):
        for table in _by_version([*store._rows, *store._others, *tables]):
            store._add(table)
        if failures:
            store._note(failures)
        games = store.known().games
    return Merged(len(games), sum(games.values()), [*torn, *store.torn])


def _by_version(tables: Sequence[pa.Table]) -> list[pa.Table]:
    """Return the rows of each version, put together; each table is of one."""
    versions: dict[tuple[int, int], list[pa.Table]] = {}
    for table in tables:
        for version, _ in by_version(table):
            versions.setdefault(version, []).append(table)
    return [joined(pa.concat_tables(own)) for _, own in sorted(versions.items())]


def _load(path: str | os.PathLike[str], sums: Sequence[str]) -> tuple[pa.Table, int, list[str]]:
    """Return the rows of this version, put together, how many others there are, and spoiled files."""
    _check_store(Path(path))
    names = [*IDENTITY.names, *RANGE.names, *sums]
    tables, torn = files.load(Path(path) / _CELLS, names)
    split = [one for table in tables for one in by_version(table)]
    own = [rows for version, rows in split if version == CURRENT]
    left_out = sum(rows.num_rows for version, rows in split if version != CURRENT)
    return joined(pa.concat_tables([schema().empty_table().select(names), *own])), left_out, torn


def _begun(table: pa.Table) -> pa.Table:
    """Return the rows from the first game on: what is known without a gap."""
    begun = table["first"].to_numpy() == 0
    return table if begun.all() else table.filter(pa.array(begun))


def _all_measures() -> list[str]:
    return [column(of, part) for of in SWEPT for part in parts_of(of)]


def _sums(measures: Sequence[str]) -> list[str]:
    wanted = {name for measure in measures for name in needed(*swept(measure))}
    return [name for name in columns() if name in wanted]


def _check_store(path: Path) -> None:
    if not (path / _CELLS).is_dir():
        raise InputError(
            f"{path}: is no store of a sweep; `simkit sweep PLAN -o {path}` makes one."
        )


def _check_free(path: Path) -> None:
    """Raise OutputError if a folder is in use for something else."""
    if path.exists() and not path.is_dir():
        raise OutputError(f"{path}: is a file, not a folder; choose another place for the store.")
    names = os.listdir(path) if path.exists() else []
    if names and not {_CELLS, _LOCK} & set(names):
        raise OutputError(
            f"{path}: holds other files ({min(names)}, ...) and no store; choose another place."
        )
