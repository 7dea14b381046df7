"""What a sweep says of each menu, tightened by what all menus say of their cards: a surrogate.

A menu that was played 1,500 times has a mean with an error; the other menus that share its cards know something of
it too. The surrogate is a mixed model of cards and pairs of cards (`analysis.atlas.mixed`), and each menu's figure
a compromise of its own games and of what the model expects: the better known has more to say.

How honest it is, it says itself: menus are left out, at all numbers of players at once, and predicted from
the others (`Surrogate.fit`).

*Assumes* that menus are Party's own, that errors of cells are independent of each other and normal (means of some
hundreds of games are), and that what the model leaves of a menu has nothing to do with what it leaves of another, or of
the same at other numbers of players. *Fails* for menus that three cards make unlike all others, if none of them
was played much; they are misjudged together, and may be those that look best.

On real games (`greedy`), the 60 best-looking menus by a measure were played 6,144 times anew. How the rest grows was
chosen by five measures of the 7,560 menus for eight, all played 1,024 times, so these are no test. The test
were six other measures of the same menus, where intervals held for 92 to 100 % of the 60 (95 % together), and seven
measures of 4,000 of the 14,112 menus for five, where they held for 93 to 97 % (95 %). Estimates missed by 0.5 to 0.9
of what the menus' own games did. A sample recommends less surely: of 3,000 cells of all numbers of players, intervals
held for 93 to 97 % of 60 random menus that were not played, but for 68 % of the 60 of all 78,183 that looked closest.
Play those again that a sample recommends.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import optimize

from analysis.atlas import mixed
from analysis.atlas.design import Design
from analysis.atlas.residuals import Tails, Z, posterior, predictive, tails
from analysis.estimate import LEVEL, Estimate, Floats, Ints

FEWEST = 60
"""Cells that have to be played for a surrogate."""

FEWEST_OF_PLAYERS = 20
"""Cells that have to be played of a number of players, for it to be part of one."""

_FOLDS = 5
_STEPS_OF_A_FOLD = 3  # they begin with the variances of all cells
_STEPS_OF_A_SMOOTHING = 3
_STEPS_OF_PREDICTIONS = 20  # from the lowest to the highest
_SMALLEST = 0.1  # of the mean variance of a game: a smooth one is no smaller
_ENDS = 0.05, 0.95
_CLEARLY = 3.0  # standard errors
_LEAST_GROWTH = 0.25  # of τ² to what is left of menus in the middle
_NONE = 1e-24  # of the square of a measure: a variance that is rounding


@dataclass(frozen=True)
class Surrogate:
    """A measure of all menus of a design, with one line-up.

    Attributes
    ----------
    estimate : Estimate
        Of every menu and number of players (menus, players): posterior mean, standard deviation and
        95 % interval, and the games behind it. Those never played are predicted. nan where nothing is known, and
        where the menu is not legal.
    effects : polars.DataFrame
        ``card``, ``players`` (null: mean over the numbers of players that have it), ``effect``, ``effect_se``,
        ``effect_low``, ``effect_high``. Effects of the cards of a group add up to 0: the difference of two is
        what an exchange of one for the other does, mean over all menus.
    pairs : polars.DataFrame
        The same with ``other``: by how much both together are more than the sum of their effects.
    fit : polars.DataFrame
        How well it does, by ``players`` (null: all): ``n_cells`` played; ``error``, root mean square of the errors;
        ``tau``, standard deviation of what cards and pairs leave of a menu; ``freedom``, degrees of freedom of
        its tails (null: normal); ``narrower``, root mean square of the posterior standard deviations
        over that of the errors; and of menus left out: ``r2``, the part of the variance of observed figures
        that is predicted, ``r2_true``, the same without the errors of observation (null where hardly anything
        else differs), ``coverage`` of 95 % intervals
        for what was observed, and ``coverage_ends``, that of the tenth expected to be lowest or highest (of which
        one looks for the best). ``note``: why there is no surrogate.
    calibration : polars.DataFrame
        What was predicted of menus left out, beside what was seen: by ``players`` and ``step``, parts of the cells from
        the lowest prediction to the highest: ``n_cells``; ``predicted`` and ``seen``, means; ``seen_low``,
        ``seen_high``, between which 95 % of the figures lie. No rows without a surrogate.
    """

    estimate: Estimate
    effects: pl.DataFrame
    pairs: pl.DataFrame
    fit: pl.DataFrame
    calibration: pl.DataFrame


def surrogate(design: Design, observed: Estimate, *, check: bool = True) -> Surrogate:
    """Fit the surrogate of a measure.

    Parameters
    ----------
    design : Design
    observed : Estimate
        Means of the cells that were played, their standard errors and games (menus, players); nan elsewhere.
    check : bool
        Whether to leave menus out and predict them, which doubles the time.

    Notes
    -----
    The standard error of a cell is an estimate, too, and of the same games: a menu with few ties by luck seems to
    be sure of it, and would pull all others down. So the variance of a game is smoothed over all menus
    by the same model (a variance function: Carroll and Ruppert 1988), and that of a mean is this over its games.

    Where there is too little to learn from (`FEWEST`), or nothing that varies, the estimate is what was observed,
    and `fit` says why.
    """
    seen = np.isfinite(observed.value) & np.isfinite(observed.se) & (observed.n > 0) & design.legal
    y, s2 = np.where(seen, observed.value, np.nan), np.where(seen, observed.se**2, np.nan)
    enough = seen.sum(axis=0) >= FEWEST_OF_PLAYERS
    note = _hindrance(y[:, enough])
    if note:
        return _as_observed(design, observed, s2, note)
    if enough.all():
        return _fitted(design, observed, y, s2, check=check)
    part = design.at(enough)
    some = _fitted(part, observed[:, enough], y[:, enough], s2[:, enough], check=check)
    rest = _as_observed(design, observed, s2, f"fewer than {FEWEST_OF_PLAYERS} cells")
    whole = Estimate(*(getattr(observed, field.name).copy() for field in fields(Estimate)))
    for field in fields(Estimate):
        getattr(whole, field.name)[:, enough] = getattr(some.estimate, field.name)
    left = rest.fit.filter(pl.col("players").is_not_null() & ~pl.col("players").is_in(part.players))
    return replace(some, estimate=whole, fit=pl.concat([some.fit, left]))


def _fitted(design: Design, observed: Estimate, y: Floats, s2: Floats, *, check: bool) -> Surrogate:
    s2 = _smoothed(design, s2, observed.n)
    model = mixed.fit_bent(design, y, s2)
    seen = np.isfinite(y)
    errors = np.where(seen, s2, np.inf)
    total = np.where(seen, model.variances.tau2 + errors, np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        free = np.where(seen & (total > 0), np.maximum(1 - model.variance / total, 0.05), 1.0)
    away = (y - model.value)[seen] / np.sqrt(free[seen])
    growth = _growth(design, model, away**2 - s2[seen], total[seen], seen)
    tau2 = _rest(design, model, growth)
    kind = tails(away, tau2[seen], s2[seen])
    known = posterior(kind, model.value, model.variance, tau2, y, errors, free)
    value, sd = known.moments()
    low, high = known.interval()
    value, sd, low, high = (np.where(design.legal, x, np.nan) for x in (value, sd, low, high))
    found = Estimate(value, sd, low, high, observed.n)
    left_out = _left_out(design, y, s2, model.variances, growth, kind) if check else None
    quality = _quality(design, y, s2, tau2, kind, found, left_out)
    calibration = _calibration(design, y, left_out)
    return Surrogate(found, *_effects(design, model), quality, calibration)


def _growth(
    design: Design, model: mixed.Fit, square: Floats, total: Floats, seen: NDArray[np.bool_]
) -> Floats:
    """Return how the variance of what is left grows, as parts of τ²: by `_powers`.

    Menus whose cards all pull the same way are less well explained than others, and are those that are asked for.
    No part is negative, and it grows only where that is clear.

    Parameters
    ----------
    design : Design
    model : mixed.Fit
    square : array (cells,)
        Squares of what is left of the cells that were played, less the variance of error.
    total : array (cells,)
        What these squares were expected to be, with the error: twice its square is their variance.
    seen : array (menus, players) of bool
        Which cells were played.
    """
    tau2 = np.broadcast_to(model.variances.tau2, seen.shape)[seen]
    scale = np.sqrt(2) * np.maximum(total, np.finfo(float).tiny)
    powers = _powers(design, model)[:, seen].T * (tau2 / scale)[:, None]
    found, missed = optimize.nnls(powers, square / scale)
    flat: Floats = np.array([1.0, 0.0, 0.0, 0.0, 0.0])
    if not model.bends.any():  # cards say next to nothing: which menus are at the ends is chance
        return flat
    before = float(((square / scale - powers @ flat) ** 2).sum())
    return np.asarray(found) if before - missed**2 > _CLEARLY**2 else flat


def _powers(design: Design, model: mixed.Fit) -> Floats:
    """Return 1 and what the rest may grow with: square and fourth power of how high, or low, a menu is expected."""
    legal = design.legal
    value = np.where(legal, model.value, np.nan)
    away = np.nan_to_num(value - np.nanmean(value, axis=0))
    z = away / np.maximum(np.nanstd(value, axis=0), np.finfo(float).tiny)
    high, low = np.maximum(z, 0), np.minimum(z, 0)
    return np.stack([np.ones_like(z), high**2, high**4, low**2, low**4])


def _rest(design: Design, model: mixed.Fit, growth: Floats) -> Floats:
    """Return the variance of what is left of each menu (menus, players)."""
    parts = np.einsum("k,kmp->mp", growth, _powers(design, model))
    return np.asarray(model.variances.tau2 * np.maximum(parts, _LEAST_GROWTH))


def _smoothed(design: Design, s2: Floats, n: Ints) -> Floats:
    """Return variances of means from smoothed variances of a game; as parts of the mean of a number of players."""
    of_games = s2 * n
    level = np.nanmean(of_games, axis=0)
    level = np.where(level > 0, level, 1.0)
    noise = np.where(np.isfinite(s2), 2 / np.maximum(n, 1), np.nan)  # as of normal figures
    parts = of_games / level
    if _hindrance(parts):
        return s2
    model = mixed.fit(design, parts, noise, steps=_STEPS_OF_A_SMOOTHING)
    return np.where(
        np.isfinite(s2), np.maximum(model.value, _SMALLEST) * level / np.maximum(n, 1), np.nan
    )


@dataclass(frozen=True)
class _LeftOut:
    """Cells predicted without their menus: what was expected, and whether the interval holds."""

    value: Floats
    holds: Floats

    @property
    def ends(self) -> NDArray[np.bool_]:
        """Which are expected to be among the lowest or the highest of their number of players."""
        value = np.where(np.isnan(self.holds), np.nan, self.value)
        low, high = np.nanquantile(value, _ENDS, axis=0)
        return np.asarray((value <= low) | (value >= high))


def _left_out(
    design: Design,
    y: Floats,
    s2: Floats,
    variances: mixed.Variances,
    growth: Floats,
    kind: Tails,
) -> _LeftOut:
    fold = np.random.default_rng(0).permutation(len(y)) % _FOLDS
    value, holds = np.full(y.shape, np.nan), np.full(y.shape, np.nan)
    for number in range(_FOLDS):
        out = fold == number
        kept = np.where(out[:, None], np.nan, y)
        model = mixed.fit_bent(design, kept, s2, variances, steps=_STEPS_OF_A_FOLD)
        rest = kind.variances[:, None, None] * _rest(design, model, growth)[out]
        expected = predictive(kind, model.value[out], rest + model.variance[out] + s2[out])
        value[out] = model.value[out]
        holds[out] = np.abs(expected.below(y[out]) - 0.5) <= LEVEL / 2
    return _LeftOut(value, np.where(np.isfinite(y), holds, np.nan))


def _quality(
    design: Design,
    y: Floats,
    s2: Floats,
    tau2: Floats,
    kind: Tails,
    found: Estimate,
    left_out: _LeftOut | None,
) -> pl.DataFrame:
    seen = np.isfinite(y)
    level = np.nansum(np.where(seen, y, 0), axis=0) / seen.sum(axis=0)
    ends = np.zeros_like(seen) if left_out is None else left_out.ends
    rows: list[dict[str, object]] = []
    for players, places in _scopes(design):
        here = seen & places
        n, noise = here.sum(axis=0), float(s2[here].sum())
        row = {
            "players": players,
            "n_cells": int(n.sum()),
            "error": np.sqrt(noise / n.sum()),
            "tau": np.sqrt(float(tau2[here].sum()) / n.sum()),
            "freedom": None if np.isinf(kind.freedom) else kind.freedom,
            "narrower": np.sqrt(float((found.se[here] ** 2).sum()) / noise) if noise > 0 else None,
        }
        if left_out is not None:
            spread = float(((y - level)[here] ** 2).sum())
            missed = float(((y - left_out.value)[here] ** 2).sum())
            row["r2"] = 1 - missed / spread if spread > 0 else None
            beyond = spread - noise
            is_some = beyond > _CLEARLY * np.sqrt(2 / n.sum()) * noise
            row["r2_true"] = 1 - (missed - noise) / beyond if is_some else None
            row["coverage"] = float(left_out.holds[here].mean())
            row["coverage_ends"] = float(left_out.holds[here & ends].mean())
        rows.append(row)
    return _quality_frame(rows)


def _calibration(design: Design, y: Floats, left_out: _LeftOut | None) -> pl.DataFrame:
    """Return what was predicted beside what was seen, in steps of as many cells each."""
    rows: list[tuple[float, ...]] = []
    if left_out is None:
        return _calibration_frame(rows)
    for place, players in enumerate(design.players):
        here = np.flatnonzero(np.isfinite(y[:, place]))
        order = here[np.argsort(left_out.value[here, place], kind="stable")]
        for step, some in enumerate(np.array_split(order, min(_STEPS_OF_PREDICTIONS, len(order)))):
            seen = y[some, place]
            ends = np.quantile(seen, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2])
            expected = left_out.value[some, place].mean()
            rows.append((players, step + 1, len(some), expected, seen.mean(), *ends))
    return _calibration_frame(rows)


def _calibration_frame(rows: list[tuple[float, ...]]) -> pl.DataFrame:
    schema = {
        **dict.fromkeys(("players", "step", "n_cells"), pl.Int64),
        **dict.fromkeys(("predicted", "seen", "seen_low", "seen_high"), pl.Float64),
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _quality_frame(rows: list[dict[str, object]]) -> pl.DataFrame:
    numbers = ("error", "tau", "freedom", "narrower", "r2", "r2_true", "coverage", "coverage_ends")
    schema = {
        "players": pl.Int64,
        "n_cells": pl.Int64,
        **dict.fromkeys(numbers, pl.Float64),
        "note": pl.String,
    }
    return pl.DataFrame([{name: row.get(name) for name in schema} for row in rows], schema=schema)


def _effects(design: Design, model: mixed.Fit) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the effects of cards and of pairs, by number of players and their means over these."""
    shape = len(design.players), len(design.columns)
    value, own = np.zeros(shape), np.zeros(shape)
    of_common = np.zeros((*shape, len(model.common_covariance)))
    for place, contrasts in enumerate(design.contrasts):
        made = contrasts @ np.hstack(
            [design.basis, design.straight(place, model.bends[:, :, place])]
        )
        value[place] = made @ model.effects[place]
        own[place] = _spread(made, model.own_covariance[place])
        of_common[place] = made @ model.shares[place]
    there = np.array([design.there(place) for place in range(len(design.players))])
    sets: list[tuple[int | None, Floats, Floats, NDArray[np.bool_]]] = [
        (players, value[i], own[i] + _spread(of_common[i], model.common_covariance), there[i])
        for i, players in enumerate(design.players)
    ]
    if len(sets) > 1:
        share = there / np.maximum(there.sum(axis=0), 1)
        of_all = _spread(np.einsum("pc,pcn->cn", share, of_common), model.common_covariance)
        mean, variance = (share * value).sum(axis=0), (share**2 * own).sum(axis=0) + of_all
        sets.insert(0, (None, mean, variance, np.any(there, axis=0)))
    frames = []
    for size in (1, 2):
        rows = []
        for players, values, variances, is_there in sets:
            for i, column in enumerate(design.columns):
                if len(column) == size and is_there[i]:
                    names = [design.cards[card] for card in column]
                    rows.append((*names, players, values[i], np.sqrt(variances[i])))
        schema = dict.fromkeys(("card", "other")[:size], pl.String)
        frame = pl.DataFrame(
            rows,
            {**schema, "players": pl.Int64, "effect": pl.Float64, "effect_se": pl.Float64},
            orient="row",
        )
        effect, half = pl.col("effect"), Z * pl.col("effect_se")
        frames.append(frame.with_columns(effect_low=effect - half, effect_high=effect + half))
    return frames[0], frames[1]


