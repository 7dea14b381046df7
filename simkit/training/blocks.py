"""What is tuned, and on which menus: blocks of weights as vectors, settings drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from simkit.cards import CATALOGUES, card
from simkit.cards.card import Card
from simkit.cards.outlook import N_CLASSES
from simkit.errors import InputError, MenuError, nearest
from simkit.menus import build, check_players, load
from simkit.menus.catalogue import GROUPS
from simkit.policies.weights import Points, Weights
from simkit.training.arena import Setting

PER_KEY = 2 * N_CLASSES
"""Numbers of a key: at the first pick and at the last, by progress class."""

RANDOM = "random"
"""How a menu begins that stands for so many drawn at random: ``random:8``."""

_BY_CARD = ("nigiri", "maki", "uramaki")  # their cards are worth different things
_DECIMALS = 3

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Block:
    """Weights that are tuned together.

    Attributes
    ----------
    name : str
        For people: a kind, or ``"all"``.
    kinds : tuple of str
        Menus on which it is tuned have one of them at least.
    keys : tuple of str
        Keys of the weights.
    """

    name: str
    kinds: tuple[str, ...]
    keys: tuple[str, ...]

    def vector(self, weights: Weights) -> Floats:
        """Return the block's numbers."""
        zero: Points = (0.0, 0.0, 0.0, 0.0)
        kinds = {key: kind for kind in self.kinds for key in keys_of(kind)}
        found = []
        for key in self.keys:
            first, last = weights.weights.get(key) or weights.weights.get(
                kinds.get(key, key), (zero, zero)
            )
            found += [*first, *last]
        return np.array(found)

    def put(self, vector: Iterable[float], weights: Weights) -> Weights:
        """Return the weights with other numbers for the block, rounded as in files."""
        x = [round(float(value), _DECIMALS) + 0.0 for value in vector]
        changed = dict(weights.weights)
        for i, key in enumerate(self.keys):
            ends = x[i * PER_KEY : (i + 1) * PER_KEY]
            (a, b, c, d), (e, f, g, h) = ends[:N_CLASSES], ends[N_CLASSES:]
            changed[key] = ((a, b, c, d), (e, f, g, h))
        return Weights(changed, weights.provenance)


@cache
def keys_of(kind: str) -> tuple[str, ...]:
    """Return the keys of a kind: its cards where they are worth different things, else itself."""
    cards = (one for kinds in CATALOGUES.values() for one in kinds if one.slug == kind)
    if kind in _BY_CARD:
        return tuple(variant.slug for variant in next(cards).variants)
    return (kind,)


def blocks_of(kinds: Sequence[str], only: Sequence[str], *, each: bool) -> tuple[Block, ...]:
    """Return the blocks over the kinds in play.

    Parameters
    ----------
    kinds : sequence of str
        Kinds that some menu has.
    only : sequence of str
        Kinds or cards to which the tuning is limited; none: all.
    each : bool
        One block a kind, in place of one for all.

    Raises
    ------
    InputError
        `only` names something that no menu has.
    """
    keys = {kind: keys_of(kind) for kind in kinds}
    for name in only:
        known = [*keys, *(key for listed in keys.values() for key in listed)]
        if name not in known:
            raise InputError(f"--only {name}: no menu here has it.{nearest(name, known)}")
    if only:
        keys = {
            kind: tuple(key for key in listed if key in only or kind in only)
            for kind, listed in keys.items()
        }
    found = {kind: listed for kind, listed in keys.items() if listed}
    if each:
        return tuple(Block(kind, (kind,), listed) for kind, listed in found.items())
    name = "all" if not only else ", ".join(only)
    return (Block(name, tuple(found), sum(found.values(), ())),)


