"""Many questions at once: by hand, against scipy, and the rates of wrong findings where truth is planted.

2,000 planted families know a rate of 5 % within 0.5 percentage points (one standard error).
"""

import numpy as np
import pytest
from scipy import stats

from analysis.estimate import Estimate, mean, proportion
from analysis.multiple import adjusted, p_value, verdicts
from analysis.sequences import e_value

# Benjamini and Hochberg 1995, section 3.2: 15 questions of one trial
TRIAL = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
    0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000,
]  # fmt: skip


def known(value, se, n=1000) -> Estimate:
    """Return normal estimates."""
    value, se = np.broadcast_arrays(np.asarray(value, float), np.asarray(se, float))
    half = stats.norm.ppf(0.975) * se
    return Estimate(value, se, value - half, value + half, np.broadcast_to(n, value.shape))


def test_the_findings_of_the_published_trial() -> None:
    found = {
        method: int((adjusted(TRIAL, method) <= 0.05).sum()) for method in ("bh", "bonferroni")
    }
    assert found == {"bh": 4, "bonferroni": 3}
    assert adjusted(TRIAL)[3] == pytest.approx(0.0095 * 15 / 4)


@pytest.mark.parametrize("method", ["bh", "by"])
def test_adjusted_p_values_are_scipys(method) -> None:
    p = np.random.default_rng(1).random((6, 5)) ** 3
    expected = stats.false_discovery_control(p.ravel(), method=method).reshape(6, 5)
    assert adjusted(p, method) == pytest.approx(expected)


def test_adjusted_p_values_by_hand() -> None:
    p = [0.04, np.nan, 0.01, 0.03]
    assert adjusted(p, "holm") == pytest.approx([0.06, np.nan, 0.03, 0.06], nan_ok=True)
    assert adjusted(p, "bonferroni") == pytest.approx([0.12, np.nan, 0.03, 0.09], nan_ok=True)
    assert adjusted(p, "bh") == pytest.approx([0.04, np.nan, 0.03, 0.04], nan_ok=True)
    assert adjusted([0.7, 0.9], "bonferroni").tolist() == [1, 1]
    assert adjusted([]).size == 0
    assert np.isnan(adjusted([np.nan])).all()


def test_evidence_is_judged_as_wang_and_ramdas_do() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        e = np.exp(rng.normal(1, 3, 12))
        falling = np.sort(e)[::-1]
        enough = [k for k in range(1, 13) if falling[k - 1] >= 12 / (0.05 * k)]
        findings = max(enough, default=0)
        assert (adjusted(np.minimum(1 / e, 1)) <= 0.05).sum() == findings


def test_p_values_are_students() -> None:
    x = np.random.default_rng(3).integers(0, 9, 12)
    found = mean(12, x.sum(), (x**2).sum())
    for side, name in (("both", "two-sided"), ("above", "greater"), ("below", "less")):
        expected = stats.ttest_1samp(x, 3.0, alternative=name).pvalue
        assert p_value(found, null=3.0, side=side) == pytest.approx(expected, rel=1e-6)
    assert p_value(found, null=found.high) == pytest.approx(0.05)
    normal = proportion(500, 200)
    assert p_value(normal, null=0.35) == pytest.approx(
        2 * stats.norm.sf(0.05 / np.sqrt(0.24 / 500)), rel=1e-6
    )


def test_p_values_of_games_that_are_all_alike() -> None:
    alike = mean(9, [0, 18], [0, 36])
    assert p_value(alike).tolist() == [1, 0]
    assert p_value(alike, side="below").tolist() == [0.5, 1]
    assert np.isnan(p_value(mean(1, 3, 9)))


def test_the_four_verdicts() -> None:
    found = known([5.0, 0.5, 0.1, 0.9, np.nan], [1.0, 0.1, 0.2, 0.5, np.nan])
    got = verdicts(found, 1.0)
    assert got.verdict.tolist() == [
        "different", "different but small", "equivalent", "can't tell", "can't tell",
    ]  # fmt: skip
    assert got.more[:3].tolist() == [0, 0, 0]
    assert got.more[3] > 0
    assert np.isnan(got.more[4])
    each = verdicts(found, [6.0, 0.1, 0.1, 9.0, 1.0])
    assert each.verdict.tolist()[:4] == ["different", "different", "can't tell", "equivalent"]


def test_equivalence_is_two_one_sided_tests() -> None:
    got = verdicts(known(0.3, 0.4), 1.0)
    assert got.equivalent == pytest.approx(stats.norm.sf(0.7 / 0.4))
    assert got.verdict == "equivalent"
    assert verdicts(known(0.3, 0.43), 1.0).verdict == "can't tell"
    assert verdicts(known(-0.3, 0.43), 1.0).equivalent == pytest.approx(stats.norm.sf(0.7 / 0.43))


