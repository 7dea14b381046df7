"""The printed facts."""

from collections import Counter

import pytest

from . import rulebook
from .rulebook import HAND_SIZE, KINDS, PRINTED_MENUS


def test_there_are_181_cards_of_23_kinds() -> None:
    by_category: Counter[str] = Counter()
    for kind in KINDS.values():
        by_category[kind.category] += sum(kind.copies.values())
    assert len(KINDS) == 23
    assert by_category == {
        "nigiri": 12,
        "roll": 36,
        "appetizer": 64,
        "special": 24,
        "dessert": 45,
    }


def test_there_are_ten_icons_of_each_fruit() -> None:
    icons: Counter[str] = Counter()
    for variant, n in KINDS["fruit"].copies.items():
        for fruit in variant.split("-"):
            icons[fruit] += n
    assert icons == {"watermelon": 10, "pineapple": 10, "orange": 10}


@pytest.mark.parametrize(
    ("players", "menus"), [(2, 6615), *((n, 14112) for n in (3, 4, 5, 6)), (7, 7560), (8, 7560)]
)
def test_number_of_legal_menus(players: int, menus: int) -> None:
    listed = list(rulebook.legal_menus(players))
    assert len(listed) == menus
    assert all(rulebook.is_legal_menu(cards, players) for cards in listed[::97])


@pytest.mark.parametrize(
    ("menu", "players"),
    [
        ("My First Meal", (2, 8)),
        ("Sushi Go!", (2, 8)),
        ("Party Sampler", (2, 6)),
        ("Master Menu", (3, 8)),
        ("Points Platter", (3, 6)),
        ("Cutthroat Combo", (3, 8)),
        ("Big Banquet", (3, 8)),
        ("Dinner for Two", (2, 6)),
    ],
)
def test_printed_menus_are_legal_for_these_players(menu: str, players: tuple[int, int]) -> None:
    cards = ["nigiri", *PRINTED_MENUS[menu]]
    got = [n for n in HAND_SIZE if rulebook.is_legal_menu(cards, n)]
    assert got == list(range(players[0], players[1] + 1))


@pytest.mark.parametrize(
    "cards",
    [
        ["maki", "tempura", "sashimi", "eel", "wasabi", "tea", "pudding"],  # no nigiri
        ["nigiri", "maki", "temaki", "sashimi", "eel", "tofu", "wasabi", "tea", "pudding"],
        ["nigiri", "maki", "sashimi", "eel", "wasabi", "tea", "pudding"],  # two appetizers
        ["nigiri", "maki", "tempura", "sashimi", "eel", "tea", "tea", "pudding"],
        ["nigiri", "maki", "tempura", "sashimi", "eel", "wasabi", "tea"],  # no dessert
    ],
)
def test_other_menus_are_not_legal(cards: list[str]) -> None:
    assert not rulebook.is_legal_menu(cards, 4)


def test_dessert_groups_use_at_most_the_fifteen_desserts() -> None:
    got = {players: sum(groups) for players, groups in rulebook.DESSERTS.items()}
    assert got == {2: 10, 3: 10, 4: 10, 5: 10, 6: 15, 7: 15, 8: 15}


@pytest.mark.parametrize(
    ("players", "left"), [(2, 39), (3, 29), (4, 23), (5, 14), (6, 13), (7, 5), (8, 5)]
)
def test_cards_left_after_the_first_deal(players: int, left: int) -> None:
    deck = 54 + rulebook.DESSERTS[players][0]
    assert deck - players * HAND_SIZE[players] == left


def test_unknown_rulings_are_refused() -> None:
    with pytest.raises(ValueError, match="no ruling"):
        rulebook.all_rulings({"uramaki": "keep"})
    with pytest.raises(ValueError, match="none of"):
        rulebook.all_rulings({"all_tied": "nothin"})
