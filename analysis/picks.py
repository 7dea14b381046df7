"""Turn by turn: what lay in the hand, and what was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis.estimate import item_share
from analysis.flows import card_kinds, flow, most
from analysis.view import ALL, frame, views
from simkit.schema import ASKED, DRAWN, GIVEN, JOINED, PICKED, RETURNED, SECOND

if TYPE_CHECKING:
    from simkit.batch import Batch

_WAYS = {
    "picked": PICKED,
    "second": SECOND,
    "asked": ASKED,
    "drawn": DRAWN,
    "given": GIVEN,
    "returned": RETURNED,
    "joined": JOINED,
}


def picks(batch: Batch) -> pl.DataFrame:
    """Say which cards are taken in which turn.

    Returns
    -------
    polars.DataFrame
        A row for each seat (each player too where the line-up rotates; the players' seats added
        up), turn and card id: ``kind``; copies ``seen``, ``picked``, ``second``, ``asked``,
        ``drawn``, ``given``, ``returned``, ``joined`` in this turn of all rounds of all games; the
        estimate ``pick_rate``; ``n_games``. See `analysis.columns`.
    """
    kind_of = dict(zip(batch.cards, card_kinds(batch), strict=True))
    kind = pl.col("card").replace_strict(kind_of, return_dtype=pl.String).alias("kind")
    together = pl.concat([_of(batch, by) for by in (*views(batch), ALL)]).with_columns(kind)
    return together.select([*together.columns[:5], "kind", *together.columns[5:-1]])


def _of(batch: Batch, by: str) -> pl.DataFrame:
    counts = flow(batch, by)
    seen, held, own, ways = counts.seen, counts.held, counts.own, counts.ways
    limits = most(batch, [(card,) for card in batch.cards], np.array(False))
    limit = limits.seen
    if by == ALL:
        seen, held, own = (array.sum(axis=0) for array in (seen, held, own))
        ways, limit = ways.sum(axis=1), limits.seen_by_all
    columns = {
        "seen": seen,
        **{name: ways[way] for name, way in _WAYS.items()},
        **item_share(batch.n_games, held, own, limit).columns("pick_rate"),
        "n_games": np.array(batch.n_games),
    }
    turns = range(1, seen.shape[-2] + 1)
    return frame(batch, by, {"turn": turns, "card": batch.cards}, columns)
