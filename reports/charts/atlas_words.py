"""What charts of an atlas say of what was played, and how they show the numbers of a measure."""

from __future__ import annotations

import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from reports.atlas_answers import AtlasAnswers, Named
from reports.charts.words import minus, policy_name
from reports.words import counts, span


def about(answers: AtlasAnswers, policy: str, players: int | None = None) -> str:
    """Return what was played: ``All legal menus, 4 players, all weighted``."""
    who = f"{counts(answers.players if players is None else [players])} players"
    return f"All menus that the rule book allows, {who}, all {policy_name(policy)}"


def sample(answers: AtlasAnswers, policy: str, players: int | None = None) -> str:
    """Return n and seed: ``2,560 games of each of 6,615 menus, seed 0.``."""
    tables = [answers.cells(n, policy) for n in (answers.players if players is None else [players])]
    cells = pl.concat(table.select("n_games") for table in tables)
    played = cells.filter(pl.col("n_games") > 0)
    games = span(played["n_games"].to_list())
    what = "menus" if players is not None else "menus and numbers of players"
    part = (
        f"{len(played):,} {what}"
        if len(played) == len(cells)
        else f"{len(played):,} {what}, the other {len(cells) - len(played):,} predicted from these"
    )
    return f"{games} games of each of {part}{seeds(answers, ', seed ')}."


def seeds(answers: AtlasAnswers, before: str = "") -> str:
    """Return the seeds of the sweeps that are known."""
    known = answers.atlas.origin["seed"].drop_nulls().unique().sort().to_list()
    return f"{before}{', '.join(map(str, known))}" if known else ""


def level_axis(axes: Axes, of: Named, which: str = "x") -> None:
    """Write the numbers of an axis as the measure is shown."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda x, _: minus(f"{of.times * x:.4g}")))


def level(of: Named, value: float, low: float, high: float, *, digits: int = 2) -> str:
    """Return a measure and its interval: ``5.81 (5.70 to 5.92) points``."""
    digits = 1 if of.is_share else digits
    one, a, b = (f"{of.times * x:.{digits}f}" for x in (value, low, high))
    return minus(f"{one} ({a} to {b}) {of.level}")
