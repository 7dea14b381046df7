"""Sushi Roll: printed facts, fine points of a turn, rulings; each worked out from the text."""

from typing import Any

import pytest

from . import roll_scoring
from .cards import lay_out
from .decisions import IllegalMove
from .roll_rulebook import (
    DICE,
    EXTRA_SLIDE_AT,
    FACES,
    HAND_SIZE,
    POINTS,
    DieType,
    make_rules,
    why_impossible,
    why_not_printed,
)
from .roll_scenes import chopsticks, die, menu, play, scene, take
from .scoring import win_shares

EGG, SALMON, SQUID = "nigiri-egg", "nigiri-salmon", "nigiri-squid"


# --- printed facts -----------------------------------------------------------------------------


def test_there_are_thirty_dice_with_six_faces() -> None:
    assert {one.die: one.dice for one in DICE} == {
        "nigiri": 5,
        "maki": 6,
        "appetizer": 10,
        "special": 5,
        "pudding": 4,
    }
    assert all(len(one.faces) == 6 for one in DICE)
    counts = make_rules(2).counts
    assert sum(counts.values()) == 180
    assert (counts["dumpling"], counts["tempura"], counts["sashimi"]) == (30, 20, 10)
    assert (counts["menu"], counts["chopsticks-1"], counts["wasabi"]) == (10, 5, 10)


@pytest.mark.parametrize("players", HAND_SIZE)
def test_dice_and_tokens_are_enough(players: int) -> None:
    rules = make_rules(players)
    assert players * rules.hand_size <= 30
    assert (why_impossible(rules), why_not_printed(rules)) == (None, None)


def test_point_lists_begin_a_new_set_after_three_icons() -> None:
    assert POINTS["tempura"] == [0, 1, 5, 10, 11, 15, 20, 21, 25, 30, 31, 35]
    assert POINTS["sashimi"] == [0, 0, 6, 13, 13, 19, 26, 26, 32, 39, 39, 45]
    assert POINTS["dumpling"] == [0, 2, 4, 8, 10, 12, 16, 18, 20, 24, 26, 28]


@pytest.mark.parametrize(("players", "slides"), [(2, 7), (3, 6), (4, 5), (5, 4)])
def test_only_at_three_the_red_belt_would_come_back(players: int, slides: int) -> None:
    assert HAND_SIZE[players] - 1 == slides
    assert (slides % players == 0) == (players == EXTRA_SLIDE_AT)


def test_kinds_in_play_are_those_on_dice_and_menu_for_leftover_tokens() -> None:
    maki, no_pudding = DICE[1], [*DICE[:4], DieType("pudding", 0, DICE[4].faces)]
    none = {"menu": 0, "chopsticks": 0}
    assert make_rules(2).cards == list(FACES)
    assert make_rules(2, dice=no_pudding).cards == [kind for kind in FACES if kind != "pudding"]
    assert make_rules(2, dice=[maki]).cards == ["maki", "menu"]
    assert make_rules(2, dice=[maki], tokens={"start": none}).cards == ["maki"]
    without = roll_scoring.score_tokens(
        [none | {"pudding": 0}] * 2, make_rules(2, dice=[maki], tokens={"start": none})
    )
    assert without == [{}, {}]


def test_other_dice_tokens_and_deals_are_a_house_game() -> None:
    changes: list[dict[str, Any]] = [
        {"hand_size": 4},
        {"tokens": {"start": {"menu": 2}}},
        {"tokens": {"supply": {"pudding": 21}}},
        {"dice": [*DICE[:4], DieType("pudding", 4, ["pudding-3"] * 6)]},
        {"dice": [*DICE[:4], DieType("pudding", 5, DICE[4].faces)]},
    ]
    for change in changes:
        rules = make_rules(4, **change)
        assert why_impossible(rules) is None
        assert "printed" in (why_not_printed(rules) or "")
    assert why_not_printed(make_rules(6, hand_size=5)) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"hand_size": 8},
        {"tokens": {"start": {"menu": 5}}},
        {"tokens": {"start": {"menu": -1}}},
        {"dice": [*DICE, DieType("tofu", 4, ["pudding-3"] * 6)]},
        {"dice": [*DICE[:4], DieType("pudding", 4, ["pudding-3"] * 5)]},
        {"dice": [*DICE[:4], DieType("pudding", 4, ["pudding-4"] * 6)]},
        {"points": {"menu": {"tokens": 0, "points": 1}}},
    ],
)
def test_what_nobody_can_play(change: dict[str, Any]) -> None:
    assert why_impossible(make_rules(4, **change)) is not None


