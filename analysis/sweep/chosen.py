"""Which menus a plan is about: named, drawn from those that the rule book allows, or a card away from one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from analysis.atlas.neighbours import replacements, swapped
from analysis.sweep.forms import MenusTable, PlanFile
from simkit.errors import InputError, MenuError
from simkit.menus import Menu, build, legal, load
from simkit.menus.catalogue import cards
from simkit.menus.check import check_players
from simkit.menus.file import parse
from simkit.menus.rulings import RULINGS

_OVERLAYS = ("rulings", "counts", "points")
_DRAWN = "drawn menu"


class Choice:
    """The menus of a plan with the numbers of players, one after another.

    Parameters
    ----------
    plan : PlanFile
    folder : Path
        Where paths of menu files begin.
    where : str
        The plan; it begins every message.

    Attributes
    ----------
    left_out : int
        Pairs of a menu and a number of players so far that can not be played: banned, or too few cards.
    """

    def __init__(self, plan: PlanFile, folder: Path, where: str) -> None:
        self._plan, self._folder, self._where = plan, folder, where
        self._unused = {(table, name) for table in _OVERLAYS for name in getattr(plan, table)}
        self.left_out = 0

    def __iter__(self) -> Iterator[tuple[Menu, tuple[int, ...]]]:
        """Yield menus; the same one may come twice.

        Raises
        ------
        MenuError, InputError
            A menu can not be had, or nothing is left.
        """
        table, players = self._plan.menus, self._plan.players
        if not (table.named or table.neighbours or _draws(table)):
            raise self._problem(
                "names no menus; say `named`, `legal = true`, `pattern`, `sample` or `neighbours` in [menus]"
            )
        for name in table.named:
            menu = self._changed(self._load(name), name)
            yield menu, self._playable(menu, players, is_asked=True)
        for name in table.neighbours:
            menu = self._load(name)
            if menu.game != "party":
                raise self._problem(
                    f"menus.neighbours = '{name}': only menus of Party have neighbours; take it out"
                )
            menu = self._changed(menu, name)
            yield menu, self._playable(menu, players, is_asked=True)
            for other in self._neighbours(menu):
                yield other, self._playable(other, players)
        if _draws(table):
            for kinds, counts in self._drawn().items():
                menu = self._built({"name": _DRAWN, "cards": kinds})
                yield menu, self._playable(menu, counts)
        if self._unused:
            of, entry = min(self._unused)
            raise self._problem(f"{of}.{entry}: no menu of the plan has it; take the line out")

    def _load(self, name: str) -> Menu:
        spec: str | Path = name
        if name.endswith(".toml"):
            spec = self._folder / name
        try:
            return load(spec, house=self._plan.house)
        except MenuError as error:
            raise MenuError(f"{self._where}: {error}") from None

    def _changed(self, menu: Menu, name: str) -> Menu:
        """Return a menu with what the plan lays over all of them."""
        if not any(getattr(self._plan, table) for table in _OVERLAYS):
            return menu
        return self._built(parse(menu.to_toml(), source=name), house=menu.house)

    def _built(self, data: dict[str, Any], *, house: bool = False) -> Menu:
        game = data.get("game", "party")
        mine = set(data.get("cards", cards(game))) | {"nigiri"}
        for table in _OVERLAYS:
            known = RULINGS[game].model_fields if table == "rulings" else mine
            over = {
                name: value for name, value in getattr(self._plan, table).items() if name in known
            }
            if over:
                self._unused -= {(table, name) for name in over}
                data = {**data, table: _laid(data.get(table, {}), over)}
        return build(data, house=house, source=self._where)

    def _neighbours(self, menu: Menu) -> Iterator[Menu]:
        """Yield the menus in which one card is another of its group."""
        for kind, other in replacements(menu):
            yield self._built(swapped(menu, [kind], [other]), house=menu.house)

    def _drawn(self) -> dict[tuple[str, ...], tuple[int, ...]]:
        """Return the legal menus that are asked for, with the numbers of players that may play them."""
        table = self._plan.menus
        include = set(table.pattern.include) if table.pattern else set()
        exclude = set(table.pattern.exclude) if table.pattern else set()
        found: dict[tuple[str, ...], tuple[int, ...]] = {}
        for players in self._plan.players:
            for kinds in legal(players):
                if include.issubset(kinds) and exclude.isdisjoint(kinds):
                    found[kinds] = (*found.get(kinds, ()), players)
        if not found:
            raise self._problem("menus.pattern: no legal menu is like that; ask for fewer cards")
        sample = table.sample
        if sample is None:
            return found
        if sample.n > len(found):
            raise self._problem(
                f"menus.sample.n = {sample.n}: there are {len(found):,} such menus; ask for 1 to {len(found)}"
            )
        order = sorted(found, key=lambda kinds: _lot(sample.seed, kinds))
        return {kinds: found[kinds] for kinds in order[: sample.n]}

    def _playable(
        self, menu: Menu, players: tuple[int, ...], *, is_asked: bool = False
    ) -> tuple[int, ...]:
        """Return the numbers of players that can play it; the others count as left out."""
        kept = tuple(n for n in players if _can_play(menu, n))
        if is_asked:
            self.left_out += len(players) - len(kept)
        return kept

    def _problem(self, text: str) -> InputError:
        return InputError(f"{self._where}: {text}.")


def _draws(table: MenusTable) -> bool:
    return table.legal or table.pattern is not None or table.sample is not None


def _lot(seed: int, kinds: tuple[str, ...]) -> bytes:
    """Return by what a sample is drawn: those with the lowest lots are in it."""
    return hashlib.blake2b(f"{seed} {' '.join(kinds)}".encode(), digest_size=16).digest()


def _laid(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with another laid over it; of entries that are tables, too."""
    found = dict(under)
    for name, value in over.items():
        below = found.get(name)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            value = {**below, **value}
        found[name] = value
    return found


def _can_play(menu: Menu, players: int) -> bool:
    try:
        check_players(menu, players)
    except MenuError:
        return False
    return True
