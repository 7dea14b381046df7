"""``simkit analyze``: what the cards of a menu are worth, whether seats matter, what the menu is like."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._analysis import (
    PANEL,
    SECTIONS,
    Asked,
    PanelOption,
    SectionsOption,
)
from scripts._lineup import PlayerCountsOption
from scripts._output import (
    MENU_HELP,
    ForceOption,
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
from scripts._run import write_analysis

if TYPE_CHECKING:
    from analysis.answers import Analysis


def analyze(
    menu: Annotated[str, typer.Argument(metavar="MENU", help=MENU_HELP)],
    players: PlayerCountsOption = "4",
    policies: PanelOption = PANEL,
    sections: SectionsOption = SECTIONS,
    games: GamesOption = None,
    target: TargetOption = None,
    max_games: MaxGamesOption = None,
    max_time: MaxTimeOption = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    out: OutOption = None,
    force: ForceOption = False,
    quiet: QuietOption = False,
    house: HouseOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Say what each card is worth, whether seats matter, what the menu is like, and what is luck."""
    from analysis.answers import usual_budget

    given = budget(games, target, max_games, max_time, usual=usual_budget())
    asked = Asked(
        menu,
        players=players,
        policies=policies,
        sections=sections,
        budget=given,
        seed=seed,
        threads=threads,
        house=house,
    )
    with nullcontext() if out is None else run_folder(out, force=force) as folder:
        found = asked.answer(quiet=quiet)
        if folder is not None:
            write_analysis(folder, found)
    _print(found, fmt)
    if out is not None and not quiet:
        console(stderr=True).print(f"Written to {out}", soft_wrap=True)


def _print(found: Analysis, fmt: Format) -> None:
    if fmt is Format.TEXT:
        from reports.analysis import analysis_summary
        from reports.answers import Answers

        console().print(analysis_summary(Answers.of(found)))
        return
    from reports.analysis_tables import NAME, to_json, to_long

    if fmt is Format.JSON:
        print_json(NAME, to_json(found))
    else:
        print_csv(to_long(found))
