"""What the menu files of the games share: the name, kinds, copies and points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from simkit.errors import MenuError, nearest
from simkit.menus.catalogue import card_ids, cards, known_kind
from simkit.menus.menu import Points
from simkit.menus.messages import shown
from simkit.menus.numbers import COPIES, Whole
from simkit.menus.points import check_points, usual_points

MAX_CARDS = 250  # counts of cards are bytes in the core, 255 is its mark for "none"

_ADD = {
    "party": "Add it to `cards`",
    "go": "Add it to `cards`",
    "roll": "Put it on a die in [dice]",
}


def _one_line(name: str) -> str:
    if not name.isprintable() or not name.strip():
        raise ValueError("must be visible text on one line")
    return name


Name = Annotated[
    str,
    Field(strict=True, min_length=1, max_length=80, description="The menu's name, on one line."),
    AfterValidator(_one_line),
]
Text = Annotated[str, Field(strict=True)]


def slug_of(name: str) -> str:
    """Return a name in lower case with hyphens for all that is not a letter or a digit.

    >>> slug_of("Sushi Go!")
    'sushi-go'
    """
    return re.sub(r"[\W_]+", "-", name.lower()).strip("-") or "menu"


def listed_kinds(listed: Iterable[str], *, where: str, game: str) -> list[str]:
    """Return the kinds in `cards`; each must be known, and be there once."""
    named = [known_kind(name, where=f"{where}: cards", game=game) for name in listed]
    twice = sorted({kind for kind in named if named.count(kind) > 1})
    if twice:
        raise MenuError(f"{where}: cards: '{twice[0]}' is listed twice; list each kind once.")
    return named


def in_order(kinds: Iterable[str], game: str) -> tuple[str, ...]:
    """Return kinds in catalogue order."""
    chosen = set(kinds)
    return tuple(kind for kind in cards(game) if kind in chosen)


def usual_counts(kinds: Iterable[str], game: str) -> dict[str, int]:
    """Return the copies in the box by card id."""
    return {v.slug: v.n_copies for kind in kinds for v in cards(game)[kind].variants}


def given_counts(
    entries: Mapping[str, object], kinds: tuple[str, ...], *, where: str, game: str
) -> dict[str, int]:
    """Return the copies by card id that [counts] gives."""
    counts: dict[str, int] = {}
    for kind, value in entries.items():
        _in_play(kind, kinds, where=f"{where}: counts", game=game)
        counts.update(_copies_of(kind, value, where=where, game=game))
    return counts


def check_sum(counts: Mapping[str, int], *, where: str) -> None:
    """Raise MenuError if there are more cards than the core can count."""
    if sum(counts.values()) > MAX_CARDS:
        raise MenuError(
            f"{where}: {sum(counts.values())} cards are in play; at most {MAX_CARDS} are "
            "supported. Lower some [counts]."
        )


def points_of(
    entries: Mapping[str, object], kinds: tuple[str, ...], *, where: str, game: str
) -> dict[str, Points]:
    """Return the points of all kinds in play: the rule book's, and what [points] gives."""
    points = usual_points(kinds, game)
    for kind, value in entries.items():
        _in_play(kind, kinds, where=f"{where}: points", game=game)
        points[kind] = check_points(kind, value, where=where, game=game)
    return points


def _in_play(kind: str, kinds: tuple[str, ...], *, where: str, game: str) -> None:
    """Raise MenuError unless the kind is in play."""
    if known_kind(kind, where=where, game=game) not in kinds:
        raise MenuError(
            f"{where}: '{kind}' is not on this menu; in play are {', '.join(kinds)}. "
            f"{_ADD[game]} or take the line out."
        )


def _copies_of(kind: str, value: object, *, where: str, game: str) -> dict[str, int]:
    """Return copies by card id as one entry of [counts] gives them."""
    ids, usual = card_ids(kind, game), cards(game)[kind].variants
    if not isinstance(value, Mapping):
        if len(ids) > 1:
            pairs = zip(ids, usual, strict=True)
            example = ", ".join(f"{short} = {variant.n_copies}" for short, variant in pairs)
            raise MenuError(
                f"{where}: counts.{kind} = {shown(value)}: {kind} has variants; write a table, "
                f"such as {kind} = {{{example}}}."
            )
        return {kind: _checked(COPIES, value, f"{where}: counts.{kind}")}
    if len(ids) == 1:
        raise MenuError(
            f"{where}: counts.{kind} = {shown(value)}: {kind} has no variants; write one number, "
            f"such as {kind} = {usual[0].n_copies}."
        )
    for short in value:
        if short not in ids:
            raise MenuError(
                f"{where}: counts.{kind}: there is no '{short}'.{nearest(short, ids)} "
                f"The variants are {', '.join(ids)}."
            )
    return {
        ids[short]: _checked(COPIES, copies, f"{where}: counts.{kind}.{short}")
        for short, copies in value.items()
    }


def _checked(number: Whole, value: object, where: str) -> int:
    try:
        return number.check(value)
    except ValueError as error:
        raise MenuError(f"{where} = {shown(value)}: {error}.") from None


Table = dict[str, Any]
"""A table of a menu file whose names come from the catalogue."""
