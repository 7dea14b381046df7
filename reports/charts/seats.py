"""Whether seats are alike, and what one other player does to everybody."""

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
    reach,
    shifts,
    signed,
    zero,
)
from reports.charts.style import BLUE, GREEN, PINK, RED, Chart, look, styled
from reports.charts.words import about, p_value, policy_name, sample, told
from reports.words import passed, seat_name

_PANELS = (
    ("score_edge", "points more than the mean of the table", "points"),
    ("win_edge", "win index more than even", "of the win index"),
)
_EFFECTS = (("points", "points", "points"), ("win", "win index", "of the win index"))
_OTHERS = (BLUE, RED, GREEN, PINK)
_SUSPECT = 0.01
_MOVED = "The audit plays every deal again with all hands one seat on. "


@styled
def seats(answers: Answers, players: int) -> Chart | None:
    """Return what each seat has more than the mean of its table, and what the audit says; None without seats.

    Parameters
    ----------
    answers : Answers
    players : int
    """
    frame = known(answers.table("seats", players=players), "score_edge")
    policies = [
        policy for policy in answers.policies if policy in set(frame.to_dict().get("policy", []))
    ]
    if not len(frame) or not policies:
        return None
    n_seats = 1 + max(frame["seat"].to_list())
    chart = Chart()
    legend = []
    beside = shifts(len(policies))
    for i, (column, label, unit) in enumerate(_PANELS):
        axes = chart.add_subplot(1, 2, i + 1)
        name_rows(axes, [seat_name(seat) for seat in range(n_seats)], named=i == 0)
        zero(axes)
        for policy, shift in zip(policies, beside, strict=True):
            of = frame.filter(policy=policy)
            colour, marker = look(answers.policies, policy)
            handle = dots(
                chart,
                axes,
                ends(of, column),
                of["seat"].to_numpy() + shift,
                colour=colour,
                marker=marker,
                tips=[
                    f"{seat_name(row['seat'])}, all {policy_name(policy)}: {told(row, column, unit)}"
                    for row in of.to_dicts()
                ],
            )
            if i == 0:
                legend.append((handle, f"all {policy_name(policy)}"))
        axes.set_xlabel(label)
        few_ticks(axes, most=5)
        signed(axes)
    audits = [
        f"All {policy_name(policy)}: {said}"
        for policy in policies
        if (said := _audit(answers, players, policy))
    ]
    moved = [
        row["n_moved"] is not None for row in answers.table("audits", players=players).to_dicts()
    ]
    return chart.done(
        "Whether seats are alike",
        "\n".join([about(answers.menu, players), *audits]),
        "What a seat has more than the mean of its table, all playing alike. The line at 0: no seat has an edge. "
        f"{_MOVED if any(moved) else ''}Lines are 95 % intervals of single seats; p is of "
        "all seats together. " + sample(frame["n_games"].to_list(), answers.seed),
        body=n_seats * max(ROW, 0.13 * len(policies) + 0.08) + BELOW,
        legend=legend,
        alt=f"Edge of each of {n_seats} seats, between {reach(frame, 'score_edge')} points. {' '.join(audits)}",
    )


def _audit(answers: Answers, players: int, policy: str) -> str:
    """Return what the audit of the seats says, in a few words."""
    rows = answers.table("audits", players=players, policy=policy).to_dicts()
    if not rows:
        return ""
    row = rows[0]
    p = f"{p_value(row['p_score'])}, wins {p_value(row['p_win'])}"
    if row["n_moved"] == row["n_games"]:
        return f"moved one seat on, every deal ended the same. Seats are alike; {p}."
    unlike = min(row["p_score"], row["p_win"]) < _SUSPECT
    found = "seats differ" if unlike else "no difference is seen"
    if row["n_moved"] is None:
        return f"{found}; {p}."
    moved = f"{row['n_moved']:,} of {row['n_games']:,} deals"
    return f"{found}; {p}; moved one seat on, {moved} ended the same."


@styled
def neighbours(answers: Answers, players: int, policy: str) -> Chart | None:
    """Return what one seat of another policy does to all others, by where they sit; None for two players.

    Parameters
    ----------
    answers : Answers
    players : int
    policy : str
        Of all other seats.
    """
    frame = known(answers.table("neighbours", players=players, policy=policy), "points")
    if not len(frame) or players < 3:
        return None
    frame = frame.filter(frame["place"] > 0)
    others = frame["other"].unique(maintain_order=True).to_list()
    places = frame["place"].unique().sort().to_list()
    who = [frame.filter(place=place)["who"][0] for place in places]
    chart = Chart()
    legend = []
    for i, (column, label, unit) in enumerate(_EFFECTS):
        axes = chart.add_subplot(1, 2, i + 1)
        name_rows(axes, who, named=i == 0)
        zero(axes)
        for k, (other, shift) in enumerate(zip(others, shifts(len(others)), strict=True)):
            of = frame.filter(other=other).sort("place")
            handle = dots(
                chart,
                axes,
                ends(of, column),
                [places.index(place) + shift for place in of["place"]],
                colour=_OTHERS[k % len(_OTHERS)],
                marker="oDs^"[k % len(_OTHERS)],
                tips=[
                    f"{row['who']}, one seat of {policy_name(other)}: {told(row, column, unit)}"
                    for row in of.to_dicts()
                ],
            )
            if i == 0:
                legend.append((handle, f"one seat of {policy_name(other)}"))
        axes.set_xlabel(label)
        few_ticks(axes, most=5)
        signed(axes)
    largest = max(frame.to_dicts(), key=lambda row: abs(row["points"]))
    return chart.done(
        "What one other player does to the others",
        about(answers.menu, players, policy) + " but one",
        "Results of each seat less those of the same deals without the other player, in every seat in turn. "
        f"{passed(answers.menu)}. The line at 0: it does nothing. Win index: players × share of the win. Lines are "
        "95 % intervals. " + sample(frame["n_games"].to_list(), answers.seed),
        body=len(who) * (0.14 * len(others) + 0.1) + BELOW,
        legend=legend,
        alt=f"Effect of one seat of {', '.join(map(policy_name, others))} on each other seat. Largest: "
        f"{largest['who']} of {policy_name(largest['other'])}, {told(largest, 'points')} points.",
    )
