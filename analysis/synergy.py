"""Which kinds go together: whether the right to take both is worth more than the two rights alone.

Restricted play again (`analysis.forbidden`), with pairs: entry 0 of the line-up never takes kind c, never kind d, or
neither of them, all on the same deals. With U the result in the free game, and who may take neither for a start,

    synergy of c and d = [U - U(neither)] - [U(no d) - U(neither)] - [U(no c) - U(neither)]
                       = U + U(neither) - U(no c) - U(no d).

Above 0 the two need each other; below 0 one stands in for the other. All four games of a deal are compared, so it is an
effect, unlike a comparison of games in which both happened to be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from analysis.estimate import Estimate, columns, scaled, stacked
from analysis.forbidden import lineup_with_ban
from analysis.gather import Budget, gather
from analysis.moments import Moments
from simkit.experiment import Arm
from simkit.menus import load
from simkit.played import Played
from simkit.schema import SHARE

GAMES = 10_000
"""Games of each arm, if nobody says how many."""


def synergy(
    menu: Any,
    *,
    players: int = 4,
    policy: str = "weighted",
    budget: Budget | None = None,
    seed: int = 0,
    first: int = 0,
    house: bool = False,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pl.DataFrame:
    """Say which kinds go together.

    Returns
    -------
    polars.DataFrame
        A row for each pair of kinds: ``kind``, ``other``, the estimates ``synergy`` (points) and ``synergy_win`` (of
        the win index), ``n_games``.
    """
    budget = Budget(games=GAMES) if budget is None else budget
    loaded = load(menu, house=house)
    pairs = list(combinations(loaded.kinds, 2))
    bans = [(), *((kind,) for kind in loaded.kinds), *pairs]

    def reduce(played: Sequence[Played]) -> dict[str, Moments]:
        games = dict(zip(bans, played, strict=True))
        return {" ".join(pair): _sums(games, pair) for pair in pairs}

    found = gather(
        [
            Arm(loaded, players, lineup_with_ban(policy, players, *ban), rotate=True, house=house)
            for ban in bans
        ],
        reduce,
        budget,
        seed=seed,
        first=first,
        threads=threads,
        progress=progress,
    )
    sums = [found.sums[" ".join(pair)] for pair in pairs]
    in_index = loaded.seats_for(players) / SHARE
    values: dict[str, Estimate] = {
        "synergy": stacked([one.mean("score") for one in sums]),
        "synergy_win": scaled(stacked([one.mean("win") for one in sums]), in_index),
    }
    return pl.DataFrame(
        {
            "kind": [kind for kind, _ in pairs],
            "other": [other for _, other in pairs],
            **columns(values),
            "n_games": [found.n_games] * len(pairs),
        }
    ).fill_nan(None)


def _sums(games: dict[Any, Played], pair: tuple[str, str]) -> Moments:
    one, other = pair
    rows = []
    for played in ([games[()], games[pair]], [games[one,], games[other,]]):
        rows.append(
            [
                sum(x.total[-1, 0].astype(np.int64) for x in played),
                sum(x.win[0].astype(np.int64) for x in played),
            ]
        )
    return Moments.of(("score", "win"), np.subtract(rows[0], rows[1]))
