"""Menus of Sushi Roll (rules C)."""

import pytest

from simkit.errors import MenuError
from simkit.menus import build, check_players, legal_players, load
from simkit.menus.catalogue import cards, dice
from simkit.menus.roll import face_names
from tests.menus.menus import roll_menu

FIVE = ["egg"] * 5
NO_DICE = {die: {"dice": 0} for die in dice()}
SIX = 'must be a list of 6 faces in quotes, such as "egg" or "maki-2".'
KNOWN = "Known: name, game, rulings, dice, tokens, points, deal."

# What is wrong with the data, and the whole message.
MESSAGES = [
    ({"game": "roll"}, "`name` is missing; a menu file needs `name` and `game`."),
    (
        roll_menu(cards=["maki"]),
        f'`cards` belongs to menus with game = "party" or "go". {KNOWN}',
    ),
    (
        roll_menu(variants={"pass": "left"}),
        f'`variants` belongs to menus with game = "go". {KNOWN}',
    ),
    (roll_menu(counts={}), f'`counts` belongs to menus with game = "party" or "go". {KNOWN}'),
    (
        {"name": "Mine", "dice": {}},
        '`dice` belongs to menus with game = "roll". Known: name, game, cards, nigiri, rulings, '
        "counts, points, deal. (1 more after this.)",
    ),
    (roll_menu(dices={}), f"`dices` is not known. Did you mean 'dice'? {KNOWN}"),
    (roll_menu(dice=3), "dice = 3: must be a table, such as [dice] with `name = value` lines."),
    (
        roll_menu(dice={"nigri": {}}),
        "dice: there is no die 'nigri'. Did you mean 'nigiri'? The dice are nigiri, maki, "
        "appetizer, special, pudding.",
    ),
    (
        roll_menu(dice={"maki": 3}),
        "dice.maki = 3: must be a table, such as [dice.maki] with `name = value` lines.",
    ),
    (
        roll_menu(dice={"maki": {"face": FIVE}}),
        "`dice.maki.face` is not known. Did you mean 'faces'? Known: dice, faces.",
    ),
    (
        roll_menu(dice={"maki": {"dice": 41}}),
        "dice.maki.dice = 41: must be a whole number of dice from 0 to 40.",
    ),
    (
        roll_menu(dice={"maki": {"faces": FIVE}}),
        f'dice.maki.faces = ["egg", "egg", "egg", "egg", "egg"]: {SIX}',
    ),
    (roll_menu(dice={"maki": {"faces": "egg"}}), f'dice.maki.faces = "egg": {SIX}'),
    (
        roll_menu(dice={"maki": {"faces": [*FIVE, 3]}}),
        f'dice.maki.faces = ["egg", "egg", "egg", "egg", "egg", 3]: {SIX}',
    ),
    (
        roll_menu(dice={"maki": {"faces": [*FIVE, "egs"]}}),
        "dice.maki: there is no face 'egs'. Did you mean 'egg'? `simkit cards roll` lists all "
        "faces.",
    ),
    (
        roll_menu(dice={"maki": {"faces": [*FIVE, "a\n\x1b[2J"]}}),
        r"dice.maki: there is no face 'a\n\x1b[2J'. `simkit cards roll` lists all faces.",
    ),
    (
        roll_menu(dice={"maki": {"faces": [*FIVE, "pudding"]}}),
        "dice.maki: 'pudding' may be pudding-1, pudding-2 or pudding-3; say which.",
    ),
    (
        roll_menu(dice={"maki": {"faces": [*FIVE, "2"]}}),
        "dice.maki: '2' may be maki-2, chopsticks-2 or pudding-2; say which.",
    ),
    (roll_menu(dice=NO_DICE), "dice: there is no die; put at least one in the bag."),
    (
        roll_menu(tokens={"start": {"pudding": 1}}),
        "`tokens.start.pudding` is not known. Known: menu, chopsticks.",
    ),
    (
        roll_menu(tokens={"supply": {"menu": 61}}),
        "tokens.supply.menu = 61: must be a whole number of tokens from 0 to 60.",
    ),
    (
        roll_menu(points={"eel": 3}),
        "points: there is no kind 'eel'. `simkit cards roll` lists all kinds.",
    ),
    (
        roll_menu(points={"chopsticks": 1}),
        "points.chopsticks: chopsticks scores no points of its own; take the line out.",
    ),
    (
        roll_menu(points={"menu": {"tokens": 0}}),
        "points.menu.tokens = 0: must be a whole number of tokens from 1 to 60.",
    ),
    (
        roll_menu(dice={"maki": {"dice": 0}}, points={"maki": {"places": [9]}}),
        "points: 'maki' is not on this menu; in play are nigiri, tempura, sashimi, dumpling, "
        "chopsticks, menu, wasabi, pudding. Put it on a die in [dice] or take the line out.",
    ),
    (roll_menu(deal={"hand_size": 6}), "`deal.hand_size` is not known. Known: dice."),
    (
        roll_menu(deal={"dice": 11}),
        "deal.dice = 11: must be a whole number of dice from 1 to 8.",
    ),
]


