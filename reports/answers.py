"""What a report is made of: the tables of an analysis and its manifest, from a folder or from a run.

Nothing else of a run is needed, so a report of files is the same as one of games just played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from reports.folder import COMPARISON, menus_of, read
from simkit.menus import Menu

if TYPE_CHECKING:
    from analysis.answers import Analysis
    from analysis.comparison import Comparison


@dataclass(frozen=True)
class Answers:
    """The tables of an analysis, or of a comparison of menus.

    Attributes
    ----------
    frames : mapping of str to polars.DataFrame
        By name; see `analysis.columns`.
    manifest : mapping
        What was played: see `analysis.answers.Analysis.manifest`, `analysis.comparison.Comparison.manifest`.
    """

    frames: Mapping[str, pl.DataFrame]
    manifest: Mapping[str, Any]

    @staticmethod
    def of(found: Analysis | Comparison) -> Answers:
        """Return the answers of games just played."""
        return Answers(found.frames, found.manifest())

    @staticmethod
    def read(folder: str | Path) -> Answers:
        """Return the answers that `simkit analyze --out` or `simkit compare --out` wrote.

        Raises
        ------
        InputError, MenuError
            The folder holds neither, or something in it is missing or not what it should be.
        """
        return Answers(*read(Path(folder)))

    @property
    def menu(self) -> Menu:
        """The menu, as it was played; of a comparison the baseline."""
        return self.menus[0]

    @cached_property
    def menus(self) -> tuple[Menu, ...]:
        """All menus that were played; of an analysis one."""
        return menus_of(self.manifest)

    @property
    def is_comparison(self) -> bool:
        """Whether menus are compared."""
        return bool(self.manifest["schema"] == COMPARISON)

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players."""
        return tuple(self.manifest["players"])

    @property
    def policies(self) -> tuple[str, ...]:
        """The panel, from beginner to expert."""
        return tuple(self.manifest["policies"])

    @property
    def seed(self) -> int:
        """The seed of all games."""
        return int(self.manifest["seed"])

    def values(self, what: str) -> tuple[Any, ...]:
        """Return what there may be a chart for each of: ``players``, ``policy``, or a ``menu`` that is compared."""
        if what == "menu":
            return tuple(self.manifest["names"][1:]) if self.is_comparison else ()
        return {"players": self.players, "policy": self.policies}[what]

    def has(self, name: str) -> bool:
        """Whether there is such a table, and anything in it."""
        return len(self.table(name)) > 0

    def table(
        self, name: str, *, players: int | None = None, policy: str | None = None
    ) -> pl.DataFrame:
        """Return a table, or its rows of one number of players or one policy; empty if there is none."""
        found = self.frames.get(name, pl.DataFrame())
        for column, value in (("players", players), ("policy", policy)):
            if value is not None and len(found):
                found = found.filter(pl.col(column) == value)
        return found
