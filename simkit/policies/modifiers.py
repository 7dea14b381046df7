"""Modifiers: what follows a policy's name after a plus sign, such as ``+noise=0.1`` or ``+forbid=tempura``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.cards import CATALOGUES
from simkit.errors import PolicyError, nearest
from simkit.policies.policy import Policy, rows_of
from simkit.policies.uniform import RANDOM
from simkit.schema import FORBIDDEN, FORCED

if TYPE_CHECKING:
    from simkit.menus import Menu

MAX_ROLLOUTS = 65_536
STYLE_POINTS = 2
"""What a style adds to the worth of its kinds; in a list their places count so many points."""
_SHARES = 1 << 16
_LEAST_CALL = 3  # above the worth of what is forbidden, and of all cards in a noisy turn


@dataclass(frozen=True, slots=True)
class Style:
    """A taste: kinds that count for more than they bring.

    Attributes
    ----------
    name, summary : str
        Its name, and what it does in a sentence.
    kinds : tuple of str
        Whose worth is raised.
    """

    name: str
    summary: str
    kinds: tuple[str, ...]


STYLES = (
    Style(
        "collector",
        "likes what scores in sets",
        ("tempura", "sashimi", "dumpling", "eel", "tofu", "onigiri", "tea"),
    ),
    Style(
        "majority-hunter",
        "likes what is compared with others: rolls, puddings, colours",
        ("maki", "temaki", "uramaki", "pudding", "soy-sauce"),
    ),
    Style(
        "dessert-hoarder",
        "likes what scores at the end of the game",
        ("pudding", "green-tea-ice-cream", "fruit"),
    ),
)
_STYLES = {name: style for style in STYLES for name in (style.name, style.name.partition("-")[0])}

MODIFIERS = {
    "noise": (
        "E",
        "plays as random does in a share E of its turns, from 0 to 1",
        "noise=0.1",
    ),
    "forbid": ("CARD", "takes this card or kind only if nothing else is there", "forbid=tempura"),
    "force": ("CARD", "takes this card or kind whenever it is there", "force=pudding"),
    "style": (
        "STYLE",
        f"adds {STYLE_POINTS} points to the worth of some kinds: "
        + ", ".join(style.name for style in STYLES),
        "style=collector",
    ),
    "rollouts": (
        "N",
        f"plays N games ahead for a decision, from 1 to {MAX_ROLLOUTS:,}; of policies that search",
        "rollouts=512",
    ),
}
"""Every modifier: what stands for its value, what it does, an example."""

_IDS = {
    slug: frozenset(variant.slug for variant in kind.variants) if slug == kind.slug else {slug}
    for kinds in CATALOGUES.values()
    for kind in kinds
    for slug in (*(variant.slug for variant in kind.variants), kind.slug)
}
"""Cards and kinds of all games, with the cards they name."""


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What is changed in the way a policy plays.

    Attributes
    ----------
    noise : float
        Share of turns in which it plays as ``random`` does.
    forbid, force : tuple of str
        Cards and kinds that are taken only if nothing else is there, or whenever they are there.
    style : str or None
        Name of one of `STYLES`.
    rollouts : int or None
        Games played ahead for a decision; None: as the policy does.
    """

    noise: float = 0.0
    forbid: tuple[str, ...] = ()
    force: tuple[str, ...] = ()
    style: str | None = None
    rollouts: int | None = None


