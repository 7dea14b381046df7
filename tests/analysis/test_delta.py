import numpy as np
import pytest
from scipy import stats

from analysis.delta import sloped, smooth
from analysis.moments import Moments


def test_slopes_are_derivatives() -> None:
    means = np.array([2.0, 3.0])
    value, slope = sloped(
        lambda m: np.stack([m[0] * m[1] ** 2, np.log(m[0]), np.sqrt(m[1])]), means
    )
    assert value == pytest.approx([18, np.log(2), np.sqrt(3)])
    assert slope == pytest.approx(np.array([[9, 12], [0.5, 0], [0, 0.5 / np.sqrt(3)]]), rel=1e-14)


def test_a_linear_function_has_students_interval() -> None:
    x = np.random.default_rng(1).integers(0, 50, (2, 40))
    found = smooth(Moments.of(["a", "b"], x), lambda m: 3 * m[0] - m[1])
    each = 3 * x[0] - x[1]
    low, high = stats.t.interval(0.95, 39, each.mean(), stats.sem(each))
    assert [found.value[0], found.low[0], found.high[0]] == pytest.approx([each.mean(), low, high])


def test_a_function_that_is_not_defined_is_nan() -> None:
    moments = Moments.of(["a", "b"], np.zeros((2, 5), int))
    found = smooth(moments, lambda m: m[0] / m[1])
    assert np.isnan([found.value[0], found.se[0], found.low[0]]).all()
