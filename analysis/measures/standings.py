"""What the standing after a round says of the end: leads, comebacks, and how far winners were behind."""

from __future__ import annotations

import numpy as np

from analysis.course import Course, Numbers
from analysis.measure import Measure, only, quotient
from simkit.schema import N_ROUNDS, SHARE


def _seats(course: Course) -> Numbers:
    return np.full(course.n_games, course.n_seats)


def _leaders_win(course: Course) -> Numbers:
    return (course.leads * course.win).sum(axis=1, dtype=np.int32)


def _leaders(course: Course) -> Numbers:
    return course.leads.sum(axis=1)


def _pairs(course: Course) -> Numbers:
    """Twice the pairs of a winner and a loser of the same game (games,)."""
    winners = course.won.sum(axis=0)
    return 2 * winners * (course.n_seats - winners)


def _ordered(course: Course) -> Numbers:
    """Of these, twice those in which the winner was ahead, and once the level ones (rounds, games)."""
    marks, won = course.marks, course.won.astype(np.int8)
    found = np.zeros((N_ROUNDS, course.n_games), np.int16)
    for seat in range(1, course.n_seats):
        for other in range(seat):
            for_seat = (
                won[seat] - won[other]
            )  # 1 if it won and the other lost, 0 if neither or both
            ahead = np.sign(marks[:, seat] - marks[:, other])
            found += for_seat * ahead
            found += for_seat != 0
    return found


def _products(course: Course) -> Numbers:
    """Σ of deviations of the players' points after a round and at the end, times P (rounds, games)."""
    marks = course.marks[:, : course.players].astype(np.int32)
    return np.einsum("rpg,pg->rg", marks, course.deviations)


def _spreads(course: Course) -> Numbers:
    """Σ of squared deviations of the players' points after a round, times P (rounds, games)."""
    marks = course.marks[:, : course.players].astype(np.int32)
    return course.players * np.einsum("rpg,rpg->rg", marks, marks) - marks.sum(axis=1) ** 2


def _final_spread(course: Course) -> Numbers:
    return np.einsum("pg,pg->g", course.scores, course.deviations)


def _settled(course: Course) -> Numbers:
    """Share of the win of seats that lead from the round to the end, in 840ths (rounds, games)."""
    led = course.win
    found = []
    for lead in course.leads[::-1]:
        led = led * lead
        found.append(led.sum(axis=0, dtype=np.int32))
    return np.stack(found[::-1])


def _was_behind(course: Course) -> Numbers:
    """Share of the win of seats that were behind after some round, in 840ths."""
    return (course.win * ~course.leads.all(axis=0)).sum(axis=0, dtype=np.int32)


_LEADERS = {"leaders_win": _leaders_win, "leaders": _leaders}

