"""``simkit atlas``: all legal menus at once: ask for some, find the best for a goal, be told what a swap does."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts._output import (
    Format,
    FormatOption,
    QuietOption,
    SeedOption,
    TextOrJson,
    TextOrJsonOption,
    ThreadsOption,
    console,
    print_csv,
    print_json,
)
from scripts._progress import progress_bar
from simkit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from analysis.atlas.find import Prior
    from analysis.atlas.goals import Goal
    from analysis.deltas import Deltas
    from analysis.sweep.cells import Cell

app = typer.Typer(
    help="Ask for menus among all that the rule book allows; find the best; be told what a swap of cards does.",
    no_args_is_help=True,
)

AtlasOption = Annotated[
    Path | None,
    typer.Option(
        "--atlas",
        metavar="DIR",
        envvar="SIMKIT_ATLAS",
        help="Folder of the atlas: see `simkit atlas build`.",
    ),
]
PlayersOption = Annotated[int, typer.Option("--players", "-p", help="Number of players, 2 to 8.")]
IncludeOption = Annotated[
    list[str] | None,
    typer.Option("--include", metavar="CARD", help="Menus with this card. Repeat it for several."),
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="CARD", help="Menus without it. Repeat it for several."),
]
GoalOption = Annotated[
    list[str] | None,
    typer.Option(
        "--goal",
        metavar="GOAL",
        help="closer, richer, comebacks, open, late, ...; or a measure, +score or -tie. Repeat it for several, which "
        "are never added up.",
    ),
]
LineUpOption = Annotated[
    str,
    typer.Option(
        "--policy", metavar="POLICY", help="Who plays: one for all seats, or a,b,c,d by seat."
    ),
]
DeltaOption = Annotated[
    list[str] | None,
    typer.Option(
        "--delta",
        metavar="SIZE",
        help="The smallest difference that matters: 0.5pt, 2pp, margin=0.2. Repeat it for several.",
    ),
]
BudgetOption = Annotated[
    int | None, typer.Option("--budget", "-n", help="Games of all menus together, at the most.")
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", help="Processes. Default: all cores. Never changes a result."),
]

_LIMIT = re.compile(r"\s*([a-z_0-9]+)\s*(<=|>=)\s*([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)\s*", re.I)


@app.command()
def query(
    atlas: AtlasOption = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Number of players; default: all.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="POLICY", help="Line-up; default: all.")
    ] = None,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            metavar="LIMIT",
            help="'margin<=6' or 'score>=30'; shares as parts of 1. Repeat it for several.",
        ),
    ] = None,
    most: Annotated[
        list[str] | None, typer.Option("--max", metavar="MEASURE=VALUE", help="As --limit with <=.")
    ] = None,
    least: Annotated[
        list[str] | None, typer.Option("--min", metavar="MEASURE=VALUE", help="As --limit with >=.")
    ] = None,
    sort: Annotated[
        list[str] | None,
        typer.Option(
            "--sort",
            "--goal",
            metavar="GOAL",
            help="The best for this goal first: closer, richer, ..., +score, -tie. Several: those that no menu beats "
            "in all of them.",
        ),
    ] = None,
    show: Annotated[
        list[str] | None, typer.Option("--show", metavar="MEASURE", help="Show this measure too.")
    ] = None,
    top: Annotated[int, typer.Option("--top", help="How many menus.")] = 20,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Ask an atlas for menus: by cards, by limits, sorted by a goal, each figure with its interval."""
    from analysis.atlas.view import query as ask
    from reports.queried import NAME, table, to_json, to_rows, words

    folder = folder_of(atlas)
    limits = _limits(limit or [], most or [], least or [])
    options: dict[str, Any] = {
        "players": players,
        "policies": policy,
        "include": include or (),
        "exclude": exclude or (),
        "limits": limits,
    }
    if sort and len(sort) > 1:
        _front(folder, sort, options, show or [], top, fmt)
        return
    answer = ask(folder, **options, sort=sort[0] if sort else None, top=top, show=show or ())
    if fmt is Format.JSON:
        print_json(NAME, to_json(answer))
    elif fmt is Format.CSV:
        print_csv(to_rows(answer))
    else:
        console().print(table(answer.rows))
        print(words(answer))


