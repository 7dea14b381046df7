"""Everything that is asked of one menu, at one or several numbers of players, for one or several policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.card_values import CardValues, card_values
from analysis.character import character, counted
from analysis.complexity import complexity
from analysis.course import Course
from analysis.estimate import Estimate, scaled
from analysis.evidence import Evidence
from analysis.gather import Budget, Target, gather
from analysis.luck import COMPONENTS, deal_share, permuted, policy_gap, repeated, skill_share
from analysis.moments import Moments
from analysis.seats import OTHERS, Neighbours, SeatAudit, neighbours, seat_audit
from analysis.skill import PANEL, skill_changes
from analysis.synergy import GAMES as PAIR_GAMES
from analysis.synergy import synergy
from analysis.turn_order import starts
from simkit import simulate
from simkit._version import __version__
from simkit.batch import RULES_VERSION, Batch, versions
from simkit.errors import InputError
from simkit.experiment import BLOCK, Arm
from simkit.menus import Menu, load
from simkit.played import Played
from simkit.schema import SHARE

SECTIONS = ("cards", "pairs", "seats", "menu", "luck")
"""What can be asked: what cards are worth, which go together, seats, what the menu is like, luck and skill."""

MENU_GAMES = 100_000
LUCK_GAMES = 20_000
"""Games of each arm of these sections, if nobody says how many."""

_LUCKS = 4
_APART = (
    2**34 // BLOCK * BLOCK
)  # games between the policies of a panel, whose games are to be independent
_CHANGES = 0.25  # points: a smaller change with skill does not matter
_BY_KIND = {"forbid_value": "n_bans", "pick_value": "n_picks"}

Progress = Callable[[str, int, int], None]


def usual_budget() -> Budget:
    """Return how many games there are if nobody says: card values to 0.1 points."""
    return Budget(target=Target(0.1))


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a menu is like, and what its cards are worth.

    Attributes
    ----------
    menu : Menu
    players : tuple of int
        Numbers of players.
    policies : tuple of str
        The panel, from beginner to expert; each plays in all seats.
    seed : int
    budget : Budget
        Games of each experiment.
    sections : tuple of str
        What was asked, of `SECTIONS`.
    frames : dict of str to polars.DataFrame
        Tidy tables by name, with ``players`` and ``policy`` (``changes`` has no policy, ``complexity`` neither): see
        `analysis.columns`.
    values : dict
        `CardValues` by players and policy.
    audits : dict
        `SeatAudit` by players and policy.
    neighbours : dict
        `Neighbours` by players and policy.
    batches : dict
        Sushi Roll: games of the question of seats, by players and policy.
    """

    menu: Menu
    players: tuple[int, ...]
    policies: tuple[str, ...]
    seed: int
    budget: Budget
    sections: tuple[str, ...]
    frames: dict[str, pl.DataFrame]
    values: dict[tuple[int, str], CardValues]
    audits: dict[tuple[int, str], SeatAudit]
    neighbours: dict[tuple[int, str], Neighbours]
    batches: dict[tuple[int, str], Batch]

    def manifest(self) -> dict[str, Any]:
        """Return what is needed to do the same again, as plain data without times."""
        budget = self.budget
        return {
            "schema": "simkit/analysis-manifest/1",
            "game": self.menu.game,
            "menu": self.menu.to_dict(),
            "players": list(self.players),
            "policies": list(self.policies),
            "seed": self.seed,
            "games": budget.games,
            "target": None if budget.target is None else str(budget.target),
            "max_games": budget.max_games,
            "sections": list(self.sections),
            "ended": [
                {"players": players, "policy": policy, "games": v.n_games, "ended": v.ended}
                for (players, policy), v in self.values.items()
            ],
            "rules_version": RULES_VERSION,
            "versions": versions(__version__),
        }


