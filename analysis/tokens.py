"""Sushi Roll: menu and chopsticks tokens, used and left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis.estimate import Ints, per_game, pooled
from analysis.flows import pieces
from analysis.view import ALL, frame, total, views
from simkit.menus.catalogue import card_ids, cards
from simkit.schema import N_ROUNDS

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
    n, most = batch.n_games, most_owned(batch, 1)
    used = total(batch, by, lambda tally: tally.tokens.sum(axis=(0, 3)).T)
    left = total(batch, by, lambda tally: tally.tokens_left.T)
    numbers = {"used": per_game(n, used, most), "left": per_game(n, left, most)}
    if by == ALL:
        numbers = {name: pooled(number, low=0.0) for name, number in numbers.items()}
    columns = {
        name: values
        for number, estimate in numbers.items()
        for name, values in estimate.columns(number).items()
    }
    return frame(batch, by, {"kind": TOKENS}, {**columns, "n_games": np.array(n)})


def most_owned(batch: Batch, seats: int) -> Ints:
    """Return the most tokens of each kind that so many seats can own in a game, one after another.

    They begin with some, and every die is taken once a round.
    """
    menu, found = batch.menu, []
    start = {} if menu.tokens is None else menu.tokens.start.model_dump()
    for kind in TOKENS:
        dice = pieces(batch, card_ids(kind, menu.game).values())
        dice = min(dice, seats * menu.hand_size_for(batch.players))
        each = max(variant.value for variant in cards(menu.game)[kind].variants)
        found.append(seats * start.get(kind, 0) + N_ROUNDS * dice * each)
    return np.array(found)
