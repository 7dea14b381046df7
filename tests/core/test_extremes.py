"""Own points and own numbers of cards at the edges of what a menu file may say."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from simkit.errors import MenuError
from simkit.menus import build, legal_players
from simkit.runner import simulate
from simkit.schema import MAX_DICE, MAX_HAND
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
    "go, maki": {
        "game": "go",
        "cards": ["maki", "tempura"],
        "points": {"maki": {"places": [-16, 16]}},
    },
    "go, pudding": {
        "game": "go",
        "cards": ["pudding", "chopsticks"],
        "points": {"pudding": {"most": -16, "fewest": 16}},
        "counts": {"pudding": 30},
    },
    "go, wasabi": {
        "game": "go",
        "cards": ["wasabi", "chopsticks"],
        "points": {"nigiri": {"egg": -4, "salmon": -4, "squid": -4}, "wasabi": 8},
        "counts": {"wasabi": 30, "chopsticks": 20},
    },
    "roll, maki": {"game": "roll", "points": {"maki": {"places": [-16, 16]}}},
    "roll, pudding": {
        "game": "roll",
        "points": {"pudding": {"most": -16, "fewest": 16}},
        "tokens": {"supply": {"pudding": 60}},
    },
    "roll, sets": {
        "game": "roll",
        "points": {"tempura": [0, -32, 63, 31, 94], "dumpling": [95, 0]},
    },
}
"""Menus on which some card loses 32 points (or wins 95): the most that a valuation's byte can say."""


@pytest.mark.parametrize("name", WORST)
def test_the_worst_cards_are_played_too(name: str) -> None:
    """The last card of a hand has to be played, whatever it costs."""
    data = {"name": "Worst", "deal": SHORT} | WORST[name]
    if data.get("game") == "roll":
        data["deal"] = {"dice": 4}
    for players in (2, 3, 4):
        for policy in NAMES:
            for game in range(6):
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


TOKENS: dict[str, dict[str, Any]] = {
    "all": {"start": {"menu": 30, "chopsticks": 30}, "supply": {"menu": 60, "chopsticks": 60}},
    "none": {"start": {"menu": 0, "chopsticks": 0}, "supply": {"menu": 0, "chopsticks": 0}},
    "menus only": {"start": {"menu": 9, "chopsticks": 0}, "supply": {"chopsticks": 0}},
    "few": {"start": {"menu": 1, "chopsticks": 1}, "supply": {"menu": 2, "chopsticks": 2}},
}


@pytest.mark.parametrize("dice", ["printed", "no tokens on them"])
@pytest.mark.parametrize("tokens", TOKENS)
def test_as_many_tokens_as_a_box_may_have(tokens: str, dice: str) -> None:
    """A move may use tens of tokens; there may be none, on dice or at all."""
    supply = {"pudding": 1} | TOKENS[tokens]["supply"]
    data: dict[str, Any] = {"name": "Tokens", "game": "roll", "deal": {"dice": MAX_DICE}}
    data["tokens"] = TOKENS[tokens] | {"supply": supply}
    if dice != "printed":
        data["dice"] = {"special": {"dice": 0}, "pudding": {"dice": 0}}
    for policy in NAMES:
        for game in range(4):
            setting = Setting(data, 2, (policy,) * 2, 3, game, house=True)
            assert setting.problems() == []


@pytest.mark.parametrize("dice", [1, MAX_DICE])
def test_eight_players_with_the_fewest_and_the_most_dice(dice: int) -> None:
    data: dict[str, Any] = {"name": "Eight", "game": "roll", "deal": {"dice": dice}}
    data["dice"] = {die: {"dice": 40} for die in ("nigiri", "maki", "appetizer", "special")}
    data["tokens"] = {
        "start": {"menu": 5, "chopsticks": 5},
        "supply": {"menu": 60, "chopsticks": 60},
    }
    for policy in NAMES:
        for game in range(3):
            assert Setting(data, 8, (policy,) * 8, 3, game, house=True).problems() == []


@pytest.mark.parametrize(("field", "most"), [("dice", MAX_DICE), ("hand_size", MAX_HAND)])
def test_more_than_the_core_holds_is_refused(field: str, most: int) -> None:
    data = {"name": "Too many", "game": "roll" if field == "dice" else "go"}
    assert build(data | {"deal": {field: most}})
    with pytest.raises(MenuError, match=field):
        build(data | {"deal": {field: most + 1}})


FAR: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "go": (
        {
            "game": "go",
            "cards": ["wasabi"],
            "points": {"nigiri": {"egg": 30, "salmon": 30, "squid": 30}, "wasabi": 3},
            "counts": {"wasabi": 60, "nigiri": {"egg": 60, "salmon": 0, "squid": 0}},
            "deal": {"hand_size": 10},
        },
        ("greedy", "first:nigiri", "first:wasabi"),
    ),
    "roll": (
        {
            "game": "roll",
            "dice": {
                "nigiri": {"dice": 32, "faces": ["squid"] * 6},
                "maki": {"dice": 32},
                **{die: {"dice": 0} for die in ("appetizer", "special", "pudding")},
            },
            "tokens": {"start": {"menu": 0, "chopsticks": 0}},
            "points": {"nigiri": {"squid": 30}, "maki": {"places": [-15]}},
            "deal": {"dice": 8},
        },
        ("first:maki", *("first:nigiri-squid",) * 7),
    ),
    "leftover tokens": (
        {
            "game": "roll",
            "tokens": {
                "start": {"menu": 20, "chopsticks": 20},
                "supply": {"menu": 60, "chopsticks": 60},
            },
            "points": {"menu": {"tokens": 1, "points": 100}},
            "deal": {"dice": 3},
        },
        ("random", "greedy", "random-legal"),
    ),
}
"""Scores as high, and as far from each other, as menus allow."""


@pytest.mark.parametrize("name", FAR)
def test_sums_of_far_scores_are_exact(name: str, tmp_path: Path) -> None:
    """Squares of 256 games are added up in the core; either they fit, or the menu is refused."""
    data, policies = FAR[name]
    n, players = 512, len(policies)
    menu = build({"name": "Far"} | data, house=True)
    assert players in legal_players(menu)
    try:
        batch = simulate(
            menu, players=players, policies=policies, games=n, house=True, records=tmp_path
        )
    except MenuError:
        return
    tally = batch.tallies[0]
    rows = pq.read_table(tmp_path / "games.parquet").to_pydict()
    stages = np.array([rows[name] for name in ("round_1", "round_2", "round_3", "score")], int)
    scores = stages.reshape(4, n, players)
    assert (tally.score[:, :players] == scores.sum(axis=1)).all()
    assert (tally.score_sq[:, :players] == (scores**2).sum(axis=1)).all()
    if menu.game == "roll":
        edges = players * scores - scores.sum(axis=2, keepdims=True)
        assert (tally.edge[:, :players] == edges.sum(axis=1)).all()
        assert (tally.edge_sq[:, :players] == (edges**2).sum(axis=1)).all()


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
