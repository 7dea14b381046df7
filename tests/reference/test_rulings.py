"""Each open ruling both ways, on a hand-made case worked out from the text (section E)."""

from typing import Any

import pytest

from . import scoring
from .cards import lay_out
from .decisions import IllegalMove
from .rulebook import make_rules
from .scenes import Scene, chopsticks, commit, order, scene_rules, spoon, takeout

U3, U4, U5 = "uramaki-3", "uramaki-4", "uramaki-5"
EGG, SALMON, SQUID = "nigiri-egg", "nigiri-salmon", "nigiri-squid"


def points(scene: Scene, kind: str) -> list[int]:
    """Points of a kind once the round is scored."""
    return [mine[kind] for mine in scene.game.end_round()["points"]]


@pytest.mark.parametrize("mix", [[4, 4, 4], [3, 5, 4]])
def test_uramaki_mix(mix: list[int]) -> None:
    counts = make_rules(3, ["uramaki"], rulings={"uramaki_mix": mix}).counts
    assert counts == {U3: mix[0], U4: mix[1], U5: mix[2]}


@pytest.mark.parametrize(("ruling", "tea", "soy"), [("shared", 3, [4, 0]), ("none", 1, [4, 4])])
def test_face_down_colour(ruling: str, tea: int, soy: list[int]) -> None:
    """Three face-down cards beside a tea; soy with a face-down card against soy alone."""
    rulings = {"face_down_colour": ruling}
    rules = scene_rules(2, {"tea", "takeout-box"}, rulings)
    tables = [lay_out(["tea", *["face-down"] * 3]), lay_out([])]
    assert scoring.score_tea(tables, rules) == [tea, 0]
    tables = [lay_out(["soy-sauce", "face-down"]), lay_out(["soy-sauce"])]
    assert scoring.score_soy_sauce(tables, rules) == soy


@pytest.mark.parametrize(("limit", "legal"), [(0, True), (1, False), (2, True)])
def test_bonus_actions_per_turn(limit: int, legal: bool) -> None:
    """Chopsticks and spoon called in one turn."""
    scene = Scene(
        [["chopsticks-1", "spoon-4"], []],
        [["tofu", "eel", "eel"], ["tofu", "tofu", "tofu"]],
        rulings={"bonus_actions_per_turn": limit},
    )
    commits = [commit(0, "tofu", "chopsticks-1", "spoon-4"), commit(1, "tofu")]
    events = [chopsticks(0, "chopsticks-1", "eel"), spoon(0, "spoon-4", "tofu", 1, "tofu")]
    if not legal:
        with pytest.raises(IllegalMove, match="at most 1 allowed"):
            scene.turn(commits, events)
        return
    turn = scene.turn(commits, events)
    assert turn["tables"] == [["eel", "tofu", "tofu"], ["tofu"]]
    assert turn["hands"] == [["tofu", "spoon-4"], ["eel", "chopsticks-1"]]


@pytest.mark.parametrize(("ruling", "race"), [("at once", [8, 5]), ("end of turn", [5, 8])])
def test_uramaki_timing(ruling: str, race: list[int]) -> None:
    """Seat 0 has 10 at the reveal; seat 1 has 12 in the same turn, by chopsticks."""
    scene = Scene(
        [[U5], ["chopsticks-1", U4]],
        [[U5, "tofu"], [U4, U4]],
        rulings={"uramaki_timing": ruling},
    )
    turn = scene.turn(
        [commit(0, U5), commit(1, U4, "chopsticks-1")], [chopsticks(1, "chopsticks-1", U4)]
    )
    assert turn["tables"] == [[], []]
    assert points(scene, "uramaki") == race


@pytest.mark.parametrize(
    ("ruling", "paid", "claimed"), [("use up places", [8, 8, 8], 3), ("skip one", [8, 8, 8], 2)]
)
def test_uramaki_tie_of_three(ruling: str, paid: list[int], claimed: int) -> None:
    rules = scene_rules(4, {"uramaki"}, {"uramaki_tie": ruling})
    got = scoring.uramaki_race([10, 10, 10, 3], rules, 0)
    assert got == (dict(enumerate(paid)), [], claimed)
    after = scoring.uramaki_points([0, 0, 0, 3], rules, claimed)
    assert after == [0, 0, 0, 2 if ruling == "skip one" else 0]


@pytest.mark.parametrize("ruling", ["use up places", "skip one"])
def test_uramaki_tie_of_two_skips_one_place_either_way(ruling: str) -> None:
    rules = scene_rules(4, {"uramaki"}, {"uramaki_tie": ruling})
    assert scoring.uramaki_race([12, 12, 10, 0], rules, 0) == ({0: 8, 1: 8, 2: 2}, [], 3)


