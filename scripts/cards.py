"""``simkit cards``: every card of a box, or every face and die."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts._output import Format, FormatOption, print_csv, print_json, print_table

if TYPE_CHECKING:
    from simkit.cards import Card


class Game(StrEnum):
    """Which box."""

    PARTY = "party"
    GO = "go"
    ROLL = "roll"


def cards(
    game: Annotated[
        Game,
        typer.Argument(
            metavar="GAME",
            help="Which box: party (Sushi Go Party!), go (Sushi Go!) or roll (Sushi Roll).",
        ),
    ] = Game.PARTY,
    fmt: FormatOption = Format.TEXT,
) -> None:
    """List every card of a box: copies, points, colour, order number; or the faces and dice."""
    from simkit.menus.catalogue import cards as kinds_of

    kinds = kinds_of(game).values()
    if fmt is Format.JSON:
        dice = {"dice": _dice()} if game is Game.ROLL else {}
        listed = [_plain(card, game) for card in kinds]
        print_json("simkit/cards/1", {"game": game.value, "cards": listed, **dice})
    elif fmt is Format.CSV:
        print_csv([row for card in kinds for row in _rows(card, game)])
    elif game is Game.ROLL:
        _print_dice()
    else:
        print_table([_line(card, game) for card in kinds])


def _plain(card: Card, game: Game) -> dict[str, Any]:
    """Return a kind of card as plain data."""
    low, high = _players(card, game)
    is_face = game is Game.ROLL
    return {
        "kind": card.slug,
        "name": card.name,
        "group": card.group,
        "colour": _die_of(card).colour if is_face else card.colour,
        "hex": None if is_face else card.hex,
        "min_players": low,
        "max_players": high,
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


def _players(card: Card, game: Game) -> tuple[int, int]:
    """Return the numbers of players that may use a kind; only Party has bans."""
    from simkit.menus import players_of

    return (card.min_players, card.max_players) if game is Game.PARTY else players_of(game)


def _die_of(card: Card) -> Any:
    """Return the type of dice that shows a kind of face."""
    from simkit.menus.catalogue import dice

    faces = {variant.slug for variant in card.variants}
    return next(die for die in dice().values() if faces & set(die.faces))


def _dice() -> list[dict[str, Any]]:
    """Return the types of dice as plain data."""
    from simkit.menus.catalogue import dice

    return [
        {"die": slug, "colour": die.colour, "dice": die.n_dice, "faces": list(die.faces)}
        for slug, die in dice().items()
    ]


def _rows(card: Card, game: Game) -> list[dict[str, Any]]:
    """Return one row for each card id of a kind."""
    plain = _plain(card, game)
    return [
        {
            "card": variant["card"],
            "kind": card.slug,
            "name": variant["name"],
            "group": card.group,
            "copies": variant["copies"],
            "order_number": variant["order_number"],
            "colour": plain["colour"],
            "hex": plain["hex"],
            "min_players": plain["min_players"],
            "max_players": plain["max_players"],
            "points": card.points,
        }
        for variant in plain["variants"]
    ]


def _line(card: Card, game: Game) -> dict[str, str]:
    """Return a kind as one line of a table for people."""
    from scripts._words import copies_in_words, players_in_words, points_in_words

    line = {
        "card": card.slug,
        "group": card.group,
        "copies": copies_in_words(card, {v.slug: v.n_copies for v in card.variants}),
        "points": points_in_words(card.points),
        "colour": card.colour,
    }
    if game is Game.PARTY:
        line["order"] = ", ".join(str(v.number) for v in card.variants if v.number)
        low, high = _players(card, game)
        line["players"] = players_in_words(tuple(range(low, high + 1)))
    return line


def _print_dice() -> None:
    """Print the faces and the dice of Sushi Roll for people."""
    from scripts._words import faces_in_words, points_in_words
    from simkit.menus.catalogue import cards as kinds_of

    print_table(
        [
            {
                "face": variant.slug,
                "die": _die_of(card).slug,
                "sides": variant.n_copies,
                "points": points_in_words(card.points),
            }
            for card in kinds_of("roll").values()
            for variant in card.variants
        ]
    )
    print_table([die | {"faces": faces_in_words(die["faces"])} for die in _dice()])
