import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.menus import build, load, printed
from simkit.menus.catalogue import GAMES
from simkit.menus.file import parse
from tests.menus.menus import WAYS, go_menu, menu_data


@pytest.mark.parametrize(("game", "house"), WAYS)
@given(data=st.data())
def test_a_menu_survives_the_way_to_a_file_and_back(
    game: str, house: bool, data: st.DataObject
) -> None:
    menu = build(data.draw(menu_data(house=house, game=game)), house=house)
    again = build(parse(menu.to_toml(), source="menu"), house=house)
    assert again == menu
    assert json.loads(json.dumps(menu.to_dict())) == menu.to_dict()


@pytest.mark.parametrize("menu", printed(), ids=lambda menu: menu.slug)
def test_a_printed_menu_holds_54_cards_and_15_desserts(menu) -> None:
    assert menu.n_cards(dessert=False) == 54
    assert menu.n_cards(dessert=True) == 15
    assert sum(menu.counts.values()) == 69


@pytest.mark.parametrize("game", GAMES)
def test_the_card_ids_are_those_that_are_counted(game: str) -> None:
    for menu in printed(game):
        assert list(menu.card_ids) == list(menu.counts)
        assert menu.n_cards() == sum(menu.counts.values())


def test_the_file_of_a_printed_menu_says_nothing_but_its_cards() -> None:
    assert load("master-menu").to_toml() == (
        'name = "Master Menu"\n'
        'game = "party"\n'
        'cards = ["nigiri", "temaki", "sashimi", "tofu", "onigiri", "spoon", "takeout-box", '
        '"fruit"]\n'
    )


@pytest.mark.parametrize(
    ("players", "hand_size", "desserts"),
    [
        (2, 10, (5, 3, 2)),
        (3, 10, (5, 3, 2)),
        (4, 9, (5, 3, 2)),
        (5, 9, (5, 3, 2)),
        (6, 8, (7, 5, 3)),
        (7, 8, (7, 5, 3)),
        (8, 7, (7, 5, 3)),
    ],
)
def test_the_deal_is_as_in_the_set_up_table(players, hand_size, desserts) -> None:
    menu = load("party/sushi-go")
    assert (menu.hand_size_for(players), menu.desserts_for(players)) == (hand_size, desserts)


def test_every_player_has_a_seat_and_the_dummy_too() -> None:
    assert [load(name).seats_for(2) for name in ("party/sushi-go", "go", "go/dummy", "roll")] == [
        2,
        2,
        3,
        2,
    ]


def test_a_party_menu_has_neither_variants_nor_dice_nor_tokens() -> None:
    menu = load("party/sushi-go")
    assert (menu.variants, menu.dice, menu.n_dice, menu.tokens) == (None, (), 0, None)


def test_a_file_may_set_another_deal() -> None:
    menu = build(go_menu(deal={"hand_size": 6, "desserts": [1, 2, 3]}))
    assert (menu.hand_size_for(4), menu.desserts_for(4)) == (6, (1, 2, 3))


def test_no_desserts_join_a_menu_without_desserts() -> None:
    menu = build({"name": "Dry", "cards": ["maki", "tempura", "sashimi"]}, house=True)
    assert menu.desserts_for(4) == (0, 0, 0)


def test_counts_and_points_are_completed_from_the_catalogue() -> None:
    menu = build(go_menu(counts={"maki": {"3": 9}, "tempura": 1}, points={"pudding": {"most": 9}}))
    usual = load("party/sushi-go")
    assert menu.counts == usual.counts | {"maki-3": 9, "tempura": 1}
    assert menu.points == usual.points | {"pudding": {"most": 9, "fewest": -6}}
    assert menu.copies("maki") == 18


def test_the_uramaki_mix_is_what_is_in_play() -> None:
    cards = ["uramaki", "tempura", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding"]
    by_ruling = build({"name": "U", "cards": cards, "rulings": {"uramaki_mix": [3, 5, 4]}})
    table = {"3": 3, "4": 5, "5": 4}
    by_counts = build({"name": "U", "cards": cards, "counts": {"uramaki": table}})
    assert by_ruling == by_counts
    assert by_ruling.counts["uramaki-4"] == 5


def test_a_menu_can_be_made_a_house_menu() -> None:
    assert load("master-menu", house=True) == replace(load("master-menu"), house=True)
