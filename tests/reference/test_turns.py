"""Fine points of a turn, each as a small scene worked out from the text."""

import pytest

from .decisions import IllegalMove
from .scenes import Scene, chopsticks, commit, menu, order, spoon, takeout

SO = "special-order"
EGG, SQUID = "nigiri-egg", "nigiri-squid"


def test_the_table_goes_first_wasabi_then_nigiri_is_tripled() -> None:
    for first, second, points in (("wasabi", SQUID, 9), (SQUID, "wasabi", 3)):
        scene = Scene([["chopsticks-1"], []], [[first, second], ["tofu", "tofu"]])
        scene.turn(
            [commit(0, first, "chopsticks-1"), commit(1, "tofu")],
            [chopsticks(0, "chopsticks-1", second)],
        )
        assert scene.game.end_round()["points"][0]["nigiri"] == points


def test_hands_go_to_the_next_seat() -> None:
    scene = Scene([[], [], []], [["eel", "tofu"], ["eel", "sashimi"], ["eel", "tempura"]])
    turn = scene.turn([commit(seat, "eel") for seat in range(3)], [])
    assert turn["hands"] == [["tempura"], ["tofu"], ["sashimi"]]


def test_chopsticks_need_a_card_in_the_hand() -> None:
    scene = Scene([["chopsticks-1"], []], [["tofu"], ["tofu"]])
    with pytest.raises(IllegalMove, match="can call"):
        scene.turn([commit(0, "tofu", "chopsticks-1"), commit(1, "tofu")], [])


def test_a_bonus_card_of_this_turn_cannot_be_called() -> None:
    scene = Scene([[], []], [["chopsticks-1", "tofu"], ["tofu", "tofu"]])
    with pytest.raises(IllegalMove, match="can call"):
        scene.turn([commit(0, "chopsticks-1", "chopsticks-1"), commit(1, "tofu")], [])


def test_two_chopsticks_of_one_seat_the_second_may_take_the_first() -> None:
    scene = Scene([["chopsticks-2", "chopsticks-1"], []], [["tofu", "eel"], ["tofu", "tofu"]])
    turn = scene.turn(
        [commit(0, "tofu", "chopsticks-2", "chopsticks-1"), commit(1, "tofu")],
        [chopsticks(0, "chopsticks-1", "eel"), chopsticks(0, "chopsticks-2", "chopsticks-1")],
    )
    assert turn["tables"] == [["eel", "tofu", "chopsticks-1"], ["tofu"]]
    assert turn["hands"] == [["tofu"], ["chopsticks-2"]]


def test_equal_numbers_go_in_seat_order_and_the_real_card_before_the_copy() -> None:
    """Seat 0 holds a copy of chopsticks 1, seat 1 the card itself and a copy."""
    table = ["chopsticks-1", {"card": SO, "copies": "chopsticks-1"}]
    scene = Scene(
        [[{"card": SO, "copies": "chopsticks-1"}], table],
        [["tofu", "eel", "eel"], ["tofu", "eel", "sashimi"]],
    )
    turn = scene.turn(
        [commit(0, "tofu", "chopsticks-1"), commit(1, "tofu", "chopsticks-1", "chopsticks-1")],
        [
            chopsticks(1, "chopsticks-1", "sashimi", copy=True),
            chopsticks(1, "chopsticks-1", "eel"),
            chopsticks(0, "chopsticks-1", "eel", copy=True),
        ],
    )
    heads = [(e["seat"], e["copy"]) for e in turn["events"] if e["event"] == "chopsticks"]
    assert heads == [(0, True), (1, False), (1, True)]
    assert turn["hands"] == [["chopsticks-1", SO], ["eel", SO]]


