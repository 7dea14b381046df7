"""What each kind of cards is worth, in points and wins."""

from __future__ import annotations

from reports.answers import Answers
from reports.charts.marks import (
    BELOW,
    ROW,
    dots,
    ends,
    few_ticks,
    known,
    name_rows,
    signed,
    zero,
)
from reports.charts.style import BLUE, RED, Chart, styled
from reports.charts.words import about, kind_name, sample, told

_PANELS = (("", "points a game", "points"), ("_win", "win index", "of the win index"))
_SERIES = (
    ("forbid_value", "may take it", BLUE, "o", True, -0.16),
    ("taken_effect", "when it was taken", RED, "D", False, 0.16),
)


@styled
def card_values(answers: Answers, players: int, policy: str) -> Chart | None:
    """Return forbid values and taken effects of all kinds, the best on top; None if none is known.

    Parameters
    ----------
    answers : Answers
    players : int
    policy : str
    """
    kinds = known(answers.table("kinds", players=players, policy=policy), "forbid_value")
    if not len(kinds):
        return None
    kinds = kinds.sort("forbid_value", descending=True, maintain_order=True)
    names = [kind_name(answers.menu, kind) for kind in kinds["kind"]]
    chart = Chart()
    legend = []
    for i, (end, label, unit) in enumerate(_PANELS):
        axes = chart.add_subplot(1, 2, i + 1)
        name_rows(axes, names, named=i == 0)
        zero(axes)
        for measure, said, colour, marker, filled, shift in _SERIES:
            column = f"{measure}{end}"
            handle = dots(
                chart,
                axes,
                ends(kinds, column),
                [row + shift for row in range(len(names))],
                colour=colour,
                marker=marker,
                filled=filled,
                tips=[
                    f"{name}, {said}: {told(row, column, unit)}"
                    for name, row in zip(names, kinds.to_dicts(), strict=True)
                    if column in row
                ],
            )
            if i == 0:
                legend.append((handle, said))
        axes.set_xlabel(label)
        few_ticks(axes)
        signed(axes)
    best, worst = (kinds.row(i, named=True) for i in (0, -1))
    return chart.done(
        "What each card is worth",
        about(answers.menu, players, policy),
        "May take it: what a player loses who never takes the kind, on the same deals. When it was taken: the same, "
        "of the games in which it was. Win index: players × share of the win. Lines are 95 % intervals. "
        + sample(kinds["n_bans"].to_list(), answers.seed, "games with each kind forbidden"),
        body=len(names) * ROW + BELOW,
        legend=legend,
        alt=f"Points a game that a player loses who may not take a kind, for {len(names)} kinds: most "
        f"{names[0]}, {told(best, 'forbid_value')}, least {names[-1]}, {told(worst, 'forbid_value')}.",
    )
