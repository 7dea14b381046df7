"""Line-ups on the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.errors import InputError, MenuError

if TYPE_CHECKING:
    from simkit.menus import Menu

PlayersOption = Annotated[
    int,
    typer.Option("--players", "-p", help="Number of players: Party 2 to 8, Go and Roll 2 to 5."),
]
PolicyOption = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="POLICY",
        help="How all seats play: a policy (see `simkit policies`) or a Python file of your own, "
        "with modifiers: greedy+noise=0.1.",
    ),
]
PoliciesOption = Annotated[
    str | None,
    typer.Option(
        "--policies",
        metavar="POLICIES",
        help="How each player plays, in place of --policy: a,b,c,d (or a;b;c;d).",
    ),
]


PlayerCountsOption = Annotated[
    str,
    typer.Option(
        "--players",
        "-p",
        metavar="PLAYERS",
        help="Numbers of players: 4, 2-8, or 2,4,6. Party 2 to 8, Go and Roll 2 to 5.",
    ),
]


def player_counts(text: str) -> tuple[int, ...]:
    """Read numbers of players: ``4``, ``2-8``, ``2,4-6``; each once, the fewest first.

    Raises
    ------
    InputError
        Something is no number of players.
    """
    from simkit.menus.check import player_counts as read

    try:
        return read(text)
    except ValueError as error:
        raise InputError(f"--players '{text}': {error}.") from None


def playable(counts: Sequence[int], menus: Sequence[Menu]) -> tuple[int, ...]:
    """Return the numbers of players that all menus allow; say on stderr which are left out.

    Raises
    ------
    MenuError
        None is left.
    """
    from simkit.menus import legal_players

    allowed = [legal_players(menu) for menu in menus]
    kept = tuple(n for n in counts if all(n in some for some in allowed))
    if not kept:
        named = [
            f"{menu.name} is for {_range(some)}" for menu, some in zip(menus, allowed, strict=True)
        ]
        raise MenuError(
            f"--players {_range(counts)}: no number of players is left; {', '.join(named)}."
        )
    if len(kept) < len(counts):
        left_out = ", ".join(str(n) for n in counts if n not in kept)
        print(
            f"simkit: left out, as the menu can not be played by so many: {left_out} players",
            file=sys.stderr,
        )
    return kept


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"
