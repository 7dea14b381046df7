"""A tournament as frames: the players, each against each, and every line-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from analysis.estimate import Estimate, Ints, block_ratio, block_share, columns
from analysis.ratings import Orders, Ratings, rate
from simkit.contest_standings import read_orders
from simkit.schema import SHARE

if TYPE_CHECKING:
    from simkit.contest_result import Contest
    from simkit.contest_standings import Standings


def ratings(contest: Contest) -> Ratings:
    """Rate the players by the finishing orders of all games."""
    orders = [
        Orders(*read_orders(unit.orders, contest.players), unit.n_orders) for unit in contest.units
    ]
    return rate(orders, len(contest.entered))


def contest_tables(
    contest: Contest, rated: Ratings | None = None, *, anchor: str | None = None
) -> dict[str, pl.DataFrame]:
    """Return the frames of a tournament by their names.

    Parameters
    ----------
    contest : Contest
        The games.
    rated : Ratings, optional
        What `ratings` says of them.
    anchor : str, optional
        The player whose rating is 1000; without, the mean is.
    """
    rated = ratings(contest) if rated is None else rated
    return {
        "players": players(contest, rated, anchor=anchor),
        "pairs": pairs(contest, rated),
        "line_ups": line_ups(contest),
    }


def players(contest: Contest, rated: Ratings, *, anchor: str | None = None) -> pl.DataFrame:
    """Say how each player did, in all line-ups together.

    Returns
    -------
    polars.DataFrame
        A row for each player, the best rating first: the estimates ``rating``, ``win``, ``points``,
        ``margin``; ``even``, ``n_seats``, ``n_games``. See `analysis.columns`.
    """
    copies = _copies(contest)
    n_seats = _sum(contest, lambda unit: unit.n_games * copies.sum(axis=0))
    n_games = _sum(contest, lambda unit: unit.n_games * (copies > 0).sum(axis=0))
    at = None if anchor is None else contest.entered.index(anchor)
    estimates = {
        "rating": rated.against(at, n_games),
        **_results(contest, lambda sums: sums.sum(axis=0), copies.sum(axis=0), n_games),
    }
    frame = pl.DataFrame(
        {
            "policy": contest.entered,
            **columns(estimates),
            "even": np.full(len(n_games), 1 / contest.n_seats),
            "n_seats": n_seats,
            "n_games": n_games,
        }
    ).fill_nan(None)
    by = ["rating", "win"]
    return frame.sort(by, descending=True, nulls_last=True, maintain_order=True)


def pairs(contest: Contest, rated: Ratings) -> pl.DataFrame:
    """Say how each player did against each other, seats of one table compared.

    Returns
    -------
    polars.DataFrame
        A row for each player and each other: the estimates ``ahead`` and ``difference`` of points
        (null where the two never met), ``rating_gap``; ``ahead_expected``, ``n_meetings``,
        ``n_games``. See `analysis.columns`.
    """
    copies = _copies(contest)
    together = ((copies[:, :, None] > 0) & (copies[:, None, :] > 0)).sum(axis=0)
    n_games = _sum(contest, lambda unit: unit.n_games * together)
    meetings = _stack(contest, lambda unit: unit.meetings)
    halves = _stack(contest, lambda unit: unit.ahead)
    lead = _stack(contest, lambda unit: unit.lead)
    estimates = {
        "ahead": block_share(halves, 2 * meetings, n_games, observations=_deals(contest, n_games)),
        "difference": block_ratio(lead, meetings, n_games),
        "rating_gap": rated.difference(n_games),
    }
    others = ~np.eye(len(contest.entered), dtype=bool)
    one, other = np.nonzero(others)
    return pl.DataFrame(
        {
            "policy": [contest.entered[i] for i in one],
            "opponent": [contest.entered[i] for i in other],
            **columns({name: estimate[others] for name, estimate in estimates.items()}),
            "ahead_expected": rated.before()[others],
            "n_meetings": meetings.sum(axis=0)[others],
            "n_games": n_games[others],
        }
    ).fill_nan(None)


def line_ups(contest: Contest) -> pl.DataFrame:
    """Say how each player did in each line-up.

    Returns
    -------
    polars.DataFrame
        A row for each line-up and each of its players: ``line_up`` (number, from 1), ``seated``
        (policies), ``copies``; the estimates ``win``, ``points``, ``margin``; ``even``, ``n_games``.
    """
    copies = _copies(contest)
    here = copies > 0
    n_games = np.full(copies.shape, sum(unit.n_games for unit in contest.units))
    estimates = _results(contest, lambda sums: sums, copies, n_games)
    row, one = np.nonzero(here)
    return pl.DataFrame(
        {
            "line_up": row + 1,
            "seated": [[contest.entered[i] for i in contest.line_ups[r]] for r in row],
            "policy": [contest.entered[i] for i in one],
            "copies": copies[here],
            **columns({name: estimate[here] for name, estimate in estimates.items()}),
            "even": np.full(len(row), 1 / contest.n_seats),
            "n_games": n_games[here],
        }
    ).fill_nan(None)


def _results(
    contest: Contest, pool: Callable[[Ints], Ints], copies: Ints, n_games: Ints
) -> dict[str, Estimate]:
    """Return win share, points and margin; `pool` adds up line-ups, `copies` are seats in a game."""
    seats = _stack(contest, lambda unit: unit.n_games * copies)
    wins = _stack(contest, lambda unit: pool(unit.wins))
    points = _stack(contest, lambda unit: pool(unit.points))
    margin = _stack(contest, lambda unit: pool(unit.margin))
    deals = _deals(contest, n_games)
    return {
        "win": block_share(wins, SHARE * seats, n_games, observations=deals),
        "points": block_ratio(points, seats, n_games),
        "margin": block_ratio(margin, contest.n_seats * seats, n_games),
    }


def _deals(contest: Contest, n_games: Ints) -> Ints:
    """Return the deals of games: what is played on the same deal, in all rotations, is not independent."""
    return n_games // contest.players


def _copies(contest: Contest) -> Ints:
    """Return how many seats of each line-up each player has."""
    seated = np.array(contest.line_ups)
    return np.stack([(seated == one).sum(axis=1) for one in range(len(contest.entered))], axis=1)


def _stack(contest: Contest, get: Callable[[Standings], ArrayLike]) -> Ints:
    return np.stack([np.asarray(get(unit), np.int64) for unit in contest.units])


def _sum(contest: Contest, get: Callable[[Standings], ArrayLike]) -> Ints:
    return np.asarray(_stack(contest, get).sum(axis=0))
