"""The course of games: who was how far ahead after each round, and what was made of it.

What several measures of a menu need is worked out once, for all games of a block together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from analysis.chances import Chances, two_best
from simkit.menus.catalogue import card_ids
from simkit.schema import N_ROUNDS

if TYPE_CHECKING:
    from simkit.menus import Menu
    from simkit.played import Played

Numbers: TypeAlias = Any
"""Whole numbers of games, an array whose last axis is that of the games."""

ROUNDS = tuple(f"round {r + 1}" for r in range(N_ROUNDS))
STEPS = (*ROUNDS, "desserts")


@dataclass(frozen=True)  # without slots, for what is worked out once
class Course:
    """Games of one menu, and what follows from how they went.

    Seats are all that compete, a dummy's too; where it says *players*, the dummy is left out. Where the
    line-up rotates, they are its entries.

    Attributes
    ----------
    played : Played
        The games.
    players : int
        Number of players; a dummy has the seat behind them.
    kinds : tuple of str
        The kinds on the menu.
    first_cards : tuple of int
        Number of the first card of each kind.
    """

    played: Played
    players: int
    kinds: tuple[str, ...]
    first_cards: tuple[int, ...]

    @staticmethod
    def of(played: Played, menu: Menu, players: int) -> Course:
        """Return the course of games of a menu."""
        sizes = [len(card_ids(kind, menu.game)) for kind in menu.kinds]
        firsts = np.cumsum([0, *sizes[:-1]]).tolist()
        return Course(played, players, menu.kinds, tuple(firsts))

    @property
    def n_games(self) -> int:
        """Number of games."""
        return self.played.n_games

    @property
    def n_seats(self) -> int:
        """Number of seats."""
        return self.played.n_seats

    def labels(self, parts: str) -> tuple[str, ...]:
        """Return the names of the rounds, of the steps of a game, or of the kinds."""
        return {"round": ROUNDS, "step": STEPS, "kind": self.kinds}[parts]

    @property
    def final(self) -> Numbers:
        """Final scores (seats, games)."""
        return self.played.total[N_ROUNDS]

    @property
    def scores(self) -> Numbers:
        """Final scores of the players (players, games)."""
        return self.final[: self.players]

    @cached_property
    def points(self) -> Numbers:
        """Points of each kind (players, kinds, games)."""
        return self.played.points[: self.players]

    @cached_property
    def deviations(self) -> Numbers:
        """How far players are above the mean of the players, times their number (players, games)."""
        scores = self.scores.astype(np.int32)
        return self.players * scores - scores.sum(axis=0)

    @property
    def win(self) -> Numbers:
        """Share of the win in 840ths (seats, games)."""
        return self.played.win

    @property
    def won(self) -> Numbers:
        """Whether the seat (co-)wins (seats, games)."""
        return self.played.lead[N_ROUNDS]

    @property
    def leads(self) -> Numbers:
        """Whether the seat (co-)leads after the round (rounds, seats, games)."""
        return self.played.lead[:N_ROUNDS]

    @property
    def marks(self) -> Numbers:
        """Points after each round (rounds, seats, games)."""
        return self.played.total[:N_ROUNDS]

    @cached_property
    def behind(self) -> Numbers:
        """Points that a seat is behind the leader after each round (rounds, seats, games)."""
        return self.marks.max(axis=1, keepdims=True) - self.marks

    @cached_property
    def chances(self) -> tuple[Chances, ...]:
        """Chances to win after each round."""
        return tuple(Chances.of(points, self.win) for points in self.marks)

    @cached_property
    def winner_behind(self) -> Numbers:
        """The same of the winner, in 840ths of a point (rounds, games): a mean over several winners."""
        return _weighted(self.win, self.behind)

    @cached_property
    def worst_behind(self) -> Numbers:
        """The most that the winner was behind after a round, in 840ths of a point (games,)."""
        return _weighted(self.win, self.behind.max(axis=0))

    @cached_property
    def changes(self) -> Numbers:
        """Whether the leaders are others than at the mark before (rounds 2 and 3, end; games)."""
        lead = self.played.lead
        return (lead[1:] != lead[:-1]).any(axis=1)

    @cached_property
    def two_best(self) -> tuple[Numbers, Numbers]:
        """The highest final score and the second highest (games,): the same where two are level."""
        return two_best(self.final)

    @property
    def margin(self) -> Numbers:
        """Highest final score less second highest (games,)."""
        first, second = self.two_best
        return first - second


def _weighted(win: Numbers, points: Numbers) -> Numbers:
    """Return the sum over the seats of points times shares of the win."""
    return np.einsum("pg,...pg->...g", win, points, dtype=np.int32, casting="same_kind")
