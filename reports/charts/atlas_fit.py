"""How far the atlas is to be trusted: menus that were left out, predicted from all others, beside what was seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.estimate import LEVEL
from reports.atlas_answers import AtlasAnswers, Named, named
from reports.charts.atlas_words import about, sample
from reports.charts.heat import CELL, RATES, SIDES, cells
from reports.charts.marks import few_ticks
from reports.charts.style import BLUE, INK, Chart, styled
from reports.charts.words import minus, shown
from reports.grid import Row

_COLUMNS = 3
_PANEL = 1.75  # inches
_OFF = 0.10  # of coverage: as dark as it gets


@styled
def atlas_fit(answers: AtlasAnswers, policy: str) -> Chart | None:
    """Return how well menus that were left out are predicted, by measure and players; None if none were.

    Parameters
    ----------
    answers : AtlasAnswers
    policy : str
    """
    frames = [(named(measure), answers.fit(measure, policy)) for measure in answers.measures]
    frames = [(of, frame) for of, frame in frames if frame["r2_true"].count()]
    if not frames:
        return None
    players: list[int | None] = [*([None] if len(answers.players) > 1 else []), *answers.players]
    chart = Chart()
    grid = chart.add_gridspec(1, 2)
    table = _Table(chart, [of.title for of, _ in frames], players)
    rows = [[_row(frame, n) for n in players] for _, frame in frames]
    table.draw(
        chart.add_subplot(grid[0]),
        rows,
        "variance between menus that is predicted, %",
        lambda row: (
            (row["r2_true"], f"{100 * row['r2_true']:.0f}", False)
            if row["r2_true"] is not None
            else None
        ),
        RATES,
        is_first=True,
    )
    table.draw(chart.add_subplot(grid[1]), rows, "95 % intervals that hold, %", _covered, SIDES)
    whole = [row[0] for row in rows]
    said = ", ".join(
        f"{of.title} {100 * row['r2_true']:.0f} %"
        for (of, _), row in zip(frames, whole, strict=True)
        if row is not None and row["r2_true"] is not None
    )
    return chart.done(
        "How far the atlas is to be trusted",
        about(answers, policy),
        "Each menu was left out once, at all numbers of players, and predicted from the others by its cards and pairs. "
        "Left: what part of the variance between menus, without errors of observation, is predicted. Right: how many "
        "of the 95 % intervals of these predictions hold what was seen; small cells in italics: as many as 95 %, as "
        f"far as can be told. {sample(answers, policy)}",
        body=len(rows) * CELL + 0.65,
        alt=f"Part of the variance between menus left out that is predicted: {said}.",
    )


@dataclass(frozen=True, slots=True)
class _Table:
    chart: Chart
    names: Sequence[str]
    players: Sequence[int | None]

    def draw(
        self,
        axes: Axes,
        rows: Sequence[Sequence[Row | None]],
        title: str,
        cell: Callable[[Row], tuple[float, str, bool] | None],
        colours: object,
        *,
        is_first: bool = False,
    ) -> None:
        """Draw a map of numbers; `cell` gives shade, text, and whether it may be chance."""
        shape = len(rows), len(self.players)
        shade, faint = np.full(shape, np.nan), np.zeros(shape, bool)
        texts = [[""] * shape[1] for _ in rows]
        tips = [[""] * shape[1] for _ in rows]
        for i, row in enumerate(rows):
            for j, one in enumerate(row):
                made = None if one is None else cell(one)
                if made is not None and one is not None:
                    shade[i, j], texts[i][j], faint[i, j] = made
                    tips[i][j] = f"{self.names[i]}, {self._who(j)}: {_said(one)}"
        cells(self.chart, axes, shade, texts, tips, colours, faint=faint)  # type: ignore[arg-type]
        axes.set_yticks(range(shape[0]), [shown(one) for one in self.names] if is_first else [])
        axes.set_xticks(range(shape[1]), ["all" if n is None else str(n) for n in self.players])
        axes.xaxis.tick_top()
        axes.tick_params(labelsize=7.5)
        axes.set_xlabel("players")
        axes.xaxis.set_label_position("top")
        axes.set_title(title, fontsize=8.5, weight="normal")

    def _who(self, column: int) -> str:
        n = self.players[column]
        return "all numbers of players" if n is None else f"{n} players"


@styled
def atlas_held_out(answers: AtlasAnswers, policy: str) -> Chart | None:
    """Return what was predicted of menus left out beside what was seen, a panel for each measure; None without any.

    Parameters
    ----------
    answers : AtlasAnswers
    policy : str
    """
    frames = [(named(m), _steps(answers.calibration(m, policy))) for m in answers.measures]
    frames = [(of, frame) for of, frame in frames if len(frame)]
    if not frames:
        return None
    chart = Chart()
    columns = min(_COLUMNS, len(frames))
    rows = -(-len(frames) // columns)
    for i, (of, frame) in enumerate(frames):
        axes = chart.add_subplot(rows, columns, i + 1)
        _panel(chart, axes, of, frame)
        axes.set_title(of.title, fontsize=8.5)
        if i + columns >= len(frames):
            axes.set_xlabel("predicted")
        if i % columns == 0:
            axes.set_ylabel("seen")
    return chart.done(
        "Menus left out: what was predicted, and what was seen",
        about(answers, policy),
        "More than the mean of its number of players, in points, games of a hundred, or as the measure is counted. "
        "Menus in twenty steps, from the lowest prediction to the highest. Dots: means of a step; lines: between these "
        "95 % of what was seen lie, errors of observation included. On the slanted line, predictions are right. "
        + sample(answers, policy),
        body=rows * _PANEL + 0.2,
        alt="What was predicted of menus left out and what was seen, for "
        + ", ".join(of.title for of, _ in frames)
        + ". Farthest off in the mean of a step: "
        + ", ".join(minus(f"{of.title} {_worst(of, frame)}") for of, frame in frames)
        + ".",
    )


def _steps(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the steps, less the mean of their number of players, all numbers of players in one."""
    n = pl.col("n_cells")
    numbers = ("predicted", "seen", "seen_low", "seen_high")
    mean = (pl.col("seen") * n).sum().over("players") / n.sum().over("players")
    shifted = frame.with_columns(pl.col(name) - mean for name in numbers)
    return (
        shifted.group_by("step")
        .agg(*((pl.col(name) * n).sum() / n.sum() for name in numbers), n.sum())
        .sort("step")
    )


