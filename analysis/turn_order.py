"""Sushi Roll: seats move one after another. What the place in a turn does, and who starts.

The seat that holds the red belt moves first, and the belts slide on after every turn. So the places
of a seat follow from its number, in every game the same: nothing about them is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis import blocks
from analysis.estimate import (
    Estimate,
    Ints,
    mean,
    scaled,
    share,
    shifted,
    stacked,
    stratified,
)
from analysis.flows import card_kinds
from analysis.scores import STAGES
from analysis.tokens import TOKENS
from analysis.view import ALL, SEAT, frame
from analysis.wins import share_moments, won_parts
from simkit.menus.catalogue import cards
from simkit.schema import N_ROUNDS, PICKED, SHARE

if TYPE_CHECKING:
    from simkit.batch import Batch


def turn_order(batch: Batch) -> pl.DataFrame:
    """Say what a seat does that moves first in a turn, second, and so on.

    Returns
    -------
    polars.DataFrame
        Sushi Roll only, else empty. A row for each stage (``game``: the three rounds together),
        place in the turn (0 holds the red belt) and kind, all seats pooled: the estimates
        ``move_share`` and ``used_per_move``; ``n_games``. See `analysis.columns`.
    """
    if not batch.menu.dice:
        return pl.DataFrame()
    kinds = [kind for kind in cards(batch.menu.game) if kind in {*batch.kinds, *TOKENS}]
    # (block, stage, place, kind)
    taken = _by_place(
        batch, lambda tallies: np.moveaxis(tallies["flow"][..., PICKED, :, :, :], -1, -4)
    )
    used = _by_place(batch, lambda tallies: tallies["tokens"].swapaxes(-4, -3))
    taken = _in_columns(taken, card_kinds(batch), kinds)
    used = _in_columns(used, TOKENS, kinds)
    rounds = np.array([1, 1, 1, N_ROUNDS])[:, None, None]
    moves = (
        blocks.games(batch, SEAT)[:, None, None, None]
        * batch.menu.hand_size_for(batch.players)
        * rounds
    )
    columns = {
        **blocks.share(batch, taken, moves).columns("move_share"),
        **blocks.ratio(batch, used, moves, low=0.0).columns("used_per_move"),
        "n_games": np.array(batch.n_games),
    }
    labels = {"stage": STAGES, "place": range(batch.players), "kind": kinds}
    made = frame(batch, ALL, labels, columns)
    has_tokens = pl.col("kind").is_in(TOKENS)
    return made.with_columns(pl.when(has_tokens).then(pl.col("^used_per_move.*$")))


def starts(batch: Batch) -> pl.DataFrame:
    """Say what it is worth to start a round.

    Returns
    -------
    polars.DataFrame
        Sushi Roll only, else empty. A row for each seat and stage: the seat's ``place`` at the
        start of the round (0 starts it), ``n_starts``, the rounds that it starts; the estimates
        ``edge`` and, of the game, ``win_edge``, ``edge_gap``, ``win_gap``; ``n_games``. See
        `analysis.columns`.
    """
    if not batch.menu.dice:
        return pl.DataFrame()
    places = first_places(batch)  # (seat, round)
    n_starts = (places == 0).sum(axis=1)
    edge, win = _edges(batch), _win_edges(batch)
    nothing = np.full(places.shape, np.nan)
    columns: dict[str, NDArray[np.generic]] = {
        "place": np.column_stack([places, nothing[:, :1]]),
        "n_starts": n_starts[:, None],
        **edge.columns("edge"),
    }
    of_game = {
        "win_edge": win,
        "edge_gap": _gap(batch, n_starts, lambda t: t["edge"][..., N_ROUNDS, :], batch.players),
        "win_gap": _gap(batch, n_starts, won_parts, SHARE),
    }
    for name, estimate in of_game.items():
        for column, values in estimate.columns(name).items():
            columns[column] = np.column_stack([nothing, values])
    columns["n_games"] = np.array(batch.n_games)
    made = frame(batch, SEAT, {"stage": STAGES}, columns)
    return made.with_columns(pl.col("place").cast(pl.Int64))


def starters(batch: Batch) -> Ints:
    """Return the seat that starts each round: who holds the red belt then (rules C).

    Seat 0 starts the first round.
    """
    return np.arange(N_ROUNDS) * batch.menu.slides_for(batch.players) % batch.players


def first_places(batch: Batch) -> Ints:
    """Return the place of each seat in the first turn of each round, (seat, round)."""
    return (np.arange(batch.players)[:, None] - starters(batch)) % batch.players


def _by_place(batch: Batch, get: blocks.Get) -> blocks.Sums:
    """Return counts (..., x, round, seat, turn) by stage and place, (block, stage, place, x)."""
    n, n_turns = batch.players, batch.menu.hand_size_for(batch.players)
    round_ = np.arange(N_ROUNDS)[:, None, None]
    place, turn = np.arange(n)[:, None], np.arange(n_turns)
    seat = (starters(batch)[:, None, None] + turn + place) % n
    counts = blocks.weighed(batch, blocks.each(batch, get)).sum(axis=1)
    by_round = np.moveaxis(counts[..., round_, seat, turn].sum(axis=-1), 1, -1)
    return np.concatenate([by_round, by_round.sum(axis=1, keepdims=True)], axis=1)


def _in_columns(counts: blocks.Sums, names: Sequence[str], kinds: Sequence[str]) -> blocks.Sums:
    """Add up the entries of the last axis by kind; 0 for a kind without any."""
    out = np.zeros((*counts.shape[:-1], len(kinds)), counts.dtype)
    for i, name in enumerate(names):
        out[..., kinds.index(name)] += counts[..., i]
    return out


def _strata(batch: Batch) -> Sequence[np.record]:
    """Return tallies to average with the same weight."""
    return batch.tallies if blocks.mixes_policies(batch) else (batch.total(),)


def _mean_of(strata: Sequence[Estimate]) -> Estimate:
    return strata[0] if len(strata) == 1 else stratified(stacked(strata))


def _edges(batch: Batch) -> Estimate:
    """Return how far seats are from the mean of their table, (seat, stage)."""
    n = batch.players
    points = [mean(t.n_games, t.edge[:, :n].T, t.edge_sq[:, :n].T) for t in _strata(batch)]
    return scaled(_mean_of(points), 1 / n)


def _win_edges(batch: Batch) -> Estimate:
    """Return how far shares of the win are from the even one, (seat,)."""
    n = batch.players
    winners = [(t.n_games, t.lead[N_ROUNDS, :n]) for t in _strata(batch)]
    wins = [share(games, *share_moments(lead), unit=SHARE) for games, lead in winners]
    return shifted(_mean_of(wins), -1 / n)


def _gap(batch: Batch, n_starts: Ints, get: blocks.Get, unit: int) -> Estimate:
    """Return by how much the seats that start a round are above those that start none, (seat,)."""
    sums, games = blocks.each(batch, get), blocks.each(batch, lambda tallies: tallies["n_games"])
    if not blocks.mixes_policies(batch):
        sums, games = (array.sum(axis=1, keepdims=True) for array in (sums, games))
    idle = n_starts == 0
    apart = idle.sum() * sums - sums[..., idle].sum(axis=-1, keepdims=True)
    n = games.shape[1]
    terms = [(1 / n, apart[:, j], unit * idle.sum() * games[:, j]) for j in range(n)]
    return scaled(blocks.linear(batch, terms), np.where(idle | ~idle.any(), np.nan, 1.0))