@pytest.mark.parametrize(
    ("all_tied", "most_needs_one", "players", "cards", "temaki"),
    [
        ("literal", False, 3, 1, 0),
        ("literal", False, 2, 1, 4),
        ("literal", False, 2, 0, 4),
        ("literal", False, 3, 0, 0),
        ("literal", True, 2, 0, 0),
        ("literal", True, 2, 1, 4),
        ("literal", True, 3, 0, -4),  # nobody has the most, everybody the fewest
        ("nothing", False, 3, 1, 0),
        ("nothing", False, 2, 1, 0),
        ("nothing", True, 3, 0, 0),
    ],
)
def test_all_tied_and_most_needs_one(
    all_tied: str, most_needs_one: bool, players: int, cards: int, temaki: int
) -> None:
    rulings = {"all_tied": all_tied, "most_needs_one": most_needs_one}
    rules = scene_rules(players, {"temaki", "pudding"}, rulings)
    for kind, times in (("temaki", 2), ("pudding", 3)):  # +-4 and +-6
        got = scoring.FROM_AMOUNTS[kind]([cards] * players, rules)
        assert got == [temaki // 2 * times] * players


@pytest.mark.parametrize(("keeps", "nigiri"), [(False, 3), (True, 9)])
def test_flipped_wasabi(keeps: bool, nigiri: int) -> None:
    scene = Scene(
        [["wasabi", SQUID], []],
        [["takeout-box-10"], ["tofu"]],
        rulings={"flipped_wasabi_keeps_triple": keeps},
    )
    turn = scene.turn(
        [commit(0, "takeout-box-10"), commit(1, "tofu")],
        [takeout(0, "takeout-box-10", ("wasabi", f"under {SQUID}"))],
    )
    assert (turn["tables"][0], turn["face_down"]) == ([SQUID], [1, 0])
    got = scene.game.end_round()["points"][0]
    assert (got["nigiri"], got["takeout-box"]) == (nigiri, 2)


@pytest.mark.parametrize("keeps", [False, True])
def test_a_nigiri_on_a_face_down_wasabi_is_flipped_as_such(keeps: bool) -> None:
    scene = Scene(
        [["wasabi", SQUID], []],
        [["takeout-box-10", "tofu"], ["tofu", "takeout-box-11"]],
        rulings={"flipped_wasabi_keeps_triple": keeps},
    )
    scene.turn(
        [commit(0, "takeout-box-10"), commit(1, "tofu")],
        [takeout(0, "takeout-box-10", ("wasabi", f"under {SQUID}"))],
    )
    turn = scene.turn(
        [commit(0, "takeout-box-11"), commit(1, "tofu")],
        [takeout(0, "takeout-box-11", (SQUID, "on face-down" if keeps else "table"))],
    )
    assert turn["face_down"] == [2, 0]
    assert points(scene, "takeout-box") == [4, 0]


@pytest.mark.parametrize(("frees", "free", "nigiri"), [(False, 0, 1), (True, 1, 3)])
def test_flipped_nigiri(frees: bool, free: int, nigiri: int) -> None:
    """The squid on the wasabi goes face-down; the egg that follows is tripled or not."""
    scene = Scene(
        [["wasabi", SQUID], []],
        [["takeout-box-10", "tofu"], ["tofu", EGG]],
        rulings={"flipped_nigiri_frees_wasabi": frees},
    )
    turn = scene.turn(
        [commit(0, "takeout-box-10"), commit(1, "tofu")],
        [takeout(0, "takeout-box-10", (SQUID, "on wasabi"))],
    )
    assert (turn["tables"][0], turn["free_wasabi"]) == (["wasabi"], [free, 0])
    scene.turn([commit(0, EGG), commit(1, "tofu")], [])
    assert points(scene, "nigiri") == [nigiri, 0]


def test_a_spent_wasabi_can_be_flipped_later() -> None:
    scene = Scene(
        [["wasabi", SQUID], []],
        [["takeout-box-10", "tofu"], ["tofu", "takeout-box-11"]],
    )
    scene.turn(
        [commit(0, "takeout-box-10"), commit(1, "tofu")],
        [takeout(0, "takeout-box-10", (SQUID, "on wasabi"))],
    )
    turn = scene.turn(
        [commit(0, "takeout-box-11"), commit(1, "tofu")],
        [takeout(0, "takeout-box-11", ("wasabi", "spent"))],
    )
    assert (turn["tables"][0], turn["face_down"]) == ([], [2, 0])


def test_a_flipped_wasabi_takes_no_nigiri_and_both_can_be_flipped_together() -> None:
    scene = Scene(
        [["wasabi", SQUID, "wasabi"], []],
        [["takeout-box-10", "tofu"], ["tofu", EGG]],
    )
    turn = scene.turn(
        [commit(0, "takeout-box-10"), commit(1, "tofu")],
        [takeout(0, "takeout-box-10", (SQUID, "with wasabi"), ("wasabi", "table"))],
    )
    assert (turn["tables"][0], turn["face_down"], turn["free_wasabi"]) == ([], [3, 0], [0, 0])
    scene.turn([commit(0, EGG), commit(1, "tofu")], [])
    got = scene.game.end_round()["points"][0]
    assert (got["nigiri"], got["takeout-box"]) == (1, 6)


@pytest.mark.parametrize("ruling", ["discard", "forbid"])
def test_spoon_in_last_turn(ruling: str) -> None:
    scene = Scene([["spoon-4"], []], [["tofu"], ["tofu"]], rulings={"spoon_in_last_turn": ruling})
    commits = [commit(0, "tofu", "spoon-4"), commit(1, "tofu")]
    if ruling == "forbid":
        with pytest.raises(IllegalMove, match="can call"):
            scene.turn(commits, [spoon(0, "spoon-4", "tofu")])
        return
    turn = scene.turn(commits, [spoon(0, "spoon-4", "tofu")])
    assert turn["tables"] == [["tofu"], ["tofu"]]
    assert scene.discards() == {"spoon-4": 1}


@pytest.mark.parametrize(("ruling", "left"), [("keep", [U5, U5]), ("discard", [])])
def test_uramaki_after_last_place(ruling: str, left: list[str]) -> None:
    rulings = {"uramaki_after_last_place": ruling}
    scene = Scene([[U5], []], [[U5], ["tofu"]], rulings=rulings, claimed=3)
    turn = scene.turn([commit(0, U5), commit(1, "tofu")], [])
    assert turn["tables"][0] == left
    assert points(scene, "uramaki") == [0, 0]


def test_the_fourth_of_a_moment_is_unpaid() -> None:
    rules = scene_rules(5, {"uramaki"})
    assert scoring.uramaki_race([14, 13, 12, 11, 10], rules, 0) == ({0: 8, 1: 5, 2: 2}, [3, 4], 3)


def _copy_nigiri(table: list[Any], on_wasabi: bool, **rulings: str) -> list[int]:
    scene = Scene([table, []], [["special-order"], ["tofu"]], rulings=rulings)
    target = commit(0, "special-order", copies=SALMON, on_wasabi=on_wasabi)
    scene.turn([target, commit(1, "tofu")], [])
    return points(scene, "nigiri")


def test_special_order_on_wasabi() -> None:
    """A salmon that lies on no wasabi, a free wasabi, and a special order copying the salmon."""
    table = [SALMON, "wasabi"]
    assert _copy_nigiri(table, False) == [4, 0]
    assert _copy_nigiri(table, True) == [8, 0]
    mandatory = {"special_order_on_wasabi": "mandatory"}
    assert _copy_nigiri(table, True, **mandatory) == [8, 0]
    with pytest.raises(IllegalMove, match="on_wasabi"):
        _copy_nigiri(table, False, **mandatory)
    assert _copy_nigiri([SALMON], False, **mandatory) == [4, 0]
    with pytest.raises(IllegalMove, match="on_wasabi"):
        _copy_nigiri([SALMON], True)


def test_copy_of_tripled_nigiri() -> None:
    """A salmon on a wasabi, a free wasabi, and a special order copying the salmon."""
    table = ["wasabi", SALMON, "wasabi"]
    assert _copy_nigiri(table, False) == [8, 0]
    with pytest.raises(IllegalMove, match="on_wasabi"):
        _copy_nigiri(table, True)
    like_any = {"copy_of_tripled_nigiri": "like any nigiri"}
    assert _copy_nigiri(table, False, **like_any) == [8, 0]
    assert _copy_nigiri(table, True, **like_any) == [12, 0]
    mandatory = {"special_order_on_wasabi": "mandatory"}
    assert _copy_nigiri(table, False, **mandatory) == [8, 0]
    assert _copy_nigiri(table, True, **mandatory, **like_any) == [12, 0]
    with pytest.raises(IllegalMove, match="on_wasabi"):
        _copy_nigiri(table, False, **mandatory, **like_any)


def test_a_seat_with_both_sorts_of_salmon_copies_whichever_it_likes() -> None:
    table = [SALMON, "wasabi", SALMON, "wasabi"]
    mandatory = {"special_order_on_wasabi": "mandatory"}
    assert _copy_nigiri(table, True) == [2 + 6 + 6, 0]
    assert _copy_nigiri(table, False, **mandatory) == [2 + 6 + 2, 0]


def test_special_order_by_chopsticks_goes_on_the_wasabi_of_this_turn() -> None:
    scene = Scene(
        [[SQUID, "chopsticks-1"], []],
        [["wasabi", "special-order"], ["tofu", "tofu"]],
    )
    scene.turn(
        [commit(0, "wasabi", "chopsticks-1"), commit(1, "tofu")],
        [chopsticks(0, "chopsticks-1", "special-order"), order(0, SQUID, on_wasabi=True)],
    )
    assert points(scene, "nigiri") == [3 + 9, 0]