def analyze(
    menu: Any,
    *,
    players: Sequence[int] = (4,),
    policies: Sequence[str] = PANEL,
    sections: Sequence[str] = SECTIONS,
    budget: Budget | None = None,
    seed: int = 0,
    house: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Answer what is asked of a menu.

    Parameters
    ----------
    menu : str, path or Menu
    players : sequence of int
        Numbers of players.
    policies : sequence of str
        A panel, from beginner to expert; each plays at a table of its own kind.
    sections : sequence of str
        Of `SECTIONS`.
    budget : Budget, optional
        Games of each experiment. Default: card values to 0.1 points, and so many games as `MENU_GAMES`,
        `LUCK_GAMES` and `analysis.seats.GAMES` say for the rest.
    seed, house, threads
        As for `simkit.simulate`.
    progress : callable, optional
        Called with what is being done, the games done, and those that there may be at the most.

    Returns
    -------
    Analysis

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    unknown = [name for name in sections if name not in SECTIONS]
    if unknown:
        raise InputError(f"section '{unknown[0]}' is unknown. Known: {', '.join(SECTIONS)}.")
    loaded = load(menu, house=house)
    run = _Run(
        loaded,
        tuple(policies),
        usual_budget() if budget is None else budget,
        seed,
        threads,
        progress,
    )
    for n in players:
        for i, policy in enumerate(run.policies):
            for section in SECTIONS:
                if section in sections:
                    getattr(run, f"_{section}")(n, policy, i * _APART)
        if "luck" in sections and len(run.policies) > 1:
            run.skill(n)
    frames = {name: pl.concat(parts, how="diagonal_relaxed") for name, parts in run.parts.items()}
    if "kinds" in frames and len(run.policies) > 1:
        frames["changes"] = run.changes(frames["kinds"])
    return Analysis(
        menu=loaded,
        players=tuple(players),
        policies=run.policies,
        seed=seed,
        budget=run.budget,
        sections=tuple(name for name in SECTIONS if name in sections),
        frames=frames,
        values=run.values,
        audits=run.audits,
        neighbours=run.beside,
        batches=run.batches,
    )


class _Run:
    """The experiments of an analysis, one after another; their frames are collected."""

    def __init__(
        self,
        menu: Menu,
        policies: tuple[str, ...],
        budget: Budget,
        seed: int,
        threads: int | None,
        progress: Progress | None,
    ) -> None:
        self.menu, self.policies, self.budget = menu, policies, budget
        self.parts: dict[str, list[pl.DataFrame]] = {}
        self.values: dict[tuple[int, str], CardValues] = {}
        self.audits: dict[tuple[int, str], SeatAudit] = {}
        self.beside: dict[tuple[int, str], Neighbours] = {}
        self.batches: dict[tuple[int, str], Batch] = {}
        self._seed, self._threads, self._progress = seed, threads, progress
        self._options: dict[str, Any] = {"seed": seed, "house": menu.house, "threads": threads}

    def _cards(self, players: int, policy: str, first: int) -> None:
        found = card_values(
            self.menu,
            players=players,
            policy=policy,
            budget=self.budget,
            first=first,
            progress=self._said(f"{policy}, {players} players: "),
            **self._options,
        )
        self.values[players, policy] = found
        for name in ("kinds", "cards", "picks", "pick_rates", "copies", "preferred"):
            self._keep(name, getattr(found, name), players, policy)
        rows = [
            {"measure": name, "unit": unit, **_plain(value, "value"), "n_games": found.n_games[of]}
            for name, unit, of, value in (
                ("interaction", "points", "picks", found.interaction),
                ("evenness", "share", "bans", found.evenness),
                ("preference_explained", "share", "picks", _without_interval(found.explained)),
                (
                    "variance_reduction",
                    "times",
                    "bans",
                    _without_interval(found.variance_reduction),
                ),
            )
        ]
        self._keep("card_measures", pl.DataFrame(rows).fill_nan(None), players, policy)

    def _pairs(self, players: int, policy: str, first: int) -> None:
        found = synergy(
            self.menu,
            players=players,
            policy=policy,
            budget=Budget(games=self._games(PAIR_GAMES)),
            first=first,
            progress=self._bar(f"{policy}, {players} players: pairs"),
            **self._options,
        )
        self._keep("synergy", found, players, policy)

    def _seats(self, players: int, policy: str, first: int) -> None:
        audit = seat_audit(
            self.menu,
            players=players,
            policy=policy,
            games=self._games(MENU_GAMES),
            **self._options,
        )
        others = neighbours(
            self.menu,
            players=players,
            policy=policy,
            others=[name for name in OTHERS if name != policy],
            budget=Budget(games=self._games(MENU_GAMES)),
            **self._options,
        )
        self.audits[players, policy], self.beside[players, policy] = audit, others
        self._keep("seats", audit.seats, players, policy)
        self._keep("audits", audit.summary(), players, policy)
        self._keep("neighbours", others.effects, players, policy)
        self._keep("neighbour_spread", others.spread, players, policy)
        if self.menu.dice:
            batch = simulate(
                self.menu,
                players=players,
                policy=policy,
                games=self._games(MENU_GAMES),
                **self._options,
            )
            self.batches[players, policy] = batch
            self._keep("starts", starts(batch), players, policy)

    def _menu(self, players: int, policy: str, first: int) -> None:
        found = gather(
            [Arm(self.menu, players, policy, house=self.menu.house)],
            lambda games: {
                "all": counted([Course.of(games[0], self.menu, players)]),
                "evidence": Evidence.of(games[0]),
            },
            Budget(games=self._games(MENU_GAMES)),
            seed=self._seed,
            first=first,
            threads=self._threads,
            progress=self._bar(f"{policy}, {players} players: menu"),
        )
        self._keep("character", character(found.sums["all"]), players, policy)
        self._keep("distribution", found.sums["evidence"].distribution(), players, policy)
        self._keep("outliers", found.sums["evidence"].outliers(), players, policy)
        if "complexity" not in self.parts:
            counts = complexity(self.menu)
            frame = pl.DataFrame({"measure": list(counts), "value": list(counts.values())})
            self.parts["complexity"] = [frame]

    def _luck(self, players: int, policy: str, first: int) -> None:
        arms = [
            Arm(self.menu, players, policy, luck=luck, house=self.menu.house)
            for luck in range(_LUCKS)
        ]
        found = gather(
            arms,
            lambda games: {
                "score": repeated(np.stack([g.total[-1, :players] for g in games])),
                "win": repeated(np.stack([g.win[:players] for g in games])),
            },
            Budget(games=self._games(LUCK_GAMES)),
            seed=self._seed,
            first=first,
            threads=self._threads,
            progress=self._bar(f"{policy}, {players} players: luck"),
        )
        rows = [
            {"of": what, "share": "deal", **_plain(deal_share(sums), "value"), "n_games": sums.n}
            for what, sums in found.sums.items()
        ]
        self._keep("luck", pl.DataFrame(rows).fill_nan(None), players, policy)

    def skill(self, players: int) -> None:
        """Divide results among policy, deal and rest, where the first and the last of the panel meet."""
        ends = (self.policies[0], self.policies[-1])
        half = np.arange(players) % 2
        turned = (np.roll(of, j) for of in (half, 1 - half) for j in range(players))
        # each once: the same table again would be no other game
        tables = list(dict.fromkeys(tuple(table.tolist()) for table in turned))
        arms = [
            Arm(self.menu, players, [ends[i] for i in table], house=self.menu.house)
            for table in tables
        ]

        def reduce(games: Sequence[Played]) -> dict[str, Any]:
            score = np.stack([g.total[-1, :players] for g in games])
            win = np.stack([g.win[:players] for g in games])
            return {"score": permuted(score, tables), "win": permuted(win, tables)}

        found = gather(
            arms,
            reduce,
            Budget(games=self._games(LUCK_GAMES)),
            seed=self._seed,
            threads=self._threads,
            progress=self._bar(f"{' and '.join(ends)}, {players} players: skill"),
        )
        rows = []
        for what, sums in found.sums.items():
            shares = skill_share(sums)
            rows += [
                {"of": what, "share": name, **_plain(shares[i], "value"), "n_games": sums.n}
                for i, name in enumerate(COMPONENTS)
            ]
        who = " and ".join(ends)
        self._keep("skill", pl.DataFrame(rows).fill_nan(None), players, who)
        gaps = _gaps(found.sums, len(tables) * players // 2, self.menu.seats_for(players))
        self._keep("ladder", gaps, players, who)

    def changes(self, kinds: pl.DataFrame) -> pl.DataFrame:
        """Say what of the values of kinds changes from beginner to expert."""
        known = {name: n for name, n in _BY_KIND.items() if name in kinds.columns}
        return skill_changes(
            kinds,
            self.policies,
            ("players", "kind"),
            known,
            delta=_CHANGES,
            games=self.budget.tuned,
        )

    def _games(self, usual: int) -> int:
        return usual if self.budget.games is None else self.budget.games

    def _keep(self, name: str, frame: pl.DataFrame, players: int, policy: str) -> None:
        if len(frame):
            labels = (pl.lit(players, pl.Int64).alias("players"), pl.lit(policy).alias("policy"))
            kept = frame.drop("policy", strict=False).select(*labels, pl.all())
            kept = kept.fill_nan(None)  # of one game there are no intervals
            self.parts.setdefault(name, []).append(kept)

    def _said(self, prefix: str) -> Progress | None:
        said = self._progress
        return None if said is None else lambda name, done, most: said(prefix + name, done, most)

    def _bar(self, name: str) -> Callable[[int, int], None] | None:
        said = self._progress
        return None if said is None else lambda done, most: said(name, done, most)


def _gaps(sums: Mapping[str, Moments], seats: int, n_seats: int) -> pl.DataFrame:
    """Return how far the two policies are apart, each on so many seats of every deal."""
    rows = []
    for what, unit, times in (("score", 1, 1), ("win", SHARE, n_seats)):
        gap = scaled(policy_gap(sums[what], unit=unit), times / seats)
        rows.append({"of": what, **_plain(gap, "gap"), "n_games": sums[what].n})
    return pl.DataFrame(rows).fill_nan(None)


def _without_interval(value: float) -> Estimate:
    """Return a description of the run itself, which has no uncertainty."""
    nan = np.asarray(np.nan)
    return Estimate(np.asarray(value), nan, nan, nan, np.asarray(0))


def _plain(estimate: Any, name: str) -> Mapping[str, float]:
    return {column: float(x) for column, x in estimate.columns(name).items()}
