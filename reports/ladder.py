"""The ladder as a table: a line a menu, a column a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.table import Table

from reports.layout import table


def _cell(row: Mapping[str, Any]) -> str:
    half = (row["ahead_high"] - row["ahead_low"]) / 2
    digits = 1 if half < 0.01 else 0
    mark = "" if row["beats"] else " *"
    return f"{row['ahead']:.{digits}%} ± {half:.{digits}%}{mark}".replace("%", "")


def _lines(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, dict[str, str]]]:
    lines = []
    for (game, menu, players), steps in groupby(
        rows, key=lambda row: (row["game"], row["menu"], row["players"])
    ):
        cells = {f"{row['upper']} > {row['lower']}": _cell(row) for row in steps}
        lines.append((f"{game}/{menu}", str(players), cells))
    return lines


def grid(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Return how often each policy stands before the one below it, in percent of their meetings."""
    lines = _lines(rows)
    steps = list(dict.fromkeys(step for _, _, cells in lines for step in cells))
    made = table("menu", "players", *steps)
    for menu, players, cells in lines:
        made.add_row(menu, players, *(cells.get(step, "") for step in steps))
    return made


def markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the same as a table for documents."""
    lines = _lines(rows)
    steps = list(dict.fromkeys(step for _, _, cells in lines for step in cells))
    text = [f"| menu | players | {' | '.join(steps)} |", "|---|---|" + "---|" * len(steps)]
    text += [
        f"| {menu} | {players} | {' | '.join(cells.get(step, '') for step in steps)} |"
        for menu, players, cells in lines
    ]
    return "\n".join(text) + "\n"
