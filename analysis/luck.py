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
    by_hand = np.stack([x[hand == h].sum(axis=0) for h in range(n_hands)])
    cells = [(arm, seat) for arm in range(len(x)) for seat in range(x.shape[1])]
    names = ["sums squared", "squares"]
    names += [f"cell {arm} {hand[arm, seat]} {of[arm, seat]}" for arm, seat in cells]
    whole = [(by_hand**2).sum(axis=0), (x**2).sum(axis=(0, 1))]
    return Moments.of(names, np.vstack([*whole, *(x[cell] for cell in cells)]))


def policy_gap(moments: Moments, *, unit: int = 1) -> Estimate:
    """Return the results of the second policy less those of the first, a deal, from `permuted` of two policies."""
    sign = {"0": -1, "1": 1}
    cells = {name: sign[name.split()[-1]] for name in moments.names if name.startswith("cell")}
    return moments.linear(cells, unit=unit)


def skill_share(moments: Moments) -> Estimate:
    """Return the shares of the variance of a seat's result: policy, deal, rest, from `permuted`.

    Notes
    -----
    Analysis of variance, x = policy + table + hand of a deal + rest. What a seat of one arm makes on average over the
    deals is its policy's mean and what the company at this table adds; of each of the H hands of a deal, in A arms,

        V = mean over arms and seats of the variance over deals = deal + rest of a hand,
        S = mean over hands of the variance of the sum over arms = A² deal + A rest of a hand,
        deal = (S - A V) / (A² - A),
        policy = mean square of the policies' means about their mean, less what is chance of it,
        rest = V - deal + mean square of what the company adds, less what is chance of it,

    each divided by the sum of the three. Deals are many, so that terms of 1 / K are left out but in the chance parts
    and in K / (K - 1). The intervals are the delta method's over deals.

    *Assumed*: the policies are these ones, each as likely to sit at the table: no sample of a population
    of policies. *Fails*: add a weak policy, and the share of skill rises. Interactions (a policy that
    makes more of good hands) are in the rest, and so is what neighbours do.
    """
    k = moments.n
    labels = np.array([name.split()[1:] for name in moments.names[2:]], dtype=np.int64)
    arms, hands, policies = (labels[:, i].max() + 1 for i in range(3))
    n_cells = len(labels)
    of_hand = (labels[:, 1] == np.arange(hands)[:, None]).astype(float)
    of_policy = (labels[:, 2] == np.arange(policies)[:, None]) * (policies / n_cells)

    def components(m: NDArray[Any]) -> Any:
        squared, squares, cells = m[0], m[1], m[2:]
        spread = (squares - (cells**2).sum(axis=0)) / n_cells * k / (k - 1)
        of_sums = (squared - ((of_hand @ cells) ** 2).sum(axis=0)) / hands * k / (k - 1)
        deal = (of_sums - arms * spread) / (arms**2 - arms)
        rest = spread - deal
        means = of_policy @ cells
        company = ((cells - means[labels[:, 2]]) ** 2).mean(axis=0)
        company = company - (deal * (1 - 1 / hands) + rest * (1 - policies / n_cells)) / k
        policy = ((means - means.mean(axis=0)) ** 2).mean(axis=0)
        policy = policy - (policies - 1) * rest / (n_cells * k)
        rest = rest + company
        return np.stack([policy, deal, rest]) / (policy + deal + rest)

    return smooth(moments, components)
