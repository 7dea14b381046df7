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

_PLACES = Wholes(POINTS, 1, 3)  # payouts by place: no rule of the game knows a fourth
_NUMBERS = {
    "wasabi": Whole(0, 10),  # a factor
    "uramaki.target": Whole(1, 100, "icons"),
    "edamame.cap": Whole(0, 100, "points"),
}
_LONGEST = {"onigiri": 5}  # a set has at most four shapes
_LONGEST_ROUND, _LONGEST_GAME = 12, 16  # at most 10 cards in a round; desserts are collected


def usual_points(kinds: tuple[str, ...]) -> dict[str, Points]:
    """Return the rule book's points of those kinds that score something themselves."""
    usual = {kind: cards()[kind].points for kind in kinds}
    return {kind: _frozen(points) for kind, points in usual.items() if points is not None}


def allowed(kind: str) -> Whole | Wholes | dict[str, Whole | Wholes] | None:
    """Return what may be written for a kind: numbers, lists or named ones; None for nothing."""
    usual = cards()[kind].points
    if isinstance(usual, Mapping):
        return {
            name: _PLACES if isinstance(value, list | tuple) else _number(f"{kind}.{name}")
            for name, value in usual.items()
        }
    if isinstance(usual, list | tuple):
        longest = _LONGEST_GAME if cards()[kind].group == "dessert" else _LONGEST_ROUND
        return Wholes(POINTS, 1, _LONGEST.get(kind, longest))
    return None if usual is None else _number(kind)


def check_points(kind: str, value: object, *, where: str) -> Points:
    """Return one entry of [points], completed by the rule book's values.

    Raises
    ------
    MenuError
        The entry has another form than the kind's points, an unknown name or an absurd number.
    """
    form = allowed(kind)
    place = f"{where}: points.{kind}"
    if form is None:
        raise MenuError(f"{place}: {kind} scores no points of its own; take the line out.")
    if not isinstance(form, dict):
        return _checked(form, value, place)
    usual = cards()[kind].points
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
    return {**_frozen(usual), **given}


def _number(place: str) -> Whole:
    return _NUMBERS.get(place, POINTS)


def _checked(form: Whole | Wholes, value: object, place: str) -> Any:
    try:
        return form.check(value)
    except ValueError as error:
        raise MenuError(f"{place} = {json.dumps(value, default=str)}: {error}.") from None


def _frozen(value: Any) -> Any:
    """Return the value with tuples for lists."""
    if isinstance(value, Mapping):
        return {name: _frozen(entry) for name, entry in value.items()}
    return tuple(value) if isinstance(value, list | tuple) else value
