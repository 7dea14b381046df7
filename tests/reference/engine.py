"""Replay of a transcript: its inputs are checked, everything else in it is worked out anew.

`replay` gives a transcript of its own, `differences` says where the two disagree.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from . import rulebook
from .decisions import Call, IllegalMove
from .game import Event, Game
from .rulebook import Rules, in_catalogue_order

Transcript = dict[str, Any]
HEADS = ("chopsticks", "spoon", "menu", "takeout")  # events that begin an entry of the queue
SET_UP = ("menu", "cards", "players", "rulings", "points", "counts", "hand_size", "desserts")
COPIED = ("schema", "version", "rules_version", "game", "policies", "seed", "game_number")


class Script:
    """The decisions of one turn as its transcript tells them; it is a `Decisions`.

    Decisions are found by what they decide, not by their place: the order of the queue is left to
    the game.
    """

    def __init__(self, turn: dict[str, Any]) -> None:
        """Read the turn of a transcript."""
        self._commits = {commit["seat"]: commit for commit in turn["commits"]}
        self._events: list[Event] = turn["events"]
        self._open = [i for i, event in enumerate(self._events) if event["event"] in HEADS]
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


def _walk(
    transcript: Transcript,
    house: bool,
    seen: Callable[[str, dict[str, Any], dict[str, Any]], None],
) -> Transcript:
    """Replay a transcript; `seen(where, its part, own part)` is called as each part is ready."""
    where = "set-up"
    try:
        rules = read_rules(transcript, house)
        game = Game(rules)
        own: Transcript = {name: transcript[name] for name in COPIED if name in transcript}
        own |= {name: transcript[name] for name in SET_UP if name in transcript}
        own |= {"cards": rules.cards, "rulings": rules.rulings, "rounds": []}
        seen(where, transcript, {name: own[name] for name in ("cards", "rulings")})
        totals: list[list[int]] = []
        if len(transcript["rounds"]) != len(rules.desserts):
            raise IllegalMove(f"{len(transcript['rounds'])} rounds")
        for number, given in enumerate(transcript["rounds"], start=1):
            where = f"round {number}"
            mine = game.begin_round(given["desserts_added"], given["hands"])
            seen(where, given, mine)
            mine["turns"] = []
            if len(given["turns"]) != rules.hand_size:
                raise IllegalMove(f"{len(given['turns'])} turns")
            for turn_number, turn in enumerate(given["turns"], start=1):
                where = f"round {number}, turn {turn_number}"
                script = Script(turn)
                mine["turns"].append(game.play_turn(script))
                script.check_used_up()
                seen(where, turn, mine["turns"][-1])
            where = f"round {number}, end"
            end = game.end_round()
            seen(where, given, end)
            totals.append(list(game.totals))
            before = {"totals_after_round": transcript["totals_after_round"][number - 1]}
            seen(where, before, {"totals_after_round": totals[-1]})
            own["rounds"].append(mine | end)
        where = "game end"
        finish = game.finish()
        seen(where, transcript, finish)
        return own | finish | {"totals_after_round": totals}
    except IllegalMove as error:
        raise IllegalMove(f"{where}: {error}") from None


def replay(transcript: Transcript, *, house: bool = False) -> Transcript:
    """Transcript of one's own, from the inputs of a transcript alone.

    Raises IllegalMove, with round and turn, where a deal or a decision is against the rules. A
    house game (`house=True`) may have any menu, counts, hand size and dessert schedule.
    """
    return _walk(transcript, house, lambda where, given, mine: None)


class _Stop(Exception):
    """Enough differences found."""


def differences(transcript: Transcript, *, house: bool = False) -> list[str]:
    """What in a transcript is illegal or not as the rules have it; stops at the first bad turn.

    Seats are counted from 0, as in the transcript. See `replay` for `house`.
    """
    lines: list[str] = []

    def seen(where: str, given: dict[str, Any], mine: dict[str, Any]) -> None:
        for name, expected in mine.items():
            if name not in given:
                lines.append(f"{where}: {name} is missing")
            else:
                lines.extend(f"{where}: {line}" for line in _compare(name, given[name], expected))
        if lines:
            raise _Stop

    try:
        _walk(transcript, house, seen)
    except _Stop:
        pass
    except IllegalMove as error:
        lines.append(f"illegal: {error}")
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        lines.append(f"malformed transcript: {type(error).__name__}: {error}")
    return lines


# --- comparing -------------------------------------------------------------------------------


def _compare(name: str, got: Any, expected: Any) -> list[str]:
    """Lines on one part of a transcript; the order of cards and of zeros does not matter."""
    if name == "events":
        return _compare_events(got, expected)
    if name == "commits":
        got = [{key: commit.get(key) for key in expected[0]} for commit in got]
    if name == "desserts_added":
        got, expected = _without_zeros(got), _without_zeros(expected)
    if got == expected:
        return []
    if not isinstance(expected, list) or len(got) != len(expected):
        return [f"{name}: got {got}, expected {expected}"]
    return [
        f"{name} of seat {seat}: got {theirs}, expected {mine}"
        for seat, (theirs, mine) in enumerate(zip(got, expected, strict=True))
        if _plain(name, theirs) != _plain(name, mine)
    ]


def _plain(name: str, part: Any) -> Any:
    """One seat's part in a form that can be compared."""
    match name:
        case "hands" | "tables" | "kept":
            return Counter(part)
        case "points" | "dessert_points":
            return _without_zeros(part)
        case "commits":
            return part | {"calls": sorted(part["calls"])}
        case "win_share":
            return round(part, 9)
    return part


def _without_zeros(amounts: dict[str, int]) -> dict[str, int]:
    return {key: amount for key, amount in amounts.items() if amount}


def _compare_events(got: list[Event], expected: list[Event]) -> list[str]:
    theirs, mine = _canonical(got), _canonical(expected)
    for theirs_now, mine_now in zip(theirs, mine, strict=False):
        shown = {key: theirs_now.get(key) for key in mine_now}
        if shown != mine_now:
            return [f"event: got {theirs_now}, expected {mine_now}"]
    if len(theirs) == len(mine):
        return []
    longer, whose = (theirs, "got") if len(theirs) > len(mine) else (mine, "expected")
    return [f"event: {whose} also {longer[min(len(theirs), len(mine))]}"]


def _canonical(events: list[Event]) -> list[Event]:
    """Events with discards and points of one moment sorted: their order means nothing.

    A moment is the reveal, or one entry of the number queue with all that follows from it.
    """
    moments: list[list[Event]] = [[]]
    for event in events:
        if event["event"] in HEADS:
            moments.append([])
        moments[-1].append(_plain_event(event))
    return [event for moment in moments for event in sorted(moment, key=_place_in_moment)]


def _plain_event(event: Event) -> Event:
    if event["event"] == "menu":
        return event | {"draws": in_catalogue_order(event["draws"])}
    if event["event"] == "takeout":
        return event | {"flips": sorted(event["flips"], key=lambda flip: sorted(flip.items()))}
    return event


def _place_in_moment(event: Event) -> tuple[int, str, int, str]:
    if event["event"] in HEADS:
        return 0, "", 0, ""
    if event["event"] == "play":
        return 1, "", 0, ""  # a stable sort: plays keep their order
    return 2, event.get("why", ""), event["seat"], event.get("card", "")
