"""Cells that nobody plays: the sums of their games are made up, the same in every store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from analysis.sweep import rows, store
from analysis.sweep.cells import Cell
from analysis.sweep.store import Store
from analysis.sweep.work import Outcome

CELLS = {
    cell.key: cell
    for players in (2, 3, 4)
    for cell in [Cell("cards = []", ("nigiri", "maki"), "party", players, ("greedy",))]
}
KEYS = sorted(CELLS)
_MOST = 64


@contextmanager
def few_sums() -> Iterator[None]:
    """Let stores have three sums, not a hundred: for tests that write many files."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (rows, store):
            patch.setattr(module, "columns", lambda: ("sum_a", "sum_b", "product_a_b"))
        rows.schema.cache_clear()
        yield
    rows.schema.cache_clear()


def before(key: str, games: int) -> np.ndarray:
    """Return the sums of the first games of a cell."""
    rng = np.random.default_rng(int(key[:8], 16))
    each = rng.integers(-(10**9), 10**9, (_MOST, len(rows.columns())))
    return each[:games].sum(axis=0)


def outcome(key: str, first: int, end: int) -> Outcome:
    """Return what games of a cell have become."""
    sums = before(key, end) - before(key, first)
    return Outcome(key, first, end - first, tuple(sums.tolist()))


def add(store: Store, *ranges: tuple[str, int, int], looked: bool = False) -> None:
    """Add ranges of games to a store."""
    store.add(CELLS, [outcome(*one) for one in ranges], looked)


def made(path: Path, *ranges: tuple[str, int, int]) -> Path:
    """Return a store with these ranges, put in at once."""
    with Store.open(path) as store:
        add(store, *ranges)
    return path


def bytes_of(path: Path) -> dict[str, str]:
    """Return what all files of a store hold, as hashes."""
    files = sorted(x for x in path.rglob("*") if x.is_file())
    return {str(x.relative_to(path)): hashlib.md5(x.read_bytes()).hexdigest() for x in files}


def games_of(path: Path) -> dict[str, int]:
    """Return how many games a store knows by key, as one sees who opens it."""
    with Store.open(path, create=False) as store:
        return dict(store.known().games)
