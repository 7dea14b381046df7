"""Runs up to a target, of planted truth; `tests/scripts/test_simulate.py` sees how they end."""

import math

import numpy as np
import pytest

from analysis.estimate import block_ratio
from analysis.gather import TUNED, Budget
from analysis.sequences import anytime
from analysis.until import simulate_until
from simkit.blocks import LEAST_BLOCKS
from tests.analysis import toy


def test_intervals_of_few_blocks_hold_at_all_looks_together() -> None:
    # sums of 256 games, added up in as many blocks as a run of the length has (16 to 32); 1,000 runs of 7
    # looks: at most 5 % may ever miss, more than 7 % (three standard errors) has a chance below 1 in 700
    lanes, looks, runs = 256, [16 * 2**i for i in range(7)], 1000
    x = np.random.default_rng(1).normal(0, lanes**0.5, (looks[-1], runs))
    missed, once = np.zeros(runs, bool), np.zeros(runs, bool)
    for n in looks:
        blocks = max(math.isqrt(n), LEAST_BLOCKS)
        parts = [x[b:n:blocks] for b in range(blocks)]
        sums = np.stack([part.sum(axis=0) for part in parts])
        games = np.stack([np.full(runs, lanes * len(part)) for part in parts])
        ordinary = block_ratio(sums, games, n * lanes)
        lasting = anytime(ordinary, games=TUNED)
        once |= (ordinary.low > 0) | (ordinary.high < 0)
        missed |= (lasting.low > 0) | (lasting.high < 0)
    assert missed.mean() < 0.05
    assert once.mean() > 0.1


def test_a_number_of_games_is_no_target() -> None:
    with pytest.raises(ValueError, match="needs a target"):
        simulate_until(lambda games: toy.batch(games=games)[0], Budget(games=100))
