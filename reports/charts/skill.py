"""What changes with skill: what kinds are worth to beginners and to experts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from reports.answers import Answers
from reports.charts.marks import Floats, few_ticks, known, numbers, signed, zero
from reports.charts.style import BLUE, PALE, PAPER, RED, Chart, styled
from reports.charts.words import about, kind_name, minus, policy_name, sample, shown, told

_APART = 0.165  # inches between two names
_HEIGHT = 2.9


@dataclass(frozen=True, slots=True)
class _Look:
    """How a kind is drawn, by what becomes of it."""

    said: str
    colour: str
    width: float
    dashes: tuple[float, tuple[float, ...]] | None = None

    def line(self, x: Sequence[float] = (), y: Sequence[float] = ()) -> Line2D:
        """Return a line that looks like this."""
        return Line2D(
            x, y, color=self.colour, linestyle=self.dashes, linewidth=self.width, zorder=2
        )


_TURNED = _Look("the sign changes", RED, 1.8)
_CHANGED = _Look("changes", BLUE, 1.5)
_SAME = _Look("hardly changes, or can't tell", PALE, 1.0, (0, (4, 2)))


@styled
def skill(answers: Answers, players: int) -> Chart | None:
    """Return what each kind is worth to the first and to the last policy of the panel; None if there is one only.

    Parameters
    ----------
    answers : Answers
    players : int
    """
    both = _both(answers, players)
    if not len(both):
        return None
    rows = both.to_dicts()
    names = [kind_name(answers.menu, kind) for kind in both["kind"]]
    looks = [_look(row) for row in rows]
    chart = Chart()
    axes = chart.add_subplot()
    zero(axes, upright=False)
    for row, name, look in zip(rows, names, looks, strict=True):
        line = look.line([0, 1], [row["forbid_value"], row["forbid_value:expert"]])
        axes.add_line(line)
        chart.tip(line, [f"{name}: {look.said}, by {told(row, 'change', 'points')}"])
    height = max(_HEIGHT, _APART * len(names) + 0.9)
    reach = [0.0, *_reach(both, ""), *_reach(both, ":expert")]
    room = 0.06 * (max(reach) - min(reach)) or 1.0
    reach = [min(reach) - room, max(reach) + room]
    need = _APART / (height - 0.5) * (reach[1] - reach[0])
    for x, end in enumerate(("", ":expert")):
        reach += _end(axes, both, end, x, names, looks, need)
    axes.set_ylim(min(reach), max(reach))
    axes.set_xlim(-0.55, 1.55)
    panel = [policy_name(answers.policies[i]) for i in (0, -1)]
    axes.set_xticks([0, 1], [shown(f"all {policy}") for policy in panel])
    axes.tick_params(axis="x", length=0, labelsize=9)
    axes.grid(visible=False)
    axes.set_ylabel("points a game")
    few_ticks(axes, "y", 7)
    signed(axes, "y")
    turned = [name for name, look in zip(names, looks, strict=True) if look is _TURNED]
    n = sample(both["n_bans"].to_list(), answers.seed, "games with each kind forbidden")
    return chart.done(
        "What changes with skill",
        about(answers.menu, players),
        "What a player loses who may not take a kind, where all play like beginners (left) and like experts (right). "
        "The line at 0: nothing. Thick lines at the ends are 95 % intervals. Changes of less than a quarter point do "
        f"not count. {n}",
        body=height,
        legend=[(look.line(), look.said) for look in (_TURNED, _CHANGED, _SAME) if look in looks],
        alt=f"What {len(names)} kinds are worth to {panel[0]} and to {panel[1]} players. The sign changes of: "
        f"{', '.join(turned) if turned else 'none'}.",
    )


def _both(answers: Answers, players: int) -> pl.DataFrame:
    """Return the changes, beside the values of the first and the last policy; those have ``:expert``."""
    changes = answers.table("changes", players=players)
    kinds = known(answers.table("kinds", players=players), "forbid_value")
    if "kind" not in changes.columns or not len(kinds):
        return pl.DataFrame()
    changes = known(changes.filter(measure="forbid_value"), "change")
    first, last = (kinds.filter(policy=answers.policies[i]) for i in (0, -1))
    both = changes.join(first, on="kind").join(last, on="kind", suffix=":expert")
    return both.sort("forbid_value", descending=True, maintain_order=True)


def _look(row: dict[str, Any]) -> _Look:
    if row["verdict"] != "different":
        return _SAME
    return _TURNED if row["sign_changes"] else _CHANGED


def _values(both: pl.DataFrame, end: str) -> tuple[Floats, Floats, Floats]:
    low, high = (numbers(both, f"forbid_value{edge}{end}") for edge in ("_low", "_high"))
    return numbers(both, f"forbid_value{end}"), low, high


def _reach(both: pl.DataFrame, end: str) -> list[float]:
    """Return the lowest and the highest end of an interval."""
    found = np.concatenate(_values(both, end))
    return [float(np.nanmin(found)), float(np.nanmax(found))]


def _end(
    axes: Axes,
    both: pl.DataFrame,
    end: str,
    x: int,
    names: Sequence[str],
    looks: Sequence[_Look],
    need: float,
) -> list[float]:
    """Draw values, intervals and names at one end; return how far down and up the names reach."""
    value, low, high = _values(both, end)
    heights = apart(value, need)
    side = 1 if x else -1
    for i, (name, look) in enumerate(zip(names, looks, strict=True)):
        if np.isfinite(low[i]):
            axes.vlines(x, low[i], high[i], colors=look.colour, linewidth=2.6, zorder=3)
        axes.plot([x], [value[i]], "o", color=look.colour, markersize=4, zorder=4)
        to = [x + 0.015 * side, x + 0.045 * side]
        axes.plot(to, [value[i], heights[i]], color=look.colour, linewidth=0.6)
        said = minus(f"{value[i]:+z.1f}")
        axes.text(
            x + 0.055 * side,
            heights[i],
            shown(f"{name} {said}"),
            ha="left" if x else "right",
            va="center",
            fontsize=8,
            color=look.colour,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.6},
        )
    return [float(heights.min()) - need, float(heights.max()) + need]


def apart(values: Floats, need: float) -> Floats:
    """Return heights for labels, as near to their values as they may be and so far apart.

    Isotonic regression of value less rank × distance (Barlow et al. 1972), by pooling neighbours.
    """
    order = np.argsort(values, kind="stable")
    pools: list[tuple[float, int]] = []  # sum, size
    for rank, i in enumerate(order):
        pools.append((float(values[i]) - rank * need, 1))
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            (total, size), (above, many) = pools.pop(-2), pools.pop()
            pools.append((total + above, size + many))
    means = np.repeat([total / size for total, size in pools], [size for _, size in pools])
    found = np.empty(len(values))
    found[order] = means + need * np.arange(len(values))
    return found
