"""The values of a menu's cards in one call: what its tables say is what its parts say of the same games."""

from functools import reduce

import numpy as np
import polars as pl
import pytest

from analysis.card_values import CardValues, card_values
from analysis.copies import copy_sums
from analysis.dealt import dealt_lift, dealt_sums
from analysis.forbidden import Forbidden, forbidden_sums, lineup_with_ban
from analysis.gather import Budget, Target
from analysis.pick_value import PickValues, pick_sums
from analysis.standing import STANDINGS
from simkit import observe
from simkit.experiment import BLOCK, Arm
from simkit.schema import SHARE
from tests.analysis.toy_played import HAND, counted_menu

BANQUET = "party/big-banquet"
GAMES = 2 * BLOCK


@pytest.fixture(scope="module")
def found() -> CardValues:
    return card_values(BANQUET, players=4, policy="greedy", budget=Budget(games=GAMES), seed=2)


def same(row: dict, name: str, estimate) -> None:
    for end, value in estimate.columns(name).items():
        assert (np.nan if row[end] is None else row[end]) == pytest.approx(
            float(value), nan_ok=True
        )


def test_picks_are_those_of_the_first_games(found) -> None:
    menu, turns = found.menu, found.menu.hand_size_for(4) - 1
    arm = Arm(menu, 4, "greedy", rotate=True, tries=True, picks=True)
    blocks = list(observe([arm], list, games=GAMES, seed=2))
    picks = reduce(lambda a, b: a + b, (pick_sums(*games, turns) for games in blocks))
    values = PickValues(menu, turns, 4, picks)
    for row in found.cards.to_dicts():
        same(row, "pick_value", values.points([row["card"]]))
        same(row, "pick_value_win", values.win_index([row["card"]]))
    nigiri = ["nigiri-egg", "nigiri-salmon", "nigiri-squid"]
    row = found.kinds.row(by_predicate=pl.col("kind") == "nigiri", named=True)
    same(row, "pick_value", values.points(nigiri))
    same(row, "denial", values.denial(nigiri))
    same(row, "denial_left", values.denial_left(nigiri))
    for row in found.picks.filter(kind="nigiri").to_dicts():
        same(row, "pick_value", values.points(nigiri, row["turn"] - 1))
        assert row["n_tried"] == values.n_tried(nigiri, row["turn"] - 1)
        assert row["pick_value_shrunk"] is not None
    assert found.picks["n_tried"].sum() <= GAMES
    assert found.interaction.value == values.interaction().value
    # what is known well is kept of the first block of four
    first = blocks[0][0]
    rows = np.array([menu.card_ids.index(card) for card in nigiri])
    row = found.kinds.row(by_predicate=pl.col("kind") == "nigiri", named=True)
    same(row, "dealt_lift", dealt_lift(dealt_sums(first, rows, 4), 4))
    win = dealt_lift(dealt_sums(first, rows, 4), 4, "win", unit=SHARE / 4)
    same(row, "dealt_lift_win", win)
    assert (row["n_picks"], row["n_dealt"], row["n_bans"]) == (GAMES, BLOCK, GAMES)
    sums = copy_sums(first, menu.kinds.index("nigiri"), 4)
    rows_of = found.copies.filter(kind="nigiri")
    assert rows_of["n_seats"].sum() == 4 * BLOCK
    assert set(rows_of["n_games"]) == {BLOCK}
    for row in rows_of.to_dicts():
        k = row["copies_taken"]
        same(row, "points", sums.ratio(f"points {k}", f"seats {k}"))


def test_bans_are_those_of_games_of_their_own(found) -> None:
    kinds = found.menu.kinds
    tables = ["greedy", *(lineup_with_ban("greedy", 4, kind) for kind in kinds)]
    arms = [Arm(found.menu, 4, table, rotate=True) for table in tables]
    blocks = list(observe(arms, list, games=GAMES, seed=2, first=2**38))
    factors = []
    for k, row in enumerate(found.kinds.to_dicts()):
        assert row["kind"] == kinds[k]
        sums = (forbidden_sums(games[0], games[k + 1], k) for games in blocks)
        one = Forbidden(reduce(lambda a, b: a + b, sums), 4)
        for what, end in (("score", ""), ("win", "_win")):
            for name in ("forbid_value", "taken_effect", "with_without", "selection_bias"):
                same(row, f"{name}{end}", getattr(one, name)(what))
        same(row, "still_taken", one.still_taken())
        factors.append(one.variance_reduction())
    assert found.variance_reduction == pytest.approx(len(factors) / sum(1 / x for x in factors))
    assert found.variance_reduction > 1.5


