"""What one pick of a kind is worth, by the number of the pick."""

from __future__ import annotations

from reports.answers import Answers
from reports.charts.marks import BELOW, dots, ends, few_ticks, known, numbers, signed, zero
from reports.charts.panels import label_edges, panels
from reports.charts.style import BLUE, Chart, styled
from reports.charts.words import about, kind_name, told

_VALUE = "pick_value_shrunk"


@styled
def pick_values(answers: Answers, players: int, policy: str) -> Chart | None:
    """Return a small panel for each kind, the best first; None if no pick was tried.

    Parameters
    ----------
    answers : Answers
    players : int
    policy : str
    """
    picks = known(answers.table("picks", players=players, policy=policy), "pick_value")
    if not len(picks):
        return None
    by_kind = {kind[0]: of for kind, of in picks.group_by("kind", maintain_order=True)}
    order = sorted(by_kind, key=lambda kind: -numbers(by_kind[kind], _VALUE).mean())
    chart = Chart()
    grid, height = panels(chart, len(order))
    turns = range(1, 1 + max(picks["turn"].to_list()))
    unsure = 0
    for axes, kind in zip(grid, order, strict=True):
        of = by_kind[kind].sort("turn")
        value, low, high = ends(of, _VALUE)
        turn = of["turn"].to_numpy()
        is_sure = (low > 0) | (high < 0)
        unsure += int((~is_sure).sum())
        name = kind_name(answers.menu, kind)
        zero(axes, upright=False)
        axes.plot(turn, value, color=BLUE, linewidth=1, alpha=0.5, zorder=2)
        dots(
            chart,
            axes,
            (value, low, high),
            turn,
            colour=BLUE,
            filled=is_sure,
            upright=True,
            size=3.6,
            tips=[
                f"{name}, pick {row['turn']}: {told(row, _VALUE, 'points')}"
                for row in of.to_dicts()
            ],
        )
        axes.set_title(name)
        axes.set_xlim(0.4, len(turns) + 0.6)
        axes.set_xticks(turns[::2])
        axes.grid(axis="x", visible=False)
        few_ticks(axes, "y", 5)
        signed(axes, "y")
    label_edges(grid, "pick of the round", "points")
    tried = sorted(picks["n_tried"])
    n = f"{tried[0]:,} to {tried[-1]:,} games for each mark"
    first, last = (kind_name(answers.menu, order[i]) for i in (0, -1))
    return chart.done(
        "What one pick is worth, by pick",
        about(answers.menu, players, policy),
        "Taking the kind less taking the best other card, by the points at the end of the game, mean of all hands "
        "that hold it. Hollow: may be chance, the interval holds 0. Lines are 95 % intervals; what few games say is "
        f"drawn in toward the rest. {n}, seed {answers.seed}.",
        body=height + BELOW,
        alt=f"Points that a pick of each of {len(order)} kinds brings, by pick; highest on average {first}, lowest "
        f"{last}; {unsure} of {len(picks)} values may be chance.",
    )
