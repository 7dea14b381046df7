"""How fast the core plays: CPU time a game, minimum and median of many short runs."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simkit.batch import new_tally
from simkit.errors import InputError, SimkitError
from simkit.games import GAMES
from simkit.menus import legal_players, load, printed
from simkit.policies.search import new_table
from simkit.runner import check_whole, prepare
from simkit.schema import LANES

LIMIT_MENU = "party/sushi-go"
"""The one menu that the C program plays."""
_LIMIT_POLICY = {"random": "exch", "greedy": "greedy"}


@dataclass(frozen=True, slots=True)
class Speed:
    """One row of the table.

    Attributes
    ----------
    menu, players, policy : str, int, str
        What was played, full statistics kept.
    ns_per_game_min, ns_per_game_median : float
        CPU nanoseconds of one thread.
    games_per_second : float
        From the minimum.
    limit_ratio : float or None
        Our minimum by the C program's, where it was run and plays the same.
    """

    menu: str
    players: int
    policy: str
    ns_per_game_min: float
    ns_per_game_median: float
    games_per_second: float
    limit_ratio: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        return asdict(self)


class _Player:
    """One thing to measure: plays batches on a table of its own."""

    def __init__(self, menu: str, players: int, policy: str) -> None:
        loaded, _, self.rules = prepare(menu, players, policy, house=False)
        self.play_batches = GAMES[loaded.game].play_batches()
        self.table = new_table(self.rules)
        self.table.lane = -1
        self.tally = new_tally()

    def run(self, n_batches: int) -> float:
        """Return CPU nanoseconds a game."""
        start = time.thread_time_ns()
        self.play_batches(self.rules, self.table, self.tally, 1, 0, 1, n_batches, LANES)
        return (time.thread_time_ns() - start) / (n_batches * LANES)


class _Limit:
    """The C program that sets the limit; built in a copy if PATH is its folder."""

    def __init__(self, path: Path) -> None:
        self._folder = None
        program = path
        if path.is_dir():
            self._folder = tempfile.TemporaryDirectory()
            copy = Path(self._folder.name) / "limit"
            shutil.copytree(path, copy, copy_function=shutil.copyfile)
            copy.chmod(0o755)
            try:
                subprocess.run(["make", "simd"], cwd=copy, check=True, capture_output=True)
            except (OSError, subprocess.CalledProcessError) as error:
                raise SimkitError(f"limit '{path}': 'make simd' failed there ({error}).") from error
            program = copy / "simd"
        if not program.is_file():
            raise InputError(
                f"limit '{path}': no such program; give the folder with the C sources, or simd itself."
            )
        self.program = program.resolve()

    def run(self, players: int, policy: str) -> float:
        """Return CPU nanoseconds a game, the minimum of the program's own repeats."""
        command = [str(self.program), _LIMIT_POLICY[policy], str(players), "1", "16384", "20"]
        try:
            done = subprocess.run(command, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise SimkitError(f"limit '{self.program}': it does not run here ({error}).") from error
        found = re.search(r"min ([\d.]+)", done.stdout)
        if found is None:
            raise SimkitError(f"limit '{self.program}': it printed no 'min ... ns/game'.")
        return float(found.group(1))


def bench(
    menus: Sequence[str] | None = None,
    *,
    players: Sequence[int] = (2, 4, 8),
    policies: Sequence[str] = ("random", "greedy"),
    repeats: int = 15,
    milliseconds: int = 30,
    limit: Path | None = None,
) -> Iterator[Speed]:
    """Measure, row by row.

    Parameters
    ----------
    menus : sequence of str, optional
        Default: the eight printed menus of Party, Sushi Go! and Sushi Roll.
    players, policies : sequences
        Combinations that a menu does not allow are left out.
    repeats, milliseconds : int
        Runs of each row, and how long one takes.
    limit : path, optional
        The C program of the speed limit, run in turn with ours.

    Yields
    ------
    Speed
    """
    check_whole("repeats", repeats, 1, 1000)
    check_whole("milliseconds", milliseconds, 1, 10_000)
    program = None if limit is None else _Limit(limit)
    for name in menus or [*(f"party/{menu.slug}" for menu in printed()), "go", "roll"]:
        menu = load(name)
        for n in players:
            if n not in legal_players(menu):
                continue
            for policy in policies:
                ours = _Player(name, n, policy)
                ours.run(1)
                once = ours.run(4)
                n_batches = max(1, round(milliseconds * 1e6 / (once * LANES)))
                compared = program is not None and name == LIMIT_MENU and policy in _LIMIT_POLICY
                theirs: list[float] = []
                runs: list[float] = []
                for i in range(repeats):
                    runs.append(ours.run(n_batches))
                    if compared and program is not None and i % 5 == 0:
                        theirs.append(program.run(n, policy))
                best = min(runs)
                ratio = best / min(theirs) if theirs else None
                yield Speed(name, n, policy, best, statistics.median(runs), 1e9 / best, ratio)
