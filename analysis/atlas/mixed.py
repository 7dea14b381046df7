"""A mixed linear model of menus: card and pair effects, pooled over numbers of players.

Of menu m with P players, y is a mean of games and s² its known variance of error:

    y = level_P + Σ cards (a_c + d_cP) + Σ pairs (b_cc' + e_cc'P) + bend_P(x) + u_mP + error.

The level is fixed. Effects that all numbers of players have in common (a, b) and deviations from them (d, e)
are random, each of the families with a variance of its own; u, what cards and pairs do not explain, has the
variance τ²_P. So effects are drawn toward those of other numbers of players as far as these are alike, and pairs toward
nothing as far as there are none.

Where all cards of a menu pull the same way, their effects do not simply add up: shares have ends, points saturate.
Pairs drawn toward nothing do not see that, and those menus are the very ones that are asked for. So the sum x
of the effects of cards has a bend, κ x² + λ x³ (Tukey 1949, Biometrics 5: one degree of freedom for non-additivity),
of the same kind: common, and deviations. x is that of the model without one (`fit_bent`).

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
from scipy import linalg, special

from analysis.atlas.design import Design
from analysis.estimate import Floats

_LEAST = 1e-9  # of the variance of y: what counts as no variance at all
_CLOSE = 0.02
_STEPS_OF_A_SUM = 4
_NOTABLE = (
    0.2  # of the standard deviation of y, explained by effects of cards: their sum may have a bend
)
_STEADY = 10  # cells of the mean of all numbers of players, by which τ² of each is steadied


@dataclass(frozen=True)
class Variances:
    """The variances of the model.

    Attributes
    ----------
    common, own : array (2 or 3,)
        Of effects of cards, of pairs, of bends: common to all numbers of players, and deviations of each.
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
        Effects at each number of players, in the basis of the design, and bends behind.
    bends : array (bends, menus, players)
        x² and x³; none in a model without.
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
    bends: Floats
    common_covariance: Floats
    own_covariance: Floats
    shares: Floats


def fit_bent(
    design: Design, y: Floats, s2: Floats, start: Variances | None = None, *, steps: int = 40
) -> Fit:
    """Fit the model with bends; for the parameters see `fit`."""
    n = design.n_main
    straight = None if start is None else Variances(start.common[:2], start.own[:2], start.tau2)
    plain = fit(design, y, s2, straight, steps=_STEPS_OF_A_SUM if start is None else 1)
    x = design.holds @ (design.basis[:, :n] @ plain.effects[:, :n].T)
    spread, of_y = float(x[design.legal].std()), np.nanstd(y - np.nanmean(y, axis=0))
    x = np.where(design.legal, x / spread if spread > _NOTABLE * of_y else 0.0, 0.0)
    if start is None:
        found = plain.variances
        bend = 0.01 * found.common[0]
        own = np.append(found.own, 0.2 * bend if len(design.players) > 1 else 0.0)
        start = Variances(np.append(found.common, bend), own, found.tau2)
    return fit(design, y, s2, start, bends=np.stack([x**2, x**3]), steps=steps)


