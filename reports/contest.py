"""A tournament on one page of a terminal: who is how strong, who stands before whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from reports.contest_verdict import verdict
from reports.layout import table
from reports.numbers import estimate, percent, rating

if TYPE_CHECKING:
    from simkit.contest_result import Contest

_MOST_PAIRS = 28  # of 8 players
_MOST_LINE_UPS = 12
_NAME = 28  # characters in a line of a policy's name


def summary(
    contest: Contest, tables: Mapping[str, pl.DataFrame], *, anchor: str | None = None
) -> RenderableType:
    """Return the readable summary of a tournament.

    Parameters
    ----------
    contest : Contest
        The games.
    tables : mapping
        What `analysis.contest.contest_tables` says of them.
    anchor : str, optional
        The player whose rating is 1000.
    """
    players, pairs, line_ups = (tables[name] for name in ("players", "pairs", "line_ups"))
    parts: list[RenderableType] = [Text(head(contest), style="bold"), Text()]
    parts += [_players(players), Text(verdict(contest, players, pairs)), Text()]
    parts += [*_pairs(players["policy"].to_list(), pairs), Text()]
    if len(contest.line_ups) <= _MOST_LINE_UPS:
        parts += [_line_ups(line_ups), Text()]
    parts.append(Text(_notes(contest, anchor), style="dim"))
    return Group(*parts)


def head(contest: Contest) -> str:
    """Return what was played, in a line or two."""
    menu = contest.menu
    house = ", house menu" if menu.house else ""
    rulings = "".join(f", {name} = {value}" for name, value in menu.rulings.changed().items())
    beside = " and a dummy" if contest.n_seats > contest.players else ""
    n_line_ups = f"{len(contest.line_ups):,}"
    if len(contest.line_ups) < contest.n_line_ups:
        n_line_ups += f" of {contest.n_line_ups:,}"
    line_ups = "line-up" if contest.n_line_ups == 1 else "line-ups"
    who = f" against {contest.against}" if contest.against is not None else ""
    games = f"{contest.n_games:,} games"
    if contest.n_games < contest.n_planned:
        games += f" of {contest.n_planned:,} (stopped)"
    speed = f", {contest.n_games / contest.seconds:,.0f} games/s" if contest.seconds > 0 else ""
    return (
        f"{menu.name} ({menu.game}/{menu.slug}{house}{rulings}), {contest.players} players{beside}, "
        f"{n_line_ups} {line_ups} of {len(contest.entered)} policies{who}: {games} on "
        f"{contest.n_deals:,} deals, seed {contest.seed}{speed}"
    )


def _players(frame: pl.DataFrame) -> Table:
    made = table("", "policy", "rating", "wins", "points", "margin", names=2, widest=_NAME)
    for i, row in enumerate(frame.to_dicts(), start=1):
        made.add_row(
            str(i),
            row["policy"],
            rating(row),
            estimate(row, "win", percent=True),
            estimate(row, "points"),
            estimate(row, "margin", sign="+"),
        )
    return made


def _pairs(ranking: Sequence[str], frame: pl.DataFrame) -> list[RenderableType]:
    """Return how the better ones did against the others; of many, neighbours in the ranking only."""
    place = {name: i for i, name in enumerate(ranking)}
    rows = [row for row in frame.to_dicts() if place[row["policy"]] < place[row["opponent"]]]
    rows.sort(key=lambda row: (place[row["policy"]], place[row["opponent"]]))
    are_many = len(rows) > _MOST_PAIRS
    if are_many:
        rows = [row for row in rows if place[row["opponent"]] == place[row["policy"]] + 1]
    made = table(
        *("", "policy", "", "against", "stands before it", "points more", "rating more"),
        names=4,
        widest=_NAME,
    )
    for row in rows:
        made.add_row(
            str(place[row["policy"]] + 1),
            row["policy"],
            str(place[row["opponent"]] + 1),
            row["opponent"],
            estimate(row, "ahead", percent=True),
            estimate(row, "difference", sign="+"),
            estimate(row, "rating_gap", sign="+", most_decimals=0),
        )
    note = "Neighbours in the ranking only; all pairs: --format csv, or --out."
    return [made, Text(note)] if are_many else [made]


def _line_ups(frame: pl.DataFrame) -> Table:
    """Return every line-up, where there are few."""
    made = table("line-up", "policy", "wins", "points", "margin", names=2, widest=_NAME)
    for _, line_up in frame.group_by("line_up", maintain_order=True):
        for row in line_up.to_dicts():
            made.add_row(
                f"{row['copies']} ×",
                row["policy"],
                estimate(row, "win", percent=True),
                estimate(row, "points"),
                estimate(row, "margin", sign="+"),
            )
        made.add_section()
    return made


def _notes(contest: Contest, anchor: str | None) -> str:
    """Return how to read the numbers."""
    basis = "the mean is 1000" if anchor is None else f"{anchor} has 1000"
    interval = (
        f"± is half of a 95 % interval, from the differences between {len(contest.units)} blocks of games"
        if len(contest.units) > 1
        else "No intervals: only one block of games was played"
    )
    return (
        f"{interval}. Rating: 400 points more are ten to one to stand before the other; {basis}. Wins, "
        "points and margin (points more than the mean of the table) are for one seat; they depend on who "
        f"else is entered. Even would be {percent(1 / contest.n_seats)} of the wins."
    )
