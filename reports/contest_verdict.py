"""What ratings say, in words that claim no more than they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl
from scipy import special

from analysis import LEVEL
from reports.numbers import percent

if TYPE_CHECKING:
    from simkit.contest_result import Contest

_MOST = 5  # pairs that are named
_MISFIT = 0.02  # an expectation further off than this is told


def verdict(contest: Contest, players: pl.DataFrame, pairs: pl.DataFrame) -> str:
    """Return which players can be told apart, and whether one scale fits them.

    Parameters
    ----------
    contest : Contest
        The games.
    players, pairs : polars.DataFrame
        What `analysis.contest` says of them, the best player first.
    """
    if players["rating"].is_null().any():
        return (
            "No ratings: some players never stood behind any of the others in these games, so there is "
            "no bound to how much better they are. More games, or stronger opponents, may give one."
        )
    if len(contest.units) == 1:
        return "One block of games tells nothing about chance: play more games."
    ranking = players["policy"].to_list()
    level = level_pairs(contest, ranking, pairs)
    words = [_apart(ranking, level), _most_wins(players), _fit(pairs, ranking)]
    return " ".join(word for word in words if word)


def level_pairs(
    contest: Contest, ranking: Sequence[str], pairs: pl.DataFrame
) -> list[tuple[str, str]]:
    """Return the pairs whose ratings differ by no more than chance, the better one first.

    All pairs are tested together: each at a level that gives 5 % for at least one false alarm among all
    of them (Bonferroni), by Student's test of the rating gap.
    """
    place = {name: i for i, name in enumerate(ranking)}
    n_pairs = len(ranking) * (len(ranking) - 1) / 2
    freedom = len(contest.units) - 1
    quantile = float(special.stdtrit(freedom, 1 - (1 - LEVEL) / 2 / n_pairs))
    rows = [
        row
        for row in pairs.to_dicts()
        if place[row["policy"]] < place[row["opponent"]]
        and not row["rating_gap"] > quantile * row["rating_gap_se"]
    ]
    rows.sort(key=lambda row: (place[row["policy"]], place[row["opponent"]]))
    return [(row["policy"], row["opponent"]) for row in rows]


def _apart(ranking: Sequence[str], level: Sequence[tuple[str, str]]) -> str:
    n_pairs = len(ranking) * (len(ranking) - 1) // 2
    at = percent(1 - LEVEL, 0)
    tested = (
        f"(all {n_pairs} pairs tested together at {at})" if n_pairs > 1 else f"(tested at {at})"
    )
    if len(level) == n_pairs:
        return f"No two players can be told apart {tested}."
    best, *others = ranking
    rivals = [other for one, other in level if one == best]
    if rivals:
        names = _list([best, *rivals], "or")
        words = [f"Rated highest: {names}; they can not be told apart {tested}."]
    else:
        than = "all others" if n_pairs > 1 else others[0]
        words = [f"{best} is rated above {than}, beyond chance {tested}."]
    rest = [f"{one} and {other}" for one, other in level if one != best]
    if rest:
        more = f"; and {len(rest) - _MOST} more pairs" if len(rest) > _MOST else ""
        words.append(f"{'Nor' if rivals else 'Not'} told apart: {'; '.join(rest[:_MOST])}{more}.")
    elif n_pairs > 1:
        words.append(f"All {'other ' if rivals else ''}pairs differ.")
    return " ".join(words)


def _most_wins(players: pl.DataFrame) -> str:
    """Return who wins clearly more often than the player that is rated highest."""
    best, *others = players.to_dicts()
    more = [row for row in others if row["win_low"] > best["win_high"]]
    if not more:
        return ""
    most = max(more, key=lambda row: float(row["win"]))
    return (
        f"But {most['policy']} wins more often, {percent(most['win'])} against "
        f"{percent(best['win'])}: a rating counts every place, not only the first."
    )


def _fit(pairs: pl.DataFrame, ranking: Sequence[str]) -> str:
    """Return how well one scale tells who stands before whom."""
    place = {name: i for i, name in enumerate(ranking)}
    met = pairs.drop_nulls("ahead").to_dicts()
    rows = [row for row in met if place[row["policy"]] < place[row["opponent"]]]
    worst = max(rows, key=_misfit)
    if _misfit(worst) < _MISFIT:
        if len(rows) == 1:
            return ""
        return (
            "One scale fits: for every pair that met it expects who stands before whom within "
            f"{100 * _misfit(worst):.1f} points of a hundred."
        )
    return (
        f"One scale does not tell all: {worst['policy']} stands before {worst['opponent']} in "
        f"{percent(worst['ahead'])} of their meetings, the ratings expect "
        f"{percent(worst['ahead_expected'])}. Look at the pairs."
    )


def _misfit(row: dict[str, Any]) -> float:
    return abs(float(row["ahead"]) - float(row["ahead_expected"]))


def _list(names: Sequence[str], last: str) -> str:
    return f"{', '.join(names[:-1])} {last} {names[-1]}"
