"""The atlas as a map: each measure at each number of players, over all menus; where the printed ones lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon

from analysis.atlas.goals import Goal
from reports.atlas_answers import AtlasAnswers, Named, named
from reports.charts.atlas_words import about, level, level_axis, sample
from reports.charts.heat import RATES, cells
from reports.charts.marks import BELOW, Floats
from reports.charts.style import BLUE, PALE, PAPER, RED, STRIPE, Chart, styled
from reports.charts.words import minus, shown

_QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
_ROW, _HEAD = 0.44, 0.45  # inches of the overview
_BODY = 2.4  # inches of a strip
_VIOLIN = (-0.46, -0.14)  # where the shape of all menus stands, in parts of a column
_BAR = -0.1
_LANES = (-0.02, 0.46)  # where printed menus stand, each in a lane of its own
_BINS = 48


@dataclass(frozen=True, slots=True)
class _Spread:
    """How a measure is spread over all menus: lowest, 5 %, 25 %, middle, 75 %, 95 %, highest."""

    values: Floats
    ends: Floats

    @staticmethod
    def of(frame: pl.DataFrame, column: str) -> _Spread | None:
        values = frame[column].drop_nulls().to_numpy().astype(np.float64)
        return _Spread(values, np.quantile(values, _QUANTILES)) if len(values) else None

    def said(self, of: Named) -> str:
        """Return it in words."""
        lowest, q05, q25, middle, q75, q95, highest = (
            f"{of.times * x:.{1 if of.is_share else 2}f}" for x in self.ends
        )
        return minus(
            f"middle {middle} {of.level}, half of all menus {q25} to {q75}, 90 % {q05} to {q95}, all {lowest} to "
            f"{highest}"
        )


@styled
def atlas_map(answers: AtlasAnswers, policy: str) -> Chart | None:
    """Return the middle of all menus and the range of 90 % of them, by measure and number of players.

    None if the line-up has no menu at all.

    Parameters
    ----------
    answers : AtlasAnswers
    policy : str
    """
    rows = [(named(measure), _by_players(answers, measure, policy)) for measure in answers.measures]
    rows = [(of, spreads) for of, spreads in rows if any(spreads)]
    if not rows:
        return None
    shape = len(rows), len(answers.players)
    shade = np.full(shape, np.nan)
    texts = [[""] * shape[1] for _ in rows]
    tips = [[""] * shape[1] for _ in rows]
    for i, (of, spreads) in enumerate(rows):
        middles = [spread.ends[3] for spread in spreads if spread is not None]
        low, high = min(middles), max(middles)
        for j, (players, spread) in enumerate(zip(answers.players, spreads, strict=True)):
            if spread is not None:
                shade[i, j] = (spread.ends[3] - low) / (high - low) if high > low else 0.5
                texts[i][j] = _cell(spread, of)
                tips[i][j] = f"{of.title}, {players} players: {spread.said(of)}"
    chart = Chart()
    axes = chart.add_subplot()
    cells(chart, axes, shade, texts, tips, RATES, size=6.4 if shape[1] > 5 else 7.5)
    axes.set_yticks(range(shape[0]), [shown(f"{of.title}\n{_level(of)}") for of, _ in rows])
    axes.set_xticks(
        range(shape[1]), [f"{n} players" if shape[1] < 5 else str(n) for n in answers.players]
    )
    axes.tick_params(axis="y", labelsize=7.5)
    axes.xaxis.tick_top()
    if shape[1] >= 5:
        axes.set_xlabel("players")
        axes.xaxis.set_label_position("top")
    return chart.done(
        "The atlas as a map: what games are like, by number of players",
        about(answers, policy),
        "Above: the middle of all menus. Below: from where to where 90 % of the menus lie. Dark is the highest of a "
        f"row. All by estimates of each menu. {sample(answers, policy)}",
        body=shape[0] * _ROW + _HEAD,
        alt="Middle of all menus: "
        + "; ".join(
            f"{of.title} {_course(answers.players, spreads, of)}" for of, spreads in rows[:3]
        )
        + ".",
    )


@styled
def atlas_spread(answers: AtlasAnswers, goal: Goal, policy: str) -> Chart | None:
    """Return how a measure is spread over all menus at each number of players, and where the printed menus lie.

    None if nothing is known of it.

    Parameters
    ----------
    answers : AtlasAnswers
    goal : Goal
        The goal that the measure is of.
    policy : str
    """
    measure, of = goal.column, named(goal.column)
    spreads = _by_players(answers, measure, policy)
    if not any(spreads):
        return None
    chart = Chart()
    axes = chart.add_subplot()
    names = [menu.name for menu in answers.printed]
    for x, (players, spread) in enumerate(zip(answers.players, spreads, strict=True)):
        if x % 2:
            axes.axvspan(x - 0.5, x + 0.5, color=STRIPE, linewidth=0, zorder=0)
        if spread is not None:
            _strip(chart, axes, x, spread, f"{players} players: {spread.said(of)}")
            _printed(chart, axes, x, answers, (measure, players, policy), names)
    axes.set_xticks(range(len(answers.players)), [f"{n} players" for n in answers.players])
    axes.tick_params(axis="x", length=0)
    axes.set_xlim(-0.5, len(answers.players) - 0.5)
    axes.grid(axis="x", visible=False)
    axes.set_ylabel(_level(of))
    level_axis(axes, of, "y")
    axes.margins(y=0.06)
    listed = ", ".join(f"{i + 1}\N{NO-BREAK SPACE}{_whole(name)}" for i, name in enumerate(names))
    legend: list[tuple[Artist, str]] = [
        (Patch(facecolor=BLUE, alpha=0.35), "all menus"),
        (Line2D([], [], color=RED, marker="o", markersize=3, linewidth=1.1), "a printed menu"),
    ]
    return chart.done(
        f"{of.title}: all menus, and where the printed ones lie",
        about(answers, policy),
        f"Printed menus: {listed}. "
        * bool(names)
        + "The shape shows how many menus lie where; beside it the line holds 90 % of them, the bar half of them, the "
        "white stroke is the middle. Lines of printed menus are 95 % intervals. "
        + sample(answers, policy),
        body=_BODY + BELOW - 0.2,
        legend=legend[: 1 + bool(names)],
        alt=f"{of.title} over all menus: {_course(answers.players, spreads, of)}. "
        + _where(answers, measure, policy),
    )


def _by_players(answers: AtlasAnswers, measure: str, policy: str) -> list[_Spread | None]:
    return [_Spread.of(answers.cells(players, policy), measure) for players in answers.players]


def _strip(chart: Chart, axes: Axes, x: int, spread: _Spread, said: str) -> None:
    """Draw the shape of all menus, and their quantiles."""
    counts, edges = np.histogram(spread.values, _BINS)
    wide = (_VIOLIN[1] - _VIOLIN[0]) * counts / counts.max()
    steps = np.repeat(edges, 2)[1:-1]
    outline = x + _VIOLIN[1] - np.repeat(wide, 2)
    points = [(x + _VIOLIN[1], edges[0]), *zip(outline, steps, strict=True)]
    shape = Polygon(
        [*points, (x + _VIOLIN[1], edges[-1])], facecolor=BLUE, alpha=0.35, linewidth=0, zorder=2
    )
    axes.add_patch(shape)
    chart.tip(shape, [said])
    _, q05, q25, middle, q75, q95, _ = spread.ends
    axes.vlines(x + _BAR, q05, q95, colors=BLUE, linewidth=1, zorder=3)
    axes.vlines(x + _BAR, q25, q75, colors=BLUE, linewidth=3.4, zorder=3)
    axes.plot([x + _BAR], [middle], "_", color=PAPER, markersize=3.4, markeredgewidth=1.2, zorder=4)
    axes.update_datalim([(x, edges[0]), (x, edges[-1])])


def _printed(
    chart: Chart,
    axes: Axes,
    x: int,
    answers: AtlasAnswers,
    of: tuple[str, int, str],
    names: Sequence[str],
) -> None:
    """Draw printed menus with their intervals, each in its lane, under its number."""
    measure, players, policy = of
    frame, places = answers.cells(players, policy), answers.places(players, policy)
    for i, name in enumerate(names):
        if name not in places:
            continue
        row = frame.row(places[name], named=True)
        value, low, high = (row[f"{measure}{end}"] for end in ("", "_low", "_high"))
        if value is None:
            continue
        lane = x + _LANES[0] + (i + 0.5) * (_LANES[1] - _LANES[0]) / len(names)
        axes.vlines(lane, low, high, colors=RED, linewidth=1.1, zorder=3)
        (mark,) = axes.plot([lane], [value], "o", color=RED, markersize=2.6, zorder=4)
        below = answers.share_below(measure, players, policy, value)
        said = level(named(measure), value, low, high)
        chart.tip(
            mark, [f"{name}, {players} players: {said}, more than {100 * below:.0f} % of all"]
        )
        axes.annotate(
            str(i + 1),
            (lane, high),
            (0, 1.5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=6,
            color=PALE,
        )


def _cell(spread: _Spread, of: Named) -> str:
    digits = 1 if of.is_share else 2
    middle, low, high = (f"{of.times * spread.ends[i]:.{digits}f}" for i in (3, 1, 5))
    return minus(f"{middle}\n{low} to {high}")


def _level(of: Named) -> str:
    return f"{of.level} of games" if of.level == "%" else of.level


def _whole(name: str) -> str:
    return name.replace(" ", "\N{NO-BREAK SPACE}")


def _course(players: Sequence[int], spreads: Sequence[_Spread | None], of: Named) -> str:
    """Return the middles at the first and the last number of players."""
    there = [(n, spread) for n, spread in zip(players, spreads, strict=True) if spread is not None]
    ends = dict([there[0], there[-1]])
    digits = 1 if of.is_share else 2
    return minus(
        ", ".join(
            f"{of.times * spread.ends[3]:.{digits}f} {of.level} with {n} players"
            for n, spread in ends.items()
        )
    )


def _where(answers: AtlasAnswers, measure: str, policy: str) -> str:
    """Return where the printed menus lie at the usual number of players."""
    players = answers.usual
    frame = answers.cells(players, policy)
    said = []
    for name, row in answers.places(players, policy).items():
        value = frame[measure][row]
        if value is not None:
            below = answers.share_below(measure, players, policy, value)
            said.append(f"{name} {100 * below:.0f} %")
    if not said:
        return ""
    return f"Of all menus for {players} players lie below: {', '.join(said)}."
