"""Turns batches into estimates: a value, its uncertainty and the number of games behind it.

Each question is a function from a batch to a polars frame; what the columns mean stands in
`analysis.columns`. Every frame turns into pandas with ``.to_pandas()``:

>>> import simkit, analysis
>>> batch = simkit.simulate("my-first-meal", players=2, games=256)  # doctest: +SKIP
>>> analysis.kinds(batch).to_pandas()  # doctest: +SKIP

Works on plain arrays and polars frames; knows no matplotlib and no command line.
"""

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

__all__ = [
    "LEVEL",
    "Estimate",
    "block_sums",
    "cards",
    "contest_tables",
    "kinds",
    "leads",
    "picks",
    "scores",
    "starts",
    "sums",
    "tables",
    "tallies",
    "tokens",
    "turn_order",
    "wins",
    "with_without",
]
