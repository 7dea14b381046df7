"""What the kinds score: the rule book's values, and other values from a menu file.

What may be written for a kind follows from the form of its value in the catalogue: a number for a
number, a list for a list, a table with the same names for a table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from simkit.errors import MenuError, nearest
from simkit.menus.catalogue import cards
from simkit.menus.menu import Points
from simkit.menus.numbers import POINTS, Whole, Wholes
from simkit.schema import MAX_DESSERTS, MAX_ICONS, MAX_PLACES

_PLACES = {  # payouts by place
    "party": Wholes(POINTS, 1, MAX_PLACES),
    "go": Wholes(POINTS, 1, 2),  # what those tied split is told for two places only
    "roll": Wholes(POINTS, 1, MAX_PLACES),
}
_NUMBERS = {
    "wasabi": Whole(0, 10),  # a factor
    "uramaki.target": Whole(1, 100, "icons"),
    "edamame.cap": Whole(0, 100, "points"),
    "menu.tokens": Whole(1, 60, "tokens"),  # leftover tokens for its points
}
_LONGEST = {"onigiri": 5}  # a set has at most four shapes


def usual_points(kinds: tuple[str, ...], game: str = "party") -> dict[str, Points]:
    """Return the rule book's points of those kinds that score something themselves."""
    usual = {kind: cards(game)[kind].points for kind in kinds}
    return {kind: _frozen(points) for kind, points in usual.items() if points is not None}


def allowed(kind: str, game: str = "party") -> Whole | Wholes | dict[str, Whole | Wholes] | None:
    """Return what may be written for a kind: numbers, lists or named ones; None for nothing."""
    usual = cards(game)[kind].points
    if isinstance(usual, Mapping):
        return {
            name: _PLACES[game] if isinstance(value, list | tuple) else _number(f"{kind}.{name}")
            for name, value in usual.items()
        }
    if isinstance(usual, list | tuple):
        longest = MAX_DESSERTS if cards(game)[kind].group == "dessert" else MAX_ICONS
        return Wholes(POINTS, 1, _LONGEST.get(kind, longest))
    return None if usual is None else _number(kind)


def check_points(kind: str, value: object, *, where: str, game: str = "party") -> Points:
    """Return one entry of [points], completed by the rule book's values.

    Raises
    ------
    MenuError
        The entry has another form than the kind's points, an unknown name or an absurd number.
    """
    form = allowed(kind, game)
    place = f"{where}: points.{kind}"
    if form is None:
        raise MenuError(f"{place}: {kind} scores no points of its own; take the line out.")
    if not isinstance(form, dict):
        return _checked(form, value, place)
    usual = _frozen(cards(game)[kind].points)
    if not isinstance(value, Mapping):
        example = ", ".join(f"{name} = {json.dumps(entry)}" for name, entry in usual.items())
        raise MenuError(
            f"{place} = {json.dumps(value, default=str)}: must be a table, such as "
            f"{kind} = {{{example}}}."
        )
    for name in value:
        if name not in form:
            raise MenuError(
                f"{place}: there is no '{name}'.{nearest(name, form)} Known: {', '.join(form)}."
            )
    given = {name: _checked(form[name], entry, f"{place}.{name}") for name, entry in value.items()}
    return {**usual, **given}


def _number(place: str) -> Whole:
    return _NUMBERS.get(place, POINTS)


def _checked(form: Whole | Wholes, value: object, place: str) -> int | tuple[int, ...]:
    try:
        return form.check(value)
    except ValueError as error:
        raise MenuError(f"{place} = {json.dumps(value, default=str)}: {error}.") from None


def _frozen(value: Any) -> Any:
    """Return the value with tuples for lists."""
    if isinstance(value, Mapping):
        return {name: _frozen(entry) for name, entry in value.items()}
    return tuple(value) if isinstance(value, list | tuple) else value
