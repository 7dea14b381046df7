"""Sushi Roll: menu and chopsticks tokens, used and left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis import blocks
from analysis.estimate import Ints, columns
from analysis.view import ALL, frame, views

if TYPE_CHECKING:
    from simkit.batch import Batch

TOKENS = ("menu", "chopsticks")
"""Kinds whose dice give tokens to use, in the order of the tally."""


def tokens(batch: Batch) -> pl.DataFrame:
    """Say how many tokens a seat uses, and how many it has left at the end.

    Returns
    -------
    polars.DataFrame
        Sushi Roll only, else empty. A row for each seat (each player too where the line-up rotates;
        all seats pooled) and kind of token: the estimates ``used`` and ``left``; ``n_games``. See
        `analysis.columns`.
    """
    if batch.menu.tokens is None:
        return pl.DataFrame()
    return pl.concat([_of(batch, by) for by in (*views(batch), ALL)])


def _of(batch: Batch, by: str) -> pl.DataFrame:
    used = blocks.sums(batch, by, lambda tallies: _by_seat(tallies["tokens"].sum(axis=(-4, -1))))
    left = blocks.sums(batch, by, lambda tallies: _by_seat(tallies["tokens_left"]))
    games = blocks.games(batch, by)
    numbers = {
        name: blocks.ratio(batch, blocks.pooled(by, sums), games, low=0.0)
        for name, sums in (("used", used), ("left", left))
    }
    n_games = {"n_games": np.array(batch.n_games)}
    return frame(batch, by, {"kind": TOKENS}, {**columns(numbers), **n_games})


def _by_seat(tokens: Ints) -> Ints:
    """Reorder (..., kind, seat)."""
    return tokens.swapaxes(-1, -2)
