"""Which games are in which block, and that blocks are whole."""

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from simkit.batch import Batch
from simkit.blocks import LEAST_BLOCKS, block_type, cut, n_blocks
from simkit.menus import build
from simkit.runner import simulate
from simkit.schema import LANES
from tests.core import games

MENU = games.PRINTED["my-first-meal"]


def play(n: int, *, rotate: bool = False, **options: Any) -> Batch:
    """Play games of three players who differ."""
    policies = ("greedy", "random", "first")
    return simulate(MENU, players=3, policies=policies, games=n, rotate=rotate, **options)


def add_up(batch: Batch) -> None:
    """Hold the blocks to the tallies."""
    whole = cut(batch.menu, batch.players, batch.tallies)
    for field in whole.dtype.names or ():
        assert (batch.blocks[field].sum(axis=0) == whole[field]).all(), field


@pytest.mark.parametrize(
    ("batches", "rotations", "blocks", "unsplit"),
    [
        *((1, 1, 16, 1), (15, 1, 16, 15), (16, 1, 16, 16), (391, 1, 19, 19), (3907, 1, 62, 62)),
        *((10**9, 1, 64, 64), (10**9, 4, 64, 64), (8 * 3, 8, 16, 3)),
    ],
)
def test_as_many_blocks_as_each_has_batches(batches, rotations, blocks, unsplit) -> None:
    for is_split, expected in ((True, blocks), (False, unsplit)):
        assert n_blocks(MENU, 4, batches * LANES, rotations, is_split=is_split) == expected


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("n", [1, 5, 300, 2000, 14_000])
def test_every_block_has_its_share_of_every_rotation(n, rotate, tmp_path: Path) -> None:
    batch = play(n, rotate=rotate, records=tmp_path)
    add_up(batch)
    rotations = 3 if rotate else 1
    of_game = np.arange(n) // LANES
    block, rotation = of_game // rotations % 16, of_game % rotations
    if n // (LANES * rotations) < 16:  # cut in order, rotation by rotation
        for j in range(rotations):
            mine = np.flatnonzero(rotation == j)
            ends = np.arange(1, 17) * len(mine) // 16
            block[mine] = np.searchsorted(ends, np.arange(len(mine)), side="right")
    scores = pq.read_table(tmp_path / "games.parquet")["score"].to_numpy().reshape(n, 3)
    expected, size = np.zeros((16, rotations, 3), np.int64), np.zeros((16, rotations), np.int64)
    np.add.at(expected, (block, rotation), scores)
    np.add.at(size, (block, rotation), 1)
    kept = size.any(axis=1)
    assert (batch.blocks["n_games"] == size[kept]).all()
    assert (batch.blocks["score"][..., 3, :] == expected[kept]).all()
    whole = n >= 16 * LANES * rotations
    assert np.ptp(size.sum(axis=1)) <= (LANES if whole else 1) * rotations


def test_what_is_searched_is_not_played_again() -> None:
    policies = ("search+rollouts=8", "random")
    batch = simulate(MENU, players=2, policies=policies, games=30)
    assert batch.blocks.shape == (1, 1)
    add_up(batch)


def test_a_stopped_run_has_blocks_of_what_was_played() -> None:
    reports = []

    def stop(done: int) -> None:
        if not reports:
            os.kill(os.getpid(), signal.SIGINT)
        reports.append(done)

    batch = play(10**9, rotate=True, threads=1, progress=stop)
    assert batch.interrupted
    assert 0 < batch.n_games < 10**9
    assert 0 < len(batch.blocks) < 64
    add_up(batch)


@pytest.mark.parametrize("menu", ["master-menu", "everything"])
def test_blocks_of_many_rotations_stay_small(menu) -> None:
    everything = {"name": "All", "cards": list(games.KINDS)}
    menu = games.ALL.get(menu) or build(everything, house=True)
    number = n_blocks(menu, 8, 10**12, 8, is_split=True)
    assert number >= LEAST_BLOCKS
    assert number * 8 * block_type(menu, 8).itemsize < 100e6
