"""Games as arrays whose truth is planted: what taking, trying, or being dealt a card is worth is known.

Entry 0 of a table of four wants a card the more, the less its hand is worth without it. So games in which it takes
the card are poor ones: with and without say the opposite of what the card does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import integrate, special, stats

from simkit.menus import Menu, build
from simkit.played import Played, Tries
from simkit.schema import N_ROUNDS, SHARE

SEATS = 4
TURNS = 3
HAND = 5
EFFECT = 3.0
"""Points that taking the card brings."""

WIN_EFFECT = 0.12
"""The same of the share of the win."""

LIFT = 2.0
"""Points of a copy dealt."""

_SPREAD = 6.0  # of what hands are worth without the card
_PULL = 4.0  # the smaller, the more is wanted by who has little


def played(
    final: np.ndarray,
    *,
    win: np.ndarray | None = None,
    taken: np.ndarray | None = None,
    points: np.ndarray | None = None,
    dealt: np.ndarray | None = None,
    tries: Tries | None = None,
    first: int = 0,
) -> Played:
    """Return games with these final scores (seats, games); the highest wins unless `win` says who."""
    final = np.asarray(final)
    seats, n = final.shape
    lead = final == final.max(axis=0)
    shared = lead * (SHARE // lead.sum(axis=0))
    return Played(
        first=first,
        total=np.stack([final] * (N_ROUNDS + 1)).astype(np.int16),
        win=np.asarray(shared if win is None else win, np.int16),
        lead=np.stack([lead] * (N_ROUNDS + 1)),
        taken=np.asarray(np.zeros((seats, 1, n)) if taken is None else taken, np.uint8),
        points=np.asarray(np.zeros((seats, 1, n)) if points is None else points, np.int16),
        dealt=np.asarray(np.zeros((3, seats, 1, n)) if dealt is None else dealt, np.uint8),
        preferred=np.zeros((seats, 1, 1), np.int64),
        tries=tries,
    )


def bias() -> float:
    """Return by how much with and without misses the effect: E[hand | taken] - E[hand | not]."""

    def poor(x: float) -> float:
        return float(x * special.expit(-x / _PULL) * stats.norm.pdf(x, scale=_SPREAD))

    return 4 * float(integrate.quad(poor, -60, 60)[0])  # half of the games are on either side


def share_taken(wanted: float) -> float:
    """Return in which share of the games of `bans` the card is taken."""

    def takes(x: float) -> float:
        chance = special.expit(-x / _PULL + special.logit(wanted))
        return float(chance * stats.norm.pdf(x, scale=_SPREAD))

    return float(integrate.quad(takes, -60, 60)[0])


def bans(
    rng: np.random.Generator, n: int, *, effect: float = EFFECT, wanted: float = 0.5
) -> tuple[Played, Played]:
    """Return games, and the same with the card forbidden to entry 0.

    It takes the card in half of the games, so that the right to take it is worth half the effect; with `wanted` other
    than one half in about that share of them.
    """
    hand = rng.normal(0, _SPREAD, n)
    took = rng.random(n) < special.expit(-hand / _PULL + special.logit(wanted))
    worth = rng.choice([effect - 2, effect, effect + 2], n)
    bound = np.rint(30 + hand + rng.normal(0, 4, n)).astype(int)
    luck, chance = rng.random(n), np.where(hand > 0, 0.3, 0.2)
    others = rng.integers(10, 50, (SEATS - 1, n))
    tables = []
    for brought, more in ((worth * took, WIN_EFFECT * took), (0, 0.0)):
        win = np.zeros((SEATS, n), int)
        win[0] = SHARE * (luck < chance + more)
        win[1] = SHARE - win[0]
        copies = np.zeros((SEATS, 1, n), int)
        copies[0, 0] = took * 2 if len(tables) == 0 else 0
        tables.append(played(np.stack([bound + brought, *others]), win=win, taken=copies))
    return tables[0], tables[1]


@dataclass(frozen=True)
class PlantedTries:
    """What a card is worth by turn, whatever the game; and less in games where it comes by often."""

    worth: tuple[int, ...] = (6, 3, -2)
    often: int = 5  # points less in games in which it is there in every turn
    share_often: float = 0.3
    first_only: tuple[float, ...] = (0.6, 0.3, 0.1)  # of the others: the turn in which it is there

    def truth(self, turn: int | None = None) -> float:
        """Return the mean over all hands that hold it: of a turn, or of all turns."""
        turns = range(TURNS) if turn is None else [turn]
        rare = [(1 - self.share_often) * self.first_only[t] for t in turns]
        worth = [
            (r * self.worth[t], self.share_often * (self.worth[t] - self.often))
            for t, r in zip(turns, rare, strict=True)
        ]
        return sum(map(sum, worth)) / (sum(rare) + self.share_often * len(rare))

    def games(self, rng: np.random.Generator, n: int) -> tuple[Played, Played]:
        """Return games, and their twins in which the card was tried, or another one in its place.

        Where it was not picked by itself, taking it costs the left neighbour 2 points and the next one 1.
        """
        is_often = rng.random(n) < self.share_often
        turn = np.where(
            is_often, rng.integers(0, TURNS, n), rng.choice(TURNS, n, p=self.first_only)
        )
        worth = np.array(self.worth)[turn] - self.often * is_often + rng.choice([-4, 0, 4], n)
        picked = rng.random(n) < np.where(worth > 0, 0.7, 0.2)  # which must not matter
        final = rng.integers(10, 50, (SEATS, n))
        other = final.copy()
        other[0] += np.where(picked, -worth, worth)
        other[1:3] -= np.where(picked, 0, [[2], [1]])
        tries = Tries(
            kind=np.zeros(n, np.uint8),
            occasions=np.where(is_often, TURNS, 1).astype(np.uint8),
            round_=rng.integers(0, 3, n).astype(np.uint8),
            turn=turn.astype(np.uint8),
            card=np.zeros(n, np.uint8),
            other=np.zeros(n, np.uint8),
            was_picked=picked,
        )
        return played(final), played(other, tries=tries)


def deals(rng: np.random.Generator, n: int, *, lift: float = LIFT) -> Played:
    """Return games of seats to whom a copy of the card is worth so many points, wherever it ends.

    Rounds have 1.5, 1 and 0.5 copies a hand; tables are rich or poor. Who has a poor hand keeps what was dealt, so
    that taking it goes with fewer points.
    """
    dealt = rng.poisson(np.array([1.5, 1.0, 0.5])[:, None, None], (3, SEATS, n))
    hand = rng.normal(0, 8, (SEATS, n))
    copies = dealt.sum(axis=0)
    final = np.rint(40 + lift * copies + hand + rng.normal(0, 10, n)).astype(int)
    took = np.where(hand < 0, copies, 0)
    return played(final, taken=took[:, None], dealt=dealt[:, :, None])


def counted_menu(tempura: int = 4) -> Menu:
    """Return a menu for real games on which nothing scores but tempura, so many points a copy.

    Its deck has eight copies each of three kinds. Where all draw their cards, what anything is worth can be counted:
    four players with hands of five see only the last card of a hand again.
    """
    points = {"tempura": [tempura * k for k in range(HAND + 1)], "sashimi": [0], "dumpling": [0]}
    menu = {
        "name": "Counted",
        "nigiri": False,
        "cards": list(points),
        "points": points,
        "deal": {"hand_size": HAND},
    }
    return build(menu, house=True)
