"""Chances to win after each round, as the games themselves show them.

An observer who sees nothing but the points gives a seat the chance that seats with this gap to the
best other seat had: the mean share of the win, by bins of the gap, all seats of a block together. No
form is assumed, since what is still to come may be lumpy: with desserts of 12 points a seat that is
12 behind may be better off than one that is 6 behind.

That these means are uncertain must not be lost. If F depends on the chances q of the seats, the mean
of F has the influence function F + Σ h(bin) (u − q), where u is a seat's share of the win and h the
mean of ∂F/∂q over the seats of its bin (Newey 1994, Econometrica 62, on estimated first steps). So the
numbers of the games carry this term: it does not change the mean, as u − q adds up to 0 in each bin,
and makes variances right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Floats
from simkit.schema import SHARE

_MOST_BINS = 30  # ahead, and as many behind
_SEATS_IN_BIN = 256  # for each two of them


@dataclass(frozen=True, slots=True)
class Chances:
    """What the standing after a round says of the win.

    Attributes
    ----------
    q : array (seats, games) of float
        Chance of each seat.
    missed : array (seats, games) of float
        Share of the win, less the chance.
    gaps : array (seats, games) of int
        Gap of each seat, from 0 for the smallest.
    bins : array (gaps,) of int
        Bin of each gap.
    sizes : array (gaps,) of int
        Seats in the bin of each gap; at least 1.
    """

    q: Floats
    missed: Floats
    gaps: NDArray[np.intp]
    bins: NDArray[np.intp]
    sizes: NDArray[np.intp]

    @staticmethod
    def of(points: NDArray[Any], win: NDArray[Any]) -> Chances:
        """Find the chances after a round.

        Parameters
        ----------
        points : array (seats, games) of int
            After the round.
        win : array (seats, games) of int
            Share of the win in 840ths.
        """
        to_best = gaps_to_best_other(points)
        gaps = (to_best - to_best.min()).astype(np.intp)
        counts = np.bincount(gaps.ravel())
        bins = _bins(np.arange(len(counts)) + to_best.min(), counts)
        sizes = np.maximum(np.bincount(bins, weights=counts)[bins].astype(np.intp), 1)
        share = win / SHARE
        q = _by_gap(share, gaps, bins, sizes).take(gaps)
        return Chances(q, share - q, gaps, bins, sizes)

    def carried(self, slopes: Floats) -> Floats:
        """Return what a game adds to a number by the error of the chances.

        Parameters
        ----------
        slopes : array (seats, games) of float
            How the number changes with the chances of the seats.
        """
        h = _by_gap(slopes, self.gaps, self.bins, self.sizes).take(self.gaps)
        h *= self.missed
        return np.asarray(h.sum(axis=0))

    @property
    def missed_squared(self) -> Floats:
        """Σ (u − q)² over the seats of a game, as if q were known: times s / (s − 1), s the seats of a bin."""
        return self._as_if_known(self.missed**2)

    @property
    def open_squared(self) -> Floats:
        """Σ q (1 − q) over the seats of a game, likewise: what Σ (u − q)² is expected to be."""
        return self._as_if_known(self.q * (1 - self.q))

    def _as_if_known(self, squares: Floats) -> Floats:
        known = self.sizes / np.maximum(self.sizes - 1, 1)
        return np.asarray((known.take(self.gaps) * squares).sum(axis=0))


def _bins(gaps: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.intp]:
    """Return the bin of each gap: those ahead, level and behind have bins of their own.

    Bins are all as wide, and wide by a power of two: of one point in blocks of real games. If they went
    by the quantiles of the games at hand, a lump of gaps would fall into other bins in every block, and
    what that does to the chances is in no variance.
    """
    n_seats = int(counts.sum())
    n_sides = max(1, min(_MOST_BINS, n_seats // _SEATS_IN_BIN))
    mean = counts @ gaps / n_seats
    sd = np.sqrt(counts @ (gaps - mean) ** 2 / n_seats)
    width = 2 ** max(0, round(np.log2(max(2 * sd / n_sides, 1))))
    steps = np.minimum(-(-np.abs(gaps) // width), n_sides)
    return np.asarray(n_sides + np.sign(gaps) * steps, np.intp)


def _by_gap(
    x: Floats, gaps: NDArray[np.intp], bins: NDArray[np.intp], sizes: NDArray[np.intp]
) -> Floats:
    """Return for each gap the mean of x over the seats of its bin."""
    sums = np.bincount(gaps.ravel(), weights=x.ravel(), minlength=len(bins))
    return np.asarray(np.bincount(bins, weights=sums)[bins] / sizes)


def gaps_to_best_other(points: NDArray[Any]) -> NDArray[Any]:
    """Return how far each seat is ahead of the best of the others (seats, games); below 0 behind."""
    best, second = two_best(points)
    return np.asarray(points - np.where(points == best, second, best))


def two_best(points: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the highest points of each game and the second highest: the same where two are level."""
    best, second = np.maximum(points[0], points[1]), np.minimum(points[0], points[1])
    for seat in points[2:]:
        second = np.maximum(second, np.minimum(best, seat))
        best = np.maximum(best, seat)
    return best, second
