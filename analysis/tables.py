"""All frames of a batch, and its exact sums as a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

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


def tables(batch: Batch, *, tuned: float | None = None) -> dict[str, pl.DataFrame]:
    """Return every frame of a batch by its name; those of Sushi Roll only where it is played.

    Parameters
    ----------
    batch : Batch
        The games.
    tuned : float, optional
        As for `scores` and `wins`: of their intervals those that hold at any look.
    """
    frames = {
        "scores": scores(batch, tuned=tuned),
        "wins": wins(batch, tuned=tuned),
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
        A row for each rotation of the line-up and array of the tally, first of all games (``block``
        is null), then of each block: ``block``, ``rotation``, ``name``, ``shape``, ``values`` (whole
        numbers, last axis fastest). `simkit.tally` describes the arrays; those of blocks are cut to what
        is in play. Batches of the same menu, rulings, line-up and version merge by adding the values of
        all games and by putting blocks behind each other.
    """
    rows = [
        (None, rotation, name, np.asarray(tally[name]))
        for rotation, tally in enumerate(batch.tallies)
        for name in tally.dtype.names or ()
    ] + [
        (block, rotation, name, np.asarray(batch.blocks[name][block, rotation]))
        for block, rotation in np.ndindex(batch.blocks.shape)
        for name in batch.blocks.dtype.names or ()
    ]
    block, rotation, name, arrays = zip(*rows, strict=True)
    columns = {
        "block": block,
        "rotation": rotation,
        "name": name,
        "shape": [list(array.shape) for array in arrays],
        "values": [array.ravel() for array in arrays],
    }
    lists = {"shape": pl.List(pl.Int64), "values": pl.List(pl.Int64)}
    types = {"block": pl.Int64, "rotation": pl.Int64, "name": pl.String}
    return pl.DataFrame(columns, schema={**types, **lists})


def tallies(frame: pl.DataFrame) -> tuple[np.record, ...]:
    """Return the tallies that `sums` has made a frame of."""
    whole = frame.filter(pl.col("block").is_null()).drop("block")
    made = [np.zeros(1, TALLY)[0] for _ in range(whole["rotation"].n_unique())]
    for rotation, name, shape, values in whole.iter_rows():
        made[rotation][name] = np.reshape(values, shape)
    return tuple(made)


def block_sums(frame: pl.DataFrame) -> NDArray[np.void]:
    """Return the blocks that `sums` has made a frame of, (blocks, rotations)."""
    parts = frame.drop_nulls("block")
    first = parts.filter(block=0, rotation=0)
    form = np.dtype([(name, np.int64, tuple(n)) for name, n in first["name", "shape"].iter_rows()])
    made = np.zeros((parts["block"].n_unique(), parts["rotation"].n_unique()), form)
    for block, rotation, name, shape, values in parts.iter_rows():
        made[name][block, rotation] = np.reshape(values, shape)
    return made
