import pytest

from simkit.errors import MenuError
from simkit.menus import build
from simkit.menus.catalogue import GAMES, cards
from simkit.menus.points import allowed, check_points

LIST = "numbers, each a whole number of points from -100 to 100."

# kind, its entry in [points], the end of the message
MESSAGES = [
    ("tempura", 3, f"points.tempura = 3: must be a list of 1 to 12 {LIST}"),
    ("tempura", [], f"points.tempura = []: must be a list of 1 to 12 {LIST}"),
    ("tempura", [101], f"points.tempura = [101]: must be a list of 1 to 12 {LIST}"),
    ("tempura", [0.5], f"points.tempura = [0.5]: must be a list of 1 to 12 {LIST}"),
    ("green-tea-ice-cream", [0] * 21, f"must be a list of 1 to 20 {LIST}"),
    ("onigiri", [0] * 6, f"must be a list of 1 to 5 {LIST}"),
    ("maki", {"small": [1, 2, 3, 4]}, f"small = [1, 2, 3, 4]: must be a list of 1 to 3 {LIST}"),
    ("soy-sauce", "4", 'soy-sauce = "4": must be a whole number of points from -100 to 100.'),
    ("wasabi", 11, "points.wasabi = 11: must be a whole number from 0 to 10."),
    ("uramaki", {"target": 0}, "target = 0: must be a whole number of icons from 1 to 100."),
    ("edamame", {"cap": -1}, "cap = -1: must be a whole number of points from 0 to 100."),
    ("pudding", 6, "pudding = 6: must be a table, such as pudding = {most = 6, fewest = -6}."),
    ("pudding", {"mots": 6}, "there is no 'mots'. Did you mean 'most'? Known: most, fewest."),
    ("chopsticks", 1, "chopsticks scores no points of its own; take the line out."),
]


@pytest.mark.parametrize(("kind", "value", "message"), MESSAGES)
def test_wrong_points_are_refused_with_a_message_that_helps(kind, value, message) -> None:
    with pytest.raises(MenuError) as error:
        check_points(kind, value, where="mine.toml")
    assert str(error.value).startswith(f"mine.toml: points.{kind}")
    assert str(error.value).endswith(message)


KINDS = [(game, kind) for game in GAMES for kind in cards(game)]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_the_points_of_the_rule_book_pass_their_own_check(game: str, kind: str) -> None:
    usual = cards(game)[kind].points
    if usual is None:
        assert allowed(kind, game) is None
        return
    named = {} if game == "roll" else {"cards": list({"nigiri", kind})}
    menu = build({"name": "Mine", "game": game, **named}, house=True)
    assert check_points(kind, usual, where="menu", game=game) == menu.points[kind]


def test_the_same_kind_may_have_another_form_in_another_game() -> None:
    with pytest.raises(MenuError, match="there is no 'small'"):
        check_points("maki", {"small": [6, 3]}, where="menu", game="go")
    with pytest.raises(MenuError, match="menu scores no points of its own"):
        check_points("menu", {"tokens": 2}, where="menu")
    assert check_points("menu", {"tokens": 3}, where="menu", game="roll") == {
        "tokens": 3,
        "points": 1,
    }
