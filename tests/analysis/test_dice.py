"""Cards, kinds and picks of Sushi Roll, where a card is a face and dice are rolled again."""

from collections import Counter

import numpy as np
import polars as pl
import pytest

from analysis import cards, kinds, picks, with_without
from simkit.schema import GIVEN, JOINED, PICKED, RETURNED, SECOND
from tests.analysis import toy, toy_roll

SETTINGS = [{"players": 2, "games": 20}, {"players": 3, "rotate": True}, {"players": 5}]


@pytest.mark.parametrize("setting", SETTINGS)
def test_faces_that_were_seen_and_taken_are_those_of_the_games(setting) -> None:
    batch, games = toy_roll.batch(**setting)
    n = len(games)
    dealt = Counter((p, f) for game in games for _, p, f in game.dealt)
    seen = Counter((p, f) for game in games for _, p, _, f in game.seen)
    held = Counter((p, f) for game in games for p, _, f in game.before_taking)
    for row in cards(batch).filter(by="seat").to_dicts():
        face = batch.cards.index(row["card"])
        here = (row["seat"], face)
        turns = [
            t + 1 for g in games for _, way, p, t, f in g.moves if way == PICKED and (p, f) == here
        ]
        assert row["dealt"] * n == pytest.approx(dealt[here])
        assert row["seen"] * n == pytest.approx(seen[here])
        assert row["offered"] * n == pytest.approx(held[here])
        assert row["taken"] * n == pytest.approx(len(turns))
        assert row["take_rate"] == pytest.approx(len(turns) / held[here])
        assert row["mean_pick"] == pytest.approx(np.mean(turns))
        assert row["copies"] == batch.menu.counts[row["card"]]


@pytest.mark.parametrize("setting", SETTINGS)
def test_picks_are_counted_by_turn(setting) -> None:
    batch, games = toy_roll.batch(**setting)
    seen = Counter((p, t, f) for game in games for _, p, t, f in game.seen)
    held = Counter(entry for game in games for entry in game.before_taking)
    moves = Counter(move[1:] for game in games for move in game.moves)
    ways = {"picked": PICKED, "second": SECOND, "given": GIVEN, "returned": RETURNED}
    ways["joined"] = JOINED
    for row in picks(batch).filter(by="seat").to_dicts():
        here = (row["seat"], row["turn"] - 1, batch.cards.index(row["card"]))
        assert row["seen"] == seen[here]
        assert {name: row[name] for name in ways} == {
            name: moves[(int(way), *here)] for name, way in ways.items()
        }
        rate = moves[(int(PICKED), *here)] / held[here] if held[here] else None
        assert row["pick_rate"] == (None if rate is None else pytest.approx(rate))


def test_a_belt_has_a_die_less_in_every_turn() -> None:
    batch, games = toy_roll.batch(players=4)
    counts = pl.col("seen", "picked", "second", "given", "returned", "joined").sum()
    for row in picks(batch).filter(by="seat").group_by("turn", "seat").agg(counts).to_dicts():
        assert row["seen"] == 3 * len(games) * (7 - row["turn"])
        assert row["picked"] == 3 * len(games)
        assert (row["second"], row["joined"]) == (row["given"], row["returned"])


def test_kinds_are_the_sums_of_their_faces() -> None:
    batch, _ = toy_roll.batch(players=4, rotate=True, better=1)
    by_card, by_kind = cards(batch), kinds(batch)
    for by in ("seat", "player", "all"):
        for kind in batch.kinds:
            mine = by_card.filter(by=by, kind=kind)
            for name in ("copies", "dealt", "seen", "offered", "taken"):
                whole = by_kind.filter(by=by, kind=kind)[name].sum()
                assert whole == pytest.approx(mine[name].sum())


def test_intervals_are_made_of_what_blocks_have() -> None:
    batch, games = toy_roll.batch(games=200)
    for row in kinds(batch).filter(by="seat").to_dicts():
        rows = toy.cards_of(row["kind"], batch)
        counts = [
            (
                len(game.taken_dice(row["seat"], rows)),
                sum(p == row["seat"] and f in rows for p, _, f in game.before_taking),
                1,
            )
            for game in games
        ]
        taken, held, ones = toy.in_blocks(counts).T
        assert row["taken_se"] == pytest.approx(toy.block_se(taken, ones))
        assert row["take_rate_se"] == pytest.approx(toy.block_se(taken, held))
        assert row["wheel_rate"] is None


def test_games_with_a_kind_are_those_in_which_a_die_was_taken() -> None:
    batch, games = toy_roll.batch()
    for row in with_without(batch).filter(by="seat", kind="sashimi").to_dicts():
        rows = toy.cards_of("sashimi", batch)
        took = [bool(game.taken_dice(row["seat"], rows)) for game in games]
        assert row["n_with"] == sum(took)
