"""How scores are spread, by number of players and by seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from reports.answers import Answers
from reports.charts.marks import BELOW, name_rows
from reports.charts.style import PAPER, Chart, look, styled
from reports.charts.words import about, policy_name, sample
from reports.words import seat_name

_RIDGE = 0.52  # inches
_TALL = 0.7  # of a row: the highest point of all ridges
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@styled
def scores_by_players(answers: Answers) -> Chart | None:
    """Return how final scores are spread, a ridge for each number of players; None without games.

    Parameters
    ----------
    answers : Answers
    """
    frame = answers.table("distribution")
    if not len(frame):
        return None
    counts = frame["players"].unique().sort().to_list()
    rows = [[frame.filter(players=n, policy=policy) for policy in answers.policies] for n in counts]
    names = [f"{n} players" for n in counts]
    return _ridges(
        answers,
        names,
        rows,
        "How scores are spread, by number of players",
        about(answers.menu, counts),
    )


@styled
def scores_by_seat(answers: Answers, players: int) -> Chart | None:
    """Return how final scores are spread, a ridge for each seat; None without games.

    Parameters
    ----------
    answers : Answers
    players : int
    """
    frame = answers.table("distribution", players=players)
    if not len(frame):
        return None
    seats = frame["seat"].unique().sort().to_list()
    rows = [
        [frame.filter(seat=seat, policy=policy) for policy in answers.policies] for seat in seats
    ]
    names = [seat_name(seat) if seat < players else "dummy" for seat in seats]
    title, where = "How scores are spread, by seat", about(answers.menu, players)
    return _ridges(answers, names, rows, title, where)


def _ridges(
    answers: Answers,
    names: Sequence[str],
    rows: Sequence[Sequence[pl.DataFrame]],
    title: str,
    where: str,
) -> Chart:
    """Draw a ridge for each row and policy, all of the same area."""
    chart = Chart()
    axes = chart.add_subplot()
    policies = list(dict.fromkeys((answers.policies[-1], answers.policies[0])))
    colours = [look(answers.policies, policy)[0] for policy in policies]
    rows = [[of[answers.policies.index(policy)] for policy in policies] for of in rows]
    tallest = max(_shares(of)[1].max() for row in rows for of in row if len(of))
    for y, (name, row) in enumerate(zip(names, rows, strict=True)):
        for i, (of, policy, colour) in enumerate(zip(row, policies, colours, strict=True)):
            if len(of):
                _ridge(chart, axes, y, of, tallest, colour, f"{name}, all {policy_name(policy)}", i)
    name_rows(axes, names, stripes=False)
    axes.set_ylim(len(names) - 0.45, -0.6)
    axes.set_xlabel("points at the end of the game")
    n_games = [
        int(of.filter(pl.col("seat") == of["seat"].min())["games"].sum())
        for row in rows
        for of in row
        if len(of)
    ]
    return chart.done(
        title,
        where,
        "Height: share of the games that end with these points, on the same scale in all rows. Below: the line holds "
        "90 % of the scores, the bar half of them, the white stroke is the median. "
        + sample(n_games, answers.seed),
        body=len(names) * _RIDGE + BELOW,
        legend=[
            (
                Patch(facecolor=PAPER if i else colour, edgecolor=colour, linewidth=1.1),
                f"all {policy_name(policy)}",
            )
            for i, (policy, colour) in enumerate(zip(policies, colours, strict=True))
        ],
        alt=f"Final scores for {' to '.join(dict.fromkeys((names[0], names[-1])))}. Medians with all "
        f"{policy_name(policies[0])}: "
        + ", ".join(
            f"{name} {_quantiles(row[0])[2]}"
            for name, row in zip(names, rows, strict=True)
            if len(row[0])
        )
        + ".",
    )


def _ridge(
    chart: Chart,
    axes: Axes,
    y: int,
    of: pl.DataFrame,
    tallest: float,
    colour: str,
    name: str,
    below: int,
) -> None:
    """Draw the shares of scores above a line, and their quantiles below it."""
    score, share = _shares(of)
    at = np.concatenate([score[:1] - 1, score, score[-1:] + 1])
    base = y + 0.22
    top = base - _TALL * np.concatenate([[0], share, [0]]) / tallest
    area = axes.fill_between(at, base, top, color=colour, alpha=0.0 if below else 0.35, linewidth=0)
    axes.plot(at, top, color=colour, linewidth=1.1, zorder=3)
    low, q25, median, q75, high = _quantiles(of)
    mean = float((score * share).sum())
    chart.tip(
        area,
        [f"{name}: mean {mean:.1f}, median {median}, half {q25} to {q75}, 90 % {low} to {high}"],
    )
    line = base + 0.09 + 0.12 * below
    axes.hlines(line, low, high, colors=colour, linewidth=1, zorder=3)
    axes.hlines(line, q25, q75, colors=colour, linewidth=4, zorder=3)
    axes.plot([median], [line], "|", color=PAPER, markersize=4, markeredgewidth=1.4, zorder=4)


def _shares(of: pl.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Return all scores from the lowest to the highest, and the share of each."""
    counts = of.group_by("score").agg(pl.col("games").sum()).sort("score")
    found = counts["score"].to_numpy()
    score = np.arange(found[0], found[-1] + 1)
    share = np.zeros(len(score))
    share[found - score[0]] = counts["games"].to_numpy()
    return score, share / share.sum()


def _quantiles(of: pl.DataFrame) -> list[int]:
    score, share = _shares(of)
    total = share.cumsum()
    return [int(score[np.searchsorted(total, q - 1e-12)]) for q in _QUANTILES]
