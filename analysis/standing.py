"""Cards that stand out: which nobody misses, which are taken too often, which are always or never the best pick."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.estimate import LEVEL, Estimate

DEAD = 0.25
"""Points that a kind may be worth at the most, to be dead."""

DEAD_WIN = 0.05
"""The same of the win index."""

MUST = 1.0
"""Points by which taking a kind has to beat the best other card, on average, for it to be a must."""

FEWEST = 30
"""Tries of a turn that count."""

_DRAWS = 2_000

STANDINGS = {
    "must-take": f"taking it beats the best other card by more than {MUST:g} point, over all hands that hold it",
    "dead": f"who may never take it loses or gains less than {DEAD:g} points, and than {DEAD_WIN:g} of the win index",
    "overrated": "who may never take it has more points and wins more: this policy takes it too often",
    "dominated": "in every turn the best other card is better, on average",
}
"""What can be said of a kind; the first that holds with 95 % certainty is."""


def standings(kinds: pl.DataFrame, picks: pl.DataFrame) -> pl.Series:
    """Say how each kind stands; null where nothing of `STANDINGS` is certain.

    Parameters
    ----------
    kinds : polars.DataFrame
        With ``kind``, ``forbid_value``, ``forbid_value_win`` and, for cards, ``pick_value``.
    picks : polars.DataFrame
        With ``kind``, ``turn``, ``pick_value``, ``n_tried``; empty for dice.
    """
    dominated = set()
    if len(picks):
        known = picks.filter(pl.col("n_tried") >= FEWEST)
        by_kind = known.group_by("kind").agg(worse=(pl.col("pick_value_high") < 0).all())
        dominated = set(by_kind.filter("worse")["kind"])

    def standing(row: dict[str, float]) -> str | None:
        low, high = row["forbid_value_low"], row["forbid_value_high"]
        low_win, high_win = row["forbid_value_win_low"], row["forbid_value_win_high"]
        if row.get("pick_value_low") is not None and row["pick_value_low"] > MUST:
            return "must-take"
        if low > -DEAD and high < DEAD and low_win > -DEAD_WIN and high_win < DEAD_WIN:
            return "dead"
        if high < 0 and high_win < 0:
            return "overrated"
        return "dominated" if row["kind"] in dominated else None

    return pl.Series("standing", [standing(row) for row in kinds.to_dicts()], dtype=pl.String)


def evenness(value: NDArray[np.float64], se: NDArray[np.float64], n: int, seed: int) -> Estimate:
    """Return how evenly worth is spread over the kinds: 1 if all are worth the same, 0 if one is worth all.

    The entropy of their shares, over that of even shares (Pielou 1966); what is worth less than nothing counts as
    nothing. The interval is that of normal errors of the values, drawn 2,000 times: values that are known badly look
    less even than they are, which it shows but does not correct.

    Parameters
    ----------
    value, se : array (kinds,)
        Forbid values and their standard errors.
    n : int
        Games behind them.
    seed : int
        Decides the draws.
    """
    rng = np.random.default_rng(seed)
    drawn = rng.normal(value, np.where(np.isnan(se), 0, se), (_DRAWS, len(value)))
    found = _even(drawn)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(found, [tail, 1 - tail])
    point = _even(value[None])[0]
    return Estimate(
        point, found.std(), np.minimum(low, point), np.maximum(high, point), np.asarray(n)
    )


def _even(values: NDArray[np.float64]) -> NDArray[np.float64]:
    worth = np.maximum(values, 0)
    total = worth.sum(axis=1, keepdims=True)
    share = worth / np.where(total > 0, total, 1)
    bits = np.where(share > 0, share * np.log(np.where(share > 0, share, 1)), 0)
    return np.asarray(-bits.sum(axis=1) / np.log(values.shape[1]))
