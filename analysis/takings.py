"""Cards and kinds: how often they come by, how often they are taken, what they bring."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.estimate import (
    Estimate,
    divide,
    item_mean,
    item_share,
    mean,
    per_game,
    pooled,
    proportion,
    ratio,
    variance,
)
from analysis.flows import Flags, Flow, Most, card_kinds, flow, most
from analysis.view import ALL, frame, total, views
from simkit.menus.catalogue import card_ids
from simkit.schema import RETURNED

if TYPE_CHECKING:
    from simkit.batch import Batch

Columns = dict[str, NDArray[Any]]


def cards(batch: Batch) -> pl.DataFrame:
    """Say how often a card is dealt, seen, offered and taken, and in which turn.

    The take rate is the share of the copies that came by (each counted once, when it first came
    by) which the seat took from its hand, at once or when the hand came round again. Of dice, which
    are rolled again in every turn, it is the share of those on the belt when the seat takes one,
    its tokens used.

    Returns
    -------
    polars.DataFrame
        A row for each seat (each player too where the line-up rotates; the players' seats pooled)
        and card id: ``kind``, ``copies``; the estimates ``dealt``, ``seen``, ``offered``,
        ``taken``, ``take_rate``, ``mean_pick``; ``n_games``. See `analysis.columns`.
    """
    copies = np.array([batch.menu.counts[card] for card in batch.cards])
    kind_of = dict(zip(batch.cards, card_kinds(batch), strict=True))
    made = []
    for by in (*views(batch), ALL):
        cards_flow = flow(batch, by)
        limit = most(batch, [(card,) for card in batch.cards], _comes_back(cards_flow))
        columns = _taking_columns(batch, by, cards_flow, limit)
        made.append(frame(batch, by, {"card": batch.cards}, {"copies": copies, **columns}))
    kind = pl.col("card").replace_strict(kind_of, return_dtype=pl.String).alias("kind")
    together = pl.concat(made).with_columns(kind)
    return together.select([*together.columns[:4], "kind", *together.columns[4:-1]])


def kinds(batch: Batch) -> pl.DataFrame:
    """Say how often a kind of card is taken, when, and what it brings.

    Points stand under the kind that scores them: a nigiri's on a wasabi under the nigiri, a special
    order's under the kind it copies, a face-down card's under the takeout box, those of leftover
    tokens under the menu.

    Returns
    -------
    polars.DataFrame
        As `cards`, by kind, with the further estimates ``took_any``, ``points`` (of the whole game)
        and ``points_per_copy``.
    """
    copies = np.array([batch.menu.copies(kind) for kind in batch.kinds])
    groups = [card_ids(kind, batch.menu.game).values() for kind in batch.kinds]
    made = []
    for by in (*views(batch), ALL):
        kinds_flow = _by_kind(batch, flow(batch, by))
        limit = most(batch, groups, _comes_back(kinds_flow))
        columns = _taking_columns(batch, by, kinds_flow, limit)
        columns |= _point_columns(batch, by, kinds_flow, limit)
        columns["n_games"] = columns.pop("n_games")
        made.append(frame(batch, by, {"kind": batch.kinds}, {"copies": copies, **columns}))
    return pl.concat(made)


def _by_kind(batch: Batch, cards_flow: Flow) -> Flow:
    """Add up the cards of each kind."""
    names = card_kinds(batch)
    first = [names.index(kind) for kind in batch.kinds]
    arrays = {f.name: getattr(cards_flow, f.name) for f in fields(Flow)}
    return Flow(**{name: np.add.reduceat(a, first, axis=-1) for name, a in arrays.items()})


def _comes_back(counts: Flow) -> Flags:
    """Return of which cards used ones are put into hands."""
    return np.asarray(counts.ways[RETURNED].any(axis=(0, 1)))


def _taking_columns(batch: Batch, by: str, counts: Flow, limit: Most) -> Columns:
    """Return the columns that cards and kinds share."""
    n = batch.n_games
    seen, taken = counts.seen.sum(axis=1), counts.taken.sum(axis=1)
    numbers = {
        "dealt": per_game(n, counts.dealt, limit.dealt),
        "seen": per_game(n, seen, limit.seen.sum(axis=0)),
        "offered": per_game(n, counts.offered, limit.offered),
        "taken": per_game(n, taken, limit.taken),
    }
    own, offered, by_turn, seats = counts.own.sum(axis=1), counts.offered, counts.taken, 1
    if by == ALL:
        numbers = {name: pooled(number, low=0.0) for name, number in numbers.items()}
        own, offered, by_turn = own.sum(axis=0), offered.sum(axis=0), by_turn.sum(axis=0)
        seats = batch.players
    by_turn = np.moveaxis(by_turn, -2, -1)
    turn = np.arange(1, by_turn.shape[-1] + 1)
    numbers["take_rate"] = item_share(n, offered, own, seats * limit.offered)
    numbers["mean_pick"] = item_mean(
        n,
        by_turn.sum(axis=-1),
        (by_turn * turn).sum(axis=-1),
        (by_turn * turn**2).sum(axis=-1),
        seats * limit.taken,
    )
    return _columns(numbers) | {"n_games": np.array(n)}


def _point_columns(batch: Batch, by: str, counts: Flow, limit: Most) -> Columns:
    """Return the columns that only kinds have."""
    n, n_kinds = batch.n_games, len(batch.kinds)
    points = total(batch, by, lambda tally: tally.points[:, :n_kinds])
    squares = total(batch, by, lambda tally: tally.points_sq[:, :n_kinds])
    any_ = total(batch, by, lambda t: np.diagonal(t.both, axis1=1, axis2=2)[:, :n_kinds])
    taken = counts.taken.sum(axis=1)
    took_any, brought = proportion(n, any_), mean(n, points, squares)
    # the points of a game and its copies may hang together in any way: the deviation of their
    # difference is at most the sum of the deviations
    of_copies = per_game(n, taken, limit.taken).se * np.sqrt(n)
    of_points = np.sqrt(variance(n, points, squares))
    if by == ALL:
        took_any, brought = pooled(took_any, low=0.0, high=1.0), pooled(brought)
        rate = np.abs(divide(points.sum(axis=0), taken.sum(axis=0)))
        each = ratio(n, points, taken, of_points + rate * of_copies)
    else:
        rate = np.abs(divide(points, taken))
        each = ratio(n, points[None], taken[None], (of_points + rate * of_copies)[None])
    return _columns({"took_any": took_any, "points": brought, "points_per_copy": each})


def _columns(numbers: dict[str, Estimate]) -> Columns:
    return {
        name: values
        for number, estimate in numbers.items()
        for name, values in estimate.columns(number).items()
    }
