"""Replay of a transcript: its inputs are checked, everything else in it is worked out anew.

`replay` gives a transcript of its own, `differences` says where the two disagree. The walk through
rounds and turns is the same in all games; what a turn is, `party`, `go` and `roll` know.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from . import go, party, roll
from .compare import compare
from .decisions import IllegalMove

Transcript = dict[str, Any]

JUDGES: dict[str, ModuleType] = {"party": party, "go": go, "roll": roll}

# Parts of the head that a replay takes as they are, where the game has them.
HEAD = (
    *("schema", "version", "rules_version", "game", "menu", "cards", "players", "policies"),
    *("seed", "game_number", "rulings", "variants", "points", "counts", "hand_size"),
    *("desserts", "dice", "tokens"),
)


def _judge(transcript: Transcript) -> ModuleType:
    if transcript["game"] not in JUDGES:
        raise IllegalMove(f"no game is called {transcript['game']!r}")
    return JUDGES[transcript["game"]]


def _walk(
    transcript: Transcript,
    house: bool,
    seen: Callable[[str, dict[str, Any], dict[str, Any]], None],
) -> Transcript:
    """Replay a transcript; `seen(where, its part, own part)` is called as each part is ready."""
    where = "set-up"
    try:
        judge = _judge(transcript)
        rules = judge.read_rules(transcript, house)
        game = judge.Game(rules)
        own: Transcript = {name: transcript[name] for name in HEAD if name in transcript}
        own |= judge.known_head(rules) | {"rounds": []}
        seen(where, transcript, judge.known_head(rules))
        totals: list[list[int]] = []
        for name in ("rounds", "totals_after_round"):
            if len(transcript[name]) != game.n_rounds:
                raise IllegalMove(f"{len(transcript[name])} {name}")
        for number, given in enumerate(transcript["rounds"], start=1):
            where = f"round {number}"
            mine = judge.begin_round(game, given)
            seen(where, given, mine)
            mine["turns"] = []
            if len(given["turns"]) != rules.hand_size:
                raise IllegalMove(f"{len(given['turns'])} turns")
            for turn_number, turn in enumerate(given["turns"], start=1):
                where = f"round {number}, turn {turn_number}"
                mine["turns"].append(judge.play_turn(game, turn))
                seen(where, turn, mine["turns"][-1])
            where = f"round {number}, end"
            end = game.end_round()
            seen(where, given, end)
            totals.append(list(game.totals))
            before = {"totals_after_round": transcript["totals_after_round"][number - 1]}
            seen(where, before, {"totals_after_round": totals[-1]})
            own["rounds"].append(mine | end)
        where = "game end"
        finish = game.finish()
        seen(where, transcript, finish)
        return own | finish | {"totals_after_round": totals}
    except IllegalMove as error:
        raise IllegalMove(f"{where}: {error}") from None


def replay(transcript: Transcript, *, house: bool = False) -> Transcript:
    """Transcript of one's own, from the inputs of a transcript alone.

    Raises IllegalMove, with round and turn, where a deal or a decision is against the rules. A
    house game (`house=True`) may have any set-up (menu, counts or dice, hand size, desserts or
    tokens) and is judged by its own.
    """
    return _walk(transcript, house, lambda where, given, mine: None)


class _Stop(Exception):
    """Enough differences found."""


def differences(transcript: Transcript, *, house: bool = False) -> list[str]:
    """What in a transcript is illegal or not as the rules have it; stops at the first bad turn.

    Seats are counted from 0, as in the transcript. See `replay` for `house`.
    """
    lines: list[str] = []

    def seen(where: str, given: dict[str, Any], mine: dict[str, Any]) -> None:
        for name, expected in mine.items():
            if name not in given:
                lines.append(f"{where}: {name} is missing")
            else:
                lines.extend(f"{where}: {line}" for line in compare(name, given[name], expected))
        if lines:
            raise _Stop

    try:
        _walk(transcript, house, seen)
    except _Stop:
        pass
    except IllegalMove as error:
        lines.append(f"illegal: {error}")
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        lines.append(f"malformed transcript: {type(error).__name__}: {error}")
    return lines
