"""Cards tried once a game: by hand, on planted games, and on real games in which their worth can be counted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.pick_value import PickValues, pick_sums
from simkit import observe
from simkit.experiment import BLOCK, Arm
from simkit.played import Tries
from tests.analysis.toy_played import HAND, SEATS, TURNS, PlantedTries, counted_menu, played

MENU = counted_menu()
CARD = MENU.card_ids[0]


def values(base, tried, n_turns: int = TURNS) -> PickValues:
    return PickValues(MENU, n_turns, SEATS, pick_sums(base, tried, n_turns))


def same_tries(n: int, **columns) -> Tries:
    made = {name: np.zeros(n, np.uint8) for name in ("kind", "round_", "turn", "card", "other")}
    return Tries(**made | {name: np.asarray(x) for name, x in columns.items()})


score = st.integers(0, 40)
one_try = st.tuples(
    st.integers(0, 5),  # occasions
    st.integers(0, TURNS - 1),
    st.booleans(),
    st.lists(score, min_size=2 * SEATS, max_size=2 * SEATS),
)


@given(st.lists(one_try, min_size=1, max_size=25))
@settings(max_examples=50)
def test_values_are_what_their_definitions_say(games) -> None:
    n = len(games)
    occasions, turn, picked = (np.array([game[i] for game in games]) for i in range(3))
    scores = np.array([game[3] for game in games]).T
    tries = same_tries(n, occasions=occasions, turn=turn, was_picked=picked)
    base, tried = played(scores[:SEATS]), played(scores[SEATS:], tries=tries)
    got = values(base, tried)

    def mean(of, here) -> float:
        chosen = [g for g in range(n) if occasions[g] and here(g)]
        top = sum(int(occasions[g]) * of(g) for g in chosen)
        return top / sum(int(occasions[g]) for g in chosen) if chosen else np.nan

    def gain(g: int, x: np.ndarray, seat: int = 0) -> float:
        with_, without = (x[:SEATS], x[SEATS:]) if picked[g] else (x[SEATS:], x[:SEATS])
        return float(with_[seat, g] - without[seat, g])

    wins = np.concatenate([games.win for games in (base, tried)]) / 840
    for t in (None, *range(TURNS)):

        def at(g: int, t=t) -> bool:
            return t is None or turn[g] == t

        expected = mean(lambda g: gain(g, scores), at)
        assert got.points([CARD], t).value == pytest.approx(expected, nan_ok=True)
        expected = mean(lambda g: SEATS * gain(g, wins), at)
        assert got.win_index([CARD], t).value == pytest.approx(expected, nan_ok=True)
        assert got.n_tried([CARD], t) == sum(at(g) and occasions[g] > 0 for g in range(n))
    unwanted = mean(
        lambda g: -sum(gain(g, scores, p) for p in range(1, SEATS)), lambda g: not picked[g]
    )
    assert got.denial([CARD]).value == pytest.approx(unwanted, nan_ok=True)
    left = mean(lambda g: -gain(g, scores, 1), lambda g: not picked[g])
    assert got.denial_left([CARD]).value == pytest.approx(left, nan_ok=True)
    moved = mean(
        lambda g: sum(abs(gain(g, scores, p)) for p in range(1, SEATS)) / (SEATS - 1),
        lambda g: True,
    )
    assert got.interaction().value == pytest.approx(moved, nan_ok=True)


def test_blocks_add_up() -> None:
    planted = PlantedTries()
    parts = [planted.games(np.random.default_rng(seed), 300) for seed in (1, 2)]
    whole = pick_sums(*parts[0], TURNS) + pick_sums(*parts[1], TURNS)
    assert whole.n == 600
    one = PickValues(MENU, TURNS, SEATS, whole)
    assert one.n_tried([CARD]) == 600
    assert one.points([CARD], 1).n == 600


def test_the_planted_worth_is_found_by_weights_only() -> None:
    """Occasions of a game stand for each other: games with many are drawn as often as those with one."""
    planted = PlantedTries()
    base, tried = planted.games(np.random.default_rng(3), 40_000)
    got = values(base, tried)
    for turn in (None, *range(TURNS)):
        found = got.points([CARD], turn)
        assert abs(found.value - planted.truth(turn)) < 4 * found.se
    # as if each game stood for one hand
    once = same_tries(
        40_000,
        occasions=np.ones(40_000, int),
        turn=tried.tries.turn,
        was_picked=tried.tries.was_picked,
    )
    plain = values(base, played(tried.total[-1], tries=once)).points([CARD])
    share, rare = planted.share_often, np.dot(planted.first_only, planted.worth)
    per_game = (1 - share) * rare + share * (np.mean(planted.worth) - planted.often)
    assert abs(plain.value - per_game) < 4 * plain.se
    assert abs(per_game - planted.truth()) > 20 * plain.se
    assert (got.denial([CARD]).value, got.denial_left([CARD]).value) == (3, 2)
    assert 0 < got.interaction().value < 1


def test_intervals_hold_the_planted_worth() -> None:
    """300 runs of 400 games: the truth is inside in 95 % ± 5 (4 standard errors)."""
    planted, rng = PlantedTries(), np.random.default_rng(4)
    runs = [values(*planted.games(rng, 400)) for _ in range(300)]
    for turn in (None, *range(TURNS)):
        found = [one.points([CARD], turn) for one in runs]
        held = np.mean([one.low <= planted.truth(turn) <= one.high for one in found])
        assert abs(held - 0.95) < 0.05, turn


def test_a_few_tries_that_are_alike_have_no_interval() -> None:
    tries = same_tries(
        90, occasions=np.arange(90) < 5, turn=np.zeros(90, int), was_picked=np.zeros(90, bool)
    )
    final = np.full((SEATS, 90), 20)
    got = values(played(final), played(final, tries=tries)).points([CARD])
    assert got.value == got.se == 0
    assert np.isnan(got.low)


@pytest.fixture(scope="module")
def real() -> tuple[PickValues, PickValues]:
    """Cards tried among players who draw theirs, where tempura scores 4 and 5 points: games of the same course."""
    arms = [Arm(counted_menu(x), 4, "random", rotate=True, tries=True, house=True) for x in (4, 5)]
    sums = None
    for four, four_tried, five, five_tried in observe(arms, list, games=4 * BLOCK, seed=6):
        assert np.array_equal(four_tried.taken, five_tried.taken)
        both = [pick_sums(four, four_tried, HAND - 1), pick_sums(five, five_tried, HAND - 1)]
        sums = both if sums is None else [a + b for a, b in zip(sums, both, strict=True)]
    return tuple(PickValues(MENU, HAND - 1, 4, one) for one in sums)


@pytest.mark.parametrize(("which", "points"), [(0, 4), (1, 5)])
def test_on_real_games_a_copy_is_worth_its_points_unless_it_comes_round_again(
    real, which, points
) -> None:
    """A hand that I hold in the first turn comes back with its last card: a fourth of what I leave."""
    got = real[which]
    first = got.points(["tempura"], 0)
    assert abs(first.value - points * 3 / 4) < 4 * first.se
    for turn in range(1, HAND - 1):
        later = got.points(["tempura"], turn)
        assert later.value == points
        assert later.se == 0
    # all cards are taken by somebody: what I take the others do not get
    denied = got.denial(["tempura"])
    assert abs(denied.value - got.points(["tempura"]).value) < 4 * denied.se
    assert got.points(["sashimi"]).high < 0 < first.low


def test_a_point_more_is_worth_a_point_more(real) -> None:
    """What is planted is one point a copy; on the same games it is found without any error but the rounding."""
    four, five = real
    for turn in (None, *range(HAND - 1)):
        for card in MENU.card_ids:
            a, b = (one.points([card], turn) for one in (four, five))
            assert b.value == pytest.approx(a.value * 5 / 4)
            assert b.se == pytest.approx(a.se * 5 / 4)


def test_on_real_games_weights_count_the_hands_that_hold_a_card(real) -> None:
    """Hands of players who draw are random sets of cards: 3 rounds x the chance that tempura is in, not alone."""
    sums, deck, copies = real[0].sums, 24, 8

    def chance(cards: int) -> float:
        none, only = 1.0, 1.0
        for i in range(cards):
            none *= (deck - copies - i) / (deck - i)
            only *= (copies - i) / (deck - i)
        return 1 - none - only

    for turn in range(HAND - 1):
        tempura = list(MENU.card_ids).index("tempura")
        groups = (tempura * (HAND - 1) + turn) * 2 + np.arange(2)
        hands = sums.moments(groups).mean("weight")  # a third of the games ask for tempura
        assert abs(3 * hands.value - 3 * chance(HAND - turn)) < 4 * 3 * hands.se
