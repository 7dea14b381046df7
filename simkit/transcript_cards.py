"""The rounds of a game of cards, Party or Sushi Go!, read from the events of the log."""

from __future__ import annotations

from typing import Any

from simkit import schema as s
from simkit.cards import card
from simkit.transcript_points import Points


class CardReader:
    """Turns the events of one game into the transcript's rounds.

    Parameters
    ----------
    game : str
        ``"party"`` or ``"go"``. In Sushi Go! both cards of a turn with chopsticks are chosen with the
        commit, a dummy may have a seat, and no desserts join the deck.
    kinds : sequence of str
        The kinds in play, in order.
    n_seats : int
        Seats, a dummy's included.
    """

    def __init__(self, game: str, kinds: tuple[str, ...], n_seats: int) -> None:
        self.is_go = game == "go"
        self.kinds = kinds
        boxed = [card(kind, game) for kind in kinds]
        self.ids = [variant.slug for kind in boxed for variant in kind.variants]
        self.n_seats = n_seats
        self.points = Points(boxed, n_seats)
        self.rounds: list[dict[str, Any]] = []
        self.draw: dict[str, Any] | None = None  # of the dummy's pile, for the turn to come

    def read(self, events: list[list[int]]) -> dict[str, Any]:
        """Read all events; return the rounds and what a transcript says after them."""
        for code, seat, a, b, c, d, e, turn in events:
            if not self.points.read(code, seat, a, b, c):
                self._read(code, seat, a, b, c, d, e, turn)
        for i, round_ in enumerate(self.rounds):
            for turn_ in round_["turns"]:
                _sort_boxes(turn_["events"])
            round_["points"] = self.points.of_round(i)
        return {"rounds": self.rounds, **self.points.of_game()}

    def card(self, row: int) -> str | None:
        """Name a row, a face-down card or nothing."""
        if row == s.NONE:
            return None
        return "face-down" if row == s.FACE_DOWN else self.ids[row]

    def request(self, asked: int) -> str:
        """Name what a spoon asks for; a kind without variants is asked for by its slug."""
        return self.ids[asked] if asked < len(self.ids) else self.kinds[asked - len(self.ids)]

    def _new_round(self) -> dict[str, Any]:
        seats: list[list[str]] = [[] for _ in range(self.n_seats)]
        kept: list[list[str]] = [[] for _ in range(self.n_seats)]
        joined: dict[str, Any] = {} if self.is_go else {"desserts_added": {}}
        return {
            "round": len(self.rounds) + 1,
            **joined,
            "hands": seats,
            "turns": [],
            "points": [],
            "kept": kept,
        }

    def _new_turn(self, turn: int) -> dict[str, Any]:
        n = self.n_seats
        draw, self.draw = self.draw, None
        drawn = {"draw": draw} if self.is_go else {}
        return {
            "turn": turn + 1,
            **drawn,
            "commits": [],
            "events": [],
            "tables": [[] for _ in range(n)],
            "hands": [[] for _ in range(n)],
            "face_down": [0] * n,
            "free_wasabi": [0] * n,
        }

    def _read(
        self, code: int, seat: int, a: int, b: int, c: int, d: int, e: int, turn: int
    ) -> None:
        if code in (s.EV_ADDED, s.EV_HAND) and (not self.rounds or self.rounds[-1]["turns"]):
            self.rounds.append(self._new_round())
        round_ = self.rounds[-1]
        if code == s.EV_ADDED:
            if b:
                round_["desserts_added"][self.card(a)] = b
        elif code == s.EV_HAND:
            round_["hands"][seat] += [self.card(a)] * b
        elif code == s.EV_KEPT:
            copies = [f"special-order:{self.card(a)}"] * c
            round_["kept"][seat] += [self.card(a)] * (b - c) + copies
        elif code == s.EV_TOP:
            self.draw = {"seat": seat, "card": self.card(a)}
        elif code == s.EV_TURN:
            round_["turns"].append(self._new_turn(turn))
        else:
            self._read_turn(round_["turns"][-1], code, seat, a, b, c, d, e)

    def _read_turn(
        self, turn: dict[str, Any], code: int, seat: int, a: int, b: int, c: int, d: int, e: int
    ) -> None:
        events = turn["events"]
        if code == s.EV_COMMIT:
            turn["commits"].append(self._commit(seat, a, b, c, d))
        elif code == s.EV_CALL:
            turn["commits"][seat]["calls"].append(self.card(a))
        elif code == s.EV_SECOND:
            turn["commits"][seat]["second"] = self.card(a)
        elif code == s.EV_TABLE:
            turn["tables"][seat] += [self.card(a)] * b
        elif code == s.EV_HELD:
            turn["hands"][seat] += [self.card(a)] * b
        elif code == s.EV_STATE:
            turn["face_down"][seat], turn["free_wasabi"][seat] = a, b
        elif code == s.EV_DRAW:
            events[-1]["draws"].append(self.card(a))
        elif code == s.EV_FLIP:
            events[-1]["flips"].append(self._flip(a, b, c))
        else:
            event = self._event(code, seat, a, b, c, d, e)
            if event["event"] == "play" and events and events[-1]["event"] == "menu":
                events[-1]["takes"] = event["card"]
            events.append(event)

    def _commit(self, seat: int, row: int, copies: int, wish: int, by: int) -> dict[str, Any]:
        planned = {"second": None, "by": by} if self.is_go else {}
        return {
            "seat": seat,
            "card": self.card(row),
            "copies": self.card(copies),
            "on_wasabi": bool(wish),
            "calls": [],
            **planned,
        }

    def _event(
        self, code: int, seat: int, a: int, b: int, c: int, d: int, e: int
    ) -> dict[str, Any]:
        name = self.card(a)
        if code == s.EV_PLAY:
            more: dict[str, Any] = {
                "card": name,
                "copies": self.card(b),
                "on_wasabi": bool(c),
                "by": s.WAY_WORDS[d],
            }
            return {"event": "play", "seat": seat} | more
        if code == s.EV_DISCARD:
            return {"event": "discard", "seat": seat, "card": name, "why": s.WHY_WORDS[b], "n": c}
        if code == s.EV_POINTS:
            return {"event": "points", "seat": seat, "kind": self.kinds[a], "points": b}
        if code == s.EV_CHOPSTICKS:
            return {
                "event": "chopsticks",
                "seat": seat,
                "card": name,
                "copy": bool(b),
                "takes": self.card(c),
            }
        if code == s.EV_SPOON:
            giver = None if d < 0 else d
            more = {"card": name, "copy": bool(b), "request": self.request(c), "giver": giver}
            return {"event": "spoon", "seat": seat} | more | {"gives": self.card(e)}
        if code == s.EV_MENU:
            return {"event": "menu", "seat": seat, "card": name, "draws": [], "takes": None}
        if code == s.EV_TAKEOUT:
            return {"event": "takeout", "seat": seat, "card": name, "flips": []}
        raise ValueError(f"event {code} is not known")

    def _flip(self, row: int, place: int, nigiri: int) -> dict[str, Any]:
        places = {
            int(s.ON_WASABI): "on wasabi",
            int(s.WITH_WASABI): "with wasabi",
            int(s.UNDER): f"under {self.card(nigiri)}",
            int(s.SPENT): "spent",
            int(s.ON_FACE_DOWN): "on face-down",
        }
        return {
            "card": self.card(row),
            "place": places.get(place, "table"),
            "copy": bool(place == s.COPY),
        }


def _sort_boxes(events: list[dict[str, Any]]) -> None:
    """Put takeout boxes, which come last in a turn, into the order of their numbers."""
    first = next((i for i, event in enumerate(events) if event["event"] == "takeout"), len(events))
    last = first
    while last < len(events) and events[last]["event"] == "takeout":
        last += 1
    events[first:last] = sorted(
        events[first:last], key=lambda event: int(event["card"].rpartition("-")[2])
    )
