"""Line-ups: which policy sits where, read from names and put into a rules record."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.cards import CATALOGUES
from simkit.errors import PolicyError, nearest, toml_problem
from simkit.menus import Menu
from simkit.policies.policy import Policy
from simkit.policies.switch import POLICIES, code
from simkit.policies.uniform import RANDOM_LEGAL
from simkit.schema import OFFSET

_BY_NAME = {policy.name: policy for policy in POLICIES}
_TOKENS = ("menu", "chopsticks")  # of the dice game, by their codes
_BEST = 250  # worth of the first card of a preference list
_CARDS = {
    slug
    for kinds in CATALOGUES.values()
    for kind in kinds
    for slug in (kind.slug, *(variant.slug for variant in kind.variants))
}


@dataclass(frozen=True, slots=True)
class Player:
    """A policy with its data, as named on the command line (``greedy``, ``first:squid-first.toml``).

    Attributes
    ----------
    name : str
        As it was written.
    policy : Policy
        The way to play.
    preferences : tuple of str
        Card ids and kinds, best first (policies with a preference list only).
    """

    name: str
    policy: Policy
    preferences: tuple[str, ...] = ()


def player(spec: str | Player) -> Player:
    """Read a player: a policy's name, or ``first:`` with a list of cards or a TOML file (``prefer = [...]``).

    Raises
    ------
    PolicyError
        Unknown policy or card, or a preference file that can not be read.
    """
    if isinstance(spec, Player):
        return spec
    name, colon, data = spec.strip().partition(":")
    policy = _BY_NAME.get(name)
    if policy is None:
        raise PolicyError(
            f"policy '{name}' is unknown.{nearest(name, _BY_NAME)} Known: {', '.join(_BY_NAME)}."
        )
    if policy.preferences is None:
        if colon:
            raise PolicyError(f"policy '{spec}': {name} takes no list; write '{name}'.")
        return Player(name, policy)
    preferences = _preferences(data) if colon else tuple(policy.preferences)
    return Player(spec.strip(), policy, preferences)


def _preferences(data: str) -> tuple[str, ...]:
    if data.endswith(".toml"):
        try:
            text = Path(data).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PolicyError(f"preference file '{data}': {error}.") from error
        try:
            listed = tomllib.loads(text).get("prefer")
        except tomllib.TOMLDecodeError as error:
            raise PolicyError(f"preference file '{data}': {toml_problem(error, text)}.") from error
        if not isinstance(listed, list) or not all(isinstance(entry, str) for entry in listed):
            raise PolicyError(
                f'preference file \'{data}\': write prefer = ["nigiri-squid", "tempura", ...].'
            )
    else:
        listed = [entry.strip() for entry in data.split(",") if entry.strip()]
    if not listed:
        raise PolicyError(
            "policy 'first': the preference list is empty; name at least one card or kind."
        )
    for entry in listed:
        if entry not in _CARDS:
            raise PolicyError(f"policy 'first': card '{entry}' is unknown.{nearest(entry, _CARDS)}")
    return tuple(listed)


def lineup(specs: str | Player | Sequence[str | Player], players: int) -> tuple[Player, ...]:
    """Seat one policy everywhere, or one a seat.

    Raises
    ------
    PolicyError
        Unknown policy, or not one for each player.
    """
    if isinstance(specs, str | Player):
        return (player(specs),) * players
    seated = tuple(player(spec) for spec in specs)
    if len(seated) != players:
        raise PolicyError(f"{len(seated)} policies for {players} players: name one for each seat.")
    return seated


def seat(record: Any, menu: Menu, seated: Sequence[Player], *, ordered: bool) -> None:
    """Put a line-up into a rules record.

    ``ordered`` works off bonus actions strictly one after another (replays); the games stay the same.
    """
    record.any_valued = any(p.policy.valuation is not None for p in seated)
    record.any_free = any(
        p.policy.valuation is None and p.policy.code == RANDOM_LEGAL for p in seated
    )
    record.any_caller = bool(record.any_valued or record.any_free)
    needs_order = record.uramaki >= 0 or record.special_order >= 0 or record.any_free
    record.ordered = bool(ordered or needs_order)
    for p, seated_player in enumerate(seated):
        record.policy[p] = code(seated_player.policy)
        record.is_list[p] = seated_player.policy.preferences is not None
        if seated_player.policy.preferences is not None:
            _fill_preferences(record, menu, p, seated_player.preferences)
        elif seated_player.policy.valuation is not None:
            _fill_constants(record, menu, p, seated_player.policy)


def _rows(record: Any, menu: Menu, slug: str) -> list[int]:
    """Return the rows of a kind or card; none if it is not on the menu."""
    ids = menu.card_ids
    if slug in ids:
        return [ids.index(slug)]
    if slug in menu.kinds:
        k = menu.kinds.index(slug)
        return list(range(record.first[k], record.first[k] + record.n_variants[k]))
    return []


def _fill_preferences(record: Any, menu: Menu, p: int, preferences: Sequence[str]) -> None:
    """Rank the rows: named ones by their place in the list, all others behind in catalogue order."""
    order: list[int] = []
    for slug in preferences:
        order += [r for r in _rows(record, menu, slug) if r not in order]
    order += [r for r in range(record.n_rows) if r not in order]
    for rank, r in enumerate(order):
        record.value_of[p, r] = _BEST - rank
    for i, kind in enumerate(("chopsticks", "spoon")):
        rows = _rows(record, menu, kind)
        record.call_at[p, i] = max((int(record.value_of[p, r]) + 1 for r in rows), default=255)
    for i, kind in enumerate(_TOKENS):
        rows = _rows(record, menu, kind)
        record.token_at[p, i] = max((int(record.value_of[p, r]) for r in rows), default=0)


def _fill_constants(record: Any, menu: Menu, p: int, policy: Policy) -> None:
    constants = (policy.on_dice if menu.dice else policy.constants) or {}
    for slug, points in constants.items():
        for r in _rows(record, menu, slug):
            record.value_of[p, r] = int(OFFSET) + round(2 * points)
    for i, kind in enumerate(_TOKENS):
        record.token_at[p, i] = int(OFFSET) + round(2 * constants.get(kind, 0))
    record.call_at[p] = int(OFFSET) + round(2 * policy.call_at)
