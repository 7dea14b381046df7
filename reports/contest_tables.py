"""A tournament as data for other programs: one JSON document, one CSV table.

The forms are described in `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from reports.long import long_rows

if TYPE_CHECKING:
    from simkit.contest_result import Contest

NAME = "simkit/tournament/1"
"""Name and version of the JSON form."""

LABELS = ("line_up", "seated", "policy", "opponent")


def to_json(
    contest: Contest, tables: Mapping[str, pl.DataFrame], *, anchor: str | None
) -> dict[str, Any]:
    """Return a tournament as plain data: what was played, and the tables as lists of rows."""
    return {
        "run": {**contest.manifest(), "anchor": anchor},
        **{name: frame.to_dicts() for name, frame in tables.items()},
    }


def to_long(tables: Mapping[str, pl.DataFrame]) -> list[dict[str, Any]]:
    """Return all tables as one: a row for each number, with its interval where it has one."""
    return [row for name, frame in tables.items() for row in long_rows(name, frame, LABELS)]
