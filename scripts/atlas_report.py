"""``simkit atlas report``: all that an atlas says, as one page, as Markdown, and as charts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scripts._output import ForceOption, run_folder
from scripts._run import write_tables
from scripts.atlas import AtlasOption, folder_of


def report(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for the report.")],
    atlas: AtlasOption = None,
    goal: Annotated[
        list[str] | None,
        typer.Option(
            "--goal",
            metavar="GOAL",
            help="What it is about: closer, richer, ...; or a measure, +score or -tie. Repeat it for several; the "
            "first is paired with each of the others. Default: all that have a name.",
        ),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Write a report of an atlas: a page that needs no network, the same as Markdown, charts, tables.

    What cards and pairs of cards do, which menus stand at the ends, where the printed ones lie, how sure that is.
    Prints the path of the page.
    """
    from analysis.atlas.view import Atlas
    from reports.atlas_answers import AtlasAnswers
    from reports.report import PAGE, write_atlas_report

    answers = AtlasAnswers.of(Atlas.read(folder_of(atlas)), goal or ())
    with run_folder(out, force=force) as folder:
        write_atlas_report(folder, answers)
        write_tables(folder, answers.frames(), answers.manifest())
    print(out / PAGE)