def _panel(chart: Chart, axes: Axes, of: Named, frame: pl.DataFrame) -> None:
    x, y, low, high = (
        of.times * frame[name].to_numpy() for name in ("predicted", "seen", "seen_low", "seen_high")
    )
    reach = [min(x.min(), y.min()), max(x.max(), y.max())]
    axes.plot(reach, reach, color=INK, linewidth=0.8, zorder=2)
    axes.vlines(x, low, high, colors=BLUE, linewidth=0.8, alpha=0.6, zorder=3)
    (made,) = axes.plot(x, y, "o", color=BLUE, markersize=2.6, zorder=4)
    chart.tip(
        made,
        [
            minus(
                f"step {row['step']}, {row['n_cells']:,} menus: predicted {of.times * row['predicted']:+.2f}, seen "
                f"{of.times * row['seen']:+.2f} {of.unit}"
            )
            for row in frame.to_dicts()
        ],
    )
    few_ticks(axes, most=4)
    few_ticks(axes, "y", most=5)
    axes.tick_params(labelsize=7)


def _worst(of: Named, frame: pl.DataFrame) -> str:
    off = of.times * np.abs((frame["seen"] - frame["predicted"]).to_numpy())
    return f"{off.max():.2f} {of.unit}"


def _row(frame: pl.DataFrame, players: int | None) -> Row | None:
    at = pl.col("players")
    found = frame.filter(at.is_null() if players is None else at == players)
    return found.row(0, named=True) if len(found) else None


def _covered(row: Row) -> tuple[float, str, bool] | None:
    """Return the shade of a coverage: pale if it is what it should be."""
    share = row["coverage"]
    if share is None:
        return None
    chance = 1.96 * np.sqrt(LEVEL * (1 - LEVEL) / row["n_cells"])
    shade = float(0.5 + np.clip((share - LEVEL) / _OFF, -0.5, 0.5))
    return shade, f"{100 * share:.1f}", bool(abs(share - LEVEL) <= chance)


def _said(row: Row) -> str:
    if row["r2_true"] is None or row["coverage"] is None:
        return str(row["note"] or "not known")
    return (
        f"{100 * row['r2_true']:.1f} % of the variance between menus predicted ({100 * row['r2']:.1f} % of what was "
        f"observed), {100 * row['coverage']:.1f} % of the intervals hold, {row['n_cells']:,.0f} menus"
    )
