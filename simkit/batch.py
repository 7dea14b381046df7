"""The result of a simulation: exact tallies and where they come from."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit._version import __version__
from simkit.menus import Menu
from simkit.schema import TALLY, TALLY_SHAPES

RULES_VERSION = 2
"""Raised with every change that alters seeded results; CHANGELOG says "Results change"."""


def new_tally() -> np.record:
    """Return a tally of no games."""
    record: np.record = np.zeros(1, TALLY).view(np.recarray)[0]
    return record


def versions(simkit: str) -> dict[str, str]:
    """Return the versions of what a result depends on."""
    return {
        "simkit": simkit,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": version("numba"),
    }


def add_tally(total: np.record, part: np.record) -> None:
    """Add a tally to another: exact, in any order."""
    for name in TALLY_SHAPES:
        total[name] += part[name]


@dataclass(frozen=True, slots=True)
class Batch:
    """Simulated games of one menu, player count and line-up.

    Attributes
    ----------
    menu : Menu
        What was played.
    players : int
        2 to 8.
    lineup : tuple of str
        Policies as they were named, by entry of the line-up.
    rotate : bool
        Whether the line-up moved round the seats. In rotation j, seat s is taken by entry
        ``(s - j) % players``.
    seed : int
        With the number of a game it decides the game.
    n_games, n_requested : int
        Games played and asked for; fewer were played only if the run was interrupted.
    tallies : tuple of numpy record, dtype `simkit.schema.TALLY`
        Exact counts; one, or one a rotation.
    blocks : array (blocks, rotations) of `simkit.blocks.block_type`
        The same counts by block of games, cut to what is in play: blocks add up to the tallies.
    version, rules_version : str, int
        Of simkit, and of the rules as they are implemented.
    seconds : float
        Time taken (not part of the result's identity).
    interrupted : bool
        Whether the run was stopped before all games were played.
    """

    menu: Menu
    players: int
    lineup: tuple[str, ...]
    rotate: bool
    seed: int
    n_games: int
    n_requested: int
    tallies: tuple[np.record, ...]
    blocks: NDArray[np.void]
    version: str = __version__
    rules_version: int = RULES_VERSION
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of cards in play: the names of the axis of kinds."""
        return self.menu.kinds

    @property
    def cards(self) -> list[str]:
        """Card ids in play: the names of the axis of rows."""
        return list(self.menu.card_ids)

    @property
    def n_seats(self) -> int:
        """Number of seats: the players, and the dummy where there is one."""
        return self.menu.seats_for(self.players)

    def total(self) -> np.record:
        """Return all rotations added up, by seat."""
        total = new_tally()
        for tally in self.tallies:
            add_tally(total, tally)
        return total

    def manifest(self) -> dict[str, Any]:
        """Return what is needed to play the same games again, as plain data without times."""
        return {
            "schema": "simkit/manifest/1",
            "game": self.menu.game,
            "menu": self.menu.to_dict(),
            "players": self.players,
            "lineup": list(self.lineup),
            "rotate": self.rotate,
            "seed": self.seed,
            "games": self.n_games,
            "games_requested": self.n_requested,
            "interrupted": self.interrupted,
            "rules_version": self.rules_version,
            "versions": versions(self.version),
        }

    def __str__(self) -> str:
        total = self.total()
        n = self.n_seats
        scores = " ".join(f"{x / max(self.n_games, 1):.2f}" for x in total.score[3, :n])
        return (
            f"{self.menu.name}, {self.players} players, {self.n_games:,} games of "
            f"{', '.join(dict.fromkeys(self.lineup))}, "
            f"seed {self.seed}: mean score by seat {scores}"
        )
