"""Lists and ranges in words."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.menus import Menu


def joined(names: Sequence[str], *, last: str = "and") -> str:
    """Return a list in words: ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def span(numbers: Sequence[int]) -> str:
    """Return from where to where numbers go: ``512``, ``512 to 2,560``."""
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def counts(numbers: Sequence[int]) -> str:
    """Return numbers of players, which rise: ``2 to 6``, ``2, 4 and 8``, ``4``."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return joined([str(n) for n in numbers])


def seat_name(seat: int) -> str:
    """Return what a seat is called; tables of numbers count from 0, people from 1."""
    return f"seat {seat + 1}"


def passed(menu: Menu) -> str:
    """Return what is passed where: ``Hands are passed to the left``."""
    if menu.dice:
        return "Belts are passed to the left"
    if _goes_both_ways(menu):
        return "Hands are passed to the left, in round 2 to the right"
    return "Hands are passed to the left"


def fed(menu: Menu) -> str:
    """Return what a left neighbour gets: ``its hands``."""
    if menu.dice:
        return "its belt"
    return f"its hands{' in rounds 1 and 3' if _goes_both_ways(menu) else ''}"


def _goes_both_ways(menu: Menu) -> bool:
    return menu.variants is not None and menu.variants.passing == "both ways"
