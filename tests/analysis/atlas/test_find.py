from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analysis.atlas.find import Prior, candidates, cards_of, derived, find, known_by, search
from analysis.atlas.goals import Goal
from analysis.atlas.view import Atlas
from analysis.deltas import Deltas
from analysis.sweep.cells import Cell
from analysis.sweep.work import Outcome
from simkit.errors import InputError
from simkit.menus import legal
from tests.analysis.atlas.worlds import World, cells

CLOSER = Goal("closer", "margin", -1, "closer")
RICHER = Goal("richer", "winning_score", 1, "richer")
DELTAS = Deltas({"margin": 0.1, "winning_score": 0.1})


def _ids(found) -> list[int]:
    return [int(one) for one in found.menus["cards"]]


def _means(n: int, run: int) -> np.ndarray:
    return 6 + 0.7 * np.random.default_rng(run).normal(size=n)


def test_the_choice_is_right_as_often_as_it_says_and_intervals_hold_together() -> None:
    n, runs = 120, 20
    some = cells(n)
    right = chance = covered = in_set = 0.0
    for run in range(runs):
        true = _means(n, run)
        found = search(
            some,
            [CLOSER],
            play=World({"margin": true}).play,
            budget=70_000,
            seed=run,
            deltas=DELTAS,
        )
        ids = _ids(found)
        right += true[ids[0]] <= true.min() + 0.1
        chance += found.chance
        low, high = found.menus["margin_low"].to_numpy(), found.menus["margin_high"].to_numpy()
        covered += bool(np.all((low <= true[ids]) & (true[ids] <= high)))
        best = int(np.argmin(true))
        in_set += best in [i for i, kept in zip(ids, found.menus["best_set"], strict=True) if kept]
        assert found.n_search + found.n_fresh <= 70_000
    assert chance / runs > 0.85  # so there is something to be wrong about
    assert right / runs > chance / runs - 0.08  # 1.5 standard errors
    # at 95 % fewer than 16 of 20 happen once in 400 times
    assert covered >= runs - 4
    assert in_set >= runs - 4


def test_a_quarter_of_the_uniform_budget_is_enough() -> None:
    n, runs, budget = 400, 10, 200_000
    near, deltas = 0.03, Deltas({"margin": 0.03})
    some, right, uniform, games = cells(n), 0, 0, 0
    for run in range(runs):
        true = _means(n, 100 + run)
        world = World({"margin": true})
        found = search(some, [CLOSER], play=world.play, budget=budget, seed=run, deltas=deltas)
        games += world.games
        right += true[_ids(found)[0]] <= true.min() + near
        alike = true + 5.5 / np.sqrt(4 * budget / n) * np.random.default_rng(run).normal(size=n)
        uniform += true[np.argmin(alike)] <= true.min() + near
    assert games <= runs * budget
    print(right, uniform)
    assert right >= uniform
    assert uniform < runs  # so it is no matter of course


def test_what_cards_do_is_learned_from_a_third_of_the_menus() -> None:
    some = [
        replace(cell, kinds=kinds)
        for cell, kinds in zip(cells(3000), islice(legal(4), 3000), strict=True)
    ]
    rng = np.random.default_rng(1)
    effects = {kind: 0.35 * rng.normal() for kind in sorted({k for c in some for k in c.kinds})}
    true = np.array([6 + sum(effects[kind] for kind in cell.kinds) for cell in some])
    true += 0.1 * rng.normal(size=3000)
    world = World({"margin": true})
    found = search(
        some, [CLOSER], play=world.play, budget=480_000, seed=1, deltas=DELTAS, learns=True
    )
    where = {cards_of(cell): i for i, cell in enumerate(some)}
    ids = [where[menu] for menu in found.menus["cards"]]
    assert world.games < 256 * 3000  # fewer than a batch for each
    assert true[ids[0]] <= true.min() + 0.1
    assert int(np.argmin(true)) in ids
    assert found.chance > 0.9


def test_an_atlas_spares_the_first_round() -> None:
    n = 400
    true = _means(n, 7)
    rng = np.random.default_rng(8)
    prior = Prior((true + 0.2 * rng.normal(size=n))[None], np.full((1, n), 0.2), np.array([30.0]))
    world = World({"margin": true})
    found = search(
        cells(n), [CLOSER], play=world.play, budget=60_000, seed=1, deltas=DELTAS, prior=prior
    )
    assert world.games <= 60_000  # fewer than a batch for each
    assert true[_ids(found)[0]] <= true.min() + 0.1


def test_several_goals_give_a_list_that_leaves_nothing_out() -> None:
    n = 300
    rng = np.random.default_rng(9)
    margin, winning = 6 + 0.7 * rng.normal(size=n), 40 + 0.7 * rng.normal(size=n)
    world = World({"margin": margin, "winning_score": winning})
    deltas = Deltas({"margin": 0.3, "winning_score": 0.3})
    found = search(
        cells(n), [CLOSER, RICHER], play=world.play, budget=600_000, seed=2, deltas=deltas
    )
    listed = found.menus.filter("listed")
    ids = [int(one) for one in listed["cards"]]
    close = margin[ids][:, None] <= margin[None] + 0.3
    rich = winning[ids][:, None] >= winning[None] - 0.3
    assert (close & rich).any(axis=0).all()
    assert found.chance > 0.9
    assert found.shortfall is found.kept is found.in_set is None
    assert "chance_best" not in found.menus.columns
    assert found.menus["listed"][: len(ids)].all()


