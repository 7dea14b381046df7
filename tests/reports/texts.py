"""Whether texts of a chart meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from matplotlib.text import Text

from reports.charts.style import Chart

_TOUCH = 1.0  # pixels


def meetings(chart: Chart) -> list[str]:
    """Return what is wrong: texts that lie on each other, texts that leave the chart."""
    chart.draw_without_rendering()  # a legend takes its place when it is drawn
    found = [(text, *_box(chart, text)) for text in texts(chart)]
    wrong = []
    for (one, a, box_a), (other, b, box_b) in combinations(found, 2):
        apart = (
            box_a.x1 < box_b.x0 or box_b.x1 < box_a.x0 or box_a.y1 < box_b.y0 or box_b.y1 < box_a.y0
        )
        if not apart and _meet(a, b):
            wrong.append(f"{one.get_text()!r} lies on {other.get_text()!r}")
    whole = chart.bbox
    for text, _, box in found:
        if box.x0 < -1 or box.y0 < -1 or box.x1 > whole.x1 + 1 or box.y1 > whole.y1 + 1:
            wrong.append(f"{text.get_text()!r} leaves the chart")
    return wrong


def texts(chart: Chart) -> Iterator[Text]:
    """Give all texts that are to be seen; of an axis those within its limits."""
    hidden: set[Text] = set()
    for axes in chart.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            room = 1e-9 * (high - low)
            for tick in axis.get_major_ticks():
                if not low - room <= tick.get_loc() <= high + room:
                    hidden |= {tick.label1, tick.label2}
    for text in chart.findobj(Text):
        assert isinstance(text, Text)
        if text not in hidden and text.get_visible() and text.get_text().strip():
            yield text


def _box(chart: Chart, text: Text) -> tuple[np.ndarray, object]:
    """Return the corners of a text, and the box around them."""
    renderer = chart.agg.get_renderer()
    box = text.get_window_extent(renderer)
    angle = text.get_rotation()
    flat = box
    if angle:
        text.set_rotation(0)
        flat = text.get_window_extent(renderer)
        text.set_rotation(angle)
    half = np.array([flat.width, flat.height]) / 2 - _TOUCH
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    turn = np.deg2rad(angle)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    centre = np.array([(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2])
    return centre + corners @ rotation.T, box


def _meet(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two rectangles have a point in common: no side of one parts them."""
    for one in (a, b):
        for i in (0, 1):
            axis = one[i + 1] - one[i]
            p, q = a @ axis, b @ axis
            if p.max() <= q.min() or q.max() <= p.min():
                return False
    return True
