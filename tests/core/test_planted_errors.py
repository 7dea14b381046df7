"""The judge sees what is wrong: a transcript of the core with one error planted is refused."""

import copy
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.core import games
from tests.core.games import Setting
from tests.reference.engine import differences

Transcript = dict[str, Any]
Fact = Callable[[Transcript], Any]


def _events(transcript: Transcript, name: str) -> Iterator[dict[str, Any]]:
    for part in transcript["rounds"]:
        for turn in part["turns"]:
            yield from (event for event in turn["events"] if event["event"] == name)


def _first(transcript: Transcript, name: str) -> dict[str, Any]:
    return next(_events(transcript, name))


def _turn(transcript: Transcript, round_: int, turn: int) -> dict[str, Any]:
    found: dict[str, Any] = transcript["rounds"][round_]["turns"][turn]
    return found


def _one_more(amounts: dict[str, int], name: str) -> None:
    amounts[name] = amounts.get(name, 0) + 1


def _move_on(entries: list[Any]) -> None:
    entries.append(entries.pop(0))


ANY_GAME: dict[str, Fact] = {
    "a point of a round": lambda t: _one_more(t["rounds"][1]["points"][0], "tempura"),
    "a total": lambda t: t["totals"].__setitem__(1, t["totals"][1] + 1),
    "the winner": lambda t: _move_on(t["win_share"]),
    "a free wasabi": lambda t: _turn(t, 1, 1)["free_wasabi"].__setitem__(0, 9),
}

PARTY: dict[str, Fact] = {
    "a card played twice": lambda t: _turn(t, 0, 3)["commits"][0].update(
        card=_turn(t, 0, 3)["commits"][1]["card"] + "?"
    ),
    "a play missing": lambda t: _turn(t, 1, 2)["events"].pop(0),
    "a call not made": lambda t: _first(t, "chopsticks").update(seat=3),
    "a spoon's giver": lambda t: _first(t, "spoon").update(giver=_first(t, "spoon")["seat"]),
    "a card on the table": lambda t: _turn(t, 2, 1)["tables"][0].append("eel"),
    "a dessert's points": lambda t: _one_more(t["dessert_points"][0], "green-tea-ice-cream"),
}

GO: dict[str, Fact] = {
    "cards dealt that are not left": lambda t: t["rounds"][2]["hands"].__setitem__(
        0, ["pudding"] * 8
    ),
    "the chopsticks not put back": lambda t: _first(t, "chopsticks").update(card="pudding"),
    "another second card": lambda t: _first(t, "chopsticks").update(takes="wasabi?"),
    "a call without chopsticks": lambda t: _turn(t, 0, 0)["commits"][1].update(
        calls=["chopsticks"], second=_turn(t, 0, 0)["commits"][1]["card"]
    ),
    "hands passed once more": lambda t: _move_on(_turn(t, 1, 2)["hands"]),
    "a pudding kept": lambda t: t["rounds"][1]["kept"][0].append("pudding"),
    "a pudding's points": lambda t: _one_more(t["dessert_points"][0], "pudding"),
}

DUMMY: dict[str, Fact] = {
    "the other player's turn for the dummy": lambda t: _turn(t, 1, 2)["commits"][2].update(
        by=1 - _turn(t, 1, 2)["commits"][2]["by"]
    ),
    "nobody draws": lambda t: _turn(t, 0, 1).update(draw=None),
    "a card drawn that is not there": lambda t: _turn(t, 0, 8)["draw"].update(card="pudding?"),
    "a call of the dummy": lambda t: _turn(t, 0, 3)["commits"][2].update(
        calls=["chopsticks"], second="tempura"
    ),
}

ROLL: dict[str, Fact] = {
    "somebody else starts": lambda t: _turn(t, 1, 0).update(starts=_turn(t, 1, 1)["starts"]),
    "a face that its die does not have": lambda t: t["rounds"][1]["belts"][0][0].update(
        face="menu" if t["rounds"][1]["belts"][0][0]["die"] != "special" else "pudding-1"
    ),
    "a die changed on its way": lambda t: _turn(t, 0, 1)["belts"][0].__setitem__(
        0, _turn(t, 0, 1)["belts"][1][0] | {"die": "pudding", "face": "pudding-1"}
    ),
    "a token more": lambda t: _one_more(_turn(t, 0, 2)["tokens"][1], "menu"),
    "a pudding token too many": lambda t: _one_more(_first(t, "take")["tokens"], "pudding"),
    "a swap with oneself": lambda t: _first(t, "chopsticks").update(
        {"with": _first(t, "chopsticks")["seat"]}
    ),
    "no die re-rolled": lambda t: _first(t, "menu").update(rerolls=[]),
    "a move missing": lambda t: _turn(t, 1, 2)["events"].pop(),
    "moves in another order": lambda t: _turn(t, 1, 0)["events"].reverse(),
    "a leftover token's points": lambda t: _one_more(t["dessert_points"][0], "menu"),
    "pudding tokens at the end": lambda t: _move_on(t["dessert_cards"]),
}

CASES: dict[str, dict[str, Fact]] = {
    "big-banquet": PARTY | ANY_GAME,
    "go/sushi-go": GO | ANY_GAME,
    "go/dummy": DUMMY | ANY_GAME,
    "roll/sushi-roll": ROLL | ANY_GAME,
}

NEEDED = {
    "big-banquet": ("chopsticks", "spoon"),
    "go/sushi-go": ("chopsticks",),
    "roll/sushi-roll": ("chopsticks", "menu"),
}
"""Events without which there is nothing to change."""


def _serves(found: Transcript, slug: str) -> bool:
    events = {name: list(_events(found, name)) for name in NEEDED.get(slug, ())}
    if not all(events.values()):
        return False
    spoons = events.get("spoon", [{"giver": 0}])
    unlike = "dessert_cards" not in found or len(set(found["dessert_cards"])) > 1
    return spoons[0]["giver"] is not None and min(found["win_share"]) == 0 and unlike


@cache
def good(slug: str) -> Transcript:
    """A game that has all that is changed in some case, and one winner at most."""
    menu = games.ALL[slug]
    players = games.players_of(menu)
    for game in range(100):
        lineup = ("random-legal",) * players
        found = Setting(games.data_of(menu), players, lineup, 5, game).transcript()
        if _serves(found, slug):
            return found
    raise AssertionError("no such game in a hundred")


@pytest.mark.parametrize(
    ("slug", "fact"), [(slug, f) for slug, facts in CASES.items() for f in facts]
)
def test_a_planted_error_is_found(slug: str, fact: str) -> None:
    transcript = good(slug)
    assert differences(transcript) == []
    wrong = copy.deepcopy(transcript)
    CASES[slug][fact](wrong)
    assert wrong != transcript
    assert differences(wrong) != []
