"""Cards and faces as people write them: an id, or words of an id that fit no other one."""

from __future__ import annotations

from collections import Counter

from simkit.errors import InputError, nearest
from simkit.menus.catalogue import GAMES, cards, either

FACE_DOWN = "face-down"

_ENTRY = {"party": "card", "go": "card", "roll": "face"}
_COMMAND = {"party": "simkit cards", "go": "simkit cards go", "roll": "simkit cards roll"}
_ON_DICE = {"one": "1", "two": "2", "three": "3", "menus": "menu", "puddings": "pudding"}


def kind_of(card_id: str, game: str = "party") -> str:
    """Return the kind of a card id, or of a face."""
    return _kinds(game)[card_id]


def find_card(
    written: str, *, where: str, game: str = "party", used: Counter[str] | None = None
) -> str:
    """Return the card id or face that is meant: ``squid``, ``Egg nigiri``, ``maki 3``, ``soy``.

    Parameters
    ----------
    written : str
        What was written.
    where : str
        Begins the message.
    game : str
        Whose cards they are; on dice numbers may be words (``two menus``).
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
    >>> find_card("two chopsticks", where="die 1", game="roll")
    'chopsticks-2'
    """
    name = "-".join(written.lower().replace("_", " ").replace("-", " ").split())
    fitting = _fitting(name, game)
    if len(fitting) == 1:
        return fitting[0]
    if name in cards(game) and cards(game)[name].is_numbered:
        return next((card for card in fitting if not used or not used[card]), fitting[0])
    if fitting:
        raise InputError(f"{where}: '{written}' may be {either(fitting)}; say which.")
    raise InputError(f"{where}: there is no {_ENTRY[game]} '{written}'{_elsewhere(name, game)}")


def _kinds(game: str) -> dict[str, str]:
    return {variant.slug: kind.slug for kind in cards(game).values() for variant in kind.variants}


def _fitting(name: str, game: str) -> list[str]:
    """Return all that the name may mean in a game; an exact name means one thing only."""
    known = _kinds(game)
    if name in known or (name == FACE_DOWN and game == "party"):
        return [name]
    words = Counter(name.split("-"))
    if game == "roll":
        words = Counter(_ON_DICE.get(word, word) for word in words.elements())
        if words == Counter(["menu", "2"]):  # its one face has two menus
            return ["menu"]
    elif name[:1].isdigit():
        return []  # two cards, rather than a card with a 2
    if not name or name.isdigit():
        return []
    return [card for card in known if words <= Counter(card.split("-"))]


def _elsewhere(name: str, game: str) -> str:
    """Return the end of a message: which games have such a card, or which name is near."""
    having = [
        f'{title} (game = "{other}")'
        for other, title in GAMES.items()
        if other != game and _fitting(name, other)
    ]
    if having and not name[0].isdigit():
        return f" in {GAMES[game]}, but in {' and '.join(having)}."
    known = _kinds(game)
    parts = Counter(word for card in known for word in set(card.split("-")) if word.isalpha())
    short = [word for word, n in parts.items() if n == 1]
    hint = nearest(name, [*known, *cards(game), *short, *([FACE_DOWN] * (game == "party"))])
    return f".{hint} `{_COMMAND[game]}` lists all {_ENTRY[game]}s."
