"""How many games an experiment is given, on the command line: so many, or until the answer is narrow enough."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.errors import InputError

if TYPE_CHECKING:
    from analysis.gather import Budget
    from analysis.until import Stop

GamesOption = Annotated[
    int | None,
    typer.Option("--games", "-n", help="So many games of each experiment, in place of --target."),
]
TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        metavar="HALF",
        help="Play until intervals are as narrow: 0.1pt (points) or 0.5pp (of 100 wins), to each side.",
    ),
]
MaxGamesOption = Annotated[
    int | None,
    typer.Option("--max-games", help="Games of each experiment, at the most (with --target)."),
]
MaxTimeOption = Annotated[
    str | None,
    typer.Option(
        "--max-time", metavar="TIME", help="Time of each experiment, at the most: 30s, 5m, 1h."
    ),
]
_WHY = {"most games": "--max-games", "time": "--max-time", "stopped": "Ctrl-C"}


def budget(
    games: int | None,
    target: str | None,
    max_games: int | None,
    max_time: str | None,
    *,
    usual: Budget,
) -> Budget:
    """Read how many games there are to be; `usual` says so if nobody else does.

    Raises
    ------
    InputError
        Two answers, or one that is none.
    """
    from analysis.gather import MAX_GAMES, Budget, Target
    from simkit.runner import MAX_GAMES as MOST
    from simkit.runner import check_whole

    seconds = seconds_of(max_time)
    if games is not None:
        if target is not None or max_games is not None:
            raise InputError("--games says how many games: leave out --target and --max-games.")
        return Budget(games=check_whole("games", games, 1, MOST), max_seconds=seconds)
    most = MAX_GAMES if max_games is None else check_whole("max-games", max_games, 1, MOST)
    if target is not None:
        return Budget(target=Target.read(target), max_games=most, max_seconds=seconds)
    if usual.is_fixed and max_games is not None:
        raise InputError("--max-games goes with --target: say how narrow intervals are to be.")
    return Budget(games=usual.games, target=usual.target, max_games=most, max_seconds=seconds)


def seconds_of(max_time: str | None) -> float:
    """Read the time that a run may take; without one it has all the time.

    Raises
    ------
    InputError
        It is none.
    """
    from analysis.gather import read_seconds

    if max_time is None:
        return math.inf
    try:
        return read_seconds(max_time)
    except ValueError as error:
        raise InputError(f"--max-time '{max_time}': {error}.") from None


def how_it_ended(stop: Stop, games: int) -> str:
    """Say whether a run of so many games has reached its target, and else how far that is."""
    from analysis.gather import Target

    what = "win shares" if stop.target.unit == "pp" else "points"
    if stop.ended == "target":
        return (
            f"Stopped at the target: after {games:,} games the intervals of all {what} are within "
            f"± {stop.target}."
        )
    words = f"Target not reached after {games:,} games ({_WHY[stop.ended]})"
    if not math.isfinite(stop.half):
        return f"{words}: too few to say how many more it takes."
    words += f": half width is still {Target(float(f'{stop.half:.3g}'), stop.target.unit)}"
    if 0 < stop.more < math.inf:
        words += f"; about {float(f'{stop.more:.2g}'):,.0f} games more"
    return f"{words}."
