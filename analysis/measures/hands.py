"""What lies in first hands: how much luck they are, and how much there is to think about."""

from __future__ import annotations

import numpy as np

from analysis.course import Course, Numbers
from analysis.measure import Measure, quotient
from analysis.measures.scores import players
from simkit.schema import N_ROUNDS

_TENTHS = 10  # squares of points are counted in tenths


def _hands(course: Course) -> Numbers:
    return players(course) * N_ROUNDS


def _kinds_in_hand(course: Course) -> Numbers:
    dealt = course.played.dealt[:, : course.players]
    ends = (*course.first_cards[1:], dealt.shape[2])
    found = np.zeros(course.n_games, np.int16)
    for first, end in zip(course.first_cards, ends, strict=True):
        found += dealt[:, :, first:end].any(axis=2).sum(axis=(0, 1), dtype=np.int8)
    return found


def _kinds_taken(course: Course) -> Numbers:
    return (course.played.taken[: course.players] > 0).sum(axis=(0, 1))


def _is_enough(course: Course) -> bool:
    """Whether the block has more to explain than there are cards to explain it by."""
    return course.n_games * (course.players - 1) > 2 * int(course.played.dealt.shape[2])


def _apart(course: Course) -> Numbers:
    """Σ (s − s̄)² of the players, in tenths (games,)."""
    if not _is_enough(course):
        return np.zeros(course.n_games, np.int32)
    squares = (course.deviations**2).sum(axis=0)
    return np.rint(squares * (_TENTHS / course.players**2)).astype(np.int32)


def _unexplained(course: Course) -> Numbers:
    """The same of what the first hands leave unexplained.

    Least squares of s − s̄ on the cards dealt to the player, less the mean of the table, with the slopes
    of this block. That they are fitted to it is made good by N / (N − C), as in Ezekiel's adjusted R²
    (1930). As the slopes minimise it, their error does not show in the first order, so that no more is
    needed for its variance.
    """
    if not _is_enough(course):
        return np.zeros(course.n_games, np.int32)
    first, second, third = course.played.dealt[:, : course.players]
    cards = (first + second + third).astype(np.float32)  # sums of products are exact up to 2²⁴
    table = cards.sum(axis=0)
    scores = course.deviations.astype(np.float32) / np.float32(course.players)
    cross = sum(c @ c.T for c in cards) - table @ table.T / course.players
    with_score = sum(c @ s for c, s in zip(cards, scores, strict=True))
    slopes, _, rank, _ = np.linalg.lstsq(cross, with_score, rcond=1e-5)
    rest = scores - slopes @ cards + slopes @ table / course.players
    n = course.n_games * (course.players - 1)
    squares = np.einsum("pg,pg->g", rest, rest)
    return np.rint(squares * (_TENTHS * n / (n - rank))).astype(np.int32)


MEASURES = (
    Measure(
        name="hand_luck",
        title="Luck of one's own first hands",
        question="How much of the difference between the players is in the cards they were dealt?",
        unit="share",
        formula="1 − Σ e² / Σ (s − s̄)², e what is left of the score s less the mean s̄ of the table after"
        " least squares on the copies of each card in the own first hands of the three rounds, less the"
        " mean of the table; adjusted for the number of cards (Ezekiel 1930)",
        entries={"unexplained": _unexplained, "apart": _apart},
        value=lambda m: 1 - m["unexplained"] / m["apart"],
        assumes="Each copy adds its points, whatever else is in the hand.",
        fails="A lower bound of the luck of the deal: sets, the hands of the neighbours and the order in"
        " which the hands come are left out, as is all other luck. On dice it is the first roll. In a"
        " mixed line-up the players' strength is in the denominator. Slightly below 0 by chance where"
        " the hands say nothing; nothing is said in blocks with fewer games than cards.",
        source="adjusted R²: Ezekiel 1930",
    ),
    Measure(
        name="kinds_in_hand",
        title="Kinds in a first hand",
        question="How many different kinds does one have to compare at the start of a round?",
        unit="kinds",
        formula="mean number of kinds in a first hand, over rounds and players",
        entries={"kinds_in_hand": _kinds_in_hand, "hands": _hands},
        value=quotient("kinds_in_hand", "hands"),
        fails="A count of what lies there, not of what is worth a thought.",
    ),
    Measure(
        name="kinds_taken",
        title="Kinds taken in a game",
        question="How many different kinds does a player collect?",
        unit="kinds",
        formula="mean number of kinds of which a player puts at least one on the table in a game",
        entries={"kinds_taken": _kinds_taken, "players": players},
        value=quotient("kinds_taken", "players"),
        fails="It grows with the size of hands. A policy that wants one kind only makes it small.",
    ),
)
