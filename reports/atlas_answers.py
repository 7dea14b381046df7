"""What a report of an atlas is made of: its tables, as far as they are about the goals of the report.

All of it comes from the atlas; nothing is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from analysis.atlas.goals import GOALS, Goal, read_goal
from analysis.atlas.pareto import pareto
from analysis.atlas.view import Atlas, matching
from analysis.estimate import LEVEL, Estimate
from analysis.ladder import RUNGS
from analysis.multiple import adjusted, p_value
from analysis.sweep.statistics import swept
from simkit.errors import InputError
from simkit.menus import Menu, printed
from simkit.menus.catalogue import cards

MANIFEST = "simkit/atlas-report-manifest/1"
"""The form of the manifest that lies beside a report."""

TOP = 20
"""Menus that are listed for a goal."""

FRONTS = (("closer", "comebacks"), ("closer", "richer"))
"""Goals of which there are Pareto lists, if nobody asks for others."""

USUAL = 4
"""Players of the games that words are about, where not all can be said."""

_ENDS = ("_se", "_low", "_high")
_JUDGED = ("p_adjusted", "told")

Front = tuple[Goal, Goal]


@dataclass(frozen=True, slots=True)
class Named:
    """What a measure is called, and in what it is counted.

    Attributes
    ----------
    title : str
    unit : str
        Of differences: ``"points"``, ``"points of a hundred"``.
    level : str
        Of itself: ``"points"``, ``"%"``.
    times : float
        By what numbers are multiplied before they are shown.
    """

    title: str
    unit: str
    level: str
    times: float

    @property
    def is_share(self) -> bool:
        """Whether it is shown in percent."""
        return self.times != 1


@dataclass(frozen=True)
class AtlasAnswers:
    """An atlas and what is asked of it.

    Attributes
    ----------
    atlas : Atlas
    goals : tuple of Goal
        What the report is about, in its order.
    fronts : tuple of (Goal, Goal)
        Of which there are Pareto lists.
    """

    atlas: Atlas
    goals: tuple[Goal, ...]
    fronts: tuple[Front, ...]

    @staticmethod
    def of(atlas: Atlas, goals: Sequence[str] = ()) -> AtlasAnswers:
        """Return what there is to tell of an atlas.

        Parameters
        ----------
        atlas : Atlas
        goals : sequence of str
            As `analysis.atlas.goals.read_goal` takes them; all that have a name unless said otherwise. Pareto
            lists are made of the first with each of the others.

        Raises
        ------
        InputError
            A goal is unknown, or the atlas has no measure that a goal is about.
        """
        measures = atlas.measures
        if goals:
            chosen = tuple(dict.fromkeys(read_goal(text, measures) for text in goals))
            first, *others = chosen
            fronts = tuple((first, other) for other in others if other.column != first.column)
        else:
            chosen = tuple(goal for goal in GOALS if goal.column in measures)
            by_name = {goal.name: goal for goal in chosen}
            fronts = tuple((by_name[a], by_name[b]) for a, b in FRONTS if {a, b} <= set(by_name))
        if not chosen:
            raise InputError(
                f"this atlas has no measure of a goal that has a name; name measures: --goal=-{measures[0]}."
            )
        return AtlasAnswers(atlas, chosen, fronts)

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """The columns that the goals are about, each once."""
        return tuple(dict.fromkeys(goal.column for goal in self.goals))

    @cached_property
    def players(self) -> tuple[int, ...]:
        """Numbers of players."""
        return tuple(self.atlas.cells["players"].unique().sort().to_list())

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """Line-ups from beginner to expert; those that are no rung of the ladder come first."""
        found = self.atlas.cells["policies"].unique(maintain_order=True).to_list()
        return tuple(sorted(found, key=_rung))

    @cached_property
    def usual(self) -> int:
        """The number of players that words are about."""
        return min(self.players, key=lambda n: (abs(n - USUAL), n))

    @cached_property
    def printed(self) -> tuple[Menu, ...]:
        """The printed menus, of which there is at least one in the atlas."""
        known = {name for part in self._places.values() for name in part}
        return tuple(menu for menu in printed() if menu.name in known)

    def values(self, what: str) -> tuple[Any, ...]:
        """Return what there is a chart for each of: ``players``, ``policy``, ``goal``, ``front``."""
        return {
            "players": self.players,
            "policy": self.policies,
            "goal": self.goals,
            "front": self.fronts,
        }[what]

    def cells(self, players: int, policy: str) -> pl.DataFrame:
        """Return all menus at a number of players: ``kinds``, ``n_games`` and the measures of the goals."""
        return self._parts.get((players, policy), self._cells.clear())

    def places(self, players: int, policy: str) -> Mapping[str, int]:
        """Return in which rows of `cells` the printed menus are, by their names."""
        return self._places.get((players, policy), {})

    def effects(self, measure: str, policy: str) -> pl.DataFrame:
        """Return the effects of cards, judged together: see `judged`."""
        return self.judged(self._of(self.atlas.effects, measure, policy))

    def pairs(self, measure: str, policy: str) -> pl.DataFrame:
        """Return the effects of pairs over all numbers of players, judged together: see `judged`."""
        found = self._of(self.atlas.pairs, measure, policy)
        return self.judged(found.filter(over_all(found)))

    def calibration(self, measure: str, policy: str) -> pl.DataFrame:
        """Return what was predicted of menus left out, and what was seen."""
        return self._of(self.atlas.calibration, measure, policy)

    def fit(self, measure: str, policy: str) -> pl.DataFrame:
        """Return how well the surrogate does."""
        return self._of(self.atlas.fit, measure, policy)

    def front(self, front: Front, players: int, policy: str) -> pl.DataFrame:
        """Return the Pareto list of two goals, in the order of the first; made once."""
        key = (front[0].name, front[1].name, players, policy)
        if key not in self._fronts:
            first = front[0]
            found = pareto(self.cells(players, policy).with_row_index("row"), front)
            found = found.sort(first.column, descending=first.sign > 0, maintain_order=True)
            self._fronts[key] = found
        return self._fronts[key]

    def best(self, goal: Goal, players: int, policy: str) -> pl.DataFrame:
        """Return the first menus for a goal, and how many behind each could as well be before it (``as_well``).

        That is: their intervals meet its own.
        """
        cells = self.cells(players, policy).drop_nulls(goal.column)
        first = cells.sort(goal.column, descending=goal.sign > 0, maintain_order=True).head(TOP)
        worst, best = ("_low", "_high") if goal.sign > 0 else ("_high", "_low")
        reach = np.sort(goal.sign * cells[goal.column + best].to_numpy())
        own = goal.sign * first[goal.column + worst].to_numpy()
        near = len(reach) - np.searchsorted(reach, own, side="left")
        return first.with_columns(
            as_well=pl.Series(near - 1 - np.arange(len(near)), dtype=pl.Int64)
        )

    def share_below(self, measure: str, players: int, policy: str, value: float) -> float:
        """Return which part of all menus has an estimate below a value."""
        rising = self._rising(measure, players, policy)
        return float(np.searchsorted(rising, value, side="left") / len(rising))

    def frames(self) -> dict[str, pl.DataFrame]:
        """Return the tables that are written beside the report."""
        atlas = self.atlas
        about = pl.col("measure").is_in(self.measures)
        groups = [(policy, measure) for policy in self.policies for measure in self.measures]
        found = {
            "effects": [self.effects(measure, policy) for policy, measure in groups],
            "pairs": [self.pairs(measure, policy) for policy, measure in groups],
            "best": [
                self.best(goal, players, policy).select(
                    pl.lit(policy).alias("policies"),
                    pl.lit(players, pl.Int64).alias("players"),
                    pl.lit(goal.name).alias("goal"),
                    pl.int_range(1, pl.len() + 1).alias("rank"),
                    "kinds",
                    "n_games",
                    pl.lit(goal.column).alias("measure"),
                    *(
                        pl.col(goal.column + end).cast(pl.Float64).alias(f"value{end}")
                        for end in ("", *_ENDS)
                    ),
                    "as_well",
                )
                for policy in self.policies
                for goal in self.goals
                for players in self.players
            ],
        }
        if self.fronts:
            found["fronts"] = [
                self.front(front, players, policy).select(
                    pl.lit(policy).alias("policies"),
                    pl.lit(players, pl.Int64).alias("players"),
                    pl.lit(f"{front[0].name}, {front[1].name}").alias("goals"),
                    "kinds",
                    "front",
                    "chance",
                )
                for front in self.fronts
                for policy in self.policies
                for players in self.players
            ]
        return {
            **{name: pl.concat(parts) for name, parts in found.items()},
            "fit": atlas.fit.filter(about),
            "calibration": atlas.calibration.filter(about),
            "origin": atlas.origin,
        }

    def manifest(self) -> dict[str, Any]:
        """Return what the report is about."""
        return {
            "schema": MANIFEST,
            "goals": [goal.name for goal in self.goals],
            "measures": list(self.measures),
            "players": list(self.players),
            "policies": list(self.policies),
            "origin": self.atlas.origin.to_dicts(),
        }

    @staticmethod
    def judged(frame: pl.DataFrame) -> pl.DataFrame:
        """Return effects with ``p_adjusted`` and ``told``: whether they are not 0.

        Those over all numbers of players are judged together, and those at single ones (false discovery rate 5 %).
        """
        value, se, low, high = (frame[f"effect{end}"].to_numpy() for end in ("", *_ENDS))
        p = p_value(Estimate(value, se, low, high, np.zeros(len(value), np.int64)))
        pooled = frame.select(over_all(frame)).to_series().to_numpy()
        found = np.empty(len(p))
        for which in (pooled, ~pooled):
            found[which] = adjusted(p[which])
        columns = (pl.Series(found), pl.Series(found <= 1 - LEVEL))
        return frame.with_columns(**dict(zip(_JUDGED, columns, strict=True)))

    @cached_property
    def _cells(self) -> pl.DataFrame:
        return matching(self.atlas, measures=self.measures)

    @cached_property
    def _parts(self) -> dict[Any, pl.DataFrame]:
        return self._cells.partition_by("players", "policies", as_dict=True)

    @cached_property
    def _places(self) -> dict[tuple[int, str], dict[str, int]]:
        names = {" ".join(sorted(menu.kinds)): menu.name for menu in printed()}
        found = {}
        for key, part in self._parts.items():
            keys = part["kinds"].list.sort().list.join(" ").to_list()
            rows = {name: i for i, own in enumerate(keys) if (name := names.get(own))}
            found[key] = {name: rows[name] for name in names.values() if name in rows}
        return found

    @cached_property
    def _fronts(self) -> dict[tuple[str, str, int, str], pl.DataFrame]:
        return {}

    @cached_property
    def _sorted(self) -> dict[tuple[str, int, str], Any]:
        return {}

    def _rising(self, measure: str, players: int, policy: str) -> Any:
        key = (measure, players, policy)
        if key not in self._sorted:
            self._sorted[key] = self.cells(players, policy)[measure].drop_nulls().sort().to_numpy()
        return self._sorted[key]

    @staticmethod
    def _of(frame: pl.DataFrame, measure: str, policy: str) -> pl.DataFrame:
        return frame.filter(pl.col("measure") == measure, pl.col("policies") == policy)


def over_all(frame: pl.DataFrame) -> pl.Expr:
    """Return which rows of effects are about all numbers of players; of an atlas of one number, all rows."""
    players = pl.col("players")
    return players.is_null() if frame["players"].null_count() else players.is_not_null()


def named(measure: str) -> Named:
    """Return what a measure is called, and in what it is counted."""
    of, part = swept(measure)
    title = of.title if part is None else f"{of.title}, {part}"
    if of.unit == "share":
        return Named(title, "points of a hundred", "%", 100.0)
    return Named(title, of.unit, of.unit, 1.0)


def card_name(kind: str) -> str:
    """Return the name of a kind of Party's cards."""
    return cards()[kind].name


def menu_words(kinds: Sequence[str]) -> str:
    """Return what is on a menu, beside the nigiri."""
    return ", ".join(card_name(kind) for kind in kinds if kind != "nigiri")


def _rung(policy: str) -> int:
    """Return how far up the ladder a policy stands; -1 for one that is no rung."""
    name = policy.partition("+")[0].partition(":")[0]
    return RUNGS.index(name) if name in RUNGS else -1
