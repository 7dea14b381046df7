"""The rows of a store: a cell, a range of its games, and their exact sums. Rows of one cell are put together here.

A row is a difference: the sums of games a to b are those of all games before b, less those of all before a. So the
rows of a cell are paths between numbers of games. Whatever is connected is known from its first number to its last,
whichever way the games were cut, and where two ways lead to one place they have to say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analysis.sweep.cells import Cell
from analysis.sweep.statistics import METRIC_VERSION, columns
from analysis.sweep.work import Outcome
from simkit.batch import RULES_VERSION
from simkit.errors import InputError

IDENTITY = pa.schema(
    [
        ("key", pa.string()),
        ("rules_version", pa.int32()),
        ("metric_version", pa.int32()),
        ("game", pa.string()),
        ("kinds", pa.list_(pa.string())),
        ("rules", pa.string()),
        ("players", pa.int8()),
        ("policies", pa.string()),
        ("rotate", pa.bool_()),
        ("seed", pa.int64()),
        ("game_seed", pa.int64()),
    ]
)
"""What says which cell a row is of."""

RANGE = pa.schema([("first", pa.int64()), ("n_games", pa.int64()), ("looked", pa.bool_())])
"""Which of its games, and whether their number depended on what games showed."""

CURRENT = (RULES_VERSION, METRIC_VERSION)

_AT_ONCE = 20_000  # rows whose sums are worked on together: bounds the memory


@cache
def schema() -> pa.Schema:
    """Return the columns of rows of this version, in order."""
    return pa.schema([*IDENTITY, *RANGE, *((name, pa.int64()) for name in columns())])


def identity(key: str, cell: Cell) -> dict[str, Any]:
    """Return what says which cell it is, as `IDENTITY` has it."""
    return {
        "key": key,
        "rules_version": RULES_VERSION,
        "metric_version": METRIC_VERSION,
        "game": cell.game,
        "kinds": list(cell.kinds),
        "rules": cell.rules,
        "players": cell.players,
        "policies": cell.lineup,
        "rotate": cell.rotate,
        "seed": cell.seed,
        "game_seed": cell.game_seed,
    }


def rows_of(cells: Mapping[str, Cell], outcomes: Sequence[Outcome], *, looked: bool) -> pa.Table:
    """Return the rows of games that were played."""
    named = [identity(one.key, cells[one.key]) for one in outcomes]
    arrays = [pa.array([one[field.name] for one in named], field.type) for field in IDENTITY]
    ranges = [(one.first, one.n_games, looked) for one in outcomes]
    arrays += [pa.array([one[i] for one in ranges], field.type) for i, field in enumerate(RANGE)]
    sums = np.array([one.sums for one in outcomes], np.int64).reshape(-1, len(columns()))
    return pa.table([*arrays, *map(pa.array, sums.T.copy())], schema=schema())


def by_version(table: pa.Table) -> Iterator[tuple[tuple[int, int], pa.Table]]:
    """Yield the rows of each pair of versions of rules and metrics."""
    rules, metric = (table[name].to_numpy() for name in ("rules_version", "metric_version"))
    for version in sorted(set(zip(rules.tolist(), metric.tolist(), strict=True))):
        own = (rules == version[0]) & (metric == version[1])
        yield version, table if own.all() else table.filter(pa.array(own))


def joined(table: pa.Table) -> pa.Table:
    """Put rows together: by key and first game, no game twice.

    Ranges that hang together become one row; one that lies within another of the same cell is dropped. What does
    not hang together stays apart. A cell of which a number of games depended on what they showed is one of these.

    Parameters
    ----------
    table : Table
        Rows in any order, with any of the sums.

    Raises
    ------
    InputError
        The same games have other sums in other rows.
    """
    table = _sorted(table)
    keys = _keys(table)
    n_cells, owner = _numbered(keys)
    if n_cells == len(keys):
        return table
    several = (np.bincount(owner) > 1)[owner]
    parts = [table.filter(pa.array(~several))]
    rows = np.flatnonzero(several)
    while len(rows):
        end = np.searchsorted(owner[rows], owner[rows[min(_AT_ONCE, len(rows)) - 1]], side="right")
        parts.append(_put_together(table.take(rows[:end])))
        rows = rows[end:]
    return _sorted(pa.concat_tables(parts))


def _put_together(table: pa.Table) -> pa.Table:
    """Return `joined` of sorted rows."""
    names = ["n_games", *table.column_names[len(IDENTITY) + len(RANGE) :]]
    sums = np.stack([table[name].to_numpy() for name in names], axis=1)
    first, n = table["first"].to_numpy(), sums[:, 0]
    keys = _keys(table)
    n_cells, owner = _numbered(keys)

    # a node is a cell and a number of games
    cell, at, ends = _nodes(np.tile(owner, 2), np.r_[first, first + n])
    a, b = ends.reshape(2, -1)
    origin, total = _totals(cell, a, b, sums)
    wrong = (total[b] - total[a] != sums).any(axis=1)
    if wrong.any():
        raise InputError(_broken(table, int(np.flatnonzero(wrong)[0])))

    last = np.zeros(len(cell), int)
    np.maximum.at(last, origin, np.arange(len(cell)))
    begin = np.unique(origin)
    end = last[begin]
    kept = _outermost(cell[begin], at[end])
    begin, end = begin[kept], end[kept]
    of = cell[begin]

    looked = np.zeros(n_cells, bool)
    np.logical_or.at(looked, owner, table["looked"].to_numpy(zero_copy_only=False))
    row = np.searchsorted(owner, of)  # sorted as keys are
    n, *rest = total[end].T.copy()
    same = table.select(IDENTITY.names).take(pa.array(row)).columns
    return pa.table([*same, *map(pa.array, (at[begin], n, looked[of], *rest))], schema=table.schema)


def _nodes(
    owner: NDArray[np.int64], games: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the different pairs of a cell and a number, sorted, and which of them each given pair is."""
    order = np.lexsort((games, owner))
    cell, at = owner[order], games[order]
    is_new = np.r_[True, (cell[1:] != cell[:-1]) | (at[1:] != at[:-1])]
    node = np.empty(len(order), np.int64)
    node[order] = np.cumsum(is_new) - 1
    return cell[is_new], at[is_new], node


