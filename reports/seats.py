"""Whether seats matter, on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from reports.layout import table
from reports.numbers import estimate

if TYPE_CHECKING:
    from analysis.seats import Neighbours, SeatAudit

_SUSPECT = 0.01


def audit_sentence(audit: SeatAudit) -> str:
    """Return what the audit of the seats says."""
    n = f"{audit.n_games:,}"
    test = f"(test for equal seats: p = {audit.p_score:.2g} by points, {audit.p_win:.2g} by wins)"
    if audit.is_exact:
        return (
            f"No seat has an edge: each of {n} deals, played again with all hands one seat on, ended the same, one "
            f"seat on. What differs between seats is chance {test}."
        )
    moved = ""
    if audit.n_moved is not None:
        moved = (
            f" Of {n} deals, played again with all hands one seat on, {audit.n_moved:,} ended the same, one seat on; "
            "in the others luck or the order of actions knows the seats."
        )
    largest = max(audit.seats["score_edge"].abs())
    if min(audit.p_score, audit.p_win) < _SUSPECT:
        return f"Seats differ, by {largest:.2f} points at the most {test}.{moved}"
    return f"No difference between seats is seen in {n} games {test}.{moved}"


def neighbour_sentences(found: Neighbours) -> list[str]:
    """Return what neighbours do, in words."""
    if found.players == 2:
        return []
    words = []
    for other in found.others:
        rows = {row["place"]: row for row in found.effects.filter(other=other).to_dicts()}
        left, right = rows[1], rows[found.players - 1]
        words.append(
            f"A seat of {other} among {found.policy}: its left neighbour, who gets its hands, makes "
            f"{estimate(left, 'points', sign='+')} points, its right neighbour {estimate(right, 'points', sign='+')}."
        )
    return words


def neighbour_table(found: Neighbours) -> Table:
    """Return what one other player does to everybody."""
    made = table("one seat of", "who", "points", "of the win", names=2)
    for row in found.effects.to_dicts():
        other = row["other"] if row["place"] == 0 else ""
        made.add_row(
            other,
            row["who"],
            estimate(row, "points", sign="+", most_decimals=2),
            estimate(row, "win", sign="+", most_decimals=2),
        )
    return made
