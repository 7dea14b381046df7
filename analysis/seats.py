"""Does it matter where I sit? An audit of the seats, and what a neighbour does to me.

In the card games all choose at once and pass one way, so with equal players seats differ by nothing but their names.
The audit asks whether that is so: every deal is played again with all hands, and the luck of the seats, moved one seat
on (`simkit.experiment.Arm.turned`). Where the rules know no seats, every single result moves along. Beside that stands
the test that needs no such symmetry (an A/A test): are the seats' means alike?

What does matter is who sits beside me: one seat is given another player, and everybody's results are compared with
those of the same deals without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy import special

from analysis.estimate import Estimate, Ints, divide, scaled, stacked
from analysis.gather import Budget, gather
from analysis.moments import Moments
from simkit.errors import InputError
from simkit.experiment import Arm
from simkit.menus import Menu, load
from simkit.played import Played
from simkit.schema import SHARE

GAMES = 100_000
"""Games of the audit and of each neighbour, if nobody says how many."""

OTHERS = ("random", "greedy", "deny")
"""Neighbours tried if nobody says which: weak, plain, denying."""

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class SeatAudit:
    """Whether seats are alike.

    Attributes
    ----------
    menu : Menu
    players : int
    policy : str
        Of all seats.
    seed, n_games : int
    n_moved : int or None
        Games of which all results moved on with the hands; None where hands can not be moved (dice, a dummy).
    p_score, p_win : float
        Test that all seats have the same mean score, the same share of the win.
    seats : polars.DataFrame
        A row for each seat: the estimates ``score_edge`` and ``win_edge`` (what it has more than the mean of its table;
        of the win index).
    """

    menu: Menu
    players: int
    policy: str
    seed: int
    n_games: int
    n_moved: int | None
    p_score: float
    p_win: float
    seats: pl.DataFrame

    @property
    def is_exact(self) -> bool:
        """Whether every game moved along."""
        return self.n_moved == self.n_games

    def summary(self) -> pl.DataFrame:
        """Return the audit as a frame of one row: ``n_moved``, ``p_score``, ``p_win``, ``n_games``."""
        return pl.DataFrame(
            {
                "n_moved": [self.n_moved],
                "p_score": [self.p_score],
                "p_win": [self.p_win],
                "n_games": [self.n_games],
            },
            schema_overrides={"n_moved": pl.Int64},
        )


def seat_audit(
    menu: Any,
    *,
    players: int = 4,
    policy: str = "weighted",
    games: int = GAMES,
    seed: int = 0,
    house: bool = False,
    threads: int | None = None,
) -> SeatAudit:
    """Ask whether seats differ where all play by the same policy."""
    loaded = load(menu, house=house)
    n_seats = loaded.seats_for(players)
    can_move = not loaded.dice and n_seats == players
    arms = [Arm(loaded, players, policy, house=house)]
    if can_move:
        arms.append(Arm(loaded, players, policy, turned=1, house=house))
    found = gather(
        arms,
        lambda played: _audit_sums(played, players),
        Budget(games=games),
        seed=seed,
        threads=threads,
    )
    score, win = found.sums["score"], found.sums["win"]
    edges = {
        "score_edge": _edges(score, players, 1),
        "win_edge": scaled(_edges(win, players, SHARE), n_seats),
    }
    columns = {name: edge.columns(f"{name}") for name, edge in edges.items()}
    frame = pl.DataFrame(
        {"seat": range(players), **columns["score_edge"], **columns["win_edge"]}
    ).with_columns(n_games=pl.lit(found.n_games, pl.Int64))
    return SeatAudit(
        menu=loaded,
        players=players,
        policy=policy,
        seed=seed,
        n_games=found.n_games,
        n_moved=int(found.sums["moved"].sums[0]) if can_move else None,
        p_score=alike(score),
        p_win=alike(win),
        seats=frame,
    )


def _audit_sums(played: Sequence[Played], players: int) -> dict[str, Moments]:
    here = played[0]
    names = [str(p) for p in range(players)]
    sums = {
        "score": Moments.of(names, here.total[-1, :players]),
        "win": Moments.of(names, here.win[:players]),
    }
    if len(played) > 1:
        moved = np.roll(here.total, 1, axis=1) == played[1].total
        same_win = np.roll(here.win, 1, axis=0) == played[1].win
        sums["moved"] = Moments.of(["moved"], (moved.all(axis=(0, 1)) & same_win.all(axis=0))[None])
    return sums


def _edges(sums: Moments, players: int, unit: int) -> Estimate:
    """Return what each seat has more than the mean of the players' seats."""
    found = []
    for p in range(players):
        weights = {name: float(name == str(p)) * players - 1 for name in sums.names}
        found.append(scaled(sums.linear(weights, unit=unit), 1 / players))
    return stacked(found)


