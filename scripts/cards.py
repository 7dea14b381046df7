"""``simkit cards``: every card of the box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts._output import Format, FormatOption, print_csv, print_json, print_table

if TYPE_CHECKING:
    from simkit.cards import Card


def cards(fmt: FormatOption = Format.TEXT) -> None:
    """List every card of the box: copies, points, colour, order number."""
    from simkit.cards import CATALOGUE

    if fmt is Format.JSON:
        print_json("simkit/cards/1", {"cards": [_plain(card) for card in CATALOGUE]})
    elif fmt is Format.CSV:
        print_csv([row for card in CATALOGUE for row in _rows(card)])
    else:
        print_table([_line(card) for card in CATALOGUE])


def _plain(card: Card) -> dict[str, Any]:
    """Return a kind of card as plain data."""
    return {
        "kind": card.slug,
        "name": card.name,
        "group": card.group,
        "colour": card.colour,
        "hex": card.hex,
        "min_players": card.min_players,
        "max_players": card.max_players,
        "copies": card.n_copies,
        "points": card.points,
        "rule": card.rule,
        "variants": [
            {
                "card": variant.slug,
                "name": variant.name,
                "copies": variant.n_copies,
                "order_number": variant.number or None,
            }
            for variant in card.variants
        ],
    }


def _rows(card: Card) -> list[dict[str, Any]]:
    """Return one row for each card id of a kind."""
    plain = _plain(card)
    variants = plain.pop("variants")
    return [
        {
            "card": variant["card"],
            "kind": card.slug,
            "name": variant["name"],
            "group": card.group,
            "copies": variant["copies"],
            "order_number": variant["order_number"],
            "colour": card.colour,
            "hex": card.hex,
            "min_players": card.min_players,
            "max_players": card.max_players,
            "points": card.points,
        }
        for variant in variants
    ]


def _line(card: Card) -> dict[str, str]:
    """Return a kind as one line of a table for people."""
    from scripts._words import copies_in_words, players_in_words, points_in_words

    return {
        "card": card.slug,
        "group": card.group,
        "copies": copies_in_words(card, {v.slug: v.n_copies for v in card.variants}),
        "points": points_in_words(card.points),
        "colour": card.colour,
        "order": ", ".join(str(v.number) for v in card.variants if v.number),
        "players": players_in_words(tuple(range(card.min_players, card.max_players + 1))),
    }
