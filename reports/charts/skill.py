"""What changes with skill: what kinds are worth to beginners and to experts."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.lines import Line2D

from reports.answers import Answers
from reports.charts.marks import Floats, few_ticks, known, numbers, signed, zero
from reports.charts.style import BLUE, PALE, PAPER, RED, Chart, styled
from reports.charts.words import about, kind_name, minus, policy_name, sample, shown, told

_APART = 0.165  # inches between two names
_TURNED, _CHANGED, _SAME = (
    ("the sign changes", RED, "-", 1.8),
    ("changes", BLUE, "-", 1.5),
    ("hardly changes, or can't tell", PALE, (0, (4, 2)), 1.0),
)
_HEIGHT = 2.9


@styled
def skill(answers: Answers, players: int) -> Chart | None:
    """Return what each kind is worth to the first and to the last policy of the panel; None if there is one only.

    Parameters
    ----------
    answers : Answers
    players : int
    """
    changes = answers.table("changes", players=players)
    if "kind" not in changes.columns:
        return None
    changes = known(changes.filter(measure="forbid_value"), "change")
    kinds = known(answers.table("kinds", players=players), "forbid_value")
    ends = [kinds.filter(policy=answers.policies[i]) for i in (0, -1)]
    both = changes.join(ends[0], on="kind").join(ends[1], on="kind", suffix=":expert")
    if not len(both):
        return None
    both = both.sort("forbid_value", descending=True, maintain_order=True)
    chart = Chart()
    axes = chart.add_subplot()
    zero(axes, upright=False)
    names = [kind_name(answers.menu, kind) for kind in both["kind"]]
    looks = [_look(row) for row in both.to_dicts()]
    for row, name, (said, colour, dashes, width) in zip(both.to_dicts(), names, looks, strict=True):
        values = [row["forbid_value"], row["forbid_value:expert"]]
        line = Line2D([0, 1], values, color=colour, linestyle=dashes, linewidth=width, zorder=2)
        axes.add_line(line)
        chart.tip(line, [f"{name}: {said}, by {told(row, 'change', 'points')}"])
    height = max(_HEIGHT, _APART * len(names) + 0.9)
    columns = [("forbid_value", ""), ("forbid_value", ":expert")]
    lows, highs = [], []
    for x, (column, end) in enumerate(columns):
        value, low, high = (numbers(both, f"{column}{edge}{end}") for edge in ("", "_low", "_high"))
        for i, (_, colour, _, _) in enumerate(looks):
            if np.isfinite(low[i]):
                axes.vlines(x, low[i], high[i], colors=colour, linewidth=3.2, zorder=3)
            axes.plot([x], [value[i]], "o", color=colour, markersize=4, zorder=4)
        lows.append(np.nanmin([*value, *low]))
        highs.append(np.nanmax([*value, *high]))
    low, high = min(0, *lows), max(0, *highs)
    room = 0.06 * (high - low) or 1
    low, high = low - room, high + room
    need = _APART / (height - 0.5) * (high - low)
    for x, (column, end) in enumerate(columns):
        value = numbers(both, f"{column}{end}")
        at = apart(value, need)
        low, high = min(low, at.min() - need), max(high, at.max() + need)
        for y, v, name, (_, colour, _, _) in zip(at, value, names, looks, strict=True):
            side = -1 if x == 0 else 1
            label = f"{name} {minus(f'{v:+.1f}')}"
            axes.plot([x + 0.015 * side, x + 0.045 * side], [v, y], color=colour, linewidth=0.6)
            axes.text(
                x + 0.055 * side,
                y,
                shown(label),
                ha="right" if x == 0 else "left",
                va="center",
                fontsize=8,
                color=colour,
                bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.6},
            )
    axes.set_ylim(low, high)
    axes.set_xlim(-0.55, 1.55)
    axes.set_xticks([0, 1], [shown(f"all {policy_name(answers.policies[i])}") for i in (0, -1)])
    axes.tick_params(axis="x", length=0, labelsize=9)
    axes.grid(visible=False)
    axes.set_ylabel("points a game")
    few_ticks(axes, "y", 7)
    signed(axes, "y")
    turned = [name for name, look in zip(names, looks, strict=True) if look is _TURNED]
    return chart.done(
        "What changes with skill",
        about(answers.menu, players),
        "What a player loses who may not take a kind, where all play like beginners (left) and like experts (right). "
        "The line at 0: nothing. Thick lines at the ends are 95 % intervals. Changes of less than a quarter point do "
        "not count. " + sample(both["n_bans"].to_list(), answers.seed, "games with each kind forbidden"),
        body=height,
        legend=[
            (Line2D([], [], color=colour, linestyle=dashes, linewidth=width), said)
            for said, colour, dashes, width in (_TURNED, _CHANGED, _SAME)
            if any(look[0] == said for look in looks)
        ],
        alt=f"What {len(names)} kinds are worth to {policy_name(answers.policies[0])} and to "
        f"{policy_name(answers.policies[-1])} players. The sign changes of: "
        f"{', '.join(turned) if turned else 'none'}.",
    )


def _look(row: dict[str, object]) -> tuple[str, str, str | tuple[int, tuple[int, int]], float]:
    if row["verdict"] != "different":
        return _SAME
    return _TURNED if row["sign_changes"] else _CHANGED


def apart(values: Floats, need: float) -> Floats:
    """Return heights for labels, as near to their values as they may be and so far apart.

    Isotonic regression of value less rank × distance (Barlow et al. 1972), by pooling neighbours.
    """
    order = np.argsort(values, kind="stable")
    pools: list[list[float]] = []  # sum, size
    for rank, i in enumerate(order):
        pools.append([values[i] - rank * need, 1])
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            total, size = pools.pop()
            pools[-1][0] += total
            pools[-1][1] += size
    means = np.repeat([s / n for s, n in pools], [int(n) for _, n in pools])
    found = np.empty(len(values))
    found[order] = means + need * np.arange(len(values))
    return found