def test_evidence_of_many_looks_is_judged_by_bh_only() -> None:
    with pytest.raises(ValueError, match="by bh, not by holm"):
        verdicts(known(0.3, 0.4), 1.0, games=100, method="holm")


@pytest.mark.parametrize(
    ("method", "games"),
    [("bh", None), ("by", None), ("holm", None), ("bonferroni", None), ("bh", 4000)],
)
def test_so_many_more_games_and_it_tells(method, games) -> None:
    # one difference of 20 is found so far; sd 10, δ = 1
    value, first = np.array([7.0, 0.95, 0.55, 0.1, *[0.0] * 16]), 100
    got = verdicts(known(value, 1.0, first), 1.0, method=method, games=games)
    for i in (1, 2, 3):
        assert got.verdict[i] == "can't tell"
        for times, told in ((1.02, True), (0.98, False)):
            n = np.full(20, first)
            n[i] = round(times * (first + got.more[i]))
            later = known(value, 10 / np.sqrt(n), n)
            then = verdicts(later, 1.0, method=method, games=games).verdict[i]
            assert (then != "can't tell") == told


def false_share(wrong: np.ndarray, found: np.ndarray) -> float:
    """Return the share of wrong findings in a family's findings, on average over the families."""
    return float(np.mean((wrong & found).sum(axis=-1) / np.maximum(found.sum(axis=-1), 1)))


def test_the_rate_of_false_findings_holds() -> None:
    # 20 questions, 15 without a difference, which hang together (correlation 0.5)
    rng = np.random.default_rng(5)
    none = np.arange(20) < 15
    noise = np.sqrt(0.5) * (rng.normal(size=(2000, 1)) + rng.normal(size=(2000, 20)))
    p = 2 * stats.norm.sf(np.abs(noise + np.where(none, 0, 3.5)))
    assert false_share(none, p <= 0.05) > 0.1
    found = {
        method: np.array([adjusted(row, method) <= 0.05 for row in p])
        for method in ("bh", "by", "holm")
    }
    assert 0.025 < false_share(none, found["bh"]) < 0.05
    assert false_share(none, found["by"]) < 0.02
    assert np.mean((found["holm"] & none).any(axis=1)) < 0.05
    assert found["bh"][:, 15:].mean() > 0.7


def looks(rng: np.random.Generator, value: np.ndarray, *, runs: int) -> Estimate:
    """Return normal games with sd 10, by run, look (60 of 100 games each) and question."""
    n = 100 * np.arange(1, 61)[:, None]
    noise = rng.normal(0, 10 * np.sqrt(100), (runs, 60, len(value))).cumsum(axis=1)
    return known(value + noise / n, 10 / np.sqrt(n), n)


def test_under_peeking_only_evidence_keeps_the_rate_of_false_findings() -> None:
    # 10 questions, 8 without a difference; each run stops at its most striking look
    none = np.arange(10) < 8
    seen = looks(np.random.default_rng(6), np.where(none, 0.0, 0.7), runs=200)

    def at_worst(p: np.ndarray) -> float:
        found = np.array([[adjusted(look) <= 0.05 for look in run] for run in p[:, 4::5]])
        shares = (found & none).sum(axis=2) / np.maximum(found.sum(axis=2), 1)
        return float(shares.max(axis=1).mean())

    assert at_worst(p_value(seen)) > 0.08
    assert at_worst(1 / e_value(seen, games=3000)) < 0.03


def test_what_matters_is_called_equivalent_in_5_of_100_at_most() -> None:
    # differences of exactly δ, the worst case; single questions
    seen = looks(np.random.default_rng(7), np.array([1.0, -1.0]), runs=1000)

    one_look = np.maximum(p_value(seen, null=-1, side="above"), p_value(seen, null=1, side="below"))
    many = [
        e_value(seen, null=x, side=side, games=3000) for x, side in ((-1, "above"), (1, "below"))
    ]
    assert verdicts(seen[3, 40, 0], 1.0).equivalent == one_look[3, 40, 0]
    weaker = np.minimum(*many)
    assert verdicts(seen[4, 40, 1], 1.0, games=3000).equivalent == min(1, 1 / weaker[4, 40, 1])
    # 2,000 questions at one look: 5 % ± 0.5
    assert 0.03 < (one_look[:, -1] <= 0.05).mean() < 0.07
    assert (one_look <= 0.05).any(axis=1).mean() > 0.15
    assert (weaker >= 20).any(axis=1).mean() < 0.05


def test_what_is_the_same_is_called_so_given_enough_games() -> None:
    seen = looks(np.random.default_rng(8), np.zeros(8), runs=20)[:, -1]
    for games in (None, 6000):
        got = np.array([verdicts(seen[run], 1.0, games=games).verdict for run in range(20)])
        assert (got == "equivalent").mean() > 0.95
        assert not (got == "different").any()
