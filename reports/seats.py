"""Whether seats matter: sentences, and the tables of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import polars as pl
from rich.table import Table

from reports.grid import Column, measured, said
from reports.layout import table
from reports.numbers import estimate
from reports.words import fed
from simkit.menus import Menu

SUSPECT = 0.01
"""A test of the seats that is less likely by chance than this is told."""

_FORM = {"sign": "+", "most_decimals": 2}

EFFECTS = (
    Column(
        "who",
        "who",
        "who",
        "whose result is compared with that on the same deals without the other player",
        partial(said, name="who"),
        is_number=False,
    ),
    measured(
        "points",
        "points",
        "points",
        "what one other player at the table does to the points, on the same deals",
        **_FORM,
    ),
    measured(
        "win",
        "of the win",
        "win index",
        "the same of the win: seats x share of the win, 1 is an even share",
        **_FORM,
    ),
)
"""What one other player does to everybody."""

EDGES = (
    measured(
        "score_edge",
        "points",
        "points, less the table's mean",
        "what the seat has more than the mean of its table",
        **_FORM,
    ),
    measured(
        "win_edge",
        "of the win",
        "win index, less 1",
        "the same of the win: seats x share of the win, less the even share",
        **_FORM,
    ),
)
"""What each seat has more than the others."""


def audit_sentence(audit: Mapping[str, Any], seats: pl.DataFrame) -> str:
    """Return what the audit of the seats says.

    Parameters
    ----------
    audit : mapping
        A row of the frame ``audits``.
    seats : polars.DataFrame
        The rows of the frame ``seats`` that belong to it.
    """
    n = f"{audit['n_games']:,}"
    p_score, p_win, n_moved = audit["p_score"], audit["p_win"], audit["n_moved"]
    test = f"(test for equal seats: p = {p_score:.2g} by points, {p_win:.2g} by wins)"
    if n_moved == audit["n_games"]:
        return (
            f"No seat has an edge: each of {n} deals, played again with all hands one seat on, ended the same, one "
            f"seat on. What differs between seats is chance {test}."
        )
    moved = ""
    if n_moved is not None:
        moved = (
            f" Of {n} deals, played again with all hands one seat on, {n_moved:,} ended the same, one seat on; "
            "in the others luck or the order of actions knows the seats."
        )
    if min(p_score, p_win) < SUSPECT:
        largest = max(seats["score_edge"].abs())
        return f"Seats differ, by {largest:.2f} points at the most {test}.{moved}"
    return f"No difference between seats is seen in {n} games {test}.{moved}"


def neighbour_sentences(effects: pl.DataFrame, menu: Menu, players: int, policy: str) -> list[str]:
    """Return what neighbours do, in words; nothing for two players, whose opponent is both."""
    if players == 2:
        return []
    words = []
    for other in effects["other"].unique(maintain_order=True):
        rows = {row["place"]: row for row in effects.filter(other=other).to_dicts()}
        left, right = rows[1], rows[players - 1]
        words.append(
            f"A seat of {other} among {policy}: its left neighbour, who gets {fed(menu)}, makes "
            f"{estimate(left, 'points', sign='+')} points, its right neighbour {estimate(right, 'points', sign='+')}."
        )
    return words


def neighbour_table(effects: pl.DataFrame) -> Table:
    """Return what one other player does to everybody."""
    made = table("one seat of", *(column.short for column in EFFECTS), names=2)
    for row in effects.to_dicts():
        other = row["other"] if row["place"] == 0 else ""
        made.add_row(other, *(column.cell(row).text for column in EFFECTS))
    return made
