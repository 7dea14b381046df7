from dataclasses import replace

import pytest

from analysis.atlas.neighbours import neighbours
from analysis.sweep.cells import nameless
from simkit.errors import InputError, MenuError
from simkit.menus import build, legal, load


def _apart(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    return len(set(a) - set(b))


@pytest.mark.parametrize(
    ("name", "players"), [("dinner-for-two", 2), ("master-menu", 4), ("big-banquet", 7)]
)
def test_all_legal_menus_one_or_two_cards_away_and_no_others(name: str, players: int) -> None:
    menu = load(name)
    found = list(neighbours(menu, players, swaps=(2, 1)))
    near = {kinds for kinds in legal(players) if _apart(kinds, menu.kinds) in (1, 2)}
    assert len(found) == len({swap.menu.kinds for swap in found}) == len(near)
    assert {swap.menu.kinds for swap in found} == near
    sizes = [len(swap.out) for swap in found]
    assert sizes == sorted(sizes)
    for swap in found:
        assert set(menu.kinds) - set(swap.out) | set(swap.into) == set(swap.menu.kinds)


def test_a_swap_in_words_names_cards_of_one_group() -> None:
    words = [str(swap) for swap in neighbours(load("my-first-meal"), 4, swaps=(1, 2))]
    assert "tempura → eel" in words
    assert "tempura → eel, tea → spoon" in words
    # of two ways to pair the same four cards, the one in the order of the box
    assert "tempura → eel, sashimi → tofu" in words
    assert "tempura → tofu, sashimi → eel" not in words
    assert len(words) == len(set(words))


def test_a_neighbour_is_the_cell_that_it_is_for_everybody_else() -> None:
    swap = next(iter(neighbours(load("my-first-meal"), 4)))
    assert nameless(swap.menu) == nameless(build({"name": "Any", "cards": list(swap.menu.kinds)}))


def test_what_a_menu_says_of_its_cards_holds_for_those_that_stay() -> None:
    menu = build(
        {
            "name": "Mine",
            "cards": ["uramaki", "tempura", "eel", "tofu", "tea", "spoon", "pudding"],
            "counts": {"tempura": 6, "eel": 7},
            "points": {"tofu": [2, 5, 0]},
            "rulings": {"uramaki_mix": [2, 6, 4]},
        }
    )
    for swap in neighbours(menu, 4):
        if "uramaki" in swap.menu.kinds:
            assert swap.menu.rulings.uramaki_mix == (2, 6, 4)
        if "tofu" in swap.menu.kinds:
            assert swap.menu.points["tofu"] == menu.points["tofu"]
        for kind, copies in (("tempura", 6), ("eel", 7)):
            assert (swap.menu.copies(kind) if kind in swap.menu.kinds else copies) == copies


def test_a_swap_that_leaves_too_few_cards_to_deal_is_none() -> None:
    menu = build(
        {
            "name": "Short",
            "cards": ["temaki", "tempura", "eel", "tofu", "tea", "spoon", "pudding"],
            "counts": {"temaki": 40, "tempura": 2, "eel": 2, "tofu": 2},
        }
    )
    found = list(neighbours(menu, 5))
    assert found
    assert not any("temaki" in swap.out for swap in found)  # 12 maki do not make up for 40 temaki


def test_what_has_no_neighbours_is_refused_in_one_line() -> None:
    menu = load("my-first-meal")
    for refused, words in (
        (load("go"), "choose a menu of Sushi Go Party!"),
        (load("roll"), "choose a menu of Sushi Go Party!"),
        (replace(menu, house=True), "a house menu has no groups"),
    ):
        with pytest.raises(MenuError, match=words):
            neighbours(refused, 4)
    with pytest.raises(MenuError, match="2 to 8 players"):
        neighbours(menu, 9)
    with pytest.raises(MenuError, match="Spoon is for 3 to 8 players only"):
        neighbours(load("master-menu"), 2)
    for swaps in ((), (0,), (1, 3)):
        with pytest.raises(InputError, match="must be 1, 2, or both"):
            neighbours(menu, 4, swaps=swaps)
