"""How tables look on a terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table

_POLICIES = ("policy", "against")
_POLICY = 16
"""Characters in a line of a policy's name."""


def table(*columns: str, names: int = 1, widest: int = _POLICY) -> Table:
    """Return a table whose first columns are names and the others numbers.

    Policies are broken after `widest` characters.
    """
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for i, column in enumerate(columns):
        if column in _POLICIES:  # a preference list may be long
            made.add_column(column, overflow="fold", max_width=widest)
        else:
            made.add_column(column, justify="left" if i < names else "right", no_wrap=True)
    return made
