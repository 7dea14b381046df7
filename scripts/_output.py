"""What all commands share: three formats for stdout, and folders that are written whole or not.

stdout is data, stderr is progress. JSON documents begin with the name and version of their form
(`docs/formats.md`); CSV is one plain table with a header.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.errors import OutputError, in_words

if TYPE_CHECKING:
    from rich.console import Console

MANIFEST = "manifest.json"
"""The file by which a folder is known to hold a run."""

STOPPED = 130
"""Exit code after Ctrl-C, as everywhere."""

WIDTH_WHEN_PIPED = 120


class Format(StrEnum):
    """How a command prints its numbers."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


class TextOrJson(StrEnum):
    """How a command prints what has no table in it that would make a CSV."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="How to print the result.")]
TextOrJsonOption = Annotated[TextOrJson, typer.Option("--format", help="How to print the result.")]
HouseOption = Annotated[
    bool,
    typer.Option("--house", help="Allow any cards or dice that can be dealt, and up to 8 players."),
]
SeedOption = Annotated[int, typer.Option("--seed", help="Decides every game.")]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", help="Default: all cores. Never changes a result.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="Folder for the tables (Parquet) and a manifest.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace an older run in --out.")]
MENU_HELP = (
    "A printed menu (go, roll, master-menu, ...: see `simkit menus`) or the path of a TOML file."
)


def print_json(schema: str, content: Mapping[str, Any]) -> None:
    """Print a JSON document; `schema` is the name and version of its form."""
    json.dump({"schema": schema, **content}, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def print_csv(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows of equal keys as CSV; what is not a plain value is written as JSON."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow(
            json.dumps(value) if isinstance(value, list | tuple | dict) else value
            for value in row.values()
        )


def console(*, stderr: bool = False) -> Console:
    """Return a console of sensible width: the terminal's, COLUMNS, or 120 when piped."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else WIDTH_WHEN_PIPED
    return Console(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


def print_table(rows: Sequence[Mapping[str, Any]], *, title: str = "") -> None:
    """Print rows of equal keys as a table for people.

    Numbers stand on the right. The first column names the row and is never broken, so that a name
    can be copied from a narrow terminal too.
    """
    from rich import box
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for name, value in rows[0].items():
        is_number = isinstance(value, int | float)
        is_first = not table.columns
        table.add_column(name, justify="right" if is_number else "left", no_wrap=is_first)
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    console().print(table)


@contextmanager
def run_folder(path: Path, *, force: bool) -> Iterator[Path]:
    """Give a new folder to write a run into; it becomes `path` when everything is written.

    Parameters
    ----------
    path : Path
        The folder that is to hold the run. It may be missing, empty or, with `force`, hold an
        older run, which is replaced as a whole.
    force : bool
        Replace an older run.

    Raises
    ------
    OutputError
        The folder holds something else or cannot be written; nothing is left half-written.
    """
    path = Path(os.path.abspath(path))
    _check_free(path, force=force)
    aside = _existing(path.parent) / f".{path.name}.{os.getpid()}.part"
    with _clear_words(path):
        aside.mkdir()
        try:
            yield aside
            path.parent.mkdir(parents=True, exist_ok=True)
            _put_in_place(aside, path)
        finally:
            shutil.rmtree(aside, ignore_errors=True)


def write_file(path: Path, text: str) -> None:
    """Write a text file whole or not at all; the text goes to a file beside it first."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    with _clear_words(path):
        try:
            aside.write_text(text, "utf-8")
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)


def _check_free(path: Path, *, force: bool) -> None:
    """Raise OutputError if a run may not be put at this place."""
    if not os.path.lexists(path):
        return
    if not path.is_dir():
        raise OutputError(f"{path}: is a file, not a folder; choose another --out.")
    with _clear_words(path):
        names = os.listdir(path)
    if MANIFEST in names and not force:
        raise OutputError(
            f"{path}: already holds a run; choose another --out, or replace the run with --force."
        )
    if names and MANIFEST not in names:
        raise OutputError(
            f"{path}: holds other files ({names[0]}, ...) and no run; choose another --out."
        )


def _existing(folder: Path) -> Path:
    """Return the nearest folder above that exists."""
    while not folder.exists():
        folder = folder.parent
    return folder


def _put_in_place(aside: Path, path: Path) -> None:
    """Give the finished folder its name; an older run goes only once the new one can come."""
    old = aside.with_suffix(".old")
    if path.exists():
        path.rename(old)
    try:
        aside.rename(path)
    except OSError:
        with suppress(OSError):
            old.rename(path)
        raise
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _clear_words(path: Path) -> Iterator[None]:
    """Turn what the system says about a place to write into one clear line."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: {in_words(error)}") from None
