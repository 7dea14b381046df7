"""Menus that an atlas was asked for: a table, a line of words, plain rows. Loads nothing heavy: the answer is quick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.layout import table as plain_table
from reports.numbers import estimate, percent

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from analysis.atlas.view import Answer

NAME = "simkit/atlas-query/1"
FRONT = "simkit/atlas-front/1"
BUILT = "simkit/atlas-build/1"
"""Names and versions of the JSON forms."""

_ENDS = ("_se", "_low", "_high")


def table(rows: pl.DataFrame) -> Table:
    """Return menus as a table for a terminal; what is the same in all rows is left to the words."""
    measures = _measures(rows.columns)
    names = [name for name in ("policies", "players") if rows[name].n_unique() > 1]
    has_chance = "chance" in rows.columns
    chance = ["front", "chance"] if has_chance else []
    made = plain_table("menu", *names, *measures, *chance, "games")
    made.columns[0].no_wrap = False
    for row in rows.to_dicts():
        cells = [str(row[name]) for name in names]
        cells += [estimate(row, measure) for measure in measures]
        if has_chance:
            cells += ["yes" if row["front"] else "", percent(row["chance"], 0)]
        made.add_row(_menu(row), *cells, f"{row['n_games']:,}")
    return made


def words(answer: Answer) -> str:
    """Return how many there are, what is shown of them, and how far the order can be trusted."""
    shown = answer.rows.height
    if not shown:
        return "No menu fits. Ask for less: fewer cards, wider limits."
    said = f"{_same(answer.rows)}{_menus(answer.n_found)} found, {shown:,} shown"
    if answer.goal is None:
        return f"{said}. ±: half of a 95 % interval. {_GAMES}"
    said += f", the best first: {answer.goal.words}."
    if answer.as_well:
        said += (
            f" {answer.as_well:,} of those that are not shown could as well be as good as the last one that is (their "
            "intervals overlap)."
        )
    return (
        f"{said} ±: half of a 95 % interval of each menu by itself; the first of many is there by luck, too: play it "
        f"anew (`simkit atlas find`). {_GAMES}"
    )


def front_words(found: pl.DataFrame, top: int) -> str:
    """Return what a list by several goals says."""
    n = int(found["front"].sum())
    return (
        f"{_same(found)}{_menus(n)} that no other beats in all goals, {found.height - n:,} more that may be such "
        f"(chance of 5 % or more); {min(top, found.height):,} shown, the most certain first. Chance: to be on the "
        f"front, errors of the figures drawn anew. {_GAMES}"
    )


def to_json(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data."""
    return {
        "found": answer.n_found,
        "as_well": answer.as_well,
        "goal": None if answer.goal is None else answer.goal.name,
        "menus": to_rows(answer),
    }


def to_rows(answer: Answer) -> list[dict[str, Any]]:
    """Return the menus of an answer as one table."""
    return frame_rows(answer.rows)


def frame_rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Return menus as rows; the kinds of a menu in one string."""
    return [{**row, "kinds": " ".join(row["kinds"])} for row in frame.to_dicts()]


_GAMES = "Games: of this menu itself; 0: told by the cards alone."


def _measures(columns: list[str]) -> list[str]:
    return [name for name in columns if all(f"{name}{end}" in columns for end in _ENDS)]


def _menu(row: Mapping[str, Any]) -> str:
    return " ".join(kind for kind in row["kinds"] if kind != "nigiri")


def _same(rows: pl.DataFrame) -> str:
    """Return the number of players and the line-up, if all rows have the same."""
    said = []
    if rows["players"].n_unique() == 1:
        said.append(f"{rows['players'][0]} players")
    if rows["policies"].n_unique() == 1:
        who = rows["policies"][0]
        said.append(who if "," in who or ";" in who else f"all {who}")
    return f"{', '.join(said)}: " if said else ""


def _menus(n: int) -> str:
    return f"{n:,} menu{'' if n == 1 else 's'}"
