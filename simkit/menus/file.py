"""The menu file: its model (pydantic), and the way from its text to a checked `Menu`."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from simkit.errors import MenuError, nearest, toml_problem
from simkit.menus.catalogue import card_ids, cards, known_kind
from simkit.menus.check import MAX_CARDS, check_structure
from simkit.menus.menu import Menu
from simkit.menus.numbers import COPIES, Whole, Wholes
from simkit.menus.points import check_points, usual_points
from simkit.menus.rulings import Rulings
from simkit.schema import MAX_HAND

URAMAKI_IN_THE_BOX = 12  # rule book, p. 2


def _one_line(name: str) -> str:
    if not name.isprintable() or not name.strip():
        raise ValueError("must be visible text on one line")
    return name


class Deal(BaseModel):
    """Another deal than the set-up table of the rule book."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hand_size: Annotated[int, Whole(1, MAX_HAND, "cards")] | None = Field(
        default=None,
        description="Cards in a hand, so turns in a round.",
    )
    desserts: Annotated[tuple[int, int, int], Wholes(COPIES, 3, 3)] | None = Field(
        default=None, description="Dessert cards that join the deck before rounds 1, 2 and 3."
    )


class MenuFile(BaseModel):
    """A menu: the cards on the table and, if wanted, other rulings, counts, points and deals."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, AfterValidator(_one_line)] = Field(
        strict=True, min_length=1, max_length=80, description="The menu's name, on one line."
    )
    game: Literal["party"] = Field(default="party", description="Which rules: Sushi Go! Party.")
    cards: list[Annotated[str, Field(strict=True)]] = Field(
        description="The kinds of cards: 1 roll, 3 appetizers, 2 specials and 1 dessert. Nigiri "
        "are always there and may be named. House menus may have any kinds.",
    )
    nigiri: bool = Field(
        default=True, strict=True, description="House menus only: false plays without nigiri."
    )
    rulings: Rulings = Field(
        default=Rulings(), description="Answers to the disputed questions of the rules."
    )
    counts: dict[str, Any] = Field(
        default={},
        description="Other numbers of copies, by kind: a number, or for kinds with variants a "
        "table of numbers.",
    )
    points: dict[str, Any] = Field(default={}, description="Other points, by kind.")
    deal: Deal = Field(
        default=Deal(), description="Another hand size or number of desserts than the rule book's."
    )


def parse(text: str, *, source: str) -> dict[str, Any]:
    """Return the TOML text as a dict; `source` begins the message if it is broken.

    Raises
    ------
    MenuError
        The text is not TOML; the message has the line and the column.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MenuError(f"{source}: this is not valid TOML: {toml_problem(error, text)}.") from None


def build(data: Mapping[str, Any], *, house: bool = False, source: str = "menu") -> Menu:
    """Return the checked menu that a dict in the form of a menu file describes.

    Parameters
    ----------
    data : mapping
        What a menu file holds: ``{"name": ..., "cards": [...], "rulings": {...}, ...}``.
    house : bool
        Lift the rule book's structure and its bans by player count.
    source : str
        Where the data are from; it begins every message.

    Raises
    ------
    MenuError
        Something in the data is unknown, out of range or against the structure.

    Examples
    --------
    >>> menu = build({"name": "Tiny", "cards": ["tempura", "eel"]}, house=True)
    >>> menu.kinds
    ('nigiri', 'tempura', 'eel')
    """
    try:
        given = MenuFile.model_validate(dict(data))
    except ValidationError as error:
        raise MenuError(f"{source}: {_first_problem(error)}") from None
    kinds = _kinds(given, house=house, where=source)
    if not house:
        check_structure(kinds, where=source)
    counts = _counts(kinds, given, where=source)
    return Menu(
        name=given.name,
        slug=slug_of(given.name),
        game=given.game,
        kinds=kinds,
        rulings=_rulings(given.rulings, counts),
        counts=counts,
        points={
            **usual_points(kinds),
            **{
                kind: check_points(_in_play(kind, kinds, f"{source}: points"), value, where=source)
                for kind, value in given.points.items()
            },
        },
        hand_size=given.deal.hand_size,
        desserts=given.deal.desserts,
        house=house,
        source=source,
    )


def slug_of(name: str) -> str:
    """Return a name in lower case with hyphens for all that is not a letter or a digit.

    >>> slug_of("Sushi Go!")
    'sushi-go'
    """
    return re.sub(r"[\W_]+", "-", name.lower()).strip("-") or "menu"


def _kinds(given: MenuFile, *, house: bool, where: str) -> tuple[str, ...]:
    """Return the kinds in play in catalogue order."""
    named = [known_kind(name, where=f"{where}: cards") for name in given.cards]
    twice = sorted({kind for kind in named if named.count(kind) > 1})
    if twice:
        raise MenuError(f"{where}: cards: '{twice[0]}' is listed twice; list each kind once.")
    if given.nigiri:
        named.append("nigiri")
    elif not house:
        raise MenuError(
            f"{where}: nigiri = false is for house menus only; take the line out, or allow it with "
            "--house (house=True)."
        )
    elif "nigiri" in named:
        raise MenuError(f"{where}: nigiri = false, but `cards` lists nigiri; keep one of the two.")
    if not named:
        raise MenuError(f"{where}: cards: there is no card; list at least one kind.")
    return tuple(kind for kind in cards() if kind in named)


