"""Smooth functions of means over games, and the uncertainty that follows: the delta method.

With m the means of some numbers of a game, C their covariances and g the slope of f at m, the variance
of f(m) is about gᵀ C g / n (Cramér 1946, ch. 28). The slope is taken by a complex step (Squire and
Trapp 1998, SIAM Review 40): f(m + ih) = f(m) + ih f'(m) to the last bit for an h that small, so that no
derivative is written down by hand, and none wrongly. So f has to be analytic where it is used:
arithmetic, roots and logarithms are, absolute values and maxima are not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.estimate import Estimate, Floats, divide, student
from analysis.moments import Moments

_STEP = 1e-100


def sloped(f: Callable[[NDArray[Any]], Any], means: Floats) -> tuple[Floats, Floats]:
    """Return the values of a function of means, and how they change with each of these.

    Parameters
    ----------
    f : callable
        From complex means (means, ...) to values (...,) or (values, ...).
    means : array (means,)

    Returns
    -------
    value : array (values,)
    slope : array (values, means)
    """
    shifted = means[:, None] + 1j * _STEP * np.eye(means.size)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.asarray(f(shifted)).reshape(-1, means.size)
    return found.real[:, 0].copy(), found.imag / _STEP


def smooth(moments: Moments, f: Callable[[NDArray[Any]], Any]) -> Estimate:
    """Return the values of a smooth function of the means of all entries: Student's intervals."""
    value, slope = sloped(f, divide(moments.sums, moments.n))
    covariance = moments.covariance()
    variance = np.einsum("vi,ij,vj->v", slope, covariance, slope) / moments.n
    return student(value, np.sqrt(np.maximum(variance, 0)), moments.n, moments.n - 1)
