"""A seed and a number decide a game, whatever else is played with it."""

from typing import Any

import numpy as np
import pytest

from simkit.batch import add_tally, new_tally
from simkit.menus import Menu, build
from simkit.play import play_batches
from simkit.policies.lineup import lineup, seat
from simkit.runner import prepare, simulate
from simkit.schema import LANES, TABLE, TALLY_SHAPES, new_record
from simkit.transcript import replay
from tests.core import games

MIXED = ("greedy", "random-legal", "first", "random")


def same(one: Any, other: Any) -> bool:
    return bool(one.tobytes() == other.tobytes())


def _tally(rules: Any, seed: int, first: int, batches: int, lanes: int = LANES) -> Any:
    table, tally = new_record(TABLE), new_tally()
    table.lane = -1
    play_batches(rules, table, tally, seed, first, 1, batches, lanes)
    return tally


# ---- threads, numbers of games


@pytest.mark.parametrize("slug", ["big-banquet", "dinner-for-two"])
def test_threads_change_nothing(slug: str) -> None:
    """70,000 games are five blocks of batches, the last one in part."""
    runs = [
        simulate(
            games.PRINTED[slug], players=4, policies=MIXED, games=70_000, seed=5, threads=threads
        ).tallies[0]
        for threads in (1, 2, 3)
    ]
    assert runs[0].n_games == 70_000
    assert same(runs[0], runs[1])
    assert same(runs[0], runs[2])


@pytest.mark.parametrize("slug", list(games.PRINTED))
def test_the_first_games_of_more_are_the_same(slug: str) -> None:
    """Games 0 to 599 = games 0 to 499 and, counted for themselves, games 500 to 599."""
    menu = games.PRINTED[slug]
    few = simulate(menu, policies=MIXED, games=500, seed=6).tallies[0]
    more = simulate(menu, policies=MIXED, games=600, seed=6).tallies[0]
    rest = new_tally()
    for game in range(500, 600):
        add_tally(rest, one_game(menu, MIXED, 6, game))
    add_tally(rest, few)
    assert same(rest, more)


def one_game(menu: Menu, policies: tuple[str, ...], seed: int, game: int) -> Any:
    """Tally of a single game: its batch up to it, less its batch up to the game before it."""
    batch, lane = divmod(game, LANES)
    _, _, rules = prepare(menu, len(policies), policies, house=False)
    tally = _tally(rules, seed, batch, 1, lane + 1)
    if lane:
        before = _tally(rules, seed, batch, 1, lane)
        for name in TALLY_SHAPES:
            tally[name] -= before[name]
    return tally


@pytest.mark.parametrize("slug", list(games.PRINTED))
def test_a_replay_is_the_game_of_the_run(slug: str) -> None:
    menu = games.PRINTED[slug]
    for game in (0, 1, 7, 254, 255, 256, 300, 511, 1_000_003):
        tally = one_game(menu, MIXED, 8, game)
        transcript = replay(menu, policies=MIXED, seed=8, game=game).data
        assert tally.score[3, :4].tolist() == transcript["totals"]
        assert tally.points[:4].sum(axis=1).tolist() == transcript["totals"]


def test_a_table_left_by_other_games_changes_nothing() -> None:
    """A thread plays all sorts of batches on the same table."""
    menu = games.PRINTED["master-menu"]
    _, _, rules = prepare(menu, 4, MIXED, house=False)
    alone = _tally(rules, 3, 17, 1)
    table, after_others = new_record(TABLE), new_tally()
    table.lane = -1
    play_batches(rules, table, new_tally(), 3, 0, 1, 17, LANES)
    play_batches(rules, table, after_others, 3, 17, 1, 1, LANES)
    assert same(alone, after_others)


# ---- bonus actions one after another, or all seats' at once

FREE_OF_ORDER = ["sushi-go", "master-menu", "cutthroat-combo", "big-banquet"]
CALLERS = [
    ("greedy",) * 4,
    ("first",) * 4,
    ("greedy", "first", "random", "greedy"),
    ("first:chopsticks,spoon,nigiri,takeout-box", "greedy") * 2,
]


@pytest.mark.parametrize("policies", CALLERS, ids=lambda policies: "-".join(policies)[:20])
@pytest.mark.parametrize("slug", [*FREE_OF_ORDER, "miso"])
@pytest.mark.parametrize("limit", [0, 1])
def test_bonus_actions_in_order_or_together(
    slug: str, policies: tuple[str, ...], limit: int
) -> None:
    kinds = ("maki", "miso-soup", "eel", "edamame", "chopsticks", "spoon", "pudding")
    cards = list(kinds if slug == "miso" else games.PRINTED[slug].kinds)
    data = {"name": "Order", "cards": cards, "rulings": {"bonus_actions_per_turn": limit}}
    menu = build(data)
    tallies = []
    for ordered in (False, True):
        _, _, rules = prepare(menu, 4, policies, house=False)
        seat(rules, menu, lineup(policies, 4), ordered=ordered)
        assert rules.ordered == ordered
        tallies.append(_tally(rules, 11, 0, 40))
    assert same(*tallies)


