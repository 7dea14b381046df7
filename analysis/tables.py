"""All frames of a batch, and its exact sums as a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis.leads import leads
from analysis.picks import picks
from analysis.scores import scores
from analysis.takings import cards, kinds
from analysis.tokens import tokens
from analysis.turn_order import starts, turn_order
from analysis.wins import wins
from analysis.with_without import with_without
from simkit.schema import TALLY

if TYPE_CHECKING:
    from simkit.batch import Batch


def tables(batch: Batch) -> dict[str, pl.DataFrame]:
    """Return every frame of a batch by its name; those of Sushi Roll only where it is played."""
    frames = {
        "scores": scores(batch),
        "wins": wins(batch),
        "leads": leads(batch),
        "kinds": kinds(batch),
        "cards": cards(batch),
        "with_without": with_without(batch),
        "picks": picks(batch),
    }
    if batch.menu.game == "roll":
        frames |= {
            "tokens": tokens(batch),
            "turn_order": turn_order(batch),
            "starts": starts(batch),
        }
    return frames


def sums(batch: Batch) -> pl.DataFrame:
    """Return the exact sums of a batch as a frame, from which other batches can be added.

    Returns
    -------
    polars.DataFrame
        A row for each rotation of the line-up and array of the tally: ``rotation``, ``name``,
        ``shape``, ``values`` (whole numbers, last axis fastest). `simkit.tally` describes the
        arrays. Batches of the same menu, rulings, line-up and version merge by adding values.
    """
    rows = [
        (rotation, name, list(array.shape), array.ravel().tolist())
        for rotation, tally in enumerate(batch.tallies)
        for name in tally.dtype.names or ()
        for array in [np.asarray(tally[name])]
    ]
    types = {"rotation": pl.Int64, "name": pl.String}
    lists = {"shape": pl.List(pl.Int64), "values": pl.List(pl.Int64)}
    return pl.DataFrame(rows, schema={**types, **lists}, orient="row")


def tallies(frame: pl.DataFrame) -> tuple[np.record, ...]:
    """Return the tallies that `sums` has made a frame of."""
    made = [np.zeros(1, TALLY)[0] for _ in range(frame["rotation"].n_unique())]
    for rotation, name, shape, values in frame.iter_rows():
        made[rotation][name] = np.reshape(values, shape)
    return tuple(made)
