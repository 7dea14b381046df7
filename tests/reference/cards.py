"""A card in front of a player, and how nigiri come to lie on wasabi."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .rulebook import FACE_DOWN, KINDS, SPECIAL_ORDER, kind_of


@dataclass(slots=True, eq=False)
class Card:
    """One card on the table.

    `printed` is the card as it was dealt; `shown` is what it counts as, which differs only for a
    special order. `on` is the wasabi that triples this nigiri; `spent` belongs to a wasabi that has
    taken its nigiri.
    """

    printed: str
    shown: str
    turn: int
    face_down: bool = False
    on: "Card | None" = None
    spent: bool = False

    @property
    def is_copy(self) -> bool:
        """Whether the card is a special order that copies another card."""
        return self.printed == SPECIAL_ORDER

    @property
    def kind(self) -> str:
        """Kind the card counts as; a face-down card is no longer any kind."""
        return FACE_DOWN if self.face_down else kind_of(self.shown)

    @property
    def name(self) -> str:
        """Card id it counts as, or "face-down"."""
        return FACE_DOWN if self.face_down else self.shown

    @property
    def is_free_wasabi(self) -> bool:
        """Whether the next nigiri may lie on this card (a flipped wasabi takes none, E35)."""
        return self.kind == "wasabi" and not self.spent


Table = list[Card]  # one seat's cards of this round, in the order in which they were played


def of_kind(table: Table, kind: str) -> Table:
    """The face-up cards of one kind."""
    return [card for card in table if card.kind == kind]


def free_wasabi(table: Table) -> Table:
    """The wasabi that wait for a nigiri, oldest first."""
    return [card for card in table if card.is_free_wasabi]


def put_on_wasabi(table: Table, nigiri: Card) -> None:
    """Lay a nigiri on the oldest free wasabi."""
    wasabi = free_wasabi(table)[0]
    wasabi.spent = True
    nigiri.on = wasabi


def lay(table: Table, name: str, turn: int, *, wasabi_until: int | None = None) -> bool:
    """Play a card of the games without copies; tells whether it is a nigiri on a wasabi.

    A nigiri must go on a free wasabi; with `wasabi_until` one of that turn or an earlier one.
    """
    card = Card(name, name, turn)
    free = free_wasabi(table)  # oldest first: the oldest is the one that counts
    tripled = (
        card.kind == "nigiri"
        and bool(free)
        and (wasabi_until is None or free[0].turn <= wasabi_until)
    )
    if tripled:
        put_on_wasabi(table, card)
    table.append(card)
    return tripled


def colour_of(card: Card, face_down_colour: str) -> str | None:
    """Background colour of a card, for tea and soy sauce (face-down cards: E2)."""
    if card.face_down:
        return FACE_DOWN if face_down_colour == "shared" else None
    return KINDS[card.kind].colour


def lay_out(entries: Iterable[str | dict[str, Any]]) -> Table:
    """A table from a list of cards in the order of play.

    An entry is a card id, "face-down", or {"card", "turn", "copies", "on_wasabi"}; without a turn
    the first card is of turn 1, the next of turn 2 and so on. Nigiri go on free wasabi, copies of
    nigiri only with "on_wasabi".
    """
    table: Table = []
    for position, entry in enumerate(entries, start=1):
        given: dict[str, Any] = {"card": entry} if isinstance(entry, str) else entry
        card_name, copies = given["card"], given.get("copies")
        hidden = FACE_DOWN in (card_name, copies)
        # A face-down card in a list has no known front; any will do, a tea is as good as another.
        printed = "tea" if card_name == FACE_DOWN else card_name
        shown = printed if hidden else (copies or card_name)
        card = Card(printed, shown, given.get("turn", position), face_down=hidden)
        wanted = given.get("on_wasabi", not card.is_copy)
        if card.kind == "nigiri" and wanted and free_wasabi(table):
            put_on_wasabi(table, card)
        table.append(card)
    return table
