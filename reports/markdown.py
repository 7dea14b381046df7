"""A report as Markdown: the same sentences and the main tables, charts as files beside it."""

from __future__ import annotations

import re
from typing import TypeGuard

from reports.grid import Cell
from reports.pieces import Gallery, Picture, Piece, Print, Sheet, Story, Words

_LONG = ("turns", "measures", "columns", "character", "pairs", "best", "fronts", "effects")
"""Tables that have a file of their own: they are long, or wide; of some there are several (``best-...``)."""

_MARKS = re.compile(r"([\\`*_{}\[\]#|~$])")
_BEGINNING = re.compile(r"^(\d*)([-+=.)])(?=[-=\s]|$)")  # of a list, or a line under a heading
_FENCE = re.compile(r"`+")


def markdown(story: Story, *, folder: str, tables: str) -> str:
    """Return a report as Markdown.

    Parameters
    ----------
    story : Story
    folder : str
        Where the charts are, from where the file is.
    tables : str
        Where `long_tables` are.
    """
    parts = [f"# {plain(story.title)}", plain(story.subtitle)]
    for section in story.sections:
        parts.append(f"## {plain(section.title)}")
        if section.intro:
            parts.append(plain(section.intro))
        parts += [text for piece in section.pieces if (text := _piece(piece, folder, tables))]
    return "\n\n".join(parts) + "\n"


def long_tables(story: Story) -> str:
    """Return the tables that are too long for the report; nothing if there are none."""
    found = [piece for section in story.sections for piece in section.pieces if _is_long(piece)]
    parts = [f"# {plain(story.title)}: the longest tables", *(_sheet(piece) for piece in found)]
    return "\n\n".join(parts) + "\n" if found else ""


def _is_long(piece: Piece) -> TypeGuard[Sheet]:
    return isinstance(piece, Sheet) and piece.slug.partition("-")[0] in _LONG


def plain(text: str) -> str:
    """Return a text in which nothing is a mark of Markdown, of HTML, or a link."""
    return _BEGINNING.sub(r"\1\\\2", _inside(text))


def _inside(text: str) -> str:
    """Return a text for a place within a line."""
    line = " ".join(text.split())
    line = _MARKS.sub(r"\\\1", line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
    return line.replace("://", "&#58;//").replace("www.", "www&#46;").replace("@", "&#64;")


def _piece(piece: Piece, folder: str, tables: str) -> str:
    if isinstance(piece, Words):
        return _words(piece)
    if isinstance(piece, Sheet):
        return _elsewhere(piece, tables) if _is_long(piece) else _sheet(piece)
    if isinstance(piece, Gallery):
        return "\n\n".join(_picture(picture, folder) for picture in piece.pictures)
    return _print(piece)


def _elsewhere(piece: Sheet, tables: str) -> str:
    n = len(piece.lines)
    return f"### {plain(piece.caption)}\n\n{n:,} line{'s' * (n > 1)}: in [{tables}]({tables})."


def _picture(picture: Picture, folder: str) -> str:
    return f"![{plain(picture.title)}]({folder}/{picture.name}.svg)\n\n{plain(picture.alt)}"


def _words(piece: Words) -> str:
    title = [f"### {plain(piece.title)}"] if piece.title else []
    if piece.listed:
        return "\n\n".join([*title, "\n".join(f"- {plain(item)}" for item in piece.items)])
    return "\n\n".join([*title, *map(plain, piece.items)])


def _sheet(piece: Sheet) -> str:
    heads = [_cell(head.text) for head in piece.heads]
    rules = ["---:" if head.is_number else "---" for head in piece.heads]
    rows = [[_shown(cell) for cell in line.cells] for line in piece.lines]
    table = "\n".join(f"| {' | '.join(row)} |" for row in (heads, rules, *rows))
    note = [plain(piece.note)] if piece.note else []
    return "\n\n".join([f"### {plain(piece.caption)}", table, *note])


def _shown(cell: Cell) -> str:
    return _cell(cell.text)


def _cell(text: str) -> str:
    return _inside(text) or " "


def _print(piece: Print) -> str:
    """Return a text letter by letter, in a fence longer than any in it."""
    fence = "`" * max(3, 1 + max(map(len, _FENCE.findall(piece.text)), default=0))
    return f"{plain(piece.caption)}:\n\n{fence}text\n{piece.text}\n{fence}"
