import json
import tomllib

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.errors import MenuError
from simkit.menus import build, menu_schema, printed
from simkit.menus.catalogue import GAMES, cards
from tests.menus.menus import WAYS, go_menu, menu_data, roll_menu

VALIDATOR = jsonschema.Draft202012Validator(menu_schema())


@pytest.mark.parametrize(("game", "house"), WAYS)
@given(data=st.data())
def test_what_is_a_menu_passes_the_schema(game: str, house: bool, data: st.DataObject) -> None:
    content = data.draw(menu_data(house=house, game=game))
    VALIDATOR.validate(content)
    jsonschema.Draft202012Validator(menu_schema(game)).validate(content)


@pytest.mark.parametrize("game", GAMES)
def test_the_printed_menus_pass_the_schema(game: str) -> None:
    for menu in printed(game):
        VALIDATOR.validate(tomllib.loads(menu.to_toml()))


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_of_one_game_has_its_tables_at_hand(game: str) -> None:
    schema = menu_schema(game)
    assert {"name", "game", "rulings", "points"} <= set(schema["properties"])
    for kind, points in schema["properties"]["points"]["properties"].items():
        usual = json.loads(json.dumps(cards(game)[kind].points))
        assert jsonschema.Draft202012Validator(points).is_valid(usual)


@pytest.mark.parametrize(
    "data",
    [
        {},
        go_menu(cards=["pizza"]),
        go_menu(ruling={}),
        go_menu(rulings={"uramaki_tie": "no"}),
        go_menu(counts={"maki": 3}),
        go_menu(points={"tempura": 3}),
        go_menu(deal={"hand_size": 11}),
        go_menu(game="gp"),
        go_menu(variants={}),
        go_menu(game="go", cards=["eel"]),
        go_menu(game="go", nigiri=False),
        go_menu(game="go", variants={"passing": "left"}),
        go_menu(game="go", rulings={"all_tied": "literal"}),
        go_menu(game="go", points={"maki": {"places": [6, 3, 1]}}),
        go_menu(game="go", deal={"desserts": [5, 3, 2]}),
        go_menu(game="roll"),
        roll_menu(counts={}),
        roll_menu(dice={"nigri": {}}),
        roll_menu(dice={"maki": {"dice": 41}}),
        roll_menu(dice={"maki": {"faces": ["egg"] * 5}}),
        roll_menu(dice={"maki": {"faces": ["pudding"] * 6}}),
        roll_menu(tokens={"start": {"pudding": 1}}),
        roll_menu(tokens={"supply": {"menu": 61}}),
        roll_menu(deal={"hand_size": 3}),
    ],
    ids=str,
)
def test_what_is_no_menu_fails_the_schema(data) -> None:
    assert not VALIDATOR.is_valid(data)
    with pytest.raises(MenuError):
        build(data)
