"""Training: weights are tuned by CMA-ES in self-play.

The strategy (Hansen, "The CMA Evolution Strategy: A Tutorial", 2016; package `cma`) proposes weights near its mean,
all are played on the same deals against the best weights so far, and it moves towards those with the best margins.
Now and then its mean is checked on other deals and, with random menus, on other menus; if it is better by more than
the interval, it becomes the best and all opponents play by it. Against a fixed opponent the same finds a best
response to it.

Weights of a whole box are many and hang together little: `blocks` tunes one kind after another, each on menus that
have it (block coordinates).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

from simkit._version import __version__
from simkit.batch import RULES_VERSION
from simkit.errors import InputError
from simkit.policies.lineup import Player, player
from simkit.policies.weights import Weights
from simkit.runner import MAX_SEED, check_whole
from simkit.training.arena import Arena, Setting
from simkit.training.blocks import Block, Menus, blocks_of
from simkit.training.state import Check, Generation, State

BOUND = 8.0
"""Points, either way, that a tuned weight may have."""

_CHECK_GROUPS = 8
_FINAL_GROUPS = 16
_FINAL_MENUS = 32  # random menus of the last measurement, at least
_LEVEL = 0.975  # of a two-sided interval of 95 %
_DEALS, _MENUS, _CHECK, _FINAL, _STRATEGY = range(5)  # random streams

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train.

    Attributes
    ----------
    menus : tuple of str
        Menus, or ``random:K``.
    players : tuple of int
        Numbers of players.
    only : tuple of str
        Kinds or cards to tune; none: all.
    blocks : str
        ``"all"`` together, or ``"kinds"`` one after another.
    passes : int
        How often to go through the blocks.
    generations : int
        Of each block in each pass.
    games : int
        For a proposal, about.
    check_every : int
        Generations between two checks; random menus are drawn anew after each.
    check_games : int
        For a check, about.
    population : int
        Proposals in a generation; 0: by the number of weights.
    sigma : float
        Points by which the first proposals differ from the start.
    seed : int
        Decides all.
    against : str
        A fixed opponent; none: self-play.
    policy : str
        What is tuned: ``"weighted"`` or ``"deny"``.
    alone : bool
        A proposal plays alone among opponents only, not also an opponent alone among proposals.
    house : bool
        Whether menus beyond the rule book's structure are allowed.
    """

    menus: tuple[str, ...]
    players: tuple[int, ...]
    only: tuple[str, ...] = ()
    blocks: Literal["all", "kinds"] = "all"
    passes: int = 1
    generations: int = 40
    games: int = 40_000
    check_every: int = 5
    check_games: int = 200_000
    population: int = 0
    sigma: float = 0.7
    seed: int = 0
    against: str = ""
    policy: str = "weighted"
    alone: bool = False
    house: bool = False

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, as JSON has them."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(self).items()}

    @classmethod
    def of(cls, content: dict[str, Any]) -> Plan:
        """Return the plan of plain data."""
        given: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in content.items()
        }
        return cls(**given)


@dataclass(frozen=True, slots=True)
class Gain:
    """How much better weights are than others: points more than the mean opponent, and share of wins.

    Attributes
    ----------
    value, low, high : float
        Mean margin and its interval of 95 %.
    se : float
        Standard error of the margin.
    wins, fair : float
        Share of games won, and what it would be among equals.
    n : int
        Games.
    """

    value: float
    se: float
    low: float
    high: float
    wins: float
    fair: float
    n: int


@dataclass(frozen=True, slots=True)
class Progress:
    """A generation, for people.

    Attributes
    ----------
    block : str
        What is tuned.
    number, total : int
        Generation, over all blocks.
    best, mean : float
        Highest and mean margin of the proposals.
    sigma : float
        Step size of the strategy.
    check : Check or None
        If there was one.
    renewals : int
        How often the best weights were renewed so far.
    """

    block: str
    number: int
    total: int
    best: float
    mean: float
    sigma: float
    check: Check | None
    renewals: int


def tuned(policy: str, weights: Weights) -> Player:
    """Return the player that is tuned."""
    found = player(policy)
    return Player(found.name, found.policy, weights)


def versions() -> dict[str, Any]:
    """Return the versions of what results depend on."""
    return {
        "simkit": __version__,
        "rules": RULES_VERSION,
        "cma": version("cma"),
        "numpy": np.__version__,
    }


