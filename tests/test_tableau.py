"""`simkit.score` against the vectors of the rules and against whole games of the core."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import simkit
from simkit.errors import InputError, MenuError
from simkit.tableau_file import score_schema

VECTORS = json.loads((Path(__file__).parent / "vectors" / "party.json").read_text("utf-8"))
CHECK = jsonschema.Draft202012Validator(score_schema()).validate


def of_type(name: str) -> list[Any]:
    return [
        pytest.param(vector, id=str(vector["number"]))
        for vector in VECTORS["vectors"]
        if vector["type"] == name and not vector.get("formula_only")
    ]


@pytest.mark.parametrize("vector", of_type("score"))
def test_tableaux_score_as_the_rule_book_says(vector) -> None:
    empty: list[Any] = [[]] * (vector["players"] - len(vector["tableaux"]))
    given = {"seats": vector["tableaux"] + empty, "claimed": vector.get("claimed", 0)}
    CHECK(given)
    points = simkit.score(given).rounds[0][: len(vector["expected"])]
    of = vector["of"]
    got = [sum(mine.values()) if of == "round" else mine.get(of, 0) for mine in points]
    assert got == vector["expected"]


@pytest.mark.parametrize("vector", of_type("desserts"))
def test_desserts_score_at_the_end_of_the_game(vector) -> None:
    kept = vector["kept"] + [[]] * (vector["players"] - len(vector["kept"]))
    given = {"seats": [[]] * vector["players"], "desserts": kept, "cards": [vector["of"]]}
    CHECK(given)
    sheet = simkit.score(given)
    got = [mine[vector["of"]] for mine in sheet.desserts[: len(vector["expected"])]]
    assert got == vector["expected"]
    assert list(sheet.dessert_cards) == [len(cards) for cards in kept]


@pytest.mark.parametrize("vector", of_type("winner"))
def test_ties_are_broken_by_dessert_cards_then_shared(vector) -> None:
    """The totals come from one card each, the ice cream scores nothing (fewer than four)."""
    points = {"tempura": [0, 10], "sashimi": [0, 100]}
    card = {10: "tempura", 100: "sashimi"}
    seats = [[card[total]] for total in vector["totals"]]
    kept = [["ice cream"] * n for n in vector["dessert_cards"]]
    sheet = simkit.score({"seats": seats, "desserts": kept, "points": points})
    assert list(sheet.totals) == vector["totals"]
    assert list(sheet.win_share) == vector["expected"]


# ---- whole games of the core, as the tableaux their transcripts show


def tableaux(round_: dict[str, Any], players: int) -> list[list[dict[str, Any]]]:
    """The cards of a round in the order of play, used bonus cards left out."""
    seats: list[list[dict[str, Any]]] = [[] for _ in range(players)]
    for turn in round_["turns"]:
        number = 0
        for event in turn["events"]:
            mine = seats[event["seat"]]
            if event["event"] in ("chopsticks", "spoon", "menu"):
                number = int(event["card"][-1])
            if event["event"] == "play" and event["card"] is not None:
                card = {"card": event["card"], "turn": turn["turn"], "copies": event["copies"]}
                if event["card"] == "special-order" and event["on_wasabi"]:
                    card["on_wasabi"] = True
                if event["by"] != "commit":
                    card["by"] = number
                mine.append({key: value for key, value in card.items() if value is not None})
            elif event["event"] == "discard" and event["why"] in (
                "menu",
                "takeout-box",
                "nothing to copy",
            ):
                mine.remove(next(card for card in reversed(mine) if card["card"] == event["card"]))
            elif event["event"] in ("chopsticks", "spoon"):
                mine.remove(next(iter(found(mine, event))))
            elif event["event"] == "takeout":
                flip(mine, event["flips"], turn["turn"])
    return seats


def found(mine: list[dict[str, Any]], what: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Cards that an event means, the oldest first."""
    for card in mine:
        is_copy = card["card"] == "special-order"
        shown = card.get("copies", card["card"])
        if shown == what["card"] and is_copy == what["copy"] and not card.get("face_down"):
            yield card


