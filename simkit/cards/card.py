"""What a card is: facts, default points, and the kernels that say what it does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simkit._jit import kernel
from simkit.cards.outlook import Plan, Prospects, Unplanned

Points = int | list[int] | Mapping[str, int | list[int]]


@kernel
def nothing(rules, table, p, k):
    """Do nothing: the kernel of a card that has no part in a moment."""


@kernel
def nothing_seen(rules, table, k):
    """Do nothing: the look of a card that needs no common view."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One printed card of a kind.

    Attributes
    ----------
    slug : str
        Card id, e.g. ``"maki-2"``.
    name : str
        Name for people, e.g. ``"Maki (2 icons)"``.
    n_copies : int
        Copies in the box.
    value, other : int
        Icons (maki, uramaki), fruit (0 watermelon, 1 pineapple, 2 orange; ``other`` and ``value``).
    number : int
        Order number of an action card, 0 without.
    """

    slug: str
    name: str
    n_copies: int
    value: int = 0
    other: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: facts, numbers and kernels in one block.

    Kernels work on whole rows; their signature is ``(rules, table, p, k)`` for seat p, and
    ``(rules, table, k)`` for ``begin``, ``look`` and ``at_once``, which concern all seats.

    Attributes
    ----------
    slug, name, group : str
        Group is nigiri, roll, appetizer, special or dessert.
    colour, hex : str
        Background colour (rules A7); kinds with the same ``hex`` share it.
    variants : tuple of Variant
        The printed cards.
    points : int, list or dict
        Default points in the form of a menu file's ``[points]`` table; None for a card without.
    rule : str
        What it does, in a sentence for people.
    min_players, max_players : int
        Legal player counts (rules A2).
    begin : kernel
        What starts anew each turn.
    look : kernel
        What all seats see before they choose, and before points are counted.
    gain : kernel
        Worth of one more of this card, visible now.
    reveal : kernel
        What happens when it comes to a table.
    at_once : kernel
        What happens after the reveal and after each further card: races and clashes.
    hide : kernel
        What it no longer counts for when ``table.flip`` cards of it are turned face-down.
    score : kernel
        Points at the end of a round.
    final : kernel
        Points at the end of the game (desserts).
    flips : kernel
        How many to turn over with a takeout box, and what that gains.
    outlook : callable
        What one more of this card will have been worth at the end, by turn and progress: see
        `simkit.cards.outlook`.
    plan : kernel
        Looks up that worth for players that plan.
    rivals : kernel
        What such players see of their opponents.
    """

    slug: str
    name: str
    group: str
    colour: str
    hex: str
    variants: tuple[Variant, ...]
    points: Points | None
    rule: str
    min_players: int = 2
    max_players: int = 8
    begin: Callable[..., Any] = nothing_seen
    look: Callable[..., Any] = nothing_seen
    gain: Callable[..., Any] = nothing
    reveal: Callable[..., Any] = nothing
    at_once: Callable[..., Any] = nothing_seen
    hide: Callable[..., Any] = nothing
    score: Callable[..., Any] = nothing
    final: Callable[..., Any] = nothing
    flips: Callable[..., Any] = nothing
    outlook: Callable[[Prospects, int], Plan] = Unplanned
    plan: Callable[..., Any] = nothing
    rivals: Callable[..., Any] = nothing_seen

    @property
    def n_copies(self) -> int:
        """Copies of the kind in the box."""
        return sum(v.n_copies for v in self.variants)

    @property
    def is_dessert(self) -> bool:
        """Whether it stays with its owner until the end of the game."""
        return self.group == "dessert"

    @property
    def is_numbered(self) -> bool:
        """Whether it is an action card with an order number."""
        return any(v.number for v in self.variants)


def same(slug: str, name: str, n_copies: int) -> tuple[Variant, ...]:
    """Make the one variant of a kind whose cards are all alike."""
    return (Variant(slug, name, n_copies),)


def numbered(slug: str, name: str, first: int) -> tuple[Variant, ...]:
    """Make three action cards with order numbers from first on."""
    return tuple(
        Variant(f"{slug}-{n}", f"{name} {n}", 1, number=n) for n in range(first, first + 3)
    )
