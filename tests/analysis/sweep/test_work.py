from pathlib import Path

import numpy as np
import pytest

from analysis.sweep.cells import Cell
from analysis.sweep.statistics import columns
from analysis.sweep.work import Job, Outcome, Precision, play
from simkit import simulate
from simkit.menus import build, load


def cell(menu: str = "party/sushi-go", players: int = 3, *policies: str, **more: object) -> Cell:
    return Cell.of(load(menu), players, policies or ("greedy",), **more)


def played(one: Cell, games: int, first: int = 0) -> Outcome:
    (outcome,) = play([Job(one, first, games)])
    assert not outcome.error
    return outcome


def total(*outcomes: Outcome) -> list[int]:
    return np.sum([one.sums for one in outcomes], axis=0).tolist()


@pytest.mark.parametrize("cut", [1, 255, 256, 300, 999])
def test_games_may_be_cut_anywhere(cut: int) -> None:
    one = cell()
    whole = played(one, 1000)
    before, after = played(one, cut), played(one, 1000, cut)
    assert (after.first, after.n_games) == (cut, 1000 - cut)
    assert total(before, after) == list(whole.sums)


@pytest.mark.parametrize(
    ("menu", "players", "policies"),
    [
        ("master-menu", 4, ("weighted",)),
        ("party/sushi-go", 2, ("greedy", "random")),
        ("go", 5, ("greedy",)),
        ("go/dummy", 2, ("random",)),
    ],
)
def test_they_are_the_games_of_simulate(menu: str, players: int, policies: tuple[str, ...]) -> None:
    one = cell(menu, players, *policies, rotate=True)
    sums = dict(zip(columns(), played(one, 700).sums, strict=True))
    specs = policies if len(policies) > 1 else policies * players
    batch = simulate(
        menu, players=players, games=700, policies=specs, seed=one.game_seed, rotate=True
    )
    scores = batch.total().score[3, :players]
    assert sums["sum_score"] == scores.sum()
    assert sums["sum_players"] == 700 * players


def test_a_cell_is_known_by_what_decides_its_games() -> None:
    menu = load("party/sushi-go")
    same = Cell.of(build({"name": "Mine", "cards": menu.kinds}), 3, ["greedy"])
    assert same == cell()
    others = [
        cell(players=4),
        cell("go"),
        cell("party/sushi-go", 3, "weighted"),
        cell(rotate=True),
        cell(seed=1),
        Cell.of(build({"name": "a", "cards": menu.kinds, "points": {"wasabi": 2}}), 3, ["greedy"]),
    ]
    keys = {one.key for one in (same, *others)}
    assert len(keys) == 1 + len(others)
    assert cell("party/sushi-go", 3, "weighted").game_seed == same.game_seed  # the same deals


def test_a_changed_policy_file_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('prefer = ["tempura"]')
    one = cell("party/sushi-go", 2, f"first:{file}")
    assert not played(one, 10).error
    file.write_text('prefer = ["sashimi"]')
    other = cell("party/sushi-go", 2, f"first:{file}")
    assert other.key != one.key
    (outcome,) = play([Job(one, 0, 10)])
    assert "is not what it was when the sweep began" in outcome.error


def test_a_cell_that_fails_harms_no_other() -> None:
    jobs = [
        Job(cell("dinner-for-two", 8), 0, 10),
        Job(cell("party/sushi-go", 3, "no-such-policy"), 0, 10),
        Job(cell(), 0, 10),
    ]
    cards, policy, fine = play(jobs)
    assert "needs 56 cards" in cards.error
    assert "policy 'no-such-policy' is unknown" in policy.error
    assert "\n" not in cards.error + policy.error
    assert fine.n_games == 10
    assert not fine.error


def test_a_precision_is_reached_the_same_way_from_anywhere() -> None:
    one, narrow = cell(), Precision("score", 0.25, 50_000)
    (whole,) = play([Job(one, 0, narrow)])
    (first,) = play([Job(one, 0, Precision("score", 0.5, 50_000))])
    (second,) = play([Job(one, first.n_games, narrow, first.sums)])
    assert first.n_games < whole.n_games < 50_000
    assert first.n_games + second.n_games == whole.n_games
    assert total(first, second) == list(whole.sums)
    sums = {name: np.array([x]) for name, x in zip(columns(), whole.sums, strict=True)}
    found = narrow.interval(np.array([whole.n_games]), sums)
    assert found.high[0] - found.value[0] <= 0.25


def test_a_precision_out_of_reach_ends_at_the_most_games() -> None:
    (outcome,) = play([Job(cell(), 0, Precision("tie", 1e-6, 2_000))])
    assert outcome.n_games == 2_000
