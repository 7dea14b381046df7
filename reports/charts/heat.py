"""Maps of numbers: a cell for each row and column, its number in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from reports.charts.marks import ends
from reports.charts.style import GRID, STRIPE, Chart
from reports.charts.words import shown

# light to dark, and through white to either side; both are ordered by lightness for any colour vision
RATES = LinearSegmentedColormap.from_list("rates", ["#f3f7fb", "#9cc4e4", "#2b7bba", "#08306b"])
SIDES = LinearSegmentedColormap.from_list(
    "sides", ["#8c3b00", "#d55e01", "#f6c9a4", "#fbfbfb", "#a5cbe6", "#0072b3", "#003f63"]
)

CELL = 0.27
"""Height of a cell, in inches."""

_DARK, _LIGHT, _FAINT = "#000000", "#fefefe", "#555555"
_NOTHING = "#dedede"


def cells(
    chart: Chart,
    axes: Axes,
    shade: NDArray[np.float64],
    texts: Sequence[Sequence[str]],
    tips: Sequence[Sequence[str]],
    colours: LinearSegmentedColormap,
    *,
    faint: NDArray[np.bool_] | None = None,
    size: float = 7.5,
) -> None:
    """Draw cells.

    Parameters
    ----------
    chart, axes
    shade : array (rows, columns)
        From 0 to 1; nan where there is nothing: such a cell is left empty.
    texts, tips : sequence of sequence of str
    colours : colormap
    faint : array of bool, optional
        Cells that may be chance: a smaller, hollow cell with its number in italics.
    size : float
        Of the numbers, in points.
    """
    for (i, j), value in np.ndenumerate(shade):
        if not np.isfinite(value):
            continue
        colour = to_hex(colours(float(np.clip(value, 0, 1))))
        is_faint = faint is not None and bool(faint[i, j])
        inset = 0.09 if is_faint else 0.02
        # on dark pages, too, a number stands on a light cell; an empty one need not glare
        pale, edge = ("#fafafa", _NOTHING) if texts[i][j] else (STRIPE, GRID)
        cell = Rectangle(
            (j - 0.5 + inset, i - 0.5 + inset),
            1 - 2 * inset,
            1 - 2 * inset,
            facecolor=pale if is_faint else colour,
            edgecolor=edge if is_faint else "none",
            linewidth=0.8 if is_faint else 0,
            zorder=2,
        )
        axes.add_patch(cell)
        chart.tip(cell, [tips[i][j]])
        axes.text(
            j,
            i,
            shown(texts[i][j]),
            ha="center",
            va="center",
            fontsize=size,
            color=_FAINT if is_faint else _ink(colour),
            style="italic" if is_faint else "normal",
            zorder=3,
        )
    rows, columns = shade.shape
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _ink(colour: str) -> str:
    """Return the colour of a text that is read best on another one: the greater contrast (WCAG 2.2)."""
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in to_rgb(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return _DARK if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else _LIGHT


def widest(frame: pl.DataFrame, name: str, times: float, unit: str) -> str:
    """Return how far the intervals of a map reach, in words."""
    _, low, high = ends(frame, name)
    halves = (high - low)[np.isfinite(high - low)] / 2 * times
    if not len(halves):
        return ""
    middle, most = np.median(halves), halves.max()
    return f" 95 % intervals: ± {middle:.2g} {unit} for the middle cell, ± {most:.2g} at the most."
