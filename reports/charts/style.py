"""How all charts look, and how they become SVG and PNG: the same chart gives the same bytes.

Charts are made and written under one style, whatever the user's matplotlib is set to (`styled`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from matplotlib import style
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports.charts.words import shown

STYLE = Path(__file__).with_name("simkit.mplstyle")

INK, PALE, LINE, GRID = "#1a1a1a", "#5f5f5f", "#b8b8b8", "#e4e4e4"
"""Text and the line at zero, lesser text, axes and bars of no series, the grid."""

PAPER, STRIPE = "#ffffff", "#f5f5f5"
"""The ground, and every other row."""

BLUE, RED, GREEN, PINK, AMBER, SKY = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
)
SERIES = (BLUE, RED, GREEN, PINK, AMBER, SKY)
"""Colours that are told apart with any kind of colour vision, by Okabe and Ito (2008)."""


def fixed(colour: str) -> str:
    """Return nearly the same colour, one that no page changes: what stands on it stays readable."""
    last = int(colour[-2:], 16)
    return f"{colour[:-2]}{last + 1 if last < 255 else last - 1:02x}"


MARKERS = ("o", "D", "s", "^", "v", "P")
"""A shape for each series, so that none is told by its colour alone."""


def look(panel: Sequence[str], policy: str) -> tuple[str, str]:
    """Return the colour and the shape of a policy: those of the expert are always the same."""
    i = len(panel) - 1 - panel.index(policy)
    return SERIES[i % len(SERIES)], MARKERS[i % len(MARKERS)]


WIDTH = 7.2
"""Inches."""

GROUND = "ground"
"""The id of what is behind everything."""

_MARGIN = 0.08
_TITLE, _ABOUT, _NOTE = 12, 9, 7.5  # points
_LINE = 1.35  # of the size of the type, from line to line
_LEGEND = 8.5
_HANDLE = 3.4  # widths of an M: the handle of an entry of a legend, and what is around it

_WIDTHS: dict[tuple[str, float, str], float] = {}
"""Of texts that were measured before, most of them words of captions."""

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def _style() -> Iterator[None]:
    # "Glyph missing": names may be in any script; a browser has the letters, a picture shows a box
    with style.context(["default", STYLE]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        yield


def styled(draw: Callable[P, T]) -> Callable[P, T]:
    """Return the function as it is called under the style of all charts."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> T:
        with _style():
            return draw(*args, **kwargs)

    return drawn


