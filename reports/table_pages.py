"""The columns of every table as Markdown, of `analysis.columns`; `reports.docs` writes ``docs/tables.md``."""

from __future__ import annotations

from collections.abc import Mapping

from analysis import columns
from reports.metric_pages import flowed

_HEAD = """
    # The columns of all tables

    Tables are the same wherever they are met: as frames from Python, as Parquet files in a folder (`--out`), as
    lists of rows in JSON. A row is about what its first columns say. An estimate `x` stands beside `x_se` (its
    standard error), `x_low` and `x_high` (its 95 % interval), all of them null where nothing was observed. Which
    tables there are, and by what their rows go, is in [formats.md](formats.md); formulas and pitfalls are in
    [metrics](metrics/README.md).

    Made of [`analysis/columns.py`](../analysis/columns.py) by `python -m reports.docs docs`.
"""

_TABLES = {
    "Simulations": (
        "`simkit simulate`: `scores`, `wins`, `leads`, `kinds`, `cards`, `picks`, `with_without`; Sushi Roll also "
        "`tokens`, `turn_order`, `starts`. Exact sums are in `sums`: [metrics.md](metrics.md#sums-the-exact-sums).",
        columns.ESTIMATES,
        columns.OTHERS,
    ),
    "Analyses": (
        "`simkit analyze`, `simkit report`: the tables of "
        "[simkit/analysis/1](formats.md#simkitanalysis1-simkit-analyze-menu---format-json).",
        columns.IN_ANALYSES,
        columns.OTHERS_IN_ANALYSES,
    ),
    "Comparisons": (
        "`simkit compare`: `differences` and `changes`.",
        columns.IN_COMPARISONS,
        columns.OTHERS_IN_COMPARISONS,
    ),
    "Tournaments": (
        "`simkit tournament`: `players`, `pairs` and `line_ups`.",
        columns.IN_TOURNAMENTS,
        columns.OTHERS_IN_TOURNAMENTS,
    ),
}


def document() -> str:
    """Return the page."""
    parts = [flowed(_HEAD)]
    for title, (where, estimates, others) in _TABLES.items():
        parts += [f"## {title}", flowed(where)]
        parts += [_table("estimate", estimates), _table("other column", others)]
    return "\n\n".join(parts) + "\n"


def _table(what: str, meanings: Mapping[str, str]) -> str:
    rows = [f"| `{name}` | {_meaning(text)} |" for name, text in meanings.items()]
    return "\n".join([f"| {what} | what it is |", "|---|---|", *rows])


def _meaning(text: str) -> str:
    """Return a meaning for a cell; the meanings have marks of code, and nothing else to be escaped."""
    return text.replace("``", "`").replace("|", "\\|").replace("*", "\\*")
