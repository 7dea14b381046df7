"""Sushi Go!: printed facts, fine points of a turn, rulings; each worked out from the text."""

from collections import Counter
from typing import Any

import pytest

from . import go_scoring
from .cards import lay_out
from .decisions import IllegalMove
from .go_game import DUMMY
from .go_rulebook import (
    BOX,
    COPIES,
    HAND_SIZE,
    ROUNDS,
    make_rules,
    printed_counts,
    why_impossible,
    why_not_printed,
)
from .go_scenes import commit, play, scene
from .scoring import win_shares

EGG, SALMON, SQUID = "nigiri-egg", "nigiri-salmon", "nigiri-squid"
WITH_DUMMY = {"dummy": True}


def by_kind(game: Any, kind: str) -> list[int]:
    """Points of a kind once the round is scored."""
    return [mine[kind] for mine in game.end_round()["points"]]


# --- printed facts -----------------------------------------------------------------------------


def test_there_are_108_cards_and_four_promotional_ones() -> None:
    assert sum(printed_counts(BOX).values()) == 108
    assert sum(printed_counts(["soy-sauce"]).values()) == 4
    assert {kind: sum(copies.values()) for kind, copies in COPIES.items()} == {
        "nigiri": 20,
        "maki": 26,
        "tempura": 14,
        "sashimi": 14,
        "dumpling": 14,
        "chopsticks": 4,
        "soy-sauce": 4,
        "wasabi": 6,
        "pudding": 10,
    }


@pytest.mark.parametrize(("players", "used"), [(2, 60), (3, 81), (4, 96), (5, 105)])
def test_cards_dealt_in_a_game(players: int, used: int) -> None:
    rules = make_rules(players)
    assert ROUNDS * rules.seats * rules.hand_size == used
    assert (why_impossible(rules), why_not_printed(rules)) == (None, None)


def test_the_dummy_makes_three_hands_of_nine() -> None:
    rules = make_rules(2, variants=WITH_DUMMY)
    assert (rules.seats, rules.hand_size) == (3, 9)
    assert (why_impossible(rules), why_not_printed(rules)) == (None, None)
    assert why_impossible(make_rules(3, variants=WITH_DUMMY)) is not None


def test_only_the_soy_sauce_may_join_the_eight_kinds() -> None:
    assert why_not_printed(make_rules(3, [*BOX, "soy-sauce"])) is None
    for kind in BOX:
        assert why_not_printed(make_rules(3, [one for one in BOX if one != kind])) is not None
    assert why_not_printed(make_rules(6, hand_size=6)) == "no game for 6 players"
    assert list(HAND_SIZE) == [2, 3, 4, 5]


def test_unknown_rulings_and_variants_are_refused() -> None:
    with pytest.raises(ValueError, match="no ruling is called"):
        make_rules(2, rulings={"all_tied": "nothing"})
    with pytest.raises(ValueError, match="variant pass: 'right' is none of"):
        make_rules(2, variants={"pass": "right"})


# --- the deal ----------------------------------------------------------------------------------


def test_cards_are_dealt_on_from_one_pile() -> None:
    """One tempura for each seat and round; those played do not come back, puddings are kept."""
    game = scene([["tempura"], ["pudding"]], [[EGG], ["tempura"]])
    game.pile = Counter({EGG: 3, "tempura": 1})
    game.rules.counts.update({EGG: 4, "tempura": 3})
    play(game, commit(0, EGG), commit(1, "tempura"))
    assert game.end_round()["kept"] == [[], ["pudding"]]
    assert game.discards == {EGG: 1, "tempura": 2}
    with pytest.raises(IllegalMove, match="no longer in the pile"):
        game.begin_round([[EGG, "tempura"], ["tempura", EGG]])
    game.round = 1
    game.begin_round([[EGG, EGG], ["tempura", EGG]])
    assert game.pile.total() == 0


# --- passing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "number", "left"),
    [
        *(("left", number, True) for number in (1, 2, 3)),
        *(("both ways", number, number != 2) for number in (1, 2, 3)),
    ],
)
def test_hands_go_to_the_left_both_ways_to_the_right_in_round_two(
    way: str, number: int, left: bool
) -> None:
    hands = [[EGG, "tempura"], [EGG, "sashimi"], [EGG, "dumpling"]]
    game = scene([[], [], []], hands, number=number, variants={"pass": way})
    turn = play(game, *(commit(seat, EGG) for seat in range(3)))
    kept = ["tempura", "sashimi", "dumpling"]
    assert turn["hands"] == [[kept[seat - 1 if left else (seat + 1) % 3]] for seat in range(3)]


