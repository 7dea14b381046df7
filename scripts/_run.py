"""What a run's folder holds: tables as Parquet, the exact sums, the manifest."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from scripts._output import MANIFEST, write_file

if TYPE_CHECKING:
    import polars as pl

    from simkit.batch import Batch


def write_run(folder: Path, batch: Batch) -> None:
    """Write a batch into a folder.

    The same run gives the same bytes: there are no times in it.
    """
    from analysis import sums, tables

    frames = {**tables(batch), "sums": sums(batch)}
    for name, frame in frames.items():
        _write_parquet(folder / f"{name}.parquet", frame)
    manifest = {**batch.manifest(), "tables": sorted(frames)}
    write_file(folder / MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def _write_parquet(path: Path, frame: pl.DataFrame) -> None:
    """Write a table; Python does the writing, whose errors name their cause (a full disk)."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    path.write_bytes(buffer.getvalue())
