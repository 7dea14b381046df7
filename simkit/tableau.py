"""Scoring what lies on the table: tableaux in, points by kind and seat, desserts, winner out.

The cards are laid down turn by turn through the kernels that play games: no second scorer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit import schema as s
from simkit.card_names import FACE_DOWN, kind_of
from simkit.card_tables import CardTables
from simkit.errors import InputError
from simkit.menus import Menu
from simkit.sheet import DUMMY, ScoreSheet
from simkit.tableau_file import read
from simkit.tableau_forms import RoundOf, TableauFile, TokensOf
from simkit.tableau_menu import menu_of
from simkit.tableau_reader import Reader
from simkit.tables import has_dummy
from simkit.trays import Trays

__all__ = ["ScoreSheet", "score"]


def score(data: Mapping[str, Any] | str | Path) -> ScoreSheet:
    """Count the points of tableaux: of one round, or of a whole game.

    Parameters
    ----------
    data : dict, str or path
        The tableaux, or the path of a TOML or JSON file with them (docs/formats.md).

    Returns
    -------
    ScoreSheet

    Raises
    ------
    InputError, MenuError
        Something in the tableaux has to be changed; the message says where and what.

    Examples
    --------
    >>> import simkit
    >>> sheet = simkit.score({"seats": [["wasabi", "squid", "tempura"], ["maki 3", "egg"]]})
    >>> sheet.totals
    (9, 7)
    """
    given, source, folder = read(data)
    rounds = given.rounds or [RoundOf(seats=given.seats or [], claimed=given.claimed)]
    n_seats = len(rounds[0].seats)
    menu = menu_of(given, rounds, n_seats, source, folder)
    _check_seats(given, rounds, menu, source)
    tables = (Trays if menu.game == "roll" else CardTables)(menu, n_seats, source)
    reader = Reader(tables)
    if isinstance(tables, CardTables) and given.desserts:
        tables.keep(reader.desserts(given.desserts))
    for i, round_ in enumerate(rounds):
        steps: tuple[str | int, ...] = () if given.rounds is None else ("rounds", i)
        tables.round(reader.round(round_, steps), round_.claimed)
    if isinstance(tables, Trays):
        tables.state(given.tokens or [TokensOf()] * n_seats)
    is_over = given.game_over
    if is_over is None:
        at_the_end = (given.desserts, given.tokens) != (None, None)
        is_over = len(rounds) == s.N_ROUNDS or at_the_end
    if is_over:
        tables.end()
    kinds = set(menu.kinds)
    if menu.game == "party" and given.menu is None and given.cards is None:
        kinds = {kind_of(card) for card in reader.seen if card != FACE_DOWN}
        kinds |= {"takeout-box"} & set(menu.kinds)
    return tables.sheet(given.name, _names(given, menu, n_seats), kinds, is_over=is_over)


def _check_seats(given: TableauFile, rounds: Sequence[RoundOf], menu: Menu, source: str) -> None:
    n_seats = len(rounds[0].seats)
    if has_dummy(menu) and n_seats != 3:
        raise InputError(
            f"{source}: {n_seats} seats: with a dummy there are three; list the cards of both "
            "players, then the dummy's."
        )
    for i, round_ in enumerate(rounds):
        if len(round_.seats) != n_seats:
            raise InputError(
                f"{source}: round {i + 1} has {len(round_.seats)} seats, round 1 has {n_seats}; "
                "write [] for a player without cards."
            )
    listed = {"desserts": given.desserts, "tokens": given.tokens, "names": given.names}
    for name, entries in listed.items():
        may_be = (0, n_seats, n_seats - has_dummy(menu)) if name == "names" else (n_seats,)
        if entries is not None and len(entries) not in may_be:
            raise InputError(
                f"{source}: {len(entries)} {name} for {n_seats} seats; write one each."
            )


def _names(given: TableauFile, menu: Menu, n_seats: int) -> tuple[str, ...]:
    """Return the names of all seats; a dummy needs none."""
    names = given.names or [f"seat {p + 1}" for p in range(n_seats - has_dummy(menu))]
    return (*names, DUMMY)[:n_seats]
