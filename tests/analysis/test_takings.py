from collections import Counter

import numpy as np
import pytest

from analysis import cards, kinds, picks
from analysis.flows import most
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
            assert (row["offered"], row["take_rate"]) == (0, None)
        elif batch.n_seats == batch.players and row["kind"] not in ("chopsticks", "spoon"):
            assert row["offered"] * n == pytest.approx(new[here])
            assert row["take_rate"] == pytest.approx(own[here] / new[here])


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
        # the bound is wider than the delta method with everything known
        off = points - row["points_per_copy"] * np.array(n_taken)
        assert row["points_per_copy_se"] > off.std(ddof=1) * np.sqrt(60) / sum(n_taken)
    pooled = frame.filter(by="all")
    points = np.array([game.points for game in games]).mean(axis=(0, 1))
    assert pooled["points"].to_list() == pytest.approx(points.tolist())


def test_bounds_are_wider_than_what_the_games_show() -> None:
    batch, games = toy.batch(games=200)
    for row in kinds(batch).filter(by="seat").to_dicts():
        rows = toy.cards_of(row["kind"], batch)
        taken = np.array([len(g.taken(row["seat"], rows)) for g in games])
        dealt = np.array(
            [sum(p == row["seat"] and r in rows for _, p, r in g.dealt) for g in games]
        )
        assert row["taken_se"] > taken.std(ddof=1) / np.sqrt(200)
        assert row["dealt_se"] > dealt.std(ddof=1) / np.sqrt(200)


@pytest.mark.parametrize("setting", [SETTINGS[1], SETTINGS[4], SETTINGS[7]])
def test_no_game_has_more_than_the_most(setting) -> None:
    batch, games = toy.batch(**setting)
    groups = [(card,) for card in batch.menu.card_ids]
    back = np.array([card.startswith(("chopsticks", "spoon")) for card in batch.menu.card_ids])
    limit = most(batch, groups, back)
    for game in games:
        dealt = Counter((p, r) for _, p, r in game.dealt)
        looks = Counter((p, t, r) for p, t, r, _ in game.looks)
        by_all = Counter((t, r) for _, t, r, _ in game.looks)
        new = Counter((p, r) for p, _, r, copy in game.looks if copy)
        ways = (PICKED, SECOND, ASKED)  # the toy draws from no deck
        taken = Counter((p, r) for _, way, p, _, r in game.moves if way in ways)
        assert all(n <= limit.dealt[r] for (_, r), n in dealt.items())
        assert all(n <= limit.taken[r] for (_, r), n in taken.items())
        # the toy puts more chopsticks and spoons into hands than there are
        assert all(back[r] or n <= limit.seen[t, r] for (_, t, r), n in looks.items())
        assert all(back[r] or n <= limit.seen_by_all[t, r] for (t, r), n in by_all.items())
        assert all(back[r] or n <= limit.offered[r] for (_, r), n in new.items())


def test_a_card_that_was_never_offered_has_no_rate() -> None:
    batch, _ = toy.batch(games=3)
    tally = batch.tallies[0]
    eel = batch.cards.index("eel")
    tally.dealt[..., eel] = 0
    tally.flow[..., eel] = 0
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
