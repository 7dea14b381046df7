"""Intervals over blocks hold the truth as often as they say, whatever hangs together in a game.

A pool of games of the toy is the world: batches are drawn from it with replacement, so what infinitely
many games would give is what the pool has. 80 batches of 96 games, 16 blocks of 6 each. What is checked is
a mean over the rows of a table, 3 to 32 of them; even if they were one, its standard error would be
2.4 percentage points, and the limits are 4 away (of many rows, several standard errors). Fixed seed.
"""

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest

from analysis import kinds, leads, scores
from simkit.batch import Batch
from simkit.blocks import Blocks
from simkit.schema import TALLY
from tests.analysis import toy

POOL, BATCHES, SIZE = 120, 80, 6


def pool() -> np.ndarray:
    """Return the counts of each game for itself, (games, 1)."""
    batch, games = toy.batch(games=POOL)
    alone = Blocks(batch.menu, 4, POOL, 1)
    kind_of, tally = toy.kind_of_card(batch.menu), np.zeros(1, TALLY)[0]
    for i, game in enumerate(games):
        toy.count(tally, game, kind_of)
        alone.add(i, 0, tally)
        alone.clear(tally)
    return alone.played()


def of(blocks: np.ndarray) -> Batch:
    """Return the batch that has these blocks."""
    tally = np.zeros(1, TALLY)
    for name in blocks.dtype.names:
        whole = blocks[name].sum(axis=(0, 1))
        tally[name][(0, *(slice(n) for n in whole.shape))] = whole
    batch, _ = toy.batch(games=POOL)
    n = int(tally["n_games"][0])
    return dataclasses.replace(batch, n_games=n, tallies=(tally[0],), blocks=blocks)


def batches(games: np.ndarray) -> Iterator[Batch]:
    """Yield batches drawn from a pool."""
    rng = np.random.default_rng(1)
    cells = np.ascontiguousarray(games).view(np.int64).reshape(len(games), -1).astype(float)
    for _ in range(BATCHES):
        draws = rng.multinomial(SIZE, np.full(len(games), 1 / len(games)), toy.N_BLOCKS)
        blocks = (draws @ cells).astype(np.int64)
        yield of(blocks.view(games.dtype).reshape(-1, 1))


@pytest.fixture(scope="module")
def coverage() -> dict[tuple[str, str], float]:
    """Return the share of intervals that hold the truth, by estimate and what the row is about."""
    tables, games = (kinds, leads, scores), pool()
    hits: dict[tuple[str, str], list[bool]] = {}
    truth = [table(of(games)) for table in tables]
    for batch in batches(games):
        for table, true in zip(tables, truth, strict=True):
            found = table(batch)
            for by in ("seat", "all"):
                mine, right = found.filter(by=by), true.filter(by=by)
                for name in [c.removesuffix("_low") for c in mine.columns if c.endswith("_low")]:
                    low, high, middle = (
                        frame[column].to_numpy()
                        for frame, column in (
                            (mine, f"{name}_low"),
                            (mine, f"{name}_high"),
                            (right, name),
                        )
                    )
                    # what never varies has an interval without width
                    told = (low < high) & (middle != 0)
                    is_in = (low <= middle + 1e-9) & (middle <= high + 1e-9)
                    hits.setdefault((name, by), []).extend(is_in[told])
    return {key: float(np.mean(found)) for key, found in hits.items()}


OVER_BLOCKS = (
    *("dealt", "seen", "offered", "taken", "take_rate", "wheel_rate", "mean_pick"),
    *("points_per_copy", "points_share"),
)
POOLED = ("points", "took_any", "lead", "win_if_lead", "behind_if_win")


@pytest.mark.parametrize(
    ("name", "by"),
    [
        *((name, by) for name in OVER_BLOCKS for by in ("seat", "all")),
        *((name, "all") for name in POOLED),
    ],
)
def test_intervals_over_blocks_hold_the_truth_in_95_of_100_batches(coverage, name, by) -> None:
    assert coverage[name, by] == pytest.approx(0.95, abs=0.04)
