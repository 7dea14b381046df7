"""The menu file of Sushi Roll, and the way from it to a checked `Menu`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema

from simkit.errors import MenuError, nearest
from simkit.menus.catalogue import card_ids, cards, dice, either
from simkit.menus.entries import Name, Table, in_order, points_of, slug_of
from simkit.menus.menu import Menu
from simkit.menus.numbers import Whole
from simkit.menus.rulings import RollRulings
from simkit.menus.settings import Tokens
from simkit.schema import MAX_DICE

if TYPE_CHECKING:
    from simkit.cards.roll import Die

SIDES = 6
TOKENS = ("menu", "chopsticks")  # kinds whose tokens are used, and counted at the end


def _six_names(faces: object) -> tuple[str, ...]:
    if (
        not isinstance(faces, list | tuple)
        or len(faces) != SIDES
        or not all(isinstance(face, str) for face in faces)
    ):
        raise ValueError(f'must be a list of {SIDES} faces in quotes, such as "egg" or "maki-2"')
    return tuple(faces)


class DieTable(BaseModel):
    """One type of dice; what is left out is as printed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dice: Annotated[int, Whole(0, 40, "dice")] | None = Field(
        default=None, description="How many are in the bag."
    )
    faces: (
        Annotated[
            tuple[str, ...],
            PlainValidator(_six_names),
            WithJsonSchema({"type": "array", "minItems": SIDES, "maxItems": SIDES}),
        ]
        | None
    ) = Field(default=None, description="The faces of the six sides, in any order.")


class RollDeal(BaseModel):
    """Another number of dice than the rule book's."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dice: Annotated[int, Whole(1, MAX_DICE, "dice")] | None = Field(
        default=None, description="Dice drawn for each player, so turns in a round."
    )


class RollFile(BaseModel):
    """A menu of Sushi Roll: if wanted, other dice, tokens, rulings and points."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    game: Literal["roll"] = Field(description="Which rules: Sushi Roll.")
    rulings: RollRulings = Field(
        default=RollRulings(), description="Answers to the disputed questions of the rules."
    )
    dice: dict[str, DieTable] = Field(
        default={}, description="Other dice, by type: how many, and their faces."
    )
    tokens: Tokens = Field(default=Tokens(), description="Other numbers of tokens.")
    points: Table = Field(default={}, description="Other points, by kind of face.")
    deal: RollDeal = Field(
        default=RollDeal(), description="Another number of dice for each player."
    )

    def menu(self, *, house: bool, where: str) -> Menu:
        """Return the checked menu; `where` begins every message."""
        bag = _dice(self.dice, where=where)
        kinds = _kinds(bag, self.tokens)
        return Menu(
            name=self.name,
            slug=slug_of(self.name),
            game=self.game,
            kinds=kinds,
            rulings=self.rulings,
            counts=_sides(kinds, bag),
            points=points_of(self.points, kinds, where=where, game="roll"),
            hand_size=self.deal.dice,
            dice=bag,
            tokens=self.tokens,
            house=house,
            source=where,
        )


def face_names() -> dict[str, str]:
    """Return the face that each name means: its id, or its short name where no other has it."""
    ids = [
        (short, face) for kind in cards("roll") for short, face in card_ids(kind, "roll").items()
    ]
    shorts = [short for short, _ in ids]
    short_names = {short: face for short, face in ids if shorts.count(short) == 1}
    return {face: face for _, face in ids} | short_names


def _dice(given: Mapping[str, DieTable], *, where: str) -> tuple[Die, ...]:
    """Return all types of dice with the menu's numbers and faces."""
    for slug in given:
        if slug not in dice():
            raise MenuError(
                f"{where}: dice: there is no die '{slug}'.{nearest(slug, dice())} The dice are "
                f"{', '.join(dice())}."
            )
    bag = []
    for slug, die in dice().items():
        other = given.get(slug, DieTable())
        n_dice = die.n_dice if other.dice is None else other.dice
        faces = die.faces if other.faces is None else _faces(other.faces, f"{where}: dice.{slug}")
        bag.append(replace(die, n_dice=n_dice, faces=faces))
    if not any(die.n_dice for die in bag):
        raise MenuError(f"{where}: dice: there is no die; put at least one in the bag.")
    return tuple(bag)


def _faces(names: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Return the face ids that the names mean."""
    known = face_names()
    for name in names:
        if name not in known:
            several = [face for face in known if name and name in face.split("-")]
            if len(several) > 1:
                raise MenuError(f"{where}: '{name}' may be {either(several)}; say which.")
            raise MenuError(
                f"{where}: there is no face '{name}'.{nearest(name, known)} `simkit cards roll` "
                "lists all faces."
            )
    return tuple(known[name] for name in names)


def _kinds(bag: tuple[Die, ...], tokens: Tokens) -> tuple[str, ...]:
    """Return the kinds in play: those on the dice, and "menu" for what leftover tokens score."""
    shown = {face for die in bag if die.n_dice for face in die.faces}
    kinds = {kind for kind in cards("roll") if shown & set(card_ids(kind, "roll").values())}
    if kinds & set(TOKENS) or tokens.start.menu or tokens.start.chopsticks:
        kinds.add("menu")
    return in_order(kinds, "roll")


def _sides(kinds: tuple[str, ...], bag: tuple[Die, ...]) -> dict[str, int]:
    """Return how many sides of all dice show each face."""
    sides = [face for die in bag for face in die.faces * die.n_dice]
    return {face: sides.count(face) for kind in kinds for face in card_ids(kind, "roll").values()}
