"""Which card is taken before which: one scale of preference."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter

from reports.answers import Answers
from reports.charts.marks import BELOW, ROW, dots, ends, name_rows, zero
from reports.charts.style import BLUE, Chart, styled
from reports.charts.words import about, card_name, sample

_TIMES = (1, 2, 5, 10, 100, 1000, 10_000, 100_000)


@styled
def preferences(answers: Answers, players: int, policy: str) -> Chart | None:
    """Return how much each card is taken before the others, the favourite on top; None where nothing is known.

    Parameters
    ----------
    answers : Answers
    players : int
    policy : str
    """
    cards = answers.table("cards", players=players, policy=policy)
    if "preference" not in cards.columns:
        return None
    cards = cards.filter(pl.col("preference").is_not_null() & pl.col("preference").is_not_nan())
    finite = [v for end in ends(cards, "preference") for v in end if np.isfinite(v)]
    if not finite:
        return None
    cards = cards.sort(["preference", "preference_low"], descending=True, maintain_order=True)
    names = [card_name(answers.menu, card) for card in cards["card"]]
    chart = Chart()
    axes = chart.add_subplot()
    name_rows(axes, names)
    zero(axes)
    least, most = min(0.0, *finite), max(0.0, *finite)
    room = 0.06 * (most - least) + 0.05
    value, low, high = ends(cards, "preference")
    dots(
        chart,
        axes,
        (
            np.where(np.isinf(value), np.nan, value),
            np.clip(low, least - room, None),
            np.clip(high, None, most + room),
        ),
        range(len(names)),
        colour=BLUE,
        tips=[
            f"{name}: taken {_odds(v)} an average card"
            for name, v in zip(names, value, strict=True)
        ],
    )
    for row in np.flatnonzero(np.isinf(value)):
        above = value[row] > 0
        known, end = (low, most + room) if above else (high, least - room)
        start = known[row] if np.isfinite(known[row]) else end - (room if above else -room)
        axes.plot([start, end], [row, row], color=BLUE, linewidth=1.6, zorder=3)
        axes.plot([end], [row], ">" if above else "<", color=BLUE, markersize=4.5, clip_on=False)
    axes.set_xlim(least - room, most + room)
    _odds_axis(axes, least - room, most + room)
    axes.set_xlabel("taken before an average card (÷: the average card is taken before it)")
    n_games = cards["n_games"].to_list() if "n_games" in cards.columns else []
    return chart.done(
        "Which cards are taken first",
        about(answers.menu, players, policy),
        "One scale of preference (Bradley and Terry 1952) from every pick with two cards in the hand: ×10 is taken ten "
        "times as often as an average card where both are there. It says what these players do, not what is good. "
        "Lines are 95 % intervals; an arrow: always, or never. " + sample(n_games, answers.seed),
        body=len(names) * ROW * 0.85 + BELOW,
        alt=f"Preference for {len(names)} cards. First {names[0]}, last {names[-1]}.",
    )


def _odds_axis(axes: Axes, low: float, high: float) -> None:
    """Write odds below a scale of their logarithms, so many that they do not meet."""
    ticks: list[float] = []
    decades = [math.log(t) * sign for t in _TIMES for sign in (1, -1)]
    room = 0.09 * (high - low)
    for tick in sorted(set(decades), key=lambda t: (abs(t), t)):
        if low <= tick <= high and all(abs(tick - other) > room for other in ticks):
            ticks.append(tick)
    axes.xaxis.set_major_locator(FixedLocator(sorted(ticks)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _times(x)))


def _times(x: float) -> str:
    if abs(x) < 1e-9:
        return "even"
    return f"{'×' if x > 0 else '÷'}{math.exp(abs(x)):,.0f}"


def _odds(x: float) -> str:
    if math.isinf(x):
        return "always before" if x > 0 else "never before"
    times = math.exp(abs(x))
    said = f"{times:,.1f}" if times < 100 else f"{times:,.0f}"
    return f"{said} times as often as" if x >= 0 else f"1/{said} as often as"
