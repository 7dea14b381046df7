"""Sushi Go!: random games replay without differences; one planted error is found."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from . import go_player, go_rulebook
from .decisions import IllegalMove
from .engine import differences, replay
from .mutations import Transcript, as_json, events, some_changes, swap_cards, turn


def _check(transcript: Transcript, house: bool = False) -> None:
    transcript = as_json(transcript)
    assert differences(transcript, house=house) == []
    assert as_json(replay(transcript, house=house)) == transcript


@pytest.mark.parametrize("players", go_rulebook.HAND_SIZE)
def test_random_games(players: int) -> None:
    rng = random.Random(players)
    _check(go_player.random_game(players, players))
    for seed in range(15):
        _check(go_player.random_game(seed, players, **go_player.random_options(rng, players)))


@pytest.mark.parametrize("players", range(2, go_rulebook.MOST_PLAYERS + 1))
def test_random_house_games(players: int) -> None:
    rng = random.Random(players)
    for seed in range(8):
        house = go_player.random_house(rng, players)
        options = go_player.random_options(rng, players)
        _check(go_player.random_game(seed, players, **options | house), house=True)


def test_the_same_seed_gives_the_same_game() -> None:
    assert go_player.random_game(5, 4) == go_player.random_game(5, 4)
    assert go_player.random_game(5, 4) != go_player.random_game(6, 4)


@pytest.fixture(scope="module")
def game() -> Transcript:
    """A game of three with the soy sauce, to the left and to the right."""
    cards = list(go_rulebook.COPIES)
    return as_json(go_player.random_game(1, 3, cards=cards, variants={"pass": "both ways"}))


@pytest.fixture(scope="module")
def dummy() -> Transcript:
    """A game of two with the dummy."""
    return as_json(go_player.random_game(9, 2, variants={"dummy": True}))


def _redeal(transcript: Transcript) -> None:
    """Deal the cards of round 1 again in round 2, as if the pile had been shuffled anew."""
    transcript["rounds"][1] = copy.deepcopy(transcript["rounds"][0]) | {"round": 2}


PLANTED: dict[str, Callable[[Transcript], Any]] = {
    "game": lambda t: t.update(game="sushi-go"),
    "win share": lambda t: t["win_share"].__setitem__(0, 0.4),
    "total": lambda t: t["totals"].__setitem__(0, t["totals"][0] + 1),
    "total after a round": lambda t: t["totals_after_round"][1].__setitem__(2, 999),
    "total after a fourth round": lambda t: t["totals_after_round"].append([0, 0, 0]),
    "dessert cards": lambda t: t["dessert_cards"].__setitem__(1, 99),
    "dessert points": lambda t: t["dessert_points"][1].update(pudding=5),
    "round points": lambda t: t["rounds"][1]["points"][0].update(maki=5),
    "points of another kind": lambda t: t["rounds"][1]["points"][0].update(tofu=5),
    "kept": lambda t: t["rounds"][0]["kept"][0].append("pudding"),
    "kind in play": lambda t: t["cards"].remove("maki"),
    "kinds out of order": lambda t: t["cards"].reverse(),
    "players": lambda t: t.update(players=4),
    "policies": lambda t: t["policies"].append("dummy"),
    "ruling missing": lambda t: t["rulings"].pop("dummy_control"),
    "ruling unknown": lambda t: t["rulings"].update(all_tied="literal"),
    "variant missing": lambda t: t["variants"].pop("pass"),
    "variant unknown": lambda t: t["variants"].update({"pass": "right"}),
    "dummy with three": lambda t: t["variants"].update(dummy=True),
    "passed to the left only": lambda t: t["variants"].update({"pass": "left"}),
    "copies": lambda t: t["counts"].update(tempura=2),
    "copies of what is not in play": lambda t: t["counts"].update(tofu=2),
    "hand dealt": lambda t: t["rounds"][0]["hands"][0].pop(),
    "hand too many": lambda t: t["rounds"][0]["hands"].append([]),
    "hands dealt, swapped": lambda t: swap_cards(t["rounds"][0]["hands"]),
    "round missing": lambda t: t["rounds"].pop(),
    "turn missing": lambda t: t["rounds"][0]["turns"].pop(),
    "draw without a dummy": lambda t: turn(t).update(draw={"seat": 0, "card": "maki-1"}),
    "commit missing": lambda t: turn(t)["commits"].pop(),
    "commit twice": lambda t: turn(t)["commits"].append(turn(t)["commits"][0]),
    "commit of another": lambda t: turn(t)["commits"][0].update(by=1),
    "copies in a commit": lambda t: turn(t)["commits"][0].update(copies="maki-1"),
    "wish": lambda t: turn(t)["commits"][0].update(on_wasabi=True),
    "call without chopsticks": lambda t: turn(t, 0)["commits"][0].update(
        calls=["chopsticks"], second="maki-1"
    ),
    "second without a call": lambda t: turn(t, 0)["commits"][0].update(second="maki-1"),
    "table": lambda t: turn(t)["tables"][0].pop(),
    "hand": lambda t: turn(t)["hands"][0].pop(),
    "hands passed, swapped": lambda t: swap_cards(turn(t)["hands"]),
    "face-down": lambda t: turn(t)["face_down"].__setitem__(0, 9),
    "free wasabi": lambda t: turn(t)["free_wasabi"].__setitem__(0, 9),
    "event missing": lambda t: turn(t)["events"].pop(),
    "event twice": lambda t: turn(t)["events"].append(turn(t)["events"][-1]),
    "plays out of order": lambda t: turn(t)["events"].insert(0, turn(t)["events"].pop(1)),
    "play by": lambda t: events(t, "play")[0].update(by="chopsticks"),
    "play on wasabi": lambda t: events(t, "play")[0].update(on_wasabi=True),
    "chopsticks take": lambda t: events(t, "chopsticks")[0].update(takes="soy-sauce"),
    "chopsticks copy": lambda t: events(t, "chopsticks")[0].update(copy=True),
    "key missing": lambda t: turn(t).pop("face_down"),
    "inputs missing": lambda t: turn(t).pop("commits"),
}

PLANTED_WITH_DUMMY: dict[str, Callable[[Transcript], Any]] = {
    "no dummy": lambda t: t["variants"].update(dummy=False),
    "policies": lambda t: t["policies"].reverse(),
    "no draw": lambda t: turn(t).update(draw=None),
    "draw by another": lambda t: turn(t)["draw"].update(seat=0),
    "draw by the dummy": lambda t: turn(t)["draw"].update(seat=2),
    "draw of another card": lambda t: turn(t)["draw"].update(card="soy-sauce"),
    "dummy chooses": lambda t: turn(t)["commits"][2].update(by=2),
    "other player chooses for the dummy": lambda t: turn(t)["commits"][2].update(by=0),
    "dummy uses chopsticks": lambda t: turn(t)["commits"][2].update(
        calls=["chopsticks"], second="maki-1"
    ),
    "control begins anew": lambda t: t["rulings"].update(dummy_control="anew"),
    "dummy's pile": lambda t: swap_cards([turn(t)["hands"][2], turn(t)["hands"][0]]),
    "dummy's pile passed": lambda t: turn(t)["hands"].reverse(),
    "dummy's kept": lambda t: t["rounds"][0]["kept"][2].append("pudding"),
    "dummy's points": lambda t: t["rounds"][0]["points"][2].update(maki=7),
    "two seats only": lambda t: [t[name].pop() for name in ("totals", "win_share")],
}


@pytest.mark.parametrize("fact", ["no error", *PLANTED])
def test_a_planted_error_is_found(game: Transcript, fact: str) -> None:
    wrong = copy.deepcopy(game)
    PLANTED.get(fact, lambda t: None)(wrong)
    found = differences(wrong, house=True)
    assert (found == []) == (wrong == game)
    if "missing" not in fact and "unknown" not in fact:
        assert not any(line.startswith("malformed") for line in found)


@pytest.mark.parametrize("fact", ["no error", *PLANTED_WITH_DUMMY])
def test_a_planted_error_beside_the_dummy_is_found(dummy: Transcript, fact: str) -> None:
    wrong = copy.deepcopy(dummy)
    PLANTED_WITH_DUMMY.get(fact, lambda t: None)(wrong)
    found = differences(wrong, house=True)
    assert (found == []) == (wrong == dummy)
    assert not any(line.startswith("malformed") for line in found)


def test_any_changed_fact_of_a_round_is_found(game: Transcript, dummy: Transcript) -> None:
    for transcript in (game, dummy):
        for path, wrong in some_changes(transcript, 250, seed=3):
            assert differences(wrong, house=True) != [], path


def test_the_pile_is_not_shuffled_again(game: Transcript) -> None:
    wrong = copy.deepcopy(game)
    _redeal(wrong)
    (line,) = differences(wrong)
    assert line.startswith("illegal: round 2: dealt but no longer in the pile: ")


def test_findings_name_place_and_both_sides(game: Transcript) -> None:
    wrong = copy.deepcopy(game)
    turn(wrong, 2)["tables"][1].append("maki-1")
    turn(wrong, 4)["tables"][1].append("maki-1")
    (line,) = differences(wrong)
    assert line.startswith("round 1, turn 3: tables of seat 1: got ")


def test_order_without_meaning_makes_no_difference(dummy: Transcript) -> None:
    other = copy.deepcopy(dummy)
    for part in other["rounds"]:
        for cards in (*part["hands"], *part["kept"]):
            cards.reverse()
        for one in part["turns"]:
            for cards in (*one["tables"], *one["hands"]):
                cards.reverse()
        part["points"] = [{k: n for k, n in mine.items() if n} for mine in part["points"]]
    assert differences(other) == []


@pytest.mark.parametrize(
    "change",
    [
        {"hand_size": 7},
        {"cards": ["nigiri", "maki"], "hand_size": 3},
        {"counts": go_rulebook.printed_counts(go_rulebook.BOX) | {"wasabi": 7}},
    ],
)
def test_a_game_by_the_book_has_the_printed_set_up(change: dict[str, Any]) -> None:
    house = as_json(go_player.random_game(1, 4, **change))
    assert "printed" in differences(house)[0]
    assert differences(house, house=True) == []
    with pytest.raises(IllegalMove, match="set-up"):
        replay(house)


@pytest.mark.parametrize(
    "change",
    [{"hand_size": 10}, {"hand_size": 0}, {"counts": {"nigiri-egg": 200, "tofu": 1}}],
)
def test_what_nobody_can_play_is_no_house_game(change: dict[str, Any]) -> None:
    transcript = as_json(go_player.random_game(1, 4)) | change
    assert differences(transcript, house=True)[0].startswith("illegal: set-up: ")