def test_nothing_depends_on_who_plays_in_which_order() -> None:
    true = _means(60, 3)

    def shuffled(jobs):
        outcomes = World({"margin": true}).play(jobs)
        np.random.default_rng(len(jobs)).shuffle(outcomes)
        return iter(outcomes)

    options = {"budget": 200_000, "seed": 5, "deltas": DELTAS}
    one = search(cells(60), [CLOSER], play=World({"margin": true}).play, **options)
    other = search(cells(60), [CLOSER], play=shuffled, **options)
    assert one.menus.equals(other.menus)
    assert one.chance == other.chance


def test_fresh_games_are_of_another_seed_and_none_is_of_a_sweep() -> None:
    seeds = []

    def play(jobs):
        seeds.append({job.cell.seed for job in jobs})
        return World({"margin": _means(60, 3)}).play(jobs)

    search(cells(60), [CLOSER], play=play, budget=100_000, seed=0, deltas=DELTAS)
    assert seeds[0] != seeds[-1]
    assert all(len(one) == 1 for one in seeds)
    assert 0 not in seeds[0] | seeds[-1]
    with pytest.raises(InputError, match="seed = -1: must be a whole number from 0"):
        derived(-1, "search")


def test_a_menu_that_can_not_be_played_is_nobodys_choice_and_is_named() -> None:
    true = _means(60, 3)
    best = str(int(np.argmin(true)))

    def play(jobs):
        for outcome, job in zip(World({"margin": true}).play(jobs), jobs, strict=True):
            broken = job.cell.rules == best
            yield Outcome(outcome.key, job.first, 0, error="it broke") if broken else outcome

    found = search(cells(60), [CLOSER], play=play, budget=100_000, deltas=DELTAS)
    assert found.failed == ((best, "it broke"),)
    assert best not in found.menus["cards"]
    with pytest.raises(InputError, match="none of the menus can be played: no"):
        search(
            cells(9),
            [CLOSER],
            play=lambda jobs: [Outcome(job.cell.key, 0, 0, error="no") for job in jobs],
            budget=100_000,
        )


def test_candidates_have_what_is_asked_for() -> None:
    found = candidates(4, ["greedy"], include=["eel", "maki", "tea"], exclude=["spoon", "pudding"])
    assert len(found) == 7 * 6 // 2 * 6 * 2
    for cell in found:
        assert {"eel", "maki", "tea"} <= set(cell.kinds)
        assert not {"spoon", "pudding"} & set(cell.kinds)
    with pytest.raises(InputError, match=r"card 'tofuu': there is none. Did you mean 'tofu'\?"):
        candidates(4, ["greedy"], include=["tofuu"])
    with pytest.raises(InputError, match="no legal menu for 4 players with maki, temaki"):
        candidates(4, ["greedy"], include=["maki", "temaki"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"budget": 10_000}, "budget = 10,000: 60 menus take 26,000 games or more"),
        ({"goals": []}, "goal: name one or several"),
        ({"goals": [CLOSER, CLOSER]}, "each measure once"),
        ({"goals": [Goal("x", "suspense", 1, "x")]}, "measure 'suspense' is unknown"),
    ],
)
def test_what_can_not_be_looked_for_is_said_in_one_line(options, words: str) -> None:
    goals = options.pop("goals", [CLOSER])
    with pytest.raises(InputError, match=words):
        search(cells(60), goals, play=World({"margin": _means(60, 3)}).play, **options)


def _atlas(some: list[Cell]) -> Atlas:
    n = len(some)
    frame = pl.DataFrame(
        {
            "policies": ["greedy"] * n,
            "players": [4] * n,
            "kinds": [list(cell.kinds) for cell in some],
            "game": ["party"] * n,
            "n_games": [100] * n,
            "key": [None] * n,
            **{
                f"margin{end}": np.arange(n, dtype=float) + i
                for i, end in enumerate(("", "_se", "_low", "_high", "_raw", "_raw_se"))
            },
        }
    )
    return Atlas(frame, *(pl.DataFrame() for _ in range(5)))


def test_what_an_atlas_knows_is_read_by_cards(tmp_path: Path) -> None:
    some = candidates(4, ["greedy"], include=["eel", "maki", "tea", "tofu", "pudding"])
    atlas = _atlas(some)
    prior = known_by(atlas, some[::-1], [CLOSER])
    assert prior.value[0].tolist() == list(range(len(some)))[::-1]
    assert (prior.se - prior.value == 1).all()
    assert prior.variance == pytest.approx([np.median(100 * (np.arange(len(some)) + 5.0) ** 2)])
    with pytest.raises(InputError, match="the atlas does not know all of the 1 menus"):
        known_by(
            atlas, candidates(4, ["greedy"], include=["eel", "maki", "tea", "spoon"])[-1:], [CLOSER]
        )
    changed = replace(some[0], rules=some[0].rules + "\n[points]\neel = [1, 2]\n")
    with pytest.raises(InputError, match="about menus as printed"):
        known_by(atlas, [changed], [CLOSER])


def test_real_games_end_with_a_menu_and_its_figures() -> None:
    from analysis.sweep.work import play

    found = find(
        3,
        [CLOSER],
        play=play,
        policies=["greedy"],
        include=["maki", "tempura", "eel", "tofu", "pudding", "tea"],
        budget=8000,
    )
    assert found.n_candidates == 7
    assert found.menus["rank"].to_list() == list(range(1, 8))
    assert (found.menus["n_fresh"] == 256).all()
    assert found.menus["margin_low"].is_not_null().all()
