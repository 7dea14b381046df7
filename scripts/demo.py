"""``simkit demo``: a printed menu played a million times, what the games show, and a report of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scripts._analysis import PANEL, SECTIONS, Asked
from scripts._output import ForceOption, SeedOption, ThreadsOption, console, run_folder
from scripts.report import write
from scripts.simulate import simulate
from simkit.errors import InputError

MENU, PLAYERS = "party/sushi-go", 4
_GAMES, _OF_EACH = 1_000_000, 4_000


def demo(
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for the report.")
    ] = Path("runs/demo"),
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            help=f"Games to play; the report's experiments have as many, {_OF_EACH:,} at the most.",
        ),
    ] = _GAMES,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    force: ForceOption = False,
) -> None:
    """Play the printed menu Sushi Go! with four players, say what the games show, and write a report.

    Prints the path of its page last.
    """
    if games < 1:
        raise InputError(f"--games {games}: must be 1 or more.")
    from analysis.gather import Budget
    from reports.answers import Answers
    from reports.report import PAGE

    asked = Asked(
        MENU,
        players=str(PLAYERS),
        policies=PANEL,
        sections=SECTIONS,
        budget=Budget(games=min(games, _OF_EACH)),
        seed=seed,
        threads=threads,
        house=False,
    )
    with run_folder(out, force=force) as folder:
        simulate(MENU, players=PLAYERS, games=games, seed=seed, threads=threads)
        console(stderr=True).print("\nA report of that menu (some 20 seconds):")
        write(folder, Answers.of(asked.answer(quiet=False)), own_files=True)
    print(out / PAGE)
