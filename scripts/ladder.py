"""``simkit ladder``: every policy against the one below it, on every menu."""

from __future__ import annotations

from typing import Annotated

import typer

from scripts._lineup import PlayersOption
from scripts._output import (
    MENU_HELP,
    Format,
    FormatOption,
    HouseOption,
    QuietOption,
    ThreadsOption,
    console,
    print_csv,
    print_json,
)

NAME = "simkit/ladder/1"


def ladder(
    policies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[POLICY...]", help="The rungs, the weakest first. Default: all of simkit's."
        ),
    ] = None,
    menu: Annotated[
        list[str] | None,
        typer.Option(
            "--menu", "-m", help=f"{MENU_HELP} Repeat it for several. Default: all printed menus."
        ),
    ] = None,
    players: PlayersOption = 4,
    games: Annotated[int, typer.Option("--games", "-n", help="Games of each step.")] = 40_000,
    slow_games: Annotated[
        int, typer.Option("--slow-games", help="Games of each step with `search`.")
    ] = 400,
    seed: Annotated[int, typer.Option("--seed", help="Decides deals and seats.")] = 0,
    threads: ThreadsOption = None,
    quiet: QuietOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="A table for documents.")] = False,
    house: HouseOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Play every policy against the one below it: alone among such, and one such among others."""
    from analysis.ladder import RUNGS, climb, steps
    from simkit.errors import InputError
    from simkit.menus import load, printed
    from simkit.policies.lineup import player

    rungs = tuple(policies) if policies else RUNGS
    if len(rungs) < 2:
        raise InputError("a ladder of one policy: name at least two, the weakest first.")
    for spec in rungs:
        player(spec)
    menus = [load(name, house=house) for name in menu] if menu else list(printed())
    if not menu:
        menus += [load("go"), load("roll")]
    rows = []
    screen = console(stderr=True)
    total = len(menus) * len(steps(rungs))
    for row in climb(
        menus,
        rungs,
        players=players,
        games=games,
        slow_games=slow_games,
        seed=seed,
        threads=threads,
    ):
        rows.append(row)
        if not quiet:
            screen.print(
                f"{len(rows)} of {total}: {row['game']}/{row['menu']}, {row['upper']} before {row['lower']} "
                f"{row['ahead']:.1%}",
                soft_wrap=True,
            )
    _print(rows, fmt, as_markdown=markdown)


def _print(rows: list[dict[str, object]], fmt: Format, *, as_markdown: bool) -> None:
    from reports import ladder as report

    if fmt is Format.JSON:
        print_json(NAME, {"steps": rows})
    elif fmt is Format.CSV:
        print_csv(rows)
    elif as_markdown:
        print(report.markdown(rows), end="")
    else:
        screen = console()
        screen.print(report.grid(rows))
        screen.print(
            "Percent of meetings at one table in which the first stands before the second, ± half of a 95 % interval."
            + ("" if all(row["beats"] for row in rows) else " *: not beyond one half."),
            soft_wrap=True,
        )
