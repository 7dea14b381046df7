"""Small scenes for tests: cards laid out in front of the seats, then a few scripted turns."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .cards import Table, lay_out
from .game import QUEUE_HEADS, Event, Game
from .party import Script
from .rulebook import KIND_OF, KINDS, Rules, make_rules

Entries = list[str | dict[str, Any]]


def kinds_of(entries: Iterable[str | dict[str, Any]]) -> set[str]:
    """Kinds of the cards in a list; a face-down card needs the takeout box in play."""
    given = [entry if isinstance(entry, dict) else {"card": entry} for entry in entries]
    names = [one["card"] for one in given] + [one.get("copies") for one in given]
    return {KIND_OF.get(name, "takeout-box") for name in names if name}


def scene_rules(
    players: int, kinds: Iterable[str], rulings: dict[str, Any] | None = None, **changes: Any
) -> Rules:
    """Rules with just these kinds in play."""
    wanted = set(kinds)
    cards = [kind for kind in KINDS if kind in wanted]
    return make_rules(players, cards, rulings=rulings, **changes)


class Scene:
    """A round under way, played on by scripted turns."""

    def __init__(
        self,
        tables: list[Entries],
        hands: list[list[str]],
        *,
        deck: Iterable[str] = (),
        kinds: Iterable[str] = (),
        rulings: dict[str, Any] | None = None,
        claimed: int = 0,
        **changes: Any,
    ) -> None:
        """Lay out the tables (cards of turns 1, 2, ... unless told), deal hands and deck."""
        laid: list[Table] = [lay_out(entries) for entries in tables]
        everything = [entry for cards in (*tables, *hands, deck) for entry in cards]
        in_play = kinds_of(everything) | set(kinds)
        copies = Counter(card.printed for table in laid for card in table)
        copies.update(card for cards in (*hands, deck) for card in cards)
        rules = scene_rules(len(tables), in_play, rulings, counts=dict(copies), **changes)
        self.game = Game(rules)
        self.game.round = 1
        self.game.dessert_pile = Counter()
        self.game.deck = Counter(deck)
        self.game.tables = laid
        self.game.hands = [list(hand) for hand in hands]
        self.game.turn = max((card.turn for table in laid for card in table), default=0)
        self.game.claimed = claimed
        self.events: list[Event] = []
        self.last: dict[str, Any] = {}

    def turn(self, commits: list[dict[str, Any]], events: list[Event]) -> dict[str, Any]:
        """Play a turn; its events are only asked for decisions."""
        script = Script({"commits": commits, "events": events})
        self.last = self.game.play_turn(script)
        script.check_used_up()
        self.events += self.last["events"]
        return self.last

    def discards(self) -> dict[str, int]:
        """Cards discarded so far in the scripted turns, as what they counted."""
        gone: Counter[str] = Counter()
        for event in self.events:
            if event["event"] == "discard":
                gone[event["card"]] += event["n"]
        return dict(gone)

    def order(self) -> list[list[Any]]:
        """Queue entries in the order in which they came up: [event, seat]."""
        return [
            [event["event"], event["seat"]]
            for event in self.events
            if event["event"] in QUEUE_HEADS
        ]


def commit(
    seat: int,
    card: str,
    *calls: str,
    copies: str | None = None,
    on_wasabi: bool = False,
) -> dict[str, Any]:
    """A commit as in a transcript."""
    return {
        "seat": seat,
        "card": card,
        "copies": copies,
        "on_wasabi": on_wasabi,
        "calls": list(calls),
    }


def order(seat: int, copies: str | None, *, on_wasabi: bool = False) -> Event:
    """The play of a special order through the queue, with its decisions."""
    return {"event": "play", "seat": seat, "copies": copies, "on_wasabi": on_wasabi}


def chopsticks(seat: int, card: str, takes: str, *, copy: bool = False) -> Event:
    """Decision of called chopsticks."""
    return {"event": "chopsticks", "seat": seat, "card": card, "copy": copy, "takes": takes}


def spoon(
    seat: int,
    card: str,
    request: str,
    giver: int | None = None,
    gives: str | None = None,
    *,
    copy: bool = False,
) -> Event:
    """Decision of a called spoon."""
    return {
        "event": "spoon",
        "seat": seat,
        "card": card,
        "copy": copy,
        "request": request,
        "giver": giver,
        "gives": gives,
    }


def menu(seat: int, card: str, draws: list[str], takes: str | None) -> Event:
    """Decision of a menu."""
    return {"event": "menu", "seat": seat, "card": card, "draws": draws, "takes": takes}


def takeout(seat: int, card: str, *flips: tuple[str, str] | tuple[str, str, bool]) -> Event:
    """Decision of a takeout box; a flip is (card, place) or (card, place, copy)."""
    written = [
        {"card": flip[0], "place": flip[1], "copy": flip[2] if len(flip) > 2 else False}
        for flip in flips
    ]
    return {"event": "takeout", "seat": seat, "card": card, "flips": written}
