"""Which card is picked where two are in the hand, and all cards on one scale by that."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis import bradley_terry
from analysis.estimate import Estimate, Floats, Ints, block_share
from analysis.shrinkage import shrunk_rates
from simkit.menus import Menu
from simkit.schema import LANES

_MOST = 64  # blocks kept


@dataclass(frozen=True, slots=True)
class PickCounts:
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
    def of(preferred: NDArray[np.int64]) -> PickCounts:
        """Take a block (seats, cards, cards), all seats together."""
        return PickCounts(preferred.sum(axis=0)[None])

    def __add__(self, other: PickCounts) -> PickCounts:
        blocks, size, last = self.blocks, self.size, self.last
        if last < size:
            blocks = np.concatenate([blocks[:-1], blocks[-1:] + other.blocks])
            return PickCounts(blocks, size, last + 1)
        blocks = np.concatenate([blocks, other.blocks])
        if len(blocks) <= _MOST:
            return PickCounts(blocks, size, 1)
        n = len(blocks) // 2 * 2
        merged = blocks[:n:2] + blocks[1:n:2]
        # the odd one out is the block just given
        return PickCounts(np.concatenate([merged, blocks[n:]]), 2 * size, 1)


def preferred_pairs(counts: PickCounts, menu: Menu) -> pl.DataFrame:
    """Say how often each card is picked before each other.

    Returns
    -------
    polars.DataFrame
        A row for each card and each other: the estimate ``preferred``, how often the first is picked where both are
        in the hand and one of them is; ``preferred_shrunk``, drawn in toward all others where picks are few
        (`analysis.shrinkage`); ``n_picks``.
    """
    cards = menu.card_ids
    first, second = np.nonzero(~np.eye(len(cards), dtype=bool))
    wins = counts.blocks[:, first, second]
    both = wins + counts.blocks[:, second, first]
    n = both.sum(axis=0)
    estimate = block_share(wins, both, n, observations=np.maximum(n // LANES, 1))
    drawn_in = shrunk_rates(*_alone(estimate, n)).estimate
    return pl.DataFrame(
        {
            "card": [cards[i] for i in first],
            "other": [cards[i] for i in second],
            **estimate.columns("preferred"),
            **drawn_in.columns("preferred_shrunk"),
            "n_picks": n,
        }
    ).fill_nan(None)


def _alone(estimate: Estimate, n: Ints) -> tuple[Floats, Floats]:
    """Return how many independent picks would know the shares as well, and how many of them are of the first card."""
    value = np.nan_to_num(estimate.value)
    spread = value * (1 - value)
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = np.where((spread > 0) & (estimate.se > 0), spread / estimate.se**2, n / LANES)
    alone = np.minimum(alone, n)
    return alone, alone * value


def preference(counts: PickCounts, menu: Menu) -> tuple[pl.DataFrame, float]:
    """Put all cards on one scale, and say how much of the preferences it explains.

    Returns
    -------
    polars.DataFrame
        A row for each card: ``card`` and the estimate ``preference`` (see `analysis.bradley_terry`). Null for a card
        that is always or never picked before the others; one end of its interval says at least, or at most.
    float
        `bradley_terry.Preferences.explained`.
    """
    picks = counts.blocks.sum(axis=0)
    found = bradley_terry.preferences(counts.blocks, (picks + picks.T).sum(axis=1))
    columns = {name: _finite(x) for name, x in found.strength.columns("preference").items()}
    return pl.DataFrame({"card": menu.card_ids, **columns}).fill_nan(None), found.explained


def _finite(x: Floats) -> Floats:
    return np.where(np.isfinite(x), x, np.nan)
