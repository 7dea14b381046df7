"""The three games: how a menu becomes a rules record, and what plays it.

A game differs from another by fields of the rules record; kernels never ask which game it is. Dice have
kernels of their own (`simkit.dice`), which are loaded when they are first played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from simkit.menus import Menu


@dataclass(frozen=True, slots=True)
class Game:
    """One of the three games.

    Attributes
    ----------
    slug, name : str
        Its name in menu files, and on the box.
    core : str
        The module whose ``play_batches`` plays it.
    """

    slug: str
    name: str
    core: str

    def rules(self, menu: Menu, players: int) -> np.record:
        """Fill a rules record, its line-up apart.

        Parameters
        ----------
        menu : Menu
            A checked menu of the game.
        players : int
            As many as the menu allows; this is checked.

        Returns
        -------
        numpy record of dtype `simkit.schema.RULES`

        Raises
        ------
        MenuError
            The menu can not be played by so many, or a number of its points is too large for the core.
        """
        record: np.record = import_module(f"simkit.games.{self.slug}").rules(menu, players)
        return record

    def play_batches(self) -> Callable[..., Any]:
        """Return the compiled entry: see `simkit.play.play_batches`."""
        entry: Callable[..., Any] = import_module(self.core).play_batches
        return entry


GAMES = {
    game.slug: game
    for game in (
        Game("party", "Sushi Go Party!", "simkit.play"),
        Game("go", "Sushi Go!", "simkit.play"),
        Game("roll", "Sushi Roll", "simkit.dice.play"),
    )
}
