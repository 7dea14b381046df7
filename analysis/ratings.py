"""Strengths of players from the finishing orders of games, on one scale (Plackett and Luce).

The model: the winner of a game is player i with probability proportional to exp(s_i), the second is drawn
in the same way among the others, and so on. Then i stands before j with probability
1 / (1 + exp(s_j - s_i)), whoever else is at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, product

import numpy as np
from numpy.typing import NDArray

from analysis.choices import Choices, strengths
from analysis.estimate import Estimate, Floats, Ints, student

POINTS = 400 / np.log(10)
"""Points of rating for a factor of e; 400 for a factor of 10, as in chess."""

MEAN = 1000.0
"""Rating of the average player, or of the anchor."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Finishing orders of one block of games.

    Attributes
    ----------
    players : array (orders, places) of int
        Who came first, second, ...; a player may have several places.
    tied : array (orders, places) of bool
        Whether a place ties with the one before it.
    games : array (orders,) of int
        In how many games.
    """

    players: Ints
    tied: NDArray[np.bool_]
    games: Ints


@dataclass(frozen=True, slots=True)
class Ratings:
    """Strengths with their covariance, in points of rating; see `rate`.

    Attributes
    ----------
    value : array (players,)
        Mean 1000; nan if no finite strengths fit.
    covariance : array (players, players)
        Of the estimates, from the differences between blocks.
    freedom : int
        Blocks less one.
    """

    value: Floats
    covariance: Floats
    freedom: int

    def against(self, anchor: int | None, n: Ints) -> Estimate:
        """Return the ratings with player `anchor` at 1000, or their mean.

        Parameters
        ----------
        anchor : int or None
            A player.
        n : array
            Games of each player.
        """
        k = len(self.value)
        minus = np.eye(k)
        if anchor is not None:
            minus[:, anchor] -= 1
        value = minus @ (self.value - MEAN) + MEAN
        se = np.sqrt(np.maximum(np.diag(minus @ self.covariance @ minus.T), 0))
        return student(value, se, n, self.freedom)

    def difference(self, n: Ints) -> Estimate:
        """Return the rating of each player less that of each other; n games behind each pair."""
        own = np.diag(self.covariance)
        variance = own[:, None] + own[None, :] - 2 * self.covariance
        np.fill_diagonal(variance, 0)
        value = self.value[:, None] - self.value[None, :]
        return student(value, np.sqrt(np.maximum(variance, 0)), n, self.freedom)

    def before(self) -> Floats:
        """Return how often the model expects the first of two players to stand before the second."""
        gap = (self.value[:, None] - self.value[None, :]) / POINTS
        return np.asarray(1 / (1 + np.exp(-gap)))


def rate(blocks: Sequence[Orders], n_players: int) -> Ratings:
    """Fit strengths by maximum likelihood.

    Ties are split evenly over the orders they may stand for. The covariance is that of independent blocks
    (the sandwich of Huber 1967): it holds whatever hangs together within a block, and where orders do not
    follow the model the strengths are those that fit best.

    Parameters
    ----------
    blocks : sequence of Orders
        The games, by independent block.
    n_players : int
        Number of players.

    Returns
    -------
    Ratings
        nan where strengths are without bounds: some players were never behind any of the others. Then
        more games are needed.
    """
    found = strengths(_choices(blocks, n_players))
    return Ratings(found.value * POINTS + MEAN, found.covariance * POINTS**2, found.freedom)


def _choices(blocks: Sequence[Orders], n_players: int) -> Choices:
    """Take finishing orders apart into choices; the last place is none."""
    parts = [_choices_of(block, n_players) for block in blocks]
    codes, of_part = np.unique(np.concatenate([codes for codes, _ in parts]), return_inverse=True)
    taken = np.zeros((len(codes), n_players))
    of_block, start = [], 0
    for own, found in parts:
        rows = of_part[start : start + len(own)]
        taken[rows] += found
        of_block.append((rows, found))
        start += len(own)
    places = blocks[0].players.shape[1]
    filled = codes[:, None] // (n_players + 1) ** np.arange(places) % (n_players + 1)
    there = np.stack([(filled == one).sum(axis=1) for one in range(n_players)], axis=1)
    return Choices(there.astype(np.float64), taken, of_block)


def _choices_of(block: Orders, n_players: int) -> tuple[Ints, Floats]:
    """Return the groups of a block, as numbers, and the weight of each player taken from them."""
    players, weight = _untied(block)
    places = players.shape[1]
    digits = (n_players + 1) ** np.arange(places)
    codes = []
    for place in range(places - 1):
        group = np.full_like(players, n_players)  # what is not there any more is filled up
        group[:, place:] = np.sort(players[:, place:], axis=1)
        codes.append(group @ digits)
    own, of_choice = np.unique(np.concatenate(codes), return_inverse=True)
    found = np.zeros((len(own), n_players))
    np.add.at(found, (of_choice, players[:, :-1].T.ravel()), np.tile(weight, places - 1))
    return own, found


def _untied(block: Orders) -> tuple[Ints, Floats]:
    """Return orders without ties, and their weights in games: a tie goes evenly to all its orders."""
    players, weights = [], []
    patterns, of_order = np.unique(block.tied, axis=0, return_inverse=True)
    for i, pattern in enumerate(patterns):
        here = of_order.ravel() == i
        ways = _ways(pattern)
        players.append(block.players[here][:, ways].reshape(-1, len(pattern)))
        weights.append(np.repeat(block.games[here] / len(ways), len(ways)))
    return np.concatenate(players), np.concatenate(weights)


def _ways(tied: NDArray[np.bool_]) -> Ints:
    """Return in which orders the places can be read where some tie with the one before them."""
    starts = [*np.flatnonzero(~tied).tolist(), len(tied)]
    runs = [permutations(range(*ends)) for ends in pairwise(starts)]
    return np.array([[place for run in way for place in run] for way in product(*runs)])
