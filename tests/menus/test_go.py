"""Menus of Sushi Go! (rules B)."""

from typing import Any

import pytest

from simkit.errors import MenuError
from simkit.menus import build, check_players, legal_players, load, printed
from tests.menus.menus import GO

NO_RESHUFFLE = (
    "and nothing is shuffled again. Put more in [counts], or set a smaller `hand_size` in [deal]."
)


def menu_of(**changed: Any) -> dict[str, Any]:
    """Return a menu file's data: Sushi Go! as printed, with some tables."""
    return {"name": "Mine", "game": "go"} | changed


# What is wrong with the data, and the whole message.
MESSAGES = [
    ({"game": "go"}, "`name` is missing; a menu file needs `name` and `game`."),
    (
        menu_of(cards=["eel"]),
        "cards: there is no card 'eel'. `simkit cards go` lists all cards.",
    ),
    (
        menu_of(cards=[*GO, "soy_sauce"]),
        "cards: there is no card 'soy_sauce'. Did you mean 'soy-sauce'? `simkit cards go` lists "
        "all cards.",
    ),
    (menu_of(cards=[*GO, "maki"]), "cards: 'maki' is listed twice; list each kind once."),
    (
        menu_of(cards=["soy-sauce", *GO[2:]]),
        "Sushi Go! is played with all of nigiri, maki, tempura, sashimi, dumpling, chopsticks, "
        "wasabi, pudding; missing: maki, tempura. Change `cards` or take it out, or allow any set "
        "of cards with --house (house=True).",
    ),
    (
        menu_of(variants="dummy"),
        'variants = "dummy": must be a table, such as [variants] with `name = value` lines.',
    ),
    (
        menu_of(variants={"passing": "left"}),
        "`variants.passing` is not known. Did you mean 'pass'? Known: pass, dummy.",
    ),
    (
        menu_of(variants={"pass": "right"}),
        "variants.pass = \"right\": must be 'left' or 'both ways'.",
    ),
    (menu_of(variants={"dummy": 1}), "variants.dummy = 1: must be true or false."),
    (
        menu_of(rulings={"all_tied": "literal"}),
        "`rulings.all_tied` is not known. Known: dummy_pudding_loss, dummy_control, "
        "wasabi_and_nigiri.",
    ),
    (
        menu_of(nigiri=False),
        '`nigiri` belongs to menus with game = "party". Known: name, game, cards, variants, '
        "rulings, counts, points, deal.",
    ),
    (
        menu_of(tokens={}),
        '`tokens` belongs to menus with game = "roll". Known: name, game, cards, variants, '
        "rulings, counts, points, deal.",
    ),
    (
        menu_of(counts={"chopsticks": {"1": 1}}),
        'counts.chopsticks = {"1": 1}: chopsticks has no variants; write one number, such as '
        "chopsticks = 4.",
    ),
    (
        menu_of(counts={"maki": 12}),
        "counts.maki = 12: maki has variants; write a table, such as maki = {1 = 6, 2 = 12, 3 = 8}.",
    ),
    (
        menu_of(points={"soy-sauce": 4}),
        "points: 'soy-sauce' is not on this menu; in play are nigiri, maki, tempura, sashimi, "
        "dumpling, chopsticks, wasabi, pudding. Add it to `cards` or take the line out.",
    ),
    (
        menu_of(points={"maki": {"small": [6, 3]}}),
        "points.maki: there is no 'small'. Known: places.",
    ),
    (
        menu_of(points={"maki": {"places": [6, 3, 1]}}),
        "points.maki.places = [6, 3, 1]: must be a list of 1 to 2 numbers, each a whole number of "
        "points from -100 to 100.",
    ),
    (
        menu_of(counts={"tempura": 60, "sashimi": 60, "dumpling": 60, "wasabi": 11}),
        "251 cards are in play; at most 250 are supported. Lower some [counts].",
    ),
    (
        menu_of(deal={"desserts": [5, 3, 2]}),
        "`deal.desserts` is not known. Known: hand_size.",
    ),
    (
        menu_of(deal={"hand_size": 11}),
        "deal.hand_size = 11: must be a whole number of cards from 1 to 10.",
    ),
]


@pytest.mark.parametrize(("data", "message"), MESSAGES, ids=[m for _, m in MESSAGES])
def test_a_wrong_menu_is_refused_with_a_message_that_helps(data, message) -> None:
    with pytest.raises(MenuError) as error:
        build(data, source="mine.toml")
    assert str(error.value) == f"mine.toml: {message}"


def test_the_box_holds_108_cards() -> None:
    assert dict(load("go").counts) == {
        "nigiri-egg": 5,
        "nigiri-salmon": 10,
        "nigiri-squid": 5,
        "maki-1": 6,
        "maki-2": 12,
        "maki-3": 8,
        "tempura": 14,
        "sashimi": 14,
        "dumpling": 14,
        "chopsticks": 4,
        "wasabi": 6,
        "pudding": 10,
    }
    assert load("go").n_cards() == 108


def test_the_points_are_those_of_the_rule_book() -> None:
    points = load("go/soy-sauce").points
    assert points["maki"] == {"places": (6, 3)}
    assert points["dumpling"] == (0, 1, 3, 6, 10, 15)
    assert points["pudding"] == {"most": 6, "fewest": -6}
    assert points["soy-sauce"] == 4