class Chart(Figure):
    """A figure with a title above and a caption below, and what is said of it in words.

    Attributes
    ----------
    title : str
        What the chart is about.
    alt : str
        What it shows, in a sentence, for who does not see it.
    tips : dict of str to list of str
        What is said of single marks: by the id of the artist, a text for each of its marks.
    agg : FigureCanvasAgg
        Measures texts, and draws the PNG.
    drawn : str
        The SVG as matplotlib writes it; empty until it is asked for.
    """

    def __init__(self) -> None:
        super().__init__(figsize=(WIDTH, 4))
        self.agg = FigureCanvasAgg(self)
        self.title = ""
        self.alt = ""
        self.tips: dict[str, list[str]] = {}
        self.drawn = ""
        self.patch.set_gid(GROUND)

    def tip(self, artist: Artist, texts: Sequence[str]) -> None:
        """Say something of each mark of an artist; shown where the mouse is."""
        name = f"tip-{len(self.tips)}"
        artist.set_gid(name)
        self.tips[name] = list(texts)

    def done(
        self,
        title: str,
        about: str,
        note: str,
        *,
        body: float,
        alt: str,
        legend: Sequence[tuple[Artist, str]] = (),
    ) -> Chart:
        """Lay the chart out, for good.

        Parameters
        ----------
        title : str
            What the chart is about.
        about : str
            What was played.
        note : str
            How to read it; n and seed.
        body : float
            Height of what is drawn between, in inches.
        alt : str
            What it shows, in a sentence.
        legend : sequence of (Artist, str)
        """
        self.title, self.alt = title, alt
        for loose in (" %", "± ", "seed "):
            note = note.replace(loose, loose.replace(" ", "\N{NO-BREAK SPACE}"))
        heads = [
            (text, size, weight, colour, self._wrapped(text, size, weight))
            for text, size, weight, colour in (
                (title, _TITLE, "bold", INK),
                (about, _ABOUT, "normal", PALE),
            )
            if text
        ]
        rows = self._rows_of(legend)
        notes = self._wrapped(note, _NOTE, "normal")
        head = _MARGIN + sum(_height(len(lines), size) for _, size, _, _, lines in heads)
        head += (0.06 + _height(len(rows), _LEGEND)) if rows else 0
        foot = _MARGIN + _height(len(notes), _NOTE)
        height = head + body + foot + 0.08
        self.set_size_inches(WIDTH, height)
        left, top = _MARGIN / WIDTH, _MARGIN
        for _, size, weight, colour, lines in heads:
            self._text(left, 1 - top / height, lines, size, colour, weight=weight, va="top")
            top += _height(len(lines), size)
        top += 0.06
        for row in rows:
            self._legend_row(row, left, 1 - top / height)
            top += _height(1, _LEGEND)
        self._text(left, _MARGIN / height, notes, _NOTE, PALE, va="bottom")
        engine = ConstrainedLayoutEngine()
        engine.set(rect=(0, foot / height, 1, 1 - (head + foot) / height))
        engine.execute(self)  # once: a second drawing must not move anything
        return self

    def _legend_row(self, row: Sequence[tuple[Artist, str]], x: float, y: float) -> None:
        self.legend(
            [artist for artist, _ in row],
            [shown(label) for _, label in row],
            loc="upper left",
            bbox_to_anchor=(x, y),
            ncols=len(row),
        ).set_in_layout(False)

    def _text(
        self,
        x: float,
        y: float,
        lines: Sequence[str],
        size: float,
        colour: str,
        *,
        va: str,
        weight: str = "normal",
    ) -> None:
        self.text(
            x,
            y,
            "\n".join(map(shown, lines)),
            fontsize=size,
            color=colour,
            weight=weight,
            va=va,
            ha="left",
            linespacing=1.25,
        )

    def _rows_of(self, legend: Sequence[tuple[Artist, str]]) -> list[list[tuple[Artist, str]]]:
        """Return the entries of a legend in as many rows as they need."""
        rows: list[list[tuple[Artist, str]]] = []
        room = 0.0
        for artist, label in legend:
            needs = self.wide(label, _LEGEND) + _HANDLE * _LEGEND / 72
            if not rows or needs > room:
                rows.append([])
                room = WIDTH - 2 * _MARGIN
            rows[-1].append((artist, label))
            room -= needs
        return rows

    def _wrapped(self, text: str, size: float, weight: str) -> list[str]:
        """Return a text in lines that are as wide as the chart at the most."""
        most = 0.97 * (WIDTH - 2 * _MARGIN)  # other fonts may be wider
        space = self.wide("n n", size, weight) - self.wide("nn", size, weight)
        lines: list[str] = []
        for paragraph in text.splitlines():
            words = paragraph.split(" ")  # other spaces hold together what stands between them
            width = 0.0
            for i, word in enumerate(words):
                needs = self.wide(word, size, weight)
                if i and width + space + needs <= most:
                    lines[-1] += f" {word}"
                    width += space + needs
                else:
                    lines.append(word)
                    width = needs
        return lines

    def wide(self, text: str, size: float, weight: str = "normal") -> float:
        """Return how wide a text is, in inches."""
        key = (text, size, weight)
        if key not in _WIDTHS:
            font = FontProperties(size=size, weight=weight)
            renderer = self.agg.get_renderer()  # type: ignore[no-untyped-call]
            found = renderer.get_text_width_height_descent(text, font, False)
            _WIDTHS[key] = float(found[0] / self.dpi)
        return _WIDTHS[key]


def _height(n_lines: int, size: float) -> float:
    """Return the height of lines of text, in inches."""
    return n_lines * size * _LINE / 72 + 0.03
