"""Greedy: the most points now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simkit.policies.policy import TOKENS, Policy, rows_of
from simkit.policies.valuation import gains
from simkit.schema import OFFSET

if TYPE_CHECKING:
    from simkit.menus import Menu


@dataclass(frozen=True, slots=True)
class Constants:
    """Worths, in points, that nobody can see on the tables.

    Attributes
    ----------
    cards : mapping
        Of cards whose points come later.
    on_dice : mapping
        The same for the dice game, where menu and chopsticks are tokens: worth of one of them.
    call_at : float
        Points a second card must be worth for chopsticks or a spoon to be called.
    """

    cards: Mapping[str, float]
    on_dice: Mapping[str, float]
    call_at: float


def fill_constants(record: Any, menu: Menu, p: int, constants: Constants) -> None:
    """Put constants into a rules record."""
    worths = constants.on_dice if menu.dice else constants.cards
    for slug, points in worths.items():
        for r in rows_of(record, menu, slug):
            record.value_of[p, r] = int(OFFSET) + round(2 * points)
    for i, kind in enumerate(TOKENS):
        record.token_at[p, i] = int(OFFSET) + round(2 * worths.get(kind, 0))
    record.denial[p] = 64 if menu.dice else 0  # what chopsticks deny a seat is an own gain
    record.call_at[p] = int(OFFSET) + round(2 * constants.call_at)


GREEDY = Policy(
    name="greedy",
    summary="Takes the card that gains most own points visible now; majorities by what is on the tables.",
    valuation=gains,
    fill=fill_constants,
    # Cards whose points come later: what they brought, roughly, in self-play on the printed menus. Ours.
    data=Constants(
        cards={"wasabi": 2.5, "chopsticks": 1.0, "spoon": 1.0, "menu": 3.0, "miso-soup": 2.0},
        on_dice={"wasabi": 4.5, "chopsticks": 1.5, "menu": 1.0},
        call_at=2.0,
    ),
)
