"""Cards as people write them: an id, or words of an id that fit one card only."""

from __future__ import annotations

from collections import Counter

from simkit.errors import InputError, nearest
from simkit.menus.catalogue import cards

FACE_DOWN = "face-down"


def kind_of(card_id: str) -> str:
    """Return the kind of a card id."""
    return _kinds()[card_id]


def _kinds() -> dict[str, str]:
    return {variant.slug: kind.slug for kind in cards().values() for variant in kind.variants}


def find_card(written: str, *, where: str, used: Counter[str] | None = None) -> str:
    """Return the card id that is meant: ``squid``, ``Egg nigiri``, ``maki 3``, ``soy``.

    Parameters
    ----------
    written : str
        What was written.
    where : str
        Begins the message.
    used : Counter, optional
        Cards on the tables already: of numbered cards (``chopsticks``) the first free one is meant.

    Raises
    ------
    InputError
        No card fits, or several do.

    Examples
    --------
    >>> find_card("Egg nigiri", where="card 1"), find_card("orange watermelon", where="card 2")
    ('nigiri-egg', 'fruit-watermelon-orange')
    """
    name = "-".join(written.lower().replace("_", " ").replace("-", " ").split())
    known = _kinds()
    if name in known or name == FACE_DOWN:
        return name
    words = Counter(name.split("-"))
    fitting = [card for card in known if words <= Counter(card.split("-"))]
    if not name or name[0].isdigit() or name.isdigit():
        fitting = []
    if len(fitting) == 1:
        return fitting[0]
    if name in cards() and cards()[name].is_numbered:
        return next((card for card in fitting if not used or not used[card]), fitting[0])
    if fitting:
        raise InputError(f"{where}: '{written}' may be {_or(fitting)}; say which.")
    parts = Counter(word for card in known for word in set(card.split("-")) if word.isalpha())
    short = [word for word, n in parts.items() if n == 1]
    hint = nearest(name, [*known, *cards(), *short, FACE_DOWN])
    raise InputError(
        f"{where}: there is no card '{written}'.{hint} `simkit cards` lists all cards."
    )


def _or(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
