"""Sushi Roll: what it does to move first, in tables and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from analysis import LEVEL, starts, tokens, turn_order
from reports.layout import table
from reports.numbers import estimate, percent
from reports.words import seat_name
from simkit.menus.catalogue import cards

if TYPE_CHECKING:
    from simkit.batch import Batch

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_MOST_PLACES = 5
"""Columns of places that fit a narrow terminal."""


def order_of_play(batch: Batch) -> list[RenderableType]:
    """Return the section on the order of play: who moves first, what it does, what it is worth."""
    started, moved = starts(batch), turn_order(batch)
    return [
        Text("Order of play: the red belt moves first, then to the left", style="bold"),
        Text(words(started, mixed=len(set(batch.lineup)) > 1 and not batch.rotate)),
        Text(),
        Text("Points of a round against the table's mean, by place in its first turn:"),
        _edges(started),
        Text(),
        Text("Dice taken in 100 moves, by place in the turn:"),
        _moves(batch, moved, "move_share"),
        Text(),
        Text("Tokens used in 100 moves, by place in the turn:"),
        _moves(batch, moved, "used_per_move"),
        Text(),
        Text("Tokens in a game:"),
        _tokens(tokens(batch)),
    ]


def words(started: pl.DataFrame, *, mixed: bool = False) -> str:
    """Return what it is worth to start a round, as far as it can be told.

    Parameters
    ----------
    started : polars.DataFrame
        What `analysis.starts` says of the games.
    mixed : bool
        Different policies play, each always on the same seats.
    """
    if mixed:
        return _MIXED
    if started["edge_se"].is_null().any():
        return _TOO_FEW
    rounds: dict[int, list[dict[str, Any]]] = {}
    for row in started.filter(place=0).sort("stage").to_dicts():
        rounds.setdefault(row["seat"], []).append(row)
    games = [started.row(by_predicate=_is_game_of(seat), named=True) for seat in rounds]
    tested = [
        (row, "edge", f"the points of {row['stage']}") for rows in rounds.values() for row in rows
    ]
    for row in games:
        tested.append((row, "edge", f"the points of {seat_name(row['seat'])} in the game"))
        tested.append((row, "win_edge", f"the wins of {seat_name(row['seat'])}"))
    found = [what for row, name, what in tested if is_beyond(row, name, len(tested))]
    together = f"all {len(tested)} numbers tested together at {percent(1 - LEVEL, 0)}"
    if not found:
        n_games = max(started["n_games"])
        return (
            f"No effect of starting a round can be seen with {n_games:,} games ({together}): "
            f"who starts is within {_furthest(rounds, games)}."
        )
    told = [_of_starter(row, rounds[row["seat"]]) for row in games]
    beyond = "all of these" if len(found) == len(tested) else _listed(found)
    told.append(f"Beyond chance ({together}): {beyond}.")
    idle = started.filter(stage="game", n_starts=0)["seat"].to_list()
    if idle:
        others = f"seat{'s' * (len(idle) > 1)} {_listed([str(seat + 1) for seat in idle])}"
        start = "start" if len(idle) > 1 else "starts"
        gaps = "; ".join(_gap(row) for row in games)
        told.append(f"Against {others}, which {start} no round: {gaps}.")
    return "\n".join([*told, _GO_TOGETHER])


def _is_game_of(seat: int) -> pl.Expr:
    return (pl.col("seat") == seat) & (pl.col("stage") == "game")


def _listed(words: Sequence[str]) -> str:
    """Return ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


_TOO_FEW = (
    "Too few games to say what starting a round is worth; with --rotate every seat needs some with "
    "every policy."
)
_MIXED = (
    "Seats play in different ways here, and a seat's place follows from its number: these numbers "
    "mix who moves when with how it plays. --rotate tells them apart."
)
_GO_TOGETHER = (
    "A seat's places in the three rounds go together: its game and its wins are the work of all "
    "three, not of the start alone."
)


