"""Which cards do more, or less, together than each alone: a map of all pairs, and the greatest with intervals."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.atlas.goals import Goal
from reports.atlas_answers import AtlasAnswers, Named, card_name, named
from reports.charts.atlas_words import about, sample
from reports.charts.heat import SIDES, cells, widest
from reports.charts.marks import BELOW, dots, ends, few_ticks, name_rows, signed, zero
from reports.charts.style import BLUE, Chart, styled
from reports.charts.words import minus, shown, told
from reports.grid import Row
from simkit.menus.catalogue import cards as catalogue

_ROW = 0.215
_LISTED = 16
_SIDE = 0.24  # inches of a cell


@styled
def atlas_pairs(answers: AtlasAnswers, goal: Goal, policy: str) -> Chart | None:
    """Return a map of pairs, and the greatest of them with their intervals; None if there are none.

    Parameters
    ----------
    answers : AtlasAnswers
    goal : Goal
        The goal that the measure is of.
    policy : str
    """
    frame, of = answers.pairs(goal.column, policy), named(goal.column)
    if frame.is_empty():
        return None
    order = {kind: i for i, kind in enumerate(catalogue())}
    pairs = [tuple(sorted(pair, key=order.__getitem__)) for pair in frame["card", "other"].rows()]
    across, down = (sorted({pair[i] for pair in pairs}, key=order.__getitem__) for i in (0, 1))
    listed = _greatest(frame)
    chart = Chart()
    heights = [len(down) * _SIDE, len(listed) * _ROW]
    grid = chart.add_gridspec(2, 1, height_ratios=heights)
    _map(chart, chart.add_subplot(grid[0]), frame, (down, across), of)
    _list(chart, chart.add_subplot(grid[1]), listed, of)
    found = int(frame["told"].sum())
    first = listed.row(0, named=True)
    return chart.done(
        f"{of.title}: what pairs of cards do",
        about(answers, policy),
        "What a menu with both cards has more than the effects of each make one expect; mean over the numbers of "
        "players. Coloured in the map, full in the list: not 0, all pairs judged together (false discovery rate 5 %). "
        "Blue: more together; orange: less. The list has the greatest, told ones first; chosen for their size, they "
        "are drawn in toward 0 as far as their errors ask for. Lines are 95 % intervals."
        f"{widest(frame, 'effect', of.times, of.unit)} {sample(answers, policy)}",
        body=sum(heights) + BELOW + 1.15,
        alt=f"Effects of {len(frame)} pairs of cards on {of.title}; {found} can be told from 0. Greatest: "
        f"{_both(first)}, {told(first, 'effect', of.unit, times=of.times)}.",
    )


def _map(
    chart: Chart, axes: Axes, frame: pl.DataFrame, sides: tuple[list[str], list[str]], of: Named
) -> None:
    down, across = ({kind: i for i, kind in enumerate(kinds)} for kinds in sides)
    shape = len(down), len(across)
    value, faint = np.full(shape, np.nan), np.zeros(shape, bool)
    texts = [[""] * shape[1] for _ in down]
    tips = [[""] * shape[1] for _ in down]
    order = list(catalogue())
    for row in frame.to_dicts():
        first, second = sorted((row["card"], row["other"]), key=order.index)
        i, j = down[second], across[first]
        value[i, j], faint[i, j] = row["effect"], not row["told"]
        texts[i][j] = _short(of.times * row["effect"]) if row["told"] else ""
        tips[i][j] = _tip(row, of)
    most = np.nanmax(np.abs(value)) or 1.0
    cells(chart, axes, 0.5 + value / most / 2, texts, tips, SIDES, faint=faint, size=5)
    axes.set_yticks(range(shape[0]), [shown(card_name(kind)) for kind in down])
    names = [shown(card_name(kind)) for kind in across]
    axes.set_xticks(range(shape[1]), names, rotation=45, ha="right", va="top")
    axes.tick_params(labelsize=7, pad=2)


def _list(chart: Chart, axes: Axes, listed: pl.DataFrame, of: Named) -> None:
    rows = listed.to_dicts()
    name_rows(axes, [_both(row) for row in rows])
    zero(axes)
    dots(
        chart,
        axes,
        tuple(of.times * x for x in ends(listed, "effect")),  # type: ignore[arg-type]
        range(len(rows)),
        colour=BLUE,
        filled=listed["told"].to_numpy(),
        tips=[_tip(row, of) for row in rows],
    )
    few_ticks(axes, most=8)
    signed(axes)
    axes.tick_params(axis="y", labelsize=7.5)
    axes.set_xlabel(of.unit)


def _greatest(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the pairs of the greatest effects, to either side; those that are told come first."""
    first = frame.sort("told", pl.col("effect").abs(), descending=True, maintain_order=True)
    return first.head(_LISTED)


def _both(row: Row) -> str:
    return f"{card_name(row['card'])} + {card_name(row['other'])}"


def _tip(row: Row, of: Named) -> str:
    said = told(row, "effect", of.unit, times=of.times)
    return f"{_both(row)}: {said}{'' if row['told'] else ', can not be told from 0'}"


def _short(value: float) -> str:
    """Return a number as it fits into a cell."""
    size = abs(value)
    text = f"{value:+.2f}" if size < 0.995 else f"{value:+.1f}" if size < 9.95 else f"{value:+.0f}"
    return minus(text.replace("0.", "."))
