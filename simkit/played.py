"""Single games as arrays: how each one ended, and what was dealt and taken in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Tries:
    """Another card tried in each game, once, by the first entry of the line-up.

    A kind is drawn uniformly from the menu. An *occasion* is a turn in which it is in the hand, and something else;
    one of the game's occasions is drawn uniformly. If the policy picks a card of this kind there, it has to take the
    best other one instead; else it has to take this kind. The rest of the game is played as ever.

    Attributes
    ----------
    kind : array (games,) of uint8
        The kind, by its number in ``menu.kinds``.
    occasions : array (games,) of uint8
        Occasions in the game; with 0 nothing is tried, and the game is as it would be.
    round_, turn : array (games,) of uint8
        Which one was taken.
    card : array (games,) of uint8
        The card of this kind that is taken, tried or as the policy picks it, by its number in ``menu.card_ids``.
    other : array (games,) of uint8
        The card taken instead, in the other of the two games.
    was_picked : array (games,) of bool
        Whether the policy picks the kind, so that these are the games *without* it; elsewhere they are those with it.
    """

    kind: NDArray[np.uint8]
    occasions: NDArray[np.uint8]
    round_: NDArray[np.uint8]
    turn: NDArray[np.uint8]
    card: NDArray[np.uint8]
    other: NDArray[np.uint8]
    was_picked: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Played:
    """Games of one menu and line-up, one after another on the last axis.

    Seats are in order round the table: the left neighbour of seat s is s + 1. Where the line-up rotates, the axis of
    seats holds its entries in place of seats: entry e, wherever it sat; e + 1 is still its left neighbour. A dummy
    (Sushi Go! for two) comes last.

    Attributes
    ----------
    first : int
        Number of the first game of its seed.
    total : array (stages, seats, games) of int16
        Points after each round, and after the desserts (stage 3: the final score).
    win : array (seats, games) of int16
        Share of the win in 840ths (`simkit.schema.SHARE`), ties split.
    lead : array (stages, seats, games) of bool
        Whether the seat (co-)leads after the round, or (co-)wins.
    taken : array (seats, kinds, games) of uint8
        Copies of each kind that the seat put on its table in the game.
    points : array (seats, kinds, games) of int16
        Points that the kind brought in the game, desserts included.
    dealt : array (rounds, seats, cards, games) of uint8
        Copies of each card in the first hand of each round. On dice: faces of the first roll.
    preferred : array (seats, cards, cards) of int64
        How often, in every fourth of these games, the first card was picked while the second was in the hand, too;
        the last turns of rounds left out. Zero unless it was asked for.
    tries : Tries or None
        What was tried, where another card was.
    """

    first: int
    total: NDArray[np.int16]
    win: NDArray[np.int16]
    lead: NDArray[np.bool_]
    taken: NDArray[np.uint8]
    points: NDArray[np.int16]
    dealt: NDArray[np.uint8]
    preferred: NDArray[np.int64]
    tries: Tries | None = None

    @property
    def n_games(self) -> int:
        """Number of games."""
        return int(self.win.shape[-1])

    @property
    def n_seats(self) -> int:
        """Number of seats, a dummy's included."""
        return int(self.win.shape[0])

    def after(self, n: int) -> Played:
        """Return the games but the first n, without picks and tries."""
        if n == 0:
            return self
        names = ("total", "win", "lead", "taken", "points", "dealt")
        cut = {name: getattr(self, name)[..., n:] for name in names}
        return Played(first=self.first + n, preferred=np.zeros_like(self.preferred), **cut)
