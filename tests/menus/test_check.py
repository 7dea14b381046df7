import pytest

from simkit.errors import MenuError
from simkit.menus import build, check_players, legal_players, printed
from tests.menus.menus import GO, go_menu

PLAYERS = {  # rules A2, "legal players (implied)"
    "my-first-meal": (2, 8),
    "sushi-go": (2, 8),
    "party-sampler": (2, 6),
    "master-menu": (3, 8),
    "points-platter": (3, 6),
    "cutthroat-combo": (3, 8),
    "big-banquet": (3, 8),
    "dinner-for-two": (2, 6),
}

# cards of the menu, what the message says of them
STRUCTURES = [
    (["maki", "temaki", *GO[1:]], "2 rolls (maki, temaki), not 1."),
    (GO[1:], "0 rolls, not 1."),
    ([*GO, "eel"], "4 appetizers (tempura, sashimi, dumpling, eel), not 3."),
    (["maki", *GO[2:]], "2 appetizers (sashimi, dumpling), not 3."),
    ([*GO, "tea"], "3 specials (chopsticks, tea, wasabi), not 2."),
    ([*GO, "fruit"], "2 desserts (pudding, fruit), not 1."),
    (
        ["eel"],
        "0 rolls, not 1; 1 appetizer (eel), not 3; 0 specials, not 2; 0 desserts, not 1.",
    ),
]


@pytest.mark.parametrize("menu", printed(), ids=lambda menu: menu.slug)
def test_a_printed_menu_is_for_the_players_its_cards_allow(menu) -> None:
    first, last = PLAYERS[menu.slug]
    assert legal_players(menu) == tuple(range(first, last + 1))


@pytest.mark.parametrize(("cards", "found"), STRUCTURES)
def test_a_menu_with_another_structure_is_refused(cards, found) -> None:
    with pytest.raises(MenuError) as error:
        build(go_menu(cards=cards), source="mine.toml")
    assert str(error.value) == (
        "mine.toml: a menu has 1 roll, 3 different appetizers, 2 different specials and 1 dessert; "
        f"this one has {found} Change `cards`, or allow any set of cards with --house (house=True)."
    )
    assert build(go_menu(cards=cards), house=True).house


@pytest.mark.parametrize("players", [1, 9, 0, -3, True])
def test_the_game_is_for_two_to_eight_players(players) -> None:
    with pytest.raises(MenuError, match=f"^{players} players: the game is for 2 to 8 players"):
        check_players(build(go_menu()), players)


@pytest.mark.parametrize(
    ("kind", "instead_of", "banned"),
    [
        ("menu", "chopsticks", {7, 8}),
        ("special-order", "chopsticks", {7, 8}),
        ("spoon", "chopsticks", {2}),
        ("edamame", "tempura", {2}),
    ],
)
def test_four_kinds_are_banned_at_some_numbers_of_players(kind, instead_of, banned) -> None:
    data = go_menu(cards=[kind if card == instead_of else card for card in GO])
    assert set(legal_players(build(data))) == set(range(2, 9)) - banned
    with pytest.raises(MenuError, match=r"players: .* is for \d to \d players only\. Choose"):
        check_players(build(data), banned.pop())


def test_the_bans_are_lifted_in_house_menus_but_not_the_arithmetic() -> None:
    data = go_menu(cards=["spoon" if card == "chopsticks" else card for card in GO])
    assert legal_players(build(data, house=True)) == tuple(range(2, 9))
    data = go_menu(cards=["special-order" if card == "chopsticks" else card for card in GO])
    assert legal_players(build(data, house=True)) == (2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("players", "nigiri_eggs", "fits"),
    [(4, 36, True), (4, 35, False), (2, 20, True), (2, 19, False), (8, 56, True), (8, 55, False)],
)
def test_the_deck_must_suffice_for_the_deal(players, nigiri_eggs, fits) -> None:
    counts = {"nigiri": {"egg": nigiri_eggs, "salmon": 0, "squid": 0}}
    menu = build({"name": "Eggs", "cards": ["nigiri"], "counts": counts}, house=True)
    assert (players in legal_players(menu)) is fits


def test_desserts_and_copies_of_desserts_are_gone_in_the_worst_case() -> None:
    # 54 cards of which 3 special orders may be gone, 3 desserts join before round 3: 54 of 56
    data = go_menu(cards=["special-order" if card == "chopsticks" else card for card in GO])
    with pytest.raises(MenuError) as error:
        check_players(build(data, house=True), 8)
    assert str(error.value) == (
        "Mine with 8 players: round 3 needs 56 cards (8 hands of 7), but the deck may be down to "
        "54. Put more cards in `cards` or [counts], or set a smaller `hand_size` in [deal]."
    )


def test_special_orders_stay_in_a_menu_without_desserts() -> None:
    counts = {"nigiri": {"egg": 33, "salmon": 0, "squid": 0}}
    data = {"name": "No sweets", "cards": ["special-order"], "counts": counts}
    assert 4 in legal_players(build(data, house=True))


def test_as_many_desserts_as_join_the_deck_must_be_there() -> None:
    menu = build(go_menu(counts={"pudding": 9}))
    with pytest.raises(MenuError) as error:
        check_players(menu, 4)
    assert str(error.value) == (
        "Mine with 4 players: 10 desserts (5, 3, 2) join the deck, but there are 9. Put more in "
        "[counts], or set `desserts` in [deal]."
    )
