"""Is this menu different from that one, in what, and is it so whoever plays? Menus on the same games.

All menus are played on the same games, by each policy of a panel in all seats of tables of its own: the same
seed and numbers, so the same luck, and the same deals as far as the menus have the same places in the deck.
So a difference is a mean of differences of pairs (`analysis.character`), and what changes in it from one
policy to another is one of pairs of pairs.

All answers of one call are judged together (`analysis.multiple`): which measures differ, and which differ by
too little to matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.character import Values, counted
from analysis.contrasts import Sides, changes, differences
from analysis.course import Course
from analysis.deltas import Deltas
from analysis.estimate import symmetric
from analysis.gather import Budget, Gathered, Target, gather
from analysis.measures import MEASURES
from analysis.moments import Moments
from analysis.skill import PANEL
from simkit._version import __version__
from simkit.batch import RULES_VERSION, versions
from simkit.errors import InputError
from simkit.experiment import Arm
from simkit.menus import Menu, check_players, load
from simkit.played import Played

GAMES = 50_000
"""Games of each menu, policy and number of players, if nobody says how many."""

LEAST = 500
"""Games that a comparison takes at least: with fewer, several intervals (of suspense first) are too narrow."""

_UNIT_OF_TARGET = {"pt": "points", "pp": "share"}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Menus compared with the first of them, the baseline.

    Attributes
    ----------
    menus : tuple of Menu
    names : tuple of str
        Of the menus in the frames, each once.
    players : tuple of int
        Numbers of players.
    policies : tuple of str
        The panel, the beginner first.
    seed : int
    budget : Budget
        Games of each menu, policy and number of players.
    deltas : Deltas
        The smallest differences that matter.
    n_games : dict of int to int
        Games played by each number of players.
    ended : dict of int to str
        Why there are no more: see `analysis.gather.Gathered`.
    seconds : dict of int to float
        Time taken (not part of the result's identity).
    differences : polars.DataFrame
        A row for each number of players, policy, menu that is compared, measure and part: ``players``,
        ``policy``, ``menu_a`` (the baseline), ``menu_b``, ``measure``, ``part``, ``unit``, ``delta``; the
        estimates ``value_a``, ``value_b``, ``difference`` (b less a); ``variance_reduction``,
        ``p_different``, ``p_equivalent``, ``verdict``, ``more``, ``n_games``.
    changes : polars.DataFrame
        The same for the first policy and each other: ``policy_a``, ``policy_b``, ``difference_a``,
        ``difference_b``; the estimate ``change`` (b less a); ``with_skill``, what becomes of the difference.
    """

    menus: tuple[Menu, ...]
    names: tuple[str, ...]
    players: tuple[int, ...]
    policies: tuple[str, ...]
    seed: int
    budget: Budget
    deltas: Deltas
    n_games: dict[int, int]
    ended: dict[int, str]
    seconds: dict[int, float]
    differences: pl.DataFrame
    changes: pl.DataFrame

    @property
    def frames(self) -> dict[str, pl.DataFrame]:
        """The frames by name; of one policy there are no changes."""
        return {
            "differences": self.differences,
            **({"changes": self.changes} if len(self.policies) > 1 else {}),
        }

    def manifest(self) -> dict[str, Any]:
        """Return what is needed to do the same again, as plain data without times."""
        budget = self.budget
        return {
            "schema": "simkit/compare-manifest/1",
            "menus": [menu.to_dict() | {"game": menu.game} for menu in self.menus],
            "names": list(self.names),
            "baseline": self.names[0],
            "players": list(self.players),
            "policies": list(self.policies),
            "seed": self.seed,
            "games": [
                {"players": n, "games": self.n_games[n], "ended": self.ended[n]}
                for n in self.players
            ],
            "games_requested": budget.games,
            "target": None if budget.target is None else str(budget.target),
            "max_games": budget.most,
            "deltas": self.deltas.to_dict(),
            "rules_version": RULES_VERSION,
            "versions": versions(__version__),
        }