# --- chopsticks --------------------------------------------------------------------------------


def test_chopsticks_bring_a_second_card_and_go_into_the_hand_that_is_passed() -> None:
    game = scene([["chopsticks"], []], [[EGG, SQUID, SALMON], ["tempura"] * 3])
    turn = play(game, commit(0, EGG, SQUID), commit(1, "tempura"))
    assert turn["tables"] == [[EGG, SQUID], ["tempura"]]
    assert turn["hands"] == [["tempura", "tempura"], [SALMON, "chopsticks"]]
    play_ = {"event": "play", "copies": None, "on_wasabi": False}
    assert turn["events"] == [
        play_ | {"seat": 0, "card": EGG, "by": "commit"},
        play_ | {"seat": 1, "card": "tempura", "by": "commit"},
        {"event": "chopsticks", "seat": 0, "card": "chopsticks", "copy": False, "takes": SQUID},
        play_ | {"seat": 0, "card": SQUID, "by": "chopsticks"},
    ]


def test_chopsticks_can_be_used_again_by_the_next_seat() -> None:
    game = scene([["chopsticks"], []], [[EGG, SQUID, SALMON], ["tempura"] * 3])
    play(game, commit(0, EGG, SQUID), commit(1, "tempura"))
    turn = play(game, commit(0, "tempura"), commit(1, "chopsticks"))
    assert turn["tables"][1] == ["tempura", "chopsticks"]


def test_one_chopsticks_a_turn_the_other_stays() -> None:
    hands = [[EGG, SQUID, SALMON], ["tempura"] * 3]
    game = scene([["chopsticks", "chopsticks"], []], hands)
    turn = play(game, commit(0, EGG, SQUID), commit(1, "tempura"))
    assert turn["tables"][0] == [EGG, SQUID, "chopsticks"]
    game = scene([["chopsticks", "chopsticks"], []], hands)
    both = commit(0, EGG, SQUID) | {"calls": ["chopsticks", "chopsticks"]}
    with pytest.raises(IllegalMove, match="at most one"):
        play(game, both, commit(1, "tempura"))


def test_chopsticks_of_this_turn_cannot_be_used() -> None:
    game = scene([[], []], [["chopsticks", SQUID], ["tempura"] * 2])
    with pytest.raises(IllegalMove, match="cannot use chopsticks"):
        play(game, commit(0, "chopsticks", SQUID), commit(1, "tempura"))


def test_a_second_chopsticks_may_be_the_second_card() -> None:
    game = scene([["chopsticks"], []], [[EGG, "chopsticks"], ["tempura"] * 2])
    turn = play(game, commit(0, EGG, "chopsticks"), commit(1, "tempura"))
    assert (turn["tables"][0], turn["hands"][1]) == ([EGG, "chopsticks"], ["chopsticks"])


def test_the_last_card_is_simply_played() -> None:
    game = scene([["chopsticks"], []], [[EGG], ["tempura"]])
    with pytest.raises(IllegalMove, match="cannot use chopsticks"):
        play(game, commit(0, EGG, EGG), commit(1, "tempura"))


def test_both_cards_come_from_the_hand_as_it_is() -> None:
    for first, second in ((EGG, EGG), (EGG, "tempura"), ("tempura", EGG), (EGG, "chopsticks")):
        game = scene([["chopsticks"], []], [[EGG, SQUID], ["tempura"] * 2])
        with pytest.raises(IllegalMove, match="not in the hand"):
            play(game, commit(0, first, second), commit(1, "tempura"))


def test_a_second_card_needs_a_call_and_a_call_a_second_card() -> None:
    for wrong in ({"calls": []}, {"second": None}):
        game = scene([["chopsticks"], []], [[EGG, SQUID], ["tempura"] * 2])
        with pytest.raises(IllegalMove, match="second card"):
            play(game, commit(0, EGG, SQUID) | wrong, commit(1, "tempura"))


def test_all_first_cards_come_before_the_second_ones() -> None:
    hands = [["tempura", "sashimi"], [EGG, SQUID]]
    game = scene([["chopsticks"], ["chopsticks"]], hands)
    turn = play(game, commit(0, "tempura", "sashimi"), commit(1, EGG, SQUID))
    plays = [(e["seat"], e["card"]) for e in turn["events"] if e["event"] == "play"]
    assert plays == [(0, "tempura"), (1, EGG), (0, "sashimi"), (1, SQUID)]
    assert turn["hands"] == [["chopsticks"], ["chopsticks"]]