@app.command()
def find(
    players: PlayersOption,
    goal: GoalOption = None,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    policy: LineUpOption = "weighted",
    budget: BudgetOption = None,
    delta: DeltaOption = None,
    atlas: AtlasOption = None,
    top: Annotated[int, typer.Option("--top", help="How many menus are shown.")] = 20,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    quiet: QuietOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Find the best menus for a goal by playing: how sure it is, and which could as well be the best.

    With several goals: the menus that no other beats in all of them. An atlas spares most of the games.
    """
    from analysis.atlas.crew import Crew
    from analysis.atlas.find import BUDGET
    from analysis.atlas.find import find as look
    from reports.found import NAME, summary, to_json, to_rows
    from simkit.lineup_text import listed

    if top < 1:
        raise InputError(f"--top {top}: must be 1 or more.")
    goals, deltas = _goals(goal), _deltas(delta)
    most = BUDGET if budget is None else budget
    with Crew(workers) as crew, nullcontext() if quiet else progress_bar(most) as progress:
        found = look(
            players,
            goals,
            play=crew.play,
            policies=listed(policy),
            include=include or (),
            exclude=exclude or (),
            budget=most,
            seed=seed,
            deltas=deltas,
            prior=_prior(atlas),
            progress=progress,
        )
    if fmt is Format.JSON:
        print_json(NAME, to_json(found))
    elif fmt is Format.CSV:
        print_csv(to_rows(found))
    else:
        console().print(summary(found, top=top))


@app.command()
def advise(
    menu: Annotated[
        str,
        typer.Argument(metavar="MENU", help="A printed menu of Party, or the path of a TOML file."),
    ],
    players: PlayersOption = 4,
    goal: GoalOption = None,
    swaps: Annotated[
        str, typer.Option("--swaps", help="Cards that are swapped at once: 1, 2 or 1,2.")
    ] = "1,2",
    policy: LineUpOption = "weighted",
    budget: BudgetOption = None,
    delta: DeltaOption = None,
    atlas: AtlasOption = None,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    threads: ThreadsOption = None,
    quiet: QuietOption = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Say which swap of one or two cards brings a menu nearer to a goal, by how much, and what can't be told.

    The best swaps and the menu are played on fresh games, the same ones in all of them.
    """
    from analysis.atlas.advise import BUDGET
    from analysis.atlas.advise import advise as ask
    from analysis.atlas.crew import Crew
    from reports.advice import NAME, summary, to_json, to_rows
    from simkit.lineup_text import listed

    goals, deltas = _goals(goal), _deltas(delta)
    most = BUDGET if budget is None else budget
    sizes = _sizes(swaps)
    with Crew(workers) as crew, nullcontext() if quiet else progress_bar(most) as progress:
        found = ask(
            menu,
            players,
            goals,
            play=crew.play,
            policies=listed(policy),
            swaps=sizes,
            budget=most,
            seed=seed,
            deltas=deltas,
            prior=_prior(atlas),
            threads=threads,
            progress=progress,
        )
    if fmt is Format.JSON:
        print_json(NAME, to_json(found))
    elif fmt is Format.CSV:
        print_csv(to_rows(found))
    else:
        console().print(summary(found))


@app.command()
def build(
    store: Annotated[
        Path, typer.Argument(metavar="STORE", help="Store of a sweep: see `simkit sweep`.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder of the atlas.")],
    measure: Annotated[
        list[str] | None,
        typer.Option("--measure", metavar="MEASURE", help="Only this one. Repeat it for several."),
    ] = None,
    quiet: QuietOption = False,
    fmt: TextOrJsonOption = TextOrJson.TEXT,
) -> None:
    """Make an atlas of what a sweep has played: each menu's figures, tightened by what its cards do elsewhere.

    The sweep of all legal menus is `simkit sweep atlas -o STORE`; some hundred of them are enough to begin with.
    """
    from analysis.atlas.view import build as make
    from analysis.sweep.store import digest, estimates, read
    from reports.queried import BUILT

    cells = estimates(read(store, measure), measure)
    with nullcontext() if quiet else progress_bar(1, "fits") as progress:
        made = make(cells, store=digest(store), progress=progress)
    made.write(out)
    content = {
        "atlas": str(out),
        "cells": made.cells.height,
        "played": int((made.cells["n_games"] > 0).sum()),
        "measures": made.measures,
    }
    if fmt is TextOrJson.JSON:
        print_json(BUILT, content)
        return
    print(
        f"Atlas of {content['cells']:,} menus and numbers of players, {content['played']:,} of them played, "
        f"{len(made.measures)} measures: {out}"
    )


def _front(
    folder: Path,
    sort: Sequence[str],
    options: dict[str, Any],
    show: Sequence[str],
    top: int,
    fmt: Format,
) -> None:
    """Print the menus that no other beats in all of several goals."""
    from polars import read_parquet_schema

    from analysis.atlas.goals import read_goal
    from analysis.atlas.pareto import pareto
    from analysis.atlas.view import matching, measures_of
    from reports.queried import FRONT, frame_rows, front_words, table

    known = measures_of(list(read_parquet_schema(folder / "cells.parquet")))
    goals = [read_goal(text, known) for text in sort]
    if top < 1:
        raise InputError(f"--top {top}: must be 1 or more.")
    columns = [*(goal.column for goal in goals), *show]
    found = pareto(matching(folder, **options, measures=columns), goals)
    if fmt is Format.JSON:
        print_json(FRONT, {"goals": list(sort), "menus": frame_rows(found.head(top))})
    elif fmt is Format.CSV:
        print_csv(frame_rows(found.head(top)))
    else:
        console().print(table(found.head(top)))
        print(front_words(found, top))


def folder_of(atlas: Path | None) -> Path:
    """Return the folder of the atlas."""
    how = "make one with `simkit sweep atlas -o STORE` and `simkit atlas build STORE -o DIR`"
    if atlas is None:
        raise InputError(f"no atlas: name one with --atlas DIR or in SIMKIT_ATLAS; {how}.")
    if (atlas / "cells.parquet").is_file():
        return atlas
    if (atlas / "cells").is_dir():
        raise InputError(
            f"{atlas}: is the store of a sweep; make an atlas of it with `simkit atlas build {atlas} -o DIR`."
        )
    raise InputError(f"{atlas}: there is no atlas; {how}.")


def _prior(atlas: Path | None) -> Callable[[Sequence[Cell], Sequence[Goal]], Prior] | None:
    """Return what an atlas knows, if there is one."""
    if atlas is None:
        return None
    from analysis.atlas.find import known_by

    folder = folder_of(atlas)
    return lambda cells, goals: known_by(folder, cells, goals)


def _goals(texts: list[str] | None) -> list[Goal]:
    from analysis.atlas.goals import GOALS, read_goal
    from analysis.sweep.statistics import SWEPT, column, parts_of

    if not texts:
        known = ", ".join(goal.name for goal in GOALS)
        raise InputError(f"--goal is missing: say what is wanted, one or several of {known}.")
    measures = [column(measure, part) for measure in SWEPT for part in parts_of(measure)]
    return [read_goal(text, measures) for text in texts]


def _deltas(texts: list[str] | None) -> Deltas:
    from analysis.deltas import Deltas

    return Deltas.read(texts or [])


def _sizes(text: str) -> tuple[int, ...]:
    found = tuple(part.strip() for part in text.split(","))
    if not set(found) <= {"1", "2"}:
        raise InputError(f"--swaps '{text}': must be 1, 2 or 1,2.")
    return tuple(int(part) for part in found)


def _limits(
    limits: Sequence[str], most: Sequence[str], least: Sequence[str]
) -> dict[str, tuple[float | None, float | None]]:
    """Read limits of measures; of two of a kind the narrower one counts."""
    found: dict[str, tuple[float | None, float | None]] = {}
    given = [("limit", text, text) for text in limits]
    given += [("max", text, text.replace("=", "<=", 1)) for text in most]
    given += [("min", text, text.replace("=", ">=", 1)) for text in least]
    for option, written, text in given:
        read = _LIMIT.fullmatch(text)
        try:
            name, sign, value = read.groups() if read else ("", "", "")
            number = float(value)
        except ValueError:
            form = "'margin<=6' or 'score>=30'" if option == "limit" else "MEASURE=VALUE: margin=6"
            raise InputError(f"--{option} '{written}': must be {form}.") from None
        low, high = found.get(name, (None, None))
        if sign == "<=":
            high = number if high is None else min(high, number)
        else:
            low = number if low is None else max(low, number)
        found[name] = (low, high)
    return found
