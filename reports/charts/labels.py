"""Labels of marks in a plane: each beside its mark, where nothing else is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, pi, sin

from matplotlib.axes import Axes

from reports.charts.style import LINE, Chart
from reports.charts.words import shown

_SIZE = 7  # points
_RINGS = (5.0, 10.0, 16.0, 24.0, 34.0, 46.0, 60.0)  # points from a mark to the edge of its label
_ANGLES = 16
_MARK = 2.6  # points: half a mark
_CLOSE = 0.01  # inches


@dataclass(frozen=True, slots=True)
class Label:
    """A text, and the mark that it belongs to."""

    x: float
    y: float
    text: str
    colour: str


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; a mark is one without size, its interval one without height or width."""

    left: float
    right: float
    low: float
    high: float

    def meets(self, other: Box) -> bool:
        """Return whether the two have room in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.low < other.high
            and other.low < self.high
        )

    def holds(self, other: Box) -> bool:
        """Return whether all of the other is within."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.low <= other.low
            and other.high <= self.high
        )


def place(
    chart: Chart,
    axes: Axes,
    labels: Sequence[Label],
    obstacles: Sequence[Box],
    toward: tuple[float, float],
) -> None:
    """Put labels beside their marks, the nearest place first; one that finds no room is left out.

    Parameters
    ----------
    chart, axes
        Laid out: nothing moves any more.
    labels : sequence of Label
    obstacles : sequence of Box
        Marks and intervals, in numbers of the axes.
    toward : (float, float)
        To which side of a mark a label had best be.
    """
    dpi = chart.dpi
    taken = [_of_axes(axes, box, dpi, _MARK / 72) for box in obstacles]
    frame = axes.bbox
    whole = Box(*(edge / dpi for edge in (frame.x0, frame.x1, frame.y0, frame.y1)))
    for label in labels:
        x, y = axes.transData.transform((label.x, label.y)) / dpi
        wide, tall = chart.wide(label.text, _SIZE) * 1.04 + 0.02, _SIZE * 1.2 / 72
        for ring, dx, dy in _offsets(wide, tall, atan2(toward[1], toward[0])):
            box = Box(x + dx - wide / 2, x + dx + wide / 2, y + dy - tall / 2, y + dy + tall / 2)
            if whole.holds(box) and not any(box.meets(other) for other in taken):
                taken.append(box)
                _write(axes, dpi, label, (x + dx, y + dy))
                if ring > _RINGS[0]:
                    _lead(axes, dpi, (x, y), box)
                break


def _of_axes(axes: Axes, box: Box, dpi: float, room: float) -> Box:
    """Return a rectangle in inches, with room around it."""
    (x0, y0), (x1, y1) = (
        axes.transData.transform(corner) / dpi
        for corner in ((box.left, box.low), (box.right, box.high))
    )
    left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    if right > left or high > low:
        room = _CLOSE  # labels may stand close beside a line
    return Box(left - room, right + room, low - room, high + room)


def _offsets(wide: float, tall: float, best: float) -> Iterator[tuple[float, float, float]]:
    """Yield how far the middle of a label may be from its mark: near places first, the best side first."""
    for ring in _RINGS:
        for i in range(_ANGLES):
            turn = (i + 1) // 2 * (1 if i % 2 else -1)
            angle = best + 2 * pi * turn / _ANGLES
            yield (
                ring,
                cos(angle) * (ring / 72 + wide / 2),
                sin(angle) * (ring / 72 + tall / 2),
            )


def _write(axes: Axes, dpi: float, label: Label, middle: tuple[float, float]) -> None:
    x, y = axes.transData.inverted().transform((middle[0] * dpi, middle[1] * dpi))
    axes.text(
        x,
        y,
        shown(label.text),
        fontsize=_SIZE,
        color=label.colour,
        ha="center",
        va="center",
        zorder=6,
    )


def _lead(axes: Axes, dpi: float, mark: tuple[float, float], box: Box) -> None:
    """Draw a line from a mark to the nearest edge of its label."""
    end = (min(max(mark[0], box.left), box.right), min(max(mark[1], box.low), box.high))
    to_data = axes.transData.inverted()
    (x0, y0), (x1, y1) = (to_data.transform((x * dpi, y * dpi)) for x, y in (mark, end))
    axes.plot([x0, x1], [y0, y1], color=LINE, linewidth=0.6, zorder=2.5)