def compare(
    menus: Sequence[str | Path | Menu],
    *,
    players: Sequence[int] = (4,),
    policies: Sequence[str] = PANEL,
    budget: Budget | None = None,
    deltas: Deltas | None = None,
    seed: int = 0,
    house: bool = False,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Say in what menus differ from the first of them.

    Parameters
    ----------
    menus : sequence of str, path or Menu
        Two or more; the first is the baseline.
    players : sequence of int
        Numbers of players.
    policies : sequence of str
        A panel, the beginner first; each plays at tables of its own kind.
    budget : Budget, optional
        Games of each menu, policy and number of players; default: `GAMES`. Under a target, games are played until
        all differences of that unit are as narrow. A limit in seconds is shared by the numbers of players.
    deltas : Deltas, optional
        The smallest differences that matter.
    seed, house, threads
        As for `simkit.simulate`.
    progress : callable, optional
        Called with the games done, and with those that there may be at the most.

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    loaded = tuple(load(menu, house=house) for menu in menus)
    counts = tuple(dict.fromkeys(players))
    if len(loaded) < 2 or not counts or not policies:
        raise InputError("compare: takes two menus or more, a number of players and a policy.")
    for n, menu in product(counts, loaded):
        check_players(menu, n)
    sides = Sides(_names(loaded), tuple(dict.fromkeys(policies)))
    budget = Budget(games=GAMES) if budget is None else budget
    if budget.most < LEAST:
        raise InputError(
            f"games = {budget.most:,}: a comparison takes {LEAST} or more; intervals do not hold with fewer."
        )
    deltas = Deltas() if deltas is None else deltas
    found: dict[int, Gathered] = {}
    for i, n in enumerate(counts):
        spent = sum(one.seconds for one in found.values())
        found[n] = gather(
            [
                Arm(menu, n, policy, house=menu.house)
                for policy, menu in product(sides.policies, loaded)
            ],
            _counter(loaded, len(sides.policies), n),
            replace(budget, max_seconds=(budget.max_seconds - spent) / (len(counts) - i)),
            enough=lambda sums, target: _is_narrow(Values.of(sums["all"]), sides, budget, target),
            seed=seed,
            threads=threads,
            progress=_part_of(progress, i, len(counts)),
        )
    values = {n: Values.of(one.sums["all"]) for n, one in found.items()}
    apart = differences(values, sides, deltas, budget)
    return Comparison(
        menus=loaded,
        names=sides.menus,
        players=counts,
        policies=sides.policies,
        seed=seed,
        budget=budget,
        deltas=deltas,
        n_games={n: one.n_games for n, one in found.items()},
        ended={n: one.ended for n, one in found.items()},
        seconds={n: one.seconds for n, one in found.items()},
        differences=apart,
        changes=changes(values, sides, deltas, budget, apart)
        if len(sides.policies) > 1
        else pl.DataFrame(),
    )


def _names(menus: Sequence[Menu]) -> tuple[str, ...]:
    """Return a name for each menu; the second of a name has a number."""
    slugs = [f"{menu.game}/{menu.slug}" for menu in menus]
    again = [slugs[:i].count(slug) for i, slug in enumerate(slugs)]
    return tuple(f"{slug} ({n + 1})" if n else slug for slug, n in zip(slugs, again, strict=True))


def _counter(
    menus: Sequence[Menu], n_policies: int, players: int
) -> Callable[[Sequence[Played]], Mapping[str, Moments]]:
    """Return what counts a block of games of all arms."""
    of_arms = [menu for _ in range(n_policies) for menu in menus]

    def count(games: Sequence[Played]) -> Mapping[str, Moments]:
        pairs = zip(games, of_arms, strict=True)
        return {"all": counted([Course.of(played, menu, players) for played, menu in pairs])}

    return count


def _is_narrow(values: Values, sides: Sides, budget: Budget, target: Target) -> bool:
    """Whether every difference of the target's unit is known as well as that."""
    measures = [m for m in MEASURES if m.unit == _UNIT_OF_TARGET[target.unit]]
    for (policy, menu), measure in product(sides.pairs(), measures):
        difference = sides.apart(values, measure, policy, menu).difference
        interval = budget.interval(symmetric(difference))
        if np.any(interval.high - interval.low > 2 * target.half):
            return False
    return True


def _part_of(
    progress: Callable[[int, int], None] | None, i: int, n_parts: int
) -> Callable[[int, int], None] | None:
    """Return who is told of the games of part i of several."""
    if progress is None:
        return None
    return lambda done, most: progress(i * most + done, n_parts * most)
