"""Exact moments of games in groups: each game belongs to one of them, or to none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Ints
from analysis.moments import Moments


@dataclass(frozen=True, slots=True)
class Groups:
    """Sums and sums of products of the entries of a game's vector, by group.

    Attributes
    ----------
    names : tuple of str
        Names of the k entries.
    n : int
        All games, those without a group included.
    sums : array (groups, k) of int64
        Sum of each entry.
    products : array (groups, k, k) of int64
        Sum of the product of each two entries.
    """

    names: tuple[str, ...]
    n: int
    sums: Ints
    products: Ints

    @staticmethod
    def of(names: Sequence[str], x: NDArray[np.int64], group: Ints, n_groups: int) -> Groups:
        """Add up games.

        Parameters
        ----------
        names : sequence of str
            A name for each entry.
        x : array (k, games) of int
            The vectors. A sum of products has to fit into 64 bits, which is not checked: points, copies and 840ths of
            some thousand games do.
        group : array (games,) of int
            The game's group, or a negative number.
        n_groups : int
            Groups that there are.
        """
        n, here = x.shape[1], np.flatnonzero(group >= 0)
        here = here[np.argsort(group[here], kind="stable")]
        present, first = np.unique(group[here], return_index=True)
        inside = np.ascontiguousarray(x[:, here].T.astype(np.int64))
        sums = np.zeros((n_groups, len(names)), np.int64)
        products = np.zeros((n_groups, len(names), len(names)), np.int64)
        if len(here):
            sums[present] = np.add.reduceat(inside, first)
            cross = inside[:, :, None] * inside[:, None, :]
            products[present] = np.add.reduceat(cross, first)
        return Groups(tuple(names), n, sums, products)

    def __add__(self, other: Groups) -> Groups:
        if self.names != other.names:
            raise ValueError(f"Groups of {self.names} and of {other.names} do not add up.")
        return Groups(
            self.names,
            self.n + other.n,
            self.sums + other.sums,
            self.products + other.products,
        )

    def moments(self, groups: NDArray[np.generic] | Sequence[int]) -> Moments:
        """Return the moments of all games, the vectors of those outside these groups taken for zero."""
        chosen = np.asarray(groups)
        sums, products = self.sums[chosen].sum(axis=0), self.products[chosen].sum(axis=0)
        return Moments(self.names, self.n, sums, products)
