import numpy as np
import pytest

from analysis import leads, wins
from tests.analysis import toy


def test_ties_split_the_win() -> None:
    batch, games = toy.batch()
    for row in wins(batch).to_dicts():
        mine = [1 / len(g.leaders(3)) if row["seat"] in g.leaders(3) else 0 for g in games]
        assert row["win"] == pytest.approx(np.mean(mine))
        assert row["win_se"] == pytest.approx(np.std(mine, ddof=1) / np.sqrt(60))
        assert row["sole"] == mine.count(1)
        assert row["shared"] == sum(0 < x < 1 for x in mine)
        assert row["even"] == 0.25
    assert wins(batch)["win"].sum() == pytest.approx(1)


def test_a_player_that_is_better_is_found_whatever_its_seat() -> None:
    batch, games = toy.batch(games=400, rotate=True)
    frame = wins(batch)
    players = frame.filter(by="player")
    mine = [
        1 / len(g.leaders(3)) if g.lineup_of_seat.index(0) in g.leaders(3) else 0 for g in games
    ]
    assert players["win"][0] == pytest.approx(np.mean(mine))
    assert players["win_low"][0] > 0.25
    assert frame.filter(by="seat")["policy"].to_list() == [None] * 4


def test_a_seat_that_never_wins_has_an_interval() -> None:
    batch, _ = toy.batch(games=30)
    tally = batch.tallies[0]
    tally.lead[3] = 0
    tally.lead[3, 0, 0] = 30
    frame = wins(batch)
    assert frame["win"].to_list() == [1, 0, 0, 0]
    assert frame["win_low"].to_list() == pytest.approx([1 - frame["win_high"][1], 0, 0, 0])
    assert 0.1 < frame["win_high"][1] < 0.15


@pytest.mark.parametrize("rotate", [False, True])
def test_leaders_and_their_wins_are_those_of_the_games(rotate) -> None:
    batch, games = toy.batch(rotate=rotate)
    frame = leads(batch)
    for stage in range(3):
        pairs = [(game.leaders(stage), game.leaders(3)) for game in games]
        rows = frame.filter(stage=f"round {stage + 1}")
        for row in rows.filter(by="seat").to_dicts():
            seat = row["seat"]
            led = [seat in a for a, _ in pairs]
            won = [seat in b for _, b in pairs]
            both = np.sum(np.array(led) & np.array(won))
            assert row["n_lead"] == sum(led)
            assert row["lead_sole"] == sum(a == {seat} for a, _ in pairs)
            assert row["lead"] == pytest.approx(np.mean(led))
            assert row["n_win"] == sum(won)
            assert row["win_if_lead"] == pytest.approx(both / sum(led))
            assert row["behind_if_win"] == pytest.approx(1 - both / sum(won))
            assert row["even"] == pytest.approx(np.mean(won))
        (row,) = rows.filter(by="all").to_dicts()
        n_both = sum(len(a & b) for a, b in pairs)
        n_led, n_won = sum(len(a) for a, _ in pairs), sum(len(b) for _, b in pairs)
        assert (row["n_lead"], row["n_win"]) == (n_led, n_won)
        assert row["win_if_lead"] == pytest.approx(n_both / n_led)
        assert row["behind_if_win"] == pytest.approx(1 - n_both / n_won)
        assert row["lead"] == pytest.approx(n_led / 240)
        assert row["even"] == pytest.approx(n_won / 240)


def test_a_player_leads_in_the_seats_it_had() -> None:
    batch, games = toy.batch(rotate=True)
    rows = leads(batch).filter(by="player", stage="round 2")
    for row in rows.to_dicts():
        seats = [game.lineup_of_seat.index(row["player"]) for game in games]
        led = [s in g.leaders(1) for s, g in zip(seats, games, strict=True)]
        won = [s in g.leaders(3) for s, g in zip(seats, games, strict=True)]
        assert row["lead"] == pytest.approx(np.mean(led))
        assert row["win_if_lead"] == pytest.approx(np.mean(np.array(won)[led]))


@pytest.mark.parametrize("rotate", [False, True])
def test_a_dummy_competes_for_the_win(rotate) -> None:
    batch, games = toy.batch("dummy", players=2, games=80, rotate=rotate)
    frame = wins(batch)
    assert frame["even"].to_list() == pytest.approx([1 / 3] * len(frame))
    assert frame.filter(by="seat")["win"].sum() == pytest.approx(1)
    mine = [(2 in g.leaders(3)) / len(g.leaders(3)) for g in games]
    assert frame.filter(policy="dummy")["win"].to_list() == pytest.approx([np.mean(mine)])
    if rotate:
        shares = [
            [(g.lineup_of_seat.index(e) in g.leaders(3)) / len(g.leaders(3)) for g in games]
            for e in range(2)
        ]
        expected = np.mean(shares, axis=1).tolist()
        assert frame.filter(by="player")["win"].to_list() == pytest.approx(expected)


def test_pooled_leaders_are_players() -> None:
    batch, games = toy.batch("dummy", players=2, games=80)
    for stage in range(3):
        pairs = [(game.leaders(stage), game.leaders(3)) for game in games]
        (row,) = leads(batch).filter(by="all", stage=f"round {stage + 1}").to_dicts()
        n_led = sum(len(a - {2}) for a, _ in pairs)
        n_won = sum(len(b - {2}) for _, b in pairs)
        n_both = sum(len((a & b) - {2}) for a, b in pairs)
        assert (row["n_lead"], row["n_win"]) == (n_led, n_won)
        assert row["win_if_lead"] == pytest.approx(n_both / n_led)
        assert row["even"] == pytest.approx(n_won / 160)
        counts = [(len((a & b) - {2}), len(a - {2}), len(b - {2})) for a, b in pairs]
        both, led, won = toy.in_blocks(counts).T
        assert row["win_if_lead_se"] == pytest.approx(toy.block_se(both, led))
        assert row["behind_if_win_se"] == pytest.approx(toy.block_se(won - both, won))
