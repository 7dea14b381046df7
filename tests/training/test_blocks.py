"""Blocks are vectors of weights; settings are legal menus that have something of a block."""

import numpy as np
import pytest

from simkit.errors import InputError, MenuError
from simkit.menus import check_players
from simkit.policies.weights import KEYS, Weights
from simkit.training.blocks import blocks_of, keys_of, menus_of

_KINDS = ("nigiri", "maki", "tempura", "pudding")


def test_nigiri_and_rolls_with_icons_are_tuned_by_card():
    assert keys_of("nigiri") == ("nigiri-egg", "nigiri-salmon", "nigiri-squid")
    assert keys_of("uramaki") == ("uramaki-3", "uramaki-4", "uramaki-5")
    assert keys_of("pudding") == ("pudding",)


def test_blocks_are_all_together_or_a_kind_each():
    (whole,) = blocks_of(_KINDS, (), each=False)
    assert len(whole.keys) == 3 + 3 + 1 + 1
    assert [block.name for block in blocks_of(_KINDS, (), each=True)] == list(_KINDS)
    (some,) = blocks_of(_KINDS, ("tempura", "maki-3"), each=False)
    assert some.keys == ("maki-3", "tempura")


def test_an_unknown_card_is_named():
    with pytest.raises(InputError, match=r"--only tofu: no menu here has it\."):
        blocks_of(_KINDS, ("tofu",), each=False)


def test_vectors_and_weights_are_the_same_numbers():
    (block,) = blocks_of(("tempura", "tofu"), (), each=False)
    x = np.arange(16) / 8 - 1
    weights = block.put(x, Weights({"eel": ((1.0,) * 4, (2.0,) * 4)}))
    assert (block.vector(weights) == x.round(3)).all()
    assert weights.weights["eel"] == ((1.0,) * 4, (2.0,) * 4)
    assert set(weights.weights) <= set(KEYS)


def test_a_card_without_weights_of_its_own_begins_with_those_of_its_kind():
    (block,) = blocks_of(("maki",), ("maki-3",), each=False)
    assert (block.vector(Weights({"maki": ((1.0,) * 4, (2.0,) * 4)})) == [1] * 4 + [2] * 4).all()


def test_random_menus_are_legal_and_have_the_kind():
    menus = menus_of(["random:6"], range(2, 9))
    rng = np.random.default_rng(1)
    for block in blocks_of(menus.kinds, (), each=True):
        for setting in menus.draw(block, rng):
            check_players(setting.menu, setting.players)
            assert block.name in setting.menu.kinds


def test_fixed_menus_are_played_by_whom_they_allow():
    menus = menus_of(["master-menu", "my-first-meal"], (2, 3, 6))
    assert [(s.menu.slug, s.players) for s in menus.fixed] == [
        ("master-menu", 3),
        ("master-menu", 6),
        ("my-first-meal", 2),
        ("my-first-meal", 3),
        ("my-first-meal", 6),
    ]
    assert menus.game == "party"
    assert "spoon" in menus.kinds
    assert "eel" not in menus.kinds


def test_menus_that_can_not_be_played_are_said():
    with pytest.raises(MenuError, match="2 players"):
        menus_of(["master-menu"], (2,))
    with pytest.raises(InputError, match="none of 7, 8 players can play it"):
        menus_of(["go"], (7, 8))
    with pytest.raises(InputError, match="one game"):
        menus_of(["random:2", "go"], (4,))
    with pytest.raises(InputError, match="write random:K"):
        menus_of(["random:x"], (4,))
