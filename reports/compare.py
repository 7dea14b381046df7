"""A comparison of menus on a terminal: the answer, what differs, what is alike, what can't be told yet."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from analysis.multiple import DIFFERENT, UNKNOWN
from reports.compare_words import alike, answer, open_questions, skill
from reports.compared import Told, signed, told
from reports.layout import table
from reports.menus_apart import apart
from reports.numbers import NOTHING, estimate, percent, plain

if TYPE_CHECKING:
    from analysis.comparison import Comparison

_MOST = 12  # measures in a table
_NARROWEST = 20  # characters of the name of a measure
_ALIKE, _OPEN = "=", "?"
_WHY = {"time": "time was up", "most games": "there were the most games allowed"}
_UNITS = {"share": "%", "points": "points", "per game": "per game", "kinds": "kinds"}


def summary(found: Comparison) -> RenderableType:
    """Return the readable form of a comparison; the menus are A, B, C, ..."""
    parts: list[RenderableType] = [Text(_head(found), style="bold")]
    for i in range(1, len(found.menus)):
        parts += [Text(), *_pair(found, i)]
    parts += [Text(), Text(_notes(found), style="dim")]
    return Group(*parts)


def _head(found: Comparison) -> str:
    """Return what was played."""
    lines = [
        f"{letter}: {menu.name} ({name}{', house menu' if menu.house else ''})"
        for letter, menu, name in zip(ascii_uppercase, found.menus, found.names, strict=False)
    ]
    tables = ", ".join(f"all {policy}" for policy in found.policies)
    n = sorted(set(found.n_games.values()))
    games = f"{n[0]:,}" if len(n) == 1 else f"{n[0]:,} to {n[-1]:,}"
    arms = len(found.menus) * len(found.policies)
    speed = arms * sum(found.n_games.values()) / sum(found.seconds.values())
    played = (
        f"{_counts(found.players)} players, {tables}: {games} games of each on the same deals, seed {found.seed}, "
        f"{speed:,.0f} games/s"
    )
    return "\n".join([*lines, played])


def _counts(players: Sequence[int]) -> str:
    """Return numbers of players, which rise: ``2-8`` or ``2, 4, 6``."""
    if len(players) > 2 and players[-1] - players[0] == len(players) - 1:
        return f"{players[0]}-{players[-1]}"
    return ", ".join(map(str, players))


def _pair(found: Comparison, i: int) -> list[RenderableType]:
    """Return what is said of a menu beside the baseline."""
    b, name = ascii_uppercase[i], found.names[i]
    measures = told(found.differences.filter(menu_b=name))
    differ = [one for one in measures if one.verdict == DIFFERENT]
    above = [
        answer(found, measures, "A", b),
        skill(found, measures, name),
        apart(found.menus[0], found.menus[i], b),
    ]
    below = [alike(measures), open_questions(found, measures)]
    parts: list[RenderableType] = [Text(word) for word in above if word]
    if differ:
        parts += [Text(), *_tables(found, differ[:_MOST], name, b)]
        if len(differ) > _MOST:
            parts.append(Text(f"... and {len(differ) - _MOST} more: --format csv, or --out."))
    if any(below):
        parts += [Text(), *(Text(word) for word in below if word)]
    return parts


def _tables(found: Comparison, measures: Sequence[Told], menu: str, b: str) -> list[RenderableType]:
    if len(found.players) == 1:
        return [_values_table(found, measures, menu, b)]
    parts: list[RenderableType] = []
    for policy in reversed(found.policies):
        parts += [Text()] if parts else []
        parts += [
            Text(f"{b} - A, all {policy}, by number of players"),
            _players_table(found, measures, policy),
        ]
    return parts


def _values_table(found: Comparison, measures: Sequence[Told], menu: str, b: str) -> Table:
    """Return measures at one number of players: both values, the difference with each policy."""
    players, (expert, *others) = found.players[0], found.policies[::-1]
    differences = [f"{b} - A, {policy}" for policy in (expert, *others)]
    made = _named("A", b, *differences, *(["with skill"] if others else []))
    for one in measures:
        row = one.row(players, expert)
        cells = [_value(row[f"value_{end}"], one) for end in ("a", "b")]
        cells += [_difference(one.row(players, policy)) for policy in (expert, *others)]
        if others:
            cells.append(_with_skill(found.changes.filter(menu_b=menu, policy_b=expert), one))
        made.add_row(_name(one), *cells)
    return made


def _players_table(found: Comparison, measures: Sequence[Told], policy: str) -> Table:
    """Return the differences of measures by number of players, with one policy."""
    made = _named(*map(str, found.players))
    for one in measures:
        made.add_row(_name(one), *(_short(one.row(n, policy)) for n in found.players))
    return made


def _named(*columns: str) -> Table:
    """Return a table whose first column is of measures, and may be broken."""
    made = table("", *columns)
    made.columns[0].no_wrap, made.columns[0].min_width = False, _NARROWEST
    return made


def _name(one: Told) -> str:
    unit = _UNITS.get(one.measure.unit)
    return one.name if unit is None else f"{one.name}, {unit}"


def _value(value: float | None, one: Told) -> str:
    if value is None:
        return NOTHING
    return percent(value).removesuffix(" %") if one.measure.unit == "share" else plain(value, 2)


def _difference(row: dict[str, Any]) -> str:
    if row["difference"] is None:
        return NOTHING
    mark = f" {_OPEN}" if row["verdict"] == UNKNOWN else ""
    is_share = row["unit"] == "share"
    cell = estimate(row, "difference", percent=is_share, sign="+", most_decimals=3)
    return cell.replace(" %", "") + mark


def _short(row: dict[str, Any]) -> str:
    """Return a difference for a narrow column; what is alike or unknown as a mark."""
    if row["verdict"] == UNKNOWN:
        return _OPEN
    return signed(row["difference"], row["unit"]) if row["verdict"] == DIFFERENT else _ALIKE


def _with_skill(changes: pl.DataFrame, one: Told) -> str:
    part = pl.col("part").eq_missing(pl.lit(one.part, pl.String))
    return str(changes.filter(part, measure=one.measure.name)["with_skill"][0])


def _notes(found: Comparison) -> str:
    """Return how to read the numbers."""
    expert = found.policies[-1]
    notes = []
    if len(found.players) == 1:
        look = " that is valid at any look" if found.budget.tuned is not None else ""
        notes += [f"A, B: with {expert}. ±: half of a 95 % interval of the difference{look}."]
        if len(found.policies) > 1:
            notes.append(f"With skill: the difference with {expert}, beside {found.policies[0]}.")
    else:
        notes.append(f"{_ALIKE}: alike to within what matters.")
    if UNKNOWN in found.differences["verdict"]:
        notes.append(f"{_OPEN}: can't be told yet.")
    deltas = found.deltas.to_dict()
    notes += [
        "Each measure in the round or kind where the menus differ most, the largest difference first, in units of what "
        f"matters ({deltas['points']:g} points, {100 * deltas['share']:g} pp (percentage points), ...; --delta).",
        f"All {len(found.differences):,} comparisons were judged together (false discovery rate 5 %).",
        pairing(found.differences, expert),
    ]
    if found.budget.target is not None or "time" in found.ended.values():
        notes.insert(0, ended(found))
    if len(found.menus) > 2:
        notes.insert(0, "Every menu is compared with A.")
    return " ".join(notes)


def ended(found: Comparison) -> str:
    """Return how far the games went toward the target, or that there was no time for all of them."""
    if found.budget.target is None:
        return "Time was up before all games were played."
    target = f"± {found.budget.target}"
    missed = [n for n in found.players if found.ended[n] != "target"]
    if not missed:
        return f"Played until every difference of that unit was known to {target}."
    where = f" with {_counts(missed)} players" if len(found.players) > 1 else ""
    why = " and ".join(dict.fromkeys(_WHY[found.ended[n]] for n in missed))
    return f"Not known to {target}{where}: {why}."


def pairing(frame: pl.DataFrame, expert: str) -> str:
    """Return what the pairing of games has brought."""
    score = (
        frame.filter(measure="score", policy=expert)["variance_reduction"].drop_nulls().to_list()
    )
    every = sorted(frame["variance_reduction"].drop_nulls())
    if not score:
        return ""
    of_score = " to ".join(dict.fromkeys(f"{x:.2f}" for x in (min(score), max(score))))
    return (
        f"The same deals on all menus are worth {of_score} times the games for the score, "
        f"{every[len(every) // 2]:.2f} times for the middle one of all measures."
    )