# --- order of moves ----------------------------------------------------------------------------


def test_the_red_belt_starts_then_to_the_left_and_goes_on_with_its_dice() -> None:
    game = scene([[EGG, SALMON], ["maki-1", "maki-2"], ["tempura", "wasabi"]], red=1)
    turn = play(
        game,
        *(take(1, "maki-1"), take(2, "tempura"), take(0, EGG)),
        rolls=[["menu"], [EGG], ["maki-3"]],
    )
    assert (turn["starts"], game.red) == (1, 2)
    assert turn["belts"] == [[die("menu")], [die(EGG)], [die("maki-3")]]
    assert turn["tables"] == [[EGG], ["maki-1"], ["tempura"]]
    last = play(game, take(2, "maki-3"), take(0, "menu"), take(1, EGG))
    assert (last["starts"], last["belts"]) == (2, [[], [], []])


def test_nobody_moves_out_of_turn_or_twice_or_not_at_all() -> None:
    belts = [[EGG, SALMON], ["maki-1", "maki-2"]]
    first, second = take(0, EGG), take(1, "maki-1")
    rolls = [["maki-1"], [EGG]]
    for events, complaint in (
        ([second, first], "it is the move of seat 0"),
        ([first, take(0, SALMON), second], "it is the move of seat 1"),
        ([first], "seat 1 takes no die"),
        ([first, second, menu(1, ("maki-2", "maki-1"))], "after everybody"),
        ([first, menu(0, (SALMON, EGG)), second], "it is the move of seat 1"),
    ):
        with pytest.raises(IllegalMove, match=complaint):
            play(scene(belts), *events, rolls=rolls)


@pytest.mark.parametrize("players", HAND_SIZE)
def test_who_starts_the_next_round(players: int) -> None:
    """The holder of the red belt, at three players after one more slide."""
    d = HAND_SIZE[players]
    game = scene([[EGG] * d for _ in range(players)])
    starts = []
    for left in range(d - 1, -1, -1):
        moves = [take((game.red + step) % players, EGG) for step in range(players)]
        starts.append(play(game, *moves, rolls=[[EGG] * left] * players)["starts"])
    assert starts == [turn % players for turn in range(d)]
    game.end_round()
    assert game.red == {2: 1, 3: 1, 4: 1, 5: 4}[players]


# --- rolls -------------------------------------------------------------------------------------


def test_belts_keep_their_types_of_dice_when_they_slide() -> None:
    belts = [[EGG, SALMON, "menu"], ["maki-1", "maki-2", "wasabi"]]
    moves = (take(0, EGG), take(1, "maki-1"))
    play(scene(belts), *moves, rolls=[["wasabi", "maki-3"], [SQUID, "chopsticks-1"]])
    for wrong in (
        [["maki-3", "maki-3"], [SQUID, "chopsticks-1"]],
        [[SQUID, "chopsticks-1"], ["wasabi", "maki-3"]],
        [["wasabi"], [SQUID, "chopsticks-1"]],
        [[], []],
    ):
        with pytest.raises(IllegalMove, match="the belt it received has"):
            play(scene(belts), *moves, rolls=wrong)


def test_a_die_shows_its_own_faces_only() -> None:
    game = scene([[EGG], [EGG]], [["menu"], ["menu"]])
    with pytest.raises(IllegalMove, match="there is no nigiri die showing maki-1"):
        game.begin_round([[{"die": "nigiri", "face": "maki-1"}] * 2] * 2)