@pytest.mark.parametrize(("players", "hand_size"), [(2, 10), (3, 9), (4, 8), (5, 7)])
def test_the_hands_are_those_of_the_rule_book(players, hand_size) -> None:
    menu = load("go")
    assert (menu.hand_size_for(players), menu.desserts_for(players)) == (hand_size, (0, 0, 0))


def test_with_a_dummy_there_are_three_hands_of_nine() -> None:
    menu = load("go/dummy")
    assert (menu.seats_for(2), menu.hand_size_for(2)) == (3, 9)
    assert build(menu_of(variants={"dummy": True}, deal={"hand_size": 6})).hand_size_for(2) == 6


def test_the_variants_and_the_promotional_cards_are_printed_menus() -> None:
    chosen = {menu.slug: menu.variants.model_dump(by_alias=True) for menu in printed("go")}
    assert chosen == {
        "sushi-go": {"pass": "left", "dummy": False},
        "both-ways": {"pass": "both ways", "dummy": False},
        "dummy": {"pass": "left", "dummy": True},
        "soy-sauce": {"pass": "left", "dummy": False},
    }
    assert set(load("go/soy-sauce").kinds) - set(load("go").kinds) == {"soy-sauce"}


def test_without_cards_the_menu_has_all_but_the_soy_sauce() -> None:
    assert build(menu_of()) == build(menu_of(cards=[*reversed(GO), "nigiri"]))


def test_house_menus_may_have_any_kinds() -> None:
    menu = build(menu_of(cards=["pudding", "maki"]), house=True)
    assert menu.kinds == ("nigiri", "maki", "pudding")
    assert build(menu_of(cards=[]), house=True).kinds == ("nigiri",)


@pytest.mark.parametrize(
    ("name", "players"),
    [("go", (2, 3, 4, 5)), ("go/both-ways", (2, 3, 4, 5)), ("go/dummy", (2,))],
)
def test_a_printed_menu_is_for_two_to_five_or_two_and_a_dummy(name, players) -> None:
    assert legal_players(load(name)) == players
    assert legal_players(load(name, house=True)) == players  # the rule book has no larger hands


def test_a_house_menu_with_a_hand_size_is_for_as_many_as_the_cards_allow() -> None:
    menu = build(menu_of(deal={"hand_size": 5}), house=True)
    assert legal_players(menu) == (2, 3, 4, 5, 6, 7)
    assert legal_players(build(menu_of(deal={"hand_size": 4}), house=True)) == tuple(range(2, 9))


def test_the_whole_pile_may_be_dealt() -> None:
    eggs = {"nigiri": {"egg": 29, "salmon": 0, "squid": 0}}
    menu = build(menu_of(cards=[], counts=eggs, deal={"hand_size": 5}), house=True)
    assert legal_players(menu) == ()
    eggs["nigiri"]["egg"] = 30
    menu = build(menu_of(cards=[], counts=eggs, deal={"hand_size": 5}), house=True)
    assert legal_players(menu) == (2,)


@pytest.mark.parametrize(
    ("changed", "house", "players", "message"),
    [
        (
            {},
            False,
            6,
            "6 players: the game is for 2 to 5 players; house menus (--house, house=True) for up "
            "to 8.",
        ),
        ({}, True, 9, "9 players: the game is for 2 to 8 players."),
        (
            {},
            True,
            6,
            "Mine with 6 players: the rule book has no `hand_size` for so many; set it in [deal].",
        ),
        (
            {"variants": {"dummy": True}},
            True,
            3,
            "Mine with 3 players: a dummy plays with 2 players only. Choose 2 players, or set "
            "dummy = false in [variants].",
        ),
        (
            {"deal": {"hand_size": 10}},
            False,
            4,
            "Mine with 4 players: 3 rounds need 120 cards (4 hands of 10 in each), but there are "
            f"108, {NO_RESHUFFLE}",
        ),
        (
            {"variants": {"dummy": True}, "counts": {"tempura": 0, "sashimi": 0}},
            False,
            2,
            "Mine with 2 players: 3 rounds need 81 cards (3 hands of 9 in each), but there are "
            f"80, {NO_RESHUFFLE}",
        ),
    ],
)
def test_a_number_of_players_is_refused_with_the_reason(changed, house, players, message) -> None:
    with pytest.raises(MenuError) as error:
        check_players(build(menu_of(**changed), house=house), players)
    assert str(error.value) == message


def test_the_file_says_what_is_not_as_printed() -> None:
    data = menu_of(
        variants={"pass": "both ways"},
        rulings={"dummy_control": "anew"},
        counts={"chopsticks": 5},
        deal={"hand_size": 6},
    )
    assert build(data).to_toml() == (
        'name = "Mine"\n'
        'game = "go"\n'
        '\n[variants]\npass = "both ways"\n'
        '\n[rulings]\ndummy_control = "anew"\n'
        "\n[counts]\nchopsticks = 5\n"
        "\n[deal]\nhand_size = 6\n"
    )


def test_as_plain_data_a_menu_has_its_variants() -> None:
    content = load("go/dummy").to_dict()
    assert content["variants"] == {"pass": "left", "dummy": True}
    assert (content["hand_size"], content["desserts"]) == (None, None)
    assert "dice" not in content
