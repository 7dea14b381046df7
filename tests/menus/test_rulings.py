import re

import pytest

from simkit.errors import MenuError
from simkit.menus import Rulings, build
from tests.menus.menus import go_menu

FIELDS = Rulings.model_fields

# The other answer to each question, as a menu file says it.
OTHER = {
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
}


@pytest.mark.parametrize("name", FIELDS)
def test_every_ruling_says_which_question_of_the_rules_it_answers(name) -> None:
    description = FIELDS[name].description
    assert re.match(r"E\d+[.,] ", description)
    assert description.endswith(".")


@pytest.mark.parametrize("name", FIELDS)
def test_every_ruling_can_be_set_the_other_way(name) -> None:
    value = OTHER[name]
    menu = build(go_menu(rulings={name: value}))
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


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", ["purple", 1.5, None, {}, -1, [1, 2, 3, 4], [-1, 9, 4]])
def test_a_ruling_with_an_unknown_answer_is_refused(name, value) -> None:
    with pytest.raises(MenuError, match=rf"^menu: rulings\.{name} = .*: must be "):
        build(go_menu(rulings={name: value}))
