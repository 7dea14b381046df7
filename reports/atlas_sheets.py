"""The tables of a report of an atlas: all numbers of players and all line-ups in one, to be sorted and thinned out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from analysis.atlas.goals import Goal
from reports.atlas_answers import AtlasAnswers, card_name, menu_words, named
from reports.atlas_words import percent, place
from reports.grid import Cell, Row, nothing, number
from reports.pieces import Head, Line, Piece, sheet
from simkit.menus.catalogue import cards

_PAIRS = 20  # of each measure and line-up
_MENU = Head("menu", "beside the nigiri", is_number=False)
_ALL = "all"
_SHARES = ("narrower", "r2", "r2_true", "coverage", "coverage_ends")


def tables(answers: AtlasAnswers) -> list[Piece]:
    """Return all tables of numbers."""
    best = (piece for goal in answers.goals for piece in best_menus(answers, goal))
    return [
        *printed_menus(answers),
        *best,
        *fronts(answers),
        *effects(answers),
        *pairs(answers),
        *fit(answers),
    ]


def printed_menus(answers: AtlasAnswers) -> list[Piece]:
    """Return where the printed menus lie among all menus."""
    lines = []
    for policy, players in _tables(answers):
        frame = answers.cells(players, policy)
        for i, (name, at) in enumerate(answers.places(players, policy).items()):
            row = frame.row(at, named=True)
            values = [
                _placed(answers, measure, players, policy, row) for measure in answers.measures
            ]
            lines.append(_line(answers, Cell(name), players, policy, values, begins=i == 0))
    heads = [Head("menu", is_number=False), *_labels(answers)]
    heads += [
        Head(_titled(measure), "and how many of all menus lie below")
        for measure in answers.measures
    ]
    note = (
        "In brackets: how many of all menus, for as many players, have less. The pointer over a number shows from "
        "where to where that place can be, and the interval."
    )
    return sheet("printed", "Where the printed menus lie", heads, lines, note)


def best_menus(answers: AtlasAnswers, goal: Goal) -> list[Piece]:
    """Return the first menus for a goal."""
    measure, of = goal.column, named(goal.column)
    lines = []
    for policy, players in _tables(answers):
        for rank, row in enumerate(answers.best(goal, players, policy).to_dicts(), 1):
            values = [
                Cell(str(rank), rank),
                number(row, measure, percent=of.is_share),
                _raw(row, measure, percent_=of.is_share),
                Cell(f"{row['n_games']:,}", row["n_games"]),
                Cell(f"{row['as_well']:,}", row["as_well"]),
            ]
            menu = Cell(menu_words(row["kinds"]))
            lines.append(_line(answers, menu, players, policy, values, begins=rank == 1))
    heads = [
        _MENU,
        *_labels(answers),
        Head("place"),
        Head(_titled(measure), "drawn toward what the cards lead one to expect"),
        Head("by its own games", "without the other menus"),
        Head("games", "of this menu"),
        Head("could as well", "menus behind it whose intervals meet its own"),
    ]
    caption = f"{of.title}: the first menus ({'more' if goal.sign > 0 else 'less'} is better)"
    return sheet(f"best-{_slug(answers, goal)}", caption, heads, lines)


def fronts(answers: AtlasAnswers) -> list[Piece]:
    """Return the menus that no other beats in two goals."""
    pieces: list[Piece] = []
    for front in answers.fronts:
        lines = []
        for policy, players in _tables(answers):
            listed = answers.front(front, players, policy).filter("front")
            for i, row in enumerate(listed.to_dicts(), 1):
                values = [
                    Cell(str(i), i),
                    *(
                        number(row, goal.column, percent=named(goal.column).is_share)
                        for goal in front
                    ),
                    Cell(percent(row["chance"]), row["chance"]),
                ]
                menu = Cell(menu_words(row["kinds"]))
                lines.append(_line(answers, menu, players, policy, values, begins=i == 1))
        heads = [
            _MENU,
            *_labels(answers),
            Head("number", "in the chart"),
            *(Head(_titled(goal.column)) for goal in front),
            Head("chance", "how often it is on the front if errors are drawn anew"),
        ]
        one, other = front
        caption = f"{named(one.column).title} and {named(other.column).title}: menus that no other beats in both"
        slug = f"fronts-{_slug(answers, one)}-{_slug(answers, other)}"
        pieces += sheet(slug, caption, heads, lines)
    return pieces


def effects(answers: AtlasAnswers) -> list[Piece]:
    """Return what each card does to each measure."""
    lines = []
    for policy in answers.policies:
        found: dict[tuple[int | None, str], dict[str, Row]] = {}
        for measure in answers.measures:
            for row in answers.effects(measure, policy).to_dicts():
                found.setdefault((row["players"], row["card"]), {})[measure] = row
        before: Any = ()
        for (players, card), rows in found.items():
            values = [Cell(cards()[card].group)]
            values += [_effect(rows.get(measure), measure) for measure in answers.measures]
            name = Cell(card_name(card))
            lines.append(_line(answers, name, players, policy, values, begins=players != before))
            before = players
    heads = [Head("card", is_number=False), *_labels(answers), Head("group", is_number=False)]
    heads += [Head(_titled(measure), named(measure).unit) for measure in answers.measures]
    note = (
        "What a menu has more if the card is on it, less the mean of the cards of its group. ? can't be told from 0 "
        "(all cards over all numbers of players are judged together, and those at single ones; false discovery rate "
        "5 %)."
    )
    return sheet("effects", "What each card does", heads, lines, note)


def pairs(answers: AtlasAnswers) -> list[Piece]:
    """Return the pairs that are told, the greatest of each measure."""
    lines = []
    for policy in answers.policies:
        for measure in answers.measures:
            told = answers.pairs(measure, policy).filter("told")
            greatest = told.sort(pl.col("effect").abs(), descending=True, maintain_order=True)
            for i, row in enumerate(greatest.head(_PAIRS).to_dicts()):
                cells = (
                    Cell(f"{card_name(row['card'])} and {card_name(row['other'])}"),
                    *([Cell(policy)] if len(answers.policies) > 1 else []),
                    Cell(_titled(measure)),
                    _effect(row, measure),
                )
                lines.append(Line(cells, None, policy, begins=i == 0))
    heads = [
        Head("pair", is_number=False),
        *([Head("policy", "of all seats", is_number=False)] if len(answers.policies) > 1 else []),
        Head("measure", is_number=False),
        Head("together", "more than the effects of both"),
    ]
    note = f"Those that can be told from 0, all pairs of a measure judged together; the {_PAIRS} greatest of each."
    return sheet("pairs", "What pairs of cards do beyond their effects", heads, lines, note)


def fit(answers: AtlasAnswers) -> list[Piece]:
    """Return how well menus are predicted from others."""
    lines = []
    for policy in answers.policies:
        for measure in answers.measures:
            times, is_share = named(measure).times, named(measure).is_share
            for i, row in enumerate(answers.fit(measure, policy).to_dicts()):
                unit = " pp" if is_share else ""
                values = [
                    Cell(f"{row['n_cells']:,}", row["n_cells"]),
                    *(
                        nothing()
                        if row[name] is None
                        else Cell(f"{times * row[name]:.3g}{unit}", times * row[name])
                        for name in ("error", "tau")
                    ),
                    *(_share(row[name]) for name in _SHARES),
                    Cell(row["note"] or ""),
                ]
                name = Cell(named(measure).title)
                lines.append(_line(answers, name, row["players"], policy, values, begins=i == 0))
    heads = [
        Head("measure", is_number=False),
        *_labels(answers),
        Head("played", "menus"),
        Head("error", "of a menu by its own games, root mean square"),
        Head("left", "standard deviation of what cards and pairs leave of a menu"),
        Head("width", "of intervals, as a part of those by its own games"),
        Head("predicted", "part of the variance of what was observed, of menus left out"),
        Head("predicted, true", "the same without errors of observation"),
        Head("intervals hold", "of those of menus left out; 95 % is right"),
        Head("at the ends", "of the tenth that is expected to be lowest or highest"),
        Head("note", is_number=False),
    ]
    return sheet("fit", "How well menus are predicted from others", heads, lines)


def _tables(answers: AtlasAnswers) -> Iterator[tuple[str, int]]:
    """Yield line-ups and numbers of players, the last line-up first."""
    return ((policy, players) for players in answers.players for policy in answers.policies[::-1])


def _labels(answers: AtlasAnswers) -> list[Head]:
    """Return the heads that say of which table a line is, as far as there are several."""
    return [
        *([Head("players", "at the table")] if len(answers.players) > 1 else []),
        *([Head("policy", "of all seats", is_number=False)] if len(answers.policies) > 1 else []),
    ]


def _line(
    answers: AtlasAnswers,
    first: Cell,
    players: int | None,
    policy: str,
    cells: Sequence[Cell],
    *,
    begins: bool,
) -> Line:
    labels = []
    if len(answers.players) > 1:
        labels.append(Cell(_ALL, 0) if players is None else Cell(str(players), players))
    if len(answers.policies) > 1:
        labels.append(Cell(policy))
    return Line((first, *labels, *cells), players, policy, begins)


def _titled(measure: str) -> str:
    of = named(measure)
    return of.title if of.is_share else f"{of.title}, {of.unit}"


def _placed(answers: AtlasAnswers, measure: str, players: int, policy: str, row: Row) -> Cell:
    """Return a measure of a menu with its place among all menus."""
    if row[measure] is None:
        return nothing()
    below, low, high = place(answers, measure, players, policy, row)
    shown = number(row, measure, percent=named(measure).is_share)
    note = f"less have {percent(low)} to {percent(high)} of all menus; {shown.note}"
    return Cell(f"{shown.text} ({percent(below)})", below, note)


def _raw(row: Row, measure: str, *, percent_: bool) -> Cell:
    """Return what a menu's own games say; nothing if there are none."""
    value, se = row[f"{measure}_raw"], row[f"{measure}_raw_se"]
    if value is None or se is None:
        return nothing()
    ends = {"x": value, "x_low": value - 1.96 * se, "x_high": value + 1.96 * se}
    return number(ends, "x", percent=percent_)


def _effect(row: Row | None, measure: str) -> Cell:
    if row is None:
        return nothing()
    times = named(measure).times
    scaled = {f"effect{end}": times * row[f"effect{end}"] for end in ("", "_low", "_high")}
    shown = number(scaled, "effect", sign="+", most_decimals=3)
    return Cell(f"{shown.text}{'' if row['told'] else ' ?'}", shown.number, shown.note)


def _share(value: float | None) -> Cell:
    return nothing() if value is None else Cell(f"{100 * value:.1f} %", value)


def _slug(answers: AtlasAnswers, goal: Goal) -> str:
    """Return the name of a goal for links."""
    plain = goal.name.replace("-", "").isalnum() and goal.name[0].isalpha()
    return goal.name if plain else f"{goal.column}-{answers.goals.index(goal)}"
