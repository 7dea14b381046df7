"""``simkit analyze``: what the cards of a menu are worth, whether seats matter, what the menu is like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._lineup import PlayerCountsOption, listed, playable, player_counts
from scripts._output import (
    MENU_HELP,
    Format,
    FormatOption,
    HouseOption,
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
    policies: Annotated[
        str,
        typer.Option(
            "--policies",
            metavar="POLICIES",
            help="A panel from beginner to expert, a,b,...: each plays in all seats of tables of its own.",
        ),
    ] = "greedy,weighted",
    sections: Annotated[
        str,
        typer.Option(
            "--sections", metavar="SECTIONS", help="What is asked, of cards,pairs,seats,menu,luck."
        ),
    ] = "cards,pairs,seats,menu,luck",
    games: GamesOption = None,
    target: TargetOption = None,
    max_games: MaxGamesOption = None,
    max_time: MaxTimeOption = None,
    seed: Annotated[int, typer.Option("--seed", help="Decides every game.")] = 0,
    threads: Annotated[
        int | None, typer.Option("--threads", help="Default: all cores. Never changes a result.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for the tables (Parquet) and a manifest.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an older run in --out.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")] = False,
    house: HouseOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Say what each card is worth, whether seats matter, what the menu is like, and what is luck."""
    from analysis.answers import analyze as answer
    from analysis.answers import usual_budget
    from simkit.menus import load

    given = budget(games, target, max_games, max_time, usual=usual_budget())
    loaded = load(menu, house=house)
    counts, panel = playable(player_counts(players), [loaded]), listed(policies)
    wanted = listed(sections)
    with (
        nullcontext() if out is None else run_folder(out, force=force) as folder,
        nullcontext() if quiet else _progress() as progress,
    ):
        found = answer(
            loaded,
            players=counts,
            policies=panel,
            sections=wanted,
            budget=given,
            seed=seed,
            house=house,
            threads=threads,
            progress=progress,
        )
        if folder is not None:
            write_analysis(folder, found)
    _print(found, fmt)
    if out is not None and not quiet:
        console(stderr=True).print(f"Written to {out}", soft_wrap=True)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None] | None]:
    """Give the function that is told what is being done and how far it is; nothing is shown in a pipe."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of at most {task.total:,.0f} games"),
    )
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=1)

        def show(name: str, done: int, most: int) -> None:
            bar.update(task, description=name, completed=done, total=most)

        yield show


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
