"""A mixed linear model of menus: card and pair effects, pooled over numbers of players.

Of menu m with P players, y is a mean of games and s² its known variance of error:

    y = level_P + Σ cards (a_c + d_cP) + Σ pairs (b_cc' + e_cc'P) + u_mP + error.

The level is fixed. Effects that all numbers of players have in common (a, b) and deviations from them (d, e)
are random, each of the four families with a variance of its own; u, what cards and pairs do not explain, has the
variance τ²_P. So effects are drawn toward those of other numbers of players as far as these are alike, and pairs toward
nothing as far as there are none.

Given the variances, effects and their covariance come from Henderson's (1975, Biometrics 31) mixed model equations:
best linear unbiased prediction. Numbers of players hang together by the common effects only, so that each is solved
alone, and then these. The variances are those of restricted maximum likelihood (Patterson and Thompson 1971; Searle,
Casella and McCulloch 1992, ch. 7 and 8), by the fixed point σ² = Σ b² / (number − tr C / σ²) for effects (Harville
1977; Schall 1991, Biometrika 78) and by scoring for τ².
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analysis.atlas.design import Design
from analysis.estimate import Floats

_LEAST = 1e-9  # of the variance of y: what counts as no variance at all
_CLOSE = 0.02
_STEADY = 10  # cells of the mean of all numbers of players, by which τ² of each is steadied


@dataclass(frozen=True)
class Variances:
    """The variances of the model.

    Attributes
    ----------
    common, own : array (2,)
        Of effects of cards and of pairs: common to all numbers of players, and deviations of each.
    tau2 : array (players,)
        Of what is left of a menu.
    """

    common: Floats
    own: Floats
    tau2: Floats


@dataclass(frozen=True)
class Fit:
    """The model, fitted.

    Attributes
    ----------
    variances : Variances
    value : array (menus, players)
        What level, cards and pairs say of each menu.
    variance : array (menus, players)
        Variance of that.
    effects : array (players, numbers)
        Effects at each number of players, in the basis of the design.
    common_covariance : array (numbers, numbers)
        Covariance of the effects that all have in common.
    own_covariance : array (players, numbers, numbers)
        Covariance of the effects of a number of players if the common ones were known.
    shares : array (players, numbers, numbers)
        How far they are made of the common ones: they hang together by these, so that their covariance is that of
        their own, plus shares · common_covariance · sharesᵀ; and the latter alone between two numbers of players.
    """

    variances: Variances
    value: Floats
    variance: Floats
    effects: Floats
    common_covariance: Floats
    own_covariance: Floats
    shares: Floats


def fit(
    design: Design, y: Floats, s2: Floats, start: Variances | None = None, *, steps: int = 40
) -> Fit:
    """Fit the model.

    Parameters
    ----------
    design : Design
    y, s2 : array (menus, players)
        Means and the variances of their errors; nan where there is none of either. Every number of
        players has at least two.
    start : Variances, optional
        Where to begin: those of a similar set of cells.
    steps : int
        At most so many rounds of Henderson's equations; it ends when no variance moves by more than 2 %.
    """
    seen = np.isfinite(y) & np.isfinite(s2)
    level = np.where(seen, y, 0.0).sum(axis=0) / seen.sum(axis=0)  # so that no digits are lost
    data = _Data(design, np.where(seen, y - level, 0.0), np.where(seen, s2, np.inf), seen)
    variances = start or data.first()
    for step in range(1, steps + 1):
        solved = _solve(data, variances)
        found = _renewed(data, solved)
        if step == steps or _settled(design, variances, found):
            break
        variances = found
    return replace(solved.fit, value=solved.fit.value + level)


@dataclass(frozen=True)
class _Data:
    """Figures less the mean of their number of players (0 where not seen) and variances of their errors."""

    design: Design
    y: Floats
    s2: Floats
    seen: NDArray[np.bool_]

    @property
    def family(self) -> NDArray[np.bool_]:
        """Which numbers of the basis are for pairs, and which for cards (2, numbers)."""
        n = np.arange(self.design.basis.shape[1])
        return np.stack([n < self.design.n_main, n >= self.design.n_main])

    @cached_property
    def spread(self) -> float:
        """Variance of y about the level of its number of players."""
        return float((self.y**2).sum() / max(self.seen.sum() - self.y.shape[1], 1))

    @property
    def least(self) -> float:
        """A variance that is as good as none, but can be divided by."""
        return _LEAST * (self.spread or 1.0)

    def first(self) -> Variances:
        """Return variances to begin with: half of what is no error for cards, the rest for the others."""
        true = self.spread - float(self.s2[self.seen].mean())
        true = max(true, 0.05 * self.spread)
        n_cards = self.design.menus.shape[1]
        of_cards = true / n_cards * np.array([0.5, 0.2 / n_cards])
        own = np.zeros(2) if len(self.design.players) == 1 else 0.2 * of_cards
        return Variances(of_cards, own, np.full(self.y.shape[1], 0.2 * true))


@dataclass(frozen=True)
class _Solved:
    """The model under given variances, and what these are renewed from."""

    fit: Fit
    weight: Floats
    common: Floats
    own: Floats
    own_variance: Floats


def _solve(data: _Data, variances: Variances) -> _Solved:
    """Solve Henderson's equations: each number of players given the common effects, then these."""
    design, basis = data.design, data.design.basis
    n_players, least = data.y.shape[1], data.least
    prior = 1 / np.maximum(variances.own @ data.family, least)
    weight = np.where(data.seen, 1 / np.maximum(variances.tau2 + data.s2, least), 0.0)
    sums = design.subsets.T @ weight
    products = design.holds.T @ (weight * data.y)
    alone: list[tuple[Floats, Floats, Floats, Floats, float]] = []
    common_precision = np.diag(1 / np.maximum(variances.common @ data.family, least))
    common_right = np.zeros(basis.shape[1])
    for place in range(n_players):
        gram = sums[:, place][design.union]
        total = gram[0, 0]
        mean = basis.T @ gram[:, 0] / total
        level = products[0, place] / total
        gram = basis.T @ gram @ basis - total * np.outer(mean, mean)  # the level is swept out
        right = basis.T @ products[:, place] - total * mean * level
        inverse = np.linalg.inv(gram + np.diag(prior))
        common_precision += gram - gram @ (inverse @ gram)
        common_right += right - gram @ (inverse @ right)
        alone.append((inverse, gram, right, mean, level))
    common_covariance = np.linalg.inv(common_precision).astype(np.float64, copy=False)
    common = common_covariance @ common_right
    own, own_variance, shares, coefficients, of_subsets = [], [], [], [], []
    for place, (inverse, gram, right, mean, level) in enumerate(alone):
        own.append(inverse @ (right - gram @ common))
        pull = inverse @ gram  # by how much an own deviation gives way to the common effect
        own_variance.append(np.diag(inverse) + ((pull @ common_covariance) * pull).sum(axis=1))
        shares.append(np.eye(len(pull)) - pull)
        covariance = inverse + shares[-1] @ common_covariance @ shares[-1].T
        effects = common + own[-1]
        coefficients.append(basis @ effects)
        coefficients[-1][0] = level - mean @ effects
        of_two = basis @ covariance @ basis.T
        of_two[0] = of_two[:, 0] = -basis @ (covariance @ mean)
        of_two[0, 0] = 1 / sums[design.union[0, 0], place] + mean @ covariance @ mean
        n = design.subsets.shape[1]
        of_subsets.append(np.bincount(design.union.ravel(), of_two.ravel(), n))
    model = Fit(
        variances=variances,
        value=design.holds @ np.stack(coefficients, axis=1),
        variance=np.maximum(design.subsets @ np.stack(of_subsets, axis=1), 0.0),
        effects=common + np.stack(own),
        common_covariance=common_covariance,
        own_covariance=np.stack([inverse for inverse, *_ in alone]),
        shares=np.stack(shares),
    )
    return _Solved(model, weight, common, np.stack(own), np.stack(own_variance))


