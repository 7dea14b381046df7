"""How games end, counted: exact integers of a block of a tournament. Merging is adding."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_TIE_BREAK = 256  # more dessert cards than anybody can have


@dataclass(frozen=True, slots=True)
class Standings:
    """Sums over the games of one or more blocks, each of which plays all line-ups equally often.

    Axes: line-up, entered player; a player that has several seats is counted with all of them.

    Attributes
    ----------
    n_blocks, n_games : int
        Blocks; games of each line-up.
    wins : array (line-ups, players)
        In 840ths.
    points, margin : array (line-ups, players)
        Points; seats x points, less the points of all seats.
    meetings : array (players, players)
        Pairs of seats of one game.
    ahead : array (players, players)
        Of these, how often the first stands before the second, in halves: a tie is one half.
    lead : array (players, players)
        Points of the first less points of the second.
    orders, n_orders : array
        Finishing orders that occurred, as `order_codes` writes them, and in how many games.
    """

    n_blocks: int
    n_games: int
    wins: Ints
    points: Ints
    margin: Ints
    meetings: Ints
    ahead: Ints
    lead: Ints
    orders: Ints
    n_orders: Ints

    def plus(self, other: Standings) -> Standings:
        """Return both together."""
        orders, place = np.unique(np.concatenate([self.orders, other.orders]), return_inverse=True)
        n_orders = np.zeros(len(orders), np.int64)
        np.add.at(n_orders, place, np.concatenate([self.n_orders, other.n_orders]))
        return Standings(
            self.n_blocks + other.n_blocks,
            self.n_games + other.n_games,
            self.wins + other.wins,
            self.points + other.points,
            self.margin + other.margin,
            self.meetings + other.meetings,
            self.ahead + other.ahead,
            self.lead + other.lead,
            orders,
            n_orders,
        )


def count(
    seated: Ints, points: Ints, desserts: Ints, wins: Ints, dummy: Ints | None, entered: int
) -> Standings:
    """Count a block.

    Parameters
    ----------
    seated : array (line-ups, places)
        The player at each place of a line-up.
    points, desserts, wins : array (line-ups, places, games)
        How the games ended for each place; wins in 840ths.
    dummy : array (line-ups, games) or None
        Points of a dummy.
    entered : int
        Number of players entered.
    """
    n_line_ups, places, n_games = points.shape
    n_seats, table = places, points.sum(axis=1)
    if dummy is not None:
        n_seats, table = places + 1, table + dummy
    rows = np.arange(n_line_ups)[:, None]

    def by_player(values: Ints) -> Ints:
        made = np.zeros((n_line_ups, entered), np.int64)
        np.add.at(made, (rows, seated), values.sum(axis=2))
        return made

    meetings, ahead, lead = (np.zeros((entered, entered), np.int64) for _ in range(3))
    standing = points * _TIE_BREAK + desserts
    for one, other in combinations(range(places), 2):
        gap = (points[:, one] - points[:, other]).sum(axis=1)
        halves = (np.sign(standing[:, one] - standing[:, other]) + 1).sum(axis=1)
        for a, b, x, h in (
            (seated[:, one], seated[:, other], gap, halves),
            (seated[:, other], seated[:, one], -gap, 2 * n_games - halves),
        ):
            np.add.at(meetings, (a, b), n_games)
            np.add.at(ahead, (a, b), h)
            np.add.at(lead, (a, b), x)
    for sums in (meetings, ahead, lead):
        np.fill_diagonal(sums, 0)
    orders, n_orders = np.unique(order_codes(seated, standing), return_counts=True)
    return Standings(
        1,
        n_games,
        by_player(wins),
        by_player(points),
        by_player(n_seats * points - table[:, None]),
        meetings,
        ahead,
        lead,
        orders,
        n_orders,
    )


def order_codes(seated: Ints, standing: Ints) -> Ints:
    """Return each game's finishing order as one number: players from the first to the last.

    Two players who tie are joined: `read_orders` takes the numbers apart.
    """
    players = np.broadcast_to(seated[:, :, None], standing.shape)
    # within a tie by number, so that there is one way to write an order
    order = np.lexsort((players, -standing), axis=1)
    players = np.take_along_axis(players, order, axis=1)
    standing = np.take_along_axis(standing, order, axis=1)
    code = np.zeros((standing.shape[0], standing.shape[2]), np.int64)
    for place in range(standing.shape[1]):
        tied = standing[:, place] == standing[:, place - 1] if place else np.zeros_like(code)
        code = code << _BITS | players[:, place] << 1 | tied
    return code.ravel()


_BITS = 7
MAX_ENTERED = 1 << (_BITS - 1)
"""Eight places of six bits for a player and one for a tie fit into one number."""


def read_orders(codes: Ints, places: int) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the players of finishing orders, and whether each ties with the one before it."""
    shifts = np.arange(places - 1, -1, -1) * _BITS
    parts = codes[:, None] >> shifts & ((1 << _BITS) - 1)
    return parts >> 1, (parts & 1).astype(bool)