def read_modifiers(parts: Sequence[str], spec: str, policy: Policy) -> Modifiers:
    """Read modifiers as they were written, each ``name=value``.

    Raises
    ------
    PolicyError
        An unknown modifier, card or style; a value out of range; one that does not fit the policy.
    """
    where = f"policy '{spec}'"
    values: dict[str, list[str]] = {name: [] for name in MODIFIERS}
    for part in parts:
        name, _, value = (text.strip() for text in part.partition("="))
        if not name:
            raise PolicyError(
                f"{where}: a modifier is missing after '+'; no other '+' may stand in a policy."
            )
        if name not in MODIFIERS:
            known = ", ".join(MODIFIERS)
            raise PolicyError(
                f"{where}: modifier '{name}' is unknown.{nearest(name, MODIFIERS)} Known: {known}."
            )
        if not value:
            raise PolicyError(f"{where}: {name} needs a value: write {MODIFIERS[name][2]}.")
        values[name].append(value)
    for name in ("noise", "style", "rollouts"):
        if len(values[name]) > 1:
            raise PolicyError(f"{where}: {name} is given {len(values[name])} times; once will do.")
    read = Modifiers(
        noise=_noise(where, values["noise"]),
        forbid=_cards(where, values["forbid"]),
        force=_cards(where, values["force"]),
        style=_style(where, values["style"], policy),
        rollouts=_rollouts(where, values["rollouts"], policy),
    )
    both = _named(read.forbid) & _named(read.force)
    if both:
        raise PolicyError(f"{where}: {min(both)} is both forbidden and forced; take one away.")
    return read


def _noise(where: str, values: list[str]) -> float:
    for value in values:
        try:
            share = float(value)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise PolicyError(f"{where}: noise = {value}: must be a number from 0 to 1.")
        return share
    return 0.0


def _cards(where: str, values: list[str]) -> tuple[str, ...]:
    for value in values:
        if value not in _IDS:
            raise PolicyError(f"{where}: card '{value}' is unknown.{nearest(value, _IDS)}")
    return tuple(dict.fromkeys(values))


def _named(slugs: Iterable[str]) -> set[str]:
    """Return all cards that are named, as cards or as kinds."""
    return {card for slug in slugs for card in _IDS[slug]}


def _style(where: str, values: list[str], policy: Policy) -> str | None:
    for value in values:
        if value not in _STYLES:
            known = ", ".join(style.name for style in STYLES)
            raise PolicyError(
                f"{where}: style '{value}' is unknown.{nearest(value, _STYLES)} Known: {known}."
            )
        if policy.valuation is None:
            raise PolicyError(
                f"{where}: {policy.name} draws and puts no worth on cards, so a style can not change it."
            )
        return _STYLES[value].name
    return None


def _rollouts(where: str, values: list[str], policy: Policy) -> int | None:
    for value in values:
        number = int(value) if value.isascii() and value.isdigit() else 0
        if not 1 <= number <= MAX_ROLLOUTS:
            raise PolicyError(
                f"{where}: rollouts = {value}: must be a whole number from 1 to {MAX_ROLLOUTS:,}."
            )
        if policy.rollouts == 0:
            raise PolicyError(f"{where}: {policy.name} does not search, so it has no rollouts.")
        return number
    return None


def fill_modifiers(record: Any, menu: Menu, p: int, policy: Policy, modifiers: Modifiers) -> None:
    """Put modifiers into a rules record, after the policy's own numbers."""
    record.rollouts[p] = modifiers.rollouts or policy.rollouts
    is_random = policy.valuation is None and policy.code == RANDOM
    record.noise[p] = 0 if is_random else round(modifiers.noise * _SHARES)
    for slugs, mark in ((modifiers.forbid, FORBIDDEN), (modifiers.force, FORCED)):
        for slug in slugs:
            record.restricted[p, rows_of(record, menu, slug)] = mark
    if modifiers.style is not None:
        _fill_style(record, menu, p, _STYLES[modifiers.style].kinds)
    record.is_modified[p] = record.restricted[p].any() or record.style[p].any()
    record.call_at[p] = np.maximum(record.call_at[p], _LEAST_CALL)


def _fill_style(record: Any, menu: Menu, p: int, kinds: Iterable[str]) -> None:
    """Raise the worth of some kinds. In a list, which may reach up to the highest worth, lower that of all others."""
    more = 2 * STYLE_POINTS
    rows = [r for kind in kinds for r in rows_of(record, menu, kind)]
    if not record.is_list[p]:
        record.style[p, rows] = more
        return
    others = np.setdiff1d(np.arange(record.n_rows), rows)
    record.style[p, others] = 256 - more
    # what has to stand above a bonus card or token has to stand above its new place
    called = record.call_at[p] < 255
    record.call_at[p] = np.where(
        called, record.call_at[p] - np.minimum(record.call_at[p], more), 255
    )
    record.token_at[p] -= np.minimum(record.token_at[p], more)
