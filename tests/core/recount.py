"""Every tally of a batch counted again, from the transcripts of its games."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from simkit.menus import Menu
from simkit.menus.catalogue import cards
from simkit.schema import (
    ASKED,
    DRAWN,
    GIVEN,
    HIST_BINS,
    HIST_LOW,
    JOINED,
    PICKED,
    RETURNED,
    SECOND,
    SHARE,
    TALLY_SHAPES,
)

WAYS = {"commit": PICKED, "chopsticks": SECOND, "spoon": ASKED, "menu": DRAWN}
SPECIAL_ORDER = "special-order"
TOKENS = ("menu", "chopsticks")  # in the order of their codes


class Recount:
    """Tallies by their names, as plain arrays."""

    def __init__(self, menu: Menu, players: int) -> None:
        self.seats = menu.seats_for(players)
        self.kinds = list(menu.kinds)
        self.rows = {card: row for row, card in enumerate(menu.card_ids)}
        self.kind_of = kinds_by_card(menu)
        self.counts = {name: np.zeros(shape, np.int64) for name, shape in TALLY_SHAPES.items()}

    def __getitem__(self, name: str) -> Any:
        return self.counts[name]

    def add_all(self, transcripts: Iterable[dict[str, Any]]) -> "Recount":
        for transcript in transcripts:
            self.add(transcript)
        return self

    def add(self, transcript: dict[str, Any]) -> None:
        """Count one game."""
        self["n_games"][...] += 1
        if transcript["game"] == "roll":
            self._dice(transcript)
        else:
            self._cards(transcript)
        self._scores(transcript)
        self._kinds(transcript)

    def _count(self, way: Any, at: tuple[int, int, int], card: str) -> None:
        """Count a card that goes a way; at: round, seat and turn, from 0."""
        round_, seat, turn = at
        self["flow"][round_, way, seat, turn, self.rows[card]] += 1

    # --- cards

    def _cards(self, transcript: dict[str, Any]) -> None:
        for round_, part in enumerate(transcript["rounds"]):
            for seat, hand in enumerate(part["hands"]):
                for card in hand:
                    self["dealt"][round_, seat, self.rows[card]] += 1
            for turn, played in enumerate(part["turns"]):
                if played.get("draw"):
                    draw = played["draw"]
                    self._count(JOINED, (round_, draw["seat"], turn), draw["card"])
                for event in played["events"]:
                    self._flow(event, round_, turn)

    def _flow(self, event: dict[str, Any], round_: int, turn: int) -> None:
        seat = event["seat"]
        if event["event"] == "play":
            self._count(WAYS[event["by"]], (round_, seat, turn), event["card"])
        elif event["event"] == "chopsticks":
            self._count(RETURNED, (round_, seat, turn), _back(event))
        elif event["event"] == "spoon" and event["giver"] is not None:
            self._count(GIVEN, (round_, event["giver"], turn), event["gives"])
            self._count(RETURNED, (round_, event["giver"], turn), _back(event))

    # --- dice

    def _dice(self, transcript: dict[str, Any]) -> None:
        for round_, part in enumerate(transcript["rounds"]):
            belts = _faces(part["belts"])
            for seat, belt in enumerate(belts):
                for face in belt:
                    self["dealt"][round_, seat, self.rows[face]] += 1
            for turn, played in enumerate(part["turns"]):
                self._moves(played["events"], belts, round_, turn)
                belts = _faces(played["belts"])
        for seat, left in enumerate(transcript["rounds"][-1]["turns"][-1]["tokens"]):
            for token, name in enumerate(TOKENS):
                self["tokens_left"][token, seat] += left[name]

    def _moves(
        self, events: list[dict[str, Any]], belts: list[list[str]], round_: int, turn: int
    ) -> None:
        begun: set[int] = set()
        for event in events:
            seat = event["seat"]
            at = (round_, seat, turn)
            if seat not in begun:
                begun.add(seat)
                for face in belts[seat]:
                    self["seen"][round_, seat, turn, self.rows[face]] += 1
            if event["event"] == "take":
                belts[seat].remove(event["face"])
                self._count(PICKED, at, event["face"])
                continue
            self["tokens"][round_, TOKENS.index(event["event"]), seat, turn] += 1
            if event["event"] == "menu":
                self._rerolls(event["rerolls"], belts, at)
            else:
                mine, theirs = event["gives"]["face"], event["takes"]["face"]
                _swap(belts[seat], belts[event["with"]], mine, theirs)
                self._count(GIVEN, at, mine)
                self._count(SECOND, at, theirs)

    def _rerolls(
        self, rerolls: list[dict[str, str]], belts: list[list[str]], at: tuple[int, int, int]
    ) -> None:
        for reroll in rerolls:
            belts[at[1]].remove(reroll["from"])
            self._count(RETURNED, at, reroll["from"])
        for reroll in rerolls:
            belts[at[1]].append(reroll["to"])
            self._count(JOINED, at, reroll["to"])

    # --- points

    def _scores(self, transcript: dict[str, Any]) -> None:
        totals = [*transcript["totals_after_round"], transcript["totals"]]
        leads = [_leaders(total) for total in totals[:3]]
        winners = [seat for seat, share in enumerate(transcript["win_share"]) if share]
        leads.append(winners)
        for stage, total in enumerate(totals):
            before = totals[stage - 1] if 0 < stage < 3 else [0] * self.seats
            scores = [after - so_far for after, so_far in zip(total, before, strict=True)]
            for seat, score in enumerate(scores):
                self["score"][stage, seat] += score
                self["score_sq"][stage, seat] += score**2
                bin_ = min(max(score - HIST_LOW, 0), HIST_BINS - 1)
                self["score_hist"][stage, seat, bin_] += 1
                if transcript["game"] == "roll":
                    edge = self.seats * score - sum(scores)
                    self["edge"][stage, seat] += edge
                    self["edge_sq"][stage, seat] += edge**2
            for seat in leads[stage]:
                self["lead"][stage, seat, len(leads[stage]) - 1] += 1
                if stage < 3:
                    for winner in winners:
                        self["lead_win"][stage, seat, winner] += 1

    def _kinds(self, transcript: dict[str, Any]) -> None:
        points, taken = points_by_kind(transcript), plays_by_kind(transcript, self.kind_of)
        for seat in range(self.seats):
            score = transcript["totals"][seat]
            win = round(SHARE * transcript["win_share"][seat])
            for k, kind in enumerate(self.kinds):
                mine = points[seat].get(kind, 0)
                self["points"][seat, k] += mine
                self["points_sq"][seat, k] += mine**2
                if not taken[seat].get(kind):
                    continue
                self["with_score_sq"][seat, k] += score**2
                self["with_win_sq"][seat, k] += win**2
                for other in range(k + 1):
                    if taken[seat].get(self.kinds[other]):
                        self["both"][seat, k, other] += 1
                        self["both_score"][seat, k, other] += score
                        self["both_win"][seat, k, other] += win


def _back(event: dict[str, Any]) -> str:
    """Card that a used bonus card becomes in the hand: a copy is a special order again."""
    return SPECIAL_ORDER if event["copy"] else event["card"]


def _faces(belts: list[list[dict[str, str]]]) -> list[list[str]]:
    return [[die["face"] for die in belt] for belt in belts]


def _swap(belt: list[str], other: list[str], gives: str, takes: str) -> None:
    belt.remove(gives)
    other.remove(takes)
    belt.append(takes)
    other.append(gives)


def _leaders(totals: Sequence[int]) -> list[int]:
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def points_by_kind(transcript: dict[str, Any]) -> list[dict[str, int]]:
    """Points of the game by seat and kind, desserts included."""
    scores: list[dict[str, int]] = [dict(mine) for mine in transcript["dessert_points"]]
    for part in transcript["rounds"]:
        for mine, gained in zip(scores, part["points"], strict=True):
            for kind, points in gained.items():
                mine[kind] = mine.get(kind, 0) + points
    return scores


def kinds_by_card(menu: Menu) -> dict[str, str]:
    """The kind of every card or face of a menu."""
    return {v.slug: kind for kind in menu.kinds for v in cards(menu.game)[kind].variants}


def plays_by_kind(transcript: dict[str, Any], kind_of: dict[str, str]) -> list[dict[str, int]]:
    """Cards played, or dice taken, by seat and kind; a special order is one, whatever it copies."""
    taken: list[dict[str, int]] = [{} for _ in transcript["policies"]]
    for part in transcript["rounds"]:
        for turn in part["turns"]:
            for event in turn["events"]:
                if event["event"] in ("play", "take"):
                    kind = kind_of[event["card" if event["event"] == "play" else "face"]]
                    mine = taken[event["seat"]]
                    mine[kind] = mine.get(kind, 0) + 1
    return taken
