"""Own points and own numbers of cards at the edges of what a menu file may say."""

import json
from typing import Any

import pytest

from tests.core.games import NAMES, Setting

SHORT = {"hand_size": 4}

WORST: dict[str, dict[str, Any]] = {
    "temaki": {"cards": ["temaki"], "points": {"temaki": {"most": -16, "fewest": 16}}},
    "pudding": {"cards": ["tofu", "pudding"], "points": {"pudding": {"most": -16, "fewest": 16}}},
    "maki": {
        "cards": ["maki"],
        "points": {"maki": {"small": [-16, 16], "large": [-16, 16]}},
    },
    "wasabi": {
        "cards": ["wasabi"],
        "points": {"nigiri": {"egg": -4, "salmon": -4, "squid": -4}, "wasabi": 8},
        "deal": {"hand_size": 3},
    },
    "fruit": {"cards": ["fruit", "tofu"], "points": {"fruit": [0, -16, -30]}},
    "onigiri": {"cards": ["onigiri", "tofu"], "points": {"onigiri": [0, -2, 93, 61, 29]}},
}
"""Menus on which some card loses 32 points (or wins 95): the most that a valuation's byte can say."""


@pytest.mark.parametrize("name", WORST)
def test_the_worst_cards_are_played_too(name: str) -> None:
    """The last card of a hand has to be played, whatever it costs."""
    data = {"name": "Worst", "deal": SHORT} | WORST[name]
    for players in (2, 3, 4):
        for policy in NAMES:
            for game in range(10):
                setting = Setting(data, players, (policy,) * players, 3, game, house=True)
                assert setting.problems() == []


@pytest.mark.parametrize("places", [[8, 5], [8]])
def test_fewer_places_for_uramaki(places: list[int]) -> None:
    """When all of the listed places are taken, uramaki stay on the table (E19)."""
    data = {
        "name": "Places",
        "cards": ["uramaki", "tea"],
        "points": {"uramaki": {"places": places}},
    }
    data["deal"] = {"hand_size": 7}
    for game in range(100):
        assert Setting(data, 3, ("random",) * 3, 1, game, house=True).problems() == []


@pytest.mark.parametrize("policy", NAMES)
def test_a_deck_of_menus_runs_out(policy: str) -> None:
    """More menus are played than the deck has cards to show: four, then fewer, then none (E20)."""
    few = dict.fromkeys(("egg", "salmon", "squid"), 5)
    counts = {"menu": dict.fromkeys("789", 5), "nigiri": few}
    data = {"name": "Menus", "cards": ["menu"], "counts": counts, "deal": {"hand_size": 10}}
    for game in range(20):
        assert Setting(data, 2, (policy,) * 2, 3, game, house=True).problems() == []


@pytest.mark.parametrize("game", [926, 1808])
def test_two_boxes_in_a_turn(game: int) -> None:
    """A nigiri of this turn loses its wasabi to one box; the next may not turn it over (E9, E10)."""
    data = {
        "name": "Boxes",
        "cards": ["chopsticks", "takeout-box", "wasabi"],
        "rulings": {"flipped_wasabi_keeps_triple": True},
        "deal": {"hand_size": 7},
    }
    if game == 926:
        numbered = {"chopsticks": "123", "takeout-box": ["10", "11", "12"]}
        counts = {
            kind: dict.fromkeys(n, 3 if kind == "chopsticks" else 5) for kind, n in numbered.items()
        }
        data["counts"] = {**counts, "wasabi": 9}
    assert Setting(data, 2, ("random-legal",) * 2, 3, game, house=True).problems() == []


@pytest.mark.parametrize("players", range(2, 9))
def test_many_copies_of_every_action_card(players: int) -> None:
    """Several cards with the same number: the queue is worked off all the same."""
    numbers = {
        "chopsticks": "123",
        "spoon": "456",
        "menu": "789",
        "takeout-box": ["10", "11", "12"],
    }
    counts: dict[str, Any] = {kind: dict.fromkeys(n, 4) for kind, n in numbers.items()}
    data = {
        "name": "Actions",
        "cards": ["special-order", "wasabi", "miso-soup", *numbers],
        "counts": counts | {"special-order": 8},
        "deal": {"hand_size": 6},
    }
    for policy in NAMES:
        for game in range(8):
            setting = Setting(data, players, (policy,) * players, 2, game, house=True)
            assert setting.problems() == []


def test_no_nigiri_no_desserts_one_card() -> None:
    data = {
        "name": "Bare",
        "cards": ["tea", "soy-sauce"],
        "nigiri": False,
        "deal": {"hand_size": 1},
    }
    for policy in NAMES:
        assert Setting(data, 4, (policy,) * 4, 1, 1, house=True).problems() == []


def test_a_transcript_is_plain_data() -> None:
    """Every event can be written as JSON and is the same when read again."""
    for game in range(5):
        everything = {
            "name": "Plain",
            "cards": ["takeout-box", "spoon", "menu", "wasabi", "uramaki"],
        }
        everything["cards"] = [*everything["cards"], "miso-soup", "chopsticks", "special-order"]
        played = Setting(everything, 3, ("random-legal",) * 3, 1, game, house=True).transcript()
        assert json.loads(json.dumps(played)) == played
