"""Sushi Roll: what it is worth to start a round."""

from __future__ import annotations

import polars as pl

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
    reach,
    signed,
    zero,
)
from reports.charts.style import Chart, look, styled
from reports.charts.words import about, minus, sample, told
from reports.words import seat_name

_STAGES = ("round 1", "round 2", "round 3", "game")


@styled
def starts(answers: Answers, players: int, policy: str) -> Chart | None:
    """Return the edge of each seat in each round, marked where it starts; None for games of cards.

    Parameters
    ----------
    answers : Answers
    players : int
    policy : str
    """
    frame = known(answers.table("starts", players=players, policy=policy), "edge")
    if not len(frame):
        return None
    seats = frame["seat"].unique().sort().to_list()
    colour, _ = look(answers.policies, policy)
    chart = Chart()
    first, full, hollow = None, None, None
    for i, stage in enumerate(_STAGES):
        of = frame.filter(stage=stage).sort("seat")
        axes = chart.add_subplot(1, len(_STAGES), i + 1, sharex=first)
        first = first or axes
        name_rows(axes, [seat_name(seat) for seat in seats], named=i == 0)
        zero(axes)
        begins = (of["place"] == 0).fill_null(False).to_numpy()
        tips = [
            f"{seat_name(row['seat'])}, {stage}, {_order(row)}: {told(row, 'edge', 'points')}"
            for row in of.to_dicts()
        ]
        handle = dots(
            chart,
            axes,
            ends(of, "edge"),
            [seats.index(seat) for seat in of["seat"]],
            colour=colour,
            filled=begins,
            tips=tips,
        )
        if i == 0:
            full = handle
        if stage == "game":
            hollow = handle
        axes.set_title("Whole game" if stage == "game" else stage.capitalize())
        axes.set_xlabel("points")
        few_ticks(axes, most=5)
        signed(axes)
    assert full is not None
    assert hollow is not None
    game = frame.filter(stage="game")
    starting = frame.filter(pl.col("place") == 0)
    mean = numbers(starting, "edge").mean()
    return chart.done(
        "What it is worth to start",
        about(answers.menu, players, policy),
        "Points of a seat less the mean of its table, by round, and of the whole game with desserts. The line at 0: "
        "the place in the order of moves is worth nothing. Lines are 95 % intervals. "
        + sample(frame["n_games"].to_list(), answers.seed),
        body=max(len(seats), 3) * ROW + BELOW + 0.25,
        legend=[(full, "starts the round"), (hollow, "moves later, or the whole game")],
        alt=f"Edge of each of {len(seats)} seats by round. Who starts a round has {minus(f'{mean:+z.2f}')} points "
        f"in it, on average; over the game seats lie between {reach(game, 'edge')}.",
    )


def _order(row: dict[str, object]) -> str:
    if row["place"] is None:
        return f"starts {row['n_starts']} of 3 rounds"
    return "starts" if row["place"] == 0 else f"moves as number {int(str(row['place'])) + 1}"