@pytest.mark.parametrize(("data", "message"), MESSAGES, ids=[ascii(m) for _, m in MESSAGES])
def test_a_wrong_menu_is_refused_with_a_message_that_helps(data, message) -> None:
    with pytest.raises(MenuError) as error:
        build(data, source="mine.toml")
    assert str(error.value) == f"mine.toml: {message}"


def test_there_are_thirty_dice_of_five_types() -> None:
    menu = load("roll")
    assert {die.slug: die.n_dice for die in menu.dice} == {
        "nigiri": 5,
        "maki": 6,
        "appetizer": 10,
        "special": 5,
        "pudding": 4,
    }
    assert (menu.n_dice, menu.n_cards()) == (30, 180)
    assert menu.kinds == tuple(cards("roll"))


def test_the_counts_are_the_sides_of_all_dice() -> None:
    menu = build(roll_menu(dice={"appetizer": {"dice": 2}}))
    assert [menu.counts[face] for face in ("dumpling", "tempura", "sashimi")] == [6, 4, 2]
    assert menu.copies("dumpling") == 6
    assert menu.counts["nigiri-salmon"] == 15


@pytest.mark.parametrize(("players", "each"), [(2, 8), (3, 7), (4, 6), (5, 5)])
def test_the_dice_for_each_player_are_those_of_the_rule_book(players, each) -> None:
    menu = load("roll")
    assert (menu.hand_size_for(players), menu.desserts_for(players)) == (each, (0, 0, 0))


def test_the_tokens_are_those_of_the_box() -> None:
    assert load("roll").tokens.model_dump() == {
        "start": {"menu": 3, "chopsticks": 2},
        "supply": {"menu": 18, "chopsticks": 12, "pudding": 20},
    }


def test_short_names_fit_one_face_only() -> None:
    short = {name: face for name, face in face_names().items() if name != face}
    assert short == {"egg": "nigiri-egg", "salmon": "nigiri-salmon", "squid": "nigiri-squid"}
    faces = ["squid", "wasabi", "menu", "chopsticks-2", "maki-1", "pudding-3"]
    menu = build(roll_menu(dice={"special": {"faces": faces}}))
    assert menu.dice[3].faces == ("nigiri-squid", *faces[1:])


def test_what_is_left_out_of_a_table_is_as_printed() -> None:
    menu = build(roll_menu(dice={"maki": {"dice": 9}}, tokens={"start": {"menu": 1}}))
    assert menu.dice[1].faces == load("roll").dice[1].faces
    assert menu.tokens.start.model_dump() == {"menu": 1, "chopsticks": 2}


def test_kinds_without_a_side_are_not_in_play() -> None:
    menu = build(roll_menu(dice={"maki": {"faces": ["maki-2"] * 6}, "pudding": {"dice": 0}}))
    assert set(load("roll").kinds) - set(menu.kinds) == {"pudding"}
    assert [menu.counts[f"maki-{n}"] for n in (1, 2, 3)] == [0, 36, 0]
    assert "pudding" not in menu.points


