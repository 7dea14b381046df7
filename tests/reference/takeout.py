"""The takeout box: which cards can be turned face-down, and what becomes of nigiri and wasabi.

Flips are written {"card", "place", "copy"}; the places are "table", "on wasabi" (a nigiri alone),
"with wasabi" (a nigiri and its wasabi), "under <nigiri>" (the wasabi alone), "spent" (a wasabi
whose nigiri is face-down) and "on face-down" (a nigiri whose wasabi is).
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .cards import Card, Table, of_kind
from .decisions import BONUS_KINDS, IllegalMove
from .rulebook import is_dessert


@dataclass(frozen=True, slots=True)
class FlipOption:
    """A way to flip: how it is written, the cards that go face-down, those that must stay."""

    flip: dict[str, Any]
    cards: Table
    stay: Table = field(default_factory=list)


def _written(card: Card, place: str) -> dict[str, Any]:
    """A flip as the transcript writes it; real or copy is told only where it matters."""
    told = card.kind in BONUS_KINDS or is_dessert(card.shown)
    return {"card": card.shown, "place": place, "copy": card.is_copy and told}


def flip_options(table: Table, turn: int) -> list[FlipOption]:
    """Every way to flip a card of an earlier turn (E9).

    A nigiri on a wasabi is there twice, with its wasabi and without. Ordered so that those with
    fewer alternatives come first, older cards first.
    """
    old = [card for card in table if card.turn < turn and not card.face_down]
    riders = {id(card.on): card for card in of_kind(table, "nigiri") if card.on}
    options: list[FlipOption] = []
    for card in old:
        if card.on and card.on.face_down:
            options.append(FlipOption(_written(card, "on face-down"), [card]))
        elif card.on:
            options.append(FlipOption(_written(card, "with wasabi"), [card, card.on]))
            options.append(FlipOption(_written(card, "on wasabi"), [card]))
    for card in [card for card in old if not card.on]:
        rider = riders.get(id(card))
        if rider:
            options.append(FlipOption(_written(card, f"under {rider.shown}"), [card], [rider]))
        else:
            place = "spent" if card.spent else "table"
            options.append(FlipOption(_written(card, place), [card]))
    return options


def flip(
    table: Table, seat: int, turn: int, flips: list[dict[str, Any]], rulings: dict[str, Any]
) -> None:
    """Turn cards face-down, all at the same time; of equal cards the oldest."""
    asked = Counter(tuple(sorted(one.items())) for one in flips)
    gone: Table = []
    for option in flip_options(table, turn):
        key = tuple(sorted(option.flip.items()))
        if asked[key] and not any(card in gone for card in option.cards + option.stay):
            asked[key] -= 1
            gone += option.cards
    if asked.total():
        raise IllegalMove(f"seat {seat}: cannot flip {[dict(key) for key in +asked]}")
    for card in gone:
        card.face_down = True
    for card in gone:
        if card.on and not card.on.face_down:
            # The wasabi of a flipped nigiri stays used, or is free again (E10).
            card.on.spent = not rulings["flipped_nigiri_frees_wasabi"]
        card.on = None
    for nigiri in of_kind(table, "nigiri"):
        if nigiri.on in gone and not rulings["flipped_wasabi_keeps_triple"]:
            nigiri.on = None
