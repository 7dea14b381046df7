"""Playing cells, wherever that is: a job goes in, sums come out, and nothing else is needed or kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.course import Course
from analysis.estimate import Estimate
from analysis.gather import TUNED
from analysis.sweep.cells import Cell
from analysis.sweep.statistics import anytime_of, columns, estimate, needed, sums_of, swept
from simkit.errors import SimkitError
from simkit.experiment import Arm, play_range
from simkit.schema import LANES

FIRST_LOOK = 4 * LANES
_GROWTH = 1.25  # of the number of games between two looks


@dataclass(frozen=True, slots=True)
class Precision:
    """Until when a cell is played, if not for so many games.

    Attributes
    ----------
    measure : str
        Whose interval is to be narrow, as columns are called: ``score``, ``comeback_2``.
    half : float
        Half the width of its interval, which holds at any look; in the unit of the measure.
    most : int
        Games, at the most.
    """

    measure: str
    half: float
    most: int

    def reached(
        self, n: NDArray[np.int64], sums: dict[str, NDArray[np.int64]]
    ) -> NDArray[np.bool_]:
        """Return whether cells are known as well as that; `sums` by `statistics.needed`."""
        found = self.interval(n, sums)
        reach = np.maximum(found.high - found.value, found.value - found.low)
        return np.asarray((reach <= self.half) | (n >= self.most))

    def interval(self, n: NDArray[np.int64], sums: dict[str, NDArray[np.int64]]) -> Estimate:
        """Return the measure with an interval that holds at any look."""
        of, part = swept(self.measure)
        return anytime_of(of, estimate(of, part, n, sums), games=min(TUNED, self.most))


@dataclass(frozen=True, slots=True)
class Job:
    """Games of a cell that are to be played.

    Attributes
    ----------
    cell : Cell
    first : int
        Number of the first game: those before have been played.
    games : int or Precision
        Up to which game (not how many more), or up to which precision.
    sums : tuple of int
        Of the games before, by `statistics.columns`; only for a precision, and where there are some.
    """

    cell: Cell
    first: int
    games: int | Precision
    sums: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has become of a job.

    Attributes
    ----------
    key : str
        Of the cell.
    first, n_games : int
        The first game, and how many were played.
    sums : tuple of int
        Of these games, by `statistics.columns`.
    error : str
        Why the cell can not be played; empty if it was.
    """

    key: str
    first: int
    n_games: int
    sums: tuple[int, ...] = ()
    error: str = ""


def play(jobs: Sequence[Job]) -> list[Outcome]:
    """Play jobs one after another, on this thread; one that fails says why and harms no other."""
    return [_tried(job) for job in jobs]


def _tried(job: Job) -> Outcome:
    try:
        n, sums = _played(job)
    except SimkitError as error:
        return Outcome(job.cell.key, job.first, 0, error=" ".join(str(error).split()))
    except Exception as error:  # of a policy of the user's, or of ours: the other cells go on
        cause = " ".join(f"{type(error).__name__}: {error}".split())
        return Outcome(job.cell.key, job.first, 0, error=cause)
    return Outcome(job.cell.key, job.first, n, tuple(sums.tolist()))


def _played(job: Job) -> tuple[int, NDArray[np.int64]]:
    cell = job.cell
    menu = cell.menu()
    arm = Arm(menu, cell.players, cell.specs(), rotate=cell.rotate)
    total = np.zeros(len(columns()), np.int64)
    done = job.first
    for end in _ends(job):
        courses = play_range(
            arm,
            lambda games: Course.of(games, menu, cell.players),
            games=end - done,
            seed=cell.game_seed,
            first=done,
        )
        total = total + sums_of(courses)
        done = end
        if isinstance(job.games, Precision) and _is_enough(job, job.games, done, total):
            break
    return done - job.first, total


def _ends(job: Job) -> Iterator[int]:
    """Yield the numbers of games up to which a job is played, looking in between."""
    if not isinstance(job.games, Precision):
        yield job.games
        return
    look = FIRST_LOOK
    while look < job.games.most:
        if look > job.first:
            yield look
        look = -int(-look * _GROWTH // LANES) * LANES
    yield job.games.most


def _is_enough(job: Job, precision: Precision, n: int, sums: NDArray[np.int64]) -> bool:
    if job.sums:
        sums = sums + np.array(job.sums, np.int64)
    by_name = dict(zip(columns(), sums[:, None], strict=True))
    of, part = swept(precision.measure)
    some = {name: by_name[name] for name in needed(of, part)}
    return bool(precision.reached(np.array([n]), some)[0])