# --- wasabi (E22) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "ruling", "points", "free"),
    [
        ("wasabi", SQUID, "tripled", 9, 0),
        ("wasabi", SQUID, "not tripled", 3, 1),
        (SQUID, "wasabi", "tripled", 3, 1),
        (SQUID, "wasabi", "not tripled", 3, 1),
    ],
)
def test_wasabi_and_nigiri_of_one_turn(
    first: str, second: str, ruling: str, points: int, free: int
) -> None:
    rulings = {"wasabi_and_nigiri": ruling}
    game = scene([["chopsticks"], []], [[first, second], ["tempura"] * 2], rulings=rulings)
    turn = play(game, commit(0, first, second), commit(1, "tempura"))
    assert turn["free_wasabi"] == [free, 0]
    assert turn["events"][-1]["on_wasabi"] == (points == 9)
    assert by_kind(game, "nigiri") == [points, 0]


@pytest.mark.parametrize("ruling", ["tripled", "not tripled"])
@pytest.mark.parametrize(
    ("first", "second", "points", "free"),
    [("wasabi", SQUID, 9, 1), (SQUID, "wasabi", 9, 1), (EGG, SQUID, 3 + 3, 0)],
)
def test_a_wasabi_of_an_earlier_turn_triples_either_way(
    ruling: str, first: str, second: str, points: int, free: int
) -> None:
    hands = [[first, second], ["tempura"] * 2]
    rulings = {"wasabi_and_nigiri": ruling}
    game = scene([["chopsticks", "wasabi"], []], hands, rulings=rulings)
    turn = play(game, commit(0, first, second), commit(1, "tempura"))
    assert turn["free_wasabi"][0] == free
    assert by_kind(game, "nigiri") == [points, 0]


def test_a_wasabi_not_used_in_its_turn_takes_the_next_nigiri() -> None:
    game = scene(
        [["chopsticks"], []],
        [["wasabi", SQUID, EGG], [SALMON] * 3],
        rulings={"wasabi_and_nigiri": "not tripled"},
    )
    play(game, commit(0, "wasabi", SQUID), commit(1, SALMON))
    turn = play(game, commit(0, SALMON), commit(1, EGG))
    assert turn["events"][0]["on_wasabi"]
    assert by_kind(game, "nigiri") == [3 + 6, 2 + 1]


def test_a_nigiri_must_go_on_a_free_wasabi_one_on_each() -> None:
    hands = [[EGG, SQUID, SALMON], [EGG, SQUID, SALMON]]
    game = scene([[SALMON, "wasabi", "wasabi"], ["wasabi"]], hands)
    play(game, commit(0, EGG), commit(1, EGG))
    play(game, commit(0, SQUID), commit(1, SQUID))
    turn = play(game, commit(0, SALMON), commit(1, SALMON))
    assert turn["free_wasabi"] == [0, 0]
    assert by_kind(game, "nigiri") == [2 + 3 + 9 + 2, 3 + 3 + 2]


# --- the dummy (E21) ---------------------------------------------------------------------------


def test_the_controller_plays_for_the_dummy_then_the_players_swap() -> None:
    game = scene(
        [[], [], []], [[EGG, SALMON], ["tempura"] * 2, ["maki-1", "maki-2"]], variants=WITH_DUMMY
    )
    turn = play(
        game, commit(0, "maki-2"), commit(1, "tempura"), commit(DUMMY, EGG, by=0), draw="maki-2"
    )
    assert turn["draw"] == {"seat": 0, "card": "maki-2"}
    assert turn["tables"] == [["maki-2"], ["tempura"], [EGG]]
    assert turn["hands"] == [["tempura"], [SALMON], ["maki-1"]]
    turn = play(
        game, commit(0, "tempura"), commit(1, "maki-1"), commit(DUMMY, SALMON, by=1), draw="maki-1"
    )
    assert turn["draw"] == {"seat": 1, "card": "maki-1"}
    assert turn["hands"] == [[], [], []]


