"""The forms of rounds, turns and events in transcripts, as JSON Schemas: games of cards, of dice."""

from __future__ import annotations

from typing import Any

from simkit.json_schema import counts, exactly, items, or_none, record, ref, whole
from simkit.menus import catalogue
from simkit.menus.settings import Variants
from simkit.schema import MAX_HAND, MAX_SEATS, N_ROUNDS, SIDES, WAY_WORDS, WHY_WORDS

Schemas = dict[str, dict[str, Any]]

_FLAG = {"type": "boolean"}
_PLACE = "^(table|on wasabi|with wasabi|under nigiri-(egg|salmon|squid)|spent|on face-down)$"
_TURN = whole(1, MAX_HAND)
_SEAT = ref("seat")


def per_seat(entry: dict[str, Any], description: str = "") -> dict[str, Any]:
    """Return the schema of a list with an entry for each seat."""
    return items(entry, description, minItems=2, maxItems=MAX_SEATS)


def cards(game: str) -> tuple[Schemas, Schemas]:
    """Return the settings and the definitions that transcripts of a game of cards have."""
    is_go = game == "go"
    variants = Variants.model_json_schema()
    settings = {
        "variants": variants | {"required": list(variants["properties"])},
        "hand_size": whole(1, MAX_HAND) | {"description": "Cards in a hand, so turns in a round."},
        "desserts": exactly(N_ROUNDS, whole(0), "Desserts that join the deck before each round."),
    }
    del settings["desserts" if is_go else "variants"]
    desserts = [
        card
        for kind, entry in catalogue.cards(game).items()
        for card in catalogue.card_ids(kind, game).values()
        if entry.is_dessert
    ]
    kept = desserts if is_go else desserts + [f"special-order:{card}" for card in desserts]
    definitions = {
        "kept": {"enum": kept},
        "round": record(_card_round(game)),
        "turn": record(_card_turn(game)),
        "commit": record(_commit(game)),
        "event": {"oneOf": [record(event) for event in _card_events(game)]},
    }
    if not is_go:
        definitions["copied"] = {
            "description": "What a special order copies; null for nothing, or for other cards.",
            "anyOf": [ref(game, "card"), {"const": "face-down"}, {"type": "null"}],
        }
        definitions["flip"] = record(
            {
                "card": ref(game, "card"),
                "place": {"type": "string", "pattern": _PLACE},
                "copy": _FLAG | {"description": "A special order's copy, if it matters."},
            }
        )
    return settings, definitions


def _card_round(game: str) -> Schemas:
    added = counts(ref(game, "card"), "Desserts that joined the deck for this round.")
    if game == "go":
        dealt = "As dealt; the dummy's is its pile."
        scored = "What each kind scored; puddings are counted at the end."
        kept = "Puddings kept of this round."
    else:
        dealt = "As dealt."
        scored = "What each kind scored, uramaki during the round included; desserts not."
        kept = "Desserts kept of this round; a special order is named with what it copies."
    return {
        "round": whole(1, N_ROUNDS),
        **({} if game == "go" else {"desserts_added": added}),
        "hands": per_seat(ref(game, "cards"), dealt),
        "turns": items(ref(game, "turn")),
        "points": per_seat(ref(game, "points_by_kind"), scored),
        "kept": per_seat(items(ref(game, "kept")), kept),
    }


def _card_turn(game: str) -> Schemas:
    draw = or_none(
        record({"seat": _SEAT, "card": ref(game, "card")}),
        "With a dummy: who plays for it, and the top card of its pile, drawn before the choice.",
    )
    on_table = "Cards face-up after the turn"
    return {
        "turn": _TURN,
        **({"draw": draw} if game == "go" else {}),
        "commits": per_seat(ref(game, "commit"), "What each seat chose, in seat order."),
        "events": items(ref(game, "event"), "What happened, in order."),
        "tables": per_seat(
            ref(game, "cards"),
            f"{on_table}." if game == "go" else f"{on_table}, special orders as what they copy.",
        ),
        "hands": per_seat(
            ref(game, "cards"), "After passing: what each seat holds in the next turn."
        ),
        "face_down": per_seat(whole(0), "Face-down cards after the turn."),
        "free_wasabi": per_seat(whole(0), "Wasabi without a nigiri after the turn."),
    }


def _commit(game: str) -> Schemas:
    if game == "go":
        return {
            "seat": _SEAT,
            "card": ref(game, "card"),
            "copies": {"type": "null"},
            "on_wasabi": {"const": False},
            "calls": items({"const": "chopsticks"}, "Chopsticks used in this turn.", maxItems=1),
            "second": or_none(ref(game, "card"), "The second card, with chopsticks."),
            "by": _SEAT | {"description": "The seat that chose: for a dummy its controller."},
        }
    return {
        "seat": _SEAT,
        "card": ref(game, "card"),
        "copies": ref(game, "copied"),
        "on_wasabi": _FLAG | {"description": "The wish of a special order that copies a nigiri."},
        "calls": items(ref(game, "card"), "Chopsticks and spoons called in this turn."),
    }