def test_boxes_and_menus_gained_on_the_way_join_the_queue() -> None:
    """Chopsticks fetch a menu, the menu a box; the box of another seat has a lower number."""
    scene = Scene(
        [["chopsticks-3", "eel"], ["tempura"]],
        [["tofu", "menu-7"], ["takeout-box-10", "tofu"]],
        deck=["takeout-box-11", "tofu", "sashimi", "tea"],
    )
    turn = scene.turn(
        [commit(0, "tofu", "chopsticks-3"), commit(1, "takeout-box-10")],
        [
            chopsticks(0, "chopsticks-3", "menu-7"),
            menu(0, "menu-7", ["tea", "takeout-box-11", "tofu", "sashimi"], "takeout-box-11"),
            takeout(1, "takeout-box-10", ("tempura", "table")),
            takeout(0, "takeout-box-11", ("eel", "table")),
        ],
    )
    assert scene.order() == [["chopsticks", 0], ["menu", 0], ["takeout", 1], ["takeout", 0]]
    assert turn["tables"] == [["tofu"], []]
    assert turn["face_down"] == [1, 1]
    assert scene.discards() == {"takeout-box-10": 1, "menu-7": 1, "takeout-box-11": 1}


def test_a_menu_plays_no_menu_and_draws_four_of_the_deck() -> None:
    deck = ["menu-8", "tofu", "eel", "eel", "tea"]
    for draws, takes in (
        (["menu-8", "tofu", "eel", "eel"], "menu-8"),
        (["menu-8", "tofu", "eel", "eel"], None),
        (["menu-8", "tofu", "eel"], "tofu"),
        (["tofu", "tofu", "eel", "eel"], "tofu"),
    ):
        scene = Scene([[], []], [["menu-7"], ["tofu"]], deck=deck)
        with pytest.raises(IllegalMove, match="menu"):
            scene.turn([commit(0, "menu-7"), commit(1, "tofu")], [menu(0, "menu-7", draws, takes)])


def test_the_other_three_go_back_before_the_next_menu_draws() -> None:
    scene = Scene([[], []], [["menu-7"], ["menu-8"]], deck=["tofu", "eel", "tea", "sashimi"])
    turn = scene.turn(
        [commit(0, "menu-7"), commit(1, "menu-8")],
        [
            menu(0, "menu-7", ["tofu", "eel", "tea", "sashimi"], "tofu"),
            menu(1, "menu-8", ["eel", "tea", "sashimi"], "tea"),  # a house deck: what there is
        ],
    )
    assert turn["tables"] == [["tofu"], ["tea"]]


def test_a_menu_that_finds_only_menus_is_spent() -> None:
    scene = Scene([[], []], [["menu-7"], ["tofu"]], deck=["menu-8", "menu-9"])
    turn = scene.turn(
        [commit(0, "menu-7"), commit(1, "tofu")], [menu(0, "menu-7", ["menu-8", "menu-9"], None)]
    )
    assert turn["tables"] == [[], ["tofu"]]


def test_a_spoon_passes_over_those_without_and_the_first_to_the_left_gives() -> None:
    hands = [["tofu", "tea"], ["tofu", "tea"], ["tofu", "eel"], ["tofu", "eel"]]
    commits = [commit(1, "tofu", "spoon-4")]
    commits = [commit(0, "tofu"), *commits, commit(2, "tofu"), commit(3, "tofu")]
    scene = Scene([[], ["spoon-4"], [], []], hands)
    with pytest.raises(IllegalMove, match="giver is 2"):
        scene.turn(commits, [spoon(1, "spoon-4", "eel", 3, "eel")])
    scene = Scene([[], ["spoon-4"], [], []], hands)
    turn = scene.turn(commits, [spoon(1, "spoon-4", "tea", 0, "tea")])
    assert turn["hands"] == [["eel"], ["spoon-4"], ["tea"], ["eel"]]


def test_a_spoon_cannot_ask_for_a_number_or_for_what_is_not_in_play() -> None:
    for request in ("chopsticks-1", "pudding", "nothing"):
        scene = Scene([["spoon-4"], []], [["tofu", "eel"], ["tofu", "chopsticks-1"]])
        with pytest.raises(IllegalMove, match="cannot ask"):
            scene.turn(
                [commit(0, "tofu", "spoon-4"), commit(1, "tofu")],
                [spoon(0, "spoon-4", request)],
            )


def test_a_failed_spoon_is_discarded() -> None:
    scene = Scene([["spoon-4"], []], [["tofu", "eel"], ["tofu", "tofu"]])
    turn = scene.turn(
        [commit(0, "tofu", "spoon-4"), commit(1, "tofu")], [spoon(0, "spoon-4", "eel")]
    )
    assert turn["tables"] == [["tofu"], ["tofu"]]
    assert scene.discards() == {"spoon-4": 1}


