"""How far a stronger or a weaker player gets alone among others: the skill ladder."""

from __future__ import annotations

from reports.answers import Answers
from reports.charts.marks import dots, ends, few_ticks, known, numbers, shifts, signed, zero
from reports.charts.style import MARKERS, SERIES, Chart, styled
from reports.charts.words import about, policy_name, sample, told

_PANELS = (("win", "win index", "of the win index"), ("points", "points", "points"))


@styled
def alone(answers: Answers, policy: str) -> Chart | None:
    """Return what a single seat of another policy has more, by number of players; None if nobody sat there.

    Parameters
    ----------
    answers : Answers
    policy : str
        Of all other seats.
    """
    frame = known(answers.table("neighbours", policy=policy), "win")
    if not len(frame):
        return None
    frame = frame.filter(frame["place"] == 0)
    others = frame["other"].unique(maintain_order=True).to_list()
    counts = frame["players"].unique().sort().to_list()
    chart = Chart()
    legend = []
    for i, (column, label, unit) in enumerate(_PANELS):
        axes = chart.add_subplot(1, 2, i + 1)
        zero(axes, upright=False)
        for k, (other, shift) in enumerate(zip(others, shifts(len(others), 0.1), strict=True)):
            of = frame.filter(other=other).sort("players")
            colour, marker = SERIES[k % len(SERIES)], MARKERS[k % len(MARKERS)]
            x = [counts.index(n) + shift for n in of["players"]]
            axes.plot(x, numbers(of, column), color=colour, linewidth=1, alpha=0.6, zorder=2)
            handle = dots(
                chart,
                axes,
                ends(of, column),
                x,
                colour=colour,
                marker=marker,
                upright=True,
                tips=[
                    f"{policy_name(other)}, {row['players']} players: {told(row, column, unit)}"
                    for row in of.to_dicts()
                ],
            )
            if i == 0:
                legend.append((handle, policy_name(other)))
        axes.set_xticks(range(len(counts)), [str(n) for n in counts])
        axes.set_xlim(-0.4, len(counts) - 0.6)
        axes.grid(axis="x", visible=False)
        axes.set_xlabel("players")
        axes.set_ylabel(label)
        few_ticks(axes, "y")
        signed(axes, "y")
    rows = sorted(frame.filter(players=counts[-1]).to_dicts(), key=lambda row: -row["win"])
    said = "; ".join(f"{policy_name(row['other'])} {told(row, 'win')}" for row in rows)
    return chart.done(
        f"Skill ladder: one other player among {policy_name(policy)} players",
        about(answers.menu, counts),
        f"What a seat has more if it plays another way, while all others play {policy_name(policy)}: its result less "
        "that of the same seat and deals when all play alike. The line at 0: as good as the others. Win index: "
        "players × share of the win. Lines are 95 % intervals. "
        + sample(frame["n_games"].to_list(), answers.seed),
        body=2.4,
        legend=legend,
        alt=f"Win index that one seat of another policy gains among {policy_name(policy)} players, with "
        f"{counts[-1]} players: {said}.",
    )
