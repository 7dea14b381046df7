"""``simkit sweep`` and ``simkit merge``: play many cells into a store, and put stores together."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts._output import STOPPED, QuietOption, TextOrJson, TextOrJsonOption, console, print_json
from scripts._precision import MaxTimeOption
from simkit.errors import InputError

if TYPE_CHECKING:
    from analysis.sweep.engine import Progress
    from analysis.sweep.plan import Plan
    from analysis.sweep.store import Store

FAILED = 1
"""Exit code if all was done but cells that can not be played."""

_EVERY = 30.0  # seconds between two lines in a pipe


def sweep(
    plan: Annotated[
        str | None,
        typer.Argument(
            metavar="PLAN", help="A plan (TOML), or `atlas`: every legal menu of Party."
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="STORE", help="Folder of the store, new or one to be added to."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="Games of each cell, in place of the plan's."),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option("--target", metavar="HALF", help="In place of the plan's: 0.3pt, 0.5pp."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="In place of the plan's.")] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="Processes. Default: all cores. Never changes a result."),
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard",
            metavar="I/N",
            help="Only the I-th of N parts of the cells; see simkit merge.",
        ),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler", metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:PORT."
        ),
    ] = None,
    max_time: MaxTimeOption = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", help="Only say what there is to play, and about how long it takes."
        ),
    ] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of plans, nothing else.")
    ] = False,
    quiet: QuietOption = False,
    fmt: TextOrJsonOption = TextOrJson.TEXT,
) -> None:
    """Play a plan's cells (menus, numbers of players, line-ups) into a store, as far as it lacks them.

    Whatever stops it, the same command goes on. Exit code 1: done, but for cells that could not be played.
    """
    if schema:
        from analysis.sweep.forms import plan_schema

        print(json.dumps(plan_schema(), indent=2, ensure_ascii=False))
        return
    if plan is None:
        raise InputError("PLAN is missing: name a plan, or atlas. See `simkit sweep --help`.")
    if store is None:
        raise InputError("-o is missing: name the folder of the store. See `simkit sweep --help`.")
    if scheduler is not None and workers is not None:
        raise InputError("--workers: a cluster has its own; leave it out, or --scheduler.")
    if games is not None and target is not None:
        raise InputError("--games says how many games: leave out --target.")
    from analysis.sweep.plan import read_plan
    from simkit.runner import check_whole

    changes = {"games": games, "target": target, "seed": seed, "time": max_time}
    read = read_plan(plan, {name: value for name, value in changes.items() if value is not None})
    part = None if shard is None else _shard(shard)
    if workers is not None:
        check_whole("workers", workers, 1, 1024)
    _ = read.selection  # whatever is wrong with it is said before a store is made
    if dry_run:
        _estimate(read, store, part, workers, fmt)
        return
    _play(read, store, part, workers, scheduler, quiet=quiet, fmt=fmt)


def merge(
    stores: Annotated[list[str], typer.Argument(metavar="STORE...", help="Stores of sweeps.")],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="STORE", help="The store that they are added to."),
    ],
    fmt: TextOrJsonOption = TextOrJson.TEXT,
) -> None:
    """Put stores of sweeps together: what shards have played, or several machines.

    The same games count once. The result is that of one sweep of all.
    """
    from analysis.sweep import store as library
    from reports.sweep import MERGED, number

    found = library.merge(stores, out)
    _say_spoiled(found.torn, out)
    digest = library.digest(out)
    if fmt is TextOrJson.JSON:
        content = {"store": str(out), "cells": found.n_cells, "games": found.n_games}
        print_json(MERGED, {**content, "torn": found.torn, "digest": digest})
        return
    print(f"{number(found.n_cells, 'cell')}, {number(found.n_games, 'game')}.")
    print(f"Store {out}, digest {digest}.")


def _play(
    plan: Plan,
    path: Path,
    shard: tuple[int, int] | None,
    workers: int | None,
    scheduler: str | None,
    *,
    quiet: bool,
    fmt: TextOrJson,
) -> None:
    from analysis.sweep.engine import sweep as play
    from analysis.sweep.reached import reached
    from analysis.sweep.store import Store, digest
    from analysis.sweep.workers import cluster
    from reports.sweep import NAME, document, lines

    with ExitStack() as stack:
        executor = None if scheduler is None else stack.enter_context(cluster(scheduler))
        store = stack.enter_context(Store.open(path))
        _say_found(store)
        progress = stack.enter_context(_progress(quiet=quiet))
        swept = play(
            plan, store, workers=workers, executor=executor, shard=shard, progress=progress
        )
    content = swept, reached(path, swept.cell, plan.file.measure), str(path), digest(path)
    if fmt is TextOrJson.JSON:
        print_json(NAME, document(*content))
    else:
        print("\n".join(lines(*content)))
    if swept.ended == "stopped":
        raise typer.Exit(STOPPED)
    if swept.failed:
        raise typer.Exit(FAILED)


def _estimate(
    plan: Plan,
    path: Path,
    shard: tuple[int, int] | None,
    workers: int | None,
    fmt: TextOrJson,
) -> None:
    from analysis.sweep.engine import missing
    from analysis.sweep.store import Store
    from analysis.sweep.tasks import Costs
    from reports.sweep import ESTIMATE, duration, number
    from simkit.runner import thread_count

    n = thread_count(workers)
    with ExitStack() as stack:
        store = None
        if path.exists():
            store = stack.enter_context(Store.open(path, create=False))
            _say_found(store)
        found = missing(plan, store, shard=shard)
    games, seconds = found.estimate(Costs())
    content: dict[str, Any] = {
        "cells": len(found.cells),
        "decided": len(found.cells) - len(found.open),
        "left_out": found.left_out,
        "games": games,
        "seconds": round(seconds / n, 1),
        "workers": n,
    }
    if fmt is TextOrJson.JSON:
        print_json(ESTIMATE, content)
        return
    about = "" if plan.file.target is None else "about "
    print(
        f"{number(len(found.open), 'cell')} to play of {len(found.cells):,} ({content['decided']:,} before), "
        f"{about}{number(games, 'game')}: some {duration(seconds / n)} on {number(n, 'core')}."
    )


def _shard(text: str) -> tuple[int, int]:
    i, slash, n = text.partition("/")
    if not (slash and i.isdecimal() and n.isdecimal() and 1 <= int(i) <= int(n) <= 1_000_000):
        raise InputError(f"--shard '{text}': must be I/N with I from 1 to N, such as 1/4.")
    return int(i), int(n)


def _say_found(store: Store) -> None:
    """Say what of a store will not be used."""
    _say_spoiled(store.torn, store.path)
    if store.left_out:
        print(
            f"simkit: {store.path}: {store.left_out:,} rows of other versions of simkit are kept, and not used",
            file=sys.stderr,
        )


def _say_spoiled(torn: list[str], path: Path) -> None:
    if torn:
        print(
            f"simkit: {path}: spoiled files are left out, their games are played again: {', '.join(torn)}",
            file=sys.stderr,
        )


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Give the function that is told how far a sweep is: a bar, or in a pipe a line now and then."""
    from reports.sweep import progress_line

    screen = console(stderr=True)
    if quiet:
        yield None
        return
    if not screen.is_terminal:
        said = time.monotonic()

        def say(progress: Progress) -> None:
            nonlocal said
            if time.monotonic() - said >= _EVERY:
                said = time.monotonic()
                print(f"simkit: {progress_line(progress)}", file=sys.stderr, flush=True)

        yield say
        return
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(progress: Progress) -> None:
            bar.update(
                task,
                completed=progress.done,
                total=progress.cells,
                description=progress_line(progress),
            )

        yield show