def _totals(
    cell: NDArray[Any], a: NDArray[Any], b: NDArray[Any], sums: NDArray[np.int64]
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return for each node the first one that it hangs together with, and the sums from there to it.

    Nodes are sorted by cell and number; a row leads from a to b.
    """
    origin = np.full(len(cell), -1)
    total = np.zeros((len(cell), sums.shape[1]), np.int64)
    while True:
        forward = (origin[a] >= 0) & (origin[b] < 0)
        origin[b[forward]] = origin[a[forward]]
        total[b[forward]] = total[a[forward]] + sums[forward]
        back = (origin[b] >= 0) & (origin[a] < 0)
        origin[a[back]] = origin[b[back]]
        total[a[back]] = total[b[back]] - sums[back]
        if forward.any() or back.any():
            continue
        open_ = np.flatnonzero(origin < 0)
        if not len(open_):
            return origin, total
        start = open_[np.unique(cell[open_], return_index=True)[1]]
        origin[start] = start


def _outermost(cell: NDArray[Any], end: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which ranges lie within no other of their cell; sorted by cell and first game."""
    kept = np.ones(len(cell), bool)
    reach = end.copy()
    for i in np.flatnonzero(cell[1:] == cell[:-1]) + 1:
        kept[i] = end[i] > reach[i - 1]
        reach[i] = max(end[i], reach[i - 1])
    return kept


def _sorted(table: pa.Table) -> pa.Table:
    """Return rows by key and first game."""
    table = table.combine_chunks()  # taking from many is slow
    keys = _keys(table)
    if (keys[1:] > keys[:-1]).all():
        return table
    return table.take(pa.array(np.lexsort((table["first"].to_numpy(), keys))))


def _numbered(keys: NDArray[np.bytes_]) -> tuple[int, NDArray[np.int64]]:
    """Return how many cells there are, and the number of each row's; rows are sorted."""
    owner = np.cumsum(keys[1:] != keys[:-1])
    return (
        (int(owner[-1]) + 1, np.r_[0, owner])
        if len(owner)
        else (len(keys), np.zeros(len(keys), int))
    )


def _keys(table: pa.Table) -> NDArray[np.bytes_]:
    return np.array(table["key"].to_pylist(), "S32")


def _broken(table: pa.Table, row: int) -> str:
    one = table.slice(row, 1).to_pylist()[0]
    games = f"games {one['first']:,} to {one['first'] + one['n_games'] - 1:,}"
    return (
        f"cell {one['key']} ({', '.join(one['kinds'])}; {one['players']} players, {one['policies']}): {games} "
        "have other sums here than there, so one of the builds that played them is broken; sweep the cell anew "
        "into an empty store, and leave out the one that differs."
    )
