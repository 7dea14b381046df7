"""Tables of cards, laid out turn by turn (`simkit/lay.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from simkit import schema as s
from simkit.card_names import FACE_DOWN, kind_of
from simkit.errors import InputError
from simkit.menus import Menu
from simkit.tables import Card, Seat, Tables, last_turn

_MAY_HAVE_LEFT = ("chopsticks", "spoon", "uramaki", "miso-soup")


class CardTables(Tables):
    """Cards in front of players of Party or of Sushi Go!."""

    KERNELS = "simkit.lay"

    def __init__(self, menu: Menu, n_seats: int, source: str) -> None:
        super().__init__(menu, n_seats, source)
        self.table.lane = 0  # clashes and races are read from the log
        self.table.pool[0, : len(self.ids)] = self.rules.n_copies[: len(self.ids), None]

    def keep(self, desserts: Sequence[Sequence[int]]) -> None:
        """Give the players their desserts of earlier rounds."""
        self._step("BEGIN_TURN")
        for p, rows in enumerate(desserts):
            for row in rows:
                self.table.second[p] = row
                self._step("LAY_ONE", p)
        self._step("END_ROUND")

    def round(self, seats: Sequence[Seat], claimed: int = 0) -> None:
        """Lay down one round turn by turn, and score it."""
        super().round(seats, claimed)
        self._read_events(len(self.points) - 1)

    def _lay(self, seats: Sequence[Seat], claimed: int) -> None:
        table = self.table
        table.n_events = 0
        table.place[:] = claimed
        for p, seat in enumerate(seats):
            table.down[p] = seat.unknown
        for turn in range(1, last_turn(seats) + 1):
            self._turn(seats, turn)

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
        left = name == FACE_DOWN or self._kind(name) in _MAY_HAVE_LEFT or seat.unknown > 0
        if not left and not table.tab[p, card.effect, 0]:
            raise InputError(f"{card.where}: copies = {name}, which does not lie there by then.")
        wish = bool(card.wish)
        if name != FACE_DOWN and self._kind(name) == "nigiri":
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
        kind = self._kind(self._name(card))
        if kind == "wasabi":
            seat.free.append(card)
        elif kind == "nigiri":
            if placed:
                card.on = seat.free.pop(0)
                card.on.nigiri = card
            self._check_place(card, placed=placed)

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
            kind = self._kind(self._name(card))
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

    def _kind(self, name: str) -> str:
        return kind_of(name, self.menu.game)

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
