"""How tables look on a terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table

_POLICY = 16
"""Characters in a line of a policy's name."""


def table(*columns: str, names: int = 1) -> Table:
    """Return a table whose first columns are names and the others numbers."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for i, column in enumerate(columns):
        if column == "policy":  # a preference list may be long
            made.add_column(column, overflow="fold", max_width=_POLICY)
        else:
            made.add_column(column, justify="left" if i < names else "right", no_wrap=True)
    return made
