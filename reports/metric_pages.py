"""The pages of all metrics as Markdown; `reports.docs` writes them to ``docs/metrics``."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from inspect import cleandoc
from textwrap import fill

from analysis.pages import PAGES, QUESTIONS, Page

_WIDTH = 110
_KEPT = ("    ", "|")  # formulas and tables keep their lines

INDEX = "README.md"
MEASURED = "characteristics.md"

_COLUMNS = ["metric", "planted", "rate of", "runs", "found", "nominal"]
_PLANTED = "Planted truth, from [characteristics](../characteristics.md):"

_HEADINGS = {
    "Question": "question",
    "Formula": "formula",
    "Assumes": "assumes",
    "Fails": "fails",
    "Operating characteristics": "characteristics",
    "Source": "source",
}
_HEAD = """\
# Metrics

A page for every metric of `simkit analyze` and `simkit compare`: the question, the formula, what it takes for
granted, how it fails, and how well it works. What `simkit simulate` and `simkit tournament` show is in
[metrics.md](../metrics.md); how to read an analysis in [analysis.md](../analysis.md), a comparison in
[compare.md](../compare.md); what was planted and how often it was found in
[characteristics.md](../characteristics.md).

These pages are made of [`analysis/pages/`](../../analysis/pages/) and
[`analysis/measures/`](../../analysis/measures/) by `python -m reports.docs docs`.
"""


def documents(characteristics: str) -> dict[str, str]:
    """Return the text of each file, the index included, by its name.

    Parameters
    ----------
    characteristics : str
        The text of `docs/characteristics.md`, whose rows stand on the pages of what they are about.
    """
    rows = [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in characteristics.splitlines()
        if line.startswith("| ")
    ]
    pages = {f"{page.name}.md": _text(page, rows) for page in PAGES}
    return {INDEX: _index(), **pages}


def _text(page: Page, rows: list[list[str]]) -> str:
    parts = [f"# {page.title}", flowed(_where(page))]
    for heading, name in _HEADINGS.items():
        text = flowed(getattr(page, name))
        if text:
            parts.append(f"## {heading}\n\n{text[0].upper()}{text[1:]}")
        if name == "characteristics" and page.measured:
            parts += [_PLANTED, _table(page, rows)]
    return "\n\n".join(parts) + "\n"


def _table(page: Page, rows: list[list[str]]) -> str:
    """Return the rows of characteristics that are about a metric."""
    shown = []
    for name in page.measured:
        found = [row[: len(_COLUMNS)] for row in rows if fnmatchcase(row[0], name)]
        if not found:
            raise ValueError(f"{page.name}: docs/characteristics.md has no row '{name}'")
        shown += found
    lines = [_COLUMNS, ["---"] * len(_COLUMNS), *shown]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _where(page: Page) -> str:
    """Return by which command it is shown, and in which tables and columns it stands."""
    commands = ", ".join(
        f"`{command}`" if command.startswith("simkit") else command
        for command in page.command.split(", ")
    )
    tables = "; ".join(
        f"`{table}`: {', '.join(f'`{column}`' for column in columns)}"
        for table, columns in page.columns.items()
    )
    rows = f", in the rows of {page.rows}" if page.rows else ""
    return f"{commands}. Tables and columns: {tables}{rows}." if tables else f"{commands}."


def flowed(text: str) -> str:
    """Return Markdown without its indent, its paragraphs and lists in lines of even length."""
    blocks = re.split(r"\n\n+", cleandoc(text))
    return "\n\n".join(block if block.startswith(_KEPT) else _block(block) for block in blocks)


def _block(block: str) -> str:
    items = re.split(r"\n(?=- )", block)
    return "\n".join(
        fill(
            " ".join(item.split()).replace(" %", "\0%"),
            _WIDTH,
            subsequent_indent="  " if item.startswith("- ") else "",
            break_long_words=False,
            break_on_hyphens=False,
        ).replace("\0%", " %")
        for item in items
    )


def _index() -> str:
    parts = [_HEAD]
    for i, (name, question) in enumerate(QUESTIONS.items(), 1):
        lines = [
            f"| [{page.title}]({page.name}.md) | {cleandoc(page.question).splitlines()[0]} |"
            for page in PAGES
            if page.about == name
        ]
        parts.append(
            "\n".join([f"## {i}. {question}", "", "| metric | question |", "|---|---|", *lines])
            + "\n"
        )
    return "\n".join(parts)
