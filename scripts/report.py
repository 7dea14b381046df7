"""``simkit report``: what a designer opens first, as one page, as Markdown, and as charts."""

from __future__ import annotations

from pathlib import Path
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
    HouseOption,
    QuietOption,
    SeedOption,
    ThreadsOption,
    run_folder,
)
from scripts._precision import GamesOption, MaxGamesOption, MaxTimeOption, TargetOption, budget
from scripts._run import write_answers
from simkit.errors import InputError

if TYPE_CHECKING:
    from reports.answers import Answers

_OF_GAMES = (
    *("menu", "players", "policies", "sections", "games", "target", "max_games"),
    *("max_time", "seed", "threads", "house"),
)
"""What says which games are played: nothing of it goes with --from."""


def report(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for the report.")],
    menu: Annotated[str | None, typer.Argument(metavar="MENU", help=MENU_HELP)] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="RUN_DIR",
            help="Play nothing: report what `analyze --out`, `compare --out` or an older report has written.",
        ),
    ] = None,
    players: PlayerCountsOption = "4",
    policies: PanelOption = PANEL,
    sections: SectionsOption = SECTIONS,
    games: GamesOption = None,
    target: TargetOption = None,
    max_games: MaxGamesOption = None,
    max_time: MaxTimeOption = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    force: ForceOption = False,
    quiet: QuietOption = False,
    house: HouseOption = False,
) -> None:
    """Write a report of a menu: a page that needs no network, the same as Markdown, charts, tables.

    Prints the path of the page.
    """
    if source is not None:
        _only(context)
        from reports.answers import Answers

        answers = Answers.read(source)
        with run_folder(out, force=force) as folder:
            write(folder, answers, own_files=False)
    else:
        if menu is None:
            raise InputError("MENU is missing: name a menu, or a folder with --from.")
        from analysis.answers import usual_budget

        asked = Asked(
            menu,
            players=players,
            policies=policies,
            sections=sections,
            budget=budget(games, target, max_games, max_time, usual=usual_budget()),
            seed=seed,
            threads=threads,
            house=house,
        )
        from reports.answers import Answers

        with run_folder(out, force=force) as folder:
            write(folder, Answers.of(asked.answer(quiet=quiet)), own_files=True)
    from reports.report import PAGE

    print(out / PAGE)


def write(folder: Path, answers: Answers, *, own_files: bool) -> None:
    """Write a report and what it is made of; see `reports.report.write_report`."""
    from reports.report import write_report

    write_report(folder, answers, own_files=own_files)
    write_answers(folder, answers)


def _only(context: typer.Context) -> None:
    """Raise InputError if anything beside --from says which games are meant."""
    for name in _OF_GAMES:
        given = context.get_parameter_source(name)
        if given is not None and given.name == "COMMANDLINE":
            said = "MENU" if name == "menu" else f"--{name.replace('_', '-')}"
            raise InputError(f"--from reports games that were played: leave out {said}.")
