from pathlib import Path

import pytest

from simkit.errors import MenuError
from simkit.menus import build, check_players, legal, load, n_legal, printed
from simkit.menus.catalogue import GAMES

COUNTS = {2: 6615, 3: 14112, 4: 14112, 5: 14112, 6: 14112, 7: 7560, 8: 7560}


@pytest.mark.parametrize(("players", "n"), COUNTS.items())
def test_the_legal_menus_of_each_number_of_players(players, n) -> None:
    menus = list(legal(players))
    assert (len(menus), len(set(menus)), n_legal(players)) == (n, n, n)


def test_there_are_78183_pairs_of_a_menu_and_a_number_of_players() -> None:
    assert sum(map(n_legal, COUNTS)) == 78183


@pytest.mark.parametrize("players", COUNTS)
def test_a_legal_menu_passes_all_checks(players) -> None:
    for kinds in list(legal(players))[::97]:
        menu = build({"name": "Legal", "cards": kinds})
        check_players(menu, players)
        assert menu.kinds == kinds


def test_the_printed_menus_are_in_the_order_of_the_rule_book() -> None:
    assert [menu.name for menu in printed()] == [
        "My First Meal",
        "Sushi Go!",
        "Party Sampler",
        "Master Menu",
        "Points Platter",
        "Cutthroat Combo",
        "Big Banquet",
        "Dinner for Two",
    ]


def test_a_printed_menu_is_found_with_and_without_its_game() -> None:
    assert load("master-menu") is load("party/master-menu")
    assert load("party/sushi-go").name == "Sushi Go!"
    assert load(load("big-banquet")) is load("big-banquet")


def test_every_game_has_its_printed_menus() -> None:
    names = {game: [menu.slug for menu in printed(game)] for game in ("go", "roll")}
    assert names == {
        "go": ["sushi-go", "both-ways", "dummy", "soy-sauce"],
        "roll": ["sushi-roll"],
    }
    assert printed("party") is printed()
    for game in GAMES:
        for menu in printed(game):
            assert load(f"{game}/{menu.slug}") is menu
            assert (menu.game, menu.source) == (game, "printed")


def test_go_and_roll_alone_are_the_games_of_that_name() -> None:
    assert load("go") is load("go/sushi-go")
    assert load("roll") is load("roll/sushi-roll")


def test_a_name_that_only_one_game_has_needs_no_game() -> None:
    assert load("both-ways") is load("go/both-ways")
    assert load("sushi-roll") is load("roll")


def test_there_is_no_fourth_game() -> None:
    with pytest.raises(MenuError) as error:
        printed("sushi")
    assert str(error.value) == "game 'sushi': must be 'party', 'go' or 'roll'."


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("sushi-go", "menu 'sushi-go': say which game: write party/sushi-go or go/sushi-go."),
        (
            "mastermenu",
            "menu 'mastermenu': there is no such menu or file. Did you mean 'master-menu'? "
            "`simkit menus` lists the printed menus; your own are .toml files.",
        ),
        (
            "gp/sushi-go",
            "menu 'gp/sushi-go': there is no game 'gp' and no such file; write party/NAME, "
            "go/NAME, roll/NAME, or the path of a .toml file.",
        ),
        (
            "go/dumy",
            "menu 'go/dumy': there is no such menu or file. Did you mean 'dummy'? "
            "`simkit menus` lists the printed menus; your own are .toml files.",
        ),
        (
            "roll/master-menu",
            "menu 'roll/master-menu': there is no such menu or file. `simkit menus` lists the "
            "printed menus; your own are .toml files.",
        ),
        (
            "sushi-rol",
            "menu 'sushi-rol': there is no such menu or file. Did you mean 'sushi-roll'? "
            "`simkit menus` lists the printed menus; your own are .toml files.",
        ),
        (
            "nowhere.toml",
            "nowhere.toml: there is no such file. `simkit menus` lists the printed menus.",
        ),
    ],
)
def test_an_unknown_menu_is_refused_with_a_hint(spec, message) -> None:
    with pytest.raises(MenuError) as error:
        load(spec)
    assert str(error.value) == message


@pytest.mark.parametrize("players", [1, 9])
def test_there_are_no_menus_for_one_or_nine(players) -> None:
    with pytest.raises(MenuError, match="2 to 8 players"):
        n_legal(players)


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(load("big-banquet").to_toml(), "utf-8")
    for spec in (path, str(path)):
        menu = load(spec)
        assert (menu.kinds, menu.source) == (load("big-banquet").kinds, str(path))
    assert load(path, house=True).house


def test_a_file_with_a_near_name_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "lunch.toml").touch()
    with pytest.raises(MenuError, match=r"Did you mean 'lunch\.toml'"):
        load(tmp_path / "lunhc.toml")


def test_what_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "menu.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(MenuError, match=r"byte 8 is not UTF-8 text; save the file as UTF-8"):
        load(tmp_path / "menu.toml")
    with pytest.raises(MenuError, match=r"cannot be read: Is a directory"):
        load(tmp_path)