# ---- one stream a seat


@pytest.mark.parametrize("slug", list(games.PRINTED))
def test_another_policy_in_one_seat_leaves_the_deals_alone(slug: str) -> None:
    menu = games.PRINTED[slug]
    swapped: tuple[str, ...] = ("random", "random", "greedy", "random")
    for game in (0, 99):
        one = replay(menu, policies=("random",) * 4, seed=2, game=game).data["rounds"][0]
        other = replay(menu, policies=swapped, seed=2, game=game).data["rounds"][0]
        assert one["hands"] == other["hands"]
        assert one["desserts_added"] == other["desserts_added"]
        # In the first turn nobody's hand depends on the swapped seat.
        for p in (0, 1, 3):
            assert one["turns"][0]["commits"][p] == other["turns"][0]["commits"][p]


def test_a_seat_draws_the_same_numbers_whoever_sits_beside_it() -> None:
    """Round 1 up to the turn in which a card of the swapped seat's hand arrives: 8 seats, 7 turns.

    Hands go to the left, so seat 1 never sees seat 2's first choice before turn 8.
    """
    menu = games.PRINTED["my-first-meal"]
    one = replay(menu, players=8, policies=("random",) * 8, seed=4).data["rounds"][0]
    swapped = ("random", "random", "greedy", *("random",) * 5)
    other = replay(menu, players=8, policies=swapped, seed=4).data["rounds"][0]
    assert one["turns"][0]["commits"][2] != other["turns"][0]["commits"][2]
    for turn in range(7):
        commits = [part["turns"][turn]["commits"] for part in (one, other)]
        assert commits[0][1] == commits[1][1]


# ---- seeds, rotation


def test_seeds_differ() -> None:
    menu = games.PRINTED["sushi-go"]
    seeds = [0, 1, 2, 2**32, 2**63 - 1]
    scores = [
        simulate(menu, games=256, seed=seed).tallies[0].score_hist.tobytes() for seed in seeds
    ]
    assert len(set(scores)) == len(seeds)
    # Neither are the games of one seed those of the next, moved on.
    _, _, rules = prepare(menu, 4, "random", house=False)
    batches = {
        (seed, batch): _tally(rules, seed, batch, 1).score_hist.tobytes()
        for seed in range(8)
        for batch in range(8)
    }
    assert len(set(batches.values())) == len(batches)


def test_a_rotation_moves_the_line_up_round_the_seats() -> None:
    """Batch b is played in rotation b mod 4: seat s by entry s - b."""
    menu = games.PRINTED["big-banquet"]
    rotated = simulate(menu, policies=MIXED, games=9 * LANES + 10, seed=9, rotate=True, threads=2)
    assert len(rotated.tallies) == 4
    expected = [new_tally() for _ in range(4)]
    for batch in range(10):
        j = batch % 4
        seated = tuple(MIXED[(p - j) % 4] for p in range(4))
        _, _, rules = prepare(menu, 4, seated, house=False)
        add_tally(expected[j], _tally(rules, 9, batch, 1, LANES if batch < 9 else 10))
    for got, right in zip(rotated.tallies, expected, strict=True):
        assert same(got, right)
    assert [int(tally.n_games) for tally in rotated.tallies] == [768, 522, 512, 512]
    for game in (0, 256, 700, 2_000):
        j = game // LANES % 4
        seated = tuple(MIXED[(p - j) % 4] for p in range(4))
        transcript = replay(menu, policies=MIXED, seed=9, game=game, rotate=True).data
        assert transcript["policies"] == list(seated)
        assert (
            transcript["totals"] == replay(menu, policies=seated, seed=9, game=game).data["totals"]
        )


def test_a_rotated_greedy_seat_is_where_it_sits() -> None:
    """The greedy entry of three random ones wins most in the seat that it has in that rotation."""
    policies = ("random", "greedy", "random", "random")
    rotated = simulate(
        games.PRINTED["sushi-go"], policies=policies, games=8 * LANES, seed=1, rotate=True
    )
    for j, tally in enumerate(rotated.tallies):
        assert int(np.argmax(tally.score[3, :4])) == (1 + j) % 4
