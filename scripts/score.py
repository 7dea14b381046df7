"""``simkit score``: the points of what lies on the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from scripts._output import Format, FormatOption, print_csv
from simkit.errors import InputError


def score(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Tableaux in TOML or JSON (docs/formats.md)."),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of such files, nothing else.")
    ] = False,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """Count what the players have in front of them: a round, or a whole game.

    A file with `seats = [["tempura", "squid"], ["maki 3"]]` is enough; with `game = "go"` it is of
    Sushi Go!, with `game = "roll"` of Sushi Roll.
    """
    if schema:
        from simkit.tableau_file import score_schema

        print(json.dumps(score_schema(), indent=2, ensure_ascii=False))
        return
    if file is None:
        raise InputError("FILE is missing: name a file. See `simkit score --help`.")
    from simkit import score as count

    sheet = count(file)
    if fmt is Format.JSON:
        print(json.dumps(sheet.to_dict(), indent=2, ensure_ascii=False))
    elif fmt is Format.CSV:
        print_csv(sheet.rows())
    else:
        print(sheet)
