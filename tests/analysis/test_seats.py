"""The audit of seats and what neighbours do: planted, by hand, and on real games."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.gather import Budget, Target
from analysis.moments import Moments
from analysis.seats import alike, neighbours, seat_audit
from simkit import observe
from simkit.errors import InputError
from simkit.experiment import BLOCK, Arm
from simkit.schema import SHARE

MASTER = "party/master-menu"


def scores(rng: np.random.Generator, n: int, *, bonus: float = 0.0, seats: int = 4) -> np.ndarray:
    """Return scores of seats that share a table (rich or poor), the second with a bonus."""
    x = rng.normal(0, 8, (seats, n)) + rng.normal(30, 10, n)
    x[1] += bonus
    return np.rint(x).astype(int)


def p_of(x: np.ndarray) -> float:
    return alike(Moments.of([str(i) for i in range(len(x))], x))


def test_of_two_seats_it_is_the_paired_test() -> None:
    x = scores(np.random.default_rng(1), 50, seats=2, bonus=2)
    assert p_of(x) == pytest.approx(stats.ttest_rel(*x).pvalue)


def test_of_more_it_is_hotelling_s() -> None:
    x = scores(np.random.default_rng(2), 40)
    apart = x[1:] - x[:1]  # other contrasts, the same hypothesis
    mean, inverse = apart.mean(axis=1), np.linalg.inv(np.cov(apart))
    f = 40 * mean @ inverse @ mean * (40 - 3) / (3 * 39)
    assert p_of(x) == pytest.approx(stats.f.sf(f, 3, 37))


def test_shares_of_a_win_add_up_to_one() -> None:
    winner = np.random.default_rng(3).choice(4, 5000, p=[0.25, 0.31, 0.22, 0.22])
    wins = SHARE * (winner == np.arange(4)[:, None])
    assert p_of(wins) == pytest.approx(stats.chisquare(np.bincount(winner)).pvalue, rel=0.3)


def test_seats_that_never_differ_and_seats_that_always_do() -> None:
    x = scores(np.random.default_rng(4), 100)
    same = np.stack([x[0]] * 3)
    assert p_of(same) == 1
    assert p_of(same + np.array([[0], [1], [0]])) == 0  # by the same in every game: no chance
    always = np.zeros((2, 100), int)
    always[0] = SHARE
    assert p_of(always) == 0
    # two of three are tied to each other: what is left is one comparison
    tied = np.stack([x[0], x[0], x[1]])
    assert p_of(tied) == pytest.approx(stats.ttest_rel(x[0], x[1]).pvalue)
    assert p_of(x[:, :4]) == 1  # too few games


def test_equal_seats_are_rejected_in_one_run_of_20_and_a_bonus_is_found() -> None:
    """1,000 runs of 60 games: 5 % ± 2.8 (4 standard errors). A bonus of half a point in 40,000 games is seen."""
    rng = np.random.default_rng(5)
    rejected = np.mean([p_of(scores(rng, 60)) <= 0.05 for _ in range(1000)])
    assert abs(rejected - 0.05) < 0.028
    assert p_of(scores(rng, 40_000, bonus=0.5)) < 1e-6


@pytest.mark.parametrize("menu", [MASTER, "go"])
def test_equal_players_pass_the_audit_exactly(menu) -> None:
    audit = seat_audit(menu, players=3, games=BLOCK + 500)
    assert audit.is_exact
    assert audit.n_moved == audit.n_games == BLOCK + 500
    assert min(audit.p_score, audit.p_win) > 1e-4
    assert audit.summary()["n_moved"].to_list() == [BLOCK + 500]
    for name in ("score_edge", "win_edge"):
        assert audit.seats[name].sum() == pytest.approx(0, abs=1e-9)


def test_a_seat_that_plays_otherwise_is_found() -> None:
    audit = seat_audit(MASTER, policy=["random", *["weighted"] * 3], games=BLOCK)
    assert not audit.is_exact
    assert audit.n_moved < 0.01 * BLOCK
    assert audit.p_score == 0 or audit.p_score < 1e-100
    edges = audit.seats["score_edge"].to_list()
    assert edges[0] == min(edges) < -10


def test_edges_are_those_of_the_games() -> None:
    audit = seat_audit("go/dummy", players=2, games=BLOCK)
    (games,) = observe([Arm("go/dummy", 2, "weighted")], lambda g: g[0], games=BLOCK)
    assert audit.n_moved is None  # the dummy's hand is no player's
    assert not audit.is_exact
    for name, x in (("score_edge", games.total[-1, :2]), ("win_edge", games.win[:2] / SHARE * 3)):
        edge = (x[0] - x[1]) / 2
        assert audit.seats[name].to_list() == pytest.approx([edge.mean(), -edge.mean()])
        assert audit.seats[f"{name}_se"][0] == pytest.approx(edge.std(ddof=1) / np.sqrt(BLOCK))
    assert audit.seats["n_games"].to_list() == [BLOCK] * 2


def test_neighbours_are_paired_with_the_same_deals() -> None:
    """Every number from the games themselves; and a weak player feeds its left neighbour most."""
    games = 2 * BLOCK
    found = neighbours(
        MASTER, policy="greedy", others=("random", "greedy", "random"), budget=Budget(games=games)
    )
    assert found.others == ("random",)  # once, and not itself
    tables = (["greedy"] * 4, ["random", *["greedy"] * 3])
    arms = [Arm(MASTER, 4, table, rotate=True) for table in tables]
    blocks = list(observe(arms, list, games=games))
    plain, other = (
        {
            "points": np.concatenate([block[i].total[-1] for block in blocks], axis=1).astype(
                float
            ),
            "win": np.concatenate([block[i].win for block in blocks], axis=1) / SHARE * 4,
        }
        for i in range(2)
    )
    assert found.effects["place"].to_list() == [0, 1, 2, 3]
    for what in ("points", "win"):
        apart = other[what] - plain[what]
        assert found.effects[what].to_list() == pytest.approx(apart.mean(axis=1))
        se = apart.std(axis=1, ddof=1) / np.sqrt(games)
        assert found.effects[f"{what}_se"].to_list() == pytest.approx(se)
        sides = apart[1] - apart[3]
        assert found.spread[what].to_list() == pytest.approx([sides.mean()])
        assert found.spread[f"{what}_se"][0] == pytest.approx(sides.std(ddof=1) / np.sqrt(games))
    assert found.effects["win"].sum() == pytest.approx(0, abs=1e-9)
    itself, left, opposite, right = found.effects["points"]
    assert itself < 0
    assert left > max(opposite, right)
    assert found.spread["points_low"][0] > 0


def test_two_players_have_one_neighbour() -> None:
    found = neighbours("go/dummy", players=2, others=("random",), budget=Budget(games=BLOCK))
    assert found.effects["who"].to_list() == ["itself", "its opponent"]
    assert len(found.spread) == 0
    arms = [
        Arm("go/dummy", 2, table, rotate=True) for table in ("weighted", ["random", "weighted"])
    ]
    ((plain, other),) = observe(arms, list, games=BLOCK)
    gain = 3 * (other.win.astype(int) - plain.win).mean(axis=1) / SHARE  # of the dummy's share, too
    assert found.effects["win"].to_list() == pytest.approx(gain[:2])


def test_games_until_effects_are_known() -> None:
    budget = Budget(target=Target.read("0.5pt"), max_games=20 * BLOCK)
    found = neighbours(MASTER, players=3, others=("random",), budget=budget)
    near = found.effects.filter(pl.col("place") > 0)
    assert (near["points_high"] - near["points_low"]).max() <= 1
    assert found.n_games < 20 * BLOCK
    ordinary = 2 * 1.96 * near["points_se"]
    assert ((near["points_high"] - near["points_low"]) > 1.3 * ordinary).all()


def test_somebody_else_has_to_play() -> None:
    with pytest.raises(InputError, match="nobody but weighted"):
        neighbours(MASTER, others=("weighted",))
