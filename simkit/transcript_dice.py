"""The rounds of a game of dice, Sushi Roll, read from the events of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simkit import schema as s
from simkit.cards import card
from simkit.transcript_points import Points


class DiceReader:
    """Turns the events of one game into the transcript's rounds.

    Parameters
    ----------
    game : str
        ``"roll"``.
    kinds, dice : sequence of str
        The kinds of faces and the types of dice in play, in order.
    n_seats : int
        Seats.
    """

    def __init__(
        self, game: str, kinds: tuple[str, ...], dice: Sequence[str], n_seats: int
    ) -> None:
        boxed = [card(kind, game) for kind in kinds]
        self.ids = [variant.slug for kind in boxed for variant in kind.variants]
        self.dice = dice
        self.n_seats = n_seats
        self.points = Points(boxed, n_seats)
        self.rounds: list[dict[str, Any]] = []

    def read(self, events: list[list[int]]) -> dict[str, Any]:
        """Read all events; return the rounds and what a transcript says after them."""
        for code, seat, a, b, c, d, e, turn in events:
            if not self.points.read(code, seat, a, b, c):
                self._read(code, seat, a, b, c, d, e, turn)
        for i, round_ in enumerate(self.rounds):
            round_["points"] = self.points.of_round(i)
        return {"rounds": self.rounds, **self.points.of_game()}

    def _read(
        self, code: int, seat: int, a: int, b: int, c: int, d: int, e: int, turn: int
    ) -> None:
        turns = self.rounds[-1]["turns"] if self.rounds else []
        if code == s.EV_TURN:
            turns.append(self._new_turn(turn))
        elif code == s.EV_STARTS and turns and turns[-1]["starts"] is None:
            turns[-1]["starts"] = seat
        elif code == s.EV_STARTS:
            self.rounds.append(self._new_round(seat))
        elif code == s.EV_ROLL:
            (turns or self.rounds)[-1]["belts"][seat].append(self._die(a, b))
        else:
            self._read_turn(turns[-1], code, seat, a, b, c, d, e)

    def _new_round(self, starts: int) -> dict[str, Any]:
        belts: list[list[dict[str, str]]] = [[] for _ in range(self.n_seats)]
        return {
            "round": len(self.rounds) + 1,
            "starts": starts,
            "belts": belts,
            "turns": [],
            "points": [],
        }

    def _new_turn(self, turn: int) -> dict[str, Any]:
        n = self.n_seats
        return {
            "turn": turn + 1,
            "starts": None,
            "events": [],
            "tables": [[] for _ in range(n)],
            "belts": [[] for _ in range(n)],
            "free_wasabi": [0] * n,
            "tokens": [{} for _ in range(n)],
        }

    def _read_turn(
        self, turn: dict[str, Any], code: int, seat: int, a: int, b: int, c: int, d: int, e: int
    ) -> None:
        events = turn["events"]
        if code == s.EV_SPEND:
            events.append({"event": "menu", "seat": seat, "rerolls": []})
        elif code == s.EV_REROLL:
            old, new = self.ids[b], self.ids[c]
            events[-1]["rerolls"].append({"die": self.dice[a], "from": old, "to": new})
        elif code == s.EV_SWAP:
            gives, takes = self._die(b, c), self._die(d, e)
            swap = {"event": "chopsticks", "seat": seat, "gives": gives, "with": a, "takes": takes}
            events.append(swap)
        elif code == s.EV_TAKE:
            events.append({"event": "take", "seat": seat, **self._die(a, b), "on_wasabi": bool(c)})
        elif code == s.EV_TOKENS:
            counted = {"menu": a, "chopsticks": b, "pudding": c}
            if "tokens" not in events[-1]:  # the last event of a turn is a take
                events[-1]["tokens"] = counted
            else:
                turn["tokens"][seat] = counted
        elif code == s.EV_TABLE:
            turn["tables"][seat] += [self.ids[a]] * b
        elif code == s.EV_STATE:
            turn["free_wasabi"][seat] = b
        else:
            raise ValueError(f"event {code} is not known")

    def _die(self, die: int, face: int) -> dict[str, str]:
        return {"die": self.dice[die], "face": self.ids[face]}