def test_no_more_dice_of_a_type_than_in_the_box() -> None:
    puddings = [[die("pudding-1")] * 3, [die("pudding-1"), die(EGG), die(EGG)]]
    scene([[EGG] * 3, [EGG] * 3]).begin_round(puddings)
    puddings[1][1] = die("pudding-1")
    with pytest.raises(IllegalMove, match=r"more dice drawn than the box has: \{'pudding': 1\}"):
        scene([[EGG] * 3, [EGG] * 3]).begin_round(puddings)


def test_dice_come_back_into_the_bag_for_the_next_round() -> None:
    belts = [[die("pudding-1")] * 2] * 2
    game = scene([["pudding-1"], ["pudding-1"]], [["pudding-1"], ["pudding-1"]])
    play(game, take(0, "pudding-1"), take(1, "pudding-1"))
    game.end_round()
    assert game.begin_round(belts)["starts"] == 0
    assert game.trays == [[], []]


# --- tokens ------------------------------------------------------------------------------------


def test_a_menu_token_rolls_any_of_the_own_dice_again() -> None:
    belts = [[EGG, EGG, "maki-1"], [SALMON, "tempura", "wasabi"]]
    game = scene(belts)
    game.begin_turn()
    game.act(menu(0, (EGG, SQUID), ("maki-1", "maki-1")))
    assert sorted(one.face for one in game.belts[0]) == ["maki-1", EGG, SQUID]
    assert (game.tokens[0]["menu"], game.supply["menu"]) == (2, 18 - 6 + 1)
    for wrong, complaint in (
        (menu(0), "without a die"),
        (menu(0, (SALMON, EGG)), "not on its belt"),  # on the other belt
        (menu(0, ("maki-1", "maki-2"), ("maki-1", "maki-3")), "not on its belt"),  # one die
        (menu(0, (EGG, "maki-1")), "there is no nigiri die showing maki-1"),
    ):
        with pytest.raises(IllegalMove, match=complaint):
            play(scene(belts), wrong)


def test_the_same_token_move_may_be_made_again_while_tokens_last() -> None:
    game = scene([[EGG], [SALMON]], [["tempura"], ["tempura"]])
    game.begin_turn()
    for _ in range(3):
        game.act(menu(0, (EGG, EGG)))
    with pytest.raises(IllegalMove, match="no menu token"):
        game.act(menu(0, (EGG, EGG)))
    game.act(chopsticks(0, EGG, 1, SALMON))
    game.act(chopsticks(0, SALMON, 1, EGG))
    with pytest.raises(IllegalMove, match="no chopsticks token"):
        game.act(chopsticks(0, EGG, 1, SALMON))


def test_chopsticks_swap_two_dice_and_leave_their_faces() -> None:
    belts = [[EGG, "maki-1"], [SALMON, "tempura"], [SQUID, "wasabi"]]
    game = scene(belts)
    game.begin_turn()
    game.act(chopsticks(0, "maki-1", 2, SQUID))
    assert [sorted(one.face for one in belt) for belt in game.belts] == [
        [EGG, SQUID],
        [SALMON, "tempura"],
        ["maki-1", "wasabi"],
    ]
    assert (game.tokens[0]["chopsticks"], game.supply["chopsticks"]) == (1, 12 - 6 + 1)
    for wrong, complaint in (
        (chopsticks(0, EGG, 0, "maki-1"), "swaps with seat 0"),
        (chopsticks(0, EGG, 3, SQUID), "swaps with seat 3"),
        (chopsticks(0, EGG, 1, "wasabi"), "seat 1 gives a special die"),  # on the belt of seat 2
        (chopsticks(0, SALMON, 1, "tempura"), "seat 0 gives a nigiri die"),  # not its own
    ):
        with pytest.raises(IllegalMove, match=complaint):
            play(scene(belts), wrong)


