"""The frames of games that the core has played: what must hold whatever the cards."""

import polars as pl
import pytest

import simkit
from analysis import kinds, leads, picks, scores, tables, wins, with_without
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
    took = kinds(batch).filter(pl.col("by") == "seat")["took_any"]
    assert (frame["n_with"] / GAMES).to_list() == pytest.approx(took.to_list())


def test_intervals_hold_their_estimates(batch) -> None:
    for frame in tables(batch).values():
        for name in [c.removesuffix("_low") for c in frame.columns if c.endswith("_low")]:
            rows = frame.drop_nulls([name, f"{name}_low", f"{name}_high"])
            assert (rows[f"{name}_low"] <= rows[name] + 1e-12).all()
            assert (rows[name] <= rows[f"{name}_high"] + 1e-12).all()
