"""What the win shares say about the seats, in words that claim no more than they show."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import polars as pl

from analysis import LEVEL
from reports.numbers import percent

if TYPE_CHECKING:
    from simkit.batch import Batch


def verdict(batch: Batch, won: pl.DataFrame) -> str:
    """Return whether a seat (or, where the line-up rotates, a player) stands out.

    Parameters
    ----------
    batch : Batch
        The games.
    won : polars.DataFrame
        What `analysis.wins` says of them.
    """
    same = len(set(batch.lineup)) == 1
    by = "player" if batch.rotate and not same else "seat"
    rows = won.filter(by=by)
    out = stand_out(rows)
    words = _found(rows, by, out) if out else _nothing_found(rows, by)
    if same:
        return f"{words} {_SAME_BUT if out else _SAME}"
    return f"{words} {_NEIGHBOURS if by == 'player' else _MIXED}"


_SAME = (
    "The rules treat all seats alike (but for rare ties in the order of actions) and all play the "
    "same way: what differs is chance."
)
_SAME_BUT = (
    "The rules treat all seats alike (but for rare ties in the order of actions) and all play the "
    "same way: see whether another seed says so too before you believe it."
)
_NEIGHBOURS = "Players of one policy can differ all the same: by who hands them their cards."
_MIXED = "Seats play in different ways here; --rotate tells the policy from the seat."


def _nothing_found(rows: pl.DataFrame, name: str) -> str:
    even = 1 / len(rows)
    furthest = max(abs(win - even) for win in rows["win"])
    return (
        f"No {name} stands out {_tested(rows, name)}: all win shares are within "
        f"{100 * furthest:.2f} points of the even {percent(even)}."
    )


def _found(rows: pl.DataFrame, name: str, out: list[int]) -> str:
    names = ", ".join(f"{name} {i + 1} with {percent(rows['win'][i])}" for i in out)
    verb = "stand" if len(out) > 1 else "stands"
    even = percent(1 / len(rows))
    return f"More than chance {_tested(rows, name)}: {names} of the wins {verb} out (even: {even})."


def _tested(rows: pl.DataFrame, name: str) -> str:
    return f"(all {len(rows)} {name}s tested together at {percent(1 - LEVEL, 0)})"


def stand_out(rows: pl.DataFrame) -> list[int]:
    """Return the rows whose win share differs from the even one by more than chance.

    The largest of several differences is larger than one: each is tested at a level that gives
    5 % for at least one false alarm among all of them (Bonferroni), by the score test with the
    variance of the share itself, as the intervals are.
    """
    z = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / len(rows))
    found = []
    for i, row in enumerate(rows.to_dicts()):
        win, even, se = row["win"], row["even"], row["win_se"]
        if se is None:
            continue
        binomial = win * (1 - win)
        ratio = min(se**2 * row["n_games"] / binomial, 1.0) if binomial > 0 else 1.0
        if abs(win - even) > z * (ratio * even * (1 - even) / row["n_games"]) ** 0.5:
            found.append(i)
    return found
