"""A picture of ratings with their intervals, legible on a phone."""

from __future__ import annotations

import io
import re
from textwrap import wrap
from typing import TYPE_CHECKING

import polars as pl

from reports.charts.style import INK, PALE, RED, styled
from reports.charts.words import shown
from reports.numbers import rating

if TYPE_CHECKING:
    from simkit.contest_result import Contest

_WIDTH = 4.0  # inches: 800 pixels
_DPI = 200
_NAME = 18  # characters in a line of a policy's name
_LINES = 3


@styled
def ratings_chart(contest: Contest, players: pl.DataFrame) -> bytes | None:
    """Return a PNG of the ratings, the best on top; None if there are none.

    Parameters
    ----------
    contest : Contest
        The games.
    players : polars.DataFrame
        What `analysis.contest` says of the players, the best first.
    """
    if players["rating"].is_null().any():
        return None
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    rows = players.to_dicts()
    names = [_short(row["policy"]) for row in rows]
    height = 1.35 + sum(0.2 + 0.17 * len(name.splitlines()) for name in names)
    figure = Figure(figsize=(_WIDTH, height), dpi=_DPI, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for y, row in enumerate(rows):
        if row["rating_low"] is not None:
            ends = [row["rating_low"], row["rating_high"]]
            axes.plot(ends, [y, y], color=RED, linewidth=2.5, solid_capstyle="butt")
        axes.plot([row["rating"]], [y], "o", color=RED, markersize=4)
        axes.annotate(
            rating(row),
            (row["rating"], y),
            (0, 6),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            color=INK,
        )
    axes.set_yticks(range(len(rows)), names, fontsize=10, color=INK)
    axes.set_ylim(len(rows) - 0.5, -0.8)
    axes.margins(x=0.12)
    axes.tick_params(axis="x", labelsize=9, labelcolor=PALE)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(
        "Rating, 95 % interval; 400 more are ten to one", fontsize=9, color=PALE, loc="right"
    )
    title = f"{contest.menu.name}, {contest.players} players"
    games = f"{contest.n_games:,} games"
    figure.suptitle(
        shown("\n".join([*wrap(title, 34), games])), fontsize=11, color=INK, x=0.02, ha="left"
    )
    file = io.BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def _short(name: str) -> str:
    """Return a name in a few short lines, broken after its marks; the end of a long one is left out."""
    lines = [""]
    for part in re.findall(rf".{{1,{_NAME}}}?(?:[:,;+/]|$)|.{{1,{_NAME}}}", name):
        if len(lines[-1]) + len(part) > _NAME:
            lines.append("")
        lines[-1] += part
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], f"{lines[_LINES - 1][: _NAME - 1]}…"]
    return shown("\n".join(lines))
