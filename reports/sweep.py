"""What a run of a sweep has come to: on a terminal, and as a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.sweep.cells import Cell
    from analysis.sweep.engine import Progress, Swept
    from analysis.sweep.reached import Reached

NAME = "simkit/sweep/1"
ESTIMATE = "simkit/sweep-estimate/1"
MERGED = "simkit/merge/1"

_CAUSES = 5  # that are shown
_UNITS = {"points": "points", "share": "points of 100"}
_PARTS = {"share": 100}
_ENDED = {"time": "Time is over", "stopped": "Stopped"}


def lines(swept: Swept, reached: Reached | None, store: str, digest: str) -> Iterator[str]:
    """Yield what is said of a run, line by line.

    Parameters
    ----------
    swept : Swept
    reached : Reached or None
        How well cells are known.
    store, digest : str
        Where they are kept, and the hash of that.
    """
    yield (
        f"{swept.done:,} of {number(swept.cells, 'cell')} done ({swept.decided:,} before); "
        f"{number(swept.games, 'game')} played in {duration(swept.seconds)}."
    )
    if swept.left_out:
        yield (
            f"Left out: {number(swept.left_out, 'pair')} of a menu and a number of players, banned by the rule book or "
            "without enough cards."
        )
    if reached is not None:
        unit, parts = _UNITS.get(reached.unit, ""), _PARTS.get(reached.unit, 1)
        yield (
            f"Precision of {reached.measure}: half of the cells ± {parts * reached.median:.2g} {unit}".rstrip()
            + f" or better, the worst ± {parts * reached.worst:.2g} (95 %)."
        )
    if swept.causes:
        yield f"Failed, to be tried again by the next run: {number(swept.failed, 'cell')}."
        for key, cause in list(swept.causes.items())[:_CAUSES]:
            yield f"  {_named(swept.cell[key])}: {cause}"
        if swept.failed > _CAUSES:
            yield f"  ... and {swept.failed - _CAUSES:,} more: see failures.json in the store."
    if swept.open:
        yield (
            f"{_ENDED[swept.ended]}: {number(swept.open, 'cell')} still open; the same command goes on."
        )
    yield f"Store {store}, digest {digest}."
    yield f'Read it: polars.read_parquet("{store}/cells/*.parquet"), or analysis.sweep.store.estimates.'


def document(swept: Swept, reached: Reached | None, store: str, digest: str) -> dict[str, Any]:
    """Return the same as plain data."""
    counts = ("cells", "decided", "done", "failed", "open", "left_out", "games", "ended")
    failures = [
        {
            "key": key,
            "game": swept.cell[key].game,
            "cards": list(swept.cell[key].kinds),
            "players": swept.cell[key].players,
            "lineup": swept.cell[key].lineup,
            "cause": cause,
        }
        for key, cause in swept.causes.items()
    ]
    return {
        "store": store,
        "digest": digest,
        **{name: getattr(swept, name) for name in counts},
        "seconds": round(swept.seconds, 1),
        "precision": None if reached is None else asdict(reached),
        "failures": failures,
    }


def progress_line(progress: Progress) -> str:
    """Return how far a sweep is, on one line."""
    found = f"{progress.done:,} of {progress.cells:,} cells ({progress.decided:,} before)"
    if progress.failed:
        found += f", {progress.failed:,} failed"
    speed = progress.games / progress.seconds if progress.seconds else 0.0
    found += f", {speed:,.0f} games/s"
    if progress.left == progress.left:
        found += f", about {duration(progress.left)} left"
    return found


def number(n: int, what: str) -> str:
    """Return a number of things: ``1 cell``, ``2,000 games``."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    if seconds < 99.5 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def _named(cell: Cell) -> str:
    kinds = " ".join(kind for kind in cell.kinds if kind != "nigiri")
    return f"{cell.game} ({kinds}), {cell.players} players, {cell.lineup}"
