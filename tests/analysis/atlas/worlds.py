"""Menus whose truth is planted: no game is played, sums are drawn as games would give them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from analysis.sweep.cells import Cell
from analysis.sweep.statistics import columns
from analysis.sweep.work import Job, Outcome


def cells(n: int, *, players: int = 4) -> list[Cell]:
    """Return cells of no menu at all, known by their number."""
    return [Cell(str(i), ("nigiri", str(i)), "party", players, ("weighted",)) for i in range(n)]


class World:
    """Cells whose measures have these means and SDs; `play` draws normal games.

    Parameters
    ----------
    means : mapping of str to array (cells,), or to a function of cells
        By measures that are the mean of one number: margin, winning_score, range.
    sd : float
        Of a game, in all of them.
    """

    def __init__(
        self, means: Mapping[str, np.ndarray | Callable[[Cell], float]], *, sd: float = 5.5
    ) -> None:
        entries = {"margin": "margin", "winning_score": "winning", "range": "range"}
        self._means = {entries[name]: values for name, values in means.items()}
        self._sd = sd
        self.games = 0

    def play(self, jobs: Sequence[Job]) -> list[Outcome]:
        return [self._outcome(job) for job in jobs]

    def _outcome(self, job: Job) -> Outcome:
        n = int(job.games) - job.first
        self.games += n
        key = job.cell.key
        digest = hashlib.blake2b(f"{key} {job.first} {n}".encode(), digest_size=8).digest()
        rng = np.random.default_rng(int.from_bytes(digest))
        sums = dict.fromkeys(columns(), 0)
        for entry, means in self._means.items():
            true = means(job.cell) if callable(means) else means[int(job.cell.rules)]
            mean = true + rng.normal() * self._sd / np.sqrt(n)
            inner = self._sd**2 * rng.chisquare(n - 1)
            sums[f"sum_{entry}"] = round(n * mean)
            sums[f"product_{entry}_{entry}"] = round(inner + n * mean**2)
        return Outcome(key, job.first, n, tuple(sums.values()))
