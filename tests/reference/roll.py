"""How a transcript of Sushi Roll is read: its set-up, its rolls, the moves of its turns."""

from typing import Any

from . import roll_rulebook
from .decisions import IllegalMove
from .roll_game import Game
from .roll_rulebook import DieType, Rules

__all__ = ["Game", "begin_round", "known_head", "play_turn", "read_rules"]
Transcript = dict[str, Any]


def read_rules(transcript: Transcript, house: bool = False) -> Rules:
    """Set-up of a transcript; unless it is a house game it must be as printed."""
    rules = roll_rulebook.make_rules(
        transcript["players"],
        dice=[DieType(one["die"], one["dice"], one["faces"]) for one in transcript["dice"]],
        hand_size=transcript["hand_size"],
        tokens=transcript["tokens"],
        rulings=transcript["rulings"],
        points=transcript["points"],
    )
    fault = roll_rulebook.why_impossible(rules)
    if fault is None and not house:
        fault = roll_rulebook.why_not_printed(rules)
    if fault is not None:
        raise IllegalMove(fault)
    if len(transcript["policies"]) != rules.players:
        raise IllegalMove(f"policies {transcript['policies']} for {rules.players} seats")
    return rules


def known_head(rules: Rules) -> dict[str, Any]:
    """What of a transcript's head follows from the rules."""
    return {"cards": rules.cards, "rulings": rules.rulings, "counts": rules.counts}


def begin_round(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Roll as the round of a transcript says."""
    return game.begin_round(given["belts"])


def play_turn(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Play a turn with the moves and rolls of a transcript."""
    return game.play_turn(given["events"], given["belts"])
