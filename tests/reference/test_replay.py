"""Random games replay without differences; one planted error is found."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from . import player, rulebook
from .decisions import IllegalMove
from .engine import differences, replay
from .mutations import Transcript, as_json, some_changes
from .mutations import events as _events
from .mutations import swap_cards as _swap_cards
from .mutations import turn as _turn


def _check(transcript: Transcript, house: bool = False) -> None:
    transcript = as_json(transcript)
    assert differences(transcript, house=house) == []
    assert as_json(replay(transcript, house=house)) == transcript


@pytest.mark.parametrize("menu", rulebook.PRINTED_MENUS)
def test_random_games_on_printed_menus(menu: str) -> None:
    cards = ["nigiri", *rulebook.PRINTED_MENUS[menu]]
    for players in [n for n in rulebook.HAND_SIZE if rulebook.is_legal_menu(cards, n)]:
        rng = random.Random(players)
        _check(player.random_game(players, cards, players))
        _check(player.random_game(players, cards, players, rulings=player.random_rulings(rng)))


@pytest.mark.parametrize("players", rulebook.HAND_SIZE)
def test_random_games_on_legal_menus(players: int) -> None:
    menus = list(rulebook.legal_menus(players))
    rng = random.Random(players)
    for seed in range(15):
        rulings = player.random_rulings(rng)
        _check(player.random_game(seed, rng.choice(menus), players, rulings=rulings))


@pytest.mark.parametrize("players", rulebook.HAND_SIZE)
def test_random_games_on_house_menus(players: int) -> None:
    rng = random.Random(players)
    for seed in range(15):
        house = player.random_house(rng, players)
        rulings = player.random_rulings(rng)
        _check(player.random_game(seed, rulings=rulings, **house), house=True)


def test_the_same_seed_gives_the_same_game() -> None:
    cards = ["nigiri", *rulebook.PRINTED_MENUS["Master Menu"]]
    assert player.random_game(5, cards, 4) == player.random_game(5, cards, 4)
    assert player.random_game(5, cards, 4) != player.random_game(6, cards, 4)


@pytest.fixture(scope="module")
def game() -> Transcript:
    """A game with all kinds in play and every sort of event."""
    rules = rulebook.make_rules(5, list(rulebook.KINDS), hand_size=12)
    return as_json(player.play(rules, seed=11))


PLANTED: dict[str, Callable[[Transcript], Any]] = {
    "win share": lambda t: t["win_share"].reverse(),
    "total": lambda t: t["totals"].__setitem__(0, t["totals"][0] + 1),
    "total after a round": lambda t: t["totals_after_round"][1].__setitem__(2, 999),
    "dessert cards": lambda t: t["dessert_cards"].__setitem__(1, 99),
    "dessert points": lambda t: t["dessert_points"][1].update(pudding=5),
    "round points": lambda t: t["rounds"][1]["points"][0].update(tofu=5),
    "kept": lambda t: t["rounds"][0]["kept"][0].append("pudding"),
    "kind in play": lambda t: t["cards"].remove("eel"),
    "ruling missing": lambda t: t["rulings"].pop("all_tied"),
    "ruling unknown": lambda t: t["rulings"].update(all_tied="never"),
    "copies": lambda t: t["counts"].update(tofu=2),
    "hand dealt": lambda t: t["rounds"][0]["hands"][0].pop(),
    "hands dealt, swapped": lambda t: _swap_cards(t["rounds"][0]["hands"]),
    "desserts added": lambda t: t["rounds"][0].update(desserts_added={"pudding": 6}),
    "round missing": lambda t: t["rounds"].pop(),
    "turn missing": lambda t: t["rounds"][0]["turns"].pop(),
    "commit missing": lambda t: _turn(t)["commits"].pop(),
    "commit": lambda t: _turn(t)["commits"][0].update(card="menu-7", copies="eel"),
    "wish": lambda t: _turn(t)["commits"][0].update(on_wasabi=True),
    "call": lambda t: _turn(t, 0)["commits"][0].update(calls=["chopsticks-1"]),
    "table": lambda t: _turn(t)["tables"][0].pop(),
    "hand": lambda t: _turn(t)["hands"][0].pop(),
    "hands passed, swapped": lambda t: _swap_cards(_turn(t)["hands"]),
    "face-down": lambda t: _turn(t)["face_down"].__setitem__(0, 9),
    "free wasabi": lambda t: _turn(t)["free_wasabi"].__setitem__(0, 9),
    "event missing": lambda t: _turn(t)["events"].pop(),
    "event twice": lambda t: _turn(t)["events"].append(_turn(t)["events"][-1]),
    "plays out of order": lambda t: _turn(t)["events"].insert(0, _turn(t)["events"].pop(1)),
    "play by": lambda t: _events(t, "play")[0].update(by="spoon"),
    "play on wasabi": lambda t: _events(t, "play")[0].update(on_wasabi=True),
    "discard why": lambda t: _events(t, "discard")[0].update(why="lost"),
    "discard n": lambda t: _events(t, "discard")[0].update(n=7),
    "race points": lambda t: _events(t, "points")[0].update(points=7),
    "chopsticks take": lambda t: _events(t, "chopsticks")[0].update(takes="soy"),
    "chopsticks copy": lambda t: _events(t, "chopsticks")[0].update(copy=True),
    "spoon request": lambda t: _events(t, "spoon")[0].update(request="chopsticks-1"),
    "spoon giver": lambda t: _events(t, "spoon")[0].update(giver=None, gives=None),
    "menu draws": lambda t: _events(t, "menu")[0]["draws"].pop(),
    "menu takes": lambda t: _events(t, "menu")[0].update(takes=None),
    "takeout flips": lambda t: _events(t, "takeout")[0]["flips"].append(
        {"card": "eel", "place": "spent", "copy": False}
    ),
    "takeout seat": lambda t: _events(t, "takeout")[0].update(seat=99),
    "key missing": lambda t: _turn(t).pop("face_down"),
    "inputs missing": lambda t: _turn(t).pop("commits"),
}


@pytest.mark.parametrize("fact", PLANTED)
def test_a_planted_error_is_found(game: Transcript, fact: str) -> None:
    assert differences(game, house=True) == []
    wrong = copy.deepcopy(game)
    PLANTED[fact](wrong)
    assert wrong != game
    assert differences(wrong, house=True) != []


def test_any_changed_fact_of_a_round_is_found(game: Transcript) -> None:
    """Except what a menu drew and did not play, and what a spoon asked for: these are free."""
    for path, wrong in some_changes(game, 300, seed=3, free=frozenset({"draws", "request"})):
        assert differences(wrong, house=True) != [], path


def test_differences_stop_at_the_first_bad_turn(game: Transcript) -> None:
    wrong = copy.deepcopy(game)
    _turn(wrong, 2)["tables"][1].append("eel")
    _turn(wrong, 4)["tables"][1].append("eel")
    lines = differences(wrong, house=True)
    assert len(lines) == 1
    assert lines[0].startswith("round 1, turn 3: tables of seat 1: got ")


def test_order_without_meaning_makes_no_difference(game: Transcript) -> None:
    other = copy.deepcopy(game)
    for part in other["rounds"]:
        for cards in (*part["hands"], *part["kept"]):
            cards.reverse()
        for turn in part["turns"]:
            for cards in (*turn["tables"], *turn["hands"]):
                cards.reverse()
        part["points"] = [{k: n for k, n in mine.items() if n} for mine in part["points"]]
    assert differences(other, house=True) == []


def test_a_house_game_must_be_announced(game: Transcript) -> None:
    assert differences(game)[0].startswith("illegal: set-up: no legal menu")
    with pytest.raises(IllegalMove, match="no legal menu"):
        replay(game)


@pytest.mark.parametrize(
    "change", [{"hand_size": 8}, {"desserts": [3, 3, 3]}, {"counts": {"tofu": 7}}]
)
def test_a_game_by_the_book_has_the_printed_set_up(change: dict[str, Any]) -> None:
    cards = ["nigiri", *rulebook.PRINTED_MENUS["Master Menu"]]
    if "counts" in change:
        change = {"counts": rulebook.printed_counts(cards, [4, 4, 4]) | change["counts"]}
    game = player.random_game(1, cards, 4, **change)
    assert "printed" in differences(game)[0]
    assert differences(game, house=True) == []
