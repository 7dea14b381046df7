"""Is it true only for beginners? The same question asked of two policies, and what is different."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from analysis.estimate import Estimate, difference, stacked, student
from analysis.multiple import verdicts
from analysis.sequences import anytime

PANEL = ("greedy", "weighted")
"""Who plays if nobody says, from beginner to expert."""

_ENDS = ("", "_se", "_low", "_high")


def skill_changes(
    frame: pl.DataFrame,
    policies: Sequence[str],
    labels: Sequence[str],
    measures: Mapping[str, str],
    *,
    delta: float,
    games: float | None = None,
) -> pl.DataFrame:
    """Compare estimates of the last policy with those of the first: expert less beginner.

    Parameters
    ----------
    frame : polars.DataFrame
        With ``policy``, the labels, the estimates, and their number of games. The two policies have played different
        games, so that the estimates are independent.
    policies : sequence of str
        The panel, from beginner to expert; the first and the last are compared.
    labels : sequence of str
        What names a row, beside the policy.
    measures : mapping of str to str
        The estimates, and for each the column with its number of games.
    delta : float
        The smallest difference that matters.
    games : float, optional
        As for `analysis.multiple.verdicts`, where games were played up to a target.

    Returns
    -------
    polars.DataFrame
        A row for each row and measure: the labels, ``measure``, ``beginner``, ``expert``, the estimate ``change``,
        ``verdict`` of all rows together; ``sign_changes``: the two intervals lie on different sides of 0.
    """
    beginner, expert = (frame.filter(policy=policies[i]) for i in (0, -1))
    both = beginner.join(expert, on=list(labels), suffix=":expert", maintain_order="left")
    rows: list[dict[str, object]] = []
    changes: list[Estimate] = []
    for measure, n in measures.items():
        a, b = (_estimate(both, measure, end, n) for end in ("", ":expert"))
        changes.append(difference(b, a))
        low, high = (both[f"{measure}_{end}"].to_numpy().astype(float) for end in ("low", "high"))
        low_b, high_b = (
            both[f"{measure}_{end}:expert"].to_numpy().astype(float) for end in ("low", "high")
        )
        turned = ((low > 0) & (high_b < 0)) | ((high < 0) & (low_b > 0))
        for i, row in enumerate(both.select(labels).to_dicts()):
            rows.append(
                {
                    **row,
                    "measure": measure,
                    "beginner": float(a.value[i]),
                    "expert": float(b.value[i]),
                    "sign_changes": bool(turned[i]),
                }
            )
    together = _joined(changes)
    judged = verdicts(together, delta, games=games)
    lasting = together if games is None else anytime(together, games=games)
    change = {name: pl.Series(values) for name, values in lasting.columns("change").items()}
    verdict = pl.Series(judged.verdict.tolist(), dtype=pl.String)
    return pl.DataFrame(rows).with_columns(**change, verdict=verdict).fill_nan(None)


def _estimate(frame: pl.DataFrame, name: str, end: str, n: str) -> Estimate:
    """Return ordinary estimates from the columns of a frame."""
    value, se = (frame[f"{name}{kind}{end}"].to_numpy().astype(np.float64) for kind in ("", "_se"))
    counts = frame[f"{n}{end}"].to_numpy().astype(np.int64)
    return student(value, se, counts, counts - 1)


def _joined(estimates: Sequence[Estimate]) -> Estimate:
    """Return estimates of one shape as one long one."""
    one = stacked(estimates)
    return Estimate(
        one.value.ravel(), one.se.ravel(), one.low.ravel(), one.high.ravel(), one.n.ravel()
    )
