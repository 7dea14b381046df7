"""Analyses on the command line: what is asked, and the asking."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts._lineup import playable, player_counts
from scripts._output import console
from simkit.lineup_text import listed

if TYPE_CHECKING:
    from analysis.answers import Analysis
    from analysis.gather import Budget
    from simkit.menus import Menu

PANEL, SECTIONS = "greedy,weighted", "cards,pairs,seats,menu,luck"

PanelOption = Annotated[
    str,
    typer.Option(
        "--policies",
        "--policy",
        metavar="POLICIES",
        help="A panel from beginner to expert, a,b,...: each plays in all seats of tables of its own.",
    ),
]
SectionsOption = Annotated[
    str,
    typer.Option("--sections", metavar="SECTIONS", help=f"What is asked, of {SECTIONS}."),
]


class Asked:
    """What is asked of a menu; all of it is read before anything is played.

    Parameters
    ----------
    menu : str
    players, policies, sections : str
        As on the command line.
    budget : Budget
    seed : int
    threads : int or None
    house : bool
    """

    def __init__(
        self,
        menu: str,
        *,
        players: str,
        policies: str,
        sections: str,
        budget: Budget,
        seed: int,
        threads: int | None,
        house: bool,
    ) -> None:
        from simkit.menus import load

        self._menu: Menu = load(menu, house=house)
        self._players: Sequence[int] = playable(player_counts(players), [self._menu])
        self._options: dict[str, Any] = {
            "policies": listed(policies),
            "sections": listed(sections),
            "budget": budget,
            "seed": seed,
            "house": house,
            "threads": threads,
        }

    def answer(self, *, quiet: bool) -> Analysis:
        """Play the games and return what they say."""
        from analysis.answers import analyze

        with nullcontext() if quiet else _progress() as progress:
            return analyze(self._menu, players=self._players, progress=progress, **self._options)


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
