"""A seed and a number decide a game, whatever else is played with it."""

from typing import Any

import numpy as np
import pytest

from simkit.batch import add_tally, new_tally
from simkit.games import GAMES
from simkit.menus import Menu, build
from simkit.policies.lineup import lineup, seat
from simkit.runner import prepare, simulate
from simkit.schema import LANES, TABLE, TALLY_SHAPES, new_record
from simkit.transcript import replay
from tests.core import games

MIXED = ("greedy", "random-legal", "first", "random")


def same(one: Any, other: Any) -> bool:
    return bool(one.tobytes() == other.tobytes())


def seats_of(menu: Menu) -> tuple[str, ...]:
    """A mixed line-up for a usual number of players."""
    return MIXED[: games.players_of(menu)]


def _tally(
    menu: Menu,
    rules: Any,
    seed: int,
    first: int,
    batches: int,
    lanes: int = LANES,
    table: Any = None,
) -> Any:
    tally = new_tally()
    if table is None:
        table = new_record(TABLE)
        table.lane = -1
    GAMES[menu.game].play_batches()(rules, table, tally, seed, first, 1, batches, lanes)
    return tally


# ---- threads, numbers of games


@pytest.mark.parametrize(
    "slug", ["big-banquet", "dinner-for-two", "go/both-ways", "roll/sushi-roll"]
)
def test_threads_change_nothing(slug: str) -> None:
    """70,000 games are 16 blocks of batches, the last batch in part; 1,000 are cut within batches."""
    for n in (70_000, 1_000):
        runs = [
            simulate(games.ALL[slug], players=4, policies=MIXED, games=n, seed=5, threads=threads)
            for threads in (1, 2, 3)
        ]
        assert runs[0].n_games == n
        for run in runs[1:]:
            assert same(runs[0].tallies[0], run.tallies[0])
            assert same(runs[0].blocks, run.blocks)


@pytest.mark.parametrize("slug", list(games.ALL))
def test_the_first_games_of_more_are_the_same(slug: str) -> None:
    """Games 0 to 539 = games 0 to 499 and, counted for themselves, games 500 to 539."""
    menu = games.ALL[slug]
    policies = seats_of(menu)
    few, more = (
        simulate(menu, players=len(policies), policies=policies, games=n, seed=6).tallies[0]
        for n in (500, 540)
    )
    rest = new_tally()
    for game in range(500, 540):
        add_tally(rest, one_game(menu, policies, 6, game))
    add_tally(rest, few)
    assert same(rest, more)


def one_game(menu: Menu, policies: tuple[str, ...], seed: int, game: int) -> Any:
    """Tally of a single game: its batch up to it, less its batch up to the game before it."""
    batch, lane = divmod(game, LANES)
    _, _, rules = prepare(menu, len(policies), policies, house=False)
    tally = _tally(menu, rules, seed, batch, 1, lane + 1)
    if lane:
        before = _tally(menu, rules, seed, batch, 1, lane)
        for name in TALLY_SHAPES:
            tally[name] -= before[name]
    return tally


@pytest.mark.parametrize("slug", list(games.ALL))
def test_a_replay_is_the_game_of_the_run(slug: str) -> None:
    menu = games.ALL[slug]
    policies = seats_of(menu)
    n = menu.seats_for(len(policies))
    for game in (0, 1, 7, 254, 255, 256, 300, 511, 1_000_003):
        tally = one_game(menu, policies, 8, game)
        played = replay(menu, players=len(policies), policies=policies, seed=8, game=game).data
        assert tally.score[3, :n].tolist() == played["totals"]
        assert tally.points[:n].sum(axis=1).tolist() == played["totals"]


@pytest.mark.parametrize("slug", ["master-menu", "go/dummy", "roll/sushi-roll"])
def test_a_table_left_by_other_games_changes_nothing(slug: str) -> None:
    """A thread plays all sorts of batches on the same table."""
    menu = games.ALL[slug]
    policies = seats_of(menu)
    _, _, rules = prepare(menu, len(policies), policies, house=False)
    alone = _tally(menu, rules, 3, 17, 1)
    table = new_record(TABLE)
    table.lane = -1
    _tally(menu, rules, 3, 0, 17, table=table)
    assert same(alone, _tally(menu, rules, 3, 17, 1, table=table))


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
        tallies.append(_tally(menu, rules, 11, 0, 40))
    assert same(*tallies)


