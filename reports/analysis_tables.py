"""An analysis as data for other programs: one JSON document, one CSV table.

The forms are described in `docs/formats.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from reports.long import long_rows

if TYPE_CHECKING:
    from analysis.answers import Analysis

NAME = "simkit/analysis/1"
"""Name and version of the JSON form."""

LABELS = (
    *("players", "policy", "kind", "card", "other", "turn", "copies_taken"),
    *("seat", "place", "who", "stage", "measure", "part", "unit", "of", "share", "what"),
)
_WIDE = (
    "preferred",
    "distribution",
)  # hundreds of rows: printed in JSON and written, not in the long table


def to_json(found: Analysis) -> dict[str, Any]:
    """Return an analysis as plain data: what was asked, and the tables as lists of rows."""
    return {
        "run": found.manifest(),
        **{name: frame.to_dicts() for name, frame in found.frames.items()},
    }


def to_long(found: Analysis) -> list[dict[str, Any]]:
    """Return all tables as one: a row for each number, with its interval where it has one."""
    shown = {name: frame for name, frame in found.frames.items() if name not in _WIDE}
    return [row for name, frame in shown.items() for row in _rows(name, frame)]


_COUNTS = (  # the games behind numbers of `kinds` and `cards`, by how these begin
    (("forbid_value", "taken_effect", "with_without", "selection_bias", "still_taken"), "n_bans"),
    (("dealt_lift",), "n_dealt"),
    (("pick_value", "denial"), "n_picks"),
)


def _rows(name: str, frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame, each with the games behind it."""
    rows = long_rows(name, _counted(frame), LABELS)
    for begins, column in _COUNTS:
        if column in frame.columns and name in ("kinds", "cards"):
            n = int(frame[column][0])
            for row in rows:
                if row["quantity"].startswith(begins):
                    row["n_games"] = n
    return rows


def _counted(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame with the column n_games."""
    for name in ("n_games", "n_picks", "n_tried"):
        if name in frame.columns:
            return frame if name == "n_games" else frame.with_columns(n_games=pl.col(name))
    return frame.with_columns(n_games=pl.lit(None, pl.Int64))