def _card_events(game: str) -> list[Schemas]:
    card = ref(game, "card")
    is_go = game == "go"
    copy = {"const": False} if is_go else _FLAG
    counts_as = {"description": "A special order that counts as this card."}
    play = {
        "event": {"const": "play"},
        "seat": _SEAT,
        "card": card,
        "copies": {"type": "null"} if is_go else ref(game, "copied"),
        "on_wasabi": _FLAG | {"description": "It was put on a wasabi."},
        "by": {"enum": list(WAY_WORDS[:2] if is_go else WAY_WORDS)},
    }
    chopsticks = {
        "event": {"const": "chopsticks"},
        "seat": _SEAT,
        "card": card,
        "copy": copy | counts_as,
        "takes": card,
    }
    if is_go:
        return [play, chopsticks]
    return [
        play,
        {
            "event": {"const": "discard"},
            "seat": _SEAT,
            "card": card,
            "why": {"enum": list(WHY_WORDS)},
            "n": whole(1),
        },
        {
            "event": {"const": "points"},
            "seat": _SEAT,
            "kind": {"const": "uramaki"},
            "points": {"type": "integer"},
        },
        chopsticks,
        {
            "event": {"const": "spoon"},
            "seat": _SEAT,
            "card": card,
            "copy": copy | counts_as,
            "request": {
                "description": "A kind (any card of it will do) or one exact card.",
                "anyOf": [ref(game, "kind"), card],
            },
            "giver": or_none(_SEAT),
            "gives": or_none(card),
        },
        {
            "event": {"const": "menu"},
            "seat": _SEAT,
            "card": card,
            "draws": ref(game, "cards"),
            "takes": or_none(card),
        },
        {
            "event": {"const": "takeout"},
            "seat": _SEAT,
            "card": card,
            "flips": items(ref(game, "flip")),
        },
    ]


def dice() -> tuple[Schemas, Schemas]:
    """Return the settings and the definitions that transcripts of a game of dice have."""
    die, face = ref("roll", "die"), ref("roll", "card")
    bag = {"die": die, "dice": whole(0), "faces": exactly(SIDES, face)}
    kinds = ("menu", "chopsticks", "pudding")
    tokens = record({kind: whole(0) for kind in kinds})
    start = record({kind: whole(0) for kind in kinds[:2]})
    settings = {
        "dice": items(record(bag), "The types of dice in the bag: how many, and their sides."),
        "tokens": record(
            {
                "start": start | {"description": "Of each player, once a game."},
                "supply": tokens | {"description": "All there are, those of the start included."},
            }
        ),
        "hand_size": whole(1, MAX_HAND)
        | {"description": "Dice for each player, so turns in a round."},
    }
    return settings, {
        "die": {"enum": list(catalogue.dice())},
        "rolled": record({"die": die, "face": face}),
        "belts": per_seat(items(ref("roll", "rolled"))),
        "tokens": tokens,
        "round": record(
            {
                "round": whole(1, N_ROUNDS),
                "starts": _SEAT | {"description": "The holder of the red belt."},
                "belts": ref("roll", "belts") | {"description": "The dice as first rolled."},
                "turns": items(ref("roll", "turn")),
                "points": per_seat(
                    ref("roll", "points_by_kind"), "What each kind scored; tokens are for the end."
                ),
            }
        ),
        "turn": record(
            {
                "turn": _TURN,
                "starts": _SEAT | {"description": "The holder of the red belt; it moves first."},
                "events": items(ref("roll", "event"), "The moves of all seats, in order."),
                "tables": per_seat(ref("roll", "cards"), "Faces in the trays after the turn."),
                "belts": ref("roll", "belts")
                | {"description": "After belts have moved and dice have been rolled again."},
                "free_wasabi": per_seat(whole(0), "Wasabi without a nigiri after the turn."),
                "tokens": per_seat(ref("roll", "tokens"), "What each seat owns after the turn."),
            }
        ),
        "event": {"oneOf": [record(event) for event in _dice_events()]},
    }


def _dice_events() -> list[Schemas]:
    die, face, rolled = ref("roll", "die"), ref("roll", "card"), ref("roll", "rolled")
    again = record({"die": die, "from": face, "to": face})
    return [
        {
            "event": {"const": "menu"},
            "seat": _SEAT,
            "rerolls": items(again, "Dice rolled again for one menu token.", minItems=1),
        },
        {
            "event": {"const": "chopsticks"},
            "seat": _SEAT,
            "gives": rolled | {"description": "A die of the own belt."},
            "with": _SEAT | {"description": "The seat whose belt it goes to."},
            "takes": rolled | {"description": "The die that comes from there."},
        },
        {
            "event": {"const": "take"},
            "seat": _SEAT,
            "die": die,
            "face": face,
            "on_wasabi": _FLAG | {"description": "It was put on a wasabi."},
            "tokens": ref("roll", "tokens")
            | {"description": "Taken with it: at most what is left."},
        },
    ]