def is_beyond(row: Mapping[str, Any], name: str, n: int) -> bool:
    """Return whether an estimate differs from 0 by more than chance, tested with n - 1 others.

    Each is tested at a level that gives 5 % for at least one false alarm among them (Bonferroni).
    """
    one, all_ = (NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / tests) for tests in (1, n))
    value, low, high = (row[key] for key in (name, f"{name}_low", f"{name}_high"))
    return bool(abs(value) * one > max(value - low, high - value) * all_)


def _of_starter(game: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]]) -> str:
    """Return what the seat that starts these rounds has, in a sentence."""
    numbers = _listed([row["stage"].removeprefix("round ") for row in rounds])
    several = len(rounds) > 1
    scored = _listed([_apart(row, "edge") for row in rounds])
    return (
        f"The seat that starts round{'s' * several} {numbers} ({seat_name(game['seat'])}) scores "
        f"{scored} than its table in {'these rounds' if several else 'that round'}; in the game "
        f"it scores {_apart(game, 'edge')} than its table and wins "
        f"{_apart(game, 'win_edge', percent=True)} than its share."
    )


def _apart(row: Mapping[str, Any], name: str, *, percent: bool = False) -> str:
    """Return ``0.31 ± 0.05 points more`` or ``less``."""
    value, low, high = (row[key] for key in (name, f"{name}_low", f"{name}_high"))
    ends = (value, low, high) if value >= 0 else (-value, -high, -low)
    number = estimate(dict(zip(("x", "x_low", "x_high"), ends, strict=True)), "x", percent=percent)
    return f"{number}{'' if percent else ' points'} {'more' if value >= 0 else 'less'}"


def _gap(game: Mapping[str, Any]) -> str:
    points = estimate(game, "edge_gap", sign="+")
    wins = estimate(game, "win_gap", percent=True, sign="+")
    return f"{seat_name(game['seat'])} {points} points, {wins} of the wins"


def _furthest(
    rounds: Mapping[int, Sequence[Mapping[str, Any]]], games: Sequence[Mapping[str, Any]]
) -> str:
    """Return the furthest ends of the intervals: of rounds, games, wins."""

    def most(rows: Iterable[Mapping[str, Any]], name: str) -> float:
        return max(abs(float(row[f"{name}_{end}"])) for row in rows for end in ("low", "high"))

    of_rounds = most((row for rows in rounds.values() for row in rows), "edge")
    return (
        f"{of_rounds:.2f} points of its table in that round, {most(games, 'edge'):.2f} in the game, "
        f"and {percent(most(games, 'win_edge'))} of its share of the wins (ends of the intervals)"
    )


def _edges(started: pl.DataFrame) -> Table:
    """Return how far places are from the table's mean, by round."""
    stages = started["stage"].unique(maintain_order=True).to_list()[:-1]
    made = table("moves", *stages)
    for place in sorted(started["place"].drop_nulls().unique()):
        rows = started.filter(place=place).sort("stage").to_dicts()
        made.add_row(PLACES[place], *(estimate(row, "edge", sign="+") for row in rows))
    return made


def _moves(batch: Batch, moved: pl.DataFrame, name: str) -> Table:
    """Return an estimate for each move as one for 100, by kind and place, of all rounds."""
    places = list(range(batch.players))
    if len(places) > _MOST_PLACES:
        places = [*places[: _MOST_PLACES - 2], *places[-2:]]
    made = table("", *(PLACES[place] for place in places))
    rows = moved.filter(stage="game").drop_nulls(name)
    for kind in rows["kind"].unique(maintain_order=True):
        cells = rows.filter(pl.col("place").is_in(places), kind=kind).sort("place").to_dicts()
        made.add_row(_name(kind), *(_of_100(row, name) for row in cells))
    return made


def _of_100(row: Mapping[str, Any], name: str) -> str:
    keys = (name, f"{name}_low", f"{name}_high")
    hundredfold = {key: None if row[key] is None else 100 * row[key] for key in keys}
    return estimate(hundredfold, name, most_decimals=2)


def _tokens(frame: pl.DataFrame) -> Table:
    made = table("tokens", "used", "left at the end")
    for row in frame.filter(by="all").to_dicts():
        made.add_row(_name(row["kind"]), estimate(row, "used"), estimate(row, "left"))
    return made


def _name(kind: str) -> str:
    return cards("roll")[kind].name
