"""The best menus for a goal: how sure the choice is, and the menus, for a terminal and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from analysis.atlas.find import FRESH, MISS
from reports.advice import asked, figure, percent_of, sure
from reports.layout import table
from reports.numbers import percent

if TYPE_CHECKING:
    from analysis.atlas.find import Found

NAME = "simkit/atlas-find/1"
"""Name and version of the JSON form."""

_SURE = 0.95


def summary(found: Found, *, top: int) -> RenderableType:
    """Return the readable form of a search."""
    parts: list[RenderableType] = [Text(_head(found), style="bold"), Text(), Text(_answer(found))]
    shown = found.menus.head(max(top, int(found.menus["listed"].sum()) if _several(found) else 0))
    columns = [goal.name for goal in found.goals]
    extra = [] if _several(found) else ["chance to be best"]
    made = table("", "menu", *columns, *extra, names=2)
    made.columns[1].no_wrap = False
    for row in shown.to_dicts():
        mark = row["listed"] if _several(found) else row["best_set"]
        cells = [figure(row, goal.column) for goal in found.goals]
        cells += [] if _several(found) else [percent(row["chance_best"], 0)]
        made.add_row("*" if mark else "", row["cards"], *cells)
    parts += [Text(), made, Text(), Text(_notes(found, shown.height), style="dim")]
    return Group(*parts)


def to_json(found: Found) -> dict[str, Any]:
    """Return a search as plain data."""
    return {
        "players": found.players,
        "policies": list(found.policies),
        "goals": [asked(goal, slack) for goal, slack in zip(found.goals, found.slack, strict=True)],
        "seed": found.seed,
        "budget": found.budget,
        "candidates": found.n_candidates,
        "games": {"search": found.n_search, "fresh": found.n_fresh},
        "rounds": found.rounds,
        "chance": found.chance,
        "shortfall": found.shortfall,
        "kept": found.kept,
        "in_set": found.in_set,
        "failed": [{"cards": cards, "cause": cause} for cards, cause in found.failed],
        "menus": to_rows(found),
    }


def to_rows(found: Found) -> list[dict[str, Any]]:
    """Return the finalists as one table."""
    return found.menus.to_dicts()


def _several(found: Found) -> bool:
    return len(found.goals) > 1


def _head(found: Found) -> str:
    line_up = f"all {found.policies[0]}" if len(found.policies) == 1 else ",".join(found.policies)
    goals = "; ".join(goal.words for goal in found.goals)
    return (
        f"Among {found.n_candidates:,} menus for {found.players} players, {line_up}: {goals}\n"
        f"{found.n_search:,} games to search, {found.n_fresh:,} fresh ones of {found.menus.height} finalists, seed "
        f"{found.seed}"
    )


def _answer(found: Found) -> str:
    first = found.menus.row(0, named=True)
    if _several(found):
        n = int(found.menus["listed"].sum())
        slack = ", ".join(
            f"{goal.column} {percent_of(slack, goal.column)}"
            for goal, slack in zip(found.goals, found.slack, strict=True)
        )
        return (
            f"{n} menu{'' if n == 1 else 's'} that no other beats in all goals (*). With a chance of at least "
            f"{sure(found.chance)} nothing that matters is missing: no other menu that is, beside each of them, "
            f"better in some goal by more than {slack}.{_more(found)}"
        )
    goal = found.goals[0]
    assert found.shortfall is not None
    assert found.in_set is not None
    n = int(found.menus["best_set"].sum())
    said = (
        f"{first['cards']}: {goal.column} {figure(first, goal.column)}.\nWith a chance of {sure(found.chance)} no "
        f"other menu is better by more than {percent_of(found.slack[0], goal.column)}; on average the best one is by "
        f"{percent_of(found.shortfall, goal.column)}. "
    )
    if found.in_set >= _SURE:
        said += f"The best of all is among the {n} menus marked * ({percent(_SURE, 0)})."
    else:
        said += (
            f"Which one is the very best can't be told: among the {n} marked * it is at least with a chance of "
            f"{percent(found.in_set, 0)}."
        )
    return said + _more(found)


def _more(found: Found) -> str:
    if found.chance >= _SURE:
        return ""
    return " More games (--budget), or an atlas (--atlas), make it surer."


def _notes(found: Found, shown: int) -> str:
    notes = [
        "Figures are of the fresh games alone, which had no part in the choice; ±: half of intervals that all hold at "
        "once in 95 %.",
        "Chances: of what is believed after all games, the search's too.",
    ]
    if not _several(found):
        notes.append(
            f"*: not clearly beaten by any finalist (Gupta's subset, {percent(1 - MISS, 0)}; the rest is for what the "
            "search may have missed)."
        )
    if shown < found.menus.height:
        notes.append(f"{found.menus.height - shown} more finalists: --top, or --format csv.")
    if found.failed:
        cards, cause = found.failed[0]
        notes.append(f"{len(found.failed)} menus could not be played, such as {cards}: {cause}")
    if found.n_search + found.n_fresh < (1 - FRESH) * found.budget:
        notes.append("It ended before the budget: it was sure enough.")
    return " ".join(notes)
