"""An arena whose truth is planted: how good weights are is a known function, and deals add known noise."""

import numpy as np

from simkit.policies.lineup import Player
from simkit.policies.switch import POLICIES

BEST = {"tempura": (1.5, -2.0), "tofu": (-0.5, 3.0)}
"""The best weights, by kind: at the first pick and at the last, the same for all progress classes."""

_ANY = POLICIES[0]


def make_player(weights):
    return Player("toy", _ANY, weights)


def quality(weights):
    """Return minus the mean square distance from the best weights, in all numbers."""
    far = [
        (value - want) ** 2
        for key, ends in BEST.items()
        for end, want in zip(weights.weights.get(key, ((0.0,) * 4,) * 2), ends, strict=True)
        for value in end
    ]
    return -float(np.mean(far))


class Toy:
    """Margins are differences of quality and a little noise, the same for all candidates of a seed."""

    def __init__(self, noise=0.01, stop_after=None):
        self.noise, self.calls, self.stop_after = noise, 0, stop_after

    def margins(self, candidates, opponent, settings, *, seed, games, groups=1):
        self.calls += 1
        if self.stop_after is not None and self.calls > self.stop_after:
            raise KeyboardInterrupt
        luck = np.random.default_rng(seed).normal(0, self.noise, (len(settings), groups))
        found = np.empty((len(candidates), len(settings), groups, 3))
        for i, candidate in enumerate(candidates):
            gap = quality(candidate.data) - quality(opponent.data)
            found[i, ..., 0] = gap + (luck if gap else 0)
        found[..., 1], found[..., 2] = 0.25, 1000
        return found
