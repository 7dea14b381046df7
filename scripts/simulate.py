"""``simkit simulate``: play a menu many times and say what the games show."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._lineup import PlayersOption, PoliciesOption, PolicyOption
from scripts._output import (
    MENU_HELP,
    STOPPED,
    ForceOption,
    Format,
    FormatOption,
    HouseOption,
    OutOption,
    SeedOption,
    ThreadsOption,
    console,
    print_csv,
    print_json,
    run_folder,
)
from scripts._precision import MaxGamesOption, MaxTimeOption, TargetOption, budget, how_it_ended
from scripts._progress import progress_bar
from scripts._run import write_run
from simkit.errors import InputError
from simkit.lineup_text import listed

if TYPE_CHECKING:
    from analysis.gather import Budget
    from analysis.until import Stop
    from simkit.batch import Batch

_GAMES = 100_000
_RECORDS = "records"


def simulate(
    menu: Annotated[str, typer.Argument(metavar="MENU", help=MENU_HELP)],
    players: PlayersOption = 4,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help=f"Games to play; {_GAMES:,} unless said.")
    ] = None,
    target: TargetOption = None,
    max_games: MaxGamesOption = None,
    max_time: MaxTimeOption = None,
    policy: PolicyOption = "greedy",
    policies: PoliciesOption = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Let every policy play in every seat.")
    ] = False,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    out: OutOption = None,
    force: ForceOption = False,
    records: Annotated[
        bool, typer.Option("--records", help="Write every single game to --out too.")
    ] = False,
    house: HouseOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Play a menu many times: points and wins by seat, what each kind brings, who leads.

    Sushi Roll also: tokens, and what it does to move first.
    """
    if records and out is None:
        raise InputError("--records: say with --out where the games are to be written.")
    given = _until(games, target, max_games, max_time)
    fixed = _GAMES if games is None else games
    with _folder(out, force=force) as folder, progress_bar(fixed) as progress:
        from simkit import simulate

        def play(games: int) -> Batch:
            name = _RECORDS if given is None else f"{_RECORDS}-{games}"
            return simulate(
                menu,
                players=players,
                games=games,
                policy=policy,
                policies=None if policies is None else listed(policies),
                seed=seed,
                rotate=rotate,
                house=house,
                threads=threads,
                progress=None if progress is None else partial(progress, total=games),
                records=folder / name if folder is not None and records else None,
            )

        stop = None
        if given is None:
            batch = play(fixed)
        else:
            from analysis.until import simulate_until

            batch, stop = simulate_until(play, given)
        if batch.n_games == 0:
            raise KeyboardInterrupt
        if folder is not None:
            if records and given is not None:
                _keep_records(folder, batch.n_requested)
            write_run(folder, batch, stop)
    _print(batch, stop, fmt)
    _say(batch, stop, out)


def _until(
    games: int | None, target: str | None, max_games: int | None, max_time: str | None
) -> Budget | None:
    """Return the target and its limits; None where a number of games is to be played."""
    if target is None:
        if max_games is not None or max_time is not None:
            raise InputError(
                "--max-games and --max-time go with --target: say how narrow intervals are to be."
            )
        return None
    from analysis.gather import Budget

    return budget(games, target, max_games, max_time, usual=Budget())


def _keep_records(folder: Path, games: int) -> None:
    """Keep the records of the run of so many games: up to a target there are several."""
    (folder / f"{_RECORDS}-{games}").rename(folder / _RECORDS)
    for other in folder.glob(f"{_RECORDS}-*"):
        shutil.rmtree(other)


@contextmanager
def _folder(out: Path | None, *, force: bool) -> Iterator[Path | None]:
    with nullcontext() if out is None else run_folder(out, force=force) as folder:
        yield folder


def _print(batch: Batch, stop: Stop | None, fmt: Format) -> None:
    if fmt is Format.TEXT:
        from reports.summary import summary

        console().print(summary(batch, stop))
    else:
        from reports.tables import NAME, to_json, to_long

        if fmt is Format.JSON:
            print_json(NAME, to_json(batch, stop))
        else:
            print_csv(to_long(batch, stop))


def _say(batch: Batch, stop: Stop | None, out: Path | None) -> None:
    """Say on stderr where the run is and how it ended; leave with 130 if it was stopped."""
    screen = console(stderr=True)
    if out is not None:
        screen.print(f"Written to {out}", soft_wrap=True)
    if stop is not None:
        screen.print(how_it_ended(stop, batch.n_games), soft_wrap=True)
        if stop.ended == "stopped":
            raise typer.Exit(STOPPED)
    if batch.interrupted:
        games = f"{batch.n_games:,} of {batch.n_requested:,} games"
        screen.print(f"Stopped: these are the results of {games}.", soft_wrap=True)
        raise typer.Exit(STOPPED)
