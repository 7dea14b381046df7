import re
from typing import Any

import pytest

from simkit.errors import MenuError
from simkit.menus import GoRulings, RollRulings, Rulings, build
from simkit.menus.rulings import RULINGS
from tests.menus.menus import go_menu, roll_menu

# The other answer to each question, as a menu file says it.
OTHER: dict[str, dict[str, Any]] = {
    "party": {
        "uramaki_mix": [3, 5, 4],
        "face_down_colour": "none",
        "bonus_actions_per_turn": 1,
        "uramaki_timing": "end of turn",
        "uramaki_tie": "skip one",
        "all_tied": "nothing",
        "most_needs_one": True,
        "flipped_wasabi_keeps_triple": True,
        "flipped_nigiri_frees_wasabi": True,
        "spoon_in_last_turn": "forbid",
        "uramaki_after_last_place": "discard",
        "special_order_on_wasabi": "mandatory",
        "copy_of_tripled_nigiri": "like any nigiri",
    },
    "go": {
        "dummy_pudding_loss": False,
        "dummy_control": "anew",
        "wasabi_and_nigiri": "not tripled",
    },
    "roll": {"all_tied": "nothing", "most_needs_one": True},
}

FIELDS = [(game, name) for game, model in RULINGS.items() for name in model.model_fields]


def menu_of(game: str, **changed: Any) -> dict[str, Any]:
    return roll_menu(**changed) if game == "roll" else go_menu(game=game, **changed)


@pytest.mark.parametrize(("game", "name"), FIELDS)
def test_every_ruling_says_which_question_of_the_rules_it_answers(game: str, name: str) -> None:
    description = RULINGS[game].model_fields[name].description
    assert re.match(r"E\d+[.,] ", description)
    assert description.endswith(".")


@pytest.mark.parametrize(("game", "name"), FIELDS)
def test_every_ruling_can_be_set_the_other_way(game: str, name: str) -> None:
    value = OTHER[game][name]
    menu = build(menu_of(game, rulings={name: value}))
    assert isinstance(menu.rulings, RULINGS[game])
    assert menu.rulings.model_dump(mode="json")[name] == value
    assert list(menu.rulings.changed()) == [name]


def test_the_defaults_are_the_recommended_answers() -> None:
    assert Rulings().model_dump() == {
        "uramaki_mix": (4, 4, 4),
        "face_down_colour": "shared",
        "bonus_actions_per_turn": 0,
        "uramaki_timing": "at once",
        "uramaki_tie": "use up places",
        "all_tied": "literal",
        "most_needs_one": False,
        "flipped_wasabi_keeps_triple": False,
        "flipped_nigiri_frees_wasabi": False,
        "spoon_in_last_turn": "discard",
        "uramaki_after_last_place": "keep",
        "special_order_on_wasabi": "optional",
        "copy_of_tripled_nigiri": "not placed",
    }


def test_the_defaults_of_the_other_games_are_the_recommended_answers() -> None:
    assert GoRulings().model_dump() == {
        "dummy_pudding_loss": True,
        "dummy_control": "alternates",
        "wasabi_and_nigiri": "tripled",
    }
    assert RollRulings().model_dump() == {"all_tied": "literal", "most_needs_one": False}


@pytest.mark.parametrize(("game", "name"), FIELDS)
@pytest.mark.parametrize("value", ["purple", 1.5, None, {}, -1, [1, 2, 3, 4], [-1, 9, 4]])
def test_a_ruling_with_an_unknown_answer_is_refused(game: str, name: str, value: Any) -> None:
    with pytest.raises(MenuError, match=rf"^menu: rulings\.{name} = .*: must be "):
        build(menu_of(game, rulings={name: value}))
