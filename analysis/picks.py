"""Turn by turn: what lay in the hand, and what was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis import blocks
from analysis.flows import Flow, card_kinds, flows
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
    flow = flows(batch)
    made = [_of(batch, by, flow(by), flow(by, is_weighed=False)) for by in (*views(batch), ALL)]
    together = pl.concat(made).with_columns(kind)
    return together.select([*together.columns[:5], "kind", *together.columns[5:-1]])


def _of(batch: Batch, by: str, flow: Flow, counts: Flow) -> pl.DataFrame:
    seen, ways = (blocks.pooled(by, copies)[0] for copies in (counts.seen, counts.ways))
    held, own = (blocks.pooled(by, copies) for copies in (flow.held, flow.own))
    columns = {
        "seen": seen,
        **{name: ways[..., way, :, :] for name, way in _WAYS.items()},
        **blocks.share(batch, own, held).columns("pick_rate"),
        "n_games": np.array(batch.n_games),
    }
    turns = range(1, seen.shape[-2] + 1)
    return frame(batch, by, {"turn": turns, "card": batch.cards}, columns)
