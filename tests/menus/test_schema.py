import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.menus import menu_schema
from tests.menus.menus import go_menu, menu_data

FILE = Path(__file__).parents[2] / "docs" / "schemas" / "menu.schema.json"
VALIDATOR = jsonschema.Draft202012Validator(menu_schema())


def test_the_schema_in_the_docs_is_the_one_in_force() -> None:
    """After a change: simkit menus schema > docs/schemas/menu.schema.json."""
    assert json.loads(FILE.read_text("utf-8")) == menu_schema()


@pytest.mark.parametrize("house", [False, True])
@given(data=st.data())
def test_what_is_a_menu_passes_the_schema(house: bool, data: st.DataObject) -> None:
    VALIDATOR.validate(data.draw(menu_data(house=house)))


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
    ],
)
def test_what_is_no_menu_fails_the_schema(data) -> None:
    assert not VALIDATOR.is_valid(data)
