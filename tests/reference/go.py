"""How a transcript of Sushi Go! is read: its set-up, its deals, the choices of its turns."""

from typing import Any

from . import go_rulebook
from .decisions import IllegalMove
from .go_game import Game
from .go_rulebook import Rules

__all__ = ["Game", "begin_round", "known_head", "play_turn", "read_rules"]
Transcript = dict[str, Any]


def read_rules(transcript: Transcript, house: bool = False) -> Rules:
    """Set-up of a transcript; unless it is a house game it must be as printed."""
    rules = go_rulebook.make_rules(
        transcript["players"],
        transcript["cards"],
        variants=transcript["variants"],
        rulings=transcript["rulings"],
        points=transcript["points"],
        counts=transcript["counts"],
        hand_size=transcript["hand_size"],
    )
    fault = go_rulebook.why_impossible(rules)
    if fault is None and not house:
        fault = go_rulebook.why_not_printed(rules)
    if fault is not None:
        raise IllegalMove(fault)
    policies = transcript["policies"]
    dummies = [seat for seat, policy in enumerate(policies) if policy == "dummy"]
    if len(policies) != rules.seats or dummies != [2] * rules.has_dummy:
        raise IllegalMove(f"policies {policies} for {rules.seats} seats")
    return rules


def known_head(rules: Rules) -> dict[str, Any]:
    """What of a transcript's head follows from the rules."""
    return {"cards": rules.cards, "rulings": rules.rulings, "variants": rules.variants}


def begin_round(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Deal as the round of a transcript says."""
    return game.begin_round(given["hands"])


def play_turn(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Play a turn with the choices of a transcript."""
    game.begin_turn(given["draw"])
    return game.play_turn(given["commits"])