def test_one_may_swap_with_a_seat_that_has_moved_while_it_has_dice() -> None:
    game = scene([[EGG, "maki-1"], [SALMON, "tempura"]])
    turn = play(
        game,
        take(0, EGG),
        chopsticks(1, SALMON, 0, "maki-1"),
        take(1, "maki-1"),
        rolls=[["dumpling"], [SQUID]],
    )
    assert turn["tables"] == [[EGG], ["maki-1"]]
    game = scene([[EGG], [SALMON]], [["tempura"], ["tempura"]])
    with pytest.raises(IllegalMove, match="not on its belt"):
        play(game, take(0, EGG), chopsticks(1, SALMON, 0, EGG), take(1, EGG))


def test_swaps_of_dice_change_the_types_that_slide_on() -> None:
    game = scene([[EGG, "maki-1"], ["pudding-1", "tempura"]])
    moves = (chopsticks(0, EGG, 1, "pudding-1"), take(0, "maki-1"), take(1, "tempura"))
    turn = play(game, *moves, rolls=[[SQUID], ["pudding-3"]])
    assert turn["belts"] == [[die(SQUID)], [die("pudding-3")]]


@pytest.mark.parametrize(
    ("face", "brings"),
    [
        ("menu", {"menu": 2}),
        ("chopsticks-1", {"chopsticks": 1}),
        ("chopsticks-2", {"chopsticks": 2}),
        ("pudding-1", {"pudding": 1}),
        ("pudding-3", {"pudding": 3}),
        (EGG, {}),
        ("maki-3", {}),
        ("wasabi", {}),
    ],
)
def test_a_die_brings_tokens_at_once(face: str, brings: dict[str, int]) -> None:
    game = scene([[face], [EGG]], [["tempura"], ["tempura"]])
    turn = play(game, take(0, face), take(1, EGG))
    gained = {"menu": 0, "chopsticks": 0, "pudding": 0} | brings
    assert turn["events"][0]["tokens"] == gained
    start = {"menu": 3, "chopsticks": 2, "pudding": 0}
    assert turn["tokens"] == [{token: start[token] + gained[token] for token in start}, start]


def test_tokens_of_a_die_come_too_late_for_the_move_it_ends() -> None:
    tokens = {"start": {"menu": 0, "chopsticks": 0}}
    game = scene([["menu", EGG], [SALMON, SQUID]], tokens=tokens)
    with pytest.raises(IllegalMove, match="no menu token"):
        play(game, menu(0, (EGG, EGG)), take(0, "menu"), take(1, SALMON))
    game = scene([["menu", EGG], [SALMON, SQUID]], tokens=tokens)
    play(game, take(0, "menu"), take(1, SALMON), rolls=[[SQUID], [EGG]])
    turn = play(game, take(1, EGG), menu(0, (SQUID, SQUID)), take(0, SQUID))
    assert [mine["menu"] for mine in turn["tokens"]] == [1, 0]


def test_of_a_nearly_empty_supply_those_who_move_first_take_what_is_left() -> None:
    """E32."""
    game = scene([["pudding-3"], ["pudding-2"], ["pudding-1"]], red=1, left={"pudding": 4})
    turn = play(game, take(1, "pudding-2"), take(2, "pudding-1"), take(0, "pudding-3"))
    assert [mine["pudding"] for mine in turn["tokens"]] == [1, 2, 1]
    assert game.supply["pudding"] == 0


def test_a_spent_token_is_there_for_the_next_to_take() -> None:
    game = scene([[EGG], ["menu"]], [["tempura"], ["tempura"]], left={"menu": 0})
    turn = play(game, menu(0, (EGG, EGG)), take(0, EGG), take(1, "menu"))
    assert [mine["menu"] for mine in turn["tokens"]] == [2, 4]
    game = scene([["chopsticks-2"], [EGG]], [["tempura"], ["tempura"]], left={"chopsticks": 0})
    moves = (chopsticks(0, "chopsticks-2", 1, EGG), chopsticks(0, EGG, 1, "chopsticks-2"))
    turn = play(game, *moves, take(0, "chopsticks-2"), take(1, EGG))
    assert [mine["chopsticks"] for mine in turn["tokens"]] == [2, 2]


def test_tokens_are_kept_from_round_to_round() -> None:
    game = scene([["pudding-3"], ["menu"]], [["tempura"], ["tempura"]])
    play(game, take(0, "pudding-3"), take(1, "menu"))
    before = [dict(mine) for mine in game.tokens]
    game.end_round()
    game.begin_round([[die(EGG)] * 2] * 2)
    assert game.tokens == before


