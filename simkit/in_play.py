"""How often a card or a face can lie on the tables: as often as there are copies, or dice that show it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from simkit.card_names import kind_of
from simkit.errors import InputError
from simkit.menus import Menu
from simkit.menus.catalogue import cards


class Copies:
    """The cards listed so far, against the copies in play."""

    def __init__(self, menu: Menu) -> None:
        self.menu = menu
        self.used: Counter[str] = Counter()

    def next_round(self) -> None:
        """Forget what is shuffled again after a round: all but desserts; in Sushi Go! nothing."""
        if self.menu.game == "go":
            return
        for card in [card for card in self.used if not self.is_dessert(card)]:
            del self.used[card]

    def add(self, card: str, where: str) -> None:
        """Count a card; `where` begins the message if there are not so many."""
        self.used[card] += 1
        copies = self.menu.counts[card]
        if self.used[card] > copies:
            again = ", and nothing is shuffled again" if self.menu.game == "go" else ""
            raise InputError(
                f"{where}: this is {card} number {self.used[card]}, but there are {copies} in "
                f"play{again}."
            )

    def turned_over(self, card: str) -> None:
        """Give back a dessert that was turned over: it is none any more (E17)."""
        if self.is_dessert(card):
            self.used[card] -= 1

    def is_dessert(self, card: str) -> bool:
        """Whether a card is kept until the end of the game."""
        return cards(self.menu.game)[kind_of(card, self.menu.game)].is_dessert


class Dice(Copies):
    """The faces listed so far in a round, against the dice that can show them."""

    def next_round(self) -> None:
        """Put all dice back into the bag."""
        self.used.clear()

    def add(self, card: str, where: str) -> None:
        """Count a face; `where` begins the message if no die is left that can show it.

        There are enough dice if, of any types of dice, there are no fewer than faces that only they
        show (Hall's theorem).
        """
        self.used[card] += 1
        types = [die for die in self.menu.dice if die.n_dice]
        for n in range(len(types) + 1):
            for some in combinations(types, n):
                others = {face for die in types if die not in some for face in die.faces}
                needed = sum(k for face, k in self.used.items() if face not in others)
                there_are = sum(die.n_dice for die in some)
                if needed > there_are:
                    of = " and ".join(die.slug for die in some)
                    raise InputError(
                        f"{where}: {card}: with it {needed} faces are listed that only {of} dice "
                        f"have, but there are {there_are} such dice."
                        if some
                        else f"{where}: no die in the bag has a side with {card}."
                    )
