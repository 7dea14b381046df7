import signal
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np
import polars as pl
import pytest

import simkit
from simkit import contest as module
from simkit.contest_lineups import arrange, choose_line_ups, count_line_ups, line_ups_against
from simkit.contest_result import Contest
from simkit.contest_standings import count, read_orders
from simkit.errors import InputError
from simkit.games import GAMES
from simkit.menus import load
from simkit.policies.lineup import player, seat
from simkit.policies.switch import POLICIES
from simkit.schema import OF_SEATS, RULES, SHARE
from simkit.seating import Seating

FIELD = ["greedy", "random", "random-legal"]


def play(**arguments: Any) -> Contest:
    return simkit.tournament(
        "party/sushi-go",
        arguments.pop("entered", FIELD),
        **{"players": 3, "games": 700, "threads": 1, **arguments},
    )


@cache
def played() -> Contest:
    """Return the usual tournament."""
    return play()


def same(one: Contest, other: Contest) -> bool:
    return all(
        np.array_equal(getattr(a, name), getattr(b, name))
        for a, b in zip(one.units, other.units, strict=True)
        for name in a.__slots__
    )


# ---- line-ups


@pytest.mark.parametrize(("entered", "players"), [(2, 2), (2, 4), (3, 3), (4, 4), (6, 3)])
def test_all_line_ups_are_all_multisets_of_different_players(entered, players) -> None:
    every = choose_line_ups(entered, players, None, 0)
    assert len(every) == len(set(every)) == count_line_ups(entered, players)
    assert count_line_ups(entered, players) == comb(entered + players - 1, players) - entered
    assert all(len(set(one)) > 1 and tuple(sorted(one)) == one for one in every)


@pytest.mark.parametrize(("entered", "players", "most"), [(8, 4, 60), (7, 3, 30), (20, 8, 100)])
def test_in_a_sample_everybody_sits_equally_often(entered, players, most) -> None:
    sample = choose_line_ups(entered, players, most, 5)
    assert most - entered < len(sample) <= most
    assert len(set(sample)) == len(sample)
    seats = Counter(one for line_up in sample for one in line_up)
    assert len(set(seats.values())) == 1
    assert len(seats) == entered
    assert choose_line_ups(entered, players, most, 5) == sample
    assert choose_line_ups(entered, players, most, 6) != sample


def test_a_sample_that_has_room_for_nobody_is_refused() -> None:
    with pytest.raises(InputError, match=r"line_ups = 7: .* at least 8"):
        choose_line_ups(8, 4, 7, 0)


def test_line_ups_against_one_are_one_among_many_and_the_other_way_round() -> None:
    assert line_ups_against(1, 3, 4) == [(0, 1, 1, 1), (0, 0, 0, 1), (1, 1, 1, 2), (1, 2, 2, 2)]
    assert line_ups_against(0, 2, 2) == [(0, 1)]


def test_places_round_the_table_are_drawn_anew_for_every_block() -> None:
    line_ups = np.array([[0, 1, 2, 3]])
    seen = Counter(tuple(arrange(line_ups, 1, block)[0].tolist()) for block in range(480))
    assert len(seen) == 24
    assert sum((n - 20) ** 2 / 20 for n in seen.values()) < 60  # chi², 23 degrees: once in 30,000


# ---- counting