@pytest.mark.parametrize(
    ("ruling", "hand_size", "first"),
    [
        ("alternates", 9, [0, 1, 0]),
        ("alternates", 8, [0, 0, 0]),
        ("anew", 9, [0, 0, 0]),
    ],
)
def test_who_controls_the_dummy_first(ruling: str, hand_size: int, first: list[int]) -> None:
    rulings = {"dummy_control": ruling}
    for number in (1, 2, 3):
        hands = [[EGG] * hand_size] * 3
        game = scene([[], [], []], hands, number=number, variants=WITH_DUMMY, rulings=rulings)
        due = [(first[number - 1] + turn) % 2 for turn in range(hand_size)]
        assert [game.controller(turn) for turn in range(1, hand_size + 1)] == due


def test_the_controller_chooses_from_the_own_hand_for_both() -> None:
    hands = [[EGG, SALMON], ["tempura", SQUID], ["maki-1", "maki-2"]]
    mine, theirs = commit(0, EGG), commit(1, "tempura")
    for wrong in (
        commit(DUMMY, SQUID, by=0),  # of the other player
        commit(DUMMY, "maki-2", by=0),  # of the pile
        commit(DUMMY, EGG, by=0),  # taken already
        commit(DUMMY, SQUID, by=1),
        commit(DUMMY, "maki-2"),
    ):
        game = scene([[], [], []], hands, variants=WITH_DUMMY)
        with pytest.raises(IllegalMove, match=r"not in the hand|chooses"):
            play(game, mine, theirs, wrong, draw="maki-1")


def test_the_top_card_is_drawn_from_the_pile_by_the_controller() -> None:
    hands = [[EGG, SALMON], ["tempura", SQUID], ["maki-1", "maki-2"]]
    for draw, complaint in (
        (None, "seat 0 draws"),
        ({"seat": 1, "card": "maki-1"}, "not seat 0"),
        ({"seat": 0, "card": EGG}, "not in the dummy's pile"),
    ):
        game = scene([[], [], []], hands, variants=WITH_DUMMY)
        with pytest.raises(IllegalMove, match=complaint):
            game.begin_turn(draw)
    with pytest.raises(IllegalMove, match="nobody draws"):
        scene([[], []], hands[:2]).begin_turn({"seat": 0, "card": EGG})


def test_the_controllers_chopsticks_leave_a_card_for_the_dummy() -> None:
    """The last turn but one: three cards in the controller's hand, all of them are played."""
    hands = [[EGG, SALMON], ["tempura"] * 2, ["maki-1", "maki-2"]]
    game = scene([["chopsticks"], [], []], hands, number=2, variants=WITH_DUMMY)
    assert game.controller(2) == 0
    turn = play(
        game,
        commit(0, EGG, "maki-1"),
        commit(1, "tempura"),
        commit(DUMMY, SALMON, by=0),
        draw="maki-1",
    )
    assert turn["tables"] == [[EGG, "maki-1"], ["tempura"], [SALMON]]
    assert turn["hands"] == [["tempura"], ["chopsticks"], ["maki-2"]]


def test_in_the_last_turn_the_controllers_second_card_is_the_dummys() -> None:
    game = scene(
        [["chopsticks"], [], []], [[EGG], ["tempura"], ["maki-1"]], number=1, variants=WITH_DUMMY
    )
    controller = game.controller(2)
    with pytest.raises(IllegalMove, match="cannot use chopsticks"):
        play(
            game,
            commit(0, EGG, EGG),
            commit(1, "tempura"),
            commit(DUMMY, "maki-1", by=controller),
            draw="maki-1",
        )


def test_the_dummys_nigiri_go_on_its_wasabi_its_chopsticks_stay() -> None:
    hands = [[EGG, SALMON], ["tempura"] * 2, [SQUID, SQUID]]
    tables = [["tempura"] * 2, ["tempura"] * 2, ["wasabi", "chopsticks"]]
    game = scene(tables, hands, variants=WITH_DUMMY)
    with pytest.raises(IllegalMove, match="cannot use chopsticks"):
        play(
            game,
            commit(0, EGG),
            commit(1, "tempura"),
            commit(DUMMY, SQUID, SALMON, by=0),
            draw=SQUID,
        )
    game = scene(tables, hands, variants=WITH_DUMMY)
    play(game, commit(0, EGG), commit(1, "tempura"), commit(DUMMY, SQUID, by=0), draw=SQUID)
    assert by_kind(game, "nigiri") == [1, 0, 9]


def test_the_dummy_competes_for_maki_and_can_win() -> None:
    game = scene([["maki-1"], ["maki-2"], ["maki-3"]], [[EGG], [EGG], [EGG]], variants=WITH_DUMMY)
    controller = game.controller(2)
    play(game, commit(0, EGG), commit(1, EGG), commit(DUMMY, EGG, by=controller), draw=EGG)
    assert by_kind(game, "maki") == [0, 3, 6]
    assert game.finish()["win_share"] == [0, 0, 1]


