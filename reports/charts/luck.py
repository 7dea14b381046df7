"""Luck and skill: what results are due to, in shares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from reports.answers import Answers
from reports.charts.marks import BELOW, known, name_rows, percents
from reports.charts.style import AMBER, BLUE, INK, LINE, PAPER, Chart, fixed, styled
from reports.charts.words import about, cut, policy_name, sample, share

_SHARES = {
    "policy": ("who plays how", fixed(BLUE), fixed(PAPER)),
    "deal": ("the deal", fixed(AMBER), fixed(INK)),
    "rest": ("the rest: others' choices, chance", fixed(LINE), fixed(INK)),
}
_PANELS = (("score", "Points"), ("win", "Wins"))
_WIDE_ENOUGH = 0.135  # of a bar, for its number
_ROW = 0.24
_NAME = 16  # characters


@styled
def luck_and_skill(answers: Answers) -> Chart | None:
    """Return what share of the differences of results is due to what, by number of players; None without data.

    Parameters
    ----------
    answers : Answers
    """
    bars = list(_bars(answers))
    if not bars:
        return None
    chart = Chart()
    for i, (what, title) in enumerate(_PANELS):
        axes = chart.add_subplot(1, 2, i + 1)
        name_rows(axes, [name for name, _ in bars], named=i == 0, stripes=False)
        for y, (name, rows) in enumerate(bars):
            _bar(chart, axes, y, name, {row["share"]: row for row in rows if row["of"] == what})
        axes.set_title(title)
        axes.set_xlim(0, 1)
        axes.set_xlabel("of the variance of results")
        axes.set_xticks([0, 0.5, 1])
        percents(axes)
        axes.grid(axis="x", visible=False)
    n_games = [row["n_games"] for _, rows in bars for row in rows]
    mixed = [
        f"{name.partition(':')[0]} {100 * row['value']:.0f} %"
        for name, rows in bars
        for row in rows
        if (row["of"], row["share"]) == ("win", "policy")
    ]
    who = f" Share of wins that is due to who plays how: {'; '.join(mixed)}." if mixed else ""
    return chart.done(
        "Luck and skill",
        about(answers.menu, answers.players),
        f"How much of the variance of a seat's result follows who plays there, how much the cards that were dealt, and "
        f"what neither explains.{_mixed(answers)} Where all play alike there is no skill to see. "
        "Black lines are 95 % intervals of where "
        f"one part ends.{_below(bars)} " + sample(n_games, answers.seed, "deals"),
        body=len(bars) * _ROW + BELOW + 0.25,
        legend=[(Patch(facecolor=colour), said) for said, colour, _ in _SHARES.values()],
        alt=f"What results are due to, in {len(bars)} bars of 100 %.{who}",
    )


def _bars(answers: Answers) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Return the bars: the policies together at a table, then each of them alone with its like."""
    skill, luck = (known(answers.table(name), "value") for name in ("skill", "luck"))
    for players in answers.players:
        before = f"{players} players: "  # the first bar of so many says it
        for frame in (skill, luck):
            of = frame.filter(players=players) if len(frame) else frame
            for policy in of["policy"].unique(maintain_order=True) if len(of) else ():
                rows = of.filter(policy=policy).to_dicts()
                who = "mixed"
                if "policy" not in {row["share"] for row in rows}:
                    who = f"all {cut(policy, _NAME)}"
                    rows += [_rest(row) for row in rows]
                yield before + who, rows
                before = ""


def _below(bars: list[tuple[str, list[dict[str, Any]]]]) -> str:
    """Return how it comes that parts are more than 100 %, if they are."""
    if all(row["value"] >= 0 for _, rows in bars for row in rows):
        return ""
    return " A part of almost nothing may be found below 0; the others then are more than 100 % together."


def _mixed(answers: Answers) -> str:
    """Return who sits at a mixed table."""
    if not answers.has("skill"):
        return ""
    ends = " and ".join(policy_name(answers.policies[i]) for i in (0, -1))
    return f" Mixed: half the seats of each of {ends}."


def _rest(row: dict[str, Any]) -> dict[str, Any]:
    """Return what is left where there is only the deal."""
    ends = {"value": "value", "value_low": "value_high", "value_high": "value_low"}
    left = {end: None if row[of] is None else 1 - row[of] for end, of in ends.items()}
    return {**row, **left, "share": "rest"}


def _bar(chart: Chart, axes: Axes, y: int, name: str, rows: dict[str, dict[str, Any]]) -> None:
    """Draw a bar of parts, and an interval where each but the last ends."""
    left = 0.0
    for which, (said, colour, ink) in _SHARES.items():
        if which not in rows:
            continue
        row = rows[which]
        value = float(row["value"])
        (part,) = axes.barh([y], [value], left=[left], height=0.68, color=colour, linewidth=0)
        chart.tip(part, [f"{name}, {said}: {share(row, 'value')}"])
        if value > _WIDE_ENOUGH:
            text = f"{100 * value:.0f} %"
            at = left + value / 2
            axes.text(at, y, text, ha="center", va="center", fontsize=7.5, color=ink, zorder=5)
        left += value
        if which != "rest" and row["value_low"] is not None:
            _end(axes, y, left, row, rows)


def _end(
    axes: Axes, y: int, at: float, row: dict[str, Any], rows: dict[str, dict[str, Any]]
) -> None:
    """Draw the interval of where a part ends: of the first its own, of the second that of the rest."""
    if row["share"] == "deal" and "policy" in rows:
        row = _rest(rows["rest"])
    if row["value_low"] is None:
        return
    low, high = np.clip([row["value_low"], row["value_high"]], 0, 1)
    axes.hlines(y + 0.24, low, high, colors=fixed(INK), linewidth=1.4, zorder=6).set_label(
        "interval"
    )
    axes.plot([at], [y + 0.24], "|", color=fixed(INK), markersize=4, markeredgewidth=1, zorder=6)
