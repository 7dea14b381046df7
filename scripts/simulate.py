"""``simkit simulate``: play a menu many times and say what the games show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._lineup import PlayersOption, PoliciesOption, PolicyOption, listed
from scripts._output import (
    MENU_HELP,
    STOPPED,
    Format,
    FormatOption,
    HouseOption,
    console,
    print_csv,
    print_json,
    run_folder,
)
from scripts._progress import progress_bar
from scripts._run import write_run
from simkit.errors import InputError

if TYPE_CHECKING:
    from simkit.batch import Batch


def simulate(
    menu: Annotated[str, typer.Argument(metavar="MENU", help=MENU_HELP)],
    players: PlayersOption = 4,
    games: Annotated[int, typer.Option("--games", "-n", help="Games to play.")] = 100_000,
    policy: PolicyOption = "greedy",
    policies: PoliciesOption = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Let every policy play in every seat.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Decides every game.")] = 0,
    threads: Annotated[
        int | None, typer.Option("--threads", help="Default: all cores. Never changes a result.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for the tables (Parquet) and a manifest.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an older run in --out.")] = False,
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
    with _folder(out, force=force) as folder, progress_bar(games) as progress:
        from simkit import simulate as play

        batch = play(
            menu,
            players=players,
            games=games,
            policy=policy,
            policies=None if policies is None else listed(policies),
            seed=seed,
            rotate=rotate,
            house=house,
            threads=threads,
            progress=progress,
            records=folder / "records" if folder is not None and records else None,
        )
        if batch.n_games == 0:
            raise KeyboardInterrupt
        if folder is not None:
            write_run(folder, batch)
    _print(batch, fmt)
    _say(batch, out)


@contextmanager
def _folder(out: Path | None, *, force: bool) -> Iterator[Path | None]:
    with nullcontext() if out is None else run_folder(out, force=force) as folder:
        yield folder


def _print(batch: Batch, fmt: Format) -> None:
    if fmt is Format.TEXT:
        from reports.summary import summary

        console().print(summary(batch))
    else:
        from reports.tables import NAME, to_json, to_long

        if fmt is Format.JSON:
            print_json(NAME, to_json(batch))
        else:
            print_csv(to_long(batch))


def _say(batch: Batch, out: Path | None) -> None:
    """Say on stderr where the run is and whether it was stopped; leave with 130 if so."""
    screen = console(stderr=True)
    if out is not None:
        screen.print(f"Written to {out}", soft_wrap=True)
    if batch.interrupted:
        games = f"{batch.n_games:,} of {batch.n_requested:,} games"
        screen.print(f"Stopped: these are the results of {games}.", soft_wrap=True)
        raise typer.Exit(STOPPED)
