"""What a policy is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.menus import Menu


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play, known by its name.

    Attributes
    ----------
    name : str
        Name on the command line.
    summary : str
        Idea in a sentence.
    valuation : kernel or None
        ``(rules, table, p)``: puts the worth of every card for seat p, with the constants of seat
        ``table.judge`` (mostly p itself), into ``table.gain[p]`` (a byte, ``OFFSET + 2 x points``), and the
        best card to copy into ``table.copy_card[p]`` (`best_copy`) where there are special orders. It may
        look at the table and hand of seat p and at what `look` has found. None: it draws uniformly.
    code : int
        For policies that draw: the code of their manner. Valuations get theirs from the registry.
    fill : callable or None
        ``(record, menu, p, data)``: puts the policy's numbers for seat p into the rules record.
    data : object
        The numbers it plays by if none are named.
    rollouts : int
        Games it plays ahead for a decision, its own valuation being everybody's play in them; 0: none.
    read : callable or None
        Reads the data that are named after a colon (``first:tempura,maki``); None: it takes none. Raises
        `PolicyError`.
    takes : str
        What is named after a colon, in words.
    rollouts : int
        Games it plays ahead for a decision if no number is named; 0: it does not search.
    """

    name: str
    summary: str
    valuation: Callable[..., Any] | None = None
    code: int = 0
    fill: Callable[[Any, Menu, int, Any], None] | None = None
    data: Any = None
    read: Callable[[str], Any] | None = None
    takes: str = ""
    rollouts: int = 0


def rows_of(record: Any, menu: Menu, slug: str) -> list[int]:
    """Return the rows of a kind or card; none if it is not on the menu."""
    if slug in menu.kinds:
        k = menu.kinds.index(slug)
        first = int(record.first[k])
        return list(range(first, first + int(record.n_variants[k])))
    return [menu.card_ids.index(slug)] if slug in menu.counts else []


TOKENS = ("menu", "chopsticks")
"""Tokens of the dice game, by their codes."""
