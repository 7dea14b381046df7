"""Sushi Roll: random games replay without differences; one planted error is found."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from . import roll_player, roll_rulebook
from .decisions import IllegalMove
from .engine import differences, replay
from .mutations import Transcript, as_json, events, some_changes, swap_cards, turn


def _check(transcript: Transcript, house: bool = False) -> None:
    transcript = as_json(transcript)
    assert differences(transcript, house=house) == []
    assert as_json(replay(transcript, house=house)) == transcript


@pytest.mark.parametrize("players", roll_rulebook.HAND_SIZE)
def test_random_games(players: int) -> None:
    rng = random.Random(players)
    _check(roll_player.random_game(players, players))
    for seed in range(15):
        _check(roll_player.random_game(seed, players, rulings=roll_player.random_rulings(rng)))


@pytest.mark.parametrize("players", range(2, roll_rulebook.MOST_PLAYERS + 1))
def test_random_house_games(players: int) -> None:
    rng = random.Random(players)
    for seed in range(8):
        house = roll_player.random_house(rng, players)
        _check(roll_player.random_game(seed, players, **house), house=True)


def test_the_same_seed_gives_the_same_game() -> None:
    assert roll_player.random_game(5, 4) == roll_player.random_game(5, 4)
    assert roll_player.random_game(5, 4) != roll_player.random_game(6, 4)


@pytest.fixture(scope="module")
def game() -> Transcript:
    """A game of three."""
    return as_json(roll_player.random_game(3, 3))


def _turn_with(transcript: Transcript, name: str) -> list[dict[str, Any]]:
    """Events of the first turn that has one of this name."""
    return next(
        one["events"]
        for part in transcript["rounds"]
        for one in part["turns"]
        if any(event["event"] == name for event in one["events"])
    )


def _twice(transcript: Transcript, name: str) -> None:
    happened = _turn_with(transcript, name)
    index = next(i for i, event in enumerate(happened) if event["event"] == name)
    happened.insert(index, copy.deepcopy(happened[index]))


def _gains(transcript: Transcript, token: str) -> dict[str, int]:
    """Tokens of the first die that brought some of this sort."""
    return next(e["tokens"] for e in events(transcript, "take") if e["tokens"][token])


def _fifth_pudding_die(transcript: Transcript) -> None:
    """Belts of a round with more pudding dice than the box has."""
    for belt in transcript["rounds"][0]["belts"]:
        belt[:2] = [{"die": "pudding", "face": "pudding-1"}] * 2


PLANTED: dict[str, Callable[[Transcript], Any]] = {
    "game": lambda t: t.update(game="go"),
    "win share": lambda t: t["win_share"].__setitem__(0, 0.4),
    "total": lambda t: t["totals"].__setitem__(0, t["totals"][0] + 1),
    "total after a round": lambda t: t["totals_after_round"][1].__setitem__(2, 999),
    "dessert cards": lambda t: t["dessert_cards"].__setitem__(1, 99),
    "pudding points": lambda t: t["dessert_points"][1].update(pudding=5),
    "points of leftover tokens": lambda t: t["dessert_points"][1].update(menu=9),
    "round points": lambda t: t["rounds"][1]["points"][0].update(maki=5),
    "pudding points of a round": lambda t: t["rounds"][1]["points"][0].update(pudding=5),
    "kind in play": lambda t: t["cards"].remove("maki"),
    "players": lambda t: t.update(players=4),
    "policies": lambda t: t["policies"].pop(),
    "ruling missing": lambda t: t["rulings"].pop("all_tied"),
    "ruling unknown": lambda t: t["rulings"].update(dummy_control="anew"),
    "sides": lambda t: t["counts"].update({"maki-1": 13}),
    "number of dice": lambda t: t["dice"][0].update(dice=4),
    "faces of dice": lambda t: t["dice"][0]["faces"].__setitem__(0, "nigiri-squid"),
    "seven faces": lambda t: t["dice"][0]["faces"].append("nigiri-squid"),
    "type of dice": lambda t: t["dice"][0].update(die="nigiri-die"),
    "tokens of the start": lambda t: t["tokens"]["start"].update(menu=7),
    "one token of the start more": lambda t: t["tokens"]["start"].update(menu=4),
    "start of the round": lambda t: t["rounds"][1].update(starts=0),
    "no extra slide": lambda t: t["rounds"][1].update(starts=t["rounds"][0]["starts"]),
    "start of the turn": lambda t: turn(t).update(starts=1),
    "belt": lambda t: t["rounds"][0]["belts"][0].pop(),
    "belts swapped": lambda t: swap_cards(t["rounds"][0]["belts"]),
    "fifth pudding die": _fifth_pudding_die,
    "face of another die": lambda t: t["rounds"][0]["belts"][0][0].update(face="nigiri-tofu"),
    "round missing": lambda t: t["rounds"].pop(),
    "turn missing": lambda t: t["rounds"][0]["turns"].pop(),
    "belts do not slide": lambda t: turn(t, 0)["belts"].append(turn(t, 0)["belts"].pop(0)),
    "belts slide to the right": lambda t: turn(t, 0)["belts"].reverse(),
    "a die left after the last turn": lambda t: turn(t, -1)["belts"][0].append(
        {"die": "maki", "face": "maki-1"}
    ),
    "moves out of order": lambda t: turn(t)["events"].reverse(),
    "no die taken": lambda t: turn(t)["events"].pop(),
    "two dice taken": lambda t: _twice(t, "take"),
    "menu token without a die": lambda t: events(t, "menu")[0].update(rerolls=[]),
    "die rolled twice": lambda t: [
        e["rerolls"].extend(e["rerolls"] * 9) for e in events(t, "menu")
    ],
    "impossible roll": lambda t: events(t, "menu")[0]["rerolls"][0].update(to="maki-4"),
    "roll of a die that is not there": lambda t: events(t, "menu")[0]["rerolls"][0].update(
        die="maki", **{"from": "maki-4"}
    ),
    "swap with oneself": lambda t: [e.update({"with": e["seat"]}) for e in events(t, "chopsticks")],
    "swap with nobody": lambda t: events(t, "chopsticks")[0].update({"with": 3}),
    "swap for a die that is not there": lambda t: events(t, "chopsticks")[0]["takes"].update(
        face="tofu"
    ),
    "swap of a die that is not there": lambda t: events(t, "chopsticks")[0]["gives"].update(
        face="tofu"
    ),
    "swap for nothing": lambda t: events(t, "chopsticks")[0].update(takes=None),
    "seventh face": lambda t: events(t, "take")[0].update(face="tofu"),
    "another die": lambda t: events(t, "take")[0].update(die="tofu"),
    "on wasabi": lambda t: events(t, "take")[0].update(on_wasabi=True),
    "pudding tokens": lambda t: _gains(t, "pudding").update(pudding=4),
    "menu tokens": lambda t: _gains(t, "menu").update(menu=1),
    "no chopsticks tokens": lambda t: _gains(t, "chopsticks").update(chopsticks=0),
    "event unknown": lambda t: turn(t)["events"].append({"event": "wink", "seat": 0}),
    "tray": lambda t: turn(t)["tables"][0].pop(),
    "free wasabi": lambda t: turn(t)["free_wasabi"].__setitem__(0, 9),
    "tokens of a seat": lambda t: turn(t)["tokens"][0].update(menu=9),
    "key missing": lambda t: turn(t).pop("tables"),
    "inputs missing": lambda t: turn(t).pop("events"),
}


@pytest.mark.parametrize("fact", ["no error", *PLANTED])
def test_a_planted_error_is_found(game: Transcript, fact: str) -> None:
    wrong = copy.deepcopy(game)
    PLANTED.get(fact, lambda t: None)(wrong)
    found = differences(wrong, house=True)
    assert (found == []) == (wrong == game)
    if not any(word in fact for word in ("missing", "unknown", "nothing", "game")):
        assert not any(line.startswith("malformed") for line in found)


def test_any_changed_fact_of_a_round_is_found(game: Transcript) -> None:
    for path, wrong in some_changes(game, 300, seed=3):
        assert differences(wrong, house=True) != [], path


def test_findings_name_place_and_both_sides(game: Transcript) -> None:
    wrong = copy.deepcopy(game)
    turn(wrong, 2)["tables"][1].append("maki-1")
    turn(wrong, 4)["tables"][1].append("maki-1")
    (line,) = differences(wrong)
    assert line.startswith("round 1, turn 3: tables of seat 1: got ")


def test_order_without_meaning_makes_no_difference(game: Transcript) -> None:
    other = copy.deepcopy(game)
    for part in other["rounds"]:
        for belt in part["belts"]:
            belt.reverse()
        for one in part["turns"]:
            for things in (*one["tables"], *one["belts"]):
                things.reverse()
            for event in one["events"]:
                event.get("rerolls", []).reverse()
                if "tokens" in event:
                    event["tokens"] = {k: n for k, n in event["tokens"].items() if n}
        part["points"] = [{k: n for k, n in mine.items() if n} for mine in part["points"]]
    assert differences(other) == []


_FOUR_NIGIRI_DICE = [
    roll_rulebook.DieType("nigiri", 4, roll_rulebook.DICE[0].faces),
    *roll_rulebook.DICE[1:],
]


@pytest.mark.parametrize(
    "change",
    [{"hand_size": 5}, {"dice": _FOUR_NIGIRI_DICE}, {"tokens": {"supply": {"pudding": 21}}}],
)
def test_a_game_by_the_book_has_the_printed_set_up(change: dict[str, Any]) -> None:
    house = as_json(roll_player.random_game(1, 4, **change))
    assert "printed" in differences(house)[0]
    assert differences(house, house=True) == []
    with pytest.raises(IllegalMove, match="set-up"):
        replay(house)


@pytest.mark.parametrize(
    "change",
    [
        {"hand_size": 8},  # 32 dice for four
        {"hand_size": 0},
        {"tokens": {"start": {"menu": 5, "chopsticks": 2}}},  # 20 of 18
        {"players": 9, "hand_size": 1},
    ],
)
def test_what_nobody_can_play_is_no_house_game(change: dict[str, Any]) -> None:
    transcript = as_json(roll_player.random_game(1, 4)) | change
    assert differences(transcript, house=True)[0].startswith("illegal: set-up: ")
