"""From what is listed to cards that can be laid: names looked up, turns and copies checked."""

from __future__ import annotations

from collections.abc import Sequence

from simkit import schema as s
from simkit.card_names import FACE_DOWN, find_card, kind_of
from simkit.errors import InputError
from simkit.in_play import Copies, Dice
from simkit.tableau_forms import Laid, RoundOf, check_fields
from simkit.tables import Card, Seat, Tables, last_turn

_NOT_ON_TABLE = ("menu", "takeout-box")
_IN_ONE_TURN = {"go": 2, "roll": 1}  # most cards (dice) of a seat; Party: by their numbers any


class Reader:
    """Reads the rounds of one game in order.

    Attributes
    ----------
    seen : set of str
        All card ids met so far, copies of special orders and ``"face-down"`` included.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.menu = tables.menu
        self.game = tables.menu.game
        self.copies = (Dice if self.game == "roll" else Copies)(tables.menu)
        self.seen: set[str] = set()

    def desserts(self, listed: Sequence[Sequence[Laid]]) -> list[list[int]]:
        """Return the rows of the desserts that each seat has kept."""
        kept: list[list[int]] = []
        for p, entries in enumerate(listed):
            kept.append([])
            for j, entry in enumerate(entries):
                where = self.tables.where("desserts", p, j)
                card, effect = self._ids(entry, where)
                name = effect if card == "special-order" else card
                if name == FACE_DOWN or not self.copies.is_dessert(name):
                    raise InputError(f"{where}: {name} is no dessert.")
                kept[p].append(self.tables.row(name, where))
        return kept

    def round(self, given: RoundOf, steps: tuple[str | int, ...]) -> list[Seat]:
        """Return what each seat laid down in a round; ``steps`` lead to it in the file."""
        self.copies.next_round()
        if steps:
            check_fields(given, self.game, self.tables.where(*steps))
        seats = [self._seat(entries, (*steps, "seats", p)) for p, entries in enumerate(given.seats)]
        last = last_turn(seats)
        for seat in seats:
            for card in seat.cards:
                if card.down < 0:
                    card.down = last + 1
                if card.down:
                    self.copies.turned_over(self.tables.ids[card.row])
        return seats

    def _seat(self, entries: Sequence[Laid], steps: tuple[str | int, ...]) -> Seat:
        seat = Seat()
        turn = 0
        is_dummy = steps[-1] == self.tables.n_players
        most = 1 if is_dummy else _IN_ONE_TURN.get(self.game, len(entries))
        for j, entry in enumerate(entries):
            where = self.tables.where(*steps, j)
            before, turn = turn, turn + 1 if entry.turn is None else entry.turn
            if turn < before:
                raise InputError(
                    f"{where}: turn = {turn} after turn {before}: list the cards in the order "
                    "of play."
                )
            if turn > s.MAX_HAND:
                raise InputError(
                    f"{where}: would be turn {turn}, but a round has at most {s.MAX_HAND} turns; "
                    "say with `turn` which cards were played in the same turn."
                )
            if laid := self._card(entry, turn, where):
                seat.cards.append(laid)
            else:
                seat.unknown += 1
            n = sum(card.turn == turn for card in seat.cards)
            if n > most:
                raise InputError(f"{where}: {self._too_many(n, turn, is_dummy=is_dummy)}")
        return seat

    def _too_many(self, n: int, turn: int, *, is_dummy: bool) -> str:
        if self.game == "roll":
            return f"die number {n} of turn {turn}, but a player takes one in a turn."
        who = "the dummy plays one" if is_dummy else "with chopsticks a player plays two"
        return f"card number {n} of turn {turn}, but {who} in a turn."

    def _card(self, entry: Laid, turn: int, where: str) -> Card | None:
        """Return a card, or None for a face-down card of unknown front."""
        check_fields(entry, self.game, where)
        card, effect = self._ids(entry, where)
        if card == FACE_DOWN:
            self.tables.row("takeout-box-10", where)
            return None
        if self.game == "party" and kind_of(card) in _NOT_ON_TABLE:
            raise InputError(
                f"{where}: a {kind_of(card)} is discarded when it is played; leave it out."
            )
        if entry.on_wasabi is not None and (
            effect == FACE_DOWN or kind_of(effect, self.game) != "nigiri"
        ):
            raise InputError(f"{where}: on_wasabi is for nigiri only; take it out of {effect}.")
        return Card(
            where,
            row=self.tables.row(card, where),
            effect=self.tables.row(effect, where),
            turn=turn,
            by=entry.by or 0,
            down=self._down(entry, effect, turn, where),
            wish=entry.on_wasabi,
        )

    def _down(self, entry: Laid, effect: str, turn: int, where: str) -> int:
        """Return the turn in which a card is turned over; 0 for never, -1 for the end."""
        if not entry.face_down:
            return 0
        self.tables.row("takeout-box-10", where)
        if effect == FACE_DOWN:
            raise InputError(f"{where}: a copy of a face-down card lies face-down anyway.")
        if entry.face_down is True:
            return -1
        if entry.face_down <= turn:
            raise InputError(
                f"{where}: face_down = {entry.face_down}, but it was played in turn {turn}: a "
                "takeout box turns over cards of earlier turns only."
            )
        return int(entry.face_down)

    def _ids(self, entry: Laid, where: str) -> tuple[str, str]:
        """Return the card's id and what it counts as."""
        card = find_card(entry.card, where=where, game=self.game, used=self.copies.used)
        if card == FACE_DOWN:
            if entry.copies is not None or entry.on_wasabi is not None:
                raise InputError(f"{where}: a face-down card has no `copies` and no `on_wasabi`.")
            self.seen.add(card)
            return card, card
        self.tables.row(card, where)
        self.copies.add(card, where)
        self.seen.add(card)
        if card != "special-order":
            if entry.copies is not None:
                raise InputError(
                    f"{where}: only a special-order has `copies`; take it out of {card}."
                )
            return card, card
        if entry.copies is None:
            raise InputError(
                f"{where}: say what the special order copies: "
                '{card = "special-order", copies = "squid"}.'
            )
        effect = find_card(entry.copies, where=where)
        if effect != FACE_DOWN and kind_of(effect) in (*_NOT_ON_TABLE, "special-order"):
            raise InputError(
                f"{where}: copies = {effect}: say the card that the special order counts as."
            )
        self.tables.row(effect, where)
        self.seen.add(effect)
        return card, effect
