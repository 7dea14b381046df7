import dataclasses
import io

import numpy as np
import pytest
from rich.console import Console

from analysis import wins
from reports.summary import head, summary
from reports.verdict import stand_out, verdict
from simkit.batch import Batch
from simkit.schema import TALLY
from tests.analysis import toy


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
    assert "1 games" in text_of(batch)


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
