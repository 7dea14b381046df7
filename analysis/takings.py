"""Cards and kinds: how often they come by, how often they are taken, what they bring."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis import blocks
from analysis.estimate import Estimate, columns, mean, proportion
from analysis.flows import Flow, card_kinds, flows
from analysis.view import ALL, frame, total, views
from simkit.schema import N_ROUNDS

if TYPE_CHECKING:
    from simkit.batch import Batch


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
        ``taken``, ``take_rate``, ``wheel_rate``, ``mean_pick``; ``n_games``. See
        `analysis.columns`.
    """
    copies = np.array([batch.menu.counts[card] for card in batch.cards])
    kind_of = dict(zip(batch.cards, card_kinds(batch), strict=True))
    n_games = {"n_games": np.array(batch.n_games)}
    made, flow = [], flows(batch)
    for by in (*views(batch), ALL):
        numbers = columns(_takings(batch, by, flow(by)))
        made.append(
            frame(batch, by, {"card": batch.cards}, {"copies": copies, **numbers, **n_games})
        )
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
        As `cards`, by kind, with the further estimates ``took_any``, ``points`` (of the whole game),
        ``points_per_copy`` and ``points_share``.
    """
    copies = np.array([batch.menu.copies(kind) for kind in batch.kinds])
    n_games = {"n_games": np.array(batch.n_games)}
    made, flow = [], flows(batch)
    for by in (*views(batch), ALL):
        counts = _by_kind(batch, flow(by))
        numbers = columns(_takings(batch, by, counts) | _brought(batch, by, counts))
        made.append(
            frame(batch, by, {"kind": batch.kinds}, {"copies": copies, **numbers, **n_games})
        )
    return pl.concat(made)


def _by_kind(batch: Batch, counts: Flow) -> Flow:
    """Add up the cards of each kind."""
    names = card_kinds(batch)
    first = [names.index(kind) for kind in batch.kinds]
    arrays = {f.name: getattr(counts, f.name) for f in fields(Flow)}
    return Flow(**{name: np.add.reduceat(a, first, axis=-1) for name, a in arrays.items()})


def _takings(batch: Batch, by: str, counts: Flow) -> dict[str, Estimate]:
    """Return the numbers that cards and kinds share."""
    taken = np.moveaxis(counts.taken, 2, -1)
    turn = np.arange(1, taken.shape[-1] + 1)
    copies = {
        "dealt": counts.dealt,
        "seen": counts.seen.sum(axis=2),
        "offered": counts.offered,
        "taken": taken.sum(axis=-1),
        "own": counts.own.sum(axis=2),
        "passed": counts.passed,
        "again": counts.again,
        "turns": (taken * turn).sum(axis=-1),
    }
    copies = {name: blocks.pooled(by, array) for name, array in copies.items()}
    games, names = blocks.games(batch, by), ("dealt", "seen", "offered", "taken")
    return {
        **{name: blocks.ratio(batch, copies[name], games, low=0.0) for name in names},
        "take_rate": blocks.share(batch, copies["own"], copies["offered"]),
        "wheel_rate": blocks.share(batch, copies["again"], copies["passed"]),
        "mean_pick": blocks.ratio(batch, copies["turns"], copies["taken"]),
    }


def _brought(batch: Batch, by: str, counts: Flow) -> dict[str, Estimate]:
    """Return the numbers that only kinds have."""
    n, n_kinds = batch.n_games, len(batch.kinds)

    def sums(get: blocks.Get) -> blocks.Sums:
        return blocks.pooled(by, blocks.sums(batch, by, get))

    points = sums(lambda tallies: tallies["points"])
    took = sums(lambda tallies: np.diagonal(tallies["both"], axis1=-2, axis2=-1))
    score = sums(lambda tallies: tallies["score"][..., N_ROUNDS, :])[..., None]
    if blocks.are_needed(batch, by):
        games = blocks.games(batch, by)
        took_any, brought = blocks.share(batch, took, games), blocks.ratio(batch, points, games)
    else:
        squares = total(batch, by, lambda tally: tally["points_sq"][:, :n_kinds])
        took_any, brought = proportion(n, took[0]), mean(n, points[0], squares)
    return {
        "took_any": took_any,
        "points": brought,
        "points_per_copy": blocks.ratio(batch, points, blocks.pooled(by, counts.taken.sum(axis=2))),
        "points_share": blocks.ratio(batch, points, score),
    }
