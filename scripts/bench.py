"""``simkit bench``: how fast this machine plays."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts._output import Format, FormatOption, print_csv, print_table
from simkit.lineup_text import listed

if TYPE_CHECKING:
    from simkit.bench import Speed


def bench(
    menu: Annotated[
        list[str] | None,
        typer.Argument(help="Menus; default: the eight printed ones of Party, go and roll."),
    ] = None,
    players: Annotated[str, typer.Option(help="Numbers of players, with commas.")] = "2,4,8",
    policies: Annotated[
        str, typer.Option(help="Policies (see `simkit policies`), with commas or semicolons.")
    ] = "random,greedy",
    repeats: Annotated[int, typer.Option(help="Runs of each row.")] = 15,
    milliseconds: Annotated[int, typer.Option(help="Length of a run.")] = 30,
    limit: Annotated[
        Path | None,
        typer.Option(help="The C program of the speed limit, or the folder with its sources."),
    ] = None,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Measure ns a game (CPU time of one thread, full statistics), minimum and median of runs."""
    from simkit import bench as library
    from simkit.errors import InputError

    try:
        counts = [int(n) for n in players.split(",")]
    except ValueError:
        raise InputError(
            f"players = {players}: must be numbers from 2 to 8, with commas."
        ) from None
    speeds = []
    for speed in library.bench(
        menu,
        players=counts,
        policies=listed(policies),
        repeats=repeats,
        milliseconds=milliseconds,
        limit=limit,
    ):
        print(f"{speed.menu}, {speed.players} players, {speed.policy}", file=sys.stderr)
        speeds.append(speed)
    rows = [speed.to_dict() for speed in speeds]
    if fmt is Format.JSON:
        print(json.dumps(rows, indent=2))
    elif fmt is Format.CSV:
        print_csv(rows)
    else:
        print_table([_line(speed) for speed in speeds])


def _line(speed: Speed) -> dict[str, Any]:
    """Return a row for people."""
    line = {
        "menu": speed.menu,
        "players": str(speed.players),
        "policy": speed.policy,
        "ns/game min": f"{speed.ns_per_game_min:.0f}",
        "median": f"{speed.ns_per_game_median:.0f}",
        "M games/s": f"{speed.games_per_second / 1e6:.2f}",
    }
    if speed.limit_ratio is not None:
        line["x limit"] = f"{speed.limit_ratio:.1f}"
    else:
        line["x limit"] = ""
    return line
