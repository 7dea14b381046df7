"""``simkit compare``: say whether menus differ, and in what."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._analysis import PANEL, PanelOption
from scripts._lineup import PlayerCountsOption, playable, player_counts
from scripts._output import (
    MENU_HELP,
    Format,
    FormatOption,
    HouseOption,
    OutOption,
    QuietOption,
    SeedOption,
    ThreadsOption,
    console,
    print_csv,
    print_json,
    run_folder,
)
from scripts._precision import GamesOption, MaxGamesOption, MaxTimeOption, TargetOption, budget
from scripts._progress import progress_bar
from scripts._run import write_comparison
from simkit.errors import InputError
from simkit.lineup_text import listed

if TYPE_CHECKING:
    from analysis.comparison import Comparison


def compare(
    menus: Annotated[
        list[str],
        typer.Argument(metavar="A B [C...]", help=f"{MENU_HELP} All are compared with the first."),
    ],
    players: PlayerCountsOption = "4",
    policies: PanelOption = PANEL,
    games: GamesOption = None,
    target: TargetOption = None,
    max_games: MaxGamesOption = None,
    max_time: MaxTimeOption = None,
    delta: Annotated[
        list[str] | None,
        typer.Option(
            "--delta",
            metavar="SIZE",
            help="The smallest difference that matters: 0.5pt, 2pp, score=1pt, kinds=0.2. Repeat it for several.",
        ),
    ] = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    out: OutOption = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report", metavar="DIR", help="Folder for a report: a page, Markdown, charts, tables."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace an older run in --out, in --report.")
    ] = False,
    quiet: QuietOption = False,
    house: HouseOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Say in what menus differ, by how much, in what they are alike, and what can't be told yet.

    All play the same games. Default: 50,000 of each menu with each policy at each number of players.
    """
    if len(menus) < 2:
        raise InputError("compare: name two menus or more.")
    from analysis.comparison import GAMES
    from analysis.comparison import compare as play
    from analysis.deltas import Deltas
    from analysis.gather import Budget
    from simkit.menus import load

    given = budget(games, target, max_games, max_time, usual=Budget(games=GAMES))
    deltas = Deltas.read(delta or [])
    loaded = [load(menu, house=house) for menu in menus]
    counts = playable(player_counts(players), loaded)
    with (
        nullcontext() if out is None else run_folder(out, force=force) as folder,
        nullcontext() if report is None else run_folder(report, force=force) as page_folder,
        nullcontext() if quiet else progress_bar(given.most * len(counts)) as progress,
    ):
        found = play(
            loaded,
            players=counts,
            policies=listed(policies),
            budget=given,
            deltas=deltas,
            seed=seed,
            threads=threads,
            progress=progress,
        )
        if folder is not None:
            write_comparison(folder, found)
        if page_folder is not None:
            _write_report(page_folder, found)
    _print(found, fmt)
    for written in (out, report):
        if written is not None and not quiet:
            console(stderr=True).print(f"Written to {written}", soft_wrap=True)


def _write_report(folder: Path, found: Comparison) -> None:
    from reports.answers import Answers
    from reports.report import write_report

    write_report(folder, Answers.of(found))
    write_comparison(folder, found)


def _print(found: Comparison, fmt: Format) -> None:
    if fmt is Format.TEXT:
        from reports.compare import summary

        console().print(summary(found))
        return
    from reports.compare_tables import NAME, to_json, to_rows

    if fmt is Format.JSON:
        print_json(NAME, to_json(found))
    else:
        print_csv(to_rows(found))
