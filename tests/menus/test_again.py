"""A menu that was written with a run comes back as it was."""

import json

import pytest

from simkit.errors import MenuError
from simkit.menus import Menu, build, load, printed, rebuild

OWN = [
    {"name": "Few", "cards": ["uramaki", "eel"], "nigiri": False, "counts": {"eel": 9}},
    {"name": "Mix", "cards": ["uramaki", "tea"], "rulings": {"uramaki_mix": [5, 4, 3]}},
    {"name": "Deal", "cards": ["pudding"], "deal": {"hand_size": 6, "desserts": [1, 2, 3]}},
    {"name": "Third", "game": "go", "variants": {"dummy": True, "pass": "both ways"}},
    {"name": "No maki", "game": "roll", "dice": {"maki": {"dice": 0}}, "deal": {"dice": 5}},
    {"name": "Rich", "game": "roll", "tokens": {"start": {"menu": 5}}, "points": {"wasabi": 4}},
]


@pytest.mark.parametrize(
    "menu",
    [
        *printed(),
        *printed("go"),
        *printed("roll"),
        *(build(data, house=True, source=f"{data['name']}.toml") for data in OWN),
    ],
    ids=lambda menu: f"{menu.game}-{menu.slug}",
)
def test_comes_back(menu: Menu) -> None:
    assert rebuild(json.loads(json.dumps(menu.to_dict()))) == menu


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"game": None},
        {"cards": ["tempura", "nothing"]},
        {"counts": {}},
        {"counts": None},
        {"name": 3},
        {"points": {"tempura": "all"}},
        {"deal": 1, "rulings": []},
    ],
)
def test_other_data_are_refused(change: dict[str, object]) -> None:
    data = load("party/sushi-go").to_dict() | change
    with pytest.raises(MenuError):
        rebuild(data)