def flip(mine: list[dict[str, Any]], flips: list[dict[str, Any]], turn: int) -> None:
    for what in flips:
        assert what["place"] == "table"  # the menus of these tests have no takeout box with wasabi
        next(iter(found(mine, what)))["face_down"] = turn


@pytest.mark.parametrize(
    ("menu", "players"),
    [
        ("my-first-meal", 4),
        ("party/sushi-go", 2),
        ("party-sampler", 3),
        ("master-menu", 5),
        ("points-platter", 4),
        ("cutthroat-combo", 6),
        ("big-banquet", 8),
        ("dinner-for-two", 6),
    ],
)
@pytest.mark.parametrize("policy", ["greedy", "random-legal"])
def test_games_of_the_core_score_the_same(menu, players, policy) -> None:
    for game in range(3):
        played = simkit.replay(menu, players=players, policy=policy, seed=5, game=game).to_dict()
        given = {
            "menu": menu,
            "rounds": [{"seats": tableaux(round_, players)} for round_ in played["rounds"]],
        }
        CHECK(given)
        sheet = simkit.score(given)
        for mine, theirs in zip(sheet.rounds, played["rounds"], strict=True):
            assert list(mine) == theirs["points"]
        assert list(sheet.desserts) == played["dessert_points"]
        assert list(sheet.totals) == played["totals"]
        assert list(sheet.dessert_cards) == played["dessert_cards"]
        assert list(sheet.win_share) == played["win_share"]


# ---- what people may write


def one(*cards: Any, **more: Any) -> simkit.ScoreSheet:
    """A round in which seat 0 has the cards and seat 1 none."""
    return simkit.score({"seats": [list(cards), []], **more})


@pytest.mark.parametrize(
    ("written", "kind", "points"),
    [
        ("Squid", "nigiri", 3),
        ("egg nigiri", "nigiri", 1),
        ("nigiri_salmon", "nigiri", 2),
        ("maki 3", "maki", 6),
        ("miso", "miso-soup", 3),
        ("Soy sauce", "soy-sauce", 4),
        ("circle", "onigiri", 1),
        ("face down", "takeout-box", 2),
    ],
)
def test_cards_may_be_written_as_people_say_them(written, kind, points) -> None:
    assert one(written).rounds[0][0][kind] == points


def test_numbered_cards_need_no_number() -> None:
    assert one("chopsticks", "chopsticks", "chopsticks", "tea").rounds[0][0]["tea"] == 3


def flipped(card: str, turn: int | bool = True) -> dict[str, Any]:
    return {"card": card, "face_down": turn}


@pytest.mark.parametrize(
    ("cards", "rulings", "points"),
    [
        (["wasabi", flipped("squid"), "egg"], {}, {"nigiri": 1, "takeout-box": 2}),
        (
            ["wasabi", flipped("squid", 3), {"card": "egg", "turn": 4}],
            {"flipped_nigiri_frees_wasabi": True},
            {"nigiri": 3, "takeout-box": 2},
        ),
        ([flipped("wasabi"), "squid"], {}, {"nigiri": 3, "takeout-box": 2}),
        (
            [flipped("wasabi"), "squid"],
            {"flipped_wasabi_keeps_triple": True},
            {"nigiri": 9, "takeout-box": 2},
        ),
        (
            [flipped("wasabi", 3), flipped("squid", 4)],
            {"flipped_wasabi_keeps_triple": True},
            {"nigiri": 0, "takeout-box": 4},
        ),
        ([flipped("wasabi"), flipped("squid")], {}, {"nigiri": 0, "takeout-box": 4}),
        ([flipped("wasabi", 2), {"card": "squid", "turn": 3}], {}, {"nigiri": 3, "takeout-box": 2}),
        ([flipped("wasabi", 4), flipped("squid", 3), "egg"], {}, {"nigiri": 1, "takeout-box": 4}),
        ([flipped("eel"), "eel"], {}, {"eel": -3, "takeout-box": 2}),
        (["tea", {"card": "special order", "copies": "face down"}], {}, {"tea": 1}),
    ],
)
def test_face_down_cards_count_as_the_rulings_say(cards, rulings, points) -> None:
    got = one(*cards, rulings=rulings).rounds[0][0]
    assert {kind: got[kind] for kind in points} == points


