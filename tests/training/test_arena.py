"""The arena plays the games of `simulate`, every deal from each seat."""

from dataclasses import replace

import numpy as np
import pytest

from simkit import simulate
from simkit.menus import load
from simkit.policies.lineup import player
from simkit.policies.weights import Weights
from simkit.training.arena import Games, Setting
from simkit.training.train import tuned

_FLAT = ((2.0,) * 4, (-2.0,) * 4)
_ONE = tuned("weighted", Weights({"tempura": _FLAT}))
_TWO = tuned("weighted", Weights({"maki-3": _FLAT, "tempura": _FLAT}))
_OTHER = tuned("weighted", Weights())


def _settings():
    return [Setting(load("party/sushi-go"), 4), Setting(load("go"), 3)]


def test_margins_are_those_of_the_simulated_games():
    setting, k = Setting(load("go"), 3), 3
    margin, wins, n = Games(1).margins([_ONE], _OTHER, [setting], seed=5, games=1536)[0, 0, 0]
    assert n == 1536
    want, won = [], []
    for s in range(k):
        seats = [_OTHER] * k
        seats[s] = _ONE
        batch = simulate(setting.menu, players=k, games=512, policies=seats, seed=5, threads=1)
        total = batch.total()
        points = total.score[3, :k] / 512
        want.append(points[s] - np.delete(points, s).mean())
        won.append((total.lead[3, s] / np.arange(1, 9)).sum() / 512)
    assert margin == pytest.approx(np.mean(want))
    assert wins == pytest.approx(np.mean(won))


def test_a_player_among_its_copies_is_exactly_as_good():
    found = Games(1).margins([_OTHER, _ONE], _OTHER, _settings(), seed=1, games=4096)
    assert (found[0, ..., 0] == 0).all()
    assert (found[1, ..., 0] != 0).all()


def test_threads_company_and_order_change_nothing():
    arena = Games(2)
    settings = _settings()
    both = arena.margins([_ONE, _TWO], _OTHER, settings, seed=2, games=4096, groups=2)
    turned = arena.margins([_TWO, _ONE], _OTHER, settings[::-1], seed=2, games=4096, groups=2)
    assert (both == turned[::-1, ::-1]).all()
    alone = Games(1).margins([_TWO], _OTHER, settings[:1], seed=2, games=2048, groups=2)
    assert (both[1, :1] == alone[0]).all()


def test_another_opponent_is_another_arena():
    arena = Games(1)
    settings = _settings()[:1]
    before = arena.margins([_ONE], _OTHER, settings, seed=1, games=2048)
    against = arena.margins([_ONE], player("greedy"), settings, seed=1, games=2048)
    assert (before != against).any()
    assert (arena.margins([_ONE], replace(_OTHER), settings, seed=1, games=2048) == before).all()
