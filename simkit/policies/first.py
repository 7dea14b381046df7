"""First: a fixed list of preferences, given as data."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit._jit import kernel
from simkit.cards import CATALOGUES
from simkit.errors import PolicyError, nearest, toml_problem
from simkit.policies.policy import TOKENS, Policy, rows_of
from simkit.policies.valuation import best_copy
from simkit.rows import fill

if TYPE_CHECKING:
    from simkit.menus import Menu

_BEST = 250  # worth of the first card of a preference list
_CARDS = {
    slug
    for kinds in CATALOGUES.values()
    for kind in kinds
    for slug in (kind.slug, *(variant.slug for variant in kind.variants))
}


@kernel
def fixed_worth(rules, table, p):
    """Every card its fixed place in the list."""
    for r in range(rules.n_rows):
        fill(table.gain[p, r], rules.value_of[table.judge, r])
    if rules.special_order >= 0:
        best_copy(rules, table, p)


def read_preferences(data: str) -> tuple[str, ...]:
    """Read a list of cards and kinds, or a TOML file with one (``prefer = [...]``).

    Raises
    ------
    PolicyError
        Unknown card, or a file that can not be read.
    """
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


def fill_preferences(record: Any, menu: Menu, p: int, preferences: Sequence[str]) -> None:
    """Rank the rows: named ones by their place in the list, all others behind in catalogue order."""
    record.is_list[p] = True
    order: list[int] = []
    for slug in preferences:
        order += [r for r in rows_of(record, menu, slug) if r not in order]
    order += [r for r in range(record.n_rows) if r not in order]
    for rank, r in enumerate(order):
        record.value_of[p, r] = _BEST - rank
    for i, kind in enumerate(("chopsticks", "spoon")):
        rows = rows_of(record, menu, kind)
        record.call_at[p, :, i] = max((int(record.value_of[p, r]) + 1 for r in rows), default=255)
    for i, kind in enumerate(TOKENS):
        rows = rows_of(record, menu, kind)
        record.token_at[p, i] = max((int(record.value_of[p, r]) for r in rows), default=0)


FIRST = Policy(
    name="first",
    summary="Plays the first card of a fixed preference list that it holds; calls a bonus card for anything above it.",
    valuation=fixed_worth,
    fill=fill_preferences,
    read=read_preferences,
    takes="cards and kinds with commas, the best one first, or a TOML file with them",
    # Plain counts of what a card scores at its usual best; ours, and meant to be replaced by the user's list.
    data=(
        "nigiri-squid",
        "onigiri",
        "sashimi",
        "dumpling",
        "tempura",
        "miso-soup",
        "nigiri-salmon",
        "wasabi",
        "uramaki-5",
        "maki-3",
        "eel",
        "tofu",
        "edamame",
        "uramaki",
        "special-order",
        "menu",
        "temaki",
        "tea",
        "soy-sauce",
        "maki-2",
        "green-tea-ice-cream",
        "pudding",
        "fruit",
        "nigiri-egg",
        "chopsticks",
        "spoon",
        "takeout-box",
        "maki-1",
    ),
)