def test_a_special_order_used_as_a_spoon_is_a_special_order_again() -> None:
    table = [{"card": SO, "copies": "spoon-4"}]
    scene = Scene([table, []], [["tofu", "eel"], ["tofu", "eel"]])
    turn = scene.turn(
        [commit(0, "tofu", "spoon-4"), commit(1, "tofu")],
        [spoon(0, "spoon-4", "eel", 1, "eel", copy=True)],
    )
    assert turn["hands"] == [[SO], ["eel"]]


def test_a_special_order_from_the_hand_copies_cards_of_earlier_turns_only() -> None:
    scene = Scene([[], []], [[SO], ["tofu"]])
    turn = scene.turn([commit(0, SO), commit(1, "tofu")], [])
    assert (turn["tables"][0], scene.discards()) == ([], {SO: 1})
    scene = Scene([["eel"], []], [[SO], ["tofu"]])
    with pytest.raises(IllegalMove, match="must copy"):
        scene.turn([commit(0, SO), commit(1, "tofu")], [])
    scene = Scene([["eel"], []], [[SO], ["tofu"]])
    with pytest.raises(IllegalMove, match="not on the table"):
        scene.turn([commit(0, SO, copies="tofu"), commit(1, "tofu")], [])


def test_a_special_order_by_chopsticks_may_copy_a_card_of_this_turn() -> None:
    scene = Scene([["chopsticks-1"], []], [["eel", SO], ["tofu", "tofu"]])
    turn = scene.turn(
        [commit(0, "eel", "chopsticks-1"), commit(1, "tofu")],
        [chopsticks(0, "chopsticks-1", SO), order(0, "eel")],
    )
    assert turn["tables"][0] == ["eel", "eel"]


def test_a_special_order_may_copy_the_chopsticks_that_fetch_it() -> None:
    scene = Scene([["chopsticks-1"], []], [["tofu", SO], ["tofu", "tofu"]])
    turn = scene.turn(
        [commit(0, "tofu", "chopsticks-1"), commit(1, "tofu")],
        [chopsticks(0, "chopsticks-1", SO), order(0, "chopsticks-1")],
    )
    assert turn["tables"][0] == ["tofu", "chopsticks-1"]
    assert turn["hands"][1] == ["chopsticks-1"]


def test_a_copy_of_a_copy_is_what_that_one_is() -> None:
    scene = Scene([["eel", {"card": SO, "copies": "eel"}], []], [[SO], ["tofu"]])
    scene.turn([commit(0, SO, copies="eel"), commit(1, "tofu")], [])
    assert scene.game.end_round()["points"][0]["eel"] == 7


def test_a_copy_of_a_face_down_card_is_face_down() -> None:
    scene = Scene([["face-down"], []], [[SO], ["tofu"]])
    turn = scene.turn([commit(0, SO, copies="face-down"), commit(1, "tofu")], [])
    assert (turn["tables"][0], turn["face_down"]) == ([], [2, 0])
    assert scene.game.end_round()["points"][0]["takeout-box"] == 4


def test_a_copied_miso_clashes_the_old_one_stays() -> None:
    scene = Scene([["miso-soup"], []], [[SO], ["miso-soup"]])
    turn = scene.turn([commit(0, SO, copies="miso-soup"), commit(1, "miso-soup")], [])
    assert turn["tables"] == [["miso-soup"], []]
    assert scene.discards() == {"miso-soup": 2}


def test_a_copy_of_the_miso_of_this_turn_takes_it_along() -> None:
    scene = Scene([["miso-soup", "chopsticks-1"], []], [["miso-soup", SO], ["tofu", "tofu"]])
    turn = scene.turn(
        [commit(0, "miso-soup", "chopsticks-1"), commit(1, "tofu")],
        [chopsticks(0, "chopsticks-1", SO), order(0, "miso-soup")],
    )
    assert turn["tables"][0] == ["miso-soup"]
    assert scene.discards() == {"miso-soup": 2}


def test_a_special_order_keeps_its_identity_when_the_copied_card_is_flipped() -> None:
    table = ["eel", {"card": SO, "copies": "eel"}]
    scene = Scene([table, []], [["takeout-box-12"], ["tofu"]])
    turn = scene.turn(
        [commit(0, "takeout-box-12"), commit(1, "tofu")],
        [takeout(0, "takeout-box-12", ("eel", "table"))],
    )
    assert (turn["tables"][0], turn["face_down"]) == (["eel"], [1, 0])


