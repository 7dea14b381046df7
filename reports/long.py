"""Tables as one long table: a row for each number, with its interval where it has one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

_ENDS = ("se", "low", "high")


def long_rows(name: str, frame: pl.DataFrame, labels: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of a frame's numbers.

    Parameters
    ----------
    name : str
        Of the table.
    frame : polars.DataFrame
        With ``n_games``.
    labels : sequence of str
        Columns that say what a row is about; those that the frame has not are empty.
    """
    ends = {f"{column}_{end}" for column in frame.columns for end in _ENDS}
    quantities = [c for c in frame.columns if c not in ends and c not in (*labels, "n_games")]
    return [
        {
            "table": name,
            **{label: row.get(label) for label in labels},
            "quantity": quantity,
            "value": row[quantity],
            **{end: row.get(f"{quantity}_{end}") for end in _ENDS},
            "n_games": row["n_games"],
        }
        for row in frame.to_dicts()
        for quantity in quantities
    ]