@pytest.mark.parametrize(
    ("loses", "puddings", "points"),
    [
        (True, [4, 2, 1], [6, 0, -6]),
        (True, [4, 1, 1], [6, -3, -3]),
        (True, [2, 2, 2], [0, 0, 0]),
        (False, [4, 2, 1], [6, 0, 0]),
        (False, [1, 1, 0], [3, 3, 0]),
        (False, [2, 2, 2], [0, 0, 0]),
    ],
)
def test_dummy_pudding_loss(loses: bool, puddings: list[int], points: list[int]) -> None:
    rules = make_rules(2, variants=WITH_DUMMY, rulings={"dummy_pudding_loss": loses})
    assert go_scoring.pudding_points(puddings, rules) == points


# --- points ------------------------------------------------------------------------------------


def test_after_a_tie_for_most_maki_there_is_no_second_place() -> None:
    assert go_scoring.maki_points([3, 3, 1], make_rules(3)) == [3, 3, 0]


def test_those_who_tie_for_a_place_of_a_longer_list_use_up_as_many() -> None:
    places = [9, 6, 4, 2]
    assert go_scoring.split_places([5, 5, 3, 1], places) == [4, 4, 4, 2]
    assert go_scoring.split_places([5, 3, 3, 1], places) == [9, 3, 3, 2]
    assert go_scoring.split_places([5, 3, 2, 0], places) == [9, 6, 4, 0]


@pytest.mark.parametrize(
    ("points", "n", "share"),
    [(6, 4, 1), (-6, 4, -1), (6, 7, 0), (-6, 7, 0), (6, 3, 2), (-7, 2, -3)],
)
def test_what_is_left_of_a_split_is_dropped(points: int, n: int, share: int) -> None:
    assert go_scoring.split(points, n) == share


@pytest.mark.parametrize(
    ("tables", "points"),
    [
        ([["soy-sauce", "tempura"], ["tempura"]], [4, 0]),
        ([["soy-sauce", "soy-sauce"], [EGG]], [4, 0]),  # one soy sauce of a seat scores
        ([["soy-sauce"], ["tempura"]], [4, 0]),  # a tie with one who has no soy sauce
        ([["soy-sauce"], ["tempura", EGG]], [0, 0]),
        ([["soy-sauce", EGG], ["soy-sauce", "maki-1"]], [2, 2]),
        ([["soy-sauce"], ["soy-sauce"], ["soy-sauce"]], [1, 1, 1]),
        ([["soy-sauce", EGG, "wasabi"], ["soy-sauce", "chopsticks", "pudding"]], [0, 4]),
        ([["soy-sauce", "maki-1"], ["soy-sauce", "maki-1", "maki-2", "maki-3"]], [2, 2]),
        ([[], []], [0, 0]),
    ],
)
def test_soy_sauce(tables: list[list[str]], points: list[int]) -> None:
    rules = make_rules(len(tables), list(COPIES))
    assert go_scoring.soy_sauce_points([lay_out(cards) for cards in tables], rules) == points


def test_own_points_replace_the_printed_ones() -> None:
    points = {"maki": {"places": [1]}, "tempura": [0, 7], "pudding": {"most": 5, "fewest": 3}}
    rules = make_rules(3, points=points)
    tables = [lay_out(cards) for cards in (["maki-3", "tempura"], ["maki-2"], ["tempura"] * 3)]
    scored = go_scoring.score_round(tables, rules)
    assert [mine["maki"] + mine["tempura"] for mine in scored] == [1 + 7, 0, 7]
    assert go_scoring.pudding_points([2, 1, 0], rules) == [5, 0, 3]


def test_ties_are_broken_by_puddings_then_shared() -> None:
    assert win_shares([30, 30, 29], [1, 2, 5]) == [0, 1, 0]
    assert win_shares([30, 30, 30], [2, 2, 1]) == [0.5, 0.5, 0]


def test_scores_may_fall_below_nothing() -> None:
    """E36."""
    game = scene([["pudding"], ["pudding"], ["chopsticks"]], [["maki-1"], ["maki-2"], [EGG]])
    play(game, commit(0, "maki-1"), commit(1, "maki-2"), commit(2, EGG))
    game.end_round()
    assert game.finish()["totals"] == [3 + 3, 6 + 3, 1 - 6]
