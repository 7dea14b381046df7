"""In what a menu differs from another one: a forest plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle

from analysis.multiple import DIFFERENT
from reports.answers import Answers
from reports.charts import words
from reports.charts.marks import dots, few_ticks, name_rows, signed, zero
from reports.charts.style import LINE, Chart, look, styled
from reports.charts.words import cut, policy_name, sample
from reports.compared import Told, told

_ROW = 0.235
_AXIS = 0.62  # inches: an axis, its label, and the gap to the next block
_NAME = 44  # characters of a measure
_BLOCKS = (("points", "points", 1.0), ("share", "points of a hundred", 100.0))
_OTHERS = "other measures, in multiples of the smallest difference that matters"


@styled
def comparison(answers: Answers, players: int, menu: str) -> Chart | None:
    """Return the differences of a menu from the baseline, the largest of each unit on top; None without any.

    Parameters
    ----------
    answers : Answers
        Of `simkit compare`.
    players : int
    menu : str
        The name of the menu that is compared, as in the frame of differences.
    """
    frame = answers.table("differences", players=players)
    if "menu_b" not in frame.columns:
        return None
    frame = frame.filter(pl.col("menu_b") == menu)
    measures = [one for one in told(frame) if any(_is_known(row) for row in one.rows)]
    if not measures:
        return None
    names = dict(zip(answers.manifest["names"], answers.manifest["menus"], strict=True))
    one, base = (cut(names[name]["name"], 30) for name in (menu, answers.manifest["baseline"]))
    blocks = [
        (label, times, [m for m in measures if m.measure.unit == unit])
        for unit, label, times in _BLOCKS
    ]
    plain = {unit for unit, _, _ in _BLOCKS}
    blocks.append((_OTHERS, 0.0, [m for m in measures if m.measure.unit not in plain]))
    blocks = [block for block in blocks if block[2]]
    chart = Chart()
    heights = [len(block[2]) * _ROW for block in blocks]
    grid = chart.add_gridspec(len(blocks), 1, height_ratios=heights)
    for i, (label, times, found) in enumerate(blocks):
        axes = chart.add_subplot(grid[i])
        _block(chart, axes, found, players, answers.policies, times)
        axes.set_xlabel(label)
    differ = [m for m in measures if m.verdict == DIFFERENT]
    legend: list[tuple[Artist, str]] = [
        (_handle(answers.policies, policy), f"all {policy_name(policy)}")
        for policy in answers.policies
    ]
    legend.append((Patch(facecolor=LINE, alpha=0.5), "too small to matter"))
    largest = ", ".join(m.name for m in measures[:3])
    return chart.done(
        f"{one} beside {base}",
        f"What {one} has more than {base}, {players} players",
        "Each measure in the round or kind where the menus differ most. Full: different, all that was asked judged "
        "together (false discovery rate 5 %). Hollow: alike, or not told yet. The line at 0: no difference. Lines are "
        "95 % intervals. "
        + sample(
            [row["n_games"] for m in measures for row in m.rows], answers.seed, "games of each"
        ),
        body=sum(heights) + _AXIS * len(blocks),
        legend=legend,
        alt=f"Differences of {len(measures)} measures between {one} and {base}; {len(differ)} are different. Largest: "
        f"{largest}.",
    )


def _block(
    chart: Chart,
    axes: Axes,
    measures: Sequence[Told],
    players: int,
    policies: Sequence[str],
    times: float,
) -> None:
    """Draw measures of one unit; `times` is 0 where each is told in multiples of what matters."""
    name_rows(axes, [cut(one.name, _NAME) for one in measures])
    zero(axes)
    scales = [times or 1 / one.rows[0]["delta"] for one in measures]
    for y, (one, scale) in enumerate(zip(measures, scales, strict=True)):
        half = one.rows[0]["delta"] * scale
        axes.add_patch(
            Rectangle((-half, y - 0.5), 2 * half, 1, facecolor=LINE, alpha=0.4, zorder=1)
        )
    apart = 0.6 / len(policies)
    for i, policy in enumerate(policies):
        colour, marker = look(policies, policy)
        rows = [
            (y, row, scale)
            for y, (one, scale) in enumerate(zip(measures, scales, strict=True))
            for row in one.rows
            if (row["players"], row["policy"]) == (players, policy) and _is_known(row)
        ]
        dots(
            chart,
            axes,
            (
                [_scaled(row["difference"], scale) for _, row, scale in rows],
                [_scaled(row["difference_low"], scale) for _, row, scale in rows],
                [_scaled(row["difference_high"], scale) for _, row, scale in rows],
            ),
            [y + apart * (i - (len(policies) - 1) / 2) for y, _, _ in rows],
            colour=colour,
            marker=marker,
            size=3.8,
            filled=[row["verdict"] == DIFFERENT for _, row, _ in rows],
            tips=[
                f"{measures[y].name}, all {policy_name(policy)}: {_said(row)}" for y, row, _ in rows
            ],
        )
    few_ticks(axes, most=9)
    signed(axes)


def _handle(policies: Sequence[str], policy: str) -> Line2D:
    colour, marker = look(policies, policy)
    return Line2D([], [], color=colour, marker=marker, markersize=3.8, linewidth=1.6)


def _is_known(row: dict[str, Any]) -> bool:
    return row["difference"] is not None


def _scaled(value: float | None, scale: float) -> float:
    return float("nan") if value is None else value * scale


def _said(row: dict[str, Any]) -> str:
    times, unit = (100, "points of a hundred") if row["unit"] == "share" else (1, row["unit"])
    return f"{words.told(row, 'difference', unit, times=times)}, {row['verdict']}"
