"""What can't be told yet, and about how many games more it would take."""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import attrgetter
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl

from analysis.estimate import LEVEL, Estimate
from analysis.multiple import UNKNOWN
from analysis.sequences import more_games
from analysis.standing import DEAD
from reports.answers import Answers
from reports.card_values import best_first, kind_name
from reports.effort import WHERE, duration, seconds
from reports.findings import budget
from reports.numbers import estimate
from reports.seats import SUSPECT
from reports.words import joined

TOO_MANY = 10_000_000
"""Games that nobody plays to tell one thing."""

_TOO_FEW = "What cards are worth: there are too few games to say how far off the numbers may be."

_Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
_BY_SKILL = 0.25  # points: a smaller change with skill does not matter, as in `analysis.answers`
_BY_SEAT = 0.1  # points


@dataclass(frozen=True, slots=True)
class Question:
    """Something that can't be told yet.

    Attributes
    ----------
    text : str
        What, and what is known of it; or several things, in a sentence.
    more : float
        About how many games more would tell (all that is not too much); inf where no number would.
    """

    text: str
    more: float


def open_questions(answers: Answers, players: int) -> list[Question]:
    """Return what can't be told yet of the last policy of the panel, a sentence each."""
    policy = answers.policies[-1]
    kinds = answers.table("kinds", players=players, policy=policy)
    told: list[Question] = []
    if len(kinds) and kinds["forbid_value_low"].is_null().all():
        told.append(Question(_TOO_FEW, math.inf))
    elif len(kinds):
        bans, picks = len(answers.menu.kinds) + 1, 2
        n = max(kinds["n_bans"])
        asked: list[tuple[str, list[Question], int]] = [
            ("Which kind is worth most", _first(answers, kinds), bans),
            (
                "Whether the right to take a kind is worth anything",
                _signs(answers, kinds, "forbid_value", "n_bans"),
                bans,
            ),
            ("Whether a kind beats the best other card", _tried(answers, kinds), picks),
            ("Whether skill changes a kind's worth", _changes(answers, players, n), bans),
        ]
        told += [
            _told(answers, players, what, found, arms=arms) for what, found, arms in asked if found
        ]
    return [*told, *_seats(answers, players)]


def _tried(answers: Answers, kinds: pl.DataFrame) -> list[Question]:
    if "pick_value" not in kinds.columns:
        return []
    return _signs(answers, kinds, "pick_value", "n_picks")


def _first(answers: Answers, kinds: pl.DataFrame) -> list[Question]:
    """Return whether the best kind is the best."""
    known = best_first(kinds).drop_nulls("forbid_value_low").to_dicts()
    if len(known) < 2:
        return []
    one, two = known[:2]
    if one["forbid_value_low"] > two["forbid_value_high"]:
        return []
    gap = one["forbid_value"] - two["forbid_value"]
    # a bound: both come from the same games, in ways that the table does not keep
    se = sum(_se(answers, row, "forbid_value") for row in (one, two))
    names = " or ".join(f"{kind_name(answers.menu, row)} ({_value(row)})" for row in (one, two))
    return [Question(names, _more(answers, gap, se, one["n_bans"], gap))]


def _signs(answers: Answers, kinds: pl.DataFrame, name: str, n: str) -> list[Question]:
    """Return the kinds of which nobody knows whether they are worth more or less than nothing, or nothing."""
    found = []
    for row in best_first(kinds).to_dicts():
        low, high = row[f"{name}_low"], row[f"{name}_high"]
        unknown = low is not None and low <= 0 <= high and (low < -DEAD or high > DEAD)
        if unknown:
            value, se = row[name], _se(answers, row, name)
            more = _either(answers, value, se, row[n], DEAD)
            found.append(Question(f"{kind_name(answers.menu, row)} ({_value(row, name)})", more))
    return found


def _changes(answers: Answers, players: int, n: int) -> list[Question]:
    """Return the kinds of which nobody knows whether skill changes their worth."""
    changes = answers.table("changes", players=players)
    if not len(changes):
        return []
    miss = (1 - LEVEL) / len(answers.table("changes"))  # all are judged together: a bound
    found = []
    for row in changes.filter(measure="forbid_value", verdict=UNKNOWN).to_dicts():
        if row["change_low"] is not None:
            se = _se(answers, row, "change")
            more = _either(answers, row["change"], se, n, _BY_SKILL, miss=miss)
            text = f"{kind_name(answers.menu, row)} ({_value(row, 'change')})"
            found.append(Question(text, more))
    return found


def _seats(answers: Answers, players: int) -> list[Question]:
    """Return how small a difference of seats would be seen, where none was."""
    policy = answers.policies[-1]
    seats = answers.table("seats", players=players, policy=policy)
    told = []
    for audit in answers.table("audits", players=players, policy=policy).to_dicts():
        known = seats.drop_nulls("score_edge_se")
        is_open = audit["n_moved"] != audit["n_games"] and len(known)
        unseen = min(audit["p_score"], audit["p_win"]) >= SUSPECT
        widest = max(known["score_edge_se"], default=0.0)
        if is_open and unseen:
            more = _more(answers, 0, widest, audit["n_games"], _BY_SEAT)
            if more:
                question = [Question(f"a difference of {_BY_SEAT:g} points", more)]
                told.append(
                    _told(answers, players, "Whether seats differ by little", question, arms=2)
                )
    return told


def _se(answers: Answers, row: dict[str, Any], name: str) -> float:
    """Return a standard error; of few games a wider one, as their interval is."""
    se, low, high = (float(row[f"{name}_{end}"]) for end in ("se", "low", "high"))
    return se if budget(answers).tuned is not None else max(se, (high - low) / (2 * _Z))


def _either(
    answers: Answers, value: float, se: float, n: int, small: float, *, miss: float = 1 - LEVEL
) -> float:
    """Return the games that tell a value from 0, or that it is smaller than matters."""
    size = abs(value)
    targets = [size, small - size]
    return min(_more(answers, value, se, n, target, miss=miss) for target in targets)


def _more(
    answers: Answers, value: float, se: float, n: int, target: float, *, miss: float = 1 - LEVEL
) -> float:
    if target <= 0:
        return math.inf
    value_, se_ = np.asarray(value, np.float64), np.asarray(se, np.float64)
    found = Estimate(value_, se_, value_ - se_, value_ + se_, np.asarray(n, np.int64))
    return float(more_games(found, target, games=budget(answers).tuned, miss=miss))


def _value(row: dict[str, Any], name: str = "forbid_value") -> str:
    return estimate(row, name, sign="+", most_decimals=2)


def _told(
    answers: Answers, players: int, what: str, questions: list[Question], *, arms: int
) -> Question:
    """Return questions of one kind in a sentence, with games and time."""
    cheap_first = sorted(questions, key=attrgetter("more"))
    names = joined([f"{one.text}, {_games(one.more)}" for one in cheap_first])
    most = max((one.more for one in questions if one.more <= TOO_MANY), default=math.inf)
    text = f"{what}: {names}"
    if most < math.inf:
        time = seconds(answers.menu.game, players, answers.policies[-1], most, arms=arms)
        text += "" if time is None else f" ({duration(time)} of play {WHERE})"
    return Question(f"{text}.", most)


def _games(more: float) -> str:
    if more > TOO_MANY:
        return f"more than {TOO_MANY:,} games more"
    return f"about {float(f'{more:.2g}'):,.0f} games more"
