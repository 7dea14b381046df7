"""Games with and without a card, beside what taking it does: the bias made visible."""

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
    numbers,
    signed,
    zero,
)
from reports.charts.style import BLUE, LINE, RED, Chart, styled
from reports.charts.words import about, kind_name, sample, told


@styled
def bias(answers: Answers, players: int, policy: str) -> Chart | None:
    """Return with/without beside the taken effect, the largest bias on top; None where neither is known.

    Parameters
    ----------
    answers : Answers
    players : int
    policy : str
    """
    kinds = answers.table("kinds", players=players, policy=policy)
    kinds = known(known(kinds, "with_without"), "taken_effect")
    if not len(kinds):
        return None
    kinds = kinds.sort(kinds["selection_bias"].abs(), descending=True, maintain_order=True)
    rows = kinds.to_dicts()
    names = [kind_name(answers.menu, kind) for kind in kinds["kind"]]
    seen, real = numbers(kinds, "with_without"), numbers(kinds, "taken_effect")
    chart = Chart()
    axes = chart.add_subplot()
    name_rows(axes, names)
    zero(axes)
    axes.hlines(
        range(len(names)), seen, real, colors=LINE, linewidth=6, alpha=0.55, zorder=2
    ).set_label("bias")
    legend = []
    for measure, said, colour, marker, filled in (
        ("taken_effect", "what taking it does", BLUE, "o", True),
        ("with_without", "games with it less games without it", RED, "D", False),
    ):
        handle = dots(
            chart,
            axes,
            ends(kinds, measure),
            range(len(names)),
            colour=colour,
            marker=marker,
            filled=filled,
            tips=[
                f"{name}, {said}: {told(row, measure, 'points')}; "
                f"off by {told(row, 'selection_bias')}"
                for name, row in zip(names, rows, strict=True)
            ],
        )
        legend.append((handle, said))
    axes.set_xlabel("points a game")
    few_ticks(axes, most=9)
    signed(axes)
    wrong = sum((a < 0) != (b < 0) for a, b in zip(seen, real, strict=True))
    return chart.done(
        "What games with a card seem to say, and what is so",
        about(answers.menu, players, policy),
        "Who takes a card is in another game than who does not: another hand, another plan. So games with it less "
        "games without it (hollow) are no effect. What taking it does (full) is asked of the same deals, once with "
        "and once without leave to take it. The grey bar is the bias. Lines are 95 % intervals. "
        + sample(kinds["n_bans"].to_list(), answers.seed, "games with each kind forbidden"),
        body=len(names) * ROW + BELOW,
        legend=legend,
        alt=f"For {len(names)} kinds, points of games with it less games without it, beside the effect of taking it. "
        f"Largest bias: {names[0]}, {told(rows[0], 'selection_bias')} points. {wrong} of {len(names)} seem to be "
        "good and are bad, or the other way round.",
    )
