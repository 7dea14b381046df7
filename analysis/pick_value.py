"""What it is worth to take a card, pick by pick: decisions branched, both branches on the same deals and luck.

In each game the first entry of the line-up tries another card once (`simkit.played.Tries`); the game and its twin, in
which nothing is tried, are the two sides of "takes this kind" and "takes the best of all others". One is drawn of the w
occasions of the game, so it stands for w of them; with d the difference of the two sides,

    pick value of c in turn t = Σ w d / Σ w, over the games in which c was tried in turn t,

which is the mean over all hands that hold c, and something else, in turn t (Horvitz and Thompson 1952; the ratio is
Hájek's). Each game has one such decision, so games are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate, scaled
from analysis.groups import Groups
from simkit.menus import Menu
from simkit.played import Played
from simkit.schema import SHARE

_NAMES = ("tried", "weight", "score", "win", "others", "left", "moved")


def pick_sums(base: Played, tried: Played, n_turns: int) -> Groups:
    """Add up a block: games by card, turn and whether the policy picks the kind by itself.

    Parameters
    ----------
    base, tried : Played
        The same games, nothing tried in the first.
    n_turns : int
        Turns of a round, the last one left out.
    """
    tries = tried.tries
    assert tries is not None
    sign = np.where(tries.was_picked, -1, 1)  # with less without
    moved = tried.total[-1].astype(np.int64) - base.total[-1]
    win = tried.win[0].astype(np.int64) - base.win[0]
    weight = tries.occasions.astype(np.int64)
    rows = (
        np.ones_like(win),
        sign * moved[0],
        sign * win,
        sign * moved[1:].sum(axis=0),
        sign * moved[1],
        np.abs(moved[1:]).sum(axis=0),
    )
    n_cards = base.dealt.shape[2]
    group = (tries.card.astype(np.int64) * n_turns + tries.turn) * 2 + tries.was_picked
    group = np.where(tries.occasions > 0, group, -1)
    x = np.stack([np.ones_like(weight), *(weight * row for row in rows)])
    return Groups.of(_NAMES, x, group, n_cards * n_turns * 2)


@dataclass(frozen=True, slots=True)
class PickValues:
    """Pick values of the cards of a menu.

    Attributes
    ----------
    menu : Menu
    n_turns : int
        Turns of a round, the last one left out.
    players : int
        Players at the table.
    sums : Groups
        What `pick_sums` made of all games.
    """

    menu: Menu
    n_turns: int
    players: int
    sums: Groups

    def points(self, cards: Sequence[str], turn: int | None = None) -> Estimate:
        """Return how many more points the seat makes if it takes one of these cards and not the best other one."""
        return self._ratio("score", self._groups(cards, turn))

    def win_index(self, cards: Sequence[str], turn: int | None = None) -> Estimate:
        """Return the same of the win index: seats x share of the win."""
        return self._ratio("win", self._groups(cards, turn), unit=SHARE, times=self._n_seats)

    def denial(self, cards: Sequence[str]) -> Estimate:
        """Return by how many points all others together fall where the card is taken although it is not wanted."""
        return self._ratio("others", self._groups(cards, unwanted=True), times=-1)

    def denial_left(self, cards: Sequence[str]) -> Estimate:
        """Return by how many points the left neighbour falls then."""
        return self._ratio("left", self._groups(cards, unwanted=True), times=-1)

    def interaction(self) -> Estimate:
        """Return by how many points another card changes the score of each other seat, up or down."""
        every = np.arange(len(self.sums.sums))
        return self._ratio("moved", every, times=1 / (self._n_seats - 1))

    def n_tried(self, cards: Sequence[str], turn: int | None = None) -> int:
        """Return the number of games in which one of these cards was tried."""
        return int(self.sums.sums[self._groups(cards, turn), 0].sum())

    @property
    def _n_seats(self) -> int:
        return self.menu.seats_for(self.players)

    def _groups(
        self, cards: Sequence[str], turn: int | None = None, *, unwanted: bool = False
    ) -> NDArray[np.int64]:
        rows = np.array([self.menu.card_ids.index(card) for card in cards])
        turns = np.arange(self.n_turns) if turn is None else np.array([turn])
        picked = np.array([0] if unwanted else [0, 1])
        places = (rows[:, None, None] * self.n_turns + turns[:, None]) * 2 + picked
        return np.asarray(places.ravel())

    def _ratio(
        self, name: str, groups: NDArray[np.int64], *, unit: int = 1, times: float = 1
    ) -> Estimate:
        return scaled(self.sums.moments(groups).ratio(name, "weight", unit=unit), times)
