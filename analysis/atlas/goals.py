"""What one may want of a menu, in words: a measure and the direction in which it is better.

There is no sum of goals and no score: who wants several gets a list of those that no other beats
in all of them (`analysis.atlas.pareto`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from simkit.errors import InputError, nearest


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure and its better direction.

    Attributes
    ----------
    name : str
        As one writes it: ``closer``, or ``+score_sd``, ``-tie``.
    column : str
        The measure, as columns of an atlas are called.
    sign : {1, -1}
        1 if more is better.
    words : str
        What is wanted, for people.
    """

    name: str
    column: str
    sign: int
    words: str


GOALS: tuple[Goal, ...] = (
    Goal(
        name="closer",
        column="margin",
        sign=-1,
        words="the winner is fewer points ahead of the second",
    ),
    Goal(
        name="together",
        column="table_sd",
        sign=-1,
        words="all players end nearer to each other",
    ),
    Goal(
        name="richer",
        column="score",
        sign=1,
        words="players score more points",
    ),
    Goal(
        name="comebacks",
        column="comeback_2",
        sign=1,
        words="more often somebody wins who was not in front after round 2",
    ),
    Goal(
        name="open",
        column="settled_2",
        sign=-1,
        words="less often the winner leads from round 2 to the end",
    ),
    Goal(
        name="late",
        column="dessert_turn",
        sign=1,
        words="more often the desserts change who is first",
    ),
    Goal(
        name="lively",
        column="lead_changes",
        sign=1,
        words="the lead changes hands more often",
    ),
    Goal(
        name="fewer-ties",
        column="tie",
        sign=-1,
        words="fewer games are shared wins",
    ),
    Goal(
        name="varied",
        column="kinds_taken",
        sign=1,
        words="players take more kinds of cards",
    ),
)
"""Goals that have a name. Any measure with a sign is one, too."""


def read_goal(text: str, measures: Collection[str]) -> Goal:
    """Read a goal: a name, or a measure with ``+`` (more is better) or ``-`` (less is better).

    Parameters
    ----------
    text : str
        What was written.
    measures : collection of str
        The measures there are.

    Raises
    ------
    InputError
        There is no such goal or measure, or the direction is missing.
    """
    known = {goal.name: goal for goal in GOALS if goal.column in measures}
    if text in known:
        return known[text]
    sign, column = text[:1], text[1:]
    if sign in ("+", "-") and column in measures:
        more = sign == "+"
        return Goal(text, column, 1 if more else -1, f"{'more' if more else 'less'} {column}")
    if text in measures:
        raise InputError(f"goal '{text}': say whether more is better (+{text}) or less (-{text}).")
    if sign in ("+", "-"):
        check_measures([column], measures)
    raise InputError(
        f"goal '{text}' is unknown.{nearest(text, known)} Known: {', '.join(known)}; or a measure with its "
        f"direction, such as +score or -margin."
    )


def check_measures(names: Collection[str], measures: Collection[str]) -> None:
    """Raise InputError if one of the names is no measure."""
    for name in names:
        if name not in measures:
            near = nearest(name, [measure.replace("_", "-") for measure in measures])
            raise InputError(
                f"measure '{name}' is not in this atlas.{near.replace('-', '_')} "
                f"It has {', '.join(measures)}."
            )
