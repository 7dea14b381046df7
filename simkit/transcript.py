"""Any one game again, as a transcript: every card dealt, every choice, every point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simkit import schema as s
from simkit._version import __version__
from simkit.batch import RULES_VERSION, new_tally
from simkit.cards import card
from simkit.games.party import card_ids
from simkit.menus import Menu
from simkit.play import play_batches
from simkit.policies.lineup import Player
from simkit.runner import MAX_GAMES, MAX_SEED, check_whole, compile_core, prepare
from simkit.transcript_text import text

SCHEMA = "simkit/transcript/1"


@dataclass(frozen=True, slots=True)
class Transcript:
    """One game, complete enough that an outside program can check each step.

    Attributes
    ----------
    data : dict
        The transcript as plain data; its JSON Schema is ``docs/schemas/transcript.schema.json``.
    """

    data: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the transcript as plain data."""
        return self.data

    def to_text(self, *, hands: bool = False) -> str:
        """Return the game turn by turn, for people; with ``hands`` what each seat holds, too."""
        return text(self.data, hands=hands)

    def __str__(self) -> str:
        return self.to_text()


def replay(
    menu: str | Path | Menu,
    *,
    players: int = 4,
    policy: str | Player = "greedy",
    policies: Sequence[str | Player] | None = None,
    seed: int = 0,
    game: int = 0,
    rotate: bool = False,
    house: bool = False,
) -> Transcript:
    """Play game number ``game`` of a seed again and write everything down.

    Parameters
    ----------
    menu, players, policy, policies, seed, rotate, house
        As for `simkit.simulate`: with the same ones it is the same game.
    game : int
        Number of the game, from 0.

    Returns
    -------
    Transcript

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    check_whole("game", game, 0, MAX_GAMES)
    check_whole("seed", seed, 0, MAX_SEED)
    batch, lane = divmod(game, s.LANES)
    rotation = batch % players if rotate else 0
    specs = policy if policies is None else policies
    loaded, entries, rules = prepare(
        menu, players, specs, house=house, ordered=True, rotation=rotation
    )
    table = s.new_record(s.TABLE)
    table.lane = lane
    compile_core(rules)
    play_batches(rules, table, new_tally(), seed, batch, 1, 1, s.LANES)
    if table.n_events > s.MAX_EVENTS:
        raise RuntimeError(f"the log holds {s.MAX_EVENTS} events, the game has {table.n_events}")
    seated = [entries[(p - rotation) % players].name for p in range(players)]
    reader = _Reader(loaded, players, rules, table.events[: table.n_events].tolist())
    head = {
        "schema": SCHEMA,
        "version": __version__,
        "rules_version": RULES_VERSION,
        "game": loaded.game,
        "menu": loaded.name,
        "cards": list(loaded.kinds),
        "players": players,
        "policies": seated,
        "seed": seed,
        "game_number": game,
        **{key: loaded.to_dict()[key] for key in ("rulings", "points", "counts")},
        "hand_size": int(rules.hand_size),
        "desserts": [int(n) for n in rules.desserts],
    }
    return Transcript(head | reader.read())


class _Reader:
    """Turns the events of the log into the transcript's rounds."""

    def __init__(self, menu: Menu, players: int, rules: Any, events: list[list[int]]) -> None:
        self.ids = card_ids(menu)
        self.kinds = menu.kinds
        self.rules = rules
        self.players = players
        self.events = events
        self.rounds: list[dict[str, Any]] = []
        self.points = np.zeros((4, players, len(menu.kinds)), int)
        self.ends = [(0, 0, 1)] * players

    def card(self, row: int) -> str | None:
        """Name a row, a face-down card or nothing."""
        if row == s.NONE:
            return None
        return "face-down" if row == s.FACE_DOWN else self.ids[row]

    def request(self, asked: int) -> str:
        """Name what a spoon asks for; a kind without variants is asked for by its slug."""
        if asked >= self.rules.n_rows:
            return self.kinds[asked - int(self.rules.n_rows)]
        return self.ids[asked]

    def read(self) -> dict[str, Any]:
        """Read all events and add what follows from the points."""
        for code, seat, a, b, c, d, e, turn in self.events:
            self._read(code, seat, a, b, c, d, e, turn)
        for i, round_ in enumerate(self.rounds):
            for turn_ in round_["turns"]:
                _sort_boxes(turn_["events"])
            gained = self.points[i] - (self.points[i - 1] if i else 0)
            round_["points"] = [self._by_kind(gained[p]) for p in range(self.players)]
        desserts = self.points[3] - self.points[2]
        return {
            "rounds": self.rounds,
            "dessert_points": [
                self._by_kind(desserts[p], desserts=True) for p in range(self.players)
            ],
            "dessert_cards": [n for n, _, _ in self.ends],
            "totals": self.points[3].sum(axis=1).tolist(),
            "totals_after_round": self.points[:3].sum(axis=2).tolist(),
            "win_share": [won / n if won else 0 for _, won, n in self.ends],
        }

    def _by_kind(self, points: np.ndarray, *, desserts: bool = False) -> dict[str, int]:
        return {
            kind: int(x)
            for kind, x in zip(self.kinds, points, strict=True)
            if card(kind).is_dessert is desserts
        }

    def _new_round(self) -> dict[str, Any]:
        seats: list[list[str]] = [[] for _ in range(self.players)]
        kept: list[list[str]] = [[] for _ in range(self.players)]
        return {
            "round": len(self.rounds) + 1,
            "desserts_added": {},
            "hands": seats,
            "turns": [],
            "points": [],
            "kept": kept,
        }

    def _new_turn(self, turn: int) -> dict[str, Any]:
        n = self.players
        return {
            "turn": turn + 1,
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
        if code == s.EV_SCORE:
            self.points[c, seat, a] = b
            return
        if code == s.EV_END:
            self.ends[seat] = (a, b, c)
            return
        round_ = self.rounds[-1]
        if code == s.EV_ADDED:
            if b:
                round_["desserts_added"][self.card(a)] = b
        elif code == s.EV_HAND:
            round_["hands"][seat] += [self.card(a)] * b
        elif code == s.EV_KEPT:
            copies = [f"special-order:{self.card(a)}"] * c
            round_["kept"][seat] += [self.card(a)] * (b - c) + copies
        elif code == s.EV_TURN:
            round_["turns"].append(self._new_turn(turn))
        else:
            self._read_turn(round_["turns"][-1], code, seat, a, b, c, d, e)

    def _read_turn(
        self, turn: dict[str, Any], code: int, seat: int, a: int, b: int, c: int, d: int, e: int
    ) -> None:
        events = turn["events"]
        if code == s.EV_COMMIT:
            turn["commits"].append(
                {
                    "seat": seat,
                    "card": self.card(a),
                    "copies": self.card(b),
                    "on_wasabi": bool(c),
                    "calls": [],
                }
            )
        elif code == s.EV_CALL:
            turn["commits"][seat]["calls"].append(self.card(a))
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
