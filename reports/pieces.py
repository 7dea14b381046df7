"""What a report consists of, before it becomes a page: sections of words, tables, pictures and prints.

What belongs to one number of players or to one policy says so, that a reader may leave it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from reports.grid import Cell


@dataclass(frozen=True, slots=True)
class Words:
    """Sentences.

    Attributes
    ----------
    items : tuple of str
    title : str
        A heading above them, or nothing.
    players : int or None
        The number of players they are about.
    listed : bool
        Each for itself in a list, or one after the other.
    """

    kind: ClassVar = "words"
    items: tuple[str, ...]
    title: str = ""
    players: int | None = None
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column; `about` says what stands in it: numbers, commands, or else words."""

    text: str
    about: str = ""
    is_number: bool = True
    is_code: bool = False
    players: int | None = None
    policy: str | None = None

    @property
    def look(self) -> str:
        """How the column looks on a page."""
        return "code" if self.is_code else "n" if self.is_number else ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table; `begins` a group of lines."""

    cells: tuple[Cell, ...]
    players: int | None = None
    policy: str | None = None
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table whose first column names the lines.

    Attributes
    ----------
    slug : str
        Its place on the page.
    caption : str
    heads : tuple of Head
    lines : tuple of Line
    note : str
        How to read it.
    """

    kind: ClassVar = "sheet"
    slug: str
    caption: str
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart.

    Attributes
    ----------
    name : str
        Of its files, and its place on the page.
    title, alt : str
        What it is about, and what it shows in words.
    svg : str
        It itself, as an element of a page; empty where the page would be too large with it.
    """

    name: str
    title: str
    alt: str
    svg: str
    players: int | None = None
    policy: str | None = None


@dataclass(frozen=True, slots=True)
class Gallery:
    """Charts of one kind: one, or one for each number of players or policy."""

    kind: ClassVar = "gallery"
    slug: str
    title: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Print:
    """A text that is shown as it is, letter by letter."""

    kind: ClassVar = "print"
    caption: str
    text: str


Piece = Words | Sheet | Gallery | Print


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report under a heading; `intro` is what is said first."""

    slug: str
    title: str
    pieces: tuple[Piece, ...]
    intro: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """All of a report, from the top.

    Attributes
    ----------
    title, subtitle : str
    sections : tuple of Section
    players : tuple of int
    policies : tuple of str
    """

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    players: tuple[int, ...]
    policies: tuple[str, ...]

    def sentences(self) -> list[str]:
        """Return all that is said in sentences."""
        words = [piece for section in self.sections for piece in section.pieces]
        return [
            *(section.intro for section in self.sections if section.intro),
            *(item for piece in words if isinstance(piece, Words) for item in piece.items),
        ]


def sheet(
    slug: str, caption: str, heads: Sequence[Head], lines: Sequence[Line], note: str = ""
) -> list[Piece]:
    """Return a table, if there is anything in it."""
    return [Sheet(slug, caption, tuple(heads), tuple(lines), note)] if lines else []
