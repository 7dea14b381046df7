"""The ``simkit`` command: registers the commands and turns errors into one line and an exit code.

Exit codes: 0 done, 1 done but for cells of a sweep that failed, 2 something in the input has to be changed,
130 stopped with Ctrl-C. A bug of ours keeps its traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

# Blocks of games are worked off on all cores already: more threads in each product of small matrices only wait for
# each other. To be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import typer
from typer.exceptions import TyperException

from scripts import (
    analyze,
    atlas,
    atlas_report,
    bench,
    cards,
    compare,
    demo,
    ladder,
    menus,
    policies,
    replay,
    report,
    score,
    simulate,
    sweep,
    tournament,
    train,
)
from simkit._version import __version__
from simkit.errors import SimkitError, in_words

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help starts in a fifth of the time
)
app.add_typer(menus.app, name="menus", short_help="List and show menus, check your own.")
app.add_typer(atlas.app, name="atlas", short_help="All legal menus: ask, find, advise.")
atlas.app.command("report", short_help="Write what it says as a page with charts.")(
    atlas_report.report
)
app.command("cards", short_help="List every card, face and die of a box.")(cards.cards)
app.command("policies", short_help="List who can play, and how that is changed.")(policies.policies)
app.command("demo", short_help="A printed menu played, and a report of it.")(demo.demo)
app.command("bench", short_help="Measure the speed here.")(bench.bench)
app.command("simulate", short_help="Play a menu many times.")(simulate.simulate)
app.command("analyze", short_help="What is each card worth, do seats matter?")(analyze.analyze)
app.command("report", short_help="Write all of that as a page with charts.")(report.report)
app.command("train", short_help="Tune a player's weights by self-play.")(train.train)
app.command("ladder", short_help="Is each policy stronger than the last?")(ladder.ladder)
app.command("tournament", short_help="Rate policies by play.")(tournament.tournament)
app.command("compare", short_help="Is this menu different from that one?")(compare.compare)
app.command("sweep", short_help="Play thousands of menus into a store.")(sweep.sweep)
app.command("merge", short_help="Put stores of sweeps together.")(sweep.merge)
app.command("replay", short_help="Show one game again, turn by turn.")(replay.replay)
app.command("score", short_help="Count what lies on the table.")(score.score)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"simkit {__version__}")
        raise typer.Exit


@app.callback()
def simkit(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Monte Carlo simulation and menu balance for Sushi Go!, Sushi Go Party! and Sushi Roll."""


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    try:
        code = app(list(arguments), prog_name="simkit", standalone_mode=False)
        sys.stdout.flush()
    except SimkitError as error:
        return _say(str(error))
    except TyperException as error:
        return _usage(error)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, such as head, has seen enough
        _drop_stdout()
        return 1
    except OSError as error:
        if error.filename is not None:
            raise
        _drop_stdout()
        return _say(f"standard output: {in_words(error)}")
    return code if isinstance(code, int) else 0


def _say(message: str) -> int:
    """Print one line on stderr and return the exit code of bad input."""
    print(f"simkit: {' '.join(message.split())}", file=sys.stderr)
    return 2


def _usage(error: TyperException) -> int:
    """Print what is wrong with the arguments; without any arguments, the help."""
    message = error.format_message()
    if message.startswith("Usage:"):
        print(message, file=sys.stderr)
        return 2
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "simkit"
    message = message.replace("Value error, ", "").removesuffix(".")
    for found in _findings(error):
        if found["type"].startswith("int_"):
            message = message.replace(found["msg"], f"'{found['input']}' is not a whole number")
    return _say(f"{message}{'' if message.endswith('?') else '.'} See `{command} --help`.")


def _findings(error: TyperException) -> list[Any]:
    """Return what pydantic, which reads numbers for typer, found wrong."""
    errors = getattr(error.__cause__, "errors", None)
    return errors() if errors is not None else []


def _drop_stdout() -> None:
    """Send what is still in the buffer nowhere, so that leaving does not fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
