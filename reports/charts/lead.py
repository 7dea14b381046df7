"""Lead and comeback: what the standing after each round says of the end."""

from __future__ import annotations

import polars as pl

from reports.answers import Answers
from reports.charts.marks import dots, ends, even_line, known, numbers, percents, shifts
from reports.charts.style import Chart, look, styled
from reports.charts.words import about, policy_name, sample, share

_PANELS = (
    ("leader_wins", "The leader wins"),
    ("comeback", "Somebody behind wins"),
    ("settled", "Won from the front"),
)
_ROUNDS = ("round 1", "round 2", "round 3")


@styled
def lead(answers: Answers, players: int) -> Chart | None:
    """Return how often leaders win and how often somebody comes back, round by round; None without data.

    Parameters
    ----------
    answers : Answers
    players : int
    """
    frame = known(answers.table("character", players=players), "value")
    frame = frame.filter(pl.col("part").is_in(_ROUNDS)) if len(frame) else frame
    shown = frame.filter(pl.col("measure").is_in([m for m, _ in _PANELS])) if len(frame) else frame
    if not len(shown):
        return None
    seats = answers.menu.seats_for(players)
    chart = Chart()
    legend, even = [], None
    beside = shifts(len(answers.policies), 0.08)
    for i, (measure, title) in enumerate(_PANELS):
        axes = chart.add_subplot(1, 3, i + 1)
        for policy, shift in zip(answers.policies, beside, strict=True):
            of = shown.filter(policy=policy, measure=measure).sort("part")
            if not len(of):
                continue
            colour, marker = look(answers.policies, policy)
            x = [_ROUNDS.index(part) + shift for part in of["part"]]
            axes.plot(x, numbers(of, "value"), color=colour, linewidth=1, alpha=0.6, zorder=2)
            handle = dots(
                chart,
                axes,
                ends(of, "value"),
                x,
                colour=colour,
                marker=marker,
                upright=True,
                tips=[
                    f"{title}, {row['part']}, all {policy_name(policy)}: {share(row, 'value')}"
                    for row in of.to_dicts()
                ],
            )
            if i == 0:
                legend.append((handle, f"all {policy_name(policy)}"))
        if measure == "leader_wins":
            even = even_line(axes, 1 / seats)
        elif measure == "comeback":
            even_line(axes, 1 - 1 / seats)
        axes.set_title(title)
        axes.set_ylim(0, 1)
        axes.set_xlim(-0.4, 2.4)
        axes.set_xticks(range(3), ["1", "2", "3"])
        axes.set_xlabel("after round")
        axes.grid(axis="x", visible=False)
        percents(axes, "y")
        axes.tick_params(axis="y", labelleft=i == 0)
        if i == 0:
            axes.set_ylabel("share")
    assert even is not None
    expert = shown.filter(policy=answers.policies[-1], measure="leader_wins").sort("part")
    return chart.done(
        "Lead and comeback, round by round",
        about(answers.menu, players),
        f"Dashed: if the standing meant nothing, each of {seats} seats winning equally often. After round 3 desserts "
        "are still to come. Won from the front: by who led then and from then on. A shared lead or win counts "
        "in parts. Lines are 95 % intervals. " + sample(shown["n_games"].to_list(), answers.seed),
        body=2.3,
        legend=[*legend, (even, f"even: 1 of {seats} (behind: {seats - 1} of {seats})")],
        alt=f"How often the leader wins, with all {policy_name(answers.policies[-1])}: "
        + ", ".join(f"after {row['part']} {100 * row['value']:.0f} %" for row in expert.to_dicts())
        + f"; even would be {100 / seats:.0f} %.",
    )
