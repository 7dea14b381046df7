import dataclasses
import io

import numpy as np
import polars as pl
import pytest
from rich.console import Console

from analysis import wins
from reports.summary import head, summary
from reports.verdict import stand_out, verdict
from simkit.batch import Batch
from simkit.menus import build
from simkit.schema import TALLY, TALLY_SHAPES
from tests.analysis import toy, toy_roll


def text_of(batch: Batch, width: int = 80) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width, markup=False, highlight=False).print(summary(batch))
    return stream.getvalue()


def won(*sole: int, policies: str = "greedy greedy greedy greedy", rotate: bool = False) -> Batch:
    """Return a batch in which each seat won so many games."""
    batch, _ = toy.batch(games=5)
    tally = np.zeros(1, TALLY)[0]
    tally.n_games = sum(sole)
    tally.lead[3, : len(sole), 0] = sole
    return dataclasses.replace(
        batch,
        n_games=sum(sole),
        tallies=(tally,),
        blocks=toy.as_one_block(batch.menu, 4, [tally]),
        lineup=tuple(policies.split()),
        rotate=rotate,
    )


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("width", [80, 120])
def test_the_summary_fits_and_says_everything(rotate, width) -> None:
    batch, _ = toy.batch(rotate=rotate)
    text = text_of(batch, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    for part in ("Toy (party/toy, house menu), 4 players", "60 games", "seed 1", "120 games/s"):
        assert part in text.replace("\n", " ")
    for title in ("points", "wins", "take rate", "winners from behind", "± is half"):
        assert title in text
    assert text.count("Tempura") == 1
    assert [line.split()[0] for line in text.splitlines() if "greedy" in line][1:] == ["1"]
    assert ("\nplayer " in text) == rotate


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_dice_have_a_section_on_the_order_of_play(players, width) -> None:
    batch, _ = toy_roll.batch(players=players)
    text = text_of(batch, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    words = " ".join(text.split())
    for part in (
        "Toy (roll/toy)",
        "Order of play: the red belt moves first",
        "Points of a round against the table's mean, by place in its first turn:",
        "Dice taken in 100 moves, by place in the turn:",
        "Tokens used in 100 moves, by place in the turn:",
        "left at the end",
        "per die",
        "of the dice on the belt when one is taken",
    ):
        assert part in words
    places = ["first", "second", "third", "fourth", "fifth"][:players]
    begins = [line.split()[0] for line in text.splitlines() if line.strip()]
    # a row for each place, and the heads of two tables
    assert [word for word in begins if word in places] == [*places, places[0], places[0]]
    assert "rules treat all seats alike" not in words


def test_numbers_of_many_games_fit_too() -> None:
    batch, _ = toy_roll.batch(players=5)
    tally = batch.tallies[0].copy()
    for name in TALLY_SHAPES:
        tally[name] *= 10**9
    blocks = batch.blocks.copy()
    for name in blocks.dtype.names:
        blocks[name] *= 10**9
    many = dataclasses.replace(
        batch, tallies=(tally,), blocks=blocks, n_games=batch.n_games * 10**9
    )
    text = text_of(many)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("width", [80, 120])
def test_many_places_are_shown_at_both_ends(width) -> None:
    menu = build({"name": "Many", "game": "roll", "deal": {"dice": 3}}, house=True)
    tally = np.zeros(1, TALLY)[0]
    tally.n_games = 100
    tally.flow[:, 0, :8, :3, 0] = 100
    batch = toy_roll.of([tally], ("greedy",) * 8, toy.as_one_block(menu, 8, [tally]))
    batch = dataclasses.replace(batch, menu=menu)
    text = text_of(batch, width)
    assert max(map(len, text.splitlines())) <= width
    heads = [line.split() for line in text.splitlines() if line.split()[:2] == ["first", "second"]]
    assert heads == [["first", "second", "third", "seventh", "eighth"]] * 2


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("width", [80, 120])
def test_the_dummy_is_called_dummy(rotate, width) -> None:
    batch, _ = toy.batch("dummy", players=2, rotate=rotate)
    text = text_of(batch, width)
    assert max(map(len, text.splitlines())) <= width
    assert "2 players and a dummy, greedy, random" in text
    begins = [line.split()[0] for line in text.splitlines() if line.strip()]
    assert begins.count("dummy") == 1
    assert begins.count("players") == 1
    assert "the seats of both players together" in " ".join(text.split())


def test_passing_both_ways_is_in_the_head() -> None:
    batch, _ = toy.batch("both ways", players=3, games=5)
    assert head(batch).startswith("Toy (go/toy, house menu, pass = both ways), 3 players, greedy")


def test_the_head_names_what_was_stopped_and_what_was_ruled() -> None:
    batch, _ = toy.batch(games=5)
    menu = dataclasses.replace(
        batch.menu, rulings=batch.menu.rulings.model_copy(update={"all_tied": "nothing"})
    )
    stopped = dataclasses.replace(batch, menu=menu, n_requested=1000, interrupted=True, seconds=0.0)
    assert head(stopped) == (
        "Toy (party/toy, house menu, all_tied = nothing), 4 players, "
        "greedy, random, random, random (seat 1 first): 5 games of 1,000 (stopped), seed 1"
    )


def test_a_batch_of_one_game_is_shown() -> None:
    batch, _ = toy.batch(games=1)
    text = text_of(batch)
    assert "1 games" in text
    assert "Numbers without it need more games." in " ".join(text.split())
    assert "need more games" not in text_of(toy.batch()[0])


def test_chance_is_called_chance() -> None:
    batch = won(2500, 2460, 2520, 2520)
    assert verdict(batch, wins(batch)) == (
        "No seat stands out (all 4 seats tested together at 5 %): all win shares are within 0.40 "
        "points of the even 25.0 %. The rules treat all seats alike (but for rare ties in the "
        "order of actions) and all play the same way: what differs is chance."
    )


def test_a_difference_that_one_seat_alone_would_show_is_not_enough_for_four() -> None:
    # 2.2 standard errors of 43.3 games: outside of a 95 % interval, but not so rare among four
    batch = won(2595, 2468, 2468, 2469)
    frame = wins(batch)
    assert frame["win_low"][0] > 0.25
    assert stand_out(frame) == []


def test_a_seat_beyond_chance_is_named_with_a_caution() -> None:
    batch = won(2700, 2433, 2433, 2434)
    words = verdict(batch, wins(batch))
    assert words.startswith(
        "More than chance (all 4 seats tested together at 5 %): seat 1 with 27.0 % of the wins "
        "stands out (even: 25.0 %)."
    )
    assert words.endswith("see whether another seed says so too before you believe it.")


def test_the_red_belt_tells_seats_apart() -> None:
    for bonus in (0.0, 3.0):
        rounds = toy_roll.bonus_of_starters(4, (bonus, 0.0, 0.0))
        batch = toy_roll.planted(np.random.default_rng(1), 2000, rounds)
        words = verdict(batch, wins(batch))
        assert words.startswith("More than chance" if bonus else "No seat stands out")
        assert "where the red belt is decides who moves first" in words
        assert "alike" not in words


def test_seats_of_the_first_game_are_alike_without_exception() -> None:
    batch, _ = toy.batch("go", games=30)
    words = verdict(batch_of_one_policy(batch), wins(batch))
    assert "The rules treat all seats alike and all play the same way: " in words


def batch_of_one_policy(batch: Batch) -> Batch:
    return dataclasses.replace(batch, lineup=("greedy",) * batch.players)


def beside_dummy(*sole: int, one_policy: bool = True) -> Batch:
    """Return a batch in which two seats and the dummy won so many games."""
    batch, _ = toy.batch("dummy", players=2, games=5)
    tally = batch.tallies[0].copy()
    tally.n_games = sum(sole)
    tally.lead[3] = 0
    tally.lead[3, :3, 0] = sole
    blocks = toy.as_one_block(batch.menu, 2, [tally])
    batch = dataclasses.replace(batch, n_games=sum(sole), tallies=(tally,), blocks=blocks)
    return batch_of_one_policy(batch) if one_policy else batch


def test_players_beside_a_dummy_are_compared_with_each_other() -> None:
    batch = beside_dummy(4100, 3900, 2000)
    assert verdict(batch, wins(batch)) == (
        "The dummy has 20.0 % ± 0.8 of the wins (even: 33.3 %). Seat 1 wins more than seat 2, "
        "beyond chance (tested at 5 %): 2.0 % ± 1.8. Both play the same way and differ in when "
        "they play for the dummy: seat 1 in 14 of 27 turns, seat 2 in 13."
    )
    batch = beside_dummy(3950, 4050, 2000, one_policy=False)
    assert verdict(batch, wins(batch)) == (
        "The dummy has 20.0 % ± 0.8 of the wins (even: 33.3 %). Seats 1 and 2 can not be told "
        "apart: the difference is 1.0 % ± 1.8. Seats play in different ways here; --rotate tells "
        "the policy from the seat."
    )


def test_false_alarms_beside_a_dummy_are_5_of_100() -> None:
    # 400 fair runs, fixed seed: the expected number is 20, 7 and 34 are three standard errors away
    rng = np.random.default_rng(2)
    runs = rng.multinomial(2000, [0.4, 0.4, 0.2], 400).tolist()
    batches = [beside_dummy(*run) for run in runs]
    alarms = sum("beyond chance" in verdict(batch, wins(batch)) for batch in batches)
    assert 7 <= alarms <= 34


def test_seats_with_different_policies_are_no_test_of_the_seats() -> None:
    batch = won(4000, 2000, 2000, 2000, policies="greedy random random random")
    words = verdict(batch, wins(batch))
    assert "seat 1 with 40.0 %, seat 2 with 20.0 %" in words
    assert words.endswith("--rotate tells the policy from the seat.")


def test_rotated_players_are_compared_as_players() -> None:
    batch = won(4000, 2000, 2000, 2000, policies="greedy random random random", rotate=True)
    words = verdict(batch, wins(batch))
    assert "player 1 with 40.0 %" in words
    assert "--rotate" not in words


def test_false_alarms_are_at_most_5_of_100() -> None:
    # 400 fair runs, fixed seed: the expected number is below 20, more than 34 (three standard
    # errors) has a chance below 1 in 1,000
    rng = np.random.default_rng(1)
    runs = rng.multinomial(2000, [0.25] * 4, 400)
    alarms = sum(bool(stand_out(wins(won(*run)))) for run in runs.tolist())
    assert 5 < alarms <= 34


def shares(sole: np.ndarray) -> pl.DataFrame:
    """Return what the sentence needs of `wins`, made faster."""
    n = int(sole.sum())
    win = sole / n
    se = np.sqrt(win * (1 - win) / (n - 1))
    return pl.DataFrame({"win": win, "win_se": se, "even": 1 / len(sole), "n_games": n})


def test_up_to_a_target_false_alarms_are_at_most_5_of_100_over_all_looks() -> None:
    # 200 fair runs of 8 looks, fixed seed: at most 10 are expected, more than 19 (three standard errors)
    # has a chance below 1 in 1,000; judged anew at each look as if it were the only one it is 4 times as many
    rng = np.random.default_rng(2)
    alarms = {None: 0, 50_000.0: 0}
    for _ in range(200):
        parts = rng.multinomial([4096 * 2**i for i in (0, *range(7))], [0.25] * 4)
        looks = [shares(look) for look in parts.cumsum(axis=0)]
        for tuned in alarms:
            alarms[tuned] += any(stand_out(look, tuned=tuned) for look in looks)
    assert alarms[50_000.0] <= 10
    assert alarms[None] > 20


def test_up_to_a_target_players_beside_a_dummy_need_more_to_be_told_apart() -> None:
    batch = beside_dummy(4100, 3900, 2000)
    words = verdict(batch, wins(batch, tuned=50_000.0), tuned=50_000.0)
    assert "Seats 1 and 2 can not be told apart: the difference is 2.0 % ± 3." in words
