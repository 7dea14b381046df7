"""A page of a metric: what it asks, its formula, what it takes for granted, how it fails, how well it works."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

QUESTIONS = {
    "cards": "What is each card worth on this menu, with these players?",
    "seats": "Does it matter where I sit?",
    "menu": "What is this menu like?",
    "compare": "Is menu A different from B, and in what?",
    "skill": "Is it true only for beginners?",
    "certainty": "How sure is it?",
}
"""What a designer asks, in order, and what is to be asked of all answers; pages are grouped by it."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is to be known of one metric. Texts are Markdown; `inspect.cleandoc` takes off their indent.

    Attributes
    ----------
    name, title : str
        Name of the page; what it is called.
    about : str
        The question it belongs to, of `QUESTIONS`.
    question, formula, assumes, fails : str
        What it answers; how; what it takes for granted; how it misleads.
    characteristics : str
        How its intervals are made; what it finds and misses, as far as that was proved, or measured elsewhere than
        in `docs/characteristics.md`.
    measured : tuple of str
        The rows of `docs/characteristics.md` that are about it, by their first column; ``*`` stands for anything.
    source : str
        Where the definition is from.
    command : str
        That shows it.
    columns : mapping of str to tuple of str
        Columns in which it stands, by table; without ``_se``, ``_low`` and ``_high``.
    rows : str
        Which rows of these tables, if not all of them.
    """

    name: str
    title: str
    about: str
    question: str
    formula: str
    assumes: str
    fails: str
    characteristics: str
    measured: tuple[str, ...] = ()
    source: str = ""
    command: str = "simkit analyze"
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rows: str = ""
