"""What tableaux score: points by kind and seat, desserts, the winner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from simkit.menus.catalogue import cards

DUMMY = "dummy"

_AT_THE_END = {"party": "desserts", "go": "desserts", "roll": "tokens"}  # what is scored then
_BREAK_TIES = {"party": "dessert cards", "go": "puddings", "roll": "pudding tokens"}
_NOT_STATED = (
    "Menu and chopsticks tokens that are left score, too, but are not listed; say how many with "
    "`tokens`."
)


@dataclass(frozen=True)
class ScoreSheet:
    """Points of one round or of a game, by kind and seat.

    Attributes
    ----------
    name : str
        Title of the tableaux.
    names : tuple of str
        The players, in seat order; the dummy's seat comes after them.
    kinds : tuple of str
        Kinds in play, in the order of the box.
    rounds : tuple of tuple of dict
        Points by kind, for each round and seat; uramaki paid during the round included.
    desserts : tuple of dict
        Points of the desserts (Sushi Roll: of the tokens) by kind, for each seat; zero while the game
        is not over.
    dessert_cards : tuple of int
        Dessert cards (Sushi Roll: pudding tokens) kept so far; they break ties.
    game_over : bool
        Whether the desserts are scored.
    totals : tuple of int
        All points of each seat.
    win_share : tuple of float
        1 for the winner, 1/n for each of n that share the win; the lead, while the game is not
        over.
    events : tuple of dict
        What left the tables on the way: clashes of miso soup, uramaki scored. Sushi Roll: pudding
        tokens that the supply did not have.
    game : str
        ``"party"``, ``"go"`` or ``"roll"``.
    has_dummy : bool
        Whether the last seat is a dummy's.
    tokens : tuple of dict
        Sushi Roll: menu, chopsticks and pudding tokens of each seat; None where they were not stated.
    """

    name: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    rounds: tuple[tuple[dict[str, int], ...], ...]
    desserts: tuple[dict[str, int], ...]
    dessert_cards: tuple[int, ...]
    game_over: bool
    totals: tuple[int, ...]
    win_share: tuple[float, ...]
    events: tuple[dict[str, Any], ...] = ()
    game: str = "party"
    has_dummy: bool = False
    tokens: tuple[dict[str, int | None], ...] = ()

    @property
    def players(self) -> int:
        """Number of players, without the dummy."""
        return len(self.names) - self.has_dummy

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats (from 0) that win or share the win; the leaders, while the game is not over."""
        return tuple(seat for seat, share in enumerate(self.win_share) if share > 0)

    def to_dict(self) -> dict[str, Any]:
        """Return the sheet as plain data, in the form simkit/score/1."""
        return {
            "schema": "simkit/score/1",
            "game": self.game,
            "name": self.name,
            "players": self.players,
            "names": list(self.names),
            "cards": list(self.kinds),
            "rounds": [
                {"round": number, "points": [dict(points) for points in seats]}
                for number, seats in enumerate(self.rounds, 1)
            ],
            "game_over": self.game_over,
            "dessert_points": [dict(points) for points in self.desserts],
            "dessert_cards": list(self.dessert_cards),
            "totals": list(self.totals),
            "win_share": list(self.win_share),
            "events": [dict(event) for event in self.events],
            **({"tokens": [dict(mine) for mine in self.tokens]} if self.game == "roll" else {}),
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each round, seat and kind, for data frames; desserts have no round."""
        stages: list[tuple[int | None, Sequence[dict[str, int]]]] = list(enumerate(self.rounds, 1))
        if self.game_over:
            stages.append((None, self.desserts))
        return [
            {"round": number, "seat": seat, "name": name, "kind": kind, "points": points}
            for number, seats in stages
            for seat, name in enumerate(self.names)
            for kind, points in seats[seat].items()
        ]

    def to_text(self) -> str:
        """Return the sheet as a table for people."""
        beside = " and a dummy" if self.has_dummy else ""
        lines = [f"{self.name}, {self.players} players{beside}", ""]
        table = [["", *self.names], *self._lines()]
        first = max(len(row[0]) for row in table)
        whole = [row for row in table if len(row) > 1]
        widths = [max(len(row[i]) for row in whole) for i in range(1, len(self.names) + 1)]
        for title, *numbers in table:
            cells = (f"{n:>{width}}" for n, width in zip(numbers, widths, strict=False))
            lines.append("  ".join([f"{title:<{first}}", *cells]).rstrip())
        if self.events:
            lines += ["", *filter(None, map(self._event, self.events))]
        return "\n".join([*lines, "", *self._end()])

    def result(self) -> str:
        """Return who wins or leads, in a sentence."""
        won = [self._who(seat) for seat in self.winners]
        who = won[0] if len(won) == 1 else f"{', '.join(won[:-1])} and {won[-1]}"
        who = who[:1].upper() + who[1:]
        if self.game_over:
            if len(won) > 1:
                return f"{who} share the win."
            tied = self.totals.count(max(self.totals)) > 1
            return f"{who} wins{f' by {_BREAK_TIES[self.game]}' if tied else ''}."
        return (
            f"{who} {'share the lead' if len(won) > 1 else 'leads'}; {_AT_THE_END[self.game]} are "
            "not scored yet."
        )

    def __str__(self) -> str:
        return self.to_text()

    def _lines(self) -> Iterator[list[str]]:
        for number, seats in enumerate(self.rounds, 1):
            if len(self.rounds) > 1:
                yield [f"Round {number}"]
            yield from self._kind_lines(seats)
            if len(self.rounds) > 1 or self.game_over:
                yield ["  together", *(str(sum(points.values())) for points in seats)]
        if self.game_over:
            yield [_AT_THE_END[self.game].capitalize()]
            yield from self._kind_lines(self.desserts)
        yield ["Total", *map(str, self.totals)]
        if any(self.dessert_cards):
            yield [_BREAK_TIES[self.game].capitalize(), *map(str, self.dessert_cards)]

    def _kind_lines(self, seats: Sequence[Mapping[str, int]]) -> Iterator[list[str]]:
        for kind in self.kinds:
            numbers = [points.get(kind, 0) for points in seats]
            if any(numbers):
                is_left = self.game == "roll" and kind == "menu"
                name = "Tokens left" if is_left else cards(self.game)[kind].name
                yield [f"  {name}", *map(str, numbers)]

    def _who(self, seat: int) -> str:
        """Return a seat's name within a sentence."""
        is_dummy = self.has_dummy and seat == self.players and self.names[seat] == DUMMY
        return f"the {DUMMY}" if is_dummy else self.names[seat]

    def _end(self) -> Iterator[str]:
        """Yield the result, and what it leaves out."""
        yield self.result()
        stated = {mine[name] for mine in self.tokens for name in ("menu", "chopsticks")}
        if self.game_over and "menu" in self.kinds and stated == {None}:
            yield _NOT_STATED

    def _event(self, event: Mapping[str, Any]) -> str:
        where = f"Round {event['round']}, turn {event['turn']}: {self._who(event['seat'])}"
        if event["event"] == "points":
            return f"{where} scores {event['points']} for uramaki."
        name, n = self._card_name(event["card"]), event["n"]
        if event["event"] == "tokens":
            left = f"only {n}" if n else "none"
            return f"{where} takes {name}, but {left} {'are' if n > 1 else 'is'} left."
        if event["why"] == "uramaki scored":
            return ""  # said by the points
        return f"{where} discards {n} x {name} ({event['why']})."

    def _card_name(self, card: str) -> str:
        variants = (v for kind in cards(self.game).values() for v in kind.variants)
        return next(v.name for v in variants if v.slug == card)

    def _repr_html_(self) -> str:
        body = []
        for title, *numbers in self._lines():
            cells = "".join(f"<td>{n}</td>" for n in numbers or [""] * len(self.names))
            body.append(f"<tr><th style='text-align:left'>{title.strip()}</th>{cells}</tr>")
        head = "".join(f"<th>{escape(name)}</th>" for name in self.names)
        return (
            f"<table><caption>{escape(self.name)}</caption><tr><th></th>{head}</tr>"
            f"{''.join(body)}</table><p>{escape(' '.join(self._end()))}</p>"
        )
