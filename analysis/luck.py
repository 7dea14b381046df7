"""Luck and skill: how much of a seat's result comes from the deal, from the policy, and from the rest.

Both answers come from arms that are played on the same deals. Of arms that differ in nothing but the
luck of the seats, what repeats is the deal; of arms in which the policies change places, what follows
the policies is skill. Deals are independent, so a deal is one observation, however many arms and seats
play it: what is needed of it are a few whole numbers (`analysis.moments`), and components of variance
are smooth functions of their means (`analysis.delta`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.delta import smooth
from analysis.estimate import Estimate
from analysis.moments import Moments

COMPONENTS = ("policy", "deal", "rest")
"""What `skill_share` divides the variance among."""

_ROUNDING = 1e-12


def repeated(x: NDArray[Any]) -> Moments:
    """Count what `deal_share` needs.

    Parameters
    ----------
    x : array (arms, seats, deals) of int
        A number of each seat, such as its score or its share of the win, on the same deals with other
        luck in each arm; at least two arms. Blocks add up.
    """
    x = x.astype(np.int64)
    n_arms, n_seats, n_deals = x.shape
    sums = x.sum(axis=0)
    whole = [(sums**2).sum(axis=0), (x**2).sum(axis=(0, 1)), np.full(n_deals, n_arms)]
    names = ["sums squared", "squares", "arms", *(f"sum {seat}" for seat in range(n_seats))]
    return Moments.of(names, np.vstack([*whole, sums]))


def deal_share(moments: Moments) -> Estimate:
    """Return the share of the variance of a seat's result that the deal decides, from `repeated`.

    Notes
    -----
    One-way random effects (Fisher 1925, intraclass correlation). With K deals and M arms

        share = (MSB − MSW) / (MSB + (M − 1) MSW),

    MSB = M Σ (x̄_d − x̄)² / (K − 1) between the deals, MSW = Σ (x − x̄_d)² / (K (M − 1)) within, both added
    up over the seats (each has a mean of its own). The interval is Student's for ln (MSB / MSW), the
    scale on which an intraclass correlation is nearly normal (Fisher's z). Its standard error is the
    delta method's over deals, which needs neither normal results nor independent seats.

    *Assumed*: all arms have the same line-up. The deal is all that they have in common: the first hands
    of all seats and the order of the deck.

    *Fails*: what is left is the luck of the seats (ties, draws, what policies roll again) as these
    policies meet it; policies that draw nothing leave nothing. A share of the win varies more than a
    score, so that its share is smaller on the same menu.
    """
    k = moments.n

    def log_ratio(m: NDArray[Any]) -> Any:
        squared, squares, arms, sums = m[0], m[1], m[2], m[3:]
        between = (squared - (sums**2).sum(axis=0)) / arms * k / (k - 1)
        within = (squares - squared / arms) / (arms - 1)
        nothing = np.abs(within) < _ROUNDING * np.abs(squares)  # the arms are the same
        return np.log(np.where(nothing, 0, within / between))

    found = smooth(moments, log_ratio)
    arms = int(moments.sums[2]) // k

    def share(log: NDArray[Any]) -> NDArray[Any]:
        return np.asarray((1 - np.exp(log)) / (1 + (arms - 1) * np.exp(log)))

    value = share(found.value)
    steep = arms * np.exp(found.value) / (1 + (arms - 1) * np.exp(found.value)) ** 2
    whole = Estimate(value, steep * found.se, share(found.high), share(found.low), found.n)
    return whole[0]


def permuted(x: NDArray[Any], policies: ArrayLike, hands: ArrayLike | None = None) -> Moments:
    """Count what `skill_share` needs.

    Parameters
    ----------
    x : array (arms, seats, deals) of int
        A number of each seat, on the same deals.
    policies : array (arms, seats) of int
        Who sat there: 0, 1, ...
    hands : array (arms, seats) of int, optional
        Whose first hands the seat had; default: its own. Where hands are moved instead of policies.

    Raises
    ------
    ValueError
        Unless every policy has every hand equally often.
    """
    x, of = x.astype(np.int64), np.asarray(policies)
    hand = np.broadcast_to(np.arange(x.shape[1]), of.shape) if hands is None else np.asarray(hands)
    n_policies, n_hands = int(of.max()) + 1, int(hand.max()) + 1
    times = np.zeros((n_hands, n_policies), int)
    np.add.at(times, (hand, of), 1)
    if times.min() != times.max():
        raise ValueError("every policy must have every hand equally often.")
    by_policy = np.stack([x[of == policy].sum(axis=0) for policy in range(n_policies)])
    by_hand = np.stack([x[hand == h].sum(axis=0) for h in range(n_hands)])
    n_deals = x.shape[2]
    whole = [
        (by_hand**2).sum(axis=0),
        (x**2).sum(axis=(0, 1)),
        np.full(n_deals, n_hands),
        np.full(n_deals, times[0, 0]),
    ]
    names = ["sums squared", "squares", "hands", "times"]
    names += [f"policy {policy}" for policy in range(n_policies)]
    return Moments.of(names, np.vstack([*whole, by_policy]))


def skill_share(moments: Moments) -> Estimate:
    """Return the shares of the variance of a seat's result: policy, deal, rest, from `permuted`.

    Notes
    -----
    Two-way analysis of variance, x = mean + policy + hand of a deal + rest, where each of L policies
    has each of the H hands of a deal w times: with mean squares MS_hand and MS_rest

        rest = MS_rest,  deal = (MS_hand − MS_rest) / (L w),
        policy = mean square of the policies' means about their mean, less what is chance of it,

    each divided by the sum of the three. Deals are many, so that terms of 1 / K are left out but in the
    policies' chance part. The intervals are the delta method's over deals.

    *Assumed*: the policies are these ones, each as likely to sit at the table: no sample of a population
    of policies. *Fails*: add a weak policy, and the share of skill rises. Interactions (a policy that
    makes more of good hands) are in the rest, and so is what neighbours do.
    """
    k = moments.n

    def components(m: NDArray[Any]) -> Any:
        squared, squares, hands, times, of = m[0], m[1], m[2], m[3], m[4:]
        n = len(of)
        each = n * times  # games of a hand
        level = of.sum(axis=0) ** 2 / (hands * each)
        skill = (of**2).sum(axis=0) / (hands * times) - level
        rest = (squares - squared / each - skill) / (hands * (each - 1))
        deal = ((squared / each - level) / hands - rest) / each
        chance = (n - 1) / n * rest / (k * hands * times)
        policy = skill / (hands * each) - chance
        return np.stack([policy, deal, rest]) / (policy + deal + rest)

    return smooth(moments, components)
