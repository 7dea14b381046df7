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
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.answers import Analysis, analyze
    from analysis.card_values import CardValues
    from analysis.comparison import Comparison, compare
    from analysis.contest import contest_tables
    from analysis.deltas import Deltas
    from analysis.estimate import LEVEL, Estimate
    from analysis.gather import Budget, Target
    from analysis.leads import leads
    from analysis.picks import picks
    from analysis.scores import scores
    from analysis.seats import Neighbours, SeatAudit, neighbours, seat_audit
    from analysis.tables import block_sums, sums, tables, tallies
    from analysis.takings import cards, kinds
    from analysis.tokens import tokens
    from analysis.turn_order import starts, turn_order
    from analysis.wins import wins
    from analysis.with_without import with_without

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
    "LEVEL": "analysis.estimate",
    "Analysis": "analysis.answers",
    "Budget": "analysis.gather",
    "CardValues": "analysis.card_values",
    "Comparison": "analysis.comparison",
    "Deltas": "analysis.deltas",
    "Estimate": "analysis.estimate",
    "Neighbours": "analysis.seats",
    "SeatAudit": "analysis.seats",
    "Target": "analysis.gather",
    "analyze": "analysis.answers",
    "block_sums": "analysis.tables",
    "cards": "analysis.takings",
    "compare": "analysis.comparison",
    "contest_tables": "analysis.contest",
    "kinds": "analysis.takings",
    "leads": "analysis.leads",
    "neighbours": "analysis.seats",
    "picks": "analysis.picks",
    "scores": "analysis.scores",
    "seat_audit": "analysis.seats",
    "starts": "analysis.turn_order",
    "sums": "analysis.tables",
    "tables": "analysis.tables",
    "tallies": "analysis.tables",
    "tokens": "analysis.tokens",
    "turn_order": "analysis.turn_order",
    "wins": "analysis.wins",
    "with_without": "analysis.with_without",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for: what plays games brings the compiled core along."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'analysis' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """The package, in which a function is not hidden by the module of its name, such as `scores`.

    Python puts each module that it has loaded into its package, under its name.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
