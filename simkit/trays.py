"""Trays of Sushi Roll, filled turn by turn (`simkit/dice/lay.py`), and the tokens at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from simkit import schema as s
from simkit.errors import InputError
from simkit.menus import Menu
from simkit.sheet import ScoreSheet
from simkit.tableau_forms import TokensOf
from simkit.tables import Card, Seat, Tables, last_turn

_CODES = {
    "menu": s.MENU_TOKEN,
    "chopsticks": s.CHOPSTICKS_TOKEN,
    "pudding": s.PUDDING_TOKEN,
}


class Trays(Tables):
    """Dice in the trays of Sushi Roll.

    Which tokens were used nobody can see on the trays: menu and chopsticks tokens are those that were
    stated, or none. Pudding tokens are taken with the dice, while the supply lasts.
    """

    KERNELS = "simkit.dice.lay"

    def __init__(self, menu: Menu, n_seats: int, source: str) -> None:
        super().__init__(menu, n_seats, source)
        self.table.supply[:] = self.rules.token_supply[:, None]
        self.table.n_dice = 1
        self.stated: Sequence[TokensOf] = [TokensOf()] * n_seats

    def state(self, tokens: Sequence[TokensOf]) -> None:
        """Give the players the tokens that they had at the end of the game."""
        self.stated = tokens
        for name, code in _CODES.items():
            owned = self._owned(name)
            for p, mine in enumerate(tokens):
                n = getattr(mine, name)
                if n is not None or name != "pudding":
                    owned[p] = n or 0
            supply = int(self.rules.token_supply[code])
            if sum(int(n) for n in owned[: self.n_seats, 0]) > supply:
                listed = ", ".join(str(n) for n in owned[: self.n_seats, 0])
                raise InputError(
                    f"{self.source}: tokens: the seats have {listed} {name} tokens, but there are "
                    f"{supply} in all."
                )

    def sheet(
        self, name: str, names: tuple[str, ...], kinds: set[str], *, is_over: bool
    ) -> ScoreSheet:
        """Return the result, with the tokens as far as they are known."""
        puddings = tuple(int(n) for n in self._owned("pudding")[: self.n_seats, 0])
        tokens = tuple(
            {"menu": mine.menu, "chopsticks": mine.chopsticks, "pudding": n}
            for mine, n in zip(self.stated, puddings, strict=True)
        )
        sheet = super().sheet(name, names, kinds, is_over=is_over)
        return replace(sheet, dessert_cards=puddings, tokens=tokens)

    def _lay(self, seats: Sequence[Seat], claimed: int) -> None:
        table, n = self.table, self.n_seats
        last = last_turn(seats)
        for turn in range(1, last + 1):
            table.turn = turn - 1
            self._step("BEGIN_TURN")
            first = int(table.slides) % n
            for p in (*range(first, n), *range(first)):
                for card in seats[p].cards:
                    if card.turn == turn:
                        self._take(p, card)
            table.slides += turn < last
        table.slides += int(self.rules.extra_slides)

    def _take(self, p: int, card: Card) -> None:
        """Lay a die on the belt before a seat, and let the seat take it."""
        table = self.table
        belt = (p - int(table.slides)) % self.n_seats
        table.die[belt, 0] = 0
        table.face[belt, 0] = card.row
        table.slot[:] = 0
        free, puddings = int(table.free[p, 0]), int(table.pudding[p, 0])
        self._step("TAKE", p)
        if self._is("nigiri", card):
            self._check_place(card, placed=table.free[p, 0] < free)
        taken = int(table.pudding[p, 0]) - puddings
        if self._is("pudding", card) and taken < int(self.rules.value[card.row]):
            where = {"round": len(self.points), "turn": card.turn, "seat": p}
            self.events.append({**where, "event": "tokens", "card": self.ids[card.row], "n": taken})

    def _is(self, kind: str, card: Card) -> bool:
        return bool(self.menu.kinds[self.rules.kind[card.row]] == kind)

    def _owned(self, token: str) -> Any:
        """Return the rows of the seats' tokens of a sort."""
        if token == "pudding":
            return self.table.pudding
        return self.table.tokens[:, _CODES[token]]
