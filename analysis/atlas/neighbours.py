"""The menus next to a menu: one card of it swapped, or two, each for another card of its group.

A menu of Sushi Go Party! has so many cards of each group (`simkit.menus.catalogue.GROUPS`), so a card makes way for
one of its own group only; nigiri stay. What a menu says of its rulings, copies and points holds for its neighbours,
as far as the cards are still there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from simkit.errors import InputError, MenuError
from simkit.menus import Menu, build, check_players
from simkit.menus.catalogue import GROUPS, cards
from simkit.menus.file import parse

MOST_CARDS = 2
"""Cards of a menu that are swapped at once, at the most: of three there are thousands of ways."""

_NO_SWAPS = {
    "go": "Sushi Go! has one set of cards",
    "roll": "Sushi Roll has one set of dice",
}


@dataclass(frozen=True, slots=True)
class Swap:
    """Cards that make way for others of their groups.

    Attributes
    ----------
    out, into : tuple of str
        The cards that go, and in the same places those that come.
    menu : Menu
        The menu with the cards swapped.
    """

    out: tuple[str, ...]
    into: tuple[str, ...]
    menu: Menu

    def __str__(self) -> str:
        """Return it in words: ``tempura → sashimi, tea → wasabi``."""
        return ", ".join(f"{a} → {b}" for a, b in zip(self.out, self.into, strict=True))


def neighbours(menu: Menu, players: int, *, swaps: Collection[int] = (1,)) -> Iterator[Swap]:
    """Yield all swaps of so many cards that the rule book allows, those of one card first.

    Each menu comes once: where two appetizers make way for two others, the cards are paired in the order of the box.

    Parameters
    ----------
    menu : Menu
        A menu of Sushi Go Party! as the rule book has them.
    players : int
        Cards that are banned at this number of players do not come in.
    swaps : collection of int
        Numbers of cards, of 1 and 2.

    Raises
    ------
    MenuError, InputError
        The menu has no such neighbours, or the number of players or of cards is out of range.
    """
    if not swaps or not set(swaps) <= set(range(1, MOST_CARDS + 1)):
        raise InputError(f"swaps = {', '.join(map(str, swaps))}: must be 1, 2, or both.")
    if menu.game in _NO_SWAPS:
        raise MenuError(
            f"{menu.name}: {_NO_SWAPS[menu.game]}, so no card makes way for another; choose a menu of Sushi Go Party!."
        )
    if menu.house:
        raise MenuError(
            f"{menu.name}: a house menu has no groups within which cards could be swapped; choose a menu of 1 roll, "
            "3 appetizers, 2 specials and 1 dessert, without --house (house=True)."
        )
    check_players(menu, players)
    return _neighbours(menu, players, sorted(set(swaps)))


def replacements(menu: Menu) -> Iterator[tuple[str, str]]:
    """Yield each card of a menu with each one of its group that is not there, for any number of players."""
    for kind in menu.kinds:
        for other in cards().values():
            group = cards()[kind].group
            if group in GROUPS and other.group == group and other.slug not in menu.kinds:
                yield kind, other.slug


def swapped(menu: Menu, out: Sequence[str], into: Sequence[str]) -> dict[str, Any]:
    """Return a menu as the plain data of a menu file, with cards swapped.

    What the file says of copies and points of the cards that go is left out.
    """
    data = parse(menu.to_toml(), source=menu.name)
    data["cards"] = [kind for kind in menu.kinds if kind not in out] + list(into)
    for table in ("counts", "points"):
        data[table] = {k: v for k, v in data.get(table, {}).items() if k not in out}
    return data


def _neighbours(menu: Menu, players: int, swaps: Sequence[int]) -> Iterator[Swap]:
    single = [
        (kind, other)
        for kind, other in replacements(menu)
        if cards()[other].min_players <= players <= cards()[other].max_players
    ]
    for n in swaps:
        for pairs in combinations(single, n):
            out, into = zip(*pairs, strict=True)
            if len(set(out)) < n or len(set(into)) < n or _is_crossed(pairs):
                continue
            try:
                other = _named(menu, out, into)
                check_players(other, players)
            except MenuError:  # with its copies, the deck may be short now
                continue
            yield Swap(out, into, other)


def _is_crossed(pairs: Sequence[tuple[str, str]]) -> bool:
    """Return whether the same cards also go and come paired the other way, which is the one that counts."""
    order = list(cards())
    return any(
        cards()[a].group == cards()[b].group
        and order.index(a) < order.index(b)
        and order.index(x) > order.index(y)
        for (a, x), (b, y) in permutations(pairs, 2)
    )


def _named(menu: Menu, out: Sequence[str], into: Sequence[str]) -> Menu:
    name = f"{menu.name}, {', '.join(f'{b} for {a}' for a, b in zip(out, into, strict=True))}"
    name = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return build({**swapped(menu, out, into), "name": name}, source=name)


_LONGEST = 80  # characters of a menu's name
