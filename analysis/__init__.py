"""Turns batches into estimates: a value, its uncertainty and the number of games behind it.

Each question is a function from a batch to a polars frame; what the columns mean stands in
`analysis.columns`. Every frame turns into pandas with ``.to_pandas()``:

>>> import simkit, analysis
>>> batch = simkit.simulate("my-first-meal", players=2, games=256)  # doctest: +SKIP
>>> analysis.kinds(batch).to_pandas()  # doctest: +SKIP

What a menu is like and what its cards are worth is asked with `analyze`, in what menus differ with `compare`; both play
the games that they need.

Works on plain arrays and polars frames; knows no matplotlib and no command line.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from analysis.contest import contest_tables
from analysis.estimate import LEVEL, Estimate
from analysis.leads import leads
from analysis.picks import picks
from analysis.scores import scores
from analysis.tables import block_sums, sums, tables, tallies
from analysis.takings import cards, kinds
from analysis.tokens import tokens
from analysis.turn_order import starts, turn_order
from analysis.wins import wins
from analysis.with_without import with_without

if TYPE_CHECKING:
    from analysis.answers import Analysis, analyze
    from analysis.card_values import CardValues
    from analysis.comparison import Comparison, compare
    from analysis.deltas import Deltas
    from analysis.gather import Budget, Target
    from analysis.seats import Neighbours, SeatAudit, neighbours, seat_audit

__all__ = [
    "LEVEL",
    "Analysis",
    "Budget",
    "CardValues",
    "Comparison",
    "Deltas",
    "Estimate",
    "Neighbours",
    "SeatAudit",
    "Target",
    "analyze",
    "block_sums",
    "cards",
    "compare",
    "contest_tables",
    "kinds",
    "leads",
    "neighbours",
    "picks",
    "scores",
    "seat_audit",
    "starts",
    "sums",
    "tables",
    "tallies",
    "tokens",
    "turn_order",
    "wins",
    "with_without",
]

_HOMES = {
    "Analysis": "analysis.answers",
    "Budget": "analysis.gather",
    "CardValues": "analysis.card_values",
    "Comparison": "analysis.comparison",
    "Deltas": "analysis.deltas",
    "Neighbours": "analysis.seats",
    "SeatAudit": "analysis.seats",
    "Target": "analysis.gather",
    "analyze": "analysis.answers",
    "compare": "analysis.comparison",
    "neighbours": "analysis.seats",
    "seat_audit": "analysis.seats",
}


def __getattr__(name: str) -> Any:
    """Load what plays games when it is first asked for: it brings the compiled core along."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'analysis' has no attribute '{name}'")
