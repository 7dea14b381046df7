"""The best menus for several goals at once: those that no other menu beats in all of them.

A menu *dominates* another if it is at least as good in every goal and better in one. Menus that none dominates are
the front: whoever prefers one of these to another gives up something of one goal for another, and how much that is
worth nobody but the reader can say. So there is no weighted sum.

Estimates have errors, and of thousands of menus some are on the front of the estimates by luck. So the errors are
drawn anew many times, and each menu has a *chance*: the share of draws in which it is on the front.

*Assumes* that errors are normal, and independent of one goal to the next and of one menu to the next. Errors of a goal
that menus share (those of the effects of their cards) leave differences better known than this takes
them to be; measures of the same games hang together, too. *Fails* to tell two menus of the same figures apart: both
have half the chance.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.atlas.goals import Goal
from simkit.errors import InputError

DRAWS = 1000
"""How many times errors are drawn: the standard error of a chance is 0.016 at the most."""

LEAST = 0.05
"""The chance that is worth mentioning."""

_FAR = 4.0  # standard errors on either side: who is dominated by as much is so in nearly all draws
_SEED = 20180401


def pareto(
    cells: pl.DataFrame,
    goals: Sequence[Goal],
    *,
    draws: int = DRAWS,
    least: float = LEAST,
    seed: int = _SEED,
) -> pl.DataFrame:
    """Return the menus that no other beats in all goals, and those that may well be such.

    Parameters
    ----------
    cells : polars.DataFrame
        Cells with the measures of the goals: `analysis.atlas.view.matching`. One number of players and line-up, or
        menus are compared across them. Those without an estimate are left out.
    goals : sequence of Goal
        Two or more, each of another measure.
    draws : int
        How many times errors are drawn.
    least : float
        The chance from which on a menu is listed that is not on the front of the estimates.
    seed : int
        Of the draws.

    Returns
    -------
    polars.DataFrame
        The rows of the cells and ``front``, whether the menu is on the front of the estimates, and ``chance``,
        how often it is on that of the draws; the best chance first.

    Raises
    ------
    InputError
        Fewer than two goals, or two of one measure.
    """
    columns = [goal.column for goal in goals]
    if len(goals) < 2:
        raise InputError("a Pareto list needs two goals or more; for one goal sort by it.")
    if len(set(columns)) < len(columns):
        raise InputError(
            f"goals {', '.join(goal.name for goal in goals)}: two are of one measure; drop one."
        )
    cells = cells.drop_nulls(columns)
    signs = np.array([goal.sign for goal in goals])
    value = cells.select(columns).to_numpy().astype(np.float64) * signs
    errors = cells.select(pl.col(f"{column}_se").fill_null(0.0) for column in columns)
    se = errors.to_numpy().astype(np.float64)
    front = np.zeros(len(value), bool)
    front[non_dominated(value)] = True
    able = np.flatnonzero(_in_reach(value, se))
    random = np.random.default_rng(seed)
    hits = np.zeros(len(value), np.int64)
    for _ in range(draws):
        drawn = value[able] + se[able] * random.standard_normal((len(able), len(goals)))
        hits[able[non_dominated(drawn)]] += 1
    listed = cells.with_columns(front=pl.Series(front), chance=pl.Series(hits / draws))
    listed = listed.filter(pl.col("front") | (pl.col("chance") >= least))
    return listed.sort("chance", descending=True, maintain_order=True)


def non_dominated(value: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return which rows no other row dominates, ascending; more is better in each column.

    Rows that are equal in all columns do not dominate each other.
    """
    order = np.lexsort(-value.T[::-1])  # none dominates the first: it is best in one column
    if value.shape[1] == 2 and len(order):
        return np.sort(order[_steps(*value[order].T)])
    kept = []
    while len(order):
        best = value[order[0]]
        equal = (value[order] == best).all(axis=1)
        kept.append(order[equal])
        order = order[(value[order] > best).any(axis=1)]
    return np.sort(np.concatenate(kept)) if kept else order


def _steps(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which rows are not dominated, of two columns: the first falls, among equals the second does."""
    begins = np.concatenate([[True], first[1:] != first[:-1]])
    highest = second[begins]  # of the rows that are equal in the first column
    before = np.concatenate([[-np.inf], np.maximum.accumulate(highest)[:-1]])
    group = np.cumsum(begins) - 1
    return np.asarray((second == highest[group]) & (highest > before)[group])


def _in_reach(value: NDArray[np.float64], se: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which rows may be on the front of a draw: those that no row is far better than in all goals."""
    high, low = value + _FAR * se, value - _FAR * se
    bars = low[non_dominated(low)]
    reach = np.ones(len(value), bool)
    for bar in bars:
        reach &= (high > bar).any(axis=1) | (high == bar).all(axis=1)
    return reach