def test_a_takeout_box_flips_no_card_of_this_turn() -> None:
    scene = Scene([["chopsticks-1"], []], [["tofu", "takeout-box-10"], ["tofu", "tofu"]])
    with pytest.raises(IllegalMove, match="cannot flip"):
        scene.turn(
            [commit(0, "tofu", "chopsticks-1"), commit(1, "tofu")],
            [
                chopsticks(0, "chopsticks-1", "takeout-box-10"),
                takeout(0, "takeout-box-10", ("tofu", "table")),
            ],
        )


def test_flips_of_one_pair_cannot_be_told_as_two() -> None:
    scene = Scene([["wasabi", EGG], []], [["takeout-box-10"], ["tofu"]])
    with pytest.raises(IllegalMove, match="cannot flip"):
        scene.turn(
            [commit(0, "takeout-box-10"), commit(1, "tofu")],
            [takeout(0, "takeout-box-10", (EGG, "on wasabi"), ("wasabi", f"under {EGG}"))],
        )


def test_flips_of_two_pairs_do_not_get_in_each_others_way() -> None:
    scene = Scene([["wasabi", EGG, "wasabi", EGG], []], [["takeout-box-10"], ["tofu"]])
    turn = scene.turn(
        [commit(0, "takeout-box-10"), commit(1, "tofu")],
        [takeout(0, "takeout-box-10", (EGG, "on wasabi"), ("wasabi", f"under {EGG}"))],
    )
    assert (turn["tables"][0], turn["face_down"]) == ([EGG, "wasabi"], [2, 0])
    assert scene.game.end_round()["points"][0]["nigiri"] == 1


def test_desserts_stay_flipped_ones_go_back_and_copies_are_out_of_the_deck() -> None:
    copy = {"card": SO, "copies": "pudding"}
    scene = Scene([["pudding", "pudding", copy], []], [["takeout-box-10"], ["tofu"]])
    scene.turn(
        [commit(0, "takeout-box-10"), commit(1, "tofu")],
        [takeout(0, "takeout-box-10", ("pudding", "table"))],
    )
    end = scene.game.end_round()
    assert end["kept"] == [["pudding", "special-order:pudding"], []]
    assert +scene.game.deck == {"pudding": 1, "takeout-box-10": 1, "tofu": 1}
    assert scene.game.finish() == {
        "dessert_points": [{"pudding": 6}, {"pudding": 0}],
        "dessert_cards": [2, 0],
        "totals": [2 + 6, 2],
        "win_share": [1, 0],
    }


def test_flipping_the_copy_of_a_dessert_brings_the_special_order_back() -> None:
    copy = {"card": SO, "copies": "pudding"}
    scene = Scene([["pudding", copy], []], [["takeout-box-10"], ["tofu"]])
    scene.turn(
        [commit(0, "takeout-box-10"), commit(1, "tofu")],
        [takeout(0, "takeout-box-10", ("pudding", "table", True))],
    )
    assert scene.game.end_round()["kept"] == [["pudding"], []]
    assert scene.game.deck[SO] == 1


def test_this_rounds_desserts_count_for_tea_and_soy() -> None:
    scene = Scene([["tea", "pudding", "pudding"], []], [["soy-sauce"], ["soy-sauce"]])
    scene.turn([commit(0, "soy-sauce"), commit(1, "soy-sauce")], [])
    first, second = scene.game.end_round()["points"]
    assert (first["tea"], first["soy-sauce"], second["soy-sauce"]) == (2, 4, 0)


def test_own_points_replace_the_printed_ones() -> None:
    points = {"tofu": [0, 1, 9], "uramaki": {"places": [7], "target": 8}}
    scene = Scene([["tofu", "uramaki-4"], ["uramaki-5"]], [["uramaki-4"], ["tofu"]], points=points)
    scene.turn([commit(0, "uramaki-4"), commit(1, "tofu")], [])
    got = scene.game.end_round()["points"]
    assert got == [{"uramaki": 7, "tofu": 1}, {"uramaki": 0, "tofu": 1}]
