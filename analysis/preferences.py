"""Which card is picked where both are in the hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.estimate import Ints, block_share
from simkit.menus import Menu
from simkit.schema import LANES

_MOST = 64  # blocks kept


@dataclass(frozen=True, slots=True)
class Preferences:
    """How often one card was picked while another was in the hand, by block of games.

    Attributes
    ----------
    blocks : array (blocks, cards, cards) of int64
        Neighbouring blocks become one when there are too many; they are of the same size but for the last.
    size : int
        Blocks that were given for each of them.
    last : int
        Blocks that were given for the last one.
    """

    blocks: Ints
    size: int = 1
    last: int = 1

    @staticmethod
    def of(preferred: NDArray[np.int64]) -> Preferences:
        """Take a block (seats, cards, cards), all seats together."""
        return Preferences(preferred.sum(axis=0)[None])

    def __add__(self, other: Preferences) -> Preferences:
        blocks, size, last = self.blocks, self.size, self.last
        if last < size:
            blocks = np.concatenate([blocks[:-1], blocks[-1:] + other.blocks])
            return Preferences(blocks, size, last + 1)
        blocks = np.concatenate([blocks, other.blocks])
        if len(blocks) <= _MOST:
            return Preferences(blocks, size, 1)
        n = len(blocks) // 2 * 2
        merged = blocks[:n:2] + blocks[1:n:2]
        # the odd one out is the block just given
        return Preferences(np.concatenate([merged, blocks[n:]]), 2 * size, 1)


@dataclass(frozen=True, slots=True)
class Preferred:
    """Preferences between cards.

    Attributes
    ----------
    pairs : polars.DataFrame
        A row for each card and each other: the estimate ``preferred``, how often the first is picked where one of the
        two is; ``n_picks``.
    strengths : polars.DataFrame
        A row for each card: the estimate ``preference``, its strength (Bradley and Terry).
    """

    pairs: pl.DataFrame
    strengths: pl.DataFrame


def preferences(found: Preferences, menu: Menu) -> Preferred:
    """Say which cards are preferred to which."""
    cards = menu.card_ids
    first, second = np.nonzero(~np.eye(len(cards), dtype=bool))
    wins = found.blocks[:, first, second]
    both = wins + found.blocks[:, second, first]
    n = both.sum(axis=0)
    estimate = block_share(wins, both, n, observations=np.maximum(n // LANES, 1))
    pairs = pl.DataFrame(
        {
            "card": [cards[i] for i in first],
            "other": [cards[i] for i in second],
            **estimate.columns("preferred"),
            "n_picks": n,
        }
    ).fill_nan(None)
    return Preferred(pairs, pl.DataFrame({"card": cards}))