MEASURES = (
    Measure(
        name="lead_changes",
        title="Lead changes",
        question="How often does the lead change hands?",
        unit="per game",
        formula="mean number of marks (rounds 2 and 3, the end) at which the leaders are not those of the"
        " mark before; at the end the winners. At most 3",
        entries={"changes": lambda c: c.changes.sum(axis=0)},
        value=only("changes"),
        fails="The lead is seen at four marks only: what changes within a round and back again is not"
        " counted. A tie made or broken is a change. It grows with the number of players.",
        source="Browne and Maire 2010; Ludii, lead change",
    ),
    Measure(
        name="dessert_turn",
        title="Decided by desserts",
        question="How often do the desserts change who is first?",
        unit="share",
        formula="games whose winners are not those that lead after round 3, before desserts / n",
        entries={"dessert_turn": lambda c: c.changes[-1]},
        value=only("dessert_turn"),
        rate=True,
        fails="A tie made or broken counts, by the tie-break too. What one sees coming is no surprise:"
        " desserts lie open, and a player who counts them knows.",
    ),
    Measure(
        name="comeback",
        title="Comebacks",
        question="How often does somebody win who was not in front after this round?",
        unit="share",
        formula="mean share of the win of seats that did not (co-)lead after the round",
        entries={"comeback": lambda c: SHARE - _leaders_win(c)},
        value=only("comeback", of=SHARE),
        parts="round",
        rate=True,
        fails="With many players a small gap already is a place behind: compare deficit, in points. If"
        " the round meant nothing it would be 1 − (mean number of leaders) / seats.",
        source="Browne and Maire 2010",
    ),
    Measure(
        name="leader_wins",
        title="Leaders that win",
        question="How often does the leader after this round win?",
        unit="share",
        formula="Σ over leaders of their shares of the win / number of leads. Even: 1 / seats",
        entries=_LEADERS,
        value=quotient("leaders_win", "leaders", of=SHARE),
        parts="round",
        rate=True,
        fails="A leader has points that it keeps, so that it wins more often even if every round is a"
        " fresh start: only more than in a game of independent rounds is a runaway (see"
        " standing_correlation). In a mixed line-up leaders are also the better players.",
    ),
    Measure(
        name="leader_index",
        title="Win index of leaders",
        question="How much oftener than its even share does the leader after this round win?",
        unit="index",
        formula="seats × leader_wins: 1 if the lead means nothing, the number of seats if it is the win",
        entries={**_LEADERS, "seats": _seats},
        value=lambda m: m["seats"] * m["leaders_win"] / m["leaders"] / SHARE,
        parts="round",
        fails="As leader_wins.",
    ),
    Measure(
        name="standing_auc",
        title="Standing and win",
        question="Of a winner and a loser, how often was the winner ahead after this round?",
        unit="share",
        formula="pairs of a winner and a loser of one game, the winner ahead (level: one half) / all such"
        " pairs: the area under the curve. ½: the standing says nothing, 1: it says all",
        entries={"ordered": _ordered, "pairs": _pairs},
        value=quotient("ordered", "pairs"),
        parts="round",
        rate=True,
        fails="It looks at the order, not at how far ahead. The game in which all win together has no"
        " pair.",
        source="Mann and Whitney 1947; Hanley and McNeil 1982",
    ),
    Measure(
        name="standing_correlation",
        title="Standing and final result",
        question="How closely does the final score follow the standing?",
        unit="correlation",
        formula="correlation of points after the round and at the end, both less the mean of the table."
        " Independent rounds of equal spread and no desserts: √(r / 3): 0.58, 0.82, 1",
        entries={"products": _products, "spreads": _spreads, "final_spread": _final_spread},
        value=lambda m: m["products"] / np.sqrt(m["spreads"] * m["final_spread"]),
        parts="round",
        assumes="Players only, no dummy.",
        fails="Above the reference leads grow (a runaway, or one player is better), below it they are"
        " made up for. Rounds of unequal spread move the reference: compare round by round.",
    ),
    Measure(
        name="settled",
        title="Settled early",
        question="How often does the winner lead from this round to the end?",
        unit="share",
        formula="mean share of the win of seats that (co-)lead after the round and after all later rounds",
        entries={"settled": _settled},
        value=only("settled", of=SHARE),
        parts="round",
        rate=True,
        fails="Known afterwards only: that the lead was not lost again does not mean that it was safe.",
        source="decisiveness: Browne and Maire 2010 (there by estimated values)",
    ),
    Measure(
        name="deficit",
        title="Deficits that winners made up",
        question="How far behind was a winner who came from behind, at worst?",
        unit="points",
        formula="of winners that were behind after some round, mean of the most they were behind the"
        " leader",
        entries={"worst_behind": lambda c: c.worst_behind, "was_behind": _was_behind},
        value=quotient("worst_behind", "was_behind"),
        fails="A mean: the great comebacks are rarer than it makes one think. Few games count where"
        " leaders mostly win.",
    ),
    Measure(
        name="drama",
        title="Drama",
        question="How far behind was the eventual winner, on the way?",
        unit="points",
        formula="mean over games and rounds 1 to 3 of the points that the winner was behind the leader"
        " (0 where it led)",
        entries={"drama": lambda c: c.winner_behind.sum(axis=0)},
        value=only("drama", of=N_ROUNDS * SHARE),
        fails="In points, not in chances: 5 points behind are little after round 1 and much after"
        " round 3. See surprise and suspense.",
        source="Browne and Maire 2010; Ludii, drama (there of estimated values, here of points)",
    ),
)