def fit(
    design: Design,
    y: Floats,
    s2: Floats,
    start: Variances | None = None,
    *,
    bends: Floats | None = None,
    steps: int = 40,
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
    bends : array (bends, menus, players), optional
        Further columns of the model.
    steps : int
        At most so many rounds of Henderson's equations; it ends when no variance moves by more than 2 %.
    """
    seen = np.isfinite(y) & np.isfinite(s2)
    level = np.where(seen, y, 0.0).sum(axis=0) / seen.sum(axis=0)  # so that no digits are lost
    bends = np.zeros((0, *y.shape)) if bends is None else bends
    data = _Data(design, np.where(seen, y - level, 0.0), np.where(seen, s2, np.inf), seen, bends)
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
    bends: Floats

    @cached_property
    def basis(self) -> Floats:
        """The basis of the design, and bends behind."""
        return np.asarray(linalg.block_diag(self.design.basis, np.eye(len(self.bends))))

    @cached_property
    def family(self) -> NDArray[np.bool_]:
        """Which numbers are for cards, which for pairs and which for bends (2 or 3, numbers)."""
        n_main, n_effects = self.design.n_main, self.design.basis.shape[1]
        n = np.arange(n_effects + len(self.bends))
        families = np.stack([n < n_main, (n >= n_main) & (n < n_effects), n >= n_effects])
        return families if len(self.bends) else families[:2]

    def gram(self, sums: Floats, weight: Floats, place: int) -> Floats:
        """Return Zᵀ W Z of a number of players, of columns of the design and bends."""
        bends = self.bends[:, :, place]
        weighted = weight[:, place] * bends
        mixed = self.design.holds.T @ weighted.T
        return np.block([[sums[:, place][self.design.union], mixed], [mixed.T, weighted @ bends.T]])

    def right(self, weight: Floats) -> Floats:
        """Return Zᵀ W y (columns and bends, players)."""
        weighted = weight * self.y
        return np.vstack(
            [self.design.holds.T @ weighted, np.einsum("bmp,mp->bp", self.bends, weighted)]
        )

    def value(self, coefficients: Floats) -> Floats:
        """Return Z · coefficients (columns and bends, players)."""
        n = len(self.design.columns)
        bent = np.einsum("bmp,bp->mp", self.bends, coefficients[n:])
        return np.asarray(self.design.holds @ coefficients[:n] + bent)

    def variance(self, covariances: Floats) -> Floats:
        """Return the diagonal of Z · covariance · Zᵀ; of columns and bends, by number of players."""
        n, design = len(self.design.columns), self.design
        of_subsets = [
            np.bincount(design.union.ravel(), one[:n, :n].ravel(), design.subsets.shape[1])
            for one in covariances
        ]
        found = design.subsets @ np.stack(of_subsets, axis=1)
        for i, bend in enumerate(self.bends):
            found += 2 * bend * (design.holds @ covariances[:, :n, n + i].T)
            for j, other in enumerate(self.bends):
                found += bend * other * covariances[:, n + i, n + j]
        return np.asarray(np.maximum(found, 0.0))

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
    basis, n_players, least = data.basis, data.y.shape[1], data.least
    prior = 1 / np.maximum(variances.own @ data.family, least)
    weight = np.where(data.seen, 1 / np.maximum(variances.tau2 + data.s2, least), 0.0)
    sums, products = data.design.subsets.T @ weight, data.right(weight)
    alone: list[tuple[Floats, Floats, Floats, Floats, float]] = []
    common_precision = np.diag(1 / np.maximum(variances.common @ data.family, least))
    common_right = np.zeros(basis.shape[1])
    for place in range(n_players):
        gram = data.gram(sums, weight, place)
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
    own, own_variance, shares, coefficients, covariances = [], [], [], [], []
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
        of_two[0, 0] = 1 / weight[:, place].sum() + mean @ covariance @ mean
        covariances.append(of_two)
    model = Fit(
        variances=variances,
        value=data.value(np.stack(coefficients, axis=1)),
        variance=data.variance(np.stack(covariances)),
        effects=common + np.stack(own),
        bends=data.bends,
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
    steady = (n * found + _STEADY * of_all) / (n + _STEADY)
    return Variances(common, own, _not_negative(steady, np.sqrt(2 / information)))


def _not_negative(found: Floats, error: Floats) -> Floats:
    """Return what is expected of variances, found with an error, that can not be negative.

    The largest likelihood is often at 0, where variances that are not are likely too; taken for 0,
    intervals would be much too narrow (Morris 1983, JASA 78).
    """
    z = found / error
    return np.asarray(
        found + error * np.exp(-(z**2) / 2 - special.log_ndtr(z)) / np.sqrt(2 * np.pi)
    )


def _settled(design: Design, old: Variances, new: Variances) -> bool:
    """Return whether no variance has changed by much, as a part of it and of a tenth of all that vary."""
    n = design.menus.shape[1]
    terms = np.array([n, n * (n - 1) / 2, 2.0])[: len(old.common)]  # so many add up in a menu
    a, b = (np.concatenate([terms * v.common, terms * v.own, v.tau2]) for v in (old, new))
    total = b[: 2 * len(terms)].sum() + new.tau2.mean()
    return bool((np.abs(a - b) <= _CLOSE * (np.maximum(a, b) + 0.1 * total)).all())
