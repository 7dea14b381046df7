"""The result of a tournament: exact sums by block and where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simkit._version import __version__
from simkit.batch import RULES_VERSION, versions
from simkit.contest_lineups import LineUp
from simkit.contest_standings import Standings
from simkit.menus import Menu


@dataclass(frozen=True, slots=True)
class Contest:
    """Games of many line-ups of the same players.

    Attributes
    ----------
    menu : Menu
        What was played.
    players : int
        At a table, 2 to 8.
    entered : tuple of str
        Policies as they were named.
    against : str or None
        The player against which alone the others played.
    line_ups : tuple of tuple of int
        Numbers of the players entered.
    n_line_ups : int
        How many line-ups there are; more than were played if those are a sample.
    seed : int
        Decides deals, line-ups and seats.
    deals : int
        Deals of a line-up in a block; it plays each of them in all rotations of its seats.
    n_requested : int
        Games asked for. They are rounded up to whole blocks.
    n_planned : int
        Games of all blocks; fewer were played only if the run was interrupted.
    units : tuple of Standings
        Sums over one or more blocks each, independent of each other.
    version, rules_version : str, int
        Of simkit, and of the rules as they are implemented.
    seconds : float
        Time taken (not part of the result's identity).
    interrupted : bool
        Whether the run was stopped before all blocks were played.
    """

    menu: Menu
    players: int
    entered: tuple[str, ...]
    against: str | None
    line_ups: tuple[LineUp, ...]
    n_line_ups: int
    seed: int
    deals: int
    n_requested: int
    n_planned: int
    units: tuple[Standings, ...]
    version: str = __version__
    rules_version: int = RULES_VERSION
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def n_blocks(self) -> int:
        """Number of blocks played."""
        return sum(unit.n_blocks for unit in self.units)

    @property
    def n_games(self) -> int:
        """Number of games played."""
        return self.n_deals * self.players

    @property
    def n_deals(self) -> int:
        """Number of deals played, each in all rotations of a line-up."""
        return self.n_blocks * self.deals * len(self.line_ups)

    @property
    def n_seats(self) -> int:
        """Number of seats: the players, and the dummy where there is one."""
        return self.menu.seats_for(self.players)

    def manifest(self) -> dict[str, Any]:
        """Return what is needed to play the same games again, as plain data without times."""
        return {
            "schema": "simkit/tournament-manifest/1",
            "game": self.menu.game,
            "menu": self.menu.to_dict(),
            "players": self.players,
            "entered": list(self.entered),
            "against": self.against,
            "line_ups": len(self.line_ups),
            "line_ups_possible": self.n_line_ups,
            "blocks": self.n_blocks,
            "deals": self.n_deals,
            "seed": self.seed,
            "games": self.n_games,
            "games_requested": self.n_requested,
            "interrupted": self.interrupted,
            "rules_version": self.rules_version,
            "versions": versions(self.version),
        }

    def __str__(self) -> str:
        return (
            f"{self.menu.name}, {self.players} players, {self.n_games:,} games of "
            f"{len(self.line_ups):,} line-ups of {', '.join(self.entered)}, seed {self.seed}"
        )
