"""Per-game records: one row a game and seat, streamed to Parquet."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simkit.errors import OutputError
from simkit.menus import Menu
from simkit.schema import LANES, N_ROUNDS, SHARE

_ROWS_PER_GROUP = 262_144


class RecordWriter:
    """Collects the games of finished batches and writes them in the order of their numbers.

    Columns: ``game`` (number), ``seat``, ``round_1`` .. ``round_3`` and ``desserts`` (points), ``score``,
    ``dessert_cards``, ``win`` (share, ties split), and for each kind ``points_<kind>`` and ``taken_<kind>``
    (copies).
    """

    def __init__(self, folder: Path, menu: Menu, players: int) -> None:
        self.kinds = menu.kinds
        self.players = players
        self.path = folder / "games.parquet"
        self._aside = folder / ".games.parquet.part"
        self._parts: list[dict[str, np.ndarray]] = []
        self._n = 0
        self._writer: pq.ParquetWriter | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                f"records folder '{folder}': {error.strerror}; choose another one."
            ) from error

    def read(self, table: Any, batch: int, n_lanes: int) -> dict[str, np.ndarray]:
        """Copy the games of a batch out of its table: columns of length n_lanes x players."""
        n = self.players

        def by_game(rows: np.ndarray) -> np.ndarray:
            return np.ascontiguousarray(rows[:n, :n_lanes].T).ravel()

        total = np.asarray(table["total"])
        lead = np.asarray(table["lead"])[N_ROUNDS]
        shared = np.asarray(table["n_lead"])[N_ROUNDS, 0]
        columns: dict[str, np.ndarray] = {
            "game": np.repeat(np.arange(batch * LANES, batch * LANES + n_lanes), n),
            "seat": np.tile(np.arange(n, dtype=np.int8), n_lanes),
        }
        before = np.zeros_like(total[0])
        for i, name in enumerate(("round_1", "round_2", "round_3", "desserts")):
            columns[name] = by_game(total[i] - before)
            before = total[i]
        columns["score"] = by_game(total[N_ROUNDS])
        columns["dessert_cards"] = by_game(np.asarray(table["desserts"]))
        columns["win"] = by_game(lead * (SHARE // np.maximum(shared.astype(np.int64), 1))) / SHARE
        for k, kind in enumerate(self.kinds):
            columns[f"points_{kind}"] = by_game(np.asarray(table["points"])[:, k])
            columns[f"taken_{kind}"] = by_game(np.asarray(table["copies"])[:, k])
        return columns

    def write(self, games: dict[str, np.ndarray]) -> None:
        """Take the next batch; write when a row group is full."""
        self._parts.append(games)
        self._n += len(games["game"])
        if self._n >= _ROWS_PER_GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._parts:
            return
        table = pa.table(
            {name: np.concatenate([part[name] for part in self._parts]) for name in self._parts[0]}
        )
        try:
            if self._writer is None:
                self._writer = pq.ParquetWriter(self._aside, table.schema, compression="zstd")
            self._writer.write_table(table)
        except OSError as error:
            self.drop()
            raise _failed(error) from error
        self._parts, self._n = [], 0

    def drop(self) -> None:
        """Forget everything, on disk too."""
        self._parts = []
        self._writer = None
        self._aside.unlink(missing_ok=True)

    def close(self) -> None:
        """Write what is left and put the file in its place."""
        self._flush()
        if self._writer is not None:
            try:
                self._writer.close()
                self._aside.replace(self.path)
            except OSError as error:
                self.drop()
                raise _failed(error) from error


def _failed(error: OSError) -> OutputError:
    """Say in one line why the records can not be written."""
    if error.errno == errno.ENOSPC or "No space left" in str(error):
        return OutputError("records: the disk is full; free some space or choose another place.")
    return OutputError(f"records: {error.strerror or error}; choose another place.")