def alike(sums: Moments) -> float:
    """Return the p-value of the hypothesis that all entries have the same mean.

    Hotelling's T² of the contrasts between neighbouring entries, by its F distribution; exact for normal games, and
    nearly so for many. 1 where entries never differ, 0 where they always differ by as much.
    """
    k, n = len(sums.names) - 1, sums.n
    if n <= k + 1:
        return 1.0
    contrast = np.eye(k, k + 1) - np.eye(k, k + 1, 1)
    gap = contrast @ divide(sums.sums, n)
    spread, along = np.linalg.eigh(contrast @ sums.covariance() @ contrast.T)
    varies = spread > _ROUNDING * np.trace(sums.covariance())
    gaps = along.T @ gap
    if np.any(np.abs(gaps[~varies]) > _ROUNDING * np.abs(gap).max()):
        return 0.0
    if not varies.any():
        return 1.0
    k = int(varies.sum())
    t2 = n * float((gaps[varies] ** 2 / spread[varies]).sum())
    return float(special.fdtrc(k, n - k, t2 * (n - k) / (k * (n - 1))))


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What one other player does to everybody at the table.

    Attributes
    ----------
    menu : Menu
    players : int
    policy : str
        Of all other seats.
    others : tuple of str
        The policies that were given one seat each.
    seed, n_games : int
    effects : polars.DataFrame
        A row for each of them and each place: ``other``, ``place`` (seats to its left; 0 is its own), ``who``; the
        estimates ``points`` and ``win`` (of the win index): result less that of the same deals without it.
    spread : polars.DataFrame
        A row for each of them: the estimates ``points`` and ``win``, its left neighbour's effect less its right
        neighbour's. Empty for two players, whose opponent is both.
    """

    menu: Menu
    players: int
    policy: str
    others: tuple[str, ...]
    seed: int
    n_games: int
    effects: pl.DataFrame
    spread: pl.DataFrame


def neighbours(
    menu: Any,
    *,
    players: int = 4,
    policy: str = "weighted",
    others: Sequence[str] = OTHERS,
    budget: Budget | None = None,
    seed: int = 0,
    house: bool = False,
    threads: int | None = None,
) -> Neighbours:
    """Say what a stronger, weaker or denying neighbour does, and to whom.

    Each of `others` takes one seat among copies of `policy`, every seat in turn, on the same deals.

    Raises
    ------
    MenuError, PolicyError, InputError
        Something in the input has to be changed.
    """
    budget = Budget(games=GAMES) if budget is None else budget
    loaded = load(menu, house=house)
    names = tuple(dict.fromkeys(name for name in others if name != policy))
    if not names:
        raise InputError(f"others: nobody but {policy}, who plays already.")
    n_seats, what_of = loaded.seats_for(players), {"pt": "points", "pp": "win"}
    tables = [[policy] * players, *([name, *[policy] * (players - 1)] for name in names)]
    arms = [Arm(loaded, players, table, rotate=True, house=house) for table in tables]

    def reduce(played: Sequence[Played]) -> dict[str, Moments]:
        return {
            name: _effect_sums(played[0], one, players)
            for name, one in zip(names, played[1:], strict=True)
        }

    def enough(sums: Any, target: Any) -> bool:
        half = target.half if target.unit == "pt" else target.half * n_seats  # of the index
        intervals = [
            budget.interval(_effect(one, what_of[target.unit], place, n_seats))
            for one in sums.values()
            for place in range(1, players)
        ]
        return all(one.high - one.low <= 2 * half for one in intervals)

    found = gather(arms, reduce, budget, enough=enough, seed=seed, threads=threads)
    at = [(name, place) for name in names for place in range(players)]
    made: dict[str, Any] = {
        "other": [name for name, _ in at],
        "place": [place for _, place in at],
        "who": [_who(loaded, place, players) for _, place in at],
    }
    spread: dict[str, Any] = {"other": names}
    for what in what_of.values():
        effects = [_effect(found.sums[name], what, place, n_seats) for name, place in at]
        made |= budget.interval(stacked(effects)).columns(what)
        apart = [_apart(found.sums[name], what, players, n_seats) for name in names]
        spread |= budget.interval(stacked(apart)).columns(what)
    sides = pl.DataFrame(spread if players > 2 else {})
    return Neighbours(
        menu=loaded,
        players=players,
        policy=policy,
        others=names,
        seed=seed,
        n_games=found.n_games,
        effects=pl.DataFrame(made).with_columns(n_games=pl.lit(found.n_games, pl.Int64)),
        spread=sides.with_columns(n_games=pl.lit(found.n_games, pl.Int64)) if len(sides) else sides,
    )


def _effect_sums(base: Played, other: Played, players: int) -> Moments:
    score = _gain(base.total[-1], other.total[-1], players)
    win = _gain(base.win, other.win, players)
    names = [f"{what} {p}" for what in ("points", "win") for p in range(players)]
    return Moments.of(names, np.concatenate([score, win]))


def _gain(base: Any, other: Any, players: int) -> Ints:
    return np.asarray(other[:players].astype(np.int64) - base[:players])


def _effect(sums: Moments, what: str, place: int, n_seats: int) -> Estimate:
    return _index(sums.mean(f"{what} {place}"), what, n_seats)


def _apart(sums: Moments, what: str, players: int, n_seats: int) -> Estimate:
    return _index(sums.difference(f"{what} 1", f"{what} {players - 1}"), what, n_seats)


def _index(found: Estimate, what: str, n_seats: int) -> Estimate:
    return scaled(found, n_seats / SHARE) if what == "win" else found


def _who(menu: Menu, place: int, players: int) -> str:
    """Return a place in words."""
    if place == 0:
        return "itself"
    if players == 2:
        return "its opponent"
    if place == 1:
        return "its left neighbour"
    if place == players - 1:
        return "its right neighbour"
    return f"{place} seats to its left"
