"""Two goals at once: all menus, and those that no other beats in both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
import polars as pl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from analysis.atlas.goals import Goal
from reports.atlas_answers import AtlasAnswers, Front, menu_words, named
from reports.charts.atlas_words import about, level, level_axis, sample
from reports.charts.marks import Floats, dots, ends
from reports.charts.style import BLUE, LINE, PALE, RED, Chart, styled
from reports.charts.words import shown

_BODY = 4.1
_BINS = (90, 60)
_DENSITY = (1, 3, 10, 30, 100)
_SHADE = 0.17  # of each step of the density: they lie on each other
_LABEL = 7  # points
_RINGS = (6.0, 10.0, 16.0, 24.0, 34.0, 46.0)  # points from a mark to the middle of its label
_ANGLES = 12
_MARK = 3.0  # points: half a mark


@styled
def atlas_front(answers: AtlasAnswers, front: Front, players: int, policy: str) -> Chart | None:
    """Return all menus by two goals, and those that no other menu beats in both; None if nothing is known.

    Parameters
    ----------
    answers : AtlasAnswers
    front : (Goal, Goal)
    players : int
    policy : str
    """
    frame = answers.cells(players, policy).drop_nulls([goal.column for goal in front])
    listed = answers.front(front, players, policy)
    if listed.is_empty():
        return None
    best, near = listed.filter("front"), listed.filter(~pl.col("front"))
    chart = Chart()
    axes = chart.add_subplot()
    x, y = (frame[goal.column].to_numpy().astype(np.float64) for goal in front)
    cloud = _density(axes, x, y)
    chart.tip(cloud, [f"{len(frame):,} menus"])
    (handle,) = axes.plot(
        *(near[goal.column].to_numpy() for goal in front),
        "o",
        markersize=2.6,
        markerfacecolor="none",
        markeredgecolor=BLUE,
        markeredgewidth=0.6,
        zorder=3,
    )
    chart.tip(handle, [_tip(row, front, players) for row in near.to_dicts()])
    numbers = [str(i + 1) for i in range(len(best))]
    made = _crosses(
        chart,
        axes,
        best,
        front,
        BLUE,
        "o",
        [
            f"{n}: {_tip(row, front, players)}"
            for n, row in zip(numbers, best.to_dicts(), strict=True)
        ],
    )
    whole = answers.cells(players, policy)
    places = answers.places(players, policy)
    known = {name: whole[row] for name, row in places.items() if not _is_open(whole[row], front)}
    legend: list[tuple[Artist, str]] = [
        (Patch(facecolor=PALE, alpha=0.4), "all menus"),
        (made, "beaten by none, by estimates"),
        *([(handle, "perhaps beaten by none")] if len(near) else []),
    ]
    labels = list(zip(_at(best, front), numbers, [BLUE] * len(best), strict=True))
    if known:
        menus = pl.concat(known.values())
        tips = [
            f"{name}: {_values(row, front)}"
            for name, row in zip(known, menus.to_dicts(), strict=True)
        ]
        legend.append((_crosses(chart, axes, menus, front, RED, "D", tips), "printed menus"))
        labels += list(zip(_at(menus, front), known, [RED] * len(known), strict=True))
    for goal, which in zip(front, "xy", strict=True):
        _label(axes, goal, which)
        level_axis(axes, named(goal.column), which)
    one, other = (named(goal.column) for goal in front)
    chart.done(
        f"{one.title} and {other.title}: menus that no other beats in both",
        about(answers, policy, players),
        "Numbers are those of the table. Open circles are menus that are on the front in 5 % or more of the draws, if "
        "errors are drawn anew. Lines are 95 % intervals of each menu by itself. There is no best of these: whoever "
        f"prefers one gives something up. {sample(answers, policy, players)}",
        body=_BODY,
        legend=legend,
        alt=f"{len(frame):,} menus by {one.title} and {other.title}; {len(best)} are beaten by none in both, by "
        f"estimates, {len(near)} more may be so. From {_values(best.row(0, named=True), front)} to "
        f"{_values(best.row(-1, named=True), front)}.",
    )
    _place(chart, axes, labels)
    return chart


def _density(axes: Axes, x: Floats, y: Floats) -> PathPatch:
    """Draw how many menus lie where, in steps; returns the lowest step."""
    counts, x_edges, y_edges = np.histogram2d(x, y, _BINS)
    steps = [PathPatch(_cover(counts >= least, x_edges, y_edges)) for least in _DENSITY]
    for step in steps:
        step.set(facecolor=PALE, alpha=_SHADE, linewidth=0, zorder=1.5)
        axes.add_patch(step)
    axes.update_datalim([(x_edges[0], y_edges[0]), (x_edges[-1], y_edges[-1])])
    axes.autoscale_view()
    return steps[0]


def _cover(there: np.ndarray, x: Floats, y: Floats) -> Path:
    """Return the outline of cells of a grid: a rectangle for each run of a row."""
    corners: list[tuple[float, float]] = []
    codes: list[int] = []
    for row in range(there.shape[1]):
        edge = np.diff(np.concatenate([[0], there[:, row].astype(np.int8), [0]]))
        for begin, end in zip(np.flatnonzero(edge > 0), np.flatnonzero(edge < 0), strict=True):
            a, b, low, high = x[begin], x[end], y[row], y[row + 1]
            corners += [(a, low), (b, low), (b, high), (a, high), (a, low)]
            codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path(np.reshape(corners, (-1, 2)), codes)


def _crosses(
    chart: Chart,
    axes: Axes,
    frame: pl.DataFrame,
    front: Front,
    colour: str,
    marker: str,
    tips: Sequence[str],
) -> Line2D:
    """Draw marks with intervals in both directions."""
    first, second = (ends(frame, goal.column) for goal in front)
    axes.hlines(second[0], first[1], first[2], colors=colour, linewidth=0.8, zorder=3)
    return dots(
        chart,
        axes,
        second,
        first[0],
        colour=colour,
        marker=marker,
        tips=tips,
        upright=True,
        size=3.6,
    )


def _at(frame: pl.DataFrame, front: Front) -> list[tuple[float, float]]:
    return [(row[0], row[1]) for row in frame.select(goal.column for goal in front).rows()]


def _is_open(row: pl.DataFrame, front: Front) -> bool:
    return any(row[goal.column][0] is None for goal in front)


def _label(axes: Axes, goal: Goal, which: str) -> None:
    of = named(goal.column)
    better = "more" if goal.sign > 0 else "less"
    text = f"{of.title}, {of.level} ({better} is better)"
    (axes.set_xlabel if which == "x" else axes.set_ylabel)(text)


def _values(row: dict[str, object], front: Front) -> str:
    said = []
    for goal in front:
        of = named(goal.column)
        value, low, high = (float(str(row[f"{goal.column}{end}"])) for end in ("", "_low", "_high"))
        said.append(f"{of.title} {level(of, value, low, high)}")
    return "; ".join(said)


def _tip(row: dict[str, object], front: Front, players: int) -> str:
    kinds = row["kinds"]
    assert isinstance(kinds, list)
    chance = float(str(row["chance"]))
    return f"{menu_words(kinds)}; {_values(row, front)}; on the front in {100 * chance:.0f} % of the draws"


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle on the chart, in inches."""

    left: float
    right: float
    low: float
    high: float

    @staticmethod
    def around(x: float, y: float, wide: float, tall: float) -> _Box:
        return _Box(x - wide / 2, x + wide / 2, y - tall / 2, y + tall / 2)

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.low < other.high
            and other.low < self.high
        )

    def holds(self, other: _Box) -> bool:
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.low <= other.low
            and other.high <= self.high
        )


