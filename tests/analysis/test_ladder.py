"""The ladder of policies: who beats whom, and who does not."""

from analysis.ladder import RUNGS, climb, players_for, steps
from simkit.menus import load
from simkit.policies.lineup import player


def test_every_rung_is_a_policy_and_has_one_below() -> None:
    assert [player(name).name for name in RUNGS] == list(RUNGS)
    assert steps(("a", "b", "c")) == [("b", "a"), ("c", "b")]


def test_a_menu_is_played_by_as_many_as_it_allows() -> None:
    assert players_for(load("go"), 4) == 4
    assert players_for(load("go"), 8) == 5
    assert players_for(load("master-menu"), 2) == 3


def test_the_stronger_one_beats_and_an_equal_one_does_not() -> None:
    """A true half lies within a 95 % interval in 95 of 100 seeds; this is one of them."""
    rungs = ("random", "greedy", "greedy+noise=0")
    rows = list(climb([load("go")], rungs, players=3, games=3000, slow_games=1, seed=3))
    assert [(row["upper"], row["lower"]) for row in rows] == steps(rungs)
    assert rows[0]["beats"]
    assert rows[0]["ahead"] > 0.8
    assert not rows[1]["beats"]
    assert rows[1]["ahead_low"] < 0.5 < rows[1]["ahead_high"]
    assert all(row["n_games"] >= 3000 for row in rows)
