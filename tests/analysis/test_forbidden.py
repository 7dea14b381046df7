"""Forbidding a kind: by hand, on planted games, and on games whose points are counted card by card."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.forbidden import Forbidden, banned, forbidden_sums, lineup_with_ban
from simkit import observe
from simkit.experiment import BLOCK, Arm
from simkit.schema import SHARE
from tests.analysis.toy_played import EFFECT, SEATS, WIN_EFFECT, bans, bias, counted_menu, played


def of(free, bound, kind: int = 0) -> Forbidden:
    return Forbidden(forbidden_sums(free, bound, kind), free.n_seats)


game = st.tuples(st.integers(-20, 90), st.integers(-20, 90), st.integers(0, 3), st.integers(0, 3))


@given(st.lists(game, min_size=2, max_size=30))
@settings(max_examples=50)
def test_values_are_what_their_definitions_say(games) -> None:
    mine, mine_bound, copies, copies_bound = np.array(games).T
    free, bound = (
        played(np.stack([x, np.full(len(games), 30)]), taken=np.stack([c, 0 * c])[:, None])
        for x, c in ((mine, copies), (mine_bound, copies_bound))
    )
    got = of(free, bound)
    took = [copies > 0 for _, _, copies, _ in games]

    def index(score: int) -> float:
        return 2.0 if score > 30 else 1.0 if score == 30 else 0.0

    for what, value in (("score", float), ("win", index)):
        u, v = [value(a) for a, *_ in games], [value(b) for _, b, *_ in games]
        w = [x for x, t in zip(u, took, strict=True) if t]
        w_bound = [x for x, t in zip(v, took, strict=True) if t]
        rest = [x for x, t in zip(u, took, strict=True) if not t]
        apart = np.array(u) - np.array(v)
        found = got.forbid_value(what)
        assert found.value == pytest.approx(apart.mean())
        assert found.se == pytest.approx(apart.std(ddof=1) / np.sqrt(len(games)), abs=1e-9)
        effect = np.mean(w) - np.mean(w_bound) if w else np.nan
        raw = np.mean(w) - np.mean(rest) if w and rest else np.nan
        assert got.taken_effect(what).value == pytest.approx(effect, nan_ok=True)
        assert got.with_without(what).value == pytest.approx(raw, nan_ok=True)
        assert got.selection_bias(what).value == pytest.approx(raw - effect, nan_ok=True)
    left = copies_bound.sum() / copies.sum() if copies.any() else np.nan
    assert got.still_taken().value == pytest.approx(left, nan_ok=True)


def test_errors_are_those_of_games_that_are_paired() -> None:
    free, bound = bans(np.random.default_rng(1), 3000)
    got, took = of(free, bound), free.taken[0, 0] > 0
    u, v = (g.total[-1, 0].astype(float) for g in (free, bound))

    def se(x):
        return x.std(ddof=1) / np.sqrt(len(x))

    assert got.taken_effect().se == pytest.approx(se((u - v)[took]))
    assert got.with_without().se == pytest.approx(np.hypot(se(u[took]), se(u[~took])))
    assert got.selection_bias().se == pytest.approx(np.hypot(se(v[took]), se(u[~took])))
    reduction = (u.var() + v.var()) / (u - v).var()
    assert got.variance_reduction() == pytest.approx(reduction)


def test_the_planted_effect_is_found_and_with_and_without_misses_it_by_the_planted_bias() -> None:
    """Five numbers within 4 standard errors each: a false alarm in 3 of 10,000 seeds."""
    got = of(*bans(np.random.default_rng(2), 40_000))
    for found, truth in (
        (got.forbid_value(), EFFECT / 2),
        (got.taken_effect(), EFFECT),
        (got.taken_effect("win"), SEATS * WIN_EFFECT),
        (got.with_without(), EFFECT + bias()),
        (got.selection_bias(), bias()),
    ):
        assert abs(found.value - truth) < 4 * found.se
    assert got.with_without().high < 0 < got.taken_effect().low  # the wrong sign
    raw = got.with_without("win").value - got.taken_effect("win").value
    assert got.selection_bias("win").value == pytest.approx(raw)


@pytest.mark.parametrize("what", ["score", "win"])
def test_intervals_hold_the_planted_effects(what) -> None:
    """400 runs of 300 games: the truth is inside in 95 % ± 4.4 (4 standard errors)."""
    rng, unit = np.random.default_rng(3), EFFECT if what == "score" else SEATS * WIN_EFFECT
    runs = [of(*bans(rng, 300)) for _ in range(400)]
    truths = {"forbid_value": unit / 2, "taken_effect": unit}
    if what == "score":
        truths |= {"with_without": EFFECT + bias(), "selection_bias": bias()}
    for name, truth in truths.items():
        found = [getattr(one, name)(what) for one in runs]
        held = np.mean([one.low <= truth <= one.high for one in found])
        assert abs(held - 0.95) < 0.044, name
    raw = [one.with_without() for one in runs]
    assert np.mean([one.low <= EFFECT <= one.high for one in raw]) < 0.02


def test_of_a_kind_that_is_rarely_taken_nothing_is_known_until_it_has_been_seen() -> None:
    rng = np.random.default_rng(4)
    never = of(*bans(rng, 500, wanted=1e-9))
    assert never.forbid_value().value == 0
    assert np.isnan([never.taken_effect().value, never.selection_bias().value]).all()
    twice = played(np.full((2, 90), 30), taken=np.eye(1, 90, dtype=int)[None].repeat(2, axis=0))
    same = of(twice, twice)
    assert same.taken_effect().value == 0
    assert np.isnan(same.taken_effect().low)  # one game without effect says little


def test_bans_are_policies() -> None:
    assert banned("rule", "tempura") == "rule+forbid=tempura"
    assert lineup_with_ban("rule", 3, "eel") == ["rule+forbid=eel", "rule", "rule"]


def test_on_real_games_values_are_counts_of_copies() -> None:
    """Players who draw their cards do not look at points: these are games of the same course."""
    table = lineup_with_ban("random", 4, "tempura")
    menus = [counted_menu(points) for points in (4, 5)]
    arms = [
        Arm(menu, 4, who, rotate=True, house=True) for menu in menus for who in ("random", table)
    ]
    (four, four_bound, five, five_bound), *_ = observe(arms, list, games=BLOCK, seed=3)
    kind = menus[0].kinds.index("tempura")
    copies, bound = (g.taken[0, kind].astype(int) for g in (four, four_bound))
    assert np.array_equal(five.taken, four.taken)
    assert np.array_equal(five_bound.taken, four_bound.taken)
    lower, higher = of(four, four_bound, kind), of(five, five_bound, kind)
    for one, points in ((lower, 4), (higher, 5)):
        assert one.forbid_value().value == pytest.approx(points * (copies - bound).mean())
        took = copies > 0
        assert one.taken_effect().value == pytest.approx(points * (copies - bound)[took].mean())
        assert one.with_without().value == pytest.approx(points * copies[took].mean())
        # who takes none has none to lose: the bias is what would have come all the same
        assert one.selection_bias().value == pytest.approx(points * bound[took].mean(), abs=1e-9)
        assert one.still_taken().value == pytest.approx(bound.sum() / copies.sum())
    # everybody gets a fourth of the cards that are dealt, as all are taken
    share = four.dealt[:, :, list(menus[0].card_ids).index("tempura")].sum() / 4 / BLOCK
    assert abs(copies.mean() - share) < 4 * copies.std() / np.sqrt(BLOCK)
    assert four.win.sum() == SHARE * BLOCK
