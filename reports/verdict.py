"""What the win shares say about the seats, in words that claim no more than they show."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analysis import LEVEL
from analysis.estimate import student
from analysis.flows import turns_for_dummy
from analysis.sequences import anytime
from reports.numbers import estimate, percent

if TYPE_CHECKING:
    from simkit.batch import Batch


def verdict(batch: Batch, won: pl.DataFrame, *, tuned: float | None = None) -> str:
    """Return whether a seat (or, where the line-up rotates, a player) stands out.

    Parameters
    ----------
    batch : Batch
        The games.
    won : polars.DataFrame
        What `analysis.wins` says of them.
    tuned : float, optional
        As for `analysis.wins`: the sentence holds at any look.
    """
    same = len(set(batch.lineup)) == 1
    by = "player" if batch.rotate and not same else "seat"
    rows = won.filter(by=by)
    if batch.n_seats > batch.players:
        return _beside_dummy(batch, rows, won.filter(policy="dummy"), by, tuned)
    out = stand_out(rows, tuned=tuned)
    words = _found(rows, by, out) if out else _nothing_found(rows, by)
    if same:
        return f"{words} {_same(batch.menu.game, is_found=bool(out))}"
    return f"{words} {_neighbours(batch.menu.game) if by == 'player' else _MIXED}"


def _same(game: str, *, is_found: bool) -> str:
    """Return what tells the seats apart where all play the same way."""
    if game == "roll":
        return _RED_BELT
    alike = "The rules treat all seats alike"
    if game == "party":
        alike += " (but for rare ties in the order of actions)"
    return f"{alike} and all play the same way: {_DOUBT if is_found else _CHANCE}"


def _neighbours(game: str) -> str:
    """Return why players of one policy can differ."""
    what = "whose belts they get" if game == "roll" else "who hands them their cards"
    return f"Players of one policy can differ all the same: by {what}."


_CHANCE = "what differs is chance."
_DOUBT = "see whether another seed says so too before you believe it."
_RED_BELT = (
    "All play the same way, but not at the same time: where the red belt is decides who moves "
    "first. What that does is said under the order of play."
)
_MIXED = "Seats play in different ways here; --rotate tells the policy from the seat."


def _beside_dummy(
    batch: Batch, rows: pl.DataFrame, dummy: pl.DataFrame, name: str, tuned: float | None
) -> str:
    """Return how two players and a dummy share the wins.

    All shares of a game add up to 1, so the variance of the players' difference is known exactly:
    twice the variances of both, less the dummy's.
    """
    one, other = rows.to_dicts()[:2]
    words = [
        f"The dummy has {estimate(dummy.row(0, named=True), 'win', percent=True)} of the wins "
        f"(even: {percent(one['even'])})."
    ]
    gap = one["win"] - other["win"]
    if one["win_se"] is not None:
        parts = 2 * one["win_se"] ** 2 + 2 * other["win_se"] ** 2 - dummy["win_se"][0] ** 2
        half = _reach(max(parts, 0.0) ** 0.5, one["n_games"], 1 - LEVEL, tuned)
        row = {"gap": abs(gap), "gap_low": abs(gap) - half, "gap_high": abs(gap) + half}
        by = estimate(row, "gap", percent=True)
        first, second = (1, 2) if gap > 0 else (2, 1)
        words.append(
            f"{name.capitalize()} {first} wins more than {name} {second}, beyond chance (tested at "
            f"{percent(1 - LEVEL, 0)}): {by}."
            if abs(gap) > half
            else f"{name.capitalize()}s 1 and 2 can not be told apart: the difference is {by}."
        )
    if len(set(batch.lineup)) == 1:
        turns = turns_for_dummy(batch).tolist()
        words.append(
            "Both play the same way and differ in when they play for the dummy: seat 1 in "
            f"{turns[0]} of {sum(turns)} turns, seat 2 in {turns[1]}."
        )
    elif name == "seat":
        words.append(_MIXED)
    return " ".join(words)


def _nothing_found(rows: pl.DataFrame, name: str) -> str:
    even = rows["even"][0]
    furthest = max(abs(win - even) for win in rows["win"])
    return (
        f"No {name} stands out {_tested(rows, name)}: all win shares are within "
        f"{100 * furthest:.2f} points of the even {percent(even)}."
    )


def _found(rows: pl.DataFrame, name: str, out: list[int]) -> str:
    names = ", ".join(f"{name} {i + 1} with {percent(rows['win'][i])}" for i in out)
    verb = "stand" if len(out) > 1 else "stands"
    even = percent(rows["even"][0])
    return f"More than chance {_tested(rows, name)}: {names} of the wins {verb} out (even: {even})."


def _tested(rows: pl.DataFrame, name: str) -> str:
    return f"(all {len(rows)} {name}s tested together at {percent(1 - LEVEL, 0)})"


def _reach(se: float, n: int, miss: float, tuned: float | None) -> float:
    """Return how far chance goes: but in a share `miss` of the runs; with `tuned`, at any look."""
    if tuned is None:
        return NormalDist().inv_cdf(1 - miss / 2) * se
    none = student(np.zeros(()), np.array(se), n, np.inf)
    return float(anytime(none, games=tuned, miss=miss).high)


def stand_out(rows: pl.DataFrame, *, tuned: float | None = None) -> list[int]:
    """Return the rows whose win share differs from the even one by more than chance.

    The largest of several differences is larger than one: each is tested at a level that gives
    5 % for at least one false alarm among all of them (Bonferroni), by the score test with the
    variance of the share itself, as the intervals are.
    """
    found = []
    for i, row in enumerate(rows.to_dicts()):
        win, even, se = row["win"], row["even"], row["win_se"]
        if se is None:
            continue
        binomial = win * (1 - win)
        ratio = min(se**2 * row["n_games"] / binomial, 1.0) if binomial > 0 else 1.0
        se = (ratio * even * (1 - even) / row["n_games"]) ** 0.5
        if abs(win - even) > _reach(se, row["n_games"], (1 - LEVEL) / len(rows), tuned):
            found.append(i)
    return found