def test_tables_say_of_what_they_are(found) -> None:
    assert found.n_games == {"picks": GAMES, "bans": GAMES}
    assert found.ended == {"picks": "games", "bans": "games"}
    assert found.kinds["kind"].to_list() == list(found.menu.kinds)
    assert found.cards["card"].to_list() == list(found.menu.card_ids)
    assert set(found.kinds["standing"].drop_nulls()) <= set(STANDINGS)
    assert 0 <= found.evenness.low <= found.evenness.value <= found.evenness.high <= 1
    n = len(found.menu.card_ids)
    assert len(found.preferred) == n * (n - 1)
    # two blocks tell a little
    assert found.cards["preference_se"].null_count() < n


def test_without_policies_that_look_at_points_worth_is_points() -> None:
    """Four points a copy of tempura, none of anything else, cards drawn: as counted in `test_pick_value`."""
    got = card_values(counted_menu(), policy="random", budget=Budget(games=GAMES), house=True)
    kinds = {row["kind"]: row for row in got.kinds.to_dicts()}
    tempura = kinds["tempura"]
    later = got.picks.filter((pl.col("kind") == "tempura") & (pl.col("turn") > 1))
    assert later["pick_value"].to_list() == [4] * (HAND - 2)
    assert abs(tempura["pick_value"] - 4 * 0.9) < 0.2
    assert kinds["sashimi"]["pick_value"] == pytest.approx(kinds["dumpling"]["pick_value"], abs=0.4)
    # who may not take sashimi takes as much more of the two others
    half = tempura["forbid_value"] / 2
    assert kinds["sashimi"]["forbid_value"] == pytest.approx(-half, abs=0.6)
    assert tempura["standing"] == "must-take"
    assert got.evenness.value == 0
    marginal = got.copies.filter((pl.col("kind") == "tempura") & (pl.col("copies_taken") > 0))
    assert marginal["marginal"].drop_nulls().to_list() == [4] * len(
        marginal["marginal"].drop_nulls()
    )
    assert tempura["points_per_copy"] == 4


def test_a_target_is_reached_in_points_and_in_wins() -> None:
    for text, name, half in (("0.5pt", "", 0.5), ("3pp", "_win", 0.09)):
        budget = Budget(target=Target.read(text), max_games=40 * BLOCK)
        got = card_values("go", players=3, policy="greedy", budget=budget)
        assert got.ended == {"picks": "target", "bans": "target"}
        for value in ("forbid_value", "pick_value"):
            width = got.kinds[f"{value}{name}_high"] - got.kinds[f"{value}{name}_low"]
            assert width.max() <= 2 * half


def test_dice_have_no_picks_and_reach_a_target_in_wins() -> None:
    budget = Budget(target=Target.read("5pp"), max_games=20 * BLOCK)
    got = card_values("roll", players=2, policy="greedy", budget=budget)
    assert set(got.ended.values()) == {"target"}
    assert len(got.picks) == len(got.preferred) == 0
    assert np.isnan(got.interaction.value)
    assert "pick_value" not in got.kinds.columns
    assert got.kinds["n_dealt"].to_list() == got.kinds["n_picks"].to_list()


def test_a_dummy_counts_as_a_seat_of_the_win_index() -> None:
    got = card_values("go/dummy", players=2, policy="greedy", budget=Budget(games=BLOCK))
    arms = [
        Arm("go/dummy", 2, who, rotate=True)
        for who in ("greedy", ["greedy+forbid=nigiri", "greedy"])
    ]
    ((free, bound),) = observe(arms, list, games=BLOCK, first=2**38)
    gain = 3 * (free.win[0].astype(int) - bound.win[0]).mean() / SHARE
    assert got.kinds.filter(kind="nigiri")["forbid_value_win"].to_list() == pytest.approx([gain])


def test_other_games_are_independent_and_the_same_games_are_the_same(found) -> None:
    again = card_values(
        BANQUET, players=4, policy="greedy", budget=Budget(games=GAMES), seed=2, threads=1
    )
    assert again.kinds.equals(found.kinds)
    assert again.evenness == found.evenness
    other = card_values(
        BANQUET, players=4, policy="greedy", budget=Budget(games=GAMES), seed=2, first=8 * BLOCK
    )
    value, se = (
        np.array([one.kinds[name].to_list() for one in (found, other)])
        for name in ("forbid_value", "forbid_value_se")
    )
    apart, error = value[1] - value[0], np.hypot(*se)
    assert np.abs(apart).min() > 0
    assert np.all(np.abs(apart) < 5 * error)