def test_standings_are_counted_as_one_would_by_hand() -> None:
    rng = np.random.default_rng(4)
    seated = np.array([[0, 2, 1], [1, 1, 0]])
    points, desserts = rng.integers(20, 24, (2, 3, 50)), rng.integers(0, 2, (2, 3, 50))
    wins = rng.integers(0, SHARE, (2, 3, 50))
    dummy = rng.integers(0, 5, (2, 50))
    for beside in (None, dummy):
        found = count(seated, points, desserts, wins, beside, 3)
        expected = {
            name: np.zeros_like(getattr(found, name))
            for name in ("wins", "points", "margin", "meetings", "ahead", "lead")
        }
        orders: Counter[str] = Counter()
        for i in range(2):
            for g in range(50):
                total = sum(points[i, :, g]) + (0 if beside is None else beside[i, g])
                n_seats = 3 if beside is None else 4
                for e, one in enumerate(seated[i]):
                    expected["wins"][i, one] += wins[i, e, g]
                    expected["points"][i, one] += points[i, e, g]
                    expected["margin"][i, one] += n_seats * points[i, e, g] - total
                for e, f in combinations(range(3), 2):
                    for a, b in ((e, f), (f, e)):
                        one, other = seated[i, a], seated[i, b]
                        if one == other:
                            continue
                        mine = (points[i, a, g], desserts[i, a, g])
                        its = (points[i, b, g], desserts[i, b, g])
                        expected["meetings"][one, other] += 1
                        expected["ahead"][one, other] += 2 * (mine > its) + (mine == its)
                        expected["lead"][one, other] += mine[0] - its[0]
                ends = sorted(
                    (-points[i, e, g], -desserts[i, e, g], seated[i, e]) for e in range(3)
                )
                text = str(ends[0][2])
                for before, now in pairwise(ends):
                    text += ("=" if before[:2] == now[:2] else "") + str(now[2])
                orders[text] += 1
        for name, values in expected.items():
            assert np.array_equal(getattr(found, name), values), name
        players, tied = read_orders(found.orders, 3)
        texts = [
            "".join(("=" if tie else "") + str(one) for one, tie in zip(row, ties, strict=True))
            for row, ties in zip(players, tied, strict=True)
        ]
        assert dict(zip(texts, found.n_orders.tolist(), strict=True)) == orders


def test_standings_add_up() -> None:
    a, b = played().units[:2]
    both = a.plus(b)
    assert (both.n_blocks, both.n_games) == (2, 2 * a.n_games)
    assert np.array_equal(both.lead, a.lead + b.lead)
    assert both.n_orders.sum() == a.n_orders.sum() + b.n_orders.sum()
    assert len(set(both.orders)) == len(both.orders)


# ---- playing


@pytest.mark.parametrize("menu", ["party/sushi-go", "big-banquet", "go", "roll"])
def test_records_put_together_are_those_that_are_filled_in(menu) -> None:
    loaded = load(menu)
    field = [player(policy.name) for policy in POLICIES] + [player("first:nigiri")]
    rules = Seating(loaded, field, 3)
    for seated in ((0, 1, 2), (3, 4, 2), (2, 3, 0), *((one, 0, one) for one in range(len(field)))):
        expected = GAMES[loaded.game].rules(loaded, 3)
        seat(expected, loaded, [field[one] for one in seated], ordered=False)
        found = rules.of(seated)
        for name in RULES.names or ():
            mine, its = np.asarray(found[name]), np.asarray(expected[name])
            if name in OF_SEATS:
                mine, its = mine[:3], its[:3]
            assert np.array_equal(mine, its), name


def test_the_games_are_those_of_a_simulation(tmp_path) -> None:
    contest = played()
    n_line_ups, deals = len(contest.line_ups), contest.deals
    chosen = np.array(contest.line_ups)
    block, i = 2, 4
    places = arrange(chosen, 0, block)[i]
    batch = block * n_line_ups + i
    points, wins = np.zeros(3, int), np.zeros(3)
    for rotation in range(3):
        seated = np.roll(places, rotation)
        folder = tmp_path / str(rotation)
        simkit.simulate(
            "party/sushi-go",
            players=3,
            policies=[FIELD[one] for one in seated],
            games=256 * (batch + 1),
            records=folder,
            threads=1,
        )
        games = pl.read_parquet(folder / "games.parquet").filter(
            pl.col("game").is_between(256 * batch, 256 * batch + deals - 1)
        )
        for one, score, win in zip(
            seated[games["seat"].to_numpy()], games["score"], games["win"], strict=True
        ):
            points[one] += score
            wins[one] += win
    assert contest.units[block].points[i].tolist() == points.tolist()
    assert contest.units[block].wins[i] / SHARE == pytest.approx(wins)