def _place(
    chart: Chart, axes: Axes, labels: Sequence[tuple[tuple[float, float], str, str]]
) -> None:
    """Put labels beside their marks, where no other mark or label is; one that finds no room is left out.

    Parameters
    ----------
    chart, axes
        Laid out.
    labels : sequence of (place, text, colour)
    """
    inches = [axes.transData.transform(place) / chart.dpi for place, _, _ in labels]
    size = 2 * _MARK / 72
    taken = [_Box.around(x, y, size, size) for x, y in inches]
    frame = axes.bbox
    whole = _Box(*(edge / chart.dpi for edge in (frame.x0, frame.x1, frame.y0, frame.y1)))
    for (x, y), (_, text, colour) in zip(inches, labels, strict=True):
        wide, tall = chart.wide(text, _LABEL) * 1.04 + 0.02, _LABEL * 1.15 / 72
        for away, dx, dy in _offsets(wide, tall):
            box = _Box.around(x + dx, y + dy, wide, tall)
            if whole.holds(box) and not any(box.meets(other) for other in taken):
                taken.append(box)
                _write(axes, chart, (x, y), (dx, dy), text, colour, is_far=away > _RINGS[0])
                break


def _offsets(wide: float, tall: float) -> Iterator[tuple[float, float, float]]:
    """Yield how far the middle of a label may be from its mark: near places first."""
    for away in _RINGS:
        for i in range(_ANGLES):
            angle = pi / 4 + 2 * pi * i / _ANGLES
            yield (
                away,
                cos(angle) * (away / 72 + wide / 2),
                sin(angle) * (away / 72 + tall / 2),
            )


def _write(
    axes: Axes,
    chart: Chart,
    at: tuple[float, float],
    off: tuple[float, float],
    text: str,
    colour: str,
    *,
    is_far: bool,
) -> None:
    to_data = axes.transData.inverted()
    middle = (at[0] + off[0], at[1] + off[1])
    x, y = to_data.transform((middle[0] * chart.dpi, middle[1] * chart.dpi))
    axes.text(x, y, shown(text), fontsize=_LABEL, color=colour, ha="center", va="center", zorder=6)
    if is_far:
        wide = chart.wide(text, _LABEL) / 2
        # to the nearest edge of the label, not to its middle
        end = (middle[0] - min(max(off[0], -wide), wide), middle[1] - min(max(off[1], -0.05), 0.05))
        points = np.array([at, end]) * chart.dpi
        (x0, y0), (x1, y1) = to_data.transform(points)
        axes.plot([x0, x1], [y0, y1], color=LINE, linewidth=0.6, zorder=2.5)
