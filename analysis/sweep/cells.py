"""Cells of a sweep: a menu, a number of players, a line-up; and what they are known by.

A cell is known by what decides its games and their numbers, and by nothing else: not by the menu's name, the plan it
stands in, or the machine. Two plans that ask for the same cell ask for the same games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.sweep.statistics import METRIC_VERSION
from simkit.batch import RULES_VERSION
from simkit.errors import PolicyError
from simkit.lineup_text import written
from simkit.menus import build
from simkit.menus.file import parse
from simkit.policies.user import is_file
from simkit.runner import MAX_SEED

if TYPE_CHECKING:
    from simkit.menus import Menu

_NAMELESS = "menu"


@dataclass(frozen=True, slots=True)
class Cell:
    """A menu, a number of players and a line-up, of a seed.

    Attributes
    ----------
    rules : str
        The menu as a menu file (TOML) without its name; what is as printed is left out.
    kinds : tuple of str
        Its kinds, in the order of the box.
    game : str
        ``"party"``, ``"go"`` or ``"roll"``.
    players : int
        2 to 8.
    policies : tuple of str
        One for all seats, or one for each. One that reads a file ends with ``@`` and the digest of the file.
    rotate : bool
        Whether the line-up moves round the seats.
    seed : int
        The sweep's.
    """

    rules: str
    kinds: tuple[str, ...]
    game: str
    players: int
    policies: tuple[str, ...]
    rotate: bool = False
    seed: int = 0

    @staticmethod
    def of(
        menu: Menu,
        players: int,
        policies: Sequence[str],
        *,
        rotate: bool = False,
        seed: int = 0,
    ) -> Cell:
        """Return the cell of a menu; what can not be played is found out when it is."""
        policies = tuple(identified(policy) for policy in policies)
        return Cell(nameless(menu), menu.kinds, menu.game, players, policies, rotate, seed)

    @property
    def key(self) -> str:
        """What the cell is known by: 32 hexadecimal digits."""
        versions = [RULES_VERSION, METRIC_VERSION]
        return _digest([versions, self.game_seed, self.policies, self.rotate])

    @property
    def game_seed(self) -> int:
        """The seed of its games, as `simkit simulate` and `simkit replay` take it.

        Each menu and number of players has games of its own, so that errors of cells are independent; line-ups
        of one menu share the deals.
        """
        return int(_digest([self.rules, self.players, self.seed])[:16], 16) & MAX_SEED

    @property
    def lineup(self) -> str:
        """The line-up in one string: ``weighted``, or ``a,b,c,d`` by seat."""
        return written(self.policies)

    def menu(self) -> Menu:
        """Return the menu, with a name that says nothing."""
        return build(parse(f'name = "{_NAMELESS}"\n{self.rules}', source=_NAMELESS), house=True)

    def specs(self) -> str | tuple[str, ...]:
        """Return the line-up as `simkit.Arm` takes it.

        Raises
        ------
        PolicyError
            A file is another one than when the cell was named.
        """
        specs = tuple(_checked(policy) for policy in self.policies)
        return specs[0] if len(specs) == 1 else specs


def nameless(menu: Menu) -> str:
    """Return a menu as a menu file without its name: what decides its games."""
    return menu.to_toml().split("\n", 1)[1]


def identified(policy: str) -> str:
    """Return a policy's name, with the digest of the file that it reads, if it reads one.

    Raises
    ------
    PolicyError
        The file can not be read.
    """
    path = _file(policy)
    return policy if path is None else f"{policy}@{_file_digest(path)}"


def _checked(policy: str) -> str:
    spec, at, digest = policy.rpartition("@")
    if not at:
        return policy
    path = _file(spec)
    if path is None or _file_digest(path) != digest:
        raise PolicyError(
            f"policy '{spec}': the file is not what it was when the sweep began; start the sweep again."
        )
    return spec


def _file(policy: str) -> Path | None:
    """Return the file that a policy reads: ``mine.py``, ``mine.py:function``, ``weighted:mine.toml``."""
    name, _, data = policy.split("+")[0].strip().partition(":")
    if is_file(name):
        return Path(name)
    return Path(data) if data.endswith(".toml") or (data and Path(data).is_file()) else None


def _file_digest(path: Path) -> str:
    try:
        return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    except OSError as error:
        raise PolicyError(f"policy file {path}: cannot be read: {error.strerror}.") from None


def _digest(content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