def checked(plan: Plan) -> Plan:
    """Return the plan if every number of it is in its range.

    Raises
    ------
    InputError
        One is not, or no menu is named.
    """
    if not plan.menus:
        raise InputError("--menu: name a menu, or random:K for K menus of Party drawn at random.")
    whole = {
        "passes": (1, 1000),
        "generations": (1, 100_000),
        "games": (256, 10**9),
        "check_every": (1, 100_000),
        "check_games": (256, 10**9),
        "seed": (0, MAX_SEED),
    }
    for name, (low, high) in whole.items():
        check_whole(f"--{name.replace('_', '-')}", getattr(plan, name), low, high)
    if plan.population:
        check_whole("--population", plan.population, 4, 1000)
    if not 0.05 <= plan.sigma <= BOUND:
        raise InputError(f"--sigma {plan.sigma}: must be from 0.05 to {BOUND:g} points.")
    if plan.against:
        player(plan.against)
    return plan


class Training:
    """A training under way.

    Parameters
    ----------
    plan : Plan
        How to train.
    menus : Menus
        What the plan's menus stand for.
    arena : Arena
        What plays the games.
    state : State
        What was found so far; grows as the training goes on.
    make_player : callable
        Makes the player of weights.
    """

    def __init__(
        self,
        plan: Plan,
        menus: Menus,
        arena: Arena,
        state: State,
        make_player: Callable[[Weights], Player] | None = None,
    ) -> None:
        self.plan, self.menus, self.arena, self.state = plan, menus, arena, state
        self.make_player = make_player or partial(tuned, plan.policy)
        self.blocks = blocks_of(menus.kinds, plan.only, each=plan.blocks == "kinds")
        self.opponent = player(plan.against) if plan.against else None
        self.best = state.start
        self._player = self.make_player(self.best)
        self.renewals = 0
        self._drawn: tuple[tuple[int, int], list[Setting]] | None = None

    @property
    def total(self) -> int:
        """Generations over all blocks and passes."""
        return self.plan.passes * len(self.blocks) * self.plan.generations

    def generations(self) -> Iterator[Progress]:
        """Go on, or go once more through what is known; yield the progress of new generations."""
        number = 0
        for turn in range(self.plan.passes):
            for i, block in enumerate(self.blocks):
                place = turn * len(self.blocks) + i
                strategy = self._strategy(block, place)
                for g in range(self.plan.generations):
                    known = number < len(self.state.generations)
                    proposals = strategy.ask()
                    if known:
                        found = self.state.generations[number]
                        strategy.tell(proposals, [-margin for margin in found.margins])
                    else:
                        margins = self._margins(block, place, g, proposals)
                        strategy.tell(proposals, [-margin for margin in margins])
                        check = self._check(block, place, g, strategy.result.xfavorite)
                        found = Generation(margins, check)
                    number += 1
                    if found.check is not None and found.check.renewed:
                        self._renew(block.put(strategy.result.xfavorite, self.best))
                    if not known:
                        self.state.generations.append(found)
                        yield self._progress(block, number, found, float(strategy.sigma))

    def gain(self, weights: Weights | None = None, games: int | None = None) -> Gain:
        """Measure weights (the best so far) on fresh deals, and on menus drawn anew.

        Against the start; with a fixed opponent, against that.
        """
        weights = self.best if weights is None else weights
        opponent = self.opponent or self.make_player(self.state.start)
        everything = Block("all", self.menus.kinds, ())
        n_random = max(self.menus.n_random, _FINAL_MENUS) if self.menus.n_random else 0
        settings = self.menus.draw(everything, self._rng(_FINAL, 0), n_random)
        found = self.arena.margins(
            [self.make_player(weights)],
            opponent,
            settings,
            seed=self._seed(_FINAL, 1),
            games=games or 10 * self.plan.check_games,
            groups=_FINAL_GROUPS,
        )[0]
        value, se, freedom = mean_of(found[..., 0], drawn=self.menus.n_random > 0)
        half = float(special.stdtrit(freedom, _LEVEL)) * se
        fair = float(np.mean([1 / setting.menu.seats_for(setting.players) for setting in settings]))
        wins = float(found[..., 1].mean())
        n = int(found[..., 2].sum())
        return Gain(value, se, value - half, value + half, wins, fair, n)

    def provenance(self, gain: Gain | None = None) -> dict[str, Any]:
        """Return where the best weights come from, for their file."""
        plan, done = self.plan, len(self.state.generations)
        found: dict[str, Any] = {
            "made_by": "simkit train",
            **self.state.versions,
            **{k: v for k, v in plan.plain().items() if v not in ([], "", False)},
            "generations_done": done,
            "generations_total": self.total,
            "renewals": self.renewals,
        }
        checks = [one.check for one in self.state.generations if one.check and one.check.renewed]
        if checks:
            found["last_renewal"] = {"gain": checks[-1].gain, "se": checks[-1].se}
        if gain is not None:
            found["result"] = asdict(gain)
        return found

    def _strategy(self, block: Block, place: int) -> Any:
        cma = load_cma()
        rng = self._rng(_STRATEGY, place)
        options = {
            "bounds": [-BOUND, BOUND],
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": np.nan,  # numpy's global state is left alone
            "verbose": -9,
            "verb_log": 0,
        }
        if self.plan.population:
            options["popsize"] = self.plan.population
        start = np.clip(block.vector(self.best), -BOUND, BOUND)
        return cma.CMAEvolutionStrategy(start, self.plan.sigma, options)

    def _margins(
        self, block: Block, place: int, g: int, proposals: Sequence[Floats]
    ) -> tuple[float, ...]:
        """Return the margin of every proposal, all on the same deals."""
        players = [self.make_player(block.put(x, self.best)) for x in proposals]
        found = self.arena.margins(
            players,
            self.opponent or self._player,
            self._settings(block, place, g),
            seed=self._seed(_DEALS, place, g),
            games=self.plan.games,
        )
        return tuple(float(margin) for margin in found[..., 0].mean(axis=(1, 2)))

    def _settings(self, block: Block, place: int, g: int) -> list[Setting]:
        """Return the settings of a generation; those drawn at random stay until the next check."""
        lap = g // self.plan.check_every
        if self._drawn is None or self._drawn[0] != (place, lap):
            settings = self.menus.draw(block, self._rng(_MENUS, place, lap))
            self._drawn = ((place, lap), settings)
        return self._drawn[1]

    def _check(self, block: Block, place: int, g: int, mean: Floats) -> Check | None:
        """Measure the mean of the strategy where it has not been: on the settings to come, on other deals."""
        if (g + 1) % self.plan.check_every and g + 1 < self.plan.generations:
            return None
        lap = g // self.plan.check_every + 1
        settings = self._settings(block, place, lap * self.plan.check_every)
        players = [self.make_player(block.put(mean, self.best))]
        if self.opponent is not None:
            players.append(self._player)  # in self-play its margin is nothing
        found = self.arena.margins(
            players,
            self.opponent or self._player,
            settings,
            seed=self._seed(_CHECK, place, g),
            games=self.plan.check_games,
            groups=_CHECK_GROUPS,
        )
        margins = found[0, ..., 0]
        if self.opponent is not None:
            margins = margins - found[1, ..., 0]
        gain, se, freedom = mean_of(margins, drawn=False)
        renewed = gain > float(special.stdtrit(freedom, _LEVEL)) * se
        if self.menus.n_random > 1:
            # Few menus: beyond the luck of which were drawn as well, but not by a whole interval of them.
            se = max(se, mean_of(margins, drawn=True)[1])
            renewed = renewed and gain > se
        return Check(gain, se, bool(renewed))

    def _renew(self, weights: Weights) -> None:
        self.best = weights
        self._player = self.make_player(weights)
        self.renewals += 1

    def _progress(self, block: Block, number: int, found: Generation, sigma: float) -> Progress:
        best, mean = max(found.margins), float(np.mean(found.margins))
        return Progress(
            block.name, number, self.total, best, mean, sigma, found.check, self.renewals
        )

    def _rng(self, *stream: int) -> np.random.Generator:
        return np.random.default_rng([self.plan.seed, *stream])

    def _seed(self, *stream: int) -> int:
        return int(np.random.SeedSequence([self.plan.seed, *stream]).generate_state(1)[0])


def mean_of(margins: Floats, *, drawn: bool) -> tuple[float, float, float]:
    """Return the mean over settings and groups, its standard error, and degrees of freedom.

    Parameters
    ----------
    margins : array of float, by setting and group
        Means of groups of deals, equally many in each.
    drawn : bool
        Whether the settings are a sample: what differs between them is then chance, too.
    """
    value = float(margins.mean())
    n_settings, n_groups = margins.shape
    if drawn and n_settings > 1:
        means = margins.mean(axis=1)
        return value, float(means.std(ddof=1) / np.sqrt(n_settings)), n_settings - 1.0
    within = margins.var(axis=1, ddof=1).sum() / n_groups
    return value, float(np.sqrt(within)) / n_settings, n_settings * (n_groups - 1.0)


def load_cma() -> Any:
    """Return the package `cma`.

    Raises
    ------
    InputError
        It is not installed.
    """
    try:
        import cma
    except ImportError:
        raise InputError(
            "training needs the package cma: install it with `pip install cma`."
        ) from None
    return cma
