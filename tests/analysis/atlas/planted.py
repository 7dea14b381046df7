"""Sweeps whose truth is known: effects of cards and pairs, what they leave of a menu, errors."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from analysis.atlas.design import Design
from analysis.estimate import Estimate, Floats
from simkit.menus import legal

CARDS, PAIRS = (1.0, 0.3), (0.3, 0.1)  # standard deviations: common effects, own deviations


@dataclass(frozen=True)
class Planted:
    """What was planted, and what a sweep would see of it."""

    effects: Floats  # (numbers of the basis, players)
    expected: Floats  # what level, cards and pairs make of each menu
    truth: Floats
    seen: Estimate


@cache
def design(n_menus: int = 1200, players: tuple[int, ...] = (3, 5, 7), seed: int = 0) -> Design:
    """Return the design of some menus of four players; not all are legal for seven."""
    menus = list(legal(4))
    chosen = np.random.default_rng(seed).permutation(len(menus))[:n_menus]
    return Design.of([menus[i] for i in chosen], players)


def planted(
    of: Design,
    seed: int,
    *,
    tails: str = "normal",
    tau: float = 0.3,
    error: float = 0.3,
    part: float = 1.0,
) -> Planted:
    """Plant effects, a rest of standard deviation tau, and errors of half to twice `error`."""
    rng = np.random.default_rng(seed)
    is_card = np.arange(of.basis.shape[1])[:, None] < of.n_main
    shape = of.legal.shape
    common = rng.normal(size=is_card.shape) * np.where(is_card, CARDS[0], PAIRS[0])
    own = rng.normal(size=(len(is_card), shape[1])) * np.where(is_card, CARDS[1], PAIRS[1])
    effects = common + own
    expected = 30 + np.arange(shape[1]) + of.holds @ (of.basis @ effects)
    rest = {
        "normal": rng.normal(size=shape),
        "heavy": rng.standard_t(3, size=shape) / np.sqrt(3),
        "spikes": rng.normal(size=shape) * np.where(rng.random(shape) < 0.05, np.sqrt(20), 0),
    }[tails]
    truth = expected + tau * rest
    se = error * rng.uniform(0.5, 2, size=shape)
    there = of.legal & (rng.random(shape) < part)
    value = np.where(there, truth + se * rng.normal(size=shape), np.nan)
    return Planted(effects, expected, truth, normal(value, np.where(there, se, np.nan)))


def normal(value: Floats, se: Floats) -> Estimate:
    """Return means of so many games as have these errors, a game's standard deviation being 10."""
    half = 1.96 * se
    with np.errstate(divide="ignore"):
        n = np.where(np.isfinite(se), np.rint(100 / se**2), 0)
    return Estimate(value, se, value - half, value + half, np.minimum(n, 1e12).astype(np.int64))
