"""All frames of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analysis.leads import leads
from analysis.picks import picks
from analysis.scores import scores
from analysis.takings import cards, kinds
from analysis.wins import wins
from analysis.with_without import with_without

if TYPE_CHECKING:
    from simkit.batch import Batch


def tables(batch: Batch) -> dict[str, pl.DataFrame]:
    """Return every frame of a batch by its name."""
    return {
        "scores": scores(batch),
        "wins": wins(batch),
        "leads": leads(batch),
        "kinds": kinds(batch),
        "cards": cards(batch),
        "with_without": with_without(batch),
        "picks": picks(batch),
    }
