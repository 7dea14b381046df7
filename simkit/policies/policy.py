"""What a policy is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


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
    constants : mapping
        Worth, in points, of cards whose gain can not be seen on the tables.
    on_dice : mapping
        The same for the dice game, where menu and chopsticks are tokens: worth of one of them.
    call_at : float
        Points a second card must be worth for chopsticks or a spoon to be called.
    preferences : sequence of str
        Default list of a policy that takes one: card ids or kinds, best first.
    """

    name: str
    summary: str
    valuation: Callable[..., Any] | None = None
    code: int = 0
    constants: Mapping[str, float] | None = None
    on_dice: Mapping[str, float] | None = None
    call_at: float = 0.0
    preferences: Sequence[str] | None = None