@pytest.mark.parametrize(
    ("cards", "rulings", "points"),
    [
        (["salmon", "wasabi", {"card": "special order", "copies": "salmon"}], {}, 4),
        (
            [
                "salmon",
                "wasabi",
                {"card": "special order", "copies": "salmon", "on_wasabi": True},
            ],
            {},
            8,
        ),
        (
            ["salmon", "wasabi", {"card": "special order", "copies": "salmon"}],
            {"special_order_on_wasabi": "mandatory"},
            8,
        ),
        (["wasabi", "egg", {"card": "special order", "copies": "wasabi"}, "squid"], {}, 12),
    ],
)
def test_special_orders_of_nigiri_and_wasabi(cards, rulings, points) -> None:
    assert one(*cards, rulings=rulings).rounds[0][0]["nigiri"] == points


def test_miso_of_one_turn_clash_and_the_sheet_says_so() -> None:
    sheet = simkit.score({"seats": [["miso", "miso"], ["miso", {"card": "miso", "turn": 5}]]})
    assert [mine["miso-soup"] for mine in sheet.rounds[0]] == [3, 3]
    assert [(event["seat"], event["turn"]) for event in sheet.events] == [(0, 1), (1, 1)]
    assert "turn 1: seat 2 discards 1 x Miso soup (miso clash)" in str(sheet)


def test_the_uramaki_race_goes_by_turns() -> None:
    first = ["uramaki 5", "uramaki 5"]
    second = ["tea", "uramaki 5", "uramaki 5", "uramaki 4"]
    sheet = simkit.score({"seats": [first, second]})
    assert [mine["uramaki"] for mine in sheet.rounds[0]] == [8, 7]
    late = simkit.score({"seats": [first, second], "rulings": {"uramaki_timing": "end of turn"}})
    assert late.rounds == sheet.rounds


def test_points_rulings_and_menu_files_count(tmp_path) -> None:
    menu = 'name = "Mine"\ncards = ["tea", "tempura"]\n[points]\ntempura = [0, 7]\n'
    (tmp_path / "mine.toml").write_text(menu)
    path = tmp_path / "table.toml"
    path.write_text('menu = "mine.toml"\nseats = [["tempura", "tea"], []]\n')
    assert simkit.score(path).rounds[0][0] == {"nigiri": 0, "tempura": 7, "tea": 1}
    path.write_text('menu = "mine.toml"\nseats = [["tempura"], []]\npoints = {tempura = [0, 9]}\n')
    assert simkit.score(str(path)).totals == (9, 0)