def _in_play(kind: str, kinds: tuple[str, ...], where: str) -> str:
    """Return the kind if it is in play."""
    if known_kind(kind, where=where) not in kinds:
        raise MenuError(
            f"{where}: '{kind}' is not on this menu; in play are {', '.join(kinds)}. "
            "Add it to `cards` or take the line out."
        )
    return kind


def _counts(kinds: tuple[str, ...], given: MenuFile, *, where: str) -> dict[str, int]:
    """Return the copies of every card id in play."""
    counts = {
        variant.slug: variant.n_copies for kind in kinds for variant in cards()[kind].variants
    }
    mix = _uramaki_mix(given, where=where)
    if "uramaki" in kinds:
        counts.update(mix)
    for kind, value in given.counts.items():
        _in_play(kind, kinds, f"{where}: counts")
        counts.update(_copies_of(kind, value, where=where))
    if sum(counts.values()) > MAX_CARDS:
        raise MenuError(
            f"{where}: {sum(counts.values())} cards are in play; at most {MAX_CARDS} are "
            "supported. Lower some [counts]."
        )
    return counts


def _uramaki_mix(given: MenuFile, *, where: str) -> dict[str, int]:
    mix = given.rulings.uramaki_mix
    if sum(mix) != URAMAKI_IN_THE_BOX:
        raise MenuError(
            f"{where}: rulings.uramaki_mix = {list(mix)}: the three numbers must add up to "
            f"{URAMAKI_IN_THE_BOX}, the uramaki in the box. For other numbers of uramaki use "
            "[counts]."
        )
    if "uramaki" in given.counts and "uramaki_mix" in given.rulings.model_fields_set:
        raise MenuError(
            f"{where}: rulings.uramaki_mix and counts.uramaki both say how many uramaki there are; "
            "keep one of the two."
        )
    return dict(zip(card_ids("uramaki").values(), mix, strict=True))


def _copies_of(kind: str, value: object, *, where: str) -> dict[str, int]:
    """Return copies by card id as one entry of [counts] gives them."""
    ids = card_ids(kind)
    if not isinstance(value, Mapping):
        if len(ids) > 1:
            usual = zip(ids, cards()[kind].variants, strict=True)
            example = ", ".join(f"{short} = {variant.n_copies}" for short, variant in usual)
            raise MenuError(
                f"{where}: counts.{kind} = {shown(value)}: {kind} has variants; write a table, "
                f"such as {kind} = {{{example}}}."
            )
        return {kind: _checked(COPIES, value, f"{where}: counts.{kind}")}
    if len(ids) == 1:
        raise MenuError(
            f"{where}: counts.{kind} = {shown(value)}: {kind} has no variants; write one number, "
            f"such as {kind} = {cards()[kind].variants[0].n_copies}."
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


def _rulings(rulings: Rulings, counts: Mapping[str, int]) -> Rulings:
    """Return the rulings with the uramaki mix that is really in play."""
    mix = tuple(counts[card] for card in card_ids("uramaki").values() if card in counts)
    return rulings.model_copy(update={"uramaki_mix": mix}) if mix else rulings


def shown(value: object) -> str:
    """Return a value for a message: as in the file, on one line, not too long."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _first_problem(error: ValidationError) -> str:
    """Return the first of pydantic's findings as one line in the words of the menu file."""
    problems = error.errors(include_url=False)
    more = len(problems) - 1
    return _problem(problems[0]) + (f" ({more} more after this.)" if more else "")


def _problem(found: ErrorDetails) -> str:
    place = ".".join(str(step) for step in found["loc"])
    value = f"{place} = {shown(found['input'])}"
    context = found.get("ctx", {})
    match found["type"]:
        case "missing":
            return f"`{place}` is missing; a menu file needs `name` and `cards`."
        case "extra_forbidden":
            known = _fields(found["loc"][:-1])
            name = str(found["loc"][-1])
            return f"`{place}` is not known.{nearest_field(name, known)} Known: {', '.join(known)}."
        case "literal_error":
            return f"{value}: must be {context['expected']}."
        case "value_error":
            return f"{value}: {context['error']}."
        case "bool_type":
            return f"{value}: must be true or false."
        case "string_type":
            return f"{value}: must be text in quotes."
        case "list_type":
            return f'{value}: must be a list of card names, such as ["maki", "tempura"].'
        case "string_too_short" | "string_too_long":
            return f"{value}: must have 1 to 80 characters."
        case _:
            return f"{value}: must be a table, such as [{place}] with `name = value` lines."


def _fields(place: Iterable[str | int]) -> list[str]:
    """Return the names that a table of the menu file may hold."""
    tables: dict[tuple[str, ...], type[BaseModel]] = {("rulings",): Rulings, ("deal",): Deal}
    return list(tables.get(tuple(map(str, place)), MenuFile).model_fields)


def nearest_field(name: str, known: Iterable[str]) -> str:
    """Return a hint for the name of a field, which are written with underscores."""
    by_hyphens = {field.replace("_", "-"): field for field in known}
    hint = nearest(name, by_hyphens)
    for hyphens, field in by_hyphens.items():
        hint = hint.replace(f"'{hyphens}'", f"'{field}'")
    return hint
