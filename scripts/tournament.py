"""``simkit tournament``: let policies play each other and rate them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._lineup import PlayersOption
from scripts._output import (
    MENU_HELP,
    STOPPED,
    ForceOption,
    Format,
    FormatOption,
    HouseOption,
    QuietOption,
    ThreadsOption,
    console,
    print_csv,
    print_json,
    run_folder,
)
from scripts._progress import progress_bar
from scripts._run import write_contest
from simkit.errors import InputError, PolicyError, nearest

if TYPE_CHECKING:
    import polars as pl

    from simkit.contest_result import Contest

ALL = "all"


def tournament(
    policies: Annotated[
        list[str],
        typer.Argument(
            metavar="POLICY...",
            help="Who plays: greedy, rule, weighted+noise=0.1, mine.py, ... (see `simkit policies`).",
        ),
    ],
    menu: Annotated[str, typer.Option("--menu", "-m", help=MENU_HELP)],
    players: PlayersOption = 4,
    games: Annotated[
        int,
        typer.Option("--games", "-n", help="Games of all line-ups; rounded up to whole blocks."),
    ] = 100_000,
    line_ups: Annotated[
        str,
        typer.Option("--line-ups", metavar="K|all", help="The most line-ups: a sample, or all."),
    ] = "128",
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="POLICY",
            help="Only against this one: alone among its copies, and it alone among theirs.",
        ),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            "--anchor",
            metavar="POLICY",
            help="Whose rating is 1000. Default: who --against says, or the mean.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Decides deals, line-ups and seats.")] = 0,
    threads: ThreadsOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for tables (Parquet), a chart (PNG) and a manifest."),
    ] = None,
    force: ForceOption = False,
    quiet: QuietOption = False,
    house: HouseOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Let policies play each other, all of them in all seats on the same deals, and rate them."""
    most = _most(line_ups)
    anchor = anchor if anchor is not None else against
    known = [name.strip() for name in (*policies, *([] if against is None else [against]))]
    if anchor is not None and (anchor := anchor.strip()) not in known:
        raise PolicyError(f"--anchor '{anchor}': is not entered.{nearest(anchor, known)}")
    with _folder(out, force=force) as folder, _progress(games, quiet=quiet) as progress:
        from simkit import tournament as play

        contest = play(
            menu,
            policies,
            players=players,
            games=games,
            line_ups=most,
            against=against,
            seed=seed,
            house=house,
            threads=threads,
            progress=progress,
        )
        if contest.n_games == 0:
            raise KeyboardInterrupt
        from analysis import contest_tables

        tables = contest_tables(contest, anchor=anchor)
        if folder is not None:
            write_contest(folder, contest, tables, anchor=anchor)
    _print(contest, tables, fmt, anchor)
    _say(contest, out, quiet=quiet)


def _most(line_ups: str) -> int | None:
    """Read how many line-ups are wanted at the most."""
    if line_ups == ALL:
        return None
    try:
        return int(line_ups)
    except ValueError:
        raise InputError(
            f"--line-ups '{line_ups}': must be a whole number from 1, or '{ALL}'."
        ) from None


@contextmanager
def _folder(out: Path | None, *, force: bool) -> Iterator[Path | None]:
    with nullcontext() if out is None else run_folder(out, force=force) as folder:
        yield folder


@contextmanager
def _progress(games: int, *, quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    with nullcontext() if quiet else progress_bar(games) as progress:
        yield progress


def _print(
    contest: Contest, tables: dict[str, pl.DataFrame], fmt: Format, anchor: str | None
) -> None:
    if fmt is Format.TEXT:
        from reports.contest import summary

        console().print(summary(contest, tables, anchor=anchor))
        return
    from reports.contest_tables import NAME, to_json, to_long

    if fmt is Format.JSON:
        print_json(NAME, to_json(contest, tables, anchor=anchor))
    else:
        print_csv(to_long(tables))


def _say(contest: Contest, out: Path | None, *, quiet: bool) -> None:
    """Say on stderr where the run is and whether it was stopped; leave with 130 if so."""
    screen = console(stderr=True)
    if out is not None and not quiet:
        screen.print(f"Written to {out}", soft_wrap=True)
    if contest.interrupted:
        games = f"{contest.n_games:,} of {contest.n_planned:,} games"
        screen.print(f"Stopped: these are the results of {games}.", soft_wrap=True)
        raise typer.Exit(STOPPED)
