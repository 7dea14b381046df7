"""Small scenes of Sushi Roll for tests: dice laid on belts and trays, then scripted moves."""

from typing import Any

from .cards import lay_out
from .game import Event
from .roll_game import Die, Game
from .roll_rulebook import DICE, make_rules

DIE_OF = {face: one.die for one in DICE for face in one.faces}


def die(face: str) -> dict[str, str]:
    """A die as in a transcript, by its face."""
    return {"die": DIE_OF[face], "face": face}


def scene(
    belts: list[list[str]],
    trays: list[list[str]] | None = None,
    *,
    red: int = 0,
    left: dict[str, int] | None = None,
    **changes: Any,
) -> Game:
    """A round under way: faces on the belts and in the trays, who has the red belt.

    Everybody has the tokens of the start; `left` says what is left of the supply where it matters.
    """
    trays = [[] for _ in belts] if trays is None else trays
    rules = make_rules(len(belts), hand_size=len(belts[0]) + len(trays[0]), **changes)
    game = Game(rules)
    game.round, game.red = 1, red
    game.turn = len(trays[0])
    game.trays = [lay_out(faces) for faces in trays]
    game.belts = [[Die(DIE_OF[face], face) for face in belt] for belt in belts]
    for token, n in (left or {}).items():
        game.rules.tokens["supply"][token] += n - game.supply[token]
        game.supply[token] = n
    return game


def take(seat: int, face: str) -> Event:
    """The move of a die to the tray."""
    return {"event": "take", "seat": seat, **die(face)}


def menu(seat: int, *rolls: tuple[str, str]) -> Event:
    """A menu token; a roll is (face before, face after)."""
    rerolls = [{"die": DIE_OF[old], "from": old, "to": new} for old, new in rolls]
    return {"event": "menu", "seat": seat, "rerolls": rerolls}


def chopsticks(seat: int, gives: str, other: int, takes: str) -> Event:
    """A chopsticks token."""
    return {
        "event": "chopsticks",
        "seat": seat,
        "gives": die(gives),
        "with": other,
        "takes": die(takes),
    }


def play(game: Game, *events: Event, rolls: list[list[str]] | None = None) -> dict[str, Any]:
    """Play a turn; `rolls` are the faces on the belts after the slide, none after the last turn."""
    faces = [[] for _ in game.seats] if rolls is None else rolls
    return game.play_turn(list(events), [[die(face) for face in belt] for belt in faces])
