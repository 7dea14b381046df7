"""Scoring what lies on the table: tableaux in, points by kind and seat, desserts, winner out.

The cards are laid down turn by turn through the kernels that play games: no second scorer.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit import schema as s
from simkit.card_names import FACE_DOWN, find_card, kind_of
from simkit.errors import InputError
from simkit.menus import Menu, build, load
from simkit.menus.catalogue import cards, known_kind
from simkit.sheet import ScoreSheet
from simkit.tableau_file import Laid, RoundOf, TableauFile, place, read
from simkit.tables import Card, Seat, Tables

__all__ = ["ScoreSheet", "score"]

_NOT_ON_TABLE = ("menu", "takeout-box")


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
    players = len(rounds[0].seats)
    _check_seats(given, rounds, players, source)
    menu = _menu(given, rounds, source, folder)
    tables = Tables(menu, players, source)
    steps: tuple[str | int, ...]
    used: Counter[str] = Counter()
    if given.desserts:
        tables.keep(_read_desserts(given.desserts, tables, used))
    for i, round_ in enumerate(rounds):
        steps = () if given.rounds is None else ("rounds", i)
        tables.round(_read_round(round_, tables, used, steps), round_.claimed)
    is_over = given.game_over
    if is_over is None:
        is_over = len(rounds) == s.N_ROUNDS or given.desserts is not None
    if is_over:
        tables.end()
    seen = {kind_of(card) for card in tables.seen if card != FACE_DOWN}
    if given.menu is not None or given.cards is not None:
        seen = set(menu.kinds)
    elif "takeout-box" in menu.kinds:
        seen.add("takeout-box")
    names = tuple(given.names) or tuple(f"seat {p + 1}" for p in range(players))
    return tables.sheet(given.name, names, seen, is_over=is_over)


def _check_seats(given: TableauFile, rounds: Sequence[RoundOf], players: int, source: str) -> None:
    for i, round_ in enumerate(rounds):
        if len(round_.seats) != players:
            raise InputError(
                f"{source}: round {i + 1} has {len(round_.seats)} seats, round 1 has {players}; "
                "write [] for a player without cards."
            )
    for name, listed in (("names", given.names), ("desserts", given.desserts)):
        if listed and len(listed) != players:
            raise InputError(f"{source}: {len(listed)} {name} for {players} seats; write one each.")


def _menu(given: TableauFile, rounds: Sequence[RoundOf], source: str, folder: Path) -> Menu:
    """Return the menu of the file, or a house menu of the kinds listed."""
    if given.menu is not None and given.cards is not None:
        raise InputError(f"{source}: `menu` and `cards` both say what is in play; keep one.")
    content: dict[str, Any] = {"name": given.name}
    if given.menu is not None:
        beside = folder / given.menu
        loaded = load(beside if beside.is_file() else given.menu, house=True)
        content = tomllib.loads(loaded.to_toml())
    else:
        content["cards"] = list(given.cards or _kinds_listed(given, rounds, source))
    for name, table in (("rulings", given.rulings), ("points", given.points)):
        content[name] = {**content.get(name, {}), **table}
    content["deal"] = {"hand_size": 1, "desserts": [0, 0, 0]}  # nothing is dealt
    return build(content, house=True, source=source)


def _kinds_listed(given: TableauFile, rounds: Sequence[RoundOf], source: str) -> list[str]:
    found = {known_kind(kind, where=f"{source}: points") for kind in given.points}
    everything = [
        (("rounds", i, "seats", p, j), entry)
        for i, round_ in enumerate(rounds)
        for p, seat in enumerate(round_.seats)
        for j, entry in enumerate(seat)
    ] + [
        (("desserts", p, j), entry)
        for p, seat in enumerate(given.desserts or [])
        for j, entry in enumerate(seat)
    ]
    for steps, entry in everything:
        for written in (entry.card, entry.copies):
            if written is not None:
                where = f"{source}: {place(steps if given.rounds else _one_round(steps))}"
                card = find_card(written, where=where)
                found.add("takeout-box" if card == FACE_DOWN else kind_of(card))
        if entry.face_down:
            found.add("takeout-box")
    return [kind for kind in cards() if kind in found] or ["nigiri"]


def _one_round(steps: tuple[str | int, ...]) -> tuple[str | int, ...]:
    return steps[2:] if steps[0] == "rounds" else steps


def _read_desserts(
    listed: Sequence[Sequence[Laid]], tables: Tables, used: Counter[str]
) -> list[list[int]]:
    kept: list[list[int]] = []
    for p, entries in enumerate(listed):
        kept.append([])
        for j, entry in enumerate(entries):
            where = tables.where("desserts", p, j)
            card, effect = _ids(entry, tables, used, where)
            name = effect if card == "special-order" else card
            if name == FACE_DOWN or cards()[kind_of(name)].group != "dessert":
                raise InputError(f"{where}: {name} is no dessert.")
            kept[p].append(tables.row(name, where))
    return kept


def _read_round(
    round_: RoundOf, tables: Tables, used: Counter[str], steps: tuple[str | int, ...]
) -> list[Seat]:
    seats = []
    for name in [name for name in used if not _is_dessert(name)]:
        del used[name]  # shuffled again after each round; desserts are not
    for p, entries in enumerate(round_.seats):
        seat = Seat()
        turn = 0
        for j, entry in enumerate(entries):
            where = tables.where(*steps, "seats", p, j)
            before, turn = turn, turn + 1 if entry.turn is None else entry.turn
            if turn < before:
                raise InputError(
                    f"{where}: turn = {turn} after turn {before}: list the cards in the order "
                    "of play."
                )
            if turn > s.MAX_HAND:
                raise InputError(
                    f"{where}: would be turn {turn}, but a round has at most {s.MAX_HAND} turns; "
                    "say with `turn` which cards were played in the same turn."
                )
            if laid := _read_card(entry, turn, tables, used, where):
                seat.cards.append(laid)
            else:
                seat.unknown += 1
        seats.append(seat)
    last = max((max(card.turn, card.down) for seat in seats for card in seat.cards), default=0)
    for seat in seats:
        for card in seat.cards:
            if card.down < 0:
                card.down = last + 1
            name = tables.ids[card.row]
            if card.down and _is_dessert(name):
                used[name] -= 1  # no dessert any more (E17)
    return seats


def _is_dessert(card: str) -> bool:
    return cards()[kind_of(card)].group == "dessert"


def _read_card(
    entry: Laid, turn: int, tables: Tables, used: Counter[str], where: str
) -> Card | None:
    """Return a card, or None for a face-down card of unknown front."""
    card, effect = _ids(entry, tables, used, where)
    if card == FACE_DOWN:
        tables.row("takeout-box-10", where)
        return None
    if kind_of(card) in _NOT_ON_TABLE:
        raise InputError(
            f"{where}: a {kind_of(card)} is discarded when it is played; leave it out."
        )
    if entry.on_wasabi is not None and (effect == FACE_DOWN or kind_of(effect) != "nigiri"):
        raise InputError(f"{where}: on_wasabi is for nigiri only; take it out of {effect}.")
    down = 0
    if entry.face_down:
        tables.row("takeout-box-10", where)
        down = -1 if entry.face_down is True else int(entry.face_down)
        if effect == FACE_DOWN:
            raise InputError(f"{where}: a copy of a face-down card lies face-down anyway.")
        if 0 < down <= turn:
            raise InputError(
                f"{where}: face_down = {down}, but it was played in turn {turn}: a takeout box "
                "turns over cards of earlier turns only."
            )
    return Card(
        where,
        row=tables.row(card, where),
        effect=tables.row(effect, where),
        turn=turn,
        by=entry.by or 0,
        down=down,
        wish=entry.on_wasabi,
    )


def _ids(entry: Laid, tables: Tables, used: Counter[str], where: str) -> tuple[str, str]:
    """Return the card's id and what it counts as."""
    card = find_card(entry.card, where=where, used=used)
    if card == FACE_DOWN:
        if entry.copies is not None or entry.on_wasabi is not None:
            raise InputError(f"{where}: a face-down card has no `copies` and no `on_wasabi`.")
        tables.seen.add(card)
        return card, card
    used[card] += 1
    tables.row(card, where)
    copies = tables.menu.counts[card]
    if used[card] > copies:
        raise InputError(
            f"{where}: this is {card} number {used[card]}, but there are {copies} in play."
        )
    tables.seen.add(card)
    if card != "special-order":
        if entry.copies is not None:
            raise InputError(f"{where}: only a special-order has `copies`; take it out of {card}.")
        return card, card
    if entry.copies is None:
        raise InputError(
            f"{where}: say what the special order copies: "
            '{card = "special-order", copies = "squid"}.'
        )
    effect = find_card(entry.copies, where=where)
    if effect != FACE_DOWN and kind_of(effect) in (*_NOT_ON_TABLE, "special-order"):
        raise InputError(
            f"{where}: copies = {effect}: say the card that the special order counts as."
        )
    tables.row(effect, where)
    tables.seen.add(effect)
    return card, effect