def _spread(made: Floats, covariance: Floats) -> Floats:
    """Return the variances of linear combinations."""
    variances: Floats = ((made @ covariance) * made).sum(axis=1)
    return np.maximum(variances, 0.0)


def _hindrance(y: Floats) -> str:
    """Return why there is no surrogate, or nothing."""
    seen = np.isfinite(y)
    if seen.sum() < FEWEST:
        return f"fewer than {FEWEST} cells"
    level = np.nanmean(y, axis=0)
    if np.nanmax(np.abs(y - level)) ** 2 <= _NONE * np.nanmax(np.abs(y)) ** 2:
        return "nothing differs but numbers of players"
    return ""


def _as_observed(design: Design, observed: Estimate, s2: Floats, note: str) -> Surrogate:
    cards = {"card": pl.String, "other": pl.String, "players": pl.Int64}
    numbers = dict.fromkeys(("effect", "effect_se", "effect_low", "effect_high"), pl.Float64)
    pairs = pl.DataFrame(schema={**cards, **numbers})
    rows: list[dict[str, object]] = []
    for players, places in _scopes(design):
        seen = np.isfinite(s2) & places
        error = float(np.sqrt(s2[seen].mean())) if seen.any() else None
        rows.append({"players": players, "n_cells": int(seen.sum()), "error": error, "note": note})
    return Surrogate(
        observed, pairs.drop("other"), pairs, _quality_frame(rows), _calibration_frame([])
    )


def _scopes(design: Design) -> list[tuple[int | None, NDArray[np.bool_]]]:
    """Return what rows of a fit are about: all numbers of players (None) and each, as places."""
    each = np.eye(len(design.players), dtype=bool)
    return [(None, np.ones(len(each), np.bool_)), *zip(design.players, each, strict=True)]
