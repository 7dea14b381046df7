from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis import contrasts
from analysis.character import Values, counted
from analysis.comparison import LEAST, compare
from analysis.contrasts import LARGER, SAME, SMALLER, TURNED, Sides, changes, differences
from analysis.course import Course
from analysis.deltas import BY_UNIT, Deltas
from analysis.gather import Budget, Target
from analysis.measure import Measure
from analysis.measures import MEASURES
from analysis.multiple import DIFFERENT, EQUIVALENT, SMALL, UNKNOWN
from simkit import observe
from simkit.errors import InputError, MenuError
from simkit.experiment import BLOCK, Arm
from simkit.menus import build, load
from simkit.played import Played
from tests.analysis.toy_course import course


def row(frame: pl.DataFrame, measure: str = "score", **labels: object) -> dict:
    (found,) = frame.filter(measure=measure, **labels).to_dicts()
    return found


def changed(name: str = "Changed", **points: object) -> dict:
    """Return a menu without cards that work through others, with other points."""
    cards = ["maki", "tempura", "sashimi", "dumpling", "soy-sauce", "tea", "pudding"]
    return {"name": name, "cards": cards, "points": points}


def eggs_dealt(players: int, hand: int) -> float:
    """Return how many of the four eggs are dealt to a player of `changed`, over three rounds, on average.

    A deck has 54 cards without the desserts: 12 nigiri, 12 rolls, 3 x 8 appetizers, 2 x 3 specials. 5, 3 and 2
    desserts join; those that were dealt stay with their owners, so that the deck of a round is smaller.
    """
    dealt, joining = players * hand, (5, 3, 2)
    left, expected = {0: 1.0}, 0.0  # desserts that lie in the deck: how likely
    for new in joining:
        after: dict[int, float] = {}
        for in_deck, chance in left.items():
            desserts = in_deck + new
            expected += chance * 4 * dealt / (54 + desserts) / players
            for gone in range(desserts + 1):
                p = stats.hypergeom.pmf(gone, 54 + desserts, desserts, dealt)
                after[desserts - gone] = after.get(desserts - gone, 0) + chance * p
        left = after
    return expected


def test_planted_points_are_found_to_their_size() -> None:
    # players who draw lots do not look at points: an egg of 2 points instead of 1 brings one for each egg dealt
    plain, dear = build(changed("Plain")), build(changed(nigiri={"egg": 2}))
    found = compare([plain, dear], policies=["random"], budget=Budget(games=20_000))
    score = row(found.differences)
    expected = eggs_dealt(4, 9)
    # 4 standard errors: another seed would miss once in 16,000, the interval once in 20
    assert abs(score["difference"] - expected) < 4 * score["difference_se"]
    assert score["difference_low"] < expected < score["difference_high"]
    assert score["verdict"] == DIFFERENT
    assert score["value_b"] - score["value_a"] == pytest.approx(score["difference"])
    # what does not hang on points is the same in every game
    for name in ("kinds_in_hand", "kinds_taken"):
        same = row(found.differences, name)
        assert (same["difference"], same["difference_se"], same["verdict"]) == (0, 0, EQUIVALENT)
    # pairs leave nothing but the eggs to chance
    assert score["variance_reduction"] > 50


def test_a_menu_is_like_itself_under_another_name() -> None:
    found = compare([build(changed("One")), build(changed("Other"))], budget=Budget(games=1000))
    assert found.names == ("party/one", "party/other")
    assert found.differences["difference"].drop_nulls().abs().max() < 1e-12
    assert set(found.differences["verdict"]) == {EQUIVALENT}
    assert set(found.changes["with_skill"]) == {SAME}


def part_of(played: Played, first: int, n: int) -> Played:
    """Return some games of a block."""
    arrays = ("total", "win", "lead", "taken", "points", "dealt")
    kept = {f.name: getattr(played, f.name) for f in fields(Played)}
    return Played(**kept | {name: kept[name][..., first : first + n] for name in arrays})


def test_other_games_of_the_same_menu_are_rarely_called_different() -> None:
    # 40 comparisons, in each of which any finding is a false one: at most 5 % of them may have one on average,
    # and 40 draws of 5 % bring 9 or more once in 7,000 runs
    menu, n, runs = load("my-first-meal"), 512, 40
    sides, false = Sides(("a", "b"), ("weighted",)), 0
    for played in observe([Arm(menu, 3, "weighted")], lambda games: games[0], games=2 * n * runs):
        for first in range(0, played.n_games, 2 * n):
            halves = [part_of(played, first + i * n, n) for i in (0, 1)]
            moments = counted([Course.of(half, menu, 3) for half in halves])
            frame = differences({3: Values.of(moments)}, sides, Deltas(), Budget(games=n))
            false += frame["verdict"].is_in([DIFFERENT, SMALL]).any()
    assert false < 9