@pytest.mark.parametrize("slug", ["go/soy-sauce", "go/dummy"])
def test_second_cards_in_order_or_together(slug: str) -> None:
    """Replays work off chopsticks seat by seat."""
    menu = games.ALL[slug]
    for policies in CALLERS:
        seated = policies[: games.players_of(menu)]
        tallies = []
        for ordered in (False, True):
            _, _, rules = prepare(menu, len(seated), seated, house=False, ordered=ordered)
            assert rules.ordered == ordered
            tallies.append(_tally(menu, rules, 11, 0, 40))
        assert same(*tallies)


# ---- one stream a seat


@pytest.mark.parametrize("slug", list(games.ALL))
def test_another_policy_in_one_seat_leaves_the_deals_alone(slug: str) -> None:
    menu = games.ALL[slug]
    players = games.players_of(menu)
    seat_ = min(2, players - 1)
    swapped = ["random"] * players
    swapped[seat_] = "greedy"
    for game in (0, 99):
        one, other = (
            replay(menu, players=players, policies=policies, seed=2, game=game).data["rounds"]
            for policies in (("random",) * players, swapped)
        )
        # Party shuffles what was played; the others deal on from one pile, or out of a full bag.
        for r in range(1 if menu.game == "party" else 3):
            for name in ("hands", "belts", "desserts_added"):
                assert one[r].get(name) == other[r].get(name)
        # In the first turn nobody's hand depends on the swapped seat; on belts chances lie open.
        first = [part[0]["turns"][0] for part in (one, other)]
        for p in set(range(players)) - {seat_}:
            if menu.game == "roll":
                moves = [[e for e in turn["events"] if e["seat"] == p] for turn in first]
                assert p > seat_ or moves[0] == moves[1]
            else:
                assert first[0]["commits"][p] == first[1]["commits"][p]


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


@pytest.mark.parametrize("slug", ["sushi-go", "go/sushi-go", "roll/sushi-roll"])
def test_seeds_differ(slug: str) -> None:
    menu = games.ALL[slug]
    seeds = [0, 1, 2, 2**32, 2**63 - 1]
    scores = [
        simulate(menu, games=256, seed=seed).tallies[0].score_hist.tobytes() for seed in seeds
    ]
    assert len(set(scores)) == len(seeds)
    # Neither are the games of one seed those of the next, moved on.
    _, _, rules = prepare(menu, 4, "random", house=False)
    batches = {
        (seed, batch): _tally(menu, rules, seed, batch, 1).score_hist.tobytes()
        for seed in range(8)
        for batch in range(8)
    }
    assert len(set(batches.values())) == len(batches)


@pytest.mark.parametrize("slug", ["big-banquet", "go/dummy", "roll/sushi-roll"])
def test_a_rotation_moves_the_line_up_round_the_seats(slug: str) -> None:
    """Batch b is played in rotation b mod n: seat s by entry s - b. A dummy stays in its seat."""
    menu = games.ALL[slug]
    policies = seats_of(menu)
    n = len(policies)

    def seated(j: int) -> tuple[str, ...]:
        return tuple(policies[(p - j) % n] for p in range(n))

    rotated = simulate(
        menu, players=n, policies=policies, games=9 * LANES + 10, seed=9, rotate=True, threads=2
    )
    assert len(rotated.tallies) == n
    expected = [new_tally() for _ in range(n)]
    for batch in range(10):
        _, _, rules = prepare(menu, n, seated(batch), house=False)
        lanes = LANES if batch < 9 else 10
        add_tally(expected[batch % n], _tally(menu, rules, 9, batch, 1, lanes))
    for got, right in zip(rotated.tallies, expected, strict=True):
        assert same(got, right)
    n_games = [int(tally.n_games) for tally in rotated.tallies]
    assert n_games == [1_280, 1_034] if n == 2 else [768, 522, 512, 512]
    for game in (0, 256, 700, 2_000):
        lineup_ = seated(game // LANES)
        moved, alone = (
            replay(menu, players=n, policies=entries, seed=9, game=game, rotate=rotate).data
            for entries, rotate in ((policies, True), (lineup_, False))
        )
        assert moved["policies"] == [*lineup_, *["dummy"] * (menu.seats_for(n) - n)]
        assert moved["totals"] == alone["totals"]


def test_a_rotated_greedy_seat_is_where_it_sits() -> None:
    """The greedy entry of three random ones wins most in the seat that it has in that rotation."""
    policies = ("random", "greedy", "random", "random")
    rotated = simulate(
        games.PRINTED["sushi-go"], policies=policies, games=8 * LANES, seed=1, rotate=True
    )
    for j, tally in enumerate(rotated.tallies):
        assert int(np.argmax(tally.score[3, :4])) == (1 + j) % 4