# --- taking a die ------------------------------------------------------------------------------


def test_one_takes_a_die_of_the_own_belt() -> None:
    for face in (SALMON, "maki-1"):
        with pytest.raises(IllegalMove, match="not on its belt"):
            play(scene([[EGG, SQUID], [SALMON, "tempura"]]), take(0, face))


def test_a_nigiri_must_go_on_a_free_wasabi_one_on_each() -> None:
    trays = [[EGG, "wasabi", "wasabi", SALMON], ["wasabi", "maki-1", EGG, EGG]]
    game = scene([[SQUID], [SQUID]], trays)
    turn = play(game, take(0, SQUID), take(1, SQUID))
    assert [event["on_wasabi"] for event in turn["events"]] == [True, False]
    assert turn["free_wasabi"] == [0, 0]
    assert [mine["nigiri"] for mine in game.end_round()["points"]] == [1 + 6 + 9, 3 + 1 + 3]


# --- points ------------------------------------------------------------------------------------


def test_dice_that_brought_tokens_score_nothing_at_the_end_of_the_round() -> None:
    faces = ["menu", "chopsticks-2", "pudding-3", "wasabi"]
    scored = roll_scoring.score_round([lay_out(faces), lay_out([])], make_rules(2))
    assert [sum(mine.values()) for mine in scored] == [0, 0]


def test_second_place_of_maki_is_paid_after_a_tie() -> None:
    rules = make_rules(5)
    assert roll_scoring.maki_points([4, 4, 3, 3, 1], rules) == [6, 6, 3, 3, 0]
    assert roll_scoring.maki_points([0, 0, 0, 0, 0], rules) == [0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("all_tied", "most_needs_one", "tokens", "points"),
    [
        ("literal", False, [2, 2, 2], [0, 0, 0]),
        ("literal", False, [0, 0, 0], [0, 0, 0]),
        ("literal", False, [2, 2], [6, 6]),
        ("literal", False, [0, 0], [6, 6]),
        ("literal", True, [0, 0], [0, 0]),
        ("literal", True, [2, 2], [6, 6]),
        ("literal", True, [0, 0, 0], [-6, -6, -6]),
        ("nothing", False, [2, 2], [0, 0]),
        ("nothing", True, [0, 0, 0], [0, 0, 0]),
        ("nothing", False, [2, 1, 1], [6, -6, -6]),
    ],
)
def test_all_tied_and_most_needs_one(
    all_tied: str, most_needs_one: bool, tokens: list[int], points: list[int]
) -> None:
    """E6."""
    rulings = {"all_tied": all_tied, "most_needs_one": most_needs_one}
    rules = make_rules(len(tokens), rulings=rulings)
    assert roll_scoring.pudding_points(tokens, rules) == points


def test_own_points_replace_the_printed_ones() -> None:
    points = {"menu": {"tokens": 3, "points": 2}, "sashimi": [0, 5]}
    rules = make_rules(2, points=points)
    trays = [lay_out(["sashimi"] * 3), lay_out([])]
    assert roll_scoring.score_round(trays, rules)[0]["sashimi"] == 5
    assert roll_scoring.leftover_points({"menu": 4, "chopsticks": 4, "pudding": 9}, rules) == 4


def test_ties_are_broken_by_pudding_tokens_then_shared() -> None:
    game = scene([["pudding-2"], ["pudding-1"]], [["tempura"], ["dumpling"]])
    play(game, take(0, "pudding-2"), take(1, "pudding-1"))
    game.end_round()
    game.totals = [20, 26]
    end = game.finish()
    assert end["dessert_points"] == [{"menu": 2, "pudding": 6}, {"menu": 2, "pudding": 0}]
    assert (end["dessert_cards"], end["totals"]) == ([2, 1], [28, 28])
    assert end["win_share"] == [1, 0]
    assert win_shares([28, 28], [1, 1]) == [0.5, 0.5]
