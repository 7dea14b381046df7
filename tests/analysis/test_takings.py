from collections import Counter

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis import cards, kinds, picks
from simkit.schema import ASKED, DRAWN, GIVEN, JOINED, PICKED, RETURNED, SECOND
from tests.analysis import toy

SETTINGS = [
    {"players": 4},
    {"players": 4, "rotate": True},
    {"players": 2, "games": 30},
    {"players": 7, "games": 20},
    {"name": "go", "players": 5, "games": 30},
    {"name": "both ways", "players": 3, "games": 30},
    {"name": "both ways", "players": 5, "rotate": True},
    {"name": "dummy", "players": 2},
    {"name": "dummy", "players": 2, "rotate": True},
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_a_seat_was_dealt_saw_and_took_is_what_the_games_say(setting) -> None:
    batch, games = toy.batch(**setting)
    frame = cards(batch).filter(by="seat")
    n = len(games)
    dealt = Counter((p, r) for game in games for _, p, r in game.dealt)
    looks = Counter((p, r) for game in games for p, _, r, _ in game.looks)
    new = Counter((p, r) for game in games for p, _, r, copy in game.looks if copy)
    own = Counter((p, r) for g in games for _, way, p, _, r in g.moves if way in (PICKED, SECOND))
    passed = Counter((p, r) for game in games for p, r, _ in game.passed)
    again = Counter((p, r) for game in games for p, r, is_there in game.passed if is_there)
    for row in frame.to_dicts():
        card = batch.cards.index(row["card"])
        here = (row["seat"], card)
        turns = [t + 1 for game in games for t in game.taken(row["seat"], range(card, card + 1))]
        assert row["dealt"] * n == pytest.approx(dealt[here])
        assert row["seen"] * n == pytest.approx(looks[here])
        assert row["taken"] * n == pytest.approx(len(turns))
        assert row["mean_pick"] == (pytest.approx(np.mean(turns)) if turns else None)
        assert row["copies"] == batch.menu.counts[row["card"]]
        if row["policy"] == "dummy":
            assert (row["offered"], row["take_rate"], row["wheel_rate"]) == (0, None, None)
        elif batch.n_seats == batch.players and row["kind"] not in ("chopsticks", "spoon"):
            assert row["offered"] * n == pytest.approx(new[here])
            assert row["take_rate"] == pytest.approx(own[here] / new[here])
            rate = again[here] / passed[here] if passed[here] else None
            assert row["wheel_rate"] == (None if rate is None else pytest.approx(rate))


@pytest.mark.parametrize("setting", [{"name": "dummy", "players": 2}, {"players": 4}])
def test_of_cards_put_into_a_hand_those_count_that_others_left(setting) -> None:
    # every card in a hand is as likely to leave it: the estimate is off by chance only, and for
    # cards put in and taken in the same turn. Fixed seed; the limit is about three standard errors.
    batch, games = toy.batch(games=800, **setting)
    new = Counter((p, r) for game in games for p, _, r, copy in game.looks if copy)
    for row in cards(batch).filter(by="seat").to_dicts():
        mine = new[row["seat"], batch.cards.index(row["card"])]
        if row["policy"] != "dummy":
            assert row["offered"] * 800 == pytest.approx(mine, rel=0.025)
    for row in cards(batch).filter(by="all").to_dicts():
        card = batch.cards.index(row["card"])
        there = [is_there for game in games for _, r, is_there in game.passed if r == card]
        assert row["wheel_rate"] == pytest.approx(np.mean(there), rel=0.04)


def test_hands_that_never_come_back_have_no_wheel() -> None:
    batch, games = toy.batch(players=8, games=5)  # seven turns
    assert not any(game.passed for game in games)
    assert cards(batch)["wheel_rate"].is_null().all()


@pytest.mark.parametrize("setting", SETTINGS)
def test_kinds_are_the_sums_of_their_cards(setting) -> None:
    batch, _ = toy.batch(**setting)
    by_card, by_kind = cards(batch), kinds(batch)
    for by in by_kind["by"].unique():
        for kind in batch.kinds:
            mine = by_card.filter(by=by, kind=kind)
            kind_rows = by_kind.filter(by=by, kind=kind)
            for name in ("copies", "dealt", "seen", "offered", "taken"):
                assert kind_rows[name].sum() == pytest.approx(mine[name].sum())


def test_pooled_rates_count_every_copy_once_for_each_seat() -> None:
    batch, games = toy.batch()
    (row,) = cards(batch).filter(by="all", card="eel").to_dicts()
    eel = batch.cards.index("eel")
    new = sum(copy > 0 and r == eel for g in games for _, _, r, copy in g.looks)
    own = sum(way in (PICKED, SECOND) and r == eel for g in games for _, way, _, _, r in g.moves)
    assert row["take_rate"] == pytest.approx(own / new)
    assert row["offered"] == pytest.approx(new / len(games) / 4)
    assert row["take_rate_low"] < row["take_rate"] < row["take_rate_high"]


def test_a_player_takes_in_the_seats_it_had() -> None:
    batch, games = toy.batch(rotate=True)
    for row in kinds(batch).filter(by="player", kind="tempura").to_dicts():
        seats = [game.lineup_of_seat.index(row["player"]) for game in games]
        rows = toy.cards_of("tempura", batch)
        taken = [len(g.taken(seat, rows)) for g, seat in zip(games, seats, strict=True)]
        points = [g.points[seat, 1] for g, seat in zip(games, seats, strict=True)]
        assert row["taken"] == pytest.approx(np.mean(taken))
        assert row["took_any"] == pytest.approx(np.mean(np.array(taken) > 0))
        assert row["points"] == pytest.approx(np.mean(points))


def test_rotated_policies_weigh_the_same_in_every_seat() -> None:
    # 62 games of four rotations: two have one game more than the others
    batch, games = toy.batch(games=62, rotate=True)
    for row in kinds(batch).filter(by="seat", kind="tempura").to_dicts():
        rows = toy.cards_of("tempura", batch)
        taken = np.array([len(g.taken(row["seat"], rows)) for g in games])
        points = np.array([g.points[row["seat"], 1] for g in games])
        rotation = np.array([g.rotation for g in games])
        by_rotation = [
            [x[rotation == j].mean() for j in range(4)] for x in (taken, points, taken > 0)
        ]
        expected = np.mean(by_rotation, axis=1)
        assert [row["taken"], row["points"], row["took_any"]] == pytest.approx(expected.tolist())
        assert row["points_per_copy"] == pytest.approx(expected[1] / expected[0])


def test_points_of_a_kind_are_those_of_the_games() -> None:
    batch, games = toy.batch()
    frame = kinds(batch)
    for row in frame.filter(by="seat").to_dicts():
        seat, kind = row["seat"], batch.kinds.index(row["kind"])
        points = np.array([game.points[seat, kind] for game in games])
        n_taken = [len(g.taken(seat, toy.cards_of(row["kind"], batch))) for g in games]
        assert row["points"] == pytest.approx(points.mean())
        assert row["points_se"] == pytest.approx(points.std(ddof=1) / np.sqrt(60))
        assert row["points_per_copy"] == pytest.approx(points.sum() / sum(n_taken))
        scores = [game.final[seat] for game in games]
        assert row["points_share"] == pytest.approx(points.sum() / sum(scores))
    pooled = frame.filter(by="all")
    points = np.array([game.points for game in games]).mean(axis=(0, 1))
    assert pooled["points"].to_list() == pytest.approx(points.tolist())


def test_intervals_are_made_of_what_blocks_have() -> None:
    batch, games = toy.batch(games=200)
    in_blocks, se = toy.in_blocks, toy.block_se
    ones = in_blocks(np.ones(200))
    for row in kinds(batch).filter(pl.col("by") != "player").to_dicts():
        rows, kind = toy.cards_of(row["kind"], batch), batch.kinds.index(row["kind"])
        seats = range(4) if row["by"] == "all" else [row["seat"]]
        taken, dealt, points, score = in_blocks(
            [
                (
                    sum(len(g.taken(seat, rows)) for seat in seats),
                    sum(p in seats and r in rows for _, p, r in g.dealt),
                    sum(g.points[seat, kind] for seat in seats),
                    sum(g.final[seat] for seat in seats),
                )
                for g in games
            ]
        ).T
        assert row["taken_se"] == pytest.approx(se(taken, len(seats) * ones))
        assert row["dealt_se"] == pytest.approx(se(dealt, len(seats) * ones))
        assert row["points_per_copy_se"] == pytest.approx(se(points, taken))
        assert row["points_share_se"] == pytest.approx(se(points, score))
        half = stats.t.ppf(0.975, 15) * row["taken_se"]
        assert row["taken_high"] - row["taken"] == pytest.approx(half, rel=0.01)
        if row["by"] == "all":
            assert row["points_se"] == pytest.approx(se(points, 4 * ones))


def test_intervals_of_rates_are_made_of_what_blocks_have() -> None:
    batch, games = toy.batch(games=200, rotate=True)
    eel = batch.cards.index("eel")
    for row in cards(batch).filter(pl.col("by") != "seat", card="eel").to_dicts():
        seats = [
            range(4) if row["by"] == "all" else [g.lineup_of_seat.index(row["player"])]
            for g in games
        ]
        counts = [
            (
                sum(w in (PICKED, SECOND) and p in at and r == eel for _, w, p, _, r in g.moves),
                sum(copy > 0 and p in at and r == eel for p, _, r, copy in g.looks),
                sum(is_there and p in at and r == eel for p, r, is_there in g.passed),
                sum(p in at and r == eel for p, r, _ in g.passed),
            )
            for g, at in zip(games, seats, strict=True)
        ]
        own, new, again, passed = toy.in_blocks(counts).T
        assert row["take_rate_se"] == pytest.approx(toy.block_se(own, new))
        assert row["wheel_rate_se"] == pytest.approx(toy.block_se(again, passed))


def test_a_card_that_was_never_offered_has_no_rate() -> None:
    batch, _ = toy.batch(games=3)
    tally = batch.tallies[0]
    eel = batch.cards.index("eel")
    tally.dealt[..., eel] = 0
    tally.flow[..., eel] = 0
    batch.blocks["dealt"][..., eel] = 0
    batch.blocks["flow"][..., eel] = 0
    rows = cards(batch).filter(card="eel")
    for name in ("take_rate", "take_rate_low", "mean_pick", "mean_pick_high"):
        assert rows[name].to_list() == [None] * 5


@pytest.mark.parametrize("setting", SETTINGS)
def test_picks_are_counted_by_turn(setting) -> None:
    batch, games = toy.batch(**setting)
    frame = picks(batch)
    looks = Counter((p, t, r) for game in games for p, t, r, _ in game.looks)
    moves = Counter(move[1:] for game in games for move in game.moves)
    ways = {
        "picked": PICKED,
        "second": SECOND,
        "asked": ASKED,
        "drawn": DRAWN,
        "given": GIVEN,
        "returned": RETURNED,
        "joined": JOINED,
    }
    for row in frame.filter(by="seat").to_dicts():
        here = (row["seat"], row["turn"] - 1, batch.cards.index(row["card"]))
        assert row["seen"] == looks[here]
        assert {name: row[name] for name in ways} == {
            name: moves[(way, *here)] for name, way in ways.items()
        }
    pooled, seats = frame.filter(by="all"), frame.filter(by="seat")
    assert pooled["seen"].sum() == seats["seen"].sum()
    first = seats.filter(turn=1)
    in_hands = batch.players * seats["turn"].max() + (batch.n_seats - batch.players)
    assert first["seen"].sum() == len(games) * 3 * in_hands
