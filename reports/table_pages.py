"""The columns of every table as Markdown, of `analysis.columns`; `reports.docs` writes ``docs/tables.md``."""

from __future__ import annotations

from collections.abc import Mapping

from analysis import columns
from analysis.table_columns import Column
from reports.metric_pages import flowed
from reports.schemas.rows import FAMILIES

_HEAD = """
    # The columns of all tables

    Tables are the same wherever they are met: as frames from Python, as Parquet files in a folder (`--out`), as
    lists of rows in JSON. A row is about what its first columns say. An estimate `x` stands beside `x_se` (its
    standard error), `x_low` and `x_high` (its 95 % interval), all of them null where nothing was observed. Which
    tables there are when, and by what their rows go, is in [formats.md](formats.md); formulas and pitfalls are in
    [metrics](metrics/README.md).

    Made of [`analysis/columns.py`](../analysis/columns.py) and
    [`analysis/table_columns.py`](../analysis/table_columns.py) by `python -m reports.docs docs`.
"""

_SECTIONS = {
    "batch": (
        "Simulations",
        "`simkit simulate`. `tokens`, `turn_order` and `starts` are of Sushi Roll only; `picks` is only written, not "
        "printed. A folder also holds the exact sums, `sums`: [metrics.md](metrics.md#sums-the-exact-sums).",
    ),
    "analysis": ("Analyses", "`simkit analyze` and `simkit report`."),
    "compare": ("Comparisons", "`simkit compare`."),
    "tournament": ("Tournaments", "`simkit tournament`."),
}


def document() -> str:
    """Return the page."""
    parts = [flowed(_HEAD)]
    for family, (title, where) in _SECTIONS.items():
        tables, estimates, others = FAMILIES[family]
        parts += [
            f"## {title}",
            flowed(where),
            _table(["table", "columns"], {name: _names(named) for name, named in tables.items()}),
            "An estimate has a ±; what may be missing stands in brackets.",
            _table(["estimate", "what it is"], _meanings(estimates)),
            _table(["other column", "what it is"], _meanings(others)),
        ]
    parts += [
        "## Single games",
        "`simkit simulate --records`: `records/games.parquet`, a row for each game and seat.",
        _table(["column", "what it is"], _meanings(columns.IN_RECORDS)),
    ]
    return "\n\n".join(parts) + "\n"


def _names(named: tuple[Column, ...]) -> str:
    return ", ".join(map(_name, named))


def _name(column: Column) -> str:
    shown = f"`{column.name}`{' ±' if column.is_estimate else ''}"
    return f"({shown})" if column.is_optional else shown


def _table(heads: list[str], rows: Mapping[str, str]) -> str:
    lines = [f"| `{name}` | {text} |" for name, text in rows.items()]
    return "\n".join([f"| {' | '.join(heads)} |", "|---|---|", *lines])


def _meanings(given: Mapping[str, str]) -> dict[str, str]:
    """Return meanings for cells; they have marks of code, and nothing else of Markdown."""
    return {name: text.replace("``", "`").replace("|", "\\|") for name, text in given.items()}
