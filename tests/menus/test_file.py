import pytest

from simkit.errors import MenuError
from simkit.menus import build
from simkit.menus.file import parse
from tests.menus.menus import GO, go_menu

URAMAKI = ["uramaki", *GO[1:]]

# What is wrong with the data, and the whole message.
MESSAGES = [
    ({"name": "Mine"}, "`cards` is missing; a menu file needs `name` and `cards`."),
    (
        {"named": "Mine"},
        "`name` is missing; a menu file needs `name` and `cards`. (2 more after this.)",
    ),
    (go_menu(name=3), "name = 3: must be text in quotes."),
    (go_menu(name=""), 'name = "": must have 1 to 80 characters.'),
    (go_menu(name=" "), 'name = " ": must be visible text on one line.'),
    (go_menu(name="a\nb"), 'name = "a\\nb": must be visible text on one line.'),
    (go_menu(game="gp"), "game = \"gp\": must be 'party', 'go' or 'roll'."),
    (go_menu(game=["go"]), "game = [\"go\"]: must be 'party', 'go' or 'roll'."),
    (
        go_menu(cards="maki"),
        'cards = "maki": must be a list of card names, such as ["maki", "tempura"].',
    ),
    (go_menu(cards=["maki", 3]), "cards.1 = 3: must be text in quotes."),
    (
        go_menu(cards=["Miso_Soop"]),
        "cards: there is no card 'Miso_Soop'. Did you mean 'miso-soup'? `simkit cards` lists all "
        "cards.",
    ),
    (
        go_menu(cards=["pizza!!"]),
        "cards: there is no card 'pizza!!'. `simkit cards` lists all cards.",
    ),
    (
        go_menu(cards=[*GO, "tempura"]),
        "cards: 'tempura' is listed twice; list each kind once.",
    ),
    (go_menu(nigiri="no"), 'nigiri = "no": must be true or false.'),
    (
        go_menu(nigiri=False),
        "nigiri = false is for house menus only; take the line out, or allow it with --house "
        "(house=True).",
    ),
    (
        go_menu(ruling={}),
        "`ruling` is not known. Did you mean 'rulings'? Known: name, game, cards, nigiri, "
        "rulings, counts, points, deal.",
    ),
    (
        go_menu(rulings=3),
        "rulings = 3: must be a table, such as [rulings] with `name = value` lines.",
    ),
    (
        go_menu(deal={"handsize": 3}),
        "`deal.handsize` is not known. Did you mean 'hand_size'? Known: hand_size, desserts.",
    ),
    (
        go_menu(deal={"hand_size": 11}),
        "deal.hand_size = 11: must be a whole number of cards from 1 to 10.",
    ),
    (
        go_menu(deal={"hand_size": True}),
        "deal.hand_size = true: must be a whole number of cards from 1 to 10.",
    ),
    (
        go_menu(deal={"desserts": [5, 3]}),
        "deal.desserts = [5, 3]: must be a list of 3 numbers, each a whole number of copies from "
        "0 to 60.",
    ),
    (
        go_menu(cards=URAMAKI, rulings={"uramaki_mix": [4, 4, 3]}),
        "rulings.uramaki_mix = [4, 4, 3]: the three numbers must add up to 12, the uramaki in the "
        "box. For other numbers of uramaki use [counts].",
    ),
    (
        go_menu(cards=URAMAKI, rulings={"uramaki_mix": [4, 4, 4]}, counts={"uramaki": {"3": 2}}),
        "rulings.uramaki_mix and counts.uramaki both say how many uramaki there are; keep one of "
        "the two.",
    ),
    (go_menu(counts=3), "counts = 3: must be a table, such as [counts] with `name = value` lines."),
    (
        go_menu(counts={"tempra": 3}),
        "counts: there is no card 'tempra'. Did you mean 'tempura'? `simkit cards` lists all "
        "cards.",
    ),
    (
        go_menu(counts={"eel": 3}),
        "counts: 'eel' is not on this menu; in play are nigiri, maki, tempura, sashimi, dumpling, "
        "chopsticks, wasabi, pudding. Add it to `cards` or take the line out.",
    ),
    (
        go_menu(counts={"tempura": -1}),
        "counts.tempura = -1: must be a whole number of copies from 0 to 60.",
    ),
    (
        go_menu(counts={"maki": 9}),
        "counts.maki = 9: maki has variants; write a table, such as maki = {1 = 4, 2 = 5, 3 = 3}.",
    ),
    (
        go_menu(counts={"nigiri": {"sqid": 9}}),
        "counts.nigiri: there is no 'sqid'. Did you mean 'squid'? The variants are egg, salmon, "
        "squid.",
    ),
    (
        go_menu(counts={"maki": {"3": 61}}),
        "counts.maki.3 = 61: must be a whole number of copies from 0 to 60.",
    ),
    (
        go_menu(counts={"tempura": {"plain": 1}}),
        'counts.tempura = {"plain": 1}: tempura has no variants; write one number, such as '
        "tempura = 8.",
    ),
    (
        go_menu(counts={"tempura": 60, "sashimi": 60, "dumpling": 60, "wasabi": 60}),
        "282 cards are in play; at most 250 are supported. Lower some [counts].",
    ),
]


@pytest.mark.parametrize(("data", "message"), MESSAGES, ids=[m for _, m in MESSAGES])
def test_a_wrong_menu_is_refused_with_a_message_that_helps(data, message) -> None:
    with pytest.raises(MenuError) as error:
        build(data, source="mine.toml")
    assert str(error.value) == f"mine.toml: {message}"


def test_a_house_menu_without_nigiri_does_not_list_nigiri() -> None:
    with pytest.raises(MenuError, match="but `cards` lists nigiri"):
        build(go_menu(cards=["nigiri", "eel"], nigiri=False), house=True)


def test_a_house_menu_has_at_least_one_card() -> None:
    with pytest.raises(MenuError, match="there is no card; list at least one kind"):
        build(go_menu(cards=[], nigiri=False), house=True)


def test_broken_toml_is_reported_with_line_and_column() -> None:
    with pytest.raises(MenuError) as error:
        parse('name = "Mine"\ncards = [\n  "maki"\n  "eel"\n]\n', source="mine.toml")
    assert str(error.value) == (
        "mine.toml: this is not valid TOML: unclosed array (at line 4, column 3)."
    )


def test_cards_may_be_named_in_any_order_with_or_without_nigiri() -> None:
    assert build(go_menu(cards=[*reversed(GO), "nigiri"])) == build(go_menu())


def test_house_menus_may_have_any_kinds() -> None:
    data = go_menu(cards=["fruit", "pudding", "maki"], nigiri=False)
    menu = build(data, house=True)
    assert menu.kinds == ("maki", "pudding", "fruit")
