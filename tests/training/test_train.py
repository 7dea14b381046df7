"""Training finds a planted optimum, goes on after a stop as if there had been none, and says what it did."""

import re
from dataclasses import replace

import numpy as np
import pytest

from simkit.errors import InputError
from simkit.policies.weights import Weights
from simkit.training.blocks import menus_of
from simkit.training.state import State, read_state
from simkit.training.train import Plan, Training, checked, mean_of
from tests.training.toy import BEST, Toy, make_player, quality

_PLAN = Plan(
    menus=("party-sampler", "random:2"),
    players=(3, 4),
    only=("tempura", "tofu"),
    blocks="kinds",
    generations=60,
    check_every=5,
    seed=3,
)
_VERSIONS = {"cma": "1"}


def _training(plan=_PLAN, arena=None, state=None):
    state = state or State(plan.plain(), Weights(), _VERSIONS)
    menus = menus_of(plan.menus, plan.players)
    return Training(plan, menus, arena or Toy(), state, make_player)


def _all(training):
    return list(training.generations())


@pytest.mark.parametrize("blocks", ["all", "kinds"])
def test_a_planted_optimum_is_found(blocks):
    plan = replace(_PLAN, blocks=blocks, generations=120 if blocks == "all" else 60)
    training = _training(plan)
    progress = _all(training)
    assert len(progress) == training.total == 120
    for kind, ends in BEST.items():
        assert np.abs(np.array(training.best.weights[kind]).T - ends).max() < 0.3
    gain = training.gain()
    assert gain.low < gain.value < gain.high
    assert gain.value == pytest.approx(-quality(Weights()), abs=0.05)


def test_a_best_response_to_a_fixed_opponent_is_found():
    plan = replace(_PLAN, against="weighted", generations=40)
    training = _training(plan)
    training.opponent = make_player(Weights({"tempura": ((1.0,) * 4, (-1.0,) * 4)}))
    _all(training)
    assert training.renewals >= 2
    want = quality(training.best) - quality(training.opponent.data)
    assert training.gain().value == pytest.approx(want, abs=0.02)


def test_a_training_that_was_stopped_ends_as_one_that_was_not(tmp_path):
    plan = replace(_PLAN, generations=12)
    whole = _training(plan)
    _all(whole)
    path = tmp_path / "state.json"
    state = State(plan.plain(), Weights(), _VERSIONS)
    for calls in (1, 6, 8):  # the second stop falls into a check
        training = _training(plan, Toy(stop_after=calls), state)
        with pytest.raises(KeyboardInterrupt):
            _all(training)
        training.state.write(path)
        state = read_state(path, _VERSIONS)
    assert 10 <= len(state.generations) < 24
    assert Plan.of(state.settings) == plan
    rest = _training(plan, state=state)
    left = 24 - len(state.generations)
    assert len(_all(rest)) == left
    assert rest.best == whole.best
    assert rest.state.generations == whole.state.generations
    assert rest.provenance(rest.gain()) == whole.provenance(whole.gain())


def test_another_pass_goes_on_where_the_first_ended():
    one = _training(replace(_PLAN, generations=5))
    _all(one)
    state = State(one.state.settings, Weights(), _VERSIONS, list(one.state.generations))
    two = _training(replace(_PLAN, generations=5, passes=2), state=state)
    assert [p.number for p in two.generations()] == list(range(11, 21))
    assert two.renewals > one.renewals


def test_the_seed_decides_all():
    first, same, other = (_training(replace(_PLAN, generations=5, seed=s)) for s in (1, 1, 2))
    for training in (first, same, other):
        _all(training)
    assert first.state.generations == same.state.generations
    assert first.state.generations != other.state.generations


def test_the_global_random_state_is_left_alone():
    np.random.seed(5)
    before = np.random.get_state()[1].copy()
    _all(_training(replace(_PLAN, generations=3)))
    assert (np.random.get_state()[1] == before).all()


def test_weights_stay_within_the_bound_and_as_in_files():
    training = _training(replace(_PLAN, generations=30, sigma=4.0))
    _all(training)
    numbers = np.array(list(training.best.weights.values()))
    assert np.abs(numbers).max() <= 8.0
    assert (numbers == np.round(numbers, 3)).all()


def test_provenance_says_what_was_done():
    training = _training(replace(_PLAN, generations=5))
    _all(training)
    found = training.provenance(training.gain())
    assert found["menus"] == ["party-sampler", "random:2"]
    assert found["generations_done"] == found["generations_total"] == 10
    assert found["cma"] == "1"
    assert found["result"]["low"] < found["result"]["value"] < found["result"]["high"]


def test_an_interval_covers_the_menus_where_they_are_drawn():
    margins = np.array([[1.0, 1.1, 0.9, 1.0], [3.0, 3.1, 2.9, 3.0]])
    fixed, drawn = mean_of(margins, drawn=False), mean_of(margins, drawn=True)
    assert fixed[0] == drawn[0] == 2.0
    assert drawn[1] == 1.0  # half the difference of two menus
    assert fixed[1] == pytest.approx(margins[0].std(ddof=1) / np.sqrt(8))
    assert (fixed[2], drawn[2]) == (6.0, 1.0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"menus": ()}, "--menu: name a menu"),
        ({"games": 100}, "--games = 100: must be a whole number from 256"),
        ({"check_every": 0}, "--check-every = 0: must be a whole number from 1"),
        ({"population": 2}, "--population = 2: must be a whole number from 4"),
        ({"sigma": 0.0}, "--sigma 0.0: must be from 0.05 to 8 points."),
    ],
)
def test_a_bad_plan_is_said_in_one_line(change, said):
    with pytest.raises(InputError, match=re.escape(said)):
        checked(replace(_PLAN, **change))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "there is no training to resume"),
        ("{", "this is no state of a training"),
        ('{"schema": "other"}', "this is no state of a training"),
        (
            '{"schema": "simkit/training/1", "versions": {"cma": "0"}, "settings": {}, "start": {}, '
            '"generations": []}',
            "was written with cma 0, here is 1; start anew from the weights so far (--start).",
        ),
    ],
)
def test_a_bad_state_is_said_in_one_line(tmp_path, text, said):
    path = tmp_path / "state.json"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=re.escape(said)):
        read_state(path, _VERSIONS)
