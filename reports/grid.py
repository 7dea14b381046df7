"""Tables before they are drawn: what stands in them, for a terminal as for a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.table import Table

from reports.layout import table
from reports.numbers import NOTHING, estimate, plain

Row = Mapping[str, Any]
"""A row of a frame."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a place of a table.

    Attributes
    ----------
    text : str
    number : float or None
        What it is sorted by, where it is a number.
    note : str
        What is said of it on a closer look.
    """

    text: str
    number: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    of : str
        The column of the frame; tables of frames without it have none.
    short : str
        Its head on a terminal.
    head : str
        Its head on a page, with the unit.
    about : str
        What it is, in a sentence.
    cell : callable
        From a row of the frame to what is shown.
    is_number : bool
    """

    of: str
    short: str
    head: str
    about: str
    cell: Callable[[Row], Cell]
    is_number: bool = True


def measured(of: str, short: str, head: str, about: str, **form: Any) -> Column:
    """Return a column of estimates with their intervals; `form` as for `reports.numbers.estimate`."""
    return Column(of, short, head, about, partial(number, name=of, **form))


def number(row: Row, name: str, **form: Any) -> Cell:
    """Return an estimate with its interval."""
    value, low, high = (row[key] for key in (name, f"{name}_low", f"{name}_high"))
    return Cell(estimate(row, name, **form), value, _interval(low, high, form))


def _interval(low: float | None, high: float | None, form: Mapping[str, Any]) -> str:
    if low is None or high is None:
        return ""
    scale, unit = (100, " %") if form.get("percent") else (1, "")
    sign = form.get("sign", "-")
    return f"95 % interval: {scale * low:{sign}.4g} to {scale * high:{sign}.4g}{unit}"


def rounded(row: Row, name: str, digits: int) -> Cell:
    """Return a number without its interval."""
    return Cell(plain(row[name], digits), row[name])


def said(row: Row, name: str) -> Cell:
    """Return a word, or nothing."""
    return Cell(row[name] or "")


def present(columns: Iterable[Column], names: Sequence[str]) -> list[Column]:
    """Return those of the columns that a frame has."""
    return [column for column in columns if column.of in names]


def terminal(first: str, columns: Sequence[Column], rows: Iterable[tuple[str, Row]]) -> Table:
    """Return a table for a terminal: named rows of a frame."""
    made = table(first, *(column.short for column in columns))
    for name, row in rows:
        made.add_row(name, *(column.cell(row).text for column in columns))
    return made


def nothing() -> Cell:
    """Return what stands where there is nothing."""
    return Cell(NOTHING)
