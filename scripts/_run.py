"""What a run's folder holds: tables as Parquet, the exact sums, the manifest."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts._output import MANIFEST, write_file

if TYPE_CHECKING:
    import polars as pl

    from analysis.answers import Analysis
    from analysis.comparison import Comparison
    from analysis.until import Stop
    from reports.answers import Answers
    from simkit.batch import Batch
    from simkit.contest_result import Contest


CHART = "ratings.png"


def write_run(folder: Path, batch: Batch, stop: Stop | None = None) -> None:
    """Write a batch into a folder; with `stop`, one that was played up to a target.

    The same run gives the same bytes: there are no times in it.
    """
    from analysis import sums, tables

    frames = {**tables(batch, tuned=stop.tuned if stop else None), "sums": sums(batch)}
    write_tables(folder, frames, {**batch.manifest(), **(stop.manifest() if stop else {})})


def write_contest(
    folder: Path, contest: Contest, tables: Mapping[str, pl.DataFrame], *, anchor: str | None
) -> None:
    """Write a tournament into a folder; a chart of the ratings only if there are any.

    The same run gives the same bytes: there are no times in it.
    """
    from reports.ratings_chart import ratings_chart

    chart = ratings_chart(contest, tables["players"])
    if chart is not None:
        (folder / CHART).write_bytes(chart)
    write_tables(folder, tables, {**contest.manifest(), "anchor": anchor})


def write_analysis(folder: Path, found: Analysis) -> None:
    """Write an analysis into a folder.

    The same run gives the same bytes, unless its time was limited: there are no times in it.
    """
    write_tables(folder, found.frames, found.manifest())


def write_answers(folder: Path, answers: Answers) -> None:
    """Write what a report is made of beside it."""
    write_tables(folder, answers.frames, dict(answers.manifest))


def write_comparison(folder: Path, found: Comparison) -> None:
    """Write a comparison into a folder.

    The same run gives the same bytes, unless its time was limited: there are no times in it.
    """
    write_tables(folder, found.frames, found.manifest())


def write_tables(
    folder: Path, frames: Mapping[str, pl.DataFrame], manifest: dict[str, Any]
) -> None:
    """Write tables and the manifest, which names them."""
    for name, frame in frames.items():
        _write_parquet(folder / f"{name}.parquet", frame)
    manifest = {**manifest, "tables": sorted(frames)}
    write_file(folder / MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def _write_parquet(path: Path, frame: pl.DataFrame) -> None:
    """Write a table; Python does the writing, whose errors name their cause (a full disk)."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    path.write_bytes(buffer.getvalue())
