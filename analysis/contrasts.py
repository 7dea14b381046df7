"""Differences of menus and what becomes of them with skill, as frames, all of them judged together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import polars as pl

from analysis.character import Apart, Values, common
from analysis.deltas import Deltas
from analysis.estimate import Estimate, Floats, joined, student, symmetric
from analysis.gather import Budget
from analysis.measure import Measure
from analysis.measures import MEASURES
from analysis.multiple import DIFFERENT, EQUIVALENT, SMALL, UNKNOWN, verdicts

SAME, LARGER, SMALLER, TURNED = "the same", "larger", "smaller", "turned round"
"""What becomes of a difference with skill (turned: to the other side); or `analysis.multiple.UNKNOWN`."""

_ROUNDING = 1e-12  # of the variances: what is the same in every game varies by no more


@dataclass(frozen=True, slots=True)
class Sides:
    """Who plays what: the arms of a comparison, the menus of a policy together.

    Attributes
    ----------
    menus : tuple of str
        Names of the menus; all are compared with the first.
    policies : tuple of str
        The panel, the beginner first.
    """

    menus: tuple[str, ...]
    policies: tuple[str, ...]

    def arm(self, policy: int, menu: int) -> int:
        """Return the number of an arm."""
        return policy * len(self.menus) + menu

    def pairs(self, *, others: bool = False) -> Iterator[tuple[int, int]]:
        """Return each policy (each but the first, for `others`) and each menu that is compared."""
        return product(range(int(others), len(self.policies)), range(1, len(self.menus)))

    def apart(self, values: Values, measure: Measure, policy: int, menu: int) -> Apart:
        """Return a measure of a menu and of the baseline."""
        return values.apart(measure, self.arm(policy, menu), self.arm(policy, 0))


def differences(
    values: Mapping[int, Values], sides: Sides, deltas: Deltas, budget: Budget
) -> pl.DataFrame:
    """Say in what the menus differ: see `analysis.comparison.Comparison`.

    Parameters
    ----------
    values : mapping of int to Values
        By number of players, of all arms.
    sides : Sides
        What the arms are.
    deltas : Deltas
        The smallest differences that matter.
    budget : Budget
        How the number of games came about, so what intervals have to hold.
    """
    rows: list[dict[str, Any]] = []
    found: list[tuple[Estimate, Estimate, Estimate]] = []
    for (players, known), (policy, menu), measure in product(
        values.items(), sides.pairs(), MEASURES
    ):
        apart = sides.apart(known, measure, policy, menu)
        found.append((apart.base, apart.one, apart.difference))
        rows += [
            {
                "players": players,
                "policy": sides.policies[policy],
                **_labels(sides, menu, measure, part, deltas),
                "variance_reduction": float(apart.variance_reduction[i]),
            }
            for i, part in enumerate(apart.parts)
        ]
    a, b, difference = (joined(one) for one in zip(*found, strict=True))
    return _judged(rows, "difference", difference, budget, {"value_a": a, "value_b": b})


def changes(
    values: Mapping[int, Values],
    sides: Sides,
    deltas: Deltas,
    budget: Budget,
    apart: pl.DataFrame,
) -> pl.DataFrame:
    """Say what becomes of the differences from the first policy to each other one.

    A difference of differences: all four arms are played on the same games. `apart` is what
    `differences` says; the other parameters are the same.
    """
    rows: list[dict[str, Any]] = []
    found: list[Estimate] = []
    for (players, known), (policy, menu), measure in product(
        values.items(), sides.pairs(others=True), MEASURES
    ):
        arms = [sides.arm(p, m) for p, m in product((0, policy), (0, menu))]
        parts, change = _change(known, measure, arms)
        found.append(change)
        rows += [
            {
                "players": players,
                "policy_a": sides.policies[0],
                "policy_b": sides.policies[policy],
                **_labels(sides, menu, measure, part, deltas),
            }
            for part in parts
        ]
    frame = _judged(rows, "change", joined(found), budget, {})
    for end in ("a", "b"):
        known_at = apart.select(
            *("players", "menu_b", "measure", "part"),
            pl.col("policy").alias(f"policy_{end}"),
            pl.col("difference").alias(f"difference_{end}"),
            pl.col("verdict").alias(f"verdict_{end}"),
        )
        on = ["players", "menu_b", "measure", "part", f"policy_{end}"]
        frame = frame.join(known_at, on=on, how="left", nulls_equal=True, maintain_order="left")
    return _with_skill(frame)


def _with_skill(frame: pl.DataFrame) -> pl.DataFrame:
    """Put into words what becomes of a difference."""
    sure = [pl.col(f"verdict_{end}") == DIFFERENT for end in ("a", "b")]
    a, b = pl.col("difference_a"), pl.col("difference_b")
    words = (
        pl.when(pl.col("verdict").is_in([EQUIVALENT, SMALL]))
        .then(pl.lit(SAME))
        .when(pl.col("verdict") == UNKNOWN)
        .then(pl.lit(UNKNOWN))
        .when(sure[0] & sure[1] & (a * b < 0))
        .then(pl.lit(TURNED))
        .when(b.abs() > a.abs())
        .then(pl.lit(LARGER))
        .otherwise(pl.lit(SMALLER))
    )
    labels = ["players", "policy_a", "policy_b", *_LABELS]
    first = [*labels, "difference_a", "difference_b"]
    named = frame.with_columns(with_skill=words).drop("verdict_a", "verdict_b")
    return named.select(*first, pl.exclude(*first))


_LAST = ("variance_reduction",)  # after the estimates
_LABELS = ("menu_a", "menu_b", "measure", "part", "unit", "delta")


def _labels(
    sides: Sides, menu: int, measure: Measure, part: str | None, deltas: Deltas
) -> dict[str, Any]:
    what = (sides.menus[0], sides.menus[menu], measure.name, part, measure.unit, deltas.of(measure))
    return dict(zip(_LABELS, what, strict=True))


def _change(
    values: Values, measure: Measure, arms: Sequence[int]
) -> tuple[tuple[str | None, ...], Estimate]:
    """Return difference less difference, of the arms (policy a: menu a, menu b; policy b: the same)."""
    found = common([values.found(measure, arm) for arm in arms])
    signs = (1, -1, -1, 1)
    value = sum(sign * one.value for sign, one in zip(signs, found, strict=True))
    between = [[values.covariance_of(one, other) for other in found] for one in found]
    variance: Floats = np.einsum("i,j,ijp->p", signs, signs, between)
    whole = np.einsum("iip->p", between)
    se = np.sqrt(np.where(variance > _ROUNDING * whole, variance, 0 * whole))
    return found[0].parts, student(np.asarray(value), se, values.n, values.n - 1)


def _judged(
    rows: Sequence[dict[str, Any]],
    name: str,
    estimate: Estimate,
    budget: Budget,
    beside: Mapping[str, Estimate],
) -> pl.DataFrame:
    """Return a frame of estimates that are judged together, and of those beside them that are not."""
    frame = pl.DataFrame(rows, schema_overrides={"part": pl.String})
    columns: dict[str, Any] = {}
    for one, numbers in {**beside, name: estimate}.items():
        holds = numbers if budget.tuned is None else budget.interval(symmetric(numbers))
        columns |= holds.columns(one)
    judged = verdicts(symmetric(estimate), frame["delta"].to_numpy(), games=budget.tuned)
    labels = [column for column in frame.columns if column not in _LAST]
    made = frame.with_columns(
        **{column: pl.Series(values) for column, values in columns.items()},
        p_different=pl.Series(judged.different),
        p_equivalent=pl.Series(judged.equivalent),
        verdict=pl.Series(judged.verdict.tolist(), dtype=pl.String),
        more=pl.Series(judged.more),
        n_games=pl.Series(estimate.n),
    ).select(*labels, *columns, pl.exclude(*labels, *columns))
    numbers_only = pl.col(pl.Float64)
    return made.with_columns(pl.when(numbers_only.is_finite()).then(numbers_only).name.keep())
