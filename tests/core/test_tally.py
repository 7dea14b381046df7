"""The tallies and the records of a batch are those of its games, one by one."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from simkit.batch import Batch
from simkit.menus import Menu, build
from simkit.runner import simulate
from simkit.schema import TALLY_SHAPES
from simkit.transcript import replay
from tests.core import games
from tests.core.recount import Recount, kinds_by_card, plays_by_kind, points_by_kind

N = 300  # one full batch of 256 games and a part of the next
SEED = 20

OWN_MENUS: dict[str, dict[str, Any]] = {
    "menu and special order": {
        "cards": ["uramaki", "tofu", "eel", "onigiri", "menu", "special-order", "fruit"]
    },
    "takeout box and chopsticks": {
        "cards": ["maki", "edamame", "eel", "dumpling", "takeout-box", "chopsticks", "pudding"]
    },
    "all actions": {
        "cards": [
            *("uramaki", "miso-soup", "chopsticks", "spoon", "menu", "takeout-box", "wasabi"),
            *("special-order", "pudding", "tea"),
        ]
    },
    "far scores": {
        "cards": ["tempura", "sashimi", "pudding"],
        "points": {"tempura": [0, -100, 100], "sashimi": [0, 100, -100, 0, 100]},
        "counts": {"tempura": 10, "sashimi": 20},
    },
    "go for eight": {
        "game": "go",
        "cards": ["maki", "tempura", "chopsticks", "soy-sauce", "pudding"],
        "counts": {"chopsticks": 30, "tempura": 60, "soy-sauce": 20},
        "variants": {"pass": "both ways"},
        "deal": {"hand_size": 4},
    },
    "few tokens": {
        "game": "roll",
        "dice": {"special": {"dice": 12}, "pudding": {"dice": 8}},
        "tokens": {"start": {"menu": 1}, "supply": {"menu": 10, "chopsticks": 17, "pudding": 7}},
        "deal": {"dice": 4},
    },
}

CASES: dict[str, tuple[str, int, tuple[str, ...]]] = {
    "chopsticks and spoon": ("big-banquet", 4, ("greedy", "first", "greedy", "random")),
    "chopsticks and spoon, all moves": ("big-banquet", 3, ("random-legal", "greedy", "random")),
    "eight": ("big-banquet", 8, ("greedy",) * 8),
    "two": ("sushi-go", 2, ("greedy", "random")),
    "menu and special order": ("menu and special order", 4, ("random-legal", "greedy") * 2),
    "special order, first": ("points-platter", 5, ("first",) * 5),
    "takeout box": ("master-menu", 6, ("greedy", "random-legal", "first") * 2),
    "takeout box and chopsticks": ("takeout box and chopsticks", 3, ("random-legal",) * 3),
    "soy sauce": ("cutthroat-combo", 7, ("random",) * 7),
    "all actions": ("all actions", 4, ("random-legal", "greedy", "first", "random")),
    "far scores": ("far scores", 3, ("greedy", "random", "first")),
    "go, dummy": ("go/dummy", 2, ("random-legal", "greedy")),
    "go, both ways": ("go/both-ways", 4, ("greedy", "random-legal", "first", "random")),
    "go, eight": ("go for eight", 8, ("random-legal", "greedy", "first", "random") * 2),
    "roll, two": ("roll/sushi-roll", 2, ("greedy", "random-legal")),
    "roll, three": ("roll/sushi-roll", 3, ("random-legal", "first", "greedy")),
    "roll, eight": ("few tokens", 8, ("random-legal", "greedy", "first", "random") * 2),
}


FEW = {"go, both ways": 60, "go, eight": 60, "roll, two": 60, "roll, eight": 60}
"""Games of cases that need not go on into a second batch."""


def _menu(name: str) -> Menu:
    if name in games.ALL:
        return games.ALL[name]
    return build({"name": name} | OWN_MENUS[name], house=True)


@cache
def transcripts(case: str) -> list[dict[str, Any]]:
    name, players, lineup = CASES[case]
    menu, house = _menu(name), name in OWN_MENUS
    return [
        replay(menu, players=players, policies=lineup, seed=SEED, game=game, house=house).data
        for game in range(FEW.get(case, N))
    ]


@cache
def batch(case: str, records: Path | None = None) -> Batch:
    name, players, lineup = CASES[case]
    return simulate(
        _menu(name),
        players=players,
        policies=lineup,
        seed=SEED,
        games=FEW.get(case, N),
        house=name in OWN_MENUS,
        records=records,
        threads=2,
    )


@pytest.mark.parametrize("case", CASES)
def test_tallies_are_those_of_the_games(case: str) -> None:
    name, players, _ = CASES[case]
    counted = Recount(_menu(name), players).add_all(transcripts(case))
    (tally,) = batch(case).tallies
    for field in TALLY_SHAPES:
        got, expected = np.asarray(tally[field]), counted[field]
        wrong = np.argwhere(got != expected)
        assert wrong.size == 0, f"{field} at {wrong[0]}: {got[got != expected][0]}"


@pytest.mark.parametrize("case", ["all actions", "go, dummy", "roll, three"])
def test_blocks_are_those_of_the_games(case: str) -> None:
    """300 games are one batch and a part of the next: blocks of 18 or 19 games in order."""
    name, players, _ = CASES[case]
    blocks, told = batch(case).blocks, transcripts(case)
    assert blocks.shape == (16, 1)
    assert ("seen" in blocks.dtype.names) == case.startswith("roll")
    for block, mine in enumerate(blocks[:, 0]):
        here = told[block * N // 16 : (block + 1) * N // 16]
        counted = Recount(_menu(name), players).add_all(here)
        for field in blocks.dtype.names:
            got = np.asarray(mine[field])
            assert (got == counted[field][tuple(slice(n) for n in got.shape)]).all(), field


def test_the_cases_have_every_way_and_every_bin() -> None:
    """The games above reach every way of a card in every round, ties, both ends of the bins."""
    total = {field: 0 * np.asarray(batch("two").tallies[0][field]) for field in TALLY_SHAPES}
    for case in CASES:
        for field in TALLY_SHAPES:
            total[field] = total[field] + batch(case).tallies[0][field]
    assert (total["flow"].sum(axis=(2, 3, 4)) > 0).all()
    assert (total["lead"].sum(axis=1)[:, :3] > 0).all()
    assert total["score_hist"][3, :, 0].sum() > 0
    assert total["score_hist"][3, :, -1].sum() > 0


@pytest.mark.parametrize("case", CASES)
def test_records_are_those_of_the_games(case: str, tmp_path: Path) -> None:
    name, players, _ = CASES[case]
    menu = _menu(name)
    kept = batch(case, tmp_path)
    assert kept.tallies[0].tobytes() == batch(case).tallies[0].tobytes()
    rows = pq.read_table(tmp_path / "games.parquet").to_pylist()
    seats = menu.seats_for(players)
    assert len(rows) == FEW.get(case, N) * seats
    kind_of = kinds_by_card(menu)
    for game, transcript in enumerate(transcripts(case)):
        points, taken = points_by_kind(transcript), plays_by_kind(transcript, kind_of)
        desserts = [sum(mine.values()) for mine in transcript["dessert_points"]]
        for seat in range(seats):
            row = rows[game * seats + seat]
            rounds = [sum(part["points"][seat].values()) for part in transcript["rounds"]]
            expected: dict[str, Any] = {
                "game": game,
                "seat": seat,
                **{f"round_{r}": score for r, score in enumerate(rounds, start=1)},
                "desserts": desserts[seat],
                "score": transcript["totals"][seat],
                "dessert_cards": transcript["dessert_cards"][seat],
                "win": pytest.approx(transcript["win_share"][seat]),
            }
            for kind in menu.kinds:
                expected[f"points_{kind}"] = points[seat].get(kind, 0)
                expected[f"taken_{kind}"] = taken[seat].get(kind, 0)
            assert row == expected


def test_a_special_order_is_taken_as_a_special_order() -> None:
    """A menu where it can only ever copy: nobody takes the copied kind by it."""
    data = {"name": "Copies", "cards": ["special-order", "tofu"], "deal": {"hand_size": 4}}
    menu = build(data, house=True)
    kinds = list(menu.kinds)
    played = simulate(menu, players=2, games=N, policy="greedy", seed=1, house=True).total()
    counted = Recount(menu, 2).add_all(
        replay(menu, players=2, policy="greedy", seed=1, game=game, house=True).data
        for game in range(N)
    )
    orders = kinds.index("special-order")
    assert played.both[0, orders, orders] == counted["both"][0, orders, orders] > 0
    assert (played.both == counted["both"]).all()
