"""Tables laid out step by step by the kernels that play games: what cards and dice have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from simkit import schema as s
from simkit.batch import new_tally
from simkit.card_names import FACE_DOWN, kind_of
from simkit.cards.card import nothing
from simkit.errors import InputError
from simkit.games import GAMES
from simkit.menus import Menu
from simkit.menus.catalogue import cards
from simkit.sheet import ScoreSheet
from simkit.tableau_file import place


@dataclass(slots=True, eq=False)
class Card:
    """One card in front of a player, on its way through the round; or a die in the tray."""

    where: str
    row: int  # as printed
    effect: int  # as what it counts: a row, or FACE_DOWN
    turn: int
    by: int = 0  # the order number of the card that brought it; 0: none, or not known
    down: int = 0  # the turn in which it is turned over; 0: never
    wish: bool | None = None
    on: Card | None = None  # the wasabi under a nigiri
    nigiri: Card | None = None  # the nigiri on a wasabi
    is_down: bool = False


@dataclass(slots=True)
class Seat:
    """What a player laid down in a round."""

    cards: list[Card] = field(default_factory=list)
    unknown: int = 0  # face-down cards whose front nobody knows
    free: list[Card] = field(default_factory=list)  # wasabi without a nigiri, oldest first


def has_dummy(menu: Menu) -> bool:
    """Whether a dummy has a seat beside those of the players."""
    return menu.variants is not None and menu.variants.dummy


def last_turn(seats: Sequence[Seat]) -> int:
    """Return the last turn in which something happens on the tables."""
    return max((max(card.turn, card.down) for seat in seats for card in seat.cards), default=0)


class Tables(ABC):
    """The tables of the core, laid out step by step; all lanes are alike, lane 0 is read.

    Parameters
    ----------
    menu : Menu
        What is played.
    n_seats : int
        Seats with cards, the dummy's included.
    source : str
        Begins every message.
    """

    KERNELS: ClassVar[str]  # the module with the compiled `step`

    def __init__(self, menu: Menu, n_seats: int, source: str) -> None:
        # Compiled kernels are loaded when somebody scores, not when `simkit.tableau` is imported.
        from simkit.runner import compile_core

        self.menu = menu
        self.n_seats = n_seats
        self.n_players = n_seats - has_dummy(menu)
        self.source = source
        self.ids = menu.card_ids
        game = GAMES[menu.game]
        self.rules: Any = game.rules(menu, self.n_players)
        compile_core(game.core, self.rules)
        self.kernels = import_module(self.KERNELS)
        self.tally = new_tally()
        self.table: Any = s.new_record(s.TABLE)
        self.table.lane = -1
        self.table.live[:] = 1
        self.table.wish[:] = 1
        self.points = [self._points()]
        self.events: list[dict[str, Any]] = []

    def where(self, *steps: str | int) -> str:
        """Return a place in the input, for messages."""
        return f"{self.source}: {place(steps)}"

    def row(self, card: str, where: str) -> int:
        """Return a card's row; `where` begins the message if it is not on the menu."""
        if card == FACE_DOWN:
            return int(s.FACE_DOWN)
        if card not in self.ids:
            raise InputError(
                f"{where}: {kind_of(card, self.menu.game)} is not on the menu; in play are "
                f"{', '.join(self.menu.kinds)}."
            )
        return self.ids.index(card)

    def round(self, seats: Sequence[Seat], claimed: int = 0) -> None:
        """Lay down one round turn by turn, and score it."""
        self.table.round_now = len(self.points) - 1
        self._lay(seats, claimed)
        self._step("SCORE_ROUND")
        self.points.append(self._points())
        self._step("END_ROUND")

    def end(self) -> None:
        """Score what is scored at the end of the game, and find the winner."""
        self._step("SCORE_GAME")

    def sheet(
        self, name: str, names: tuple[str, ...], kinds: set[str], *, is_over: bool
    ) -> ScoreSheet:
        """Return the result; kinds that are not in `kinds` are left out."""
        columns = [(k, kind) for k, kind in enumerate(self.menu.kinds) if kind in kinds]
        of_game = [(k, kind) for k, kind in columns if self._is_final(kind)]
        of_round = [column for column in columns if column not in of_game]
        n_rounds = len(self.points) - 1
        stage = s.N_ROUNDS if is_over else n_rounds - 1
        final = self._points()
        n_lead = int(self.table.n_lead[stage, 0, 0])
        return ScoreSheet(
            game=self.menu.game,
            name=name,
            names=names,
            has_dummy=self.n_players < self.n_seats,
            kinds=tuple(kind for _, kind in columns),
            rounds=tuple(
                _by_kind(self.points[i + 1] - self.points[i], of_round) for i in range(n_rounds)
            ),
            desserts=_by_kind(final - self.points[-1], of_game),
            dessert_cards=tuple(int(n) for n in self.table.desserts[: self.n_seats, 0]),
            game_over=is_over,
            totals=tuple(int(x) for x in final.sum(axis=1)),
            win_share=tuple(
                1 / n_lead if x and n_lead > 1 else int(x)
                for x in self.table.lead[stage, : self.n_seats, 0]
            ),
            events=tuple(self.events),
        )

    @abstractmethod
    def _lay(self, seats: Sequence[Seat], claimed: int) -> None:
        """Lay down one round turn by turn."""

    def _step(self, what: str, seat: int = 0) -> None:
        self.kernels.step(self.rules, self.table, self.tally, getattr(self.kernels, what), seat)

    def _points(self) -> np.ndarray:
        n_kinds = len(self.menu.kinds)
        points: np.ndarray = self.table.points[: self.n_seats, :n_kinds, 0].astype(int)
        return points

    def _is_final(self, kind: str) -> bool:
        return cards(self.menu.game)[kind].final is not nothing

    def _check_place(self, card: Card, *, placed: bool) -> None:
        """Raise InputError if a nigiri lies elsewhere than was said."""
        if card.wish is not None and card.wish != placed:
            choice = "; only a special order has a choice" if self.menu.game == "party" else ""
            raise InputError(
                f"{card.where}: on_wasabi = {str(card.wish).lower()}, but "
                + (
                    f"a nigiri must go on the free wasabi{choice}."
                    if placed
                    else "no wasabi is free by then."
                )
            )


def _by_kind(points: np.ndarray, columns: Sequence[tuple[int, str]]) -> tuple[dict[str, int], ...]:
    return tuple({kind: int(seat[k]) for k, kind in columns} for seat in points)
