"""How a transcript of Sushi Go Party! is read: its set-up, its deals, the decisions of its turns."""

from typing import Any

from . import rulebook
from .decisions import Call, IllegalMove
from .game import QUEUE_HEADS, Event, Game
from .rulebook import Rules

Transcript = dict[str, Any]


class Script:
    """The decisions of one turn as its transcript tells them; it is a `Decisions`.

    Decisions are found by what they decide, not by their place: the order of the queue is left to
    the game.
    """

    def __init__(self, turn: dict[str, Any]) -> None:
        """Read the turn of a transcript."""
        self._commits = {commit["seat"]: commit for commit in turn["commits"]}
        self._events: list[Event] = turn["events"]
        self._open = [i for i, event in enumerate(self._events) if event["event"] in QUEUE_HEADS]
        self._now: Event = {}
        self._play: Event = {}

    def _find(self, name: str, call: Call) -> Event:
        """Head of a queue entry and the play that belongs to it."""
        for index in self._open:
            event = self._events[index]
            fits = (event["event"], event["seat"], event["card"]) == (name, call.seat, call.name)
            if fits and event.get("copy", call.copy) == call.copy:
                self._open.remove(index)
                follower = self._events[index + 1] if index + 1 < len(self._events) else {}
                belongs = follower.get("event") == "play" and follower["seat"] == call.seat
                self._now, self._play = event, follower if belongs else {}
                return event
        raise IllegalMove(f"seat {call.seat}: no event for {call.name} (copy: {call.copy})")

    def commit(self, game: Game, seat: int) -> dict[str, Any]:
        """Commit of a seat."""
        if seat not in self._commits:
            raise IllegalMove(f"seat {seat}: no commit")
        return self._commits[seat]

    def chopsticks(self, game: Game, call: Call) -> str:
        """Card the chopsticks take."""
        return self._find("chopsticks", call)["takes"]

    def request(self, game: Game, call: Call) -> str:
        """What the spoon asks for."""
        return self._find("spoon", call)["request"]

    def gives(self, game: Game, call: Call, giver: int, matching: list[str]) -> str:
        """Card the giver gives."""
        if self._now["giver"] != giver:
            raise IllegalMove(
                f"seat {call.seat}: the spoon's giver is {giver}, not {self._now['giver']}"
            )
        return self._now["gives"]

    def draws(self, game: Game, call: Call) -> list[str]:
        """Cards the menu draws."""
        return self._find("menu", call)["draws"]

    def takes(self, game: Game, call: Call, draws: list[str]) -> str | None:
        """Card the menu plays."""
        return self._now["takes"]

    def flips(self, game: Game, call: Call) -> list[dict[str, Any]]:
        """Cards the takeout box flips."""
        return self._find("takeout", call)["flips"]

    def order(self, game: Game, call: Call) -> tuple[str | None, bool]:
        """Target and wish of a special order played through the queue."""
        return self._play.get("copies"), self._play.get("on_wasabi", False)

    def check_used_up(self) -> None:
        """Complain about decisions nobody asked for."""
        if self._open:
            raise IllegalMove(f"nothing leads to the event {self._events[self._open[0]]}")


def read_rules(transcript: Transcript, house: bool = False) -> Rules:
    """Set-up of a transcript; unless it is a house game it must be as printed."""
    rules = rulebook.make_rules(
        transcript["players"],
        transcript["cards"],
        rulings=transcript["rulings"],
        points=transcript["points"],
        counts=transcript["counts"],
        hand_size=transcript["hand_size"],
        desserts=transcript["desserts"],
    )
    if not house:
        check_printed(rules)
    return rules


def check_printed(rules: Rules) -> None:
    """Refuse a menu the rule book does not allow, and any set-up but the printed one."""
    if not rulebook.is_legal_menu(rules.cards, rules.players):
        raise IllegalMove(f"no legal menu for {rules.players} players: {rules.cards}")
    printed = rulebook.make_rules(rules.players, rules.cards, rulings=rules.rulings)
    for name in ("counts", "hand_size", "desserts"):
        got, expected = getattr(rules, name), getattr(printed, name)
        if got != expected:
            raise IllegalMove(f"{name} {got}, printed {expected}")


def known_head(rules: Rules) -> dict[str, Any]:
    """What of a transcript's head follows from the rules."""
    return {"cards": rules.cards, "rulings": rules.rulings}


def begin_round(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Deal as the round of a transcript says."""
    return game.begin_round(given["desserts_added"], given["hands"])


def play_turn(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Play a turn with the decisions of a transcript."""
    script = Script(given)
    turn = game.play_turn(script)
    script.check_used_up()
    return turn
