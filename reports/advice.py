"""What swaps of cards do to a menu: in words and a table for a terminal, and as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from analysis.atlas.advise import BETTER, WORSE
from analysis.multiple import EQUIVALENT, SMALL, UNKNOWN
from analysis.sweep.statistics import swept
from reports.layout import table
from reports.numbers import estimate, percent, plain
from reports.words import joined

if TYPE_CHECKING:
    from analysis.atlas.advise import Advice
    from analysis.atlas.goals import Goal

NAME = "simkit/atlas-advise/1"
"""Name and version of the JSON form."""

_CERTAIN = 0.999
_MARKS = {UNKNOWN: " ?", SMALL: " =", EQUIVALENT: " ="}


def summary(found: Advice) -> RenderableType:
    """Return the readable form of an advice."""
    parts: list[RenderableType] = [Text(_head(found), style="bold"), Text(), Text(_answer(found))]
    goals = [goal.name for goal in found.goals]
    made = table("swap", *(["front"] if len(goals) > 1 else []), *goals)
    made.columns[0].no_wrap = False
    rows = found.swaps.to_dicts()
    for i in range(0, len(rows), len(goals)):
        some = rows[i : i + len(goals)]
        front = ["*" if some[0]["front"] else ""] if len(goals) > 1 else []
        made.add_row(some[0]["swap"], *front, *map(_cell, some))
    parts += [Text(), made, Text(), Text(_notes(found), style="dim")]
    return Group(*parts)


def to_json(found: Advice) -> dict[str, Any]:
    """Return an advice as plain data."""
    return {
        "menu": {"name": found.menu.name, "file": found.menu.to_toml()},
        "players": found.players,
        "policies": list(found.policies),
        "goals": [asked(goal, slack) for goal, slack in zip(found.goals, found.slack, strict=True)],
        "seed": found.seed,
        "budget": found.budget,
        "screened": [
            {"cards": one.n_cards, "swaps": one.n_swaps, "games": one.n_games, "chance": one.chance}
            for one in found.screened
        ],
        "games": found.n_games,
        "failed": [{"swap": swap, "cause": cause} for swap, cause in found.failed],
        "swaps": to_rows(found),
    }


def to_rows(found: Advice) -> list[dict[str, Any]]:
    """Return the swaps that were played on as one table, a row for each goal."""
    return found.swaps.to_dicts()


def asked(goal: Goal, slack: float) -> dict[str, Any]:
    """Return a goal as plain data, and the smallest difference that matters."""
    return {"goal": goal.name, "measure": goal.column, "sign": goal.sign, "delta": slack}


def figure(row: Mapping[str, Any], name: str, *, sign: str = "-", of: str | None = None) -> str:
    """Return an estimate; shares in percent."""
    return estimate(row, name, percent=_is_share(of or name), sign=sign, most_decimals=3)


def percent_of(value: float, measure: str) -> str:
    """Return a difference of a measure with its unit."""
    if _is_share(measure):
        return f"{100 * value:.2g} pp"
    unit = swept(measure)[0].unit
    return f"{value:.2g} {unit}" if unit == "points" else f"{value:.2g}"


def sure(chance: float) -> str:
    """Return a chance in percent; none is certain."""
    return "99.9 %" if chance > _CERTAIN else percent(chance)


def _is_share(measure: str) -> bool:
    return swept(measure)[0].unit == "share"


def _head(found: Advice) -> str:
    line_up = f"all {found.policies[0]}" if len(found.policies) == 1 else ",".join(found.policies)
    ways = joined([_ways(one.n_swaps, one.n_cards) for one in found.screened])
    return (
        f"{found.menu.name}, {found.players} players, {line_up}: "
        f"{'; '.join(goal.words for goal in found.goals)}\n"
        f"{ways} screened with {sum(one.n_games for one in found.screened):,} games; the best and the menu played "
        f"anew, {found.n_games:,} games of each on the same deals, seed {found.seed}"
    )


def _ways(n: int, cards: int) -> str:
    return f"{n:,} swaps of {'one card' if cards == 1 else 'two cards'}"


def _answer(found: Advice) -> str:
    """Return which swaps help, by numbers of cards, and what can't be told."""
    lines = []
    for goal in found.goals:
        rows = found.swaps.filter(goal=goal.name)
        before = rows["before"][0]
        now = percent(before) if _is_share(goal.column) else plain(before, 2)
        said = f"{goal.name} ({goal.column}, now {now}):"
        for one in found.screened:
            some = rows.filter(n_cards=one.n_cards)
            helps = some.filter(verdict=BETTER)
            what = "one card" if one.n_cards == 1 else "two cards"
            if helps.height:
                best = helps.sort("difference", descending=goal.sign > 0).row(0, named=True)
                said += f" {what}: {best['swap']}, by {_difference(best)};"
            elif some.height:
                said += f" {what}: none is known to help by what matters;"
        lines.append(said.removesuffix(";") + ".")
    open_ = found.swaps.filter(verdict=UNKNOWN)
    if open_.height:
        nearest = min(open_["more"].drop_nulls().to_list(), default=0.0)
        few = f", the nearest one takes about {nearest:,.0f} games more" if nearest else ""
        lines.append(
            f"Can't be told yet: {open_.height} of {found.swaps.height} differences (?){few}."
        )
    if len(found.goals) > 1:
        n = found.swaps.filter("front")["swap"].n_unique()
        lines.append(
            f"{n} swap{'' if n == 1 else 's'} that no other, nor the menu as it is, beats in all goals (*)."
        )
    return "\n".join(lines)


def _difference(row: Mapping[str, Any]) -> str:
    cell = figure(row, "difference", sign="+", of=row["measure"])
    return cell.replace(" %", "") + (" pp" if row["unit"] == "share" else "")


def _cell(row: Mapping[str, Any]) -> str:
    mark = {BETTER: " +", WORSE: " -"}.get(row["verdict"]) or _MARKS[row["verdict"]]
    return _difference(row) + mark


def _notes(found: Advice) -> str:
    slack = ", ".join(
        f"{percent_of(slack, goal.column)} of {goal.column}"
        for goal, slack in zip(found.goals, found.slack, strict=True)
    )
    chances = joined(
        [
            f"{sure(one.chance)} ({'one card' if one.n_cards == 1 else 'two cards'})"
            for one in found.screened
        ]
    )
    notes = [
        "Differences from the menu as it is, on fresh games that had no part in the choice; ±: half of intervals that "
        "all hold at once in 95 %.",
        f"+ better, - worse, = alike to within what matters ({slack}; --delta), ? can't be told yet; judged together, "
        "not one wrong in 95 %.",
        f"Chance, at least, that no swap that was left out is better than all of these by more than that: {chances}.",
    ]
    if found.failed:
        swap, cause = found.failed[0]
        notes.append(f"{len(found.failed)} swaps could not be played, such as {swap}: {cause}")
    return " ".join(notes)
