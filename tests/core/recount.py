"""Every tally of a batch counted again, from the transcripts of its games."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from simkit.games.party import card_ids
from simkit.menus import Menu
from simkit.menus.catalogue import cards
from simkit.schema import (
    ASKED,
    DRAWN,
    GIVEN,
    HIST_BINS,
    HIST_LOW,
    PICKED,
    RETURNED,
    SECOND,
    SHARE,
    TALLY_SHAPES,
)

WAYS = {"commit": PICKED, "chopsticks": SECOND, "spoon": ASKED, "menu": DRAWN}
SPECIAL_ORDER = "special-order"


class Recount:
    """Tallies by their names, as plain arrays."""

    def __init__(self, menu: Menu, players: int) -> None:
        self.players = players
        self.kinds = list(menu.kinds)
        self.rows = {card: row for row, card in enumerate(card_ids(menu))}
        self.kind_of = {v.slug: k for k in menu.kinds for v in cards()[k].variants}
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
        self._cards(transcript)
        self._scores(transcript)
        self._kinds(transcript)

    def _cards(self, transcript: dict[str, Any]) -> None:
        for part in transcript["rounds"]:
            for seat, hand in enumerate(part["hands"]):
                for card in hand:
                    self["dealt"][seat, self.rows[card]] += 1
            for turn in part["turns"]:
                for event in turn["events"]:
                    self._flow(event, turn["turn"] - 1)

    def _flow(self, event: dict[str, Any], turn: int) -> None:
        def count(way: int, seat: int, card: str) -> None:
            self["flow"][way, seat, turn, self.rows[card]] += 1

        if event["event"] == "play":
            count(WAYS[event["by"]], event["seat"], event["card"])
        elif event["event"] == "chopsticks":
            count(RETURNED, event["seat"], _back(event))
        elif event["event"] == "spoon" and event["giver"] is not None:
            count(GIVEN, event["giver"], event["gives"])
            count(RETURNED, event["giver"], _back(event))

    def _scores(self, transcript: dict[str, Any]) -> None:
        totals = [*transcript["totals_after_round"], transcript["totals"]]
        leads = [_leaders(total) for total in totals[:3]]
        winners = [seat for seat, share in enumerate(transcript["win_share"]) if share]
        leads.append(winners)
        for stage, total in enumerate(totals):
            for seat in range(self.players):
                before = totals[stage - 1][seat] if 0 < stage < 3 else 0
                score = total[seat] - before
                self["score"][stage, seat] += score
                self["score_sq"][stage, seat] += score**2
                bin_ = min(max(score - HIST_LOW, 0), HIST_BINS - 1)
                self["score_hist"][stage, seat, bin_] += 1
            for seat in leads[stage]:
                self["lead"][stage, seat, len(leads[stage]) - 1] += 1
                if stage < 3:
                    for winner in winners:
                        self["lead_win"][stage, seat, winner] += 1

    def _kinds(self, transcript: dict[str, Any]) -> None:
        points, taken = points_by_kind(transcript), plays_by_kind(transcript, self.kind_of)
        for seat in range(self.players):
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


def plays_by_kind(transcript: dict[str, Any], kind_of: dict[str, str]) -> list[dict[str, int]]:
    """Cards played by seat and kind; a special order is one, whatever it copies."""
    taken: list[dict[str, int]] = [{} for _ in range(transcript["players"])]
    for part in transcript["rounds"]:
        for turn in part["turns"]:
            for event in turn["events"]:
                if event["event"] == "play":
                    mine, kind = taken[event["seat"]], kind_of[event["card"]]
                    mine[kind] = mine.get(kind, 0) + 1
    return taken
