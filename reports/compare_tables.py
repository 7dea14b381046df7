"""A comparison as data for other programs: one JSON document, one CSV table.

The forms are described in `docs/formats.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.comparison import Comparison

NAME = "simkit/compare/1"
"""Name and version of the JSON form."""


def to_json(found: Comparison) -> dict[str, Any]:
    """Return a comparison as plain data: what was asked, and the tables as lists of rows."""
    return {
        "run": found.manifest(),
        **{name: frame.to_dicts() for name, frame in found.frames.items()},
    }


def to_rows(found: Comparison) -> list[dict[str, Any]]:
    """Return the differences as one table, a row for each."""
    return found.differences.to_dicts()