@dataclass(frozen=True)
class Menus:
    """The menus of a training: fixed ones, and how many are drawn at random.

    Attributes
    ----------
    fixed : tuple of Setting
        Menus with each number of players that can play them.
    n_random : int
        Menus of Party to draw.
    players : tuple of int
        Numbers of players to draw from.
    """

    fixed: tuple[Setting, ...]
    n_random: int
    players: tuple[int, ...]

    @property
    def game(self) -> str:
        """The game of all menus."""
        return self.fixed[0].menu.game if self.fixed else "party"

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds that some of the menus have."""
        games = {setting.menu.game for setting in self.fixed} | (
            {"party"} if self.n_random else set()
        )
        played = {kind for setting in self.fixed for kind in setting.menu.kinds}
        if self.n_random:
            played |= {one.slug for one in CATALOGUES["party"] if _players_of(one, self.players)}
        slugs = [one.slug for game in CATALOGUES if game in games for one in CATALOGUES[game]]
        return tuple(slug for slug in dict.fromkeys(slugs) if slug in played)

    def draw(
        self, block: Block, rng: np.random.Generator, n_random: int | None = None
    ) -> list[Setting]:
        """Return the settings that have something of the block: the fixed ones, and new random ones."""
        found = [s for s in self.fixed if set(s.menu.kinds) & set(block.kinds)]
        for _ in range(self.n_random if n_random is None else n_random):
            found.append(_random_setting(block, self.players, rng))
        return found


def menus_of(specs: Sequence[str], players: Sequence[int], *, house: bool = False) -> Menus:
    """Return the menus that are meant.

    Parameters
    ----------
    specs : sequence of str
        Menus as `simkit.menus.load` takes them, or ``random:K``.
    players : sequence of int
        Numbers of players; a menu is played by those of them that it allows.

    Raises
    ------
    MenuError, InputError
        A menu is unknown, or none of the numbers of players can play it.
    """
    fixed: list[Setting] = []
    n_random = 0
    for spec in specs:
        name, _, number = spec.partition(":")
        if name == RANDOM:
            if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= 1000:
                raise InputError(f"menu '{spec}': write {RANDOM}:K with K from 1 to 1,000.")
            n_random += int(number)
            continue
        menu = load(spec, house=house)
        allowed = []
        for n in players:
            try:
                check_players(menu, n)
            except MenuError:
                if len(players) == 1:
                    raise
            else:
                allowed.append(Setting(menu, n))
        if not allowed:
            raise InputError(
                f"menu '{spec}': none of {', '.join(map(str, players))} players can play it."
            )
        fixed += allowed
    games = {setting.menu.game for setting in fixed} | ({"party"} if n_random else set())
    if len(games) > 1:
        raise InputError(
            f"menus of {' and '.join(sorted(games))}: weights are of one game; train them one after another."
        )
    if n_random and not all(2 <= n <= 8 for n in players):
        raise InputError("random menus are of Sushi Go Party!: 2 to 8 players.")
    return Menus(tuple(fixed), n_random, tuple(players))


def _random_setting(block: Block, players: Sequence[int], rng: np.random.Generator) -> Setting:
    """Draw a legal menu of Party that has some kind of the block, and who plays it."""
    kinds = [one for one in block.kinds if _in_party(one, players)]
    wanted = kinds[rng.integers(len(kinds))]
    allowed = _players_of(card(wanted), players)
    n = allowed[rng.integers(len(allowed))]
    chosen: list[str] = []
    for group, count in GROUPS.items():
        pool = [
            one.slug for one in CATALOGUES["party"] if one.group == group and _players_of(one, [n])
        ]
        given = [wanted] if wanted in pool else []
        pool = [slug for slug in pool if slug not in given]
        rest = rng.choice(len(pool), count - len(given), replace=False)
        chosen += given + [pool[i] for i in rest]
    return Setting(build({"name": "Random", "cards": chosen}), n)


def _in_party(kind: str, players: Sequence[int]) -> bool:
    known = {one.slug for one in CATALOGUES["party"]}
    return kind in known and bool(_players_of(card(kind), players))


def _players_of(kind: Card, players: Sequence[int]) -> list[int]:
    return [n for n in players if kind.min_players <= n <= kind.max_players]
