"""Tables laid out card by card, turn by turn, by the kernels that play games (`simkit/lay.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simkit import schema as s
from simkit.batch import new_tally
from simkit.card_names import FACE_DOWN, kind_of
from simkit.errors import InputError
from simkit.games.party import card_ids, rules
from simkit.menus import Menu
from simkit.menus.catalogue import cards
from simkit.sheet import ScoreSheet
from simkit.tableau_file import place

_MAY_HAVE_LEFT = ("chopsticks", "spoon", "uramaki", "miso-soup")


@dataclass(slots=True, eq=False)
class Card:
    """One card in front of a player, on its way through the round."""

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


class Tables:
    """The tables of the core, laid out step by step; all lanes are alike, lane 0 is read."""

    def __init__(self, menu: Menu, players: int, source: str) -> None:
        # Compiled kernels are loaded when somebody scores, not when `simkit.tableau` is imported.
        from simkit import lay
        from simkit.runner import compile_core

        self.lay = lay
        self.menu = menu
        self.players = players
        self.source = source
        self.seen: set[str] = set()
        self.ids = card_ids(menu)
        self.rules: Any = rules(menu, players)
        compile_core(self.rules)
        self.tally = new_tally()
        self.table: Any = s.new_record(s.TABLE)
        self.table.lane = 0
        self.table.live[:] = 1
        self.table.wish[:] = 1
        self.table.pool[0, : len(self.ids)] = self.rules.n_copies[: len(self.ids), None]
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
                f"{where}: {kind_of(card)} is not on the menu; in play are "
                f"{', '.join(self.menu.kinds)}."
            )
        return self.ids.index(card)

    def keep(self, desserts: Sequence[Sequence[int]]) -> None:
        """Give the players their desserts of earlier rounds."""
        self._step("BEGIN_TURN")
        for p, rows in enumerate(desserts):
            for row in rows:
                self.table.second[p] = row
                self._step("LAY_ONE", p)
        self._step("END_ROUND")

    def round(self, seats: Sequence[Seat], claimed: int) -> None:
        """Lay down one round turn by turn, and score it."""
        table = self.table
        table.round_now = len(self.points) - 1
        table.n_events = 0
        table.place[:] = claimed
        for p, seat in enumerate(seats):
            table.down[p] = seat.unknown
        last = max((max(c.turn, c.down) for seat in seats for c in seat.cards), default=0)
        for turn in range(1, last + 1):
            self._turn(seats, turn)
        self._step("SCORE_ROUND")
        self._read_events(len(self.points))
        self.points.append(self._points())
        self._step("END_ROUND")

    def end(self) -> None:
        """Score the desserts and find the winner."""
        self._step("SCORE_GAME")

    def sheet(
        self, name: str, names: tuple[str, ...], seen: set[str], *, is_over: bool
    ) -> ScoreSheet:
        """Return the result; kinds that nobody has are left out."""
        columns = [(k, kind) for k, kind in enumerate(self.menu.kinds) if kind in seen]
        plain = [(k, kind) for k, kind in columns if cards()[kind].group != "dessert"]
        desserts = [(k, kind) for k, kind in columns if cards()[kind].group == "dessert"]
        n_rounds = len(self.points) - 1
        stage = s.N_ROUNDS if is_over else n_rounds - 1
        final = self._points()
        n_lead = int(self.table.n_lead[stage, 0, 0])
        return ScoreSheet(
            name=name,
            names=names,
            kinds=tuple(kind for _, kind in columns),
            rounds=tuple(
                _by_kind(self.points[i + 1] - self.points[i], plain) for i in range(n_rounds)
            ),
            desserts=_by_kind(final - self.points[-1], desserts),
            dessert_cards=tuple(int(n) for n in self.table.desserts[: self.players, 0]),
            game_over=is_over,
            totals=tuple(int(x) for x in final.sum(axis=1)),
            win_share=tuple(
                1 / n_lead if x and n_lead > 1 else int(x)
                for x in self.table.lead[stage, : self.players, 0]
            ),
            events=tuple(self.events),
        )

    def _step(self, what: str, seat: int = 0) -> None:
        self.lay.step(self.rules, self.table, self.tally, getattr(self.lay, what), seat)

    def _points(self) -> np.ndarray:
        n_kinds = len(self.menu.kinds)
        points: np.ndarray = self.table.points[: self.players, :n_kinds, 0].astype(int)
        return points

    def _turn(self, seats: Sequence[Seat], turn: int) -> None:
        table = self.table
        table.turn = min(turn, s.MAX_HAND) - 1
        table.pick[:] = s.NONE
        self._step("BEGIN_TURN")
        chosen, brought = _in_order(seats, turn)
        free = table.free[:, 0].copy()
        for p, card in chosen:
            table.pick[p] = card.row
            self._decide(p, seats[p], card)
        self._step("REVEAL_ALL")
        for p, card in chosen:
            self._note(seats[p], card, placed=table.free[p, 0] < free[p])
        for p, card in brought:
            before = int(table.free[p, 0])
            table.second[p] = card.row
            self._decide(p, seats[p], card)
            self._step("LAY_ONE", p)
            self._note(seats[p], card, placed=table.free[p, 0] < before)
        for p, seat in enumerate(seats):
            if turning := [card for card in seat.cards if card.down == turn]:
                self._turn_over(p, seat, turning)
        self._step("END_TURN")

    def _decide(self, p: int, seat: Seat, card: Card) -> None:
        """Put down what a special order copies, and whether its nigiri goes on a wasabi."""
        if card.row == card.effect:
            return
        table, name = self.table, self._name(card)
        table.target[p] = card.effect
        left = name == FACE_DOWN or kind_of(name) in _MAY_HAVE_LEFT or seat.unknown > 0
        if not left and not table.tab[p, card.effect, 0]:
            raise InputError(f"{card.where}: copies = {name}, which does not lie there by then.")
        wish = bool(card.wish)
        if name != FACE_DOWN and kind_of(name) == "nigiri":
            v = card.effect - int(self.rules.nigiri_row)
            beside = int(table.tab[p, card.effect, 0]) - int(table.tripled[p, v, 0])
            may = beside > 0 or bool(self.rules.tripled_counts)
            must = may and bool(self.rules.must_place) and table.free[p, 0] > 0
            if wish and not may:
                raise InputError(
                    f"{card.where}: a copy of a nigiri that lies on a wasabi is not put on another "
                    'one; the ruling copy_of_tripled_nigiri = "like any nigiri" allows it.'
                )
            if must and card.wish is False:
                raise InputError(
                    f"{card.where}: on_wasabi = false, but the ruling special_order_on_wasabi says "
                    "that it must go on the free wasabi."
                )
            wish = wish or must
        table.wish[p] = wish

    def _note(self, seat: Seat, card: Card, *, placed: bool) -> None:
        """Keep track of which nigiri lies on which wasabi: on the oldest free one."""
        if card.effect == s.FACE_DOWN:
            return
        kind = kind_of(self._name(card))
        if kind == "wasabi":
            seat.free.append(card)
        elif kind == "nigiri":
            if placed:
                card.on = seat.free.pop(0)
                card.on.nigiri = card
            if card.wish is not None and card.wish != placed:
                raise InputError(
                    f"{card.where}: on_wasabi = {str(card.wish).lower()}, but "
                    + (
                        "a nigiri must go on the free wasabi; only a special order has a choice."
                        if placed
                        else "no wasabi is free by then."
                    )
                )

    def _turn_over(self, p: int, seat: Seat, turning: Sequence[Card]) -> None:
        """Turn cards face-down, as one takeout box does."""
        table = self.table
        table.active[:] = 1
        table.now[p] = table.now_copied[p] = 0  # `turning` holds no card of this turn
        names = ("flip", "flip_copy", "flip_on", "flip_with", "flip_under", "flip_sealed")
        for name in (*names, "flip_spent"):
            table[name][p] = 0
        for row, n in Counter(card.effect for card in turning).items():
            if table.tab[p, row, 0] < n:
                gone = next(card for card in turning if card.effect == row)
                raise InputError(
                    f"{gone.where}: {self._name(gone)} had left the table before it could be "
                    "turned over; say with face_down = TURN when it was."
                )
        for card in turning:
            kind = kind_of(self._name(card))
            if kind == "nigiri" and card.on is not None:
                self._flip_nigiri(p, card, turning)
            elif kind == "wasabi" and card.nigiri is not None:
                self._flip_wasabi(p, card, turning)
            else:
                is_copy = card.row != card.effect and self.rules.matters[card.effect]
                table["flip_copy" if is_copy else "flip"][p, card.effect] += 1
        before = int(table.down[p, 0])
        self._step("TURN_OVER", p)
        if table.down[p, 0] != before + len(turning):
            raise RuntimeError(f"{turning[0].where}: not all of these cards could be turned over")
        for card in turning:
            card.is_down = True
        if self.rules.frees_wasabi:
            freed = [c.on for c in turning if c.on is not None and not c.on.is_down]
            for wasabi in freed:
                wasabi.nigiri = None
            seat.free += freed
        seat.free = sorted((c for c in seat.free if not c.is_down), key=seat.cards.index)

    def _flip_nigiri(self, p: int, card: Card, turning: Sequence[Card]) -> None:
        table = self.table
        v = card.effect - int(self.rules.nigiri_row)
        if card.on in turning:
            table.flip_with[p, v] += 1
        elif card.on is not None and not card.on.is_down:
            table.flip_on[p, v] += 1
        elif self.rules.keeps_triple:
            table.flip_sealed[p, v] += 1
        else:
            table.flip[p, card.effect] += 1

    def _flip_wasabi(self, p: int, card: Card, turning: Sequence[Card]) -> None:
        table, nigiri = self.table, card.nigiri
        assert nigiri is not None
        if nigiri in turning:
            return  # both together: counted with the nigiri
        if nigiri.is_down:
            table.flip_spent[p] += 1
        else:
            table.flip_under[p, nigiri.effect - int(self.rules.nigiri_row)] += 1

    def _name(self, card: Card) -> str:
        return FACE_DOWN if card.effect == s.FACE_DOWN else self.ids[card.effect]

    def _read_events(self, round_: int) -> None:
        """Keep what the log says of clashes and races."""
        for code, seat, a, b, c, _, _, turn in self.table.events[: self.table.n_events].tolist():
            head = {"round": round_, "turn": turn + 1, "seat": seat}
            if code == s.EV_POINTS:
                self.events.append(
                    {**head, "event": "points", "kind": self.menu.kinds[a], "points": b}
                )
            elif code == s.EV_DISCARD:
                self.events.append(
                    {**head, "event": "discard", "card": self.ids[a], "why": s.WHY_WORDS[b], "n": c}
                )


def _in_order(
    seats: Sequence[Seat], turn: int
) -> tuple[list[tuple[int, Card]], list[tuple[int, Card]]]:
    """Return the cards of a turn with their seats: those chosen, then those brought by number."""
    chosen, brought = [], []
    for p, seat in enumerate(seats):
        played = [card for card in seat.cards if card.turn == turn]
        first = played[:1] if played and not played[0].by else []
        chosen += [(p, card) for card in first]
        brought += [(p, card) for card in played[len(first) :]]
    brought.sort(key=lambda entry: entry[1].by or s.MAX_HAND)
    return chosen, brought


def _by_kind(points: np.ndarray, columns: Sequence[tuple[int, str]]) -> tuple[dict[str, int], ...]:
    return tuple({kind: int(seat[k]) for k, kind in columns} for seat in points)
