from collections.abc import Sequence

import numpy as np
import pytest

from analysis.atlas.advise import advise
from analysis.atlas.goals import Goal
from analysis.moments import Moments
from analysis.sweep.cells import Cell
from simkit.errors import InputError, MenuError
from simkit.menus import Menu
from tests.analysis.atlas.worlds import World

CLOSER = Goal("closer", "margin", -1, "closer")
RICHER = Goal("richer", "winning_score", 1, "richer")
MENU = "my-first-meal"
EFFECTS = {
    "margin": {"sashimi": 0.9, "edamame": -0.5},
    "winning_score": {"sashimi": 2.0, "tea": -1.0},
}
"""What a card does, wherever it is; all others do nothing."""


def _true(measure: str, kinds: Sequence[str], effects=EFFECTS) -> float:
    return {"margin": 6.0, "winning_score": 50.0}[measure] + sum(
        effects[measure].get(kind, 0) for kind in kinds
    )


class Planted:
    """Menus in which cards do what `effects` says; fresh games share their luck but for a part."""

    def __init__(self, effects=EFFECTS) -> None:
        self._effects = effects
        self.seeds: set[int] = set()
        self.menus: list[Menu] = []

    def play(self, jobs):
        self.seeds |= {job.cell.seed for job in jobs}
        return World({name: self._mean(name) for name in self._effects}).play(jobs)

    def fresh(self, menus: Sequence[Menu], games: int, seed: int) -> Moments:
        assert seed not in self.seeds
        self.menus = list(menus)
        rng = np.random.default_rng(seed % 2**32)
        names, rows = [], []
        shared = rng.normal(0, 5, (2, games))
        entries = {"margin": "margin", "winning_score": "winning"}
        for arm, menu in enumerate(menus):
            for i, (name, entry) in enumerate(entries.items()):
                if name not in self._effects:
                    continue
                true = _true(name, menu.kinds, self._effects)
                names.append(f"{arm}/{entry}")
                noise = shared[i] + rng.normal(0, 1, games)
                rows.append(np.rint(true + noise + rng.uniform(-0.5, 0.5, games)).astype(int))
        return Moments.of(names, np.stack(rows))

    def _mean(self, name: str):
        def of(cell: Cell) -> float:
            return _true(name, cell.kinds, self._effects)

        return of


def _advise(planted: Planted, goals=(CLOSER,), **options):
    options = {"swaps": (1,), "budget": 150_000, "seed": 1} | options
    return advise(MENU, 4, goals, play=planted.play, fresh=planted.fresh, **options)


def test_the_swap_that_was_planted_is_found_with_its_size() -> None:
    planted = Planted()
    found = _advise(planted)
    best = found.swaps.row(0, named=True)
    assert (best["swap"], best["verdict"]) == ("sashimi → edamame", "better")
    assert best["difference"] == pytest.approx(-1.4, abs=0.1)
    assert best["difference_low"] < -1.4 < best["difference_high"]
    assert best["before"] == pytest.approx(6.9, abs=0.2)
    assert best["after"] - best["before"] == pytest.approx(best["difference"])
    (screened,) = found.screened
    assert (screened.n_cards, screened.n_swaps) == (1, 31)
    assert screened.chance > 0.95
    assert planted.menus[0].name == "My First Meal"
    assert screened.n_games + len(planted.menus) * found.n_games <= 150_000


def test_two_cards_are_screened_and_told_by_themselves() -> None:
    found = _advise(Planted(), swaps=(1, 2), budget=1_000_000)
    assert [one.n_swaps for one in found.screened] == [31, 337]
    assert sorted(found.swaps["n_cards"].to_list()) == [1, 1, 1, 1, 2, 2, 2, 2]
    two = found.swaps.filter(n_cards=2)
    assert two["swap"].str.contains("sashimi → ").all()


def test_several_goals_are_told_one_by_one_and_the_front_is_marked() -> None:
    found = _advise(Planted(), (CLOSER, RICHER), budget=600_000)
    assert found.swaps["goal"].to_list()[:2] == ["closer", "richer"]
    assert found.swaps.height == 2 * found.swaps["swap"].n_unique()
    on_front = found.swaps.filter("front")
    best = {row["swap"]: row for row in on_front.filter(goal="richer").to_dicts()}
    assert any(swap.startswith("tea → ") for swap in best)  # richer at no cost
    assert any(swap == "sashimi → edamame" for swap in best)  # closer, at the cost of points
    assert best["sashimi → edamame"]["verdict"] == "worse"
    helps = next(row for swap, row in best.items() if swap.startswith("tea → "))
    assert helps["difference"] == pytest.approx(1.0, abs=0.15)


def test_where_no_swap_does_anything_none_is_called_better() -> None:
    wrong = missed = 0
    for seed in range(15):
        found = _advise(Planted({"margin": {}}), seed=seed, budget=60_000)
        wrong += bool(found.swaps["verdict"].is_in(["better", "worse"]).any())
        low, high = found.swaps["difference_low"], found.swaps["difference_high"]
        missed += not ((low <= 0) & (high >= 0)).all()
    assert wrong <= 3  # of 15, 0.75 expected at the most
    assert missed <= 3


def test_what_can_not_be_told_says_how_many_games_it_takes() -> None:
    found = _advise(Planted({"margin": {"sashimi": 0.5}}), budget=24_000)
    unknown = found.swaps.filter(verdict="can't tell")
    if unknown.height:
        assert (unknown["more"].drop_nulls() > 0).all()
    assert set(found.swaps["verdict"]) <= {
        "better",
        "worse",
        "equivalent",
        "different but small",
        "can't tell",
    }


def test_the_same_seed_is_the_same_advice() -> None:
    one, other = _advise(Planted()), _advise(Planted())
    assert one.swaps.equals(other.swaps)
    assert not one.swaps.equals(_advise(Planted(), seed=2).swaps)


def test_real_games_are_the_same_in_all_menus() -> None:
    from analysis.sweep.work import play

    options = {"play": play, "policies": ["greedy"], "swaps": (1,), "budget": 30_000}
    found = advise(MENU, 4, [CLOSER, Goal("comebacks", "comeback_2", 1, "")], **options)
    assert found.swaps["measure"].to_list()[:2] == ["margin", "comeback_2"]
    assert found.swaps["before"].n_unique() == 2
    assert (found.swaps["n_games"] == found.n_games).all()
    again = advise(MENU, 4, [CLOSER, Goal("comebacks", "comeback_2", 1, "")], threads=1, **options)
    assert again.swaps.equals(found.swaps)


def test_what_can_not_be_advised_is_said_in_one_line() -> None:
    planted = Planted()
    with pytest.raises(InputError, match="budget = 5,000: too few games to screen 31 swaps"):
        _advise(planted, budget=5000)
    with pytest.raises(MenuError, match="choose a menu of Sushi Go Party!"):
        advise("go", 4, [CLOSER], play=planted.play)
    with pytest.raises(InputError, match="goal: name one or several"):
        _advise(planted, ())
