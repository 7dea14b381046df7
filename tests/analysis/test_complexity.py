from analysis.complexity import complexity
from simkit.menus import build, load

_CARDS = "temaki chopsticks spoon menu takeout-box special-order soy-sauce tea wasabi pudding fruit"


def test_kinds_are_counted_by_what_they_do() -> None:
    assert complexity(load("my-first-meal")) == {
        "kinds": 8,
        "cards": 12,
        "acting": 0,
        "compared": 1,  # maki
        "lasting": 1,
    }
    menu = build({"name": "All", "cards": _CARDS.split()}, house=True)
    assert complexity(menu) == {
        "kinds": 12,
        "cards": len(menu.card_ids),
        "acting": 5,
        "compared": 3,  # temaki, soy sauce, pudding
        "lasting": 2,
    }


def test_other_games_have_kinds_of_their_own() -> None:
    go, roll = complexity(load("go")), complexity(load("roll"))
    assert (go["acting"], go["compared"], go["lasting"]) == (1, 2, 1)
    assert (roll["acting"], roll["compared"], roll["lasting"]) == (2, 2, 2)  # menus left over count