@pytest.mark.parametrize(
    ("start", "face", "is_there"),
    [
        ({"menu": 0, "chopsticks": 0}, "wasabi", False),
        ({"menu": 0, "chopsticks": 0}, "chopsticks-1", True),
        ({"menu": 1, "chopsticks": 0}, "wasabi", True),
        ({"menu": 0, "chopsticks": 1}, "wasabi", True),
    ],
)
def test_menu_is_in_play_where_tokens_can_be_left_over(start, face, is_there) -> None:
    data = roll_menu(dice={"special": {"faces": [face] * 6}}, tokens={"start": start})
    assert ("menu" in build(data).points) is is_there


def test_the_printed_menu_is_for_two_to_five() -> None:
    assert legal_players(load("roll")) == (2, 3, 4, 5)


def test_a_house_menu_is_for_as_many_as_dice_and_tokens_allow() -> None:
    assert legal_players(build(roll_menu(deal={"dice": 3}), house=True)) == (2, 3, 4, 5, 6)
    start = {"menu": 2, "chopsticks": 1}
    menu = build(roll_menu(deal={"dice": 4}, tokens={"start": start}), house=True)
    assert legal_players(menu) == (2, 3, 4, 5, 6, 7)
    menu = build(roll_menu(deal={"dice": 3}, tokens={"start": start}), house=True)
    assert legal_players(menu) == tuple(range(2, 9))


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
        (
            {},
            True,
            6,
            "Mine with 6 players: the rule book has no `dice` for so many; set it in [deal].",
        ),
        (
            {"dice": {"appetizer": {"dice": 3}}},
            False,
            4,
            "Mine with 4 players: 24 dice are needed (6 each), but there are 23. Put more in "
            "[dice], or set a smaller number of `dice` in [deal].",
        ),
        (
            {"tokens": {"start": {"chopsticks": 4}}},
            False,
            4,
            "Mine with 4 players: they start with 16 chopsticks tokens (4 each), but the supply "
            "has 12. Raise it, or give fewer at the start, in [tokens].",
        ),
    ],
)
def test_a_number_of_players_is_refused_with_the_reason(changed, house, players, message) -> None:
    with pytest.raises(MenuError) as error:
        check_players(build(roll_menu(**changed), house=house), players)
    assert str(error.value) == message


def test_the_file_says_what_is_not_as_printed() -> None:
    data = roll_menu(
        rulings={"all_tied": "nothing"},
        dice={"maki": {"dice": 8}, "pudding": {"dice": 4}},
        tokens={"start": {"menu": 4, "chopsticks": 2}, "supply": {"pudding": 30}},
        points={"menu": {"points": 2}},
        deal={"dice": 6},
    )
    faces = '["maki-1", "maki-1", "maki-2", "maki-2", "maki-3", "maki-3"]'
    assert build(data).to_toml() == (
        'name = "Mine"\n'
        'game = "roll"\n'
        '\n[rulings]\nall_tied = "nothing"\n'
        '\n[points]\nmenu = {"tokens" = 2, "points" = 2}\n'
        f'\n[dice]\nmaki = {{"dice" = 8, "faces" = {faces}}}\n'
        '\n[tokens]\nstart = {"menu" = 4}\nsupply = {"pudding" = 30}\n'
        "\n[deal]\ndice = 6\n"
    )


def test_as_plain_data_a_menu_has_its_dice_and_tokens() -> None:
    content = load("roll").to_dict()
    assert content["dice"][4] == {
        "die": "pudding",
        "dice": 4,
        "faces": ["pudding-1", "pudding-1", "pudding-2", "pudding-2", "pudding-3", "pudding-3"],
    }
    assert content["tokens"]["supply"] == {"menu": 18, "chopsticks": 12, "pudding": 20}
    assert "variants" not in content
