"""The ladder: every policy against the one below it, menu by menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from analysis.contest import pairs, ratings
from simkit import tournament
from simkit.menus import legal_players

if TYPE_CHECKING:
    from simkit.menus import Menu

RUNGS = ("random", "greedy", "rule", "planner", "weighted", "deny", "search")
"""From beginner to expert."""


def steps(rungs: Sequence[str]) -> list[tuple[str, str]]:
    """Return every policy with the one below it, from the bottom."""
    return [(upper, lower) for lower, upper in pairwise(rungs)]


def players_for(menu: Menu, players: int) -> int:
    """Return the number of players at the menu's table: as many as asked for, or the nearest that it allows."""
    return min(legal_players(menu), key=lambda n: (abs(n - players), n))


def climb(
    menus: Sequence[Menu],
    rungs: Sequence[str],
    *,
    players: int,
    games: int,
    slow_games: int,
    seed: int,
    threads: int | None = None,
) -> Iterator[dict[str, Any]]:
    """Play every policy against the one below it: one among such, and one such among others.

    Parameters
    ----------
    menus : sequence of Menu
    rungs : sequence of str
        Policies, the weakest first.
    players : int
        At a table, where the menu allows.
    games, slow_games : int
        For a step; for one in which a policy plays its moves ahead.
    seed : int
        Decides deals and seats.
    threads : int, optional
        Default: one for each processor.

    Yields
    ------
    dict
        ``game``, ``menu``, ``players``, ``upper``, ``lower``; ``ahead``, the share of meetings at one table in
        which the upper one stands before the lower, ``difference`` of points, both with ``_se``, ``_low`` and
        ``_high``; ``n_games``; ``beats``: the interval lies above one half.
    """
    for menu in menus:
        n = players_for(menu, players)
        for upper, lower in steps(rungs):
            is_slow = any(spec.partition("+")[0] == "search" for spec in (upper, lower))
            contest = tournament(
                menu,
                [upper],
                against=lower,
                players=n,
                games=slow_games if is_slow else games,
                seed=seed,
                threads=threads,
            )
            frame = pairs(contest, ratings(contest))
            row = next(one for one in frame.to_dicts() if one["policy"] == upper)
            names = [
                f"{q}{end}" for q in ("ahead", "difference") for end in ("", "_se", "_low", "_high")
            ]
            yield {
                "game": menu.game,
                "menu": menu.slug,
                "players": n,
                "upper": upper,
                "lower": lower,
                **{name: row[name] for name in names},
                "n_games": row["n_games"],
                "beats": row["ahead_low"] > 1 / 2,
            }
