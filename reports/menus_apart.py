"""What is different on the table of two menus: no estimate, but where differences come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simkit.menus.catalogue import card_ids, cards

if TYPE_CHECKING:
    from simkit.menus import Menu

_OTHER = ("rulings", "hand_size", "desserts", "variants", "dice", "tokens")


def apart(a: Menu, b: Menu, name: str) -> str:
    """Return in what two menus differ, in a sentence; `name` is that of b, a is A."""
    if a.game != b.game:
        return f"A is a menu of {a.game}, {name} one of {b.game}."
    words = []
    for here, there, letter in ((a, b, "A"), (b, a, name)):
        only = [kind for kind in here.kinds if kind not in there.kinds]
        if only:
            words.append(f"only {letter} has {_names(here, only)}")
    both = [kind for kind in a.kinds if kind in b.kinds]
    points = [kind for kind in both if a.points.get(kind) != b.points.get(kind)]
    copies = [kind for kind in both if _copies(a, kind) != _copies(b, kind)]
    words += [
        f"{what} differ: {_names(a, kinds)}"
        for what, kinds in (("points", points), ("copies", copies))
        if kinds
    ]
    one, other = a.to_dict(), b.to_dict()
    changed = [field for field in _OTHER if one.get(field) != other.get(field)]
    if changed:
        words.append(f"{', '.join(changed).replace('_', ' ')} differ")
    return f"On the table: {'; '.join(words)}." if words else "On the table nothing is different."


def _names(menu: Menu, kinds: list[str]) -> str:
    return ", ".join(cards(menu.game)[kind].name for kind in kinds)


def _copies(menu: Menu, kind: str) -> list[Any]:
    return [menu.counts[card] for card in card_ids(kind, menu.game).values()]