def _renewed(data: _Data, solved: _Solved) -> Variances:
    """Return the variances that the effects found speak for."""
    old, least = solved.fit.variances, data.least
    common, own = old.common.copy(), old.own.copy()
    for i, members in enumerate(data.family):
        unsure = np.diag(solved.fit.common_covariance)[members].sum()
        known = members.sum() - unsure / max(common[i], least)
        common[i] = (solved.common[members] ** 2).sum() / max(known, _LEAST)
        if own[i] > 0:
            unsure = solved.own_variance[:, members].sum()
            known = members.sum() * len(solved.own) - unsure / max(own[i], least)
            own[i] = (solved.own[:, members] ** 2).sum() / max(known, _LEAST)
    w = solved.weight
    taken = w * solved.fit.variance  # by what cells the model has bent itself to them
    free = w * (1 - taken)  # the diagonal of Searle, Casella and McCulloch's P
    score = ((w * (data.y - solved.fit.value)) ** 2 - free).sum(axis=0)
    information = (w * free).sum(axis=0)  # at least what it is, so that no step goes too far
    found = old.tau2 + score / information
    of_all = (information @ found) / information.sum()
    n = np.where(data.seen, 1 - taken, 0.0).sum(axis=0)
    tau2 = np.maximum((n * found + _STEADY * of_all) / (n + _STEADY), 0.0)
    return Variances(common, own, tau2)


def _settled(design: Design, old: Variances, new: Variances) -> bool:
    """Return whether no variance has changed by much, as a part of it and of a tenth of all that vary."""
    n = design.menus.shape[1]
    terms = np.array([n, n * (n - 1) / 2])  # so many effects add up in a menu
    a, b = (np.concatenate([terms * v.common, terms * v.own, v.tau2]) for v in (old, new))
    total = b[:4].sum() + b[4:].mean()
    return bool((np.abs(a - b) <= _CLOSE * (np.maximum(a, b) + 0.1 * total)).all())
