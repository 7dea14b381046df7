"""The frames of games that the core has played: what must hold whatever the cards."""

import polars as pl
import pytest

import simkit
from analysis import kinds, leads, picks, scores, starts, tables, tokens, wins, with_without
from simkit.batch import Batch
from simkit.menus import build

GAMES = 300


@pytest.fixture(scope="module", params=[(2, False), (4, True), (6, False)])
def batch(request) -> Batch:
    """Return games in which every way of taking a card occurs."""
    players, rotate = request.param
    cards = ["maki", "tempura", "eel", "chopsticks", "spoon", "menu", "special-order", "pudding"]
    menu = build({"name": "All ways", "cards": cards}, house=True)
    policies = ("random-legal", *("greedy",) * (players - 1))
    return simkit.simulate(
        menu, players=players, games=GAMES, policies=policies, rotate=rotate, house=True, threads=1
    )


def test_hands_hold_what_they_must_hold(batch) -> None:
    hand = batch.menu.hand_size_for(batch.players)
    frame = picks(batch)
    for by in frame["by"].unique():
        here = frame.filter(pl.col("by") == by)
        n = 3 * GAMES * (batch.players if by == "all" else 1)
        turns = here.group_by("turn", "seat", "player").agg(pl.col("seen", "picked").sum())
        assert (turns["seen"] == (hand + 1 - turns["turn"]) * n).all()
        assert (turns["picked"] == n).all()


def test_nobody_picks_what_is_not_there(batch) -> None:
    frame = picks(batch)
    assert (frame["picked"] <= frame["seen"]).all()
    assert (frame["pick_rate"].drop_nulls() <= 1).all()
    used = frame.filter(by="all").sum()
    for way in ("second", "asked", "drawn", "given", "returned"):
        assert used[way][0] > 0
    assert used["asked"][0] == used["given"][0]


def test_rates_are_shares(batch) -> None:
    frame = kinds(batch)
    for name in ("take_rate", "took_any"):
        values = frame[name].drop_nulls()
        assert values.is_between(0, 1).all()
    assert (frame["offered"] <= frame["seen"]).all()
    assert (frame["dealt"] <= frame["offered"]).all()


def test_points_of_the_kinds_are_the_points_of_the_game(batch) -> None:
    game = scores(batch).filter(pl.col("stage") == "game")
    keys = ["by", "seat", "player"]
    by_kind = kinds(batch).group_by(keys, maintain_order=True).agg(pl.col("points").sum())
    assert by_kind["points"].to_list() == pytest.approx(game["points"].to_list(), abs=1e-9)


def test_wins_add_up(batch) -> None:
    for _, rows in wins(batch).group_by("by"):
        assert rows["win"].sum() == pytest.approx(1)
    pooled = leads(batch).filter(pl.col("by") == "all")
    assert (pooled["n_lead"] >= GAMES).all()


def test_games_with_and_without_are_all_games(batch) -> None:
    frame = with_without(batch).filter(pl.col("by") == "seat")
    assert (frame["n_with"] + frame["n_without"] == GAMES).all()
    # a seat's rotations weigh the same, however many games they have: its share is no plain one
    by = "player" if batch.rotate else "seat"
    took = kinds(batch).filter(pl.col("by") == by)["took_any"]
    n_with = with_without(batch).filter(pl.col("by") == by)["n_with"]
    assert (n_with / GAMES).to_list() == pytest.approx(took.to_list())


def test_intervals_hold_their_estimates(batch) -> None:
    for frame in tables(batch).values():
        for name in [c.removesuffix("_low") for c in frame.columns if c.endswith("_low")]:
            rows = frame.drop_nulls([name, f"{name}_low", f"{name}_high"])
            assert (rows[f"{name}_low"] <= rows[name] + 1e-12).all()
            assert (rows[name] <= rows[f"{name}_high"] + 1e-12).all()


# ---- the other games: the same of each

OTHERS = {
    "both ways": ("go/both-ways", 5, ("greedy", "random-legal") * 2 + ("first",), True),
    "dummy": ("go/dummy", 2, ("greedy", "random-legal"), True),
    "dice of two": ("roll", 2, ("random-legal", "greedy"), False),
    "dice of three": ("roll", 3, ("greedy", "random-legal", "first"), True),
}


@pytest.fixture(scope="module", params=OTHERS)
def other(request) -> Batch:
    """Return games of Sushi Go! and Sushi Roll."""
    menu, players, policies, rotate = OTHERS[request.param]
    return simkit.simulate(
        menu, players=players, games=3 * 256, policies=policies, rotate=rotate, threads=1
    )


def test_hands_and_belts_of_the_other_games_hold_what_they_must(other) -> None:
    hand, n = other.menu.hand_size_for(other.players), other.n_games
    counts = pl.col("seen", "picked", "second", "returned", "given", "joined").sum()
    for row in picks(other).filter(by="seat").group_by("turn", "seat").agg(counts).to_dicts():
        turn, seat = row["turn"], row["seat"]
        assert row["picked"] == 3 * n
        if other.n_seats == other.players:
            assert row["seen"] == 3 * n * (hand + 1 - turn)
        elif seat < other.players:
            # a card more in the rounds in which it plays for the dummy in this turn
            more = sum((hand * r + turn - 1) % 2 == seat for r in range(3))
            assert row["seen"] == n * (3 * (hand + 1 - turn) + more)
        else:
            assert row["seen"] == 0
        gone, come = ("given", "second") if other.menu.dice else ("second", "returned")
        assert row[gone] == row[come]
        if other.menu.dice:
            assert row["returned"] == row["joined"]
    assert (picks(other)["pick_rate"].drop_nulls() <= 1).all()


def test_frames_of_the_other_games_agree(other) -> None:
    keys = ["by", "seat", "player"]
    game = scores(other).filter(stage="game")
    by_kind = kinds(other).group_by(keys, maintain_order=True).agg(pl.col("points").sum())
    assert by_kind["points"].to_list() == pytest.approx(game["points"].to_list(), abs=1e-9)
    assert wins(other).filter(by="seat")["win"].sum() == pytest.approx(1)
    frame = with_without(other).filter(by="seat")
    assert (frame["n_with"] + frame["n_without"] == other.n_games).all()
    rates = kinds(other).filter(pl.col("offered") > 0)
    assert rates["take_rate"].is_between(0, 1).all()
    test_intervals_hold_their_estimates(other)


def test_edges_are_the_distances_of_the_points(other) -> None:
    if not other.menu.dice:
        assert starts(other).is_empty()
        return
    frame = starts(other)
    for stage in frame["stage"].unique():
        assert frame.filter(stage=stage)["edge"].sum() == pytest.approx(0, abs=1e-9)
    if not other.rotate:  # rotations of different sizes weigh the same
        points = scores(other).filter(by="seat").sort("seat", "stage")
        middle = pl.col("points") - pl.col("points").mean().over("stage")
        expected = points.select(middle)["points"].to_list()
        assert frame.sort("seat", "stage")["edge"].to_list() == pytest.approx(expected, abs=1e-9)
    owned = tokens(other).filter(by="seat")
    assert (owned["used"] > 0).all()
    supply = {"menu": 18, "chopsticks": 12}
    left = owned.group_by("kind").agg(pl.col("left").sum())
    assert all(row["left"] <= supply[row["kind"]] for row in left.to_dicts())