def test_blocks_of_games_vary_as_much_as_their_standard_errors_say() -> None:
    # the standard deviation of 50 blocks has an error of 10 %; 1.45 is beyond 4 standard errors
    menu, found = load("my-first-meal"), []
    for moments in observe(
        [Arm(menu, 2, "weighted")],
        lambda games: counted([Course.of(games[0], menu, 2)]),
        games=50 * BLOCK,
    ):
        values = Values.of(moments)
        estimates = [values.estimate(m, values.found(m, 0)) for m in MEASURES]
        found.append([np.concatenate([getattr(e, x) for e in estimates]) for x in ("value", "se")])
    value, se = np.swapaxes(found, 0, 1)
    varied = se.max(axis=0) > 0
    ratio = value.std(axis=0, ddof=1)[varied] / np.sqrt((se**2).mean(axis=0))[varied]
    assert ratio.max() < 1.45


def planted(
    rng: np.random.Generator,
    shifts: list[float],
    *,
    games: int,
    noise: float,
    measures: Sequence[Measure] = MEASURES,
) -> Values:
    """Return arms whose scores are one table's, less noise of their own, plus the shift of the arm."""
    base = rng.normal(60, 8, (3, games))
    arms = []
    for shift in shifts:
        final = np.rint(base + rng.normal(shift, noise, base.shape))
        total = np.stack([final // 4, final // 2, 3 * final // 4, final])
        arms.append(course(total))
    return Values.of(counted(arms, measures))


def test_what_becomes_of_a_difference_with_skill_is_said() -> None:
    # arms: policy a on menu a and b, policy b, policy c, policy d, policy e
    shifts = [0, 2, 0, 2.1, 0, 4, 0, 1, 0, -2]
    values = {3: planted(np.random.default_rng(1), shifts, games=4000, noise=1)}
    sides = Sides(("one", "other"), ("a", "b", "c", "d", "e"))
    apart = differences(values, sides, Deltas(), Budget(games=4000))
    found = changes(values, sides, Deltas(), Budget(games=4000), apart)
    said = {policy: row(found, policy_b=policy) for policy in "bcde"}
    assert {policy: one["with_skill"] for policy, one in said.items()} == {
        "b": SAME,
        "c": LARGER,
        "d": SMALLER,
        "e": TURNED,
    }
    for policy, change in zip("bcde", (0.1, 2, -1, -4), strict=True):
        one = said[policy]
        assert one["change_low"] < change < one["change_high"]
        assert one["change"] == pytest.approx(one["difference_b"] - one["difference_a"])
        assert one["difference_a"] == row(apart, policy="a")["difference"]
    few = {3: planted(np.random.default_rng(1), [0, 0, 0, 0], games=30, noise=8)}
    sides = Sides(("one", "other"), ("a", "b"))
    apart = differences(few, sides, Deltas(), Budget(games=30))
    assert row(changes(few, sides, Deltas(), Budget(games=30), apart))["with_skill"] == UNKNOWN


def test_intervals_of_differences_and_of_their_changes_hold_the_truth(monkeypatch) -> None:
    # 95 % of 200 intervals, 179 to 199 of them but once in 1,000 runs
    score = [measure for measure in MEASURES if measure.name == "score"]
    monkeypatch.setattr(contrasts, "MEASURES", score)
    rng = np.random.default_rng(2)
    sides, budget = Sides(("one", "other"), ("a", "b")), Budget(games=60)
    held = np.zeros(2)
    for _ in range(200):
        values = {3: planted(rng, [0, 2, 0, 5], games=60, noise=3, measures=score)}
        apart = differences(values, sides, Deltas(), budget)
        change = row(changes(values, sides, Deltas(), budget, apart))
        first = row(apart, policy="a")
        held += [
            first["difference_low"] < 2 < first["difference_high"],
            change["change_low"] < 3 < change["change_high"],
        ]
    assert np.all((held > 178) & (held < 200))


def test_pairing_saves_games_where_menus_share_most_cards() -> None:
    # on cards in common the same deals and the same luck; 1.5 is far below what is found
    one, other = build(changed("One")), build(changed("Other", tempura=[0, 0, 7]))
    found = compare([one, other], budget=Budget(games=4096))
    for policy in found.policies:
        assert row(found.differences, policy=policy)["variance_reduction"] > 1.5


def test_results_do_not_depend_on_threads() -> None:
    menus, budget = ["my-first-meal", "party-sampler"], Budget(games=2 * BLOCK + 500)
    one, two = (compare(menus, budget=budget, policies=["greedy"], threads=n) for n in (1, 2))
    assert one.differences.equals(two.differences)
    assert one.manifest() == two.manifest()


def test_games_are_played_until_the_target_is_met() -> None:
    menus = ["my-first-meal", "party-sampler"]
    target = Budget(target=Target.read("0.25pt"), max_games=10 * BLOCK)
    found = compare(menus, players=[2, 4], policies=["greedy"], budget=target)
    assert found.ended == {2: "target", 4: "target"}
    assert all(BLOCK <= n < 10 * BLOCK for n in found.n_games.values())
    points = found.differences.filter(unit="points")
    widths = (points["difference_high"] - points["difference_low"]).to_numpy()
    assert widths.max() <= 0.5
    # valid at any look, so wider than an ordinary one
    wide = row(points, players=2)
    half = (wide["difference_high"] - wide["difference_low"]) / 2
    assert half > 1.5 * 1.96 * wide["difference_se"]
    short = replace(target, target=Target.read("0.01pt"), max_games=BLOCK)
    assert compare(menus, policies=["greedy"], budget=short).ended == {4: "most games"}


def test_all_menus_are_compared_with_the_first() -> None:
    found = compare(
        ["party/sushi-go", "go", "party/sushi-go"],
        players=[2, 3],
        policies=["greedy"],
        budget=Budget(games=600),
    )
    assert found.names == ("party/sushi-go", "go/sushi-go", "party/sushi-go (2)")
    frame = found.differences
    assert set(frame["menu_a"]) == {"party/sushi-go"}
    assert frame["menu_b"].unique(maintain_order=True).to_list() == list(found.names[1:])
    assert frame["players"].unique(maintain_order=True).to_list() == [2, 3]
    assert list(found.frames) == ["differences"]
    assert set(frame["n_games"]) == {600}
    # of kinds, those that both menus have
    assert "maki" in frame.filter(measure="swing", menu_b="go/sushi-go")["part"]


def test_every_measure_has_a_smallest_difference_that_matters() -> None:
    assert {measure.unit for measure in MEASURES} == set(BY_UNIT)
    by_name = {measure.name: measure for measure in MEASURES}
    deltas = Deltas.read(["1pt", "3pp", "kinds = 0.2", "margin=0.25pt", "close=10pp", "drama=2"])
    expected = {
        "score": 1,
        "tie": 0.03,
        "kinds_taken": 0.2,
        "margin": 0.25,
        "close": 0.1,
        "drama": 2,
    }
    assert {name: deltas.of(by_name[name]) for name in expected} == pytest.approx(expected)
    assert deltas.of(by_name["lead_changes"]) == BY_UNIT["per game"]
    for text in ("1", "pt", "-1pt", "0pp", "score=", "=1", "score=x", "nanpt"):
        with pytest.raises(InputError, match="must be a number above 0 with its unit"):
            Deltas.read([text])
    with pytest.raises(InputError, match="no measure or unit 'scor'"):
        Deltas.read(["scor=1"])


def test_what_matters_decides_what_is_alike() -> None:
    values = {3: planted(np.random.default_rng(3), [0, 0.7], games=4000, noise=1)}
    sides, budget = Sides(("one", "other"), ("a",)), Budget(games=4000)
    verdicts = [
        row(differences(values, sides, Deltas.read([f"score={delta}pt"]), budget))["verdict"]
        for delta in (0.3, 2)
    ]
    assert verdicts == [DIFFERENT, SMALL]


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"menus": ["go"]}, InputError, "two menus or more"),
        ({"players": []}, InputError, "a number of players"),
        ({"policies": []}, InputError, "a policy"),
        ({"players": [4, 6]}, MenuError, "6 players: the game is for 2 to 5"),
        ({"budget": Budget(games=LEAST - 1)}, InputError, "takes 500 or more"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(arguments, error, said) -> None:
    given = {"menus": ["go", "go/both-ways"], **arguments}
    with pytest.raises(error, match=said):
        compare(given.pop("menus"), **given)
