"""The tables of a report: all numbers of players and all policies in one, to be sorted and thinned out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import polars as pl

from analysis.measures import MEASURES
from reports.answers import Answers
from reports.card_values import (
    PICKS,
    SEEN,
    WORTH,
    best_first,
    by_players,
    by_turn,
    kind_name,
    richest_first,
)
from reports.character import measure_cell
from reports.findings import menu_argument, replay_command
from reports.grid import Cell, Column, measured, nothing, number, present, rounded
from reports.order_of_play import PLACES
from reports.pieces import Head, Line, Piece, sheet
from reports.seats import EDGES, EFFECTS
from reports.words import seat_name

_Group = tuple[int, str, pl.DataFrame]
_FORM = {"sign": "+", "most_decimals": 2}

_COUNTS = {
    "kinds": "kinds on the menu",
    "cards": "cards that look different",
    "acting": "kinds that do something else than score",
    "compared": "kinds whose points depend on who has most",
    "lasting": "kinds that count at the end of the game",
}


def tables(answers: Answers) -> list[Piece]:
    """Return all tables of numbers, in the order of the questions."""
    makers = (
        by_number_of_players,
        cards,
        turns,
        seen,
        changes,
        pairs,
        audits,
        edges,
        starts,
        neighbours,
        luck,
        skill,
        character,
        complexity,
    )
    return [piece for make in makers for piece in make(answers)]


def groups(answers: Answers, name: str) -> Iterator[_Group]:
    """Yield the rows of a table by number of players and policy, the expert first."""
    for players in answers.players:
        for policy in answers.policies[::-1]:
            found = answers.table(name, players=players, policy=policy)
            if len(found):
                yield players, policy, found


class _Labels:
    """The columns that say of which table a line is, as far as there are several."""

    def __init__(self, answers: Answers, *, policies: bool = True) -> None:
        self._players = len(answers.players) > 1
        self._policies = policies and len(answers.policies) > 1

    def heads(self) -> list[Head]:
        return [
            *([Head("players", "at the table")] if self._players else []),
            *([Head("policy", "of all seats", is_number=False)] if self._policies else []),
        ]

    def line(
        self, cells: Iterable[Cell], players: int, policy: str | None, *, begins: bool
    ) -> Line:
        first, *others = cells
        labels = [
            *([Cell(str(players), players)] if self._players else []),
            *([Cell(policy or "")] if self._policies else []),
        ]
        return Line((first, *labels, *others), players, policy, begins)


def _of_kinds(
    answers: Answers,
    slug: str,
    caption: str,
    columns: Sequence[Column],
    sort: Callable[[pl.DataFrame], pl.DataFrame],
) -> list[Piece]:
    """Return a table with a line for each kind, of all numbers of players and policies."""
    labels = _Labels(answers)
    shown = present(columns, answers.table("kinds").columns)
    lines = [
        labels.line(
            [Cell(kind_name(answers.menu, row)), *(column.cell(row) for column in shown)],
            players,
            policy,
            begins=i == 0,
        )
        for players, policy, kinds in groups(answers, "kinds")
        for i, row in enumerate(sort(kinds).to_dicts())
    ]
    return sheet(slug, caption, [_kinds(), *labels.heads(), *_heads(shown)], lines)


def _kinds() -> Head:
    return Head("kind", is_number=False)


def _heads(columns: Iterable[Column]) -> list[Head]:
    return [Head(column.head, column.about, column.is_number) for column in columns]


def by_number_of_players(answers: Answers) -> list[Piece]:
    """Return what the right to take a kind is worth to the expert, by number of players."""
    if len(answers.players) < 2 or not answers.has("kinds"):
        return []
    expert = answers.policies[-1]
    kinds = answers.table("kinds", policy=expert)
    heads = [Head(f"{n} players", players=n) for n in answers.players]
    lines = [
        Line((Cell(name), *(cells.get(n, nothing()) for n in answers.players)))
        for name, cells in by_players(kinds, answers.menu)
    ]
    caption = (
        f"What the right to take a kind is worth to {expert}, by number of players (win index)"
    )
    note = "What is lost of the win if one player never takes the kind: players x share of the win, 1 is an even share."
    return sheet("by-players", caption, [_kinds(), *heads], lines, note)


def cards(answers: Answers) -> list[Piece]:
    """Return what each kind is worth."""
    columns = (*WORTH[:-1], *PICKS, WORTH[-1])
    return _of_kinds(answers, "cards", "What each kind is worth", columns, best_first)


def seen(answers: Answers) -> list[Piece]:
    """Return what is seen of each kind."""
    return _of_kinds(
        answers, "seen", "What is seen of each kind, without interfering", SEEN, richest_first
    )


def turns(answers: Answers) -> list[Piece]:
    """Return the pick values of each kind by turn."""
    if not answers.has("picks"):
        return []
    labels, menu = _Labels(answers), answers.menu
    every = answers.table("picks")["turn"].unique().sort().to_list()
    lines = [
        labels.line(
            [Cell(name), *(cells.get(turn, nothing()) for turn in every)],
            players,
            policy,
            begins=i == 0,
        )
        for players, policy, picks in groups(answers, "picks")
        for i, (name, cells) in enumerate(by_turn(picks, menu)[1])
    ]
    heads = [_kinds(), *labels.heads(), *(Head(f"turn {turn}") for turn in every)]
    note = (
        "Points of taking it less those of taking the best other card. Few tries are drawn in toward the others; "
        "those with ? may be chance."
    )
    return sheet("turns", "What one pick is worth, by turn", heads, lines, note)


def changes(answers: Answers) -> list[Piece]:
    """Return what of the worth of kinds changes with skill."""
    if not answers.has("changes"):
        return []
    labels = _Labels(answers, policies=False)
    first, last = answers.policies[0], answers.policies[-1]
    what = {"forbid_value": "may take it", "pick_value": "one pick"}
    lines = [
        labels.line(
            [
                Cell(kind_name(answers.menu, row)),
                Cell(what.get(row["measure"], row["measure"])),
                rounded(row, "beginner", 2),
                rounded(row, "expert", 2),
                number(row, "change", **_FORM),
                Cell(row["verdict"] or ""),
            ],
            players,
            None,
            begins=i == 0,
        )
        for players in answers.players
        for i, row in enumerate(answers.table("changes", players=players).to_dicts())
    ]
    heads = [
        _kinds(),
        *labels.heads(),
        Head("of", "which of the values of the kind", is_number=False),
        Head(f"{first}, points"),
        Head(f"{last}, points"),
        Head("change, points", f"{last} less {first}"),
        Head("verdict", "all lines judged together (false discovery rate 5 %)", is_number=False),
    ]
    return sheet("skill-changes", f"What changes from {first} to {last}", heads, lines)


def pairs(answers: Answers) -> list[Piece]:
    """Return which kinds go together."""
    columns = (
        measured(
            "synergy",
            "",
            "together, points",
            "what the right to take both is worth more than the two rights alone",
            **_FORM,
        ),
        measured("synergy_win", "", "together, win index", "the same of the win", **_FORM),
    )
    labels = _Labels(answers)
    lines = []
    for players, policy, rows in groups(answers, "synergy"):
        best_pair_first = rows.sort("synergy", descending=True, nulls_last=True)
        for i, row in enumerate(best_pair_first.to_dicts()):
            other = kind_name(answers.menu, {"kind": row["other"]})
            cells = [
                Cell(kind_name(answers.menu, row)),
                Cell(other),
                *(column.cell(row) for column in columns),
            ]
            lines.append(labels.line(cells, players, policy, begins=i == 0))
    heads = [
        _kinds(),
        *labels.heads(),
        Head("and", is_number=False),
        *_heads(columns),
    ]
    return sheet("pairs", "Which kinds go together", heads, lines)


def audits(answers: Answers) -> list[Piece]:
    """Return the audits of the seats."""
    labels = _Labels(answers)
    lines = []
    for players, policy, rows in groups(answers, "audits"):
        for row in rows.to_dicts():
            moved = row["n_moved"]
            cells = [
                Cell(f"{players} seats", players),
                _count(row["n_games"]),
                nothing() if moved is None else _count(moved),
                Cell(f"{row['p_score']:.2g}", row["p_score"]),
                Cell(f"{row['p_win']:.2g}", row["p_win"]),
            ]
            lines.append(labels.line(cells, players, policy, begins=False))
    heads = [
        Head("table", is_number=False),
        *labels.heads(),
        Head("deals", "played twice where hands can be moved"),
        Head("moved along", "deals that ended the same, one seat on, with all hands one seat on"),
        Head("p, points", "test of equal mean points of all seats"),
        Head("p, wins", "test of equal shares of the win"),
    ]
    return sheet("audit", "Are the seats alike?", heads, lines)


def edges(answers: Answers) -> list[Piece]:
    """Return what each seat has more than the others, where seats are not exactly alike."""
    labels = _Labels(answers)
    lines = []
    for players, policy, rows in groups(answers, "seats"):
        audit = answers.table("audits", players=players, policy=policy).to_dicts()
        if any(one["n_moved"] == one["n_games"] for one in audit):
            continue
        for i, row in enumerate(rows.to_dicts()):
            name = Cell(seat_name(row["seat"]), row["seat"])
            cells = [name, *(column.cell(row) for column in EDGES)]
            lines.append(labels.line(cells, players, policy, begins=i == 0))
    heads = [Head("seat", is_number=False), *labels.heads(), *_heads(EDGES)]
    return sheet("edges", "What each seat has more than its table", heads, lines)


def starts(answers: Answers) -> list[Piece]:
    """Return what it does to move first, of dice."""
    if not answers.has("starts"):
        return []
    labels = _Labels(answers)
    of_rounds = answers.table("starts").drop_nulls("place")
    stages = of_rounds["stage"].unique().sort().to_list()
    lines = []
    for players, policy, rows in groups(answers, "starts"):
        cells = {(row["place"], row["stage"]): row for row in rows.to_dicts()}
        for place in rows["place"].drop_nulls().unique().sort().to_list():
            at = [cells.get((place, stage)) for stage in stages]
            told = [nothing() if row is None else number(row, "edge", **_FORM) for row in at]
            named = [Cell(PLACES[place], place), *told]
            lines.append(labels.line(named, players, policy, begins=place == 0))
    heads = [
        Head("moves", "place in the first turn of the round", is_number=False),
        *labels.heads(),
        *(
            Head(f"{stage}, points", "points of the round, less the table's mean")
            for stage in stages
        ),
    ]
    return sheet("starts", "What it is worth to move first, by round", heads, lines)


def neighbours(answers: Answers) -> list[Piece]:
    """Return what one other player does to everybody."""
    labels = _Labels(answers)
    lines = [
        labels.line(
            [Cell(row["other"]), *(column.cell(row) for column in EFFECTS)],
            players,
            policy,
            begins=row["place"] == 0,
        )
        for players, policy, rows in groups(answers, "neighbours")
        for row in rows.to_dicts()
    ]
    heads = [
        Head("one seat of", "who takes one seat, every seat in turn", is_number=False),
        *labels.heads(),
        *_heads(EFFECTS),
    ]
    return sheet("neighbours", "What one other player does to everybody at the table", heads, lines)


def luck(answers: Answers) -> list[Piece]:
    """Return how much the deal decides."""
    labels = _Labels(answers)
    lines = []
    for players, policy, rows in groups(answers, "luck"):
        for i, row in enumerate(rows.to_dicts()):
            name = {"score": "points", "win": "wins"}.get(row["of"], row["of"])
            cells = [Cell(name), number(row, "value", percent=True), _count(row["n_games"])]
            lines.append(labels.line(cells, players, policy, begins=i == 0))
    heads = [
        Head("of", is_number=False),
        *labels.heads(),
        Head("decided by the deal", "share of the variance that is the same whatever the luck"),
        Head("deals"),
    ]
    return sheet("luck", "How much is luck of the deal", heads, lines)


def skill(answers: Answers) -> list[Piece]:
    """Return how much who plays decides, and how far the two ends of the panel are apart."""
    labels = _Labels(answers, policies=False)
    lines = []
    for players in answers.players:
        rows = answers.table("skill", players=players).to_dicts()
        gaps = {row["of"]: row for row in answers.table("ladder", players=players).to_dicts()}
        for i, of in enumerate(dict.fromkeys(row["of"] for row in rows)):
            shares = {row["share"]: row for row in rows if row["of"] == of}
            cells = [
                Cell({"score": "points", "win": "wins"}.get(of, of)),
                *(
                    number(shares[name], "value", percent=True) if name in shares else nothing()
                    for name in _SHARES
                ),
                number(gaps[of], "gap", **_FORM) if of in gaps else nothing(),
            ]
            lines.append(labels.line(cells, players, None, begins=i == 0))
    first, last = answers.policies[0], answers.policies[-1]
    heads = [
        Head("of", is_number=False),
        *labels.heads(),
        *(Head(name, about) for name, about in _SHARES.items()),
        Head("apart", f"{last} less {first}: points, or of the win index"),
    ]
    return sheet("skill", f"Luck and skill where {first} and {last} meet", heads, lines)


_SHARES = {
    "policy": "share of the variance that follows who plays",
    "deal": "share that follows the deal",
    "rest": "share of all else: draws, ties, who sits beside whom",
}


def character(answers: Answers) -> list[Piece]:
    """Return what the menu is like: a line for each measure, a column for each table."""
    if not answers.has("character"):
        return []
    at = [(n, policy) for n in answers.players for policy in answers.policies]
    frame = answers.table("character")
    rows = {
        (row["measure"], row["part"], row["players"], row["policy"]): row
        for row in frame.to_dicts()
    }
    lines = []
    for measure in MEASURES:
        parts = frame.filter(measure=measure.name)["part"].unique(maintain_order=True).to_list()
        for i, part in enumerate(parts):
            cells = [
                measure_cell(rows.get((measure.name, part, *place)), measure.unit) for place in at
            ]
            name = Cell(measure.title, note=measure.question)
            lines.append(Line((name, Cell(_part(answers, part)), *cells), begins=i == 0))
    several = len(answers.players) > 1
    heads = [
        Head("measure", is_number=False),
        Head("part", "round, step of the game or kind", is_number=False),
        *(
            Head(f"{n} players, {policy}" if several else policy, players=n, policy=policy)
            for n, policy in at
        ),
    ]
    note = "What the measures are and how they mislead: see the method below."
    return sheet("character", "What the menu is like", heads, lines, note)


def _part(answers: Answers, part: str | None) -> str:
    """Return a part of a measure in words; kinds by their names."""
    if part is None:
        return ""
    return kind_name(answers.menu, {"kind": part}) if part in answers.menu.kinds else part


def complexity(answers: Answers) -> list[Piece]:
    """Return how much there is to know."""
    lines = [
        Line((Cell(_COUNTS.get(row["measure"], row["measure"])), _count(row["value"])))
        for row in answers.table("complexity").to_dicts()
    ]
    heads = [Head("count of", is_number=False), Head("n")]
    return sheet("complexity", "How much there is to know", heads, lines)


def unusual(answers: Answers) -> list[Piece]:
    """Return the unusual games, each with what is needed to see it again."""
    lines = []
    for players, policy, rows in groups(answers, "outliers"):
        for i, row in enumerate(rows.to_dicts()):
            command = replay_command(answers, players, policy, row["game"])
            cells = (
                Cell(row["what"]),
                _count(row["value"]),
                Cell(seat_name(row["seat"]), row["seat"]),
                Cell(menu_argument(answers.menu)),
                Cell(str(players), players),
                Cell(policy),
                Cell(str(answers.seed), answers.seed),
                Cell(str(row["game"]), row["game"]),
                Cell(command),
            )
            lines.append(Line(cells, players, policy, begins=i == 0))
    heads = [
        Head("what", is_number=False),
        Head("value", "points"),
        Head("who", is_number=False),
        Head("menu", is_number=False),
        Head("players"),
        Head("policy", "of all seats", is_number=False),
        Head("seed"),
        Head("game"),
        Head("command that shows it", is_number=False, is_code=True),
    ]
    return sheet("unusual", "Unusual games", heads, lines)


def glossary() -> list[Piece]:
    """Return what the columns of cards are."""
    columns = (*WORTH, *PICKS, *SEEN)
    lines = [Line((Cell(column.head), Cell(_sentence(column.about)))) for column in columns]
    heads = [Head("column", is_number=False), Head("what it is", is_number=False)]
    return sheet("columns", "Columns of the tables of kinds", heads, lines)


def measures(frame: pl.DataFrame) -> list[Piece]:
    """Return what the measures of a table ask, how they are made, and how they mislead."""
    shown = set(frame["measure"]) if len(frame) else set()
    lines = [
        Line(
            (
                Cell(measure.title),
                Cell(measure.question),
                Cell(measure.formula),
                Cell(measure.unit),
                Cell(f"{measure.assumes} {measure.fails}".strip()),
            )
        )
        for measure in MEASURES
        if measure.name in shown
    ]
    names = ("measure", "question", "formula", "unit", "takes for granted; how it misleads")
    heads = [Head(name, is_number=False) for name in names]
    return sheet("measures", "Measures of a menu", heads, lines)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _count(n: Any) -> Cell:
    return Cell(f"{n:,}", n)
