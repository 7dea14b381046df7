"""Small panels of equal size, row by row."""

from __future__ import annotations

from matplotlib.axes import Axes

from reports.charts.style import Chart

COLUMNS = 4
HEIGHT = 1.32
"""Of a row of panels, in inches."""


def panels(chart: Chart, n: int) -> tuple[list[Axes], float]:
    """Return n panels of the same axes, and the height of all of them.

    Only the lowest panel of a column has the numbers of the horizontal axis, only the first of a row those of the
    vertical one.
    """
    columns = min(COLUMNS, n)
    rows = -(-n // columns)
    made: list[Axes] = []
    for i in range(n):
        first = made[0] if made else None
        axes = chart.add_subplot(rows, columns, i + 1, sharex=first, sharey=first)
        axes.tick_params(labelbottom=i + columns >= n, labelleft=i % columns == 0, length=2)
        made.append(axes)
    return made, rows * HEIGHT


def label_edges(grid: list[Axes], x: str, y: str) -> None:
    """Say what the axes are, where they have numbers."""
    for axes in grid:
        if axes.xaxis.get_tick_params()["labelbottom"]:
            axes.set_xlabel(x)
        if axes.yaxis.get_tick_params()["labelleft"]:
            axes.set_ylabel(y)
