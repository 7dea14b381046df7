"""A batch as data for other programs: one JSON document, one CSV table, Parquet files.

The forms are described in `docs/formats.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from analysis import tables
from analysis.columns import KEYS
from reports.long import long_rows

if TYPE_CHECKING:
    from analysis.until import Stop
    from simkit.batch import Batch

NAME = "simkit/batch/1"
"""Name and version of the JSON form."""

SHOWN = (
    *("scores", "wins", "leads", "kinds", "cards", "with_without"),
    *("tokens", "turn_order", "starts"),
)
"""The tables that are printed; the table `picks` has thousands of rows and is only written.

The last three are of Sushi Roll only.
"""

LABELS = ("stage", "kind", "card", "place")
_ALL_LABELS = (*KEYS, *LABELS)


def to_json(batch: Batch, stop: Stop | None = None) -> dict[str, Any]:
    """Return a batch as plain data: what was played, and the tables as lists of rows.

    With `stop`, as `analysis.until.simulate_until` returns it, headline numbers have its intervals.
    """
    return {
        "run": {**batch.manifest(), **(stop.manifest() if stop else {})},
        **{name: frame.to_dicts() for name, frame in _shown(batch, stop).items()},
    }


def to_long(batch: Batch, stop: Stop | None = None) -> list[dict[str, Any]]:
    """Return all tables as one: a row for each number, with its interval where it has one."""
    return [
        row
        for name, frame in _shown(batch, stop).items()
        for row in long_rows(name, frame, _ALL_LABELS)
    ]


def _shown(batch: Batch, stop: Stop | None) -> dict[str, pl.DataFrame]:
    frames = tables(batch, tuned=stop.tuned if stop else None)
    return {name: frames[name] for name in SHOWN if name in frames}