def test_the_sheet_is_data_rows_and_text() -> None:
    rounds = [[["egg", "pudding"], ["maki 3"]], [["tempura"] * 2, []], [[], ["squid"]]]
    sheet = simkit.score({"name": "Us", "names": ["Ann", "Bob"], "rounds": rounds})
    assert sheet.game_over
    assert sheet.winners == (0,)
    assert sum(row["points"] for row in sheet.rows()) == sum(sheet.totals)
    assert sheet.to_dict()["dessert_points"] == [{"pudding": 6}, {"pudding": 0}]
    assert str(sheet).endswith("Ann wins.")
    assert "<td>12</td>" in sheet._repr_html_()
    unfinished = simkit.score({"names": ["Ann", "Bob"], "rounds": rounds[:2]})
    assert unfinished.totals == (6, 6)
    assert unfinished.result() == "Ann and Bob share the lead; desserts are not scored yet."


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "write either `seats`"),
        ({"seats": [["egg"]]}, "`seats`: 1 seat: the game is for 2 to 8 players."),
        ({"seats": [["egs"], []]}, "seat 1, card 1: there is no card 'egs'. Did you mean 'egg'?"),
        ({"seats": [["maki"], []]}, "seat 1, card 1: 'maki' may be maki-1, maki-2 or maki-3"),
        ({"seats": [["2 tempura"], []]}, "there is no card '2 tempura'."),
        ({"seats": [["menu-7"], []]}, "a menu is discarded when it is played; leave it out."),
        (
            {"seats": [[{"card": "egg", "turns": 3}], []]},
            "`turns` is not known. Did you mean 'turn'?",
        ),
        (
            {"seats": [[{"card": "egg", "turn": 0}], []]},
            "turn = 0: must be a whole number from 1 to 10",
        ),
        ({"seats": [["egg", 3], []]}, "seat 1, card 2 = 3: must be a card in quotes"),
        ({"seats": [[], ["special order"]]}, "seat 2, card 1: say what the special order copies"),
        ({"seats": [["egg"] * 5, []]}, "this is nigiri-egg number 5, but there are 4 in play."),
        ({"seats": [["eel"] * 8 + ["egg"] * 3, []]}, "would be turn 11"),
        ({"seats": [[{"card": "egg", "on_wasabi": True}], []]}, "no wasabi is free by then."),
        (
            {"seats": [["wasabi", {"card": "egg", "on_wasabi": False}], []]},
            "a nigiri must go on the free wasabi",
        ),
        (
            {"seats": [["tea", {"card": "special order", "copies": "egg"}], []]},
            "copies = nigiri-egg, which does not lie there by then.",
        ),
        (
            {"seats": [["egg"], []], "claimed": 4},
            "claimed = 4: must be a whole number from 0 to 3.",
        ),
        ({"seats": [["egg"], []], "names": ["Ann"]}, "1 names for 2 seats"),
        ({"seats": [["tea"], []], "cards": ["eel"]}, "tea is not on the menu"),
        ({"rounds": [[["egg"], []], [["egg"], [], []]]}, "round 2 has 3 seats, round 1 has 2"),
        (
            {"rounds": [[["egg"], []], [["egg"], ["eg"]]]},
            "round 2, seat 2, card 1: there is no card",
        ),
        ({"rounds": [{"seats": [["egg"], []], "claim": 1}]}, "round 1: `claim` is not known."),
        ({"rounds": [[["egg"], []]] * 4}, "4 rounds: a game has 1 to 3 of them."),
        ({"rounds": [[["egg"], []]], "claimed": 1}, "`claimed` belongs to a round"),
        ({"seats": [["egg"], []], "desserts": [["egg"], []]}, "nigiri-egg is no dessert."),
        ({"seats": [["egg"], []], "desserts": [["pudding"] * 16, []]}, "pudding number 16"),
        ({"seats": [[{"card": "egg", "face_down": 1}], []]}, "2 to 10"),
        (
            {"seats": [["tea", {"card": "egg", "face_down": 2}], []]},
            "face_down = 2, but it was played in turn 2",
        ),
        (
            {"seats": [["uramaki 5", flipped("uramaki 5")], []]},
            "uramaki-5 had left the table before it could be turned over",
        ),
        ({"seats": [["egg"], []], "rulings": {"uramaki_tie": "no"}}, "rulings.uramaki_tie"),
        ({"seats": [["egg"], []], "points": {"tempura": -1000}}, "points.tempura"),
        ({"seats": [["egg"], []], "menu": "mastermenu"}, "Did you mean 'master-menu'?"),
        ({"seats": [["egg"], []], "tokens": [{}, {}]}, "`tokens` is for Sushi Roll, but this is"),
        ({"seats": [["egg"], []], "variants": {"dummy": True}}, "`variants` is for Sushi Go!, but"),
        (
            {"seats": [["two menus"], []]},
            "'two menus' in Sushi Go Party!, but in Sushi Roll (game =",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(given, message) -> None:
    with pytest.raises((InputError, MenuError)) as caught:
        simkit.score(given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.toml", 'seats = [["egg"\n', "this is not valid TOML:"),
        ("a.json", '{"seats": [["egg"], []]', "(at line 1, column 24)"),
        ("a.json", "[]", "must be an object"),
        ("a.txt", "egg", "must be a .toml or a .json file."),
    ],
)
def test_broken_files_are_named_with_the_place(tmp_path, name, text, message) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        simkit.score(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    with pytest.raises(InputError, match="there is no such file"):
        simkit.score(tmp_path / "missing.toml")
