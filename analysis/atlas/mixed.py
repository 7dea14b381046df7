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

import numpy as np

from analysis.atlas.design import Design
from analysis.estimate import Floats

_LEAST = 1e-9  # of the variance of y: what counts as no variance at all
_CLOSE = 0.02
_STEADY = 50  # cells of the mean of all numbers of players, by which τ² of each is steadied


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
    common, common_covariance : array (numbers,), (numbers, numbers)
        Common effects, in the basis of the design, and their covariance.
    raw : array (players, columns)
        Level and effects of each number of players, by columns of the design.
    raw_covariance : array (players, columns, columns)
    """

    variances: Variances
    value: Floats
    variance: Floats
    common: Floats
    common_covariance: Floats
    raw: Floats
    raw_covariance: Floats


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
    data = _Data(design, np.where(seen, y, 0.0), np.where(seen, s2, np.inf), seen)
    variances = start or _first(data)
    for step in range(1, steps + 1):
        solved = _solve(data, variances)
        found = _renewed(data, variances, solved)
        if step == steps or _moved(design, variances, found) < _CLOSE:
            break
        variances = found
    return solved.fit(variances)


@dataclass(frozen=True)
class _Data:
    design: Design
    y: Floats
    s2: Floats
    seen: np.ndarray

    @property
    def family(self) -> np.ndarray:
        """Which numbers of the basis are for pairs, and which for cards (2, numbers)."""
        n = np.arange(self.design.basis.shape[1])
        return np.stack([n < self.design.n_main, n >= self.design.n_main])

    @property
    def spread(self) -> float:
        """Variance of y about the level of its number of players."""
        n = self.seen.sum(axis=0)
        level = self.y.sum(axis=0) / n
        away = np.where(self.seen, self.y - level, 0.0)
        return float((away**2).sum() / max(n.sum() - len(n), 1))


@dataclass(frozen=True)
class _Solved:
    """Effects under given variances, and what the variances are renewed from."""

    value: Floats
    variance: Floats
    weight: Floats
    common: Floats
    common_covariance: Floats
    own: Floats
    own_uncertain: Floats
    raw: Floats
    raw_covariance: Floats

    def fit(self, variances: Variances) -> Fit:
        return Fit(
            variances,
            self.value,
            self.variance,
            self.common,
            self.common_covariance,
            self.raw,
            self.raw_covariance,
        )


def _first(data: _Data) -> Variances:
    """Return variances to begin with: half of what is no error for cards, the rest for the others."""
    true = data.spread - float(data.s2[data.seen].mean())
    true = max(true, 0.05 * data.spread)
    n_cards = data.design.menus.shape[1]
    of_cards = true / n_cards * np.array([0.5, 0.2 / n_cards])
    alone = len(data.design.players) == 1
    return Variances(of_cards, np.zeros(2) if alone else 0.2 * of_cards, np.full(data.y.shape[1], 0.2 * true))


def _solve(data: _Data, variances: Variances) -> _Solved:
    """Solve Henderson's equations: each number of players given the common effects, then these."""
    design, basis = data.design, data.design.basis
    n_players, least = data.y.shape[1], _LEAST * data.spread
    prior = 1 / np.maximum(variances.own @ data.family, least)
    weight = np.where(data.seen, 1 / np.maximum(variances.tau2 + data.s2, least), 0.0)
    sums = design.subsets.T @ weight
    products = (design.subsets.T @ (weight * data.y))[design.union[0]]
    inverses, grams, rights, means, levels = [], [], [], [], []
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
        common_precision += gram - gram @ inverse @ gram
        common_right += right - gram @ (inverse @ right)
        for kept, one in zip(
            (inverses, grams, rights, means, levels), (inverse, gram, right, mean, level), strict=True
        ):
            kept.append(one)
    common_covariance = np.linalg.inv(common_precision)
    common = common_covariance @ common_right
    own, own_uncertain, raw, raw_covariance, of_subsets, of_columns = [], [], [], [], [], []
    for place in range(n_players):
        inverse, gram = inverses[place], grams[place]
        own.append(inverse @ (rights[place] - gram @ common))
        pull = inverse @ gram  # by how much an own deviation gives way to the common effect
        own_uncertain.append(np.diag(inverse) + ((pull @ common_covariance) * pull).sum(axis=1))
        rest = np.eye(len(pull)) - pull
        covariance = inverse + rest @ common_covariance @ rest.T
        effects, total = common + own[-1], float(sums[0, place])
        coefficients = basis @ effects
        coefficients[0] = levels[place] - means[place] @ effects
        full = basis @ covariance @ basis.T
        with_level = -basis @ (covariance @ means[place])
        full[0], full[:, 0] = with_level, with_level
        full[0, 0] = 1 / total + means[place] @ covariance @ means[place]
        raw.append(coefficients)
        raw_covariance.append(full)
        n = design.subsets.shape[1]
        of_subsets.append(np.bincount(design.union.ravel(), full.ravel(), n))
        of_columns.append(np.bincount(design.union[0], coefficients, n))
    return _Solved(
        value=design.subsets @ np.stack(of_columns, axis=1),
        variance=np.maximum(design.subsets @ np.stack(of_subsets, axis=1), 0.0),
        weight=weight,
        common=common,
        common_covariance=common_covariance,
        own=np.stack(own),
        own_uncertain=np.stack(own_uncertain),
        raw=np.stack(raw),
        raw_covariance=np.stack(raw_covariance),
    )


def _renewed(data: _Data, old: Variances, solved: _Solved) -> Variances:
    """Return the variances that the effects found speak for."""
    least = _LEAST * data.spread
    common, own = old.common.copy(), old.own.copy()
    for i, members in enumerate(data.family):
        known = members.sum() - np.diag(solved.common_covariance)[members].sum() / max(common[i], least)
        common[i] = (solved.common[members] ** 2).sum() / max(known, 1e-6)
        if own[i] > 0:
            n = members.sum() * len(solved.own)
            known = n - solved.own_uncertain[:, members].sum() / max(own[i], least)
            own[i] = (solved.own[:, members] ** 2).sum() / max(known, 1e-6)
    w = solved.weight
    free = w - w**2 * solved.variance  # the diagonal of Searle, Casella and McCulloch's P
    score = ((w * (data.y - solved.value)) ** 2 - free).sum(axis=0)
    information = (w * free).sum(axis=0)  # at least what it is, so that no step goes too far
    found, n = old.tau2 + score / information, data.seen.sum(axis=0)
    of_all = (information @ found) / information.sum()
    tau2 = np.maximum((n * found + _STEADY * of_all) / (n + _STEADY), 0.0)
    return replace(old, common=common, own=own, tau2=tau2)


def _moved(design: Design, old: Variances, new: Variances) -> float:
    """Return the largest change of a variance, as a part of it and of a tenth of all that vary."""
    n = design.menus.shape[1]
    terms = np.array([n, n * (n - 1) / 2])  # so many effects add up in a menu
    a, b = (np.concatenate([terms * v.common, terms * v.own, v.tau2]) for v in (old, new))
    total = b[:4].sum() + b[4:].mean()
    return float(np.max(np.abs(a - b) / (np.maximum(a, b) + 0.1 * total)))
