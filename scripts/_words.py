"""Cards and points in words, for tables that people read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.cards import Card
    from simkit.cards.roll import Die

_FEW = 6


def points_in_words(points: Any) -> str:
    """Return the points of a kind on one line: ``most 6, fewest -6`` or ``0, 0, 5, 5, ...``."""
    if points is None:
        return "-"
    if isinstance(points, Mapping):
        words = (f"{name.replace('_', ' ')} {_value(value)}" for name, value in points.items())
        return ", ".join(words)
    return _value(points)


def copies_in_words(card: Card, counts: Mapping[str, int]) -> str:
    """Return the copies of a kind, by variant where it has several: ``9 (4× egg, 5× salmon)``.

    Variants that are told apart by their order number only are not listed.
    """
    numbers = [counts[variant.slug] for variant in card.variants]
    if len(numbers) == 1 or (card.is_numbered and set(numbers) == {1}):
        return str(sum(numbers))
    names = (variant.slug.removeprefix(f"{card.slug}-") for variant in card.variants)
    parts = ", ".join(f"{n}× {name}" for name, n in zip(names, numbers, strict=True))
    return f"{sum(numbers)} ({parts})"


def dice_in_words(dice: Iterable[Die]) -> str:
    """Return how many dice there are of each type: ``5× nigiri, 6× maki``."""
    return ", ".join(f"{die.n_dice}× {die.slug}" for die in dice)


def faces_in_words(faces: Iterable[str]) -> str:
    """Return the faces of a die: ``2× nigiri-egg, 3× nigiri-salmon, nigiri-squid``."""
    sides = Counter(faces).items()
    return ", ".join(face if n == 1 else f"{n}× {face}" for face, n in sides)


def players_in_words(players: tuple[int, ...]) -> str:
    """Return numbers of players: ``2-8``, ``3, 5``, or ``none``."""
    if players and players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]}-{players[-1]}" if len(players) > 1 else str(players[0])
    return ", ".join(map(str, players)) or "none"


def _value(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return str(value)
    return "/".join(map(str, value)) if len(value) <= _FEW else _long(value)


def _long(values: list[int] | tuple[int, ...]) -> str:
    """Return the first values of a long table."""
    return "/".join(map(str, values[:_FEW])) + "/..."
