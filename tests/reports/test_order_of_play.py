"""What is said of the order of play in Sushi Roll: planted effects are found, others are not."""

import numpy as np
import pytest

from analysis import starts
from reports.order_of_play import words
from tests.analysis import toy_roll


def test_a_planted_effect_of_starting_is_found_where_it_is() -> None:
    rounds = toy_roll.bonus_of_starters(4, (1.0, 0.0, 0.0))
    batch = toy_roll.planted(np.random.default_rng(1), 4000, rounds)
    frame = starts(batch)
    (first,) = frame.filter(place=0, stage="round 1").to_dicts()
    assert first["seat"] == 0
    assert first["edge_low"] < 0.75 < first["edge_high"]  # the table's mean rises by a quarter
    (game,) = frame.filter(seat=0, stage="game").to_dicts()
    assert game["edge_gap_low"] < 1.0 < game["edge_gap_high"]
    said = words(frame)
    assert said.startswith("The seat that starts round 1 (seat 1) scores 0.")
    assert "Beyond chance (all 9 numbers tested together at 5 %): the points of round 1, " in said
    assert "the points of round 2" not in said
    assert "seat 1 +" in said.partition("Against seat 4, which starts no round: ")[2]


def test_two_players_share_the_starts() -> None:
    rounds = toy_roll.bonus_of_starters(2, (1.0, 1.0, 1.0))
    batch = toy_roll.planted(np.random.default_rng(2), 4000, rounds)
    game = starts(batch).filter(stage="game")
    assert game["n_starts"].to_list() == [2, 1]
    assert game["edge_low"][0] < 0.5 < game["edge_high"][0]  # two starts against one, halved
    said = words(starts(batch))
    assert said.startswith("The seat that starts rounds 1 and 3 (seat 1) scores 0.")
    assert "The seat that starts round 2 (seat 2) scores 0." in said
    assert "Against" not in said


def test_starters_are_told_in_the_order_of_the_rounds() -> None:
    rounds = toy_roll.bonus_of_starters(5, (3.0, 3.0, 3.0))
    batch = toy_roll.planted(np.random.default_rng(2), 4000, rounds)
    lines = words(starts(batch)).splitlines()
    assert [line[:37] for line in lines[:3]] == [
        "The seat that starts round 1 (seat 1)",
        "The seat that starts round 2 (seat 5)",
        "The seat that starts round 3 (seat 4)",
    ]
    assert lines[3] == "Beyond chance (all 9 numbers tested together at 5 %): all of these."
    assert lines[4].startswith("Against seats 2 and 3, which start no round: seat 1 +")


def test_less_is_called_less() -> None:
    batch = toy_roll.planted(
        np.random.default_rng(3), 4000, toy_roll.bonus_of_starters(3, (-1.0, 0.0, 0.0))
    )
    assert "points less than its table in that round" in words(starts(batch)).split(";")[0]


def test_places_of_different_policies_are_not_interpreted() -> None:
    batch, _ = toy_roll.batch(games=30, better=2)
    assert "--rotate tells them apart" in words(starts(batch), mixed=True)
    rotated, _ = toy_roll.batch(games=30, better=2, rotate=True)
    assert "--rotate" not in words(starts(rotated))


def test_too_few_games_say_nothing() -> None:
    one, _ = toy_roll.batch(games=1)
    missing, _ = toy_roll.batch(games=3, rotate=True, better=4)
    for batch in (one, missing):
        assert words(starts(batch)).startswith("Too few games")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_false_claims_of_an_effect_are_at_most_5_of_100(players) -> None:
    # 400 fair runs, fixed seeds: the expected number is at most 20, more than 34 (three standard
    # errors) has a chance below 1 in 1,000
    rng = np.random.default_rng(players)
    claims = 0
    for _ in range(400):
        batch = toy_roll.planted(rng, 200, np.zeros((3, players)))
        claims += not words(starts(batch)).startswith("No effect of starting a round can be")
    assert claims <= 34
