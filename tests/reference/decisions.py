"""The questions the rules leave to chance or to a player, and what an illegal answer is."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from .cards import Card

if TYPE_CHECKING:
    from .game import Game

BONUS_KINDS = ("chopsticks", "spoon")


class IllegalMove(Exception):
    """A decision or a deal that the rules do not allow."""


@dataclass(slots=True, eq=False)
class Call:
    """One entry of the number queue: a called bonus card, or a menu or takeout box played now."""

    number: int
    seat: int
    copy: bool
    arrival: int
    card: Card

    @property
    def name(self) -> str:
        """Card id of the entry."""
        return self.card.shown

    @property
    def order(self) -> tuple[int, int, bool, int]:
        """Lowest number first; equal numbers in seat order, the real card before a copy (E13)."""
        return self.number, self.seat, self.copy, self.arrival


class Decisions(Protocol):
    """Who answers what the rules leave open during a turn."""

    def commit(self, game: "Game", seat: int) -> dict[str, Any]:
        """Card, copies, on_wasabi (the wish) and calls of a seat."""

    def chopsticks(self, game: "Game", call: Call) -> str:
        """Card to take from the own hand."""

    def request(self, game: "Game", call: Call) -> str:
        """What a spoon asks for."""

    def gives(self, game: "Game", call: Call, giver: int, matching: list[str]) -> str:
        """Which matching card the giver gives."""

    def draws(self, game: "Game", call: Call) -> list[str]:
        """Cards a menu draws from the deck."""

    def takes(self, game: "Game", call: Call, draws: list[str]) -> str | None:
        """Card a menu plays."""

    def flips(self, game: "Game", call: Call) -> list[dict[str, Any]]:
        """Cards a takeout box turns face-down."""

    def order(self, game: "Game", call: Call) -> tuple[str | None, bool]:
        """Target and wish of a special order that a bonus card or a menu has brought."""
