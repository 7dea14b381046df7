"""How far a run is, on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scripts._output import console


@contextmanager
def progress_bar(games: int, what: str = "games") -> Iterator[Callable[..., None] | None]:
    """Give the function that is told how many games (or what else) are done; nothing is shown in a pipe.

    Where only the run itself knows how many games there will be it says so too.
    """
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn(
            f"{{task.completed:,.0f}} of {{task.total:,.0f}} {what}, {{task.fields[speed]}} {what}/s,"
        ),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=games, speed="-")

        def show(n: int, total: int = games) -> None:
            speed = bar.tasks[0].speed
            bar.update(
                task, completed=n, total=total, speed="-" if speed is None else f"{speed:,.0f}"
            )

        yield show