@pytest.mark.parametrize(("menu", "players"), [("go/dummy", 2), ("roll", 3)])
def test_the_other_games_are_played_too(menu, players) -> None:
    contest = simkit.tournament(menu, FIELD[1:], players=players, games=200, threads=1)
    shares = sum(unit.wins.sum() for unit in contest.units) / SHARE / contest.n_games
    assert shares == pytest.approx(1) if menu == "roll" else 0.4 < shares < 0.9
    margins = sum(unit.margin.sum(axis=1) for unit in contest.units)
    assert not margins.any() if menu == "roll" else margins.any()


def test_threads_and_progress_change_nothing() -> None:
    told: list[tuple[int, int]] = []
    alone = played()
    with_others = play(threads=3, progress=lambda done, total: told.append((done, total)))
    assert same(alone, with_others)
    assert told[-1] == (alone.n_games, alone.n_games)
    assert told == sorted(told)
    assert not same(alone, play(seed=1))


def test_games_are_rounded_up_to_whole_blocks() -> None:
    contest = played()
    assert contest.n_games >= 700
    assert contest.n_games == contest.n_planned
    assert contest.n_games == contest.n_deals * 3 == contest.n_blocks * contest.deals * 7 * 3
    assert contest.manifest()["games_requested"] == 700
    again = play(games=contest.n_games)  # what the manifest says is played again
    assert same(contest, again)


def test_units_stay_few_and_lose_nothing(monkeypatch) -> None:
    plain = played()
    monkeypatch.setattr(module, "_MOST_UNITS", 4)
    few = play()
    assert len(plain.units) == plain.n_blocks > 8
    assert len(few.units) <= 4
    assert few.n_blocks == plain.n_blocks
    assert sum(unit.points for unit in few.units).tolist() == (
        sum(unit.points for unit in plain.units).tolist()
    )
    assert {unit.n_blocks for unit in few.units[:-1]} == {few.units[0].n_blocks}


def test_ctrl_c_keeps_whole_blocks() -> None:
    told: list[int] = []

    def stop(done: int, total: int) -> None:
        if done > total / 2 and not told:
            told.append(done)
            signal.raise_signal(signal.SIGINT)

    contest = play(progress=stop, threads=2)
    assert contest.interrupted
    assert 0 < contest.n_games < contest.n_planned
    whole = played()
    assert contest.n_blocks == len(contest.units) < len(whole.units)
    assert contest.units[-1].points.tolist() == (whole.units[contest.n_blocks - 1].points.tolist())


def test_who_is_played_against_need_not_be_entered() -> None:
    contest = play(entered=["greedy", "random-legal"], against="random", players=4)
    assert contest.entered == ("greedy", "random-legal", "random")
    assert (contest.against, len(contest.line_ups)) == ("random", 4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"entered": ["greedy"]}, "1 policy entered: name 2 to 64"),
        ({"entered": ["greedy", "random", " greedy"]}, "policy 'greedy' is entered 2 times"),
        ({"entered": ["greedy", "gredy"]}, "Did you mean 'greedy'"),
        ({"games": 167}, "7 line-ups in 3 rotations on 8 deals are at least 168 games"),
        ({"line_ups": 0}, "line_ups = 0: must be a whole number from 1"),
        ({"line_ups": 2}, "at least 3, one for each player"),
        ({"players": 9}, "players = 9: must be a whole number from 2 to 8"),
        ({"against": "gredy"}, "Did you mean 'greedy'"),
    ],
)
def test_what_can_not_be_played_is_said(arguments, words) -> None:
    with pytest.raises(simkit.SimkitError) as error:
        play(**arguments)
    assert words in str(error.value)


def test_too_many_line_ups_are_refused_before_they_are_listed() -> None:
    field = [f"first:{a},{b}" for a, b in combinations(["tempura", "sashimi", "maki", "eel"], 2)]
    field += [f"first:{b},{a}" for a, b in combinations(["tempura", "sashimi", "maki", "eel"], 2)]
    with pytest.raises(InputError, match="75,570 line-ups"):
        play(entered=field, players=8, line_ups=None)
