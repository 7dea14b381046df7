"""A menu: what is on the table, how many of each, what they score, the variants and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simkit.errors import MenuError
from simkit.menus.catalogue import card_ids, cards
from simkit.menus.rulings import GoRulings, RollRulings, Rulings
from simkit.menus.settings import Tokens, Variants
from simkit.menus.writing import menu_toml, plain

if TYPE_CHECKING:
    from simkit.cards.roll import Die

HAND_SIZES = {
    "party": {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7},
    "go": {2: 10, 3: 9, 4: 8, 5: 7},
    "roll": {2: 8, 3: 7, 4: 6, 5: 5},
}
"""Cards in a hand (Roll: dice for each player), so turns in a round, by number of players.

Rule books of Party, p. 4; of Sushi Go!; of Sushi Roll.
"""

HAND_WITH_DUMMY = 9
"""Cards in each of the three hands of the variant with a dummy (rule book of Sushi Go!)."""

DESSERTS = {players: (5, 3, 2) if players <= 5 else (7, 5, 3) for players in HAND_SIZES["party"]}
"""Dessert cards that join the deck before rounds 1, 2 and 3 (rule book of Party, p. 5)."""

_SLIDE_ONCE_MORE = 3

MIN_PLAYERS, MAX_PLAYERS = min(HAND_SIZES["party"]), max(HAND_SIZES["party"])

Points = int | tuple[int, ...] | Mapping[str, int | tuple[int, ...]]
"""What a kind scores: a number, a table by number of cards, or named numbers and tables."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A checked menu. Made by `simkit.menus.load` and `simkit.menus.build`.

    Parameters
    ----------
    name : str
        As printed or as written in the file.
    slug : str
        The name in lower case with hyphens.
    game : str
        Which rules: ``"party"``, ``"go"`` or ``"roll"``.
    kinds : tuple of str
        The kinds of cards (Roll: of faces) in play, in catalogue order, nigiri included.
    rulings : Rulings, GoRulings or RollRulings
        Answers to the disputed questions of the rules.
    counts : mapping of str to int
        Copies of every card id in play. Roll: how many sides of all dice show each face.
    points : mapping of str to Points
        What every kind in play scores; kinds that score nothing themselves are left out.
    hand_size : int or None
        Cards in a hand (Roll: dice for each player), or None for the table of the rule book.
    desserts : tuple of three int, or None
        Party: desserts that join the deck before each round, or None for the set-up table.
    variants : Variants or None
        Go: the variants of the rule book.
    dice : tuple of Die
        Roll: the dice in the bag, all types.
    tokens : Tokens or None
        Roll: tokens of the start and in the box.
    house : bool
        Whether the rule book's structure and its bans by player count are lifted.
    source : str
        The file it was read from, ``"printed"``, or what the caller of `build` said.
    """

    name: str
    slug: str
    game: str
    kinds: tuple[str, ...]
    rulings: Rulings | GoRulings | RollRulings
    counts: Mapping[str, int]
    points: Mapping[str, Points]
    hand_size: int | None = None
    desserts: tuple[int, int, int] | None = None
    variants: Variants | None = None
    dice: tuple[Die, ...] = ()
    tokens: Tokens | None = None
    house: bool = False
    source: str = "printed"

    @property
    def card_ids(self) -> tuple[str, ...]:
        """The card ids (Roll: faces) of the kinds in play, in catalogue order."""
        return tuple(card for kind in self.kinds for card in card_ids(kind, self.game).values())

    @property
    def n_dice(self) -> int:
        """Number of dice in the bag; 0 where cards are played."""
        return sum(die.n_dice for die in self.dice)

    def copies(self, kind: str) -> int:
        """Return how many cards (Roll: sides) of a kind are in play."""
        return sum(self.counts[card] for card in card_ids(kind, self.game).values())

    def n_cards(self, *, dessert: bool | None = None) -> int:
        """Return how many cards (Roll: sides) are in play: the desserts, the others, or all."""
        return sum(
            self.copies(kind)
            for kind in self.kinds
            if dessert is None or (cards(self.game)[kind].group == "dessert") is dessert
        )

    def seats_for(self, players: int) -> int:
        """Return the number of seats: one for each player, and the dummy's where there is one."""
        return players + (self.variants is not None and self.variants.dummy)

    def hand_size_for(self, players: int) -> int:
        """Return the number of cards in each hand, which is the number of turns in a round.

        In Sushi Roll it is the number of dice that each player rolls.

        Raises
        ------
        MenuError
            The rule book has no number for so many players, nor has the menu.
        """
        if self.hand_size is not None:
            return self.hand_size
        if self.variants is not None and self.variants.dummy:
            return HAND_WITH_DUMMY
        if players not in HAND_SIZES[self.game]:
            field = "dice" if self.game == "roll" else "hand_size"
            raise MenuError(
                f"{self.name} with {players} players: the rule book has no `{field}` for so many; "
                f"set it in [deal]."
            )
        return HAND_SIZES[self.game][players]

    def slides_for(self, players: int) -> int:
        """Return how many places to the left the belts of Sushi Roll move in a round.

        One less than there are dice for each player. Three players slide once more at the end of the
        round, whatever the dice: the red belt would always come back to the same one (rule book).
        """
        return self.hand_size_for(players) - 1 + (players == _SLIDE_ONCE_MORE)

    def desserts_for(self, players: int) -> tuple[int, int, int]:
        """Return how many desserts join the deck before each of the three rounds (Party)."""
        if self.desserts is not None:
            return self.desserts
        joins = self.game == "party" and self.n_cards(dessert=True)
        return DESSERTS[players] if joins else (0, 0, 0)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data, everything spelled out (for JSON)."""
        return {
            "name": self.name,
            "slug": self.slug,
            "game": self.game,
            "cards": list(self.kinds),
            "rulings": self.rulings.model_dump(mode="json"),
            "counts": dict(self.counts),
            "points": {kind: plain(points) for kind, points in self.points.items()},
            "hand_size": self.hand_size,
            "desserts": None if self.desserts is None else list(self.desserts),
            **self._of_the_game(),
            "house": self.house,
            "source": self.source,
        }

    def to_toml(self) -> str:
        """Return a menu file that loads as this menu; what is as printed is left out."""
        return menu_toml(self)

    def _of_the_game(self) -> dict[str, Any]:
        """Return what only menus of this game have, as plain data."""
        found: dict[str, Any] = {}
        if self.variants is not None:
            found["variants"] = self.variants.model_dump(mode="json", by_alias=True)
        if self.dice:
            found["dice"] = [
                {"die": die.slug, "dice": die.n_dice, "faces": list(die.faces)} for die in self.dice
            ]
        if self.tokens is not None:
            found["tokens"] = self.tokens.model_dump(mode="json")
        return found
