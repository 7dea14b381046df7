"""Preferences by block, the frames made of them, and planted strengths."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.preferences import PickCounts, preference, preferred_pairs
from simkit import observe
from simkit.experiment import BLOCK, Arm
from tests.analysis.test_bradley_terry import chosen
from tests.analysis.toy_played import counted_menu

MENU = counted_menu()


def gathered(blocks) -> PickCounts:
    """Add up blocks (cards, cards) one after another, as they come of one seat."""
    total = PickCounts.of(blocks[0][None])
    for block in blocks[1:]:
        total = total + PickCounts.of(block[None])
    return total


@given(st.integers(1, 300))
def test_blocks_are_kept_but_no_more_than_64(n) -> None:
    given_ = np.arange(4 * n).reshape(n, 2, 2)
    got = gathered(given_)
    assert len(got.blocks) <= 64
    assert len(got.blocks) >= min(n, 32)
    # as many neighbouring ones each, but for the last
    starts = np.arange(0, n, got.size)
    assert np.array_equal(got.blocks, np.add.reduceat(given_, starts))
    assert got.last == n - starts[-1]


def test_seats_are_added_up() -> None:
    preferred = np.arange(12).reshape(3, 2, 2)
    assert PickCounts.of(preferred).blocks.tolist() == [[[12, 15], [18, 21]]]


def test_pairs_by_hand() -> None:
    blocks = np.array([[[0, 30, 5], [10, 0, 0], [0, 0, 0]], [[0, 20, 5], [20, 0, 0], [0, 0, 0]]])
    frame = preferred_pairs(gathered(blocks), MENU)
    assert frame.columns[:2] == ["card", "other"]
    assert len(frame) == 6
    rows = {(row["card"], row["other"]): row for row in frame.to_dicts()}
    a, b, c = MENU.card_ids
    row = rows[a, b]
    # 50 of 80: blocks deviate by ±5 from it
    assert row["preferred"] == 0.625
    assert row["n_picks"] == 80
    assert row["preferred_se"] == pytest.approx(np.sqrt(2 * 50) / 80)
    assert rows[b, a]["preferred"] == 0.375
    assert rows[b, a]["preferred_low"] == pytest.approx(1 - row["preferred_high"])
    assert rows[a, c]["preferred"] == 1
    assert rows[a, c]["preferred_low"] < 0.5  # ten picks of one game would say no more
    assert rows[b, c]["preferred"] is None


def test_planted_strengths_are_found() -> None:
    """32 blocks of hands of 4 from 6 cards, each seen thrice; each strength within 4 standard errors."""
    strength = np.array([1.2, 0.6, 0.1, 0.0, -0.4, -1.5])
    blocks = chosen(np.random.default_rng(1), strength, blocks=32, hands=200).astype(int)
    menu = type("SixCards", (), {"card_ids": tuple("abcdef")})
    frame, explained = preference(gathered(blocks), menu)
    apart = frame["preference"].to_numpy() - strength
    assert np.all(np.abs(apart) < 4 * frame["preference_se"].to_numpy())
    assert explained > 0.9
    chance = 1 / (1 + np.exp(strength[1] - strength[0]))
    row = preferred_pairs(gathered(blocks), menu).row(0, named=True)
    assert abs(row["preferred"] - chance) < 4 * row["preferred_se"]


def test_who_draws_prefers_nothing_and_who_has_an_order_keeps_it() -> None:
    arms = [
        Arm(MENU, 4, who, picks=True, house=True) for who in ("random", "first:tempura,sashimi")
    ]
    counts = list(observe(arms, _picks_of_arms, games=8 * BLOCK, seed=8))
    drawn, ordered = (gathered([block[i] for block in counts]) for i in range(2))
    frame = preferred_pairs(drawn, MENU)  # the deck has as many of each
    assert np.all(
        np.abs(frame["preferred"].to_numpy() - 0.5) < 4 * frame["preferred_se"].to_numpy()
    )
    scale = preference(drawn, MENU)[0]
    apart = scale["preference"].to_numpy()
    assert np.all(np.abs(apart) < 4 * scale["preference_se"].to_numpy())
    rows = {(row["card"], row["other"]): row for row in preferred_pairs(ordered, MENU).to_dicts()}
    assert rows["tempura", "sashimi"]["preferred"] == 1
    assert rows["tempura", "sashimi"]["preferred_low"] > 0.95
    assert rows["dumpling", "sashimi"]["preferred"] == 0


def _picks_of_arms(games) -> list[np.ndarray]:
    return [one.preferred.sum(axis=0) for one in games]
