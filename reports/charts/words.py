"""Names and numbers in charts. Names of menus and policies come from strangers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from reports.words import counts
from simkit.menus import Menu
from simkit.menus.catalogue import cards

POLICY = 26
"""Characters of the name of a policy."""

MENU = 48
"""Characters of the name of a menu."""


def shown(text: str) -> str:
    """Return a text so that matplotlib shows it as it is: no formula, no control characters."""
    plain = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    return plain.replace("$", r"\$")


def cut(text: str, most: int) -> str:
    """Return a text in one line without control characters, of so many characters at the most."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def policy_name(policy: str) -> str:
    """Return the name of a policy as it fits into a legend."""
    return cut(policy, POLICY)


def kind_name(menu: Menu, kind: str) -> str:
    """Return the name of a kind of cards."""
    known = cards(menu.game).get(kind)
    return cut(kind, POLICY) if known is None else known.name


def card_name(menu: Menu, card: str) -> str:
    """Return the name of a card, short where it has variants: ``Fruit (2 × watermelon)``."""
    for kind in cards(menu.game).values():
        for variant in kind.variants:
            if variant.slug == card:
                return _short(variant.name)
    return cut(card, POLICY)


def _short(name: str) -> str:
    """Return the name of a fruit card in fewer letters."""
    twice = re.fullmatch(r"(.*)\((\w+), \2\)", name)
    return name if twice is None else f"{twice[1]}(2 {twice[2]})"


def about(menu: Menu, players: int | Sequence[int] | None = None, policy: str | None = None) -> str:
    """Return what was played: ``Sushi Go!, 4 players, all weighted``."""
    parts = [cut(menu.name, MENU)]
    if isinstance(players, int):
        parts.append(f"{players} players")
    elif players:
        parts.append(f"{counts(sorted(players))} players")
    if policy is not None:
        parts.append(f"all {policy_name(policy)}")
    return ", ".join(parts)


def sample(n_games: Sequence[int | None], seed: int, what: str = "games") -> str:
    """Return n and seed: ``20,000 games, seed 0.``."""
    known = sorted({n for n in n_games if n is not None})
    if not known:
        return f"Seed {seed}."
    n = f"{known[0]:,}" if len(known) == 1 else f"{known[0]:,} to {known[-1]:,}"
    return f"{n} {what}, seed {seed}."


def told(
    row: Mapping[str, Any],
    name: str,
    unit: str = "",
    *,
    times: float = 1,
    digits: int = 2,
    sign: str = "+",
) -> str:
    """Return an estimate and its interval: ``+1.13 (+1.05 to +1.20) points``."""
    value, low, high = (
        None if row.get(f"{name}{end}") is None else row[f"{name}{end}"] * times
        for end in ("", "_low", "_high")
    )
    if value is None:
        return "unknown"
    form = f"{sign}z.{digits}f"
    ends = "" if low is None or high is None else f" ({low:{form}} to {high:{form}})"
    return minus(f"{value:{form}}{ends}{' ' if unit else ''}{unit}")


def share(row: Mapping[str, Any], name: str) -> str:
    """Return a share and its interval: ``26.0 (25.4 to 26.6) %``."""
    return told(row, name, "%", times=100, digits=1, sign="-")


def minus(text: str) -> str:
    """Return numbers with a minus sign for the hyphen."""
    return text.replace("-", "−")


def p_value(p: float) -> str:
    """Return ``p = 0.04``, or ``p < 0.001``; what belongs together stays together."""
    return "p\xa0<\xa00.001" if p < 0.001 else f"p\xa0=\xa0{p:.2g}"
