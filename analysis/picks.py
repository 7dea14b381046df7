"""Turn by turn: what lay in the hand, and what was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis.estimate import item_share
from analysis.flows import card_kinds, flow
from analysis.view import ALL, SEAT, frame, views
from simkit.schema import ASKED, DRAWN, GIVEN, N_ROUNDS, PICKED, RETURNED, SECOND

if TYPE_CHECKING:
    from simkit.batch import Batch

_WAYS = {
    "picked": PICKED,
    "second": SECOND,
    "asked": ASKED,
    "drawn": DRAWN,
    "given": GIVEN,
    "returned": RETURNED,
}


def picks(batch: Batch) -> pl.DataFrame:
    """Say which cards are taken in which turn.

    Returns
    -------
    polars.DataFrame
        A row for each seat (each player too where the line-up rotates; all seats added up), turn
        and card id: ``kind``; copies ``seen``, ``picked``, ``second``, ``asked``, ``drawn``,
        ``given``, ``returned`` in this turn of all rounds of all games; the estimate
        ``pick_rate``; ``n_games``. See `analysis.columns`.
    """
    kind_of = dict(zip(batch.cards, card_kinds(batch), strict=True))
    kind = pl.col("card").replace_strict(kind_of, return_dtype=pl.String).alias("kind")
    together = pl.concat([_of(batch, by) for by in (*views(batch), ALL)]).with_columns(kind)
    return together.select([*together.columns[:5], "kind", *together.columns[5:-1]])


def _of(batch: Batch, by: str) -> pl.DataFrame:
    counts = flow(batch, SEAT if by == ALL else by)
    seen, own, ways = counts.seen, counts.own, counts.ways
    # a hand has no more of a card than there are copies, and lies before a seat once a round
    limit = N_ROUNDS * np.array([batch.menu.counts[card] for card in batch.cards])
    if by == ALL:
        seen, own, ways = seen.sum(axis=0), own.sum(axis=0), ways.sum(axis=1)
    n_turns = seen.shape[-2]
    columns = {
        "seen": seen,
        **{name: ways[way] for name, way in _WAYS.items()},
        **item_share(batch.n_games, seen, own, limit).columns("pick_rate"),
        "n_games": np.array(batch.n_games),
    }
    return frame(batch, by, {"turn": range(1, n_turns + 1), "card": batch.cards}, columns)
