"""Many questions at once: p-values and evidence judged together, and verdicts in words.

Of 20 things in which two menus do not differ, one stands out at 5 % on average. Judged together, no more
than 5 % of what is called a finding is none, on average (the false discovery rate, FDR).

"No difference found" is not "the same". That needs a test of its own: two one-sided tests against
differences of at least δ, the smallest that matters (Schuirmann 1987). With enough games everything
differs, mostly by nothing that matters; so there are four verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from analysis.estimate import LEVEL, Estimate, Floats, freedom
from analysis.sequences import Side, e_value, more_games

Method = Literal["bh", "by", "holm", "bonferroni"]

DIFFERENT = "different"
SMALL = "different but small"
EQUIVALENT = "equivalent"
UNKNOWN = "can't tell"

_ALPHA = 1 - LEVEL


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What can be said of differences, judged together; arrays of one shape.

    Attributes
    ----------
    different : array of float
        Adjusted p-value of "there is no difference".
    equivalent : array of float
        Adjusted p-value of "the difference is δ or more, to one side or the other".
    verdict : array of str
        ``"different"`` if the first is at most 5 %, ``"equivalent"`` if the second is, ``"different but
        small"`` if both are, else ``"can't tell"``.
    more : array of float
        About how many more games it takes to tell, if the difference is what it seems; 0 where there
        is a verdict, nan where nothing is known yet.
    """

    different: Floats
    equivalent: Floats
    verdict: NDArray[np.str_]
    more: Floats


def verdicts(
    estimate: Estimate, delta: ArrayLike, *, method: Method = "bh", games: float | None = None
) -> Verdicts:
    """Judge differences together: which are there, which are too small to matter.

    The two questions are two families: among those called different at most 5 % are not (also counting
    those that differ the other way round, Benjamini and Yekutieli 2005), and so among those called
    equivalent.

    *Assumes*, with method ``"bh"``, that the questions are independent or hang together positively
    (two-sided tests: nearly always well below 5 % all the same); ``"by"`` and evidence under peeking
    need nothing of the kind. *Fails* if δ is chosen by looking at the results.

    Parameters
    ----------
    estimate : Estimate
        The differences, with Student's or normal intervals.
    delta : array
        The smallest difference that matters, for each of them.
    method : {"bh", "by", "holm", "bonferroni"}
        How p-values are adjusted; see `adjusted`.
    games : float, optional
        If somebody looks more than once, for how many games the evidence is tuned (see
        `sequences.anytime`): then the verdicts hold at any look, and p-values are 1 / e-value. These
        are to be judged by ``"bh"`` (the e-BH procedure of Wang and Ramdas 2022).
    """
    if games is not None and method != "bh":
        raise ValueError(f"Evidence under peeking is judged by bh, not by {method}.")
    delta = np.broadcast_to(np.asarray(delta, np.float64), estimate.value.shape)
    apart = doubt(estimate, games=games)
    within = np.maximum(
        doubt(estimate, null=-delta, side="above", games=games),
        doubt(estimate, null=delta, side="below", games=games),
    )
    different, equivalent = adjusted(apart, method), adjusted(within, method)
    differs, same = different <= _ALPHA, equivalent <= _ALPHA
    verdict = np.select(
        [differs & same, differs, same], [SMALL, DIFFERENT, EQUIVALENT], default=UNKNOWN
    )
    size = np.abs(estimate.value)
    more = np.fmin(
        more_games(estimate, size, games=games, miss=_limit(different, method)),
        more_games(estimate, delta - size, games=games, miss=2 * _limit(equivalent, method)),
    )
    return Verdicts(different, equivalent, verdict, np.where(differs | same, 0.0, more))


def p_value(estimate: Estimate, *, null: ArrayLike = 0.0, side: Side = "both") -> Floats:
    """Return p-values of Student's test; at most 5 % just where the interval leaves `null` out.

    Parameters
    ----------
    estimate : Estimate
        With Student's or normal intervals, off which the degrees of freedom are read.
    null : array
        The value in question.
    side : {"both", "above", "below"}
        Against a value of exactly, at most (``"above"``), or at least `null`.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = estimate.value - np.asarray(null, np.float64)
        apart = np.where(apart == 0, 0.0, apart / estimate.se)
    if side == "both":
        return np.asarray(2 * special.stdtr(freedom(estimate), -np.abs(apart)))
    return np.asarray(special.stdtr(freedom(estimate), apart if side == "below" else -apart))


def doubt(
    estimate: Estimate, *, null: ArrayLike = 0.0, side: Side = "both", games: float | None = None
) -> Floats:
    """Return p-values: of one look, or (with `games`, see `verdicts`) of many, which are 1 / e-value."""
    if games is None:
        return p_value(estimate, null=null, side=side)
    with np.errstate(divide="ignore"):
        return np.minimum(1 / e_value(estimate, null=null, side=side, games=games), 1)


def adjusted(p: ArrayLike, method: Method = "bh") -> Floats:
    """Return p-values adjusted for their number: those of at most a are the findings at level a.

    Parameters
    ----------
    p : array
        P-values of one family, or 1 / e-values; nan is not counted, and stays.
    method : {"bh", "by", "holm", "bonferroni"}
        What holds at level a, of m questions:

        - ``"bh"``: the FDR is at most a for independent questions and those that hang together
          positively (Benjamini and Hochberg 1995); of 1 / e-values it is so however they hang together
          (Wang and Ramdas 2022);
        - ``"by"``: the same for p-values however they hang together, at the price of a factor
          1 + 1/2 + ... + 1/m (Benjamini and Yekutieli 2001);
        - ``"holm"``: the chance of a single wrong finding is at most a (Holm 1979);
        - ``"bonferroni"``: the same, each p-value times m, so that intervals fit.
    """
    p = np.asarray(p, np.float64)
    counted = np.flatnonzero(~np.isnan(p.ravel()))
    order = counted[np.argsort(p.ravel()[counted])]
    rising, m = p.ravel()[order], len(order)
    rank = np.arange(1, m + 1)
    if method == "bonferroni":
        found = rising * m
    elif method == "holm":
        found = np.maximum.accumulate(rising * (m - rank + 1))
    else:
        found = np.minimum.accumulate((rising * m / rank)[::-1])[::-1]
        found = found * (1 / rank).sum() if method == "by" else found
    out = np.full(p.size, np.nan)
    out[order] = np.minimum(found, 1)
    return out.reshape(p.shape)


def _limit(found: Floats, method: Method) -> float:
    """Return how small a p-value has to be for one finding more than there are."""
    m = max(int(np.sum(~np.isnan(found))), 1)
    findings = int(np.sum(found <= _ALPHA))
    if method == "bonferroni":
        return _ALPHA / m
    if method == "holm":
        return _ALPHA / max(m - findings, 1)
    step = _ALPHA * min(findings + 1, m) / m
    return step / float((1 / np.arange(1, m + 1)).sum()) if method == "by" else step
