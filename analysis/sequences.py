"""Intervals and evidence that stay valid however often one looks: for runs until it is known.

An ordinary 95 % interval misses the truth in 5 % of looks. Whoever looks again after every block of
games, and stops when it pleases, meets one of the misses far more often. A *confidence sequence* is an
interval for every number of games, of which in 95 % of runs not one misses (Darling and Robbins 1967).
So a run may stop at any of them, for any reason, and the interval it stops with holds.

All of them come from one thought. For each value that the truth may have, somebody bets against it, at
fair odds if it is true; a capital that has grown 20-fold is then as rare as one run in 20, over all
games together (Ville 1939). The interval is what has not been beaten, the capital is the *e-value*.

How narrow an interval is at which number of games is a matter of the bets. `games` says for how many
games they are tuned: set it before the first look, to the number at which the run is expected to stop,
or is to end. There intervals are about 1.55 times as wide as ordinary ones; at a tenth or ten times as
many games 2 and 1.7 times.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from analysis.estimate import (
    LEVEL,
    Estimate,
    Floats,
    divide,
    freedom,
    share,
)

_ALPHA = 1 - LEVEL
_HALVINGS = 60
_LOG_MOST = 40.0  # of games: more than anybody plays

Side = Literal["both", "above", "below"]


def anytime(estimate: Estimate, *, games: float, miss: float = _ALPHA) -> Estimate:
    """Return estimates of means, differences or ratios with intervals that are valid at any look.

    With s.e. = sd / √n, t = n ρ² and ν degrees of freedom the interval is value ± c · s.e., where

        c² = ν (q - 1) / (1 - q / (1 + t)),  q = (√(1 + t) / miss) ^ (2 / (ν + 1)).

    The bets are a normal mixture over the size of the effect in units of the unknown sd, its variance ρ²
    (see `_spread`): the t-test of Gönen et al. (2005), whose Bayes factor is a martingale for normal
    games whatever their variance (Wang and Ramdas 2025). With many games c² becomes
    2 (1 + 1/t) log(√(1 + t) / miss), which is the asymptotic confidence sequence of Waudby-Smith et al.
    (2024, Ann. Statist. 52).

    *Assumes* independent games of finite variance. *Asymptotic*: exact for normal games only, otherwise
    good from the number of games on from which an ordinary interval of one look is; ratios are means
    only nearly. *Fails* where what matters is rare and has not been seen yet: games that are all alike
    have an interval without width. There take `anytime_share`, or look first after some hundred games.

    Parameters
    ----------
    estimate : Estimate
        With Student's or normal intervals, from all games so far.
    games : float
        Number of games for which intervals are to be narrowest, set before the first look.
    miss : float
        Share of the runs in which the interval may ever miss: 5 %, unless there are many intervals.
    """
    width = _width(estimate.n * _spread(games), freedom(estimate), miss)
    with np.errstate(invalid="ignore"):
        half = np.where(np.isinf(width), np.inf, estimate.se * width)
    return Estimate(
        estimate.value, estimate.se, estimate.value - half, estimate.value + half, estimate.n
    )


def e_value(
    estimate: Estimate, *, games: float, null: ArrayLike = 0.0, side: Side = "both"
) -> Floats:
    """Return the evidence against a mean of `null`, valid at any look: the capital of the bets.

    With T = (value - null) / s.e., and t and ν as in `anytime`,

        e = (1 + t) ^ (-1/2) · ((1 + T²/ν) / (1 + T²/(ν (1 + t)))) ^ ((ν + 1) / 2).

    It is at least 20 just where `anytime` leaves `null` out. If the mean is `null`, an e-value of at
    least 1 / a is ever seen in at most a share a of the runs, and e-values of many questions may be
    judged together however they hang together (`multiple.adjusted`). For what it assumes and how it
    fails see `anytime`.

    Parameters
    ----------
    estimate : Estimate
        With Student's or normal intervals, from all games so far.
    games : float
        As for `anytime`.
    null : array
        The mean in question.
    side : {"both", "above", "below"}
        Against a mean of exactly `null`; or ``"above"``: against a mean of at most `null`, by bets on
        larger ones only; ``"below"``: against a mean of at least `null`.
    """
    t, nu = estimate.n * _spread(games), freedom(estimate)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        apart = estimate.value - np.asarray(null, np.float64)
        apart = np.where(apart == 0, 0.0, apart / estimate.se)
        against = apart**2
        finite = (nu + 1) / 2 * (np.log1p(against / nu) - np.log1p(against / (nu * (1 + t))))
        # games that are all alike: the limit
        finite = np.where(np.isinf(against), (nu + 1) / 2 * np.log1p(t), finite)
        grown = np.where(np.isinf(nu), against * t / (1 + t) / 2, finite)
        grown = grown - np.log1p(t) / 2
        if side != "both":
            # the half of the mixture on one side: twice the whole, times the chance of this side by it
            toward = apart if side == "above" else -apart
            many = special.log_ndtr(toward * np.sqrt(t / (1 + t)))
            sign = toward / np.sqrt(((1 + t) * nu + against) / (t * (nu + 1)))
            few = np.log(special.stdtr(nu + 1, sign))
            few = np.where(np.isinf(toward), np.where(toward > 0, 0, -np.inf), few)
            grown = grown + np.log(2) + np.where(np.isinf(nu), many, few)
        return np.asarray(np.exp(grown))


def anytime_share(
    n: ArrayLike,
    total: ArrayLike,
    squares: ArrayLike,
    *,
    games: float,
    unit: int = 1,
) -> Estimate:
    """Return means of something between 0 and 1, as the share of a win, valid at any look.

    Exact, whatever the distribution, and hardly wider than `anytime`. With x the share of a game, the
    interval is all m that are beaten neither by x nor by 1 - x, where x beats m if

        ρ^ρ / γ(ρ, ρ) · e^(s + v) γ(v + ρ, s + v + ρ) / (s + v + ρ)^(v + ρ) >= 40

    with s = Σ (x - m) / m > 0, v = Σ (x - m)² / m², the lower incomplete gamma function γ and
    ρ = (1 - m) / (m ρ²) (the ρ² of `_spread`). These are bets of a part λ of the capital on every game,
    Π (1 + λ (x - m) / m), which is at least exp(λ s + v (log(1 - λ) + λ)) (Fan, Grama and Liu 2015),
    mixed over λ by a gamma density (Howard et al. 2021, Ann. Statist. 49). So they need no more of the
    games than two sums, unlike the bets of Waudby-Smith and Ramdas (2024), which are a little better.

    Parameters
    ----------
    n, total, squares : array of int
        All games so far, the sum of the shares and of their squares.
    games : float
        As for `anytime`.
    unit : int
        A share of 1, in the units that are added up.
    """
    estimate = share(n, total, squares, unit=unit)
    one, two = divide(total, unit), divide(squares, unit * unit)
    size = estimate.n

    def low(one: Floats, two: Floats) -> Floats:
        def beaten(m: Floats) -> NDArray[np.bool_]:
            s, v = (one - m * size) / m, np.maximum(two - 2 * m * one + m * m * size, 0) / m**2
            rho = (1 - m) / (m * _spread(games))
            grown = s + v + _log_gamma(v + rho, s + v + rho) - (v + rho) * np.log(s + v + rho)
            fair = _log_gamma(rho, rho) - rho * np.log(rho)
            return np.asarray((s > 0) & (grown - fair >= np.log(2 / _ALPHA)))

        return _end(beaten, 0.0, divide(one, size))

    return _within(estimate, low(one, two), 1 - low(size - one, size - 2 * one + two))


def more_games(
    estimate: Estimate, target: ArrayLike, *, games: float | None = None, miss: float = _ALPHA
) -> Floats:
    """Return about how many more games make an interval as narrow as value ± target.

    From the standard error so far, so it is as good as that; nan where nothing is known yet.

    Parameters
    ----------
    estimate : Estimate
        All games so far.
    target : array
        Half the width that is wanted.
    games : float, optional
        For intervals of `anytime`, tuned to so many games; without, for ordinary ones.
    miss : float
        Share of the intervals that may miss: 5 %, unless there are many.
    """
    target = np.asarray(target, np.float64)
    sd = estimate.se * np.sqrt(estimate.n)

    one_look = special.ndtri(1 - miss / 2)

    def narrow(log_n: Floats) -> NDArray[np.bool_]:
        n = np.exp(log_n)
        times = one_look if games is None else _width(n * _spread(games), np.inf, miss)
        return np.asarray(sd * times / np.sqrt(n) <= target)

    needed = np.exp(_end(narrow, _LOG_MOST, np.zeros(np.broadcast_shapes(sd.shape, target.shape))))
    needed = np.where(needed < np.exp(_LOG_MOST), np.ceil(needed), np.inf)
    return np.where(np.isnan(sd), np.nan, np.maximum(needed - estimate.n, 0))


def _spread(games: float) -> float:
    """Return ρ², which makes intervals narrowest at so many games (nearly; Waudby-Smith et al. 2024)."""
    bet = -2 * np.log(_ALPHA)
    return float((bet + np.log(bet + 1)) / games)


def _width(t: ArrayLike, nu: ArrayLike, miss: float = _ALPHA) -> Floats:
    """Return half the width of an interval of `anytime` in standard errors."""
    t, nu = np.asarray(t, np.float64), np.asarray(nu, np.float64)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        level = np.log1p(t) / 2 - np.log(miss)
        grown = 2 * level / (nu + 1)
        room = -np.expm1(grown - np.log1p(t))
        square = np.where(
            np.isinf(nu),
            2 * (1 + 1 / t) * level,
            np.where(room > 0, nu * np.expm1(grown) / room, np.inf),
        )
        return np.asarray(np.where(np.isnan(nu), np.nan, np.sqrt(square)))


def _log_gamma(a: Floats, x: Floats) -> Floats:
    """Return the logarithm of the lower incomplete gamma function."""
    return np.asarray(special.gammaln(a) + np.log(special.gammainc(a, x)))


def _end(beaten: Callable[[Floats], NDArray[np.bool_]], far: float, near: Floats) -> Floats:
    """Return where values begin to be beaten on the way from `near` to `far`, which is if nowhere else."""
    end = np.full_like(near, far)
    with np.errstate(divide="ignore", invalid="ignore"):
        for _ in range(_HALVINGS):
            middle = (end + near) / 2
            there = beaten(middle)
            end, near = np.where(there, middle, end), np.where(there, near, middle)
    return end


def _within(estimate: Estimate, low: Floats, high: Floats) -> Estimate:
    """Return an estimate between other ends; nan where nothing was observed."""
    unknown = np.isnan(estimate.value)
    low, high = np.where(unknown, np.nan, low), np.where(unknown, np.nan, high)
    return Estimate(estimate.value, estimate.se, low, high, estimate.n)
