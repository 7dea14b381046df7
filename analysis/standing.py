"""Cards that stand out: which nobody misses, which are taken too often, which are always or never the best pick."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from analysis.estimate import LEVEL, Estimate, Floats, Ints
from analysis.multiple import adjusted, doubt

DEAD = 0.25
"""Points that a kind may be worth at the most, to be dead."""

DEAD_WIN = 0.05
"""The same of the win index."""

MUST = 1.0
"""Points by which taking a kind has to beat the best other card, on average, for it to be a must."""

KEPT_OUT = 0.5
"""Part of the copies that a ban has to keep out, to say of a kind that nobody misses it."""

FEWEST = 30
"""Tries of a turn that count."""

_LEVELS = 1001

STANDINGS = {
    "must-take": f"taking it beats the best other card by more than {MUST:g} point, over all hands that hold it",
    "dead": f"who is not to take it, and takes less than half as much, loses or gains less than {DEAD:g} points and "
    f"{DEAD_WIN:g} of the win index",
    "overrated": "who is not to take it has more points and wins more: this policy takes it too often",
    "dominated": "in every turn the best other card is better, on average",
}
"""What can be said of a kind. Of the kinds of a menu of which one of these is said, 5 % at most are not so, on average
(the false discovery rate); where several hold, the first is said."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Pick values, with ordinary intervals.

    Attributes
    ----------
    value : Estimate, array (kinds,)
    by_turn : Estimate, array (kinds, turns)
    n : array (kinds, turns)
        Games in which the kind was tried in this turn.
    """

    value: Estimate
    by_turn: Estimate
    n: Ints


def standings(
    points: Estimate,
    win: Estimate,
    still_taken: Estimate,
    tried: Tried | None,
    *,
    games: float | None,
) -> list[str | None]:
    """Say how each kind stands; None where nothing of `STANDINGS` is certain.

    Each thing that can be said is a family of tests, one a kind, judged together. What has several parts (points and
    wins, every turn) is as doubtful as its most doubtful part.

    Parameters
    ----------
    points, win : Estimate, array (kinds,)
        Forbid values, in points and of the win index, with ordinary intervals.
    still_taken : Estimate, array (kinds,)
        Copies taken in spite of the ban, of those taken without.
    tried : Tried or None
        Pick values; None for dice.
    games : float or None
        As for `analysis.multiple.verdicts`.
    """

    def above(found: Estimate, null: float) -> Floats:
        return doubt(found, null=null, side="above", games=games)

    def below(found: Estimate, null: float) -> Floats:
        return doubt(found, null=null, side="below", games=games)

    doubts = {
        "dead": [
            above(points, -DEAD),
            below(points, DEAD),
            above(win, -DEAD_WIN),
            below(win, DEAD_WIN),
            below(still_taken, 1 - KEPT_OUT),
        ],
        "overrated": [below(points, 0), below(win, 0)],
    }
    if tried is not None:
        counts = tried.n >= FEWEST
        worse = np.where(counts, below(tried.by_turn, 0), 0).max(axis=1)
        doubts["must-take"] = [above(tried.value, MUST)]
        doubts["dominated"] = [np.where(counts.any(axis=1), worse, np.nan)]
    sure = {name: adjusted(np.max(parts, axis=0)) <= 1 - LEVEL for name, parts in doubts.items()}
    return [
        next((name for name in STANDINGS if name in sure and sure[name][k]), None)
        for k in range(len(points.value))
    ]


def evenness(values: Estimate) -> Estimate:
    """Return how evenly worth is spread over the kinds: 1 if all are worth the same, 0 if one is worth all.

    The entropy of their shares, over that of even shares (Pielou 1966); what is worth less than nothing counts as
    nothing, and nan is said where nothing is worth anything. The interval reaches from the least to the greatest
    evenness of values within their intervals. So it is not misled where some are worth about nothing, or all about the
    same, where the evenness of values with errors is too high or too low; it is a bound, and so is its standard error.

    Parameters
    ----------
    values : Estimate, array (kinds,)
        Forbid values, with intervals that hold together (`Budget.together`).
    """
    low, high = np.maximum(values.low, 0), np.maximum(values.high, 0)
    point = _even(np.maximum(values.value, 0)[None])[0]
    n = values.n.max()
    if np.isnan(low + high).any() or not high.any():
        nan = np.asarray(np.nan)
        return Estimate(np.asarray(point), nan, nan, nan, n)
    # most even where all are as near to one level as they may be
    levels = np.concatenate([np.linspace(low.min(), high.max(), _LEVELS), low, high])
    most = np.nanmax([point, *_even(np.clip(levels[:, None], low, high))])
    least = np.nanmin([point, _least_even(low, high)])
    se = (most - least) / (2 * special.ndtri(0.5 + LEVEL / 2))
    return Estimate(*map(np.asarray, (point, se, least, most, n)))


def _least_even(low: Floats, high: Floats) -> float:
    """Return the least evenness of values between these: some are at their upper ends, the others at their lower.

    Begins with the first few in the order of their ends as the upper ones, and changes one after another as long as
    that makes it less even.
    """
    ranks = np.argsort(np.argsort(-np.array([low, high, low + high]), axis=1), axis=1)
    starts = (ranks <= np.arange(len(low))[:, None, None]).reshape(-1, len(low))
    one = np.eye(len(low), dtype=bool)
    found = []
    for up in starts:
        least, near = np.inf, up[None]
        while (even := np.nan_to_num(_even(np.where(near, high, low)), nan=np.inf)).min() < least:
            least = float(even.min())
            near = near[even.argmin()] ^ one
        found.append(least)
    return min(found)


def _even(values: Floats) -> Floats:
    """Return the evenness of rows of values, none below 0; nan where all are 0."""
    total = values.sum(axis=1, keepdims=True)
    share = values / np.where(total > 0, total, np.nan)
    bits = special.entr(share).sum(axis=1)
    return np.asarray(bits / np.log(values.shape[1]))
