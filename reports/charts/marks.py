"""What most charts are made of: a mark with its interval, rows with names, the line at zero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator
from numpy.typing import ArrayLike, NDArray

from reports.charts.style import INK, PAPER, STRIPE, Chart
from reports.charts.words import minus, shown

ROW = 0.27
"""Height of a row, in inches."""

BELOW = 0.55
"""Height of an axis and its label."""

Floats = NDArray[np.float64]


def numbers(frame: pl.DataFrame, column: str) -> Floats:
    """Return a column, nan where nothing is known."""
    if column not in frame.columns:
        return np.full(len(frame), np.nan)
    return frame[column].cast(pl.Float64).to_numpy()


def ends(frame: pl.DataFrame, column: str) -> tuple[Floats, Floats, Floats]:
    """Return an estimate and the ends of its interval."""
    value, low, high = (numbers(frame, f"{column}{end}") for end in ("", "_low", "_high"))
    return value, low, high


def reach(frame: pl.DataFrame, column: str) -> str:
    """Return the lowest and the highest value, in words."""
    values = numbers(frame, column)
    return minus(f"{values.min():+z.2f} and {values.max():+z.2f}")


def known(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """Return the rows in which an estimate is known; none if there is no such column."""
    if column not in frame.columns:
        return frame.clear()
    return frame.filter(pl.col(column).is_finite())


def dots(
    chart: Chart,
    axes: Axes,
    ends: tuple[ArrayLike, ArrayLike, ArrayLike],
    at: ArrayLike,
    *,
    colour: str,
    marker: str = "o",
    filled: ArrayLike = True,
    tips: Sequence[str] = (),
    upright: bool = False,
    size: float = 4.2,
) -> Line2D:
    """Draw marks with their intervals; returns what stands for them in a legend.

    Parameters
    ----------
    chart, axes
    ends : tuple of array
        Values, and the ends of their intervals; nan where there are none.
    at : array
        Rows; columns if `upright`.
    colour, marker
    filled : array of bool
        A mark that is not filled is uncertain, or the lesser one of two.
    tips : sequence of str
        What is said of each mark.
    upright : bool
        Values go up.
    size : float
        Of a mark, in points.
    """
    x, low, high = (np.asarray(end, np.float64) for end in ends)
    y = np.asarray(at, np.float64)
    is_filled = np.broadcast_to(np.asarray(filled, bool), x.shape)
    has_ends = np.isfinite(low) & np.isfinite(high)
    lines = axes.vlines if upright else axes.hlines
    lines(
        y[has_ends], low[has_ends], high[has_ends], colors=colour, linewidth=1.6, zorder=3
    ).set_label("interval")
    look: dict[str, Any] = {
        "marker": marker,
        "markersize": size,
        "linestyle": "none",
        "markeredgecolor": colour,
    }
    for whether, face in ((True, colour), (False, PAPER)):
        of = (is_filled == whether) & np.isfinite(x)
        if not of.any():
            continue
        places = (y[of], x[of]) if upright else (x[of], y[of])
        (made,) = axes.plot(*places, markerfacecolor=face, zorder=4, **look)
        if tips:
            chart.tip(made, [tip for tip, one in zip(tips, of, strict=True) if one])
    face = colour if is_filled.any() else PAPER
    return Line2D([], [], color=colour, linewidth=1.6, markerfacecolor=face, **_handle(look))


def _handle(look: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in look.items() if key != "linestyle"}


def shifts(n: int, widest: float = 0.3) -> list[float]:
    """Return where the marks of n series stand beside each other, in parts of a row."""
    step = min(widest, 0.75 / n)
    return [step * (i - (n - 1) / 2) for i in range(n)]


def name_rows(
    axes: Axes, names: Sequence[str], *, named: bool = True, stripes: bool = True
) -> None:
    """Lay out rows, the first on top; their names are left of the first of several panels."""
    axes.set_yticks(range(len(names)) if named else [], map(shown, names) if named else [])
    axes.set_ylim(len(names) - 0.5, -0.5)
    for row in range(1, len(names) if stripes else 0, 2):
        axes.axhspan(row - 0.5, row + 0.5, color=STRIPE, linewidth=0, zorder=0)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)


def zero(axes: Axes, at: float = 0.0, *, upright: bool = True) -> None:
    """Mark the value at which there is nothing, or an even share."""
    line = axes.axvline if upright else axes.axhline
    line(at, color=INK, linewidth=0.9, zorder=1.5, label="zero")


def few_ticks(axes: Axes, which: str = "x", most: int = 6) -> None:
    """Keep the numbers of a narrow panel apart."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]))


def signed(axes: Axes, which: str = "x") -> None:
    """Write + before the numbers of an axis of differences."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda x, _: minus(f"{x:+.4g}") if x else "0"))


def percents(axes: Axes, which: str = "x") -> None:
    """Write shares as percent."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda x, _: minus(f"{100 * x:.4g} %")))


def even_line(axes: Axes, at: float) -> Line2D:
    """Draw the dashed line of what would be even; returns what stands for it in a legend."""
    return axes.axhline(at, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1.5)
