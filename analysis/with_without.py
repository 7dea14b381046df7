"""Games with a kind of card and games without it, compared. Observational: not an effect.

A seat does not take cards at random. Who takes no pudding had better cards to take, or saw none:
the difference mixes what the card does with why it was taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis import blocks
from analysis.estimate import (
    Estimate,
    Ints,
    columns,
    difference,
    mean,
    share,
    share_difference,
)
from analysis.view import ALL, frame, total, views
from analysis.wins import share_moments, won_parts
from simkit.schema import N_ROUNDS, SHARE

if TYPE_CHECKING:
    from simkit.batch import Batch


def with_without(batch: Batch) -> pl.DataFrame:
    """Compare games in which a seat took a kind with those in which it took none.

    Observational: the difference is not what taking the card brings (see the module).

    Returns
    -------
    polars.DataFrame
        A row for each seat (each player too where the line-up rotates; the players' seats pooled)
        and kind: the estimates ``score_with``, ``score_without``, ``score_difference``, ``win_with``,
        ``win_without``, ``win_difference``; ``n_with`` and ``n_without`` (pooled: seats and games)
        and ``n_games``. See `analysis.columns`.
    """
    return pl.concat([_of(batch, by) for by in (*views(batch), ALL)])


def _of(batch: Batch, by: str) -> pl.DataFrame:
    n_with = blocks.pooled(by, total(batch, by, _with("both"))[None])[0, ..., : len(batch.kinds)]
    n_games = batch.n_games * (batch.players if by == ALL else 1)
    counts = {"n_with": n_with, "n_without": n_games - n_with, "n_games": np.array(batch.n_games)}
    compare = _from_blocks if blocks.are_needed(batch, by) else _from_moments
    return frame(batch, by, {"kind": batch.kinds}, {**columns(compare(batch, by)), **counts})


def _with(name: str) -> blocks.Get:
    """Return how to get sums of the games with a kind, by seat and kind."""
    return lambda tallies: np.diagonal(tallies[name], axis1=-2, axis2=-1)


def _from_moments(batch: Batch, by: str) -> dict[str, Estimate]:
    """Return the estimates from exact moments of independent games (Welch)."""
    n, n_kinds = batch.n_games, len(batch.kinds)

    def with_(name: str) -> Ints:
        return total(batch, by, _with(name))[:, :n_kinds]

    def squares_of(name: str) -> Ints:
        return total(batch, by, lambda tally: tally[name][:, :n_kinds])

    winners = total(batch, by, lambda tally: tally["lead"][N_ROUNDS])
    score = total(batch, by, lambda tally: tally["score"][N_ROUNDS])
    score_sq = total(batch, by, lambda tally: tally["score_sq"][N_ROUNDS])
    won, won_sq = share_moments(winners)
    n_with = with_("both")
    n_without = n - n_with
    estimates: dict[str, Estimate] = {}
    for name, sums, squares in (("score", score, score_sq), ("win", won, won_sq)):
        some, some_sq = with_(f"both_{name}"), squares_of(f"with_{name}_sq")
        rest, rest_sq = sums[:, None] - some, squares[:, None] - some_sq
        moments = ((n_with, some, some_sq), (n_without, rest, rest_sq))
        one, other = (
            mean(*each) if name == "score" else share(*each, unit=SHARE) for each in moments
        )
        gap = difference if name == "score" else share_difference
        estimates |= _compared(name, one, other, gap(one, other))
    return estimates


def _from_blocks(batch: Batch, by: str) -> dict[str, Estimate]:
    """Return the estimates of what hangs together within a game."""

    def pair(name: str, all_: blocks.Get) -> tuple[blocks.Sums, blocks.Sums]:
        """Return sums of the games with each kind, and of those without."""
        some = _with(name)
        both = (some, lambda tallies: all_(tallies)[..., None] - some(tallies))
        one, other = (blocks.pooled(by, blocks.sums(batch, by, get)) for get in both)
        return one, other

    n = pair("both", lambda tallies: tallies["n_games"][..., None])
    scores = pair("both_score", lambda tallies: tallies["score"][..., N_ROUNDS, :])
    wins = pair("both_win", won_parts)
    one, other = (blocks.ratio(batch, *ratio) for ratio in zip(scores, n, strict=True))
    gap = _gap(batch, scores, n)
    estimates = _compared("score", one, other, gap)
    one, other = (blocks.share(batch, *ratio, unit=SHARE) for ratio in zip(wins, n, strict=True))
    se = _gap(batch, wins, n).se / SHARE
    return estimates | _compared("win", one, other, share_difference(one, other, se))


def _gap(
    batch: Batch, y: tuple[blocks.Sums, blocks.Sums], x: tuple[blocks.Sums, blocks.Sums]
) -> Estimate:
    return blocks.linear(batch, [(1, y[0], x[0]), (-1, y[1], x[1])])


def _compared(name: str, one: Estimate, other: Estimate, gap: Estimate) -> dict[str, Estimate]:
    return {f"{name}_with": one, f"{name}_without": other, f"{name}_difference": gap}
