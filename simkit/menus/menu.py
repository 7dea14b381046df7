"""A menu: which cards are on the table, how many of each, what they score, and the rulings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simkit.menus.catalogue import card_ids, cards
from simkit.menus.rulings import Rulings

HAND_SIZES = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}
"""Cards in a hand, so turns in a round, by number of players (rule book, p. 4)."""

DESSERTS = {players: (5, 3, 2) if players <= 5 else (7, 5, 3) for players in HAND_SIZES}
"""Dessert cards that join the deck before rounds 1, 2 and 3 (rule book, p. 5)."""

MIN_PLAYERS, MAX_PLAYERS = min(HAND_SIZES), max(HAND_SIZES)

Points = int | tuple[int, ...] | Mapping[str, int | tuple[int, ...]]
"""What a kind scores: a number, a table by number of cards, or named numbers and tables."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A checked menu. Made by `simkit.menus.load` and `simkit.menus.build`.

    Parameters
    ----------
    name : str
        As printed or as written in the file.
    slug : str
        The name in lower case with hyphens.
    game : str
        Which rules: ``"party"``.
    kinds : tuple of str
        The kinds of cards in play, in catalogue order, nigiri included.
    rulings : Rulings
        Answers to the disputed questions of the rules.
    counts : mapping of str to int
        Copies of every card id in play.
    points : mapping of str to Points
        What every kind in play scores; kinds that score nothing themselves are left out.
    hand_size : int or None
        Cards in a hand, or None for the set-up table of the rule book.
    desserts : tuple of three int, or None
        Desserts that join the deck before each round, or None for the set-up table.
    house : bool
        Whether the rule book's structure and its bans by player count are lifted.
    source : str
        The file it was read from, ``"printed"``, or what the caller of `build` said.
    """

    name: str
    slug: str
    game: str
    kinds: tuple[str, ...]
    rulings: Rulings
    counts: Mapping[str, int]
    points: Mapping[str, Points]
    hand_size: int | None = None
    desserts: tuple[int, int, int] | None = None
    house: bool = False
    source: str = "printed"

    def copies(self, kind: str) -> int:
        """Return how many cards of a kind are in play."""
        return sum(self.counts[card] for card in card_ids(kind).values())

    def n_cards(self, *, dessert: bool) -> int:
        """Return how many cards are in play: the desserts, or all the others."""
        return sum(
            self.copies(kind)
            for kind in self.kinds
            if (cards()[kind].group == "dessert") is dessert
        )

    def hand_size_for(self, players: int) -> int:
        """Return the number of cards in each hand, which is the number of turns in a round."""
        return HAND_SIZES[players] if self.hand_size is None else self.hand_size

    def desserts_for(self, players: int) -> tuple[int, int, int]:
        """Return how many desserts join the deck before each of the three rounds."""
        if self.desserts is not None:
            return self.desserts
        return DESSERTS[players] if self.n_cards(dessert=True) else (0, 0, 0)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data, everything spelled out (for JSON)."""
        return {
            "name": self.name,
            "slug": self.slug,
            "game": self.game,
            "cards": list(self.kinds),
            "rulings": self.rulings.model_dump(mode="json"),
            "counts": dict(self.counts),
            "points": {kind: _plain(points) for kind, points in self.points.items()},
            "hand_size": self.hand_size,
            "desserts": None if self.desserts is None else list(self.desserts),
            "house": self.house,
            "source": self.source,
        }

    def to_toml(self) -> str:
        """Return a menu file that loads as this menu; what is as in the rule book is left out."""
        lines = [f"name = {_toml(self.name)}", f"game = {_toml(self.game)}"]
        lines.append(f"cards = {_toml(list(self.kinds))}")
        if "nigiri" not in self.kinds:
            lines.append("nigiri = false")
        counts, points = self._changed_counts(), self._changed_points()
        rulings = self.rulings.changed()
        if "uramaki" in counts:
            rulings.pop("uramaki_mix", None)  # the counts say it
        deal = {"hand_size": self.hand_size, "desserts": self.desserts}
        given = {name: value for name, value in deal.items() if value is not None}
        tables = {"rulings": rulings, "counts": counts, "points": points, "deal": given}
        for title, table in tables.items():
            if table:
                lines += ["", f"[{title}]"]
                lines += [f"{name} = {_toml(value)}" for name, value in table.items()]
        return "\n".join(lines) + "\n"

    def _changed_counts(self) -> dict[str, Any]:
        changed: dict[str, Any] = {}
        for kind in self.kinds:
            usual = {variant.slug: variant.n_copies for variant in cards()[kind].variants}
            here = {short: self.counts[card] for short, card in card_ids(kind).items()}
            if list(here.values()) == list(usual.values()):
                continue
            changed[kind] = here[kind] if list(here) == [kind] else here
        return changed

    def _changed_points(self) -> dict[str, Any]:
        return {
            kind: points
            for kind, points in self.points.items()
            if _plain(points) != _plain(cards()[kind].points)
        }


def _plain(value: Any) -> Any:
    """Return the value with lists for tuples and dicts for mappings, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def _toml(value: Any) -> str:
    """Return the value as TOML, which differs from JSON only in its tables."""
    if isinstance(value, Mapping):
        entries = (f"{json.dumps(key)} = {_toml(entry)}" for key, entry in value.items())
        return "{" + ", ".join(entries) + "}"
    return json.dumps(_plain(value), ensure_ascii=False)
