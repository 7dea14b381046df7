"""Every ruling can change a game, and both of its settings are played as the reference has them."""

from typing import Any

import pytest

from simkit.menus.rulings import RULINGS
from tests.core.games import Setting
from tests.reference.engine import differences

EVERYTHING = [
    *("uramaki", "miso-soup", "chopsticks", "spoon", "takeout-box", "wasabi", "special-order"),
    *("tea", "pudding"),
]
RACE = ["uramaki", "chopsticks", "special-order", "tea", "tofu", "eel"]
SHORT = {"hand_size": 5}
WASABI = {"counts": {"wasabi": 12}, "deal": SHORT}

BOX = {"cards": ["takeout-box", "wasabi"]} | WASABI
ORDER = {"cards": ["wasabi", "special-order"]} | WASABI
TIES = {
    "cards": ["uramaki", "tofu", "eel"],
    "counts": {"uramaki": {"3": 30, "4": 0, "5": 0}},
    "points": {"uramaki": {"target": 6}},
    "deal": SHORT,
}  # three seats and more have the same icons at the same time
FEW = {"hand_size": 3, "desserts": [1, 0, 0]}

PAIRS = {
    "game": "go",
    "cards": ["chopsticks", "wasabi"],
    "counts": {"chopsticks": 30, "wasabi": 30},
    "deal": SHORT,
}
FEW_PUDDINGS = {"game": "roll", "dice": {"pudding": {"dice": 2}}}
NO_PUDDINGS = {"game": "roll", "tokens": {"supply": {"pudding": 0}}}

CASES: list[tuple[str, Any, Any, dict[str, Any], int]] = [
    ("uramaki_mix", [4, 4, 4], [3, 5, 4], {"cards": RACE}, 3),
    ("face_down_colour", "shared", "none", {"cards": ["takeout-box", "tea", "eel", "tofu"]}, 3),
    ("face_down_colour", "shared", "none", {"cards": ["takeout-box", "soy-sauce", "eel"]}, 2),
    ("bonus_actions_per_turn", 0, 1, {"cards": EVERYTHING}, 3),
    ("bonus_actions_per_turn", 1, 2, {"cards": EVERYTHING}, 3),
    ("uramaki_timing", "at once", "end of turn", {"cards": RACE}, 3),
    ("uramaki_tie", "use up places", "skip one", TIES, 5),
    # With three and more players the gain and the loss of a full tie are equal.
    ("all_tied", "literal", "nothing", {"cards": ["temaki", "tofu"], "deal": SHORT}, 2),
    ("all_tied", "literal", "nothing", {"cards": ["tofu", "pudding"], "deal": SHORT}, 2),
    ("most_needs_one", False, True, {"cards": ["temaki", "tofu", "eel"], "deal": SHORT}, 2),
    ("most_needs_one", False, True, {"cards": ["tofu", "eel", "pudding"], "deal": FEW}, 2),
    ("flipped_wasabi_keeps_triple", False, True, BOX, 2),
    ("flipped_nigiri_frees_wasabi", False, True, BOX, 2),
    ("spoon_in_last_turn", "discard", "forbid", {"cards": ["spoon", "tofu", "tea", "eel"]}, 3),
    ("uramaki_after_last_place", "keep", "discard", {"cards": RACE}, 4),
    ("special_order_on_wasabi", "optional", "mandatory", ORDER, 2),
    ("copy_of_tripled_nigiri", "not placed", "like any nigiri", ORDER, 2),
    # ---- Sushi Go!
    ("wasabi_and_nigiri", "tripled", "not tripled", PAIRS, 3),
    ("dummy_pudding_loss", True, False, {"game": "go", "variants": {"dummy": True}}, 2),
    ("dummy_control", "alternates", "anew", {"game": "go", "variants": {"dummy": True}}, 2),
    # ---- Sushi Roll; with three and more players the gain and the loss of a full tie are equal
    ("all_tied", "literal", "nothing", FEW_PUDDINGS, 2),
    ("most_needs_one", False, True, NO_PUDDINGS, 2),
]
"""Ruling, two settings, a menu on which they differ, players."""

ENOUGH = 5  # games that differ
MOST = 200  # games looked at


def _play(menu: dict[str, Any], name: str, value: Any, players: int, game: int) -> dict[str, Any]:
    data = {"name": "Ruling", **menu, "rulings": {name: value}}
    lineup = ("random-legal",) * players
    transcript = Setting(data, players, lineup, seed=3, game=game, house=True).transcript()
    assert differences(transcript, house=True) == []
    return transcript


@pytest.mark.parametrize(("name", "first", "second", "menu", "players"), CASES)
def test_a_ruling_changes_games(
    name: str, first: Any, second: Any, menu: dict[str, Any], players: int
) -> None:
    differing = 0
    for game in range(MOST):
        one = _play(menu, name, first, players, game)
        other = _play(menu, name, second, players, game)
        assert one["rulings"] != other["rulings"]
        differing += one["rounds"] != other["rounds"] or one["totals"] != other["totals"]
        if differing >= ENOUGH:
            return
    raise AssertionError(f"{differing} of {MOST} games differ")


@pytest.mark.parametrize("game", RULINGS)
def test_every_ruling_is_tried_with_every_setting(game: str) -> None:
    cases = [case for case in CASES if case[3].get("game", "party") == game]
    assert {name for name, *_ in cases} == set(RULINGS[game].model_fields)
    for name, schema in RULINGS[game].model_json_schema()["properties"].items():
        if "enum" in schema:
            tried = {value for case, *values, _, _ in cases if case == name for value in values}
            assert tried == set(schema["enum"])


def _same_decisions(transcript: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    return transcript | {"rulings": transcript["rulings"] | {name: value}}


SCORING_ONLY = (
    *("face_down_colour", "all_tied", "most_needs_one", "flipped_wasabi_keeps_triple"),
    *("wasabi_and_nigiri", "dummy_pudding_loss"),
)


@pytest.mark.parametrize("case", [case for case in CASES if case[0] in SCORING_ONLY])
def test_the_other_setting_is_a_difference(case: tuple[Any, ...]) -> None:
    """The reference does not take a game for one of the other ruling: it is what differs."""
    name, first, second, menu, players = case
    for game in range(MOST):
        transcript = _play(menu, name, first, players, game)
        if differences(_same_decisions(transcript, name, second), house=True):
            return
    raise AssertionError(f"{MOST} games are the same by both settings")
