"""Exact sums by block of games: from how much blocks differ, intervals are made.

A tally adds up all games of a run, and what hangs together within a game (seats, copies of a card) is
lost in it. Blocks are independent and keep it: whatever hangs together within a block is in its sums.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simkit.schema import (
    LANES,
    MAX_HAND,
    MAX_KINDS,
    MAX_ROWS,
    MAX_SEATS,
    TALLY,
    TALLY_SHAPES,
)

if TYPE_CHECKING:
    from simkit.menus import Menu

LEAST_BLOCKS = 16
"""Student's interval is 9 % wider than with any number of them."""

_MOST_BLOCKS = 64  # 2 % wider
_MOST_BYTES = (
    2**26
)  # of all blocks; with 8 players whose seats rotate a block of printed cards has 2 MB

_HISTOGRAM = "score_hist"  # half of the bytes, of no use for intervals
_OF_DICE = ("seen", "tokens", "tokens_left", "edge", "edge_sq")


def n_blocks(menu: Menu, players: int, games: int, n_rotations: int, *, is_split: bool) -> int:
    """Return the number of blocks of a run.

    A block costs about as much as two batches, and few blocks make wide intervals: about as many
    blocks as each of them has batches is the best of both.

    Parameters
    ----------
    menu : Menu
        What is played.
    players : int
        2 to 8.
    games : int
        Games asked for.
    n_rotations : int
        Of the line-up; a block has batches of each.
    is_split : bool
        Whether the games of a batch may be counted apart.
    """
    batches = games // (LANES * n_rotations)
    if batches < LEAST_BLOCKS:
        return LEAST_BLOCKS if is_split else max(batches, 1)
    fitting = _MOST_BYTES // (block_type(menu, players).itemsize * n_rotations)
    return max(min(math.isqrt(batches), _MOST_BLOCKS, fitting), LEAST_BLOCKS)


def block_type(menu: Menu, players: int) -> np.dtype[np.void]:
    """Return the tally cut to what is in play, without histograms."""
    in_play = {
        MAX_SEATS: menu.seats_for(players),
        MAX_HAND: menu.hand_size_for(players),
        MAX_ROWS: len(menu.card_ids),
        MAX_KINDS: len(menu.kinds),
    }
    left_out = (_HISTOGRAM,) if menu.dice else (_HISTOGRAM, *_OF_DICE)
    shapes = {
        name: tuple(in_play.get(n, n) for n in shape)
        for name, shape in TALLY_SHAPES.items()
        if name not in left_out
    }
    return np.dtype([(name, np.int64, shape) for name, shape in shapes.items()])


def cut(menu: Menu, players: int, tallies: Sequence[np.record]) -> NDArray[np.void]:
    """Return tallies as an array of what is in play."""
    made = np.zeros(len(tallies), block_type(menu, players))
    for name, corner in _corners(made.dtype):
        made[name] = [tally[name][corner] for tally in tallies]
    return made


def _corners(of: np.dtype[np.void]) -> Iterator[tuple[str, tuple[slice, ...]]]:
    """Yield each field of a block, and where in the tally's field it lies."""
    for name in of.names or ():
        yield name, tuple(slice(n) for n in of[name].shape)


class Blocks:
    """The tallies of a run while it is played: by block and rotation.

    Parameters
    ----------
    menu : Menu
        What is played.
    players : int
        2 to 8.
    n_blocks, n_rotations : int
        How many there are.
    """

    def __init__(self, menu: Menu, players: int, n_blocks: int, n_rotations: int) -> None:
        self.n_blocks = n_blocks
        self._sums = np.zeros((n_blocks, n_rotations), block_type(menu, players))
        self._corners = list(_corners(self._sums.dtype))
        stages, _, bins = TALLY_SHAPES[_HISTOGRAM]
        self._histograms = np.zeros((n_rotations, stages, menu.seats_for(players), bins), np.int64)
        self._lock = threading.Lock()

    def add(self, block: int, rotation: int, tally: np.record, times: int = 1) -> None:
        """Add a tally, or with -1 times take it away; any thread may do it."""
        histogram = self._histograms[rotation]
        with self._lock:
            for name, corner in self._corners:
                self._sums[name][block, rotation] += times * tally[name][corner]
            histogram += times * tally[_HISTOGRAM][:, : histogram.shape[1]]

    def clear(self, tally: np.record) -> None:
        """Make a tally of such games one of no games: faster than new memory."""
        for name, corner in self._corners:
            if corner:
                tally[name][corner] = 0
        tally["n_games"] = 0
        tally[_HISTOGRAM] = 0

    def tallies(self) -> tuple[np.record, ...]:
        """Return the tally of each rotation, blocks added up."""
        made = np.zeros(len(self._histograms), TALLY)
        for name, corner in self._corners:
            made[name][(slice(None), *corner)] = self._sums[name].sum(axis=0)
        made[_HISTOGRAM][:, :, : self._histograms.shape[2]] = self._histograms
        return tuple(made)

    def played(self) -> NDArray[np.void]:
        """Return the sums of the blocks that have games, (blocks, rotations) of `block_type`."""
        return self._sums[self._sums["n_games"].any(axis=1)]
