"""What a row of a frame is about: a seat, a player (entry of the line-up), or all seats.

Where the line-up rotates, a batch holds one tally for each rotation; in rotation j seat s is taken
by player (s - j) mod P. A seat's numbers are the sums over the rotations; a player's numbers are
the sums over the seats it had. Pooled rows are made from the seats of the players.

A dummy has a seat and rows of its own. It chooses nothing: it is no player of the line-up, never
moves, and is left out where seats are pooled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

if TYPE_CHECKING:
    from analysis.estimate import Ints
    from simkit.batch import Batch

SEAT, PLAYER, ALL = "seat", "player", "all"
DUMMY = "dummy"
"""Stands in place of a policy at a dummy's seat."""


def views(batch: Batch) -> tuple[str, ...]:
    """Return by what the frames of a batch are broken down."""
    return (SEAT, PLAYER) if batch.rotate else (SEAT,)


def total(
    batch: Batch, by: str, get: Callable[[np.record], NDArray[np.int64]], *, seat_axes: int = 1
) -> Ints:
    """Return the sum over all games of an array of the tally: see `added`.

    Parameters
    ----------
    batch : Batch
        The games.
    by : str
        ``"seat"``, ``"player"`` or ``"all"``.
    get : function
        Takes a tally, gives the array; its first axes (`seat_axes` of them) are seats.
    seat_axes : int
        How many of the first axes are seats.
    """
    arrays = np.stack([get(tally) for tally in batch.tallies])
    return np.asarray(added(batch, by, arrays[None], seat_axes=seat_axes)[0])


def added(batch: Batch, by: str, arrays: NDArray[Any], *, seat_axes: int = 1) -> NDArray[Any]:
    """Return the sum over the rotations, by seat or by player.

    By seat there is a row for every seat; for ``"all"`` one for each seat of a player, of which
    pooled rows are made.

    Parameters
    ----------
    batch : Batch
        The games.
    by : str
        ``"seat"``, ``"player"`` or ``"all"``.
    arrays : array (block, rotation, seat, ...)
        What is to be added up.
    seat_axes : int
        How many axes are seats.
    """
    axes = tuple(range(1, 1 + seat_axes))
    here = (slice(None), slice(None), *(slice(n_rows(batch, by)),) * seat_axes)
    parts = np.moveaxis(arrays[here], 1, 0)
    if by == PLAYER:
        # player e has seat e + j in rotation j
        parts = np.stack([np.roll(part, (-j,) * seat_axes, axes) for j, part in enumerate(parts)])
    return np.asarray(parts.sum(axis=0))


def n_rows(batch: Batch, by: str) -> int:
    """Return the number of seats or players of which the rows are made."""
    return batch.n_seats if by == SEAT else batch.players


def frame(
    batch: Batch,
    by: str,
    labels: Mapping[str, Iterable[object]],
    columns: Mapping[str, NDArray[Any]],
) -> pl.DataFrame:
    """Return a frame from arrays whose first axis is seats or players (none if pooled).

    Parameters
    ----------
    batch : Batch
        The games.
    by : str
        ``"seat"``, ``"player"`` or ``"all"``.
    labels : mapping
        Names and labels of the further axes, in order.
    columns : mapping
        Arrays of the shape of these axes; what is smaller is repeated.
    """
    n = 1 if by == ALL else n_rows(batch, by)
    sides = {name: list(values) for name, values in labels.items()}
    shape = (n, *(len(side) for side in sides.values()))
    places = np.indices(shape).reshape(len(shape), -1)
    data: dict[str, Any] = {"by": [by] * places.shape[1], **_who(batch, by, places[0])}
    for place, (name, side) in zip(places[1:], sides.items(), strict=True):
        data[name] = [side[i] for i in place]
    for name, values in columns.items():
        data[name] = np.broadcast_to(values, shape).ravel()
    types = {"seat": pl.Int64, "player": pl.Int64, "policy": pl.String}
    made = pl.DataFrame(data, schema_overrides=types).fill_nan(None)
    # an interval without ends is none
    return made.with_columns(pl.selectors.float().replace([-np.inf, np.inf], None))


def _who(batch: Batch, by: str, index: NDArray[np.int64]) -> dict[str, list[Any]]:
    """Return the columns seat, player and policy."""
    n = batch.players
    same = batch.lineup[0] if len(set(batch.lineup)) == 1 else None
    fixed = by == PLAYER or (by == SEAT and not batch.rotate)
    policies = [*(batch.lineup if fixed else (same,) * n), *(DUMMY,) * (batch.n_seats - n)]
    return {
        "seat": [i if by == SEAT else None for i in index.tolist()],
        "player": [i if fixed and i < n else None for i in index.tolist()],
        "policy": [policies[i] for i in index],
    }
