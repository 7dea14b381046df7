"""Two goals at once: all menus, and those that no other beats in both."""

from __future__ import annotations

from collections.abc import Sequence

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
from reports.charts.labels import Box, Label, place
from reports.charts.marks import Floats, dots, ends
from reports.charts.style import BLUE, PALE, RED, Chart, styled
from reports.grid import Row

_BODY = 4.1
_BINS = (90, 60)
_RECTANGLE = (Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY)
_DENSITY = (1, 3, 10, 30, 100)
_SHADE = 0.17  # of each step of the density: they lie on each other


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
    chart.tip(handle, [_tip(row, front) for row in near.to_dicts()])
    numbers = [str(i + 1) for i in range(len(best))]
    made = _crosses(
        chart,
        axes,
        best,
        front,
        BLUE,
        "o",
        [f"{n}: {_tip(row, front)}" for n, row in zip(numbers, best.to_dicts(), strict=True)],
    )
    whole = answers.cells(players, policy)
    places = answers.places(players, policy)
    known = {name: whole[row] for name, row in places.items() if not _is_open(whole[row], front)}
    legend: list[tuple[Artist, str]] = [
        (Patch(facecolor=PALE, alpha=0.4), "all menus"),
        (made, "beaten by none, by estimates"),
        *([(handle, "perhaps beaten by none")] if len(near) else []),
    ]
    labels = _labels(best, front, numbers, BLUE)
    drawn = best
    if known:
        menus = pl.concat(known.values())
        tips = [
            f"{name}: {_values(row, front)}"
            for name, row in zip(known, menus.to_dicts(), strict=True)
        ]
        legend.append((_crosses(chart, axes, menus, front, RED, "D", tips), "printed menus"))
        labels += _labels(menus, front, list(known), RED)
        drawn = pl.concat([best, menus], how="diagonal")
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
    toward = (float(front[0].sign), float(front[1].sign))
    place(chart, axes, labels, _obstacles(near, drawn, front), toward)
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
            codes += [int(code) for code in _RECTANGLE]
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
    axes.hlines(second[0], first[1], first[2], colors=colour, linewidth=0.7, zorder=3)
    axes.vlines(first[0], second[1], second[2], colors=colour, linewidth=0.7, zorder=3)
    places = (second[0], np.full(len(frame), np.nan), np.full(len(frame), np.nan))
    return dots(
        chart,
        axes,
        places,
        first[0],
        colour=colour,
        marker=marker,
        tips=tips,
        upright=True,
        size=3.6,
    )


def _at(frame: pl.DataFrame, front: Front) -> list[tuple[float, float]]:
    return [(row[0], row[1]) for row in frame.select(goal.column for goal in front).rows()]


def _labels(frame: pl.DataFrame, front: Front, texts: Sequence[str], colour: str) -> list[Label]:
    return [
        Label(x, y, text, colour) for (x, y), text in zip(_at(frame, front), texts, strict=True)
    ]


def _is_open(row: pl.DataFrame, front: Front) -> bool:
    return any(row[goal.column][0] is None for goal in front)


def _label(axes: Axes, goal: Goal, which: str) -> None:
    of = named(goal.column)
    better = "more" if goal.sign > 0 else "less"
    text = f"{of.title}, {of.level} ({better} is better)"
    (axes.set_xlabel if which == "x" else axes.set_ylabel)(text)


def _values(row: Row, front: Front) -> str:
    said = []
    for goal in front:
        of = named(goal.column)
        value, low, high = (row[f"{goal.column}{end}"] for end in ("", "_low", "_high"))
        said.append(f"{of.title} {level(of, value, low, high)}")
    return "; ".join(said)


def _tip(row: Row, front: Front) -> str:
    on_front = f"on the front in {100 * row['chance']:.0f} % of the draws"
    return f"{menu_words(row['kinds'])}; {_values(row, front)}; {on_front}"


def _obstacles(near: pl.DataFrame, best: pl.DataFrame, front: Front) -> list[Box]:
    """Return where no label may be: marks, and the intervals of those that have any."""
    found = [Box(x, x, y, y) for x, y in (*_at(near, front), *_at(best, front))]
    one, other = (goal.column for goal in front)
    for row in best.to_dicts():
        x, y = row[one], row[other]
        found.append(Box(row[f"{one}_low"], row[f"{one}_high"], y, y))
        found.append(Box(x, x, row[f"{other}_low"], row[f"{other}_high"]))
    return found
