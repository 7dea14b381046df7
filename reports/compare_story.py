"""What a report of a comparison tells, from the top: the answer, what is open, pictures, tables, method."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from string import ascii_uppercase

from analysis.comparison import Comparison
from analysis.deltas import BY_UNIT, Deltas
from analysis.gather import MAX_GAMES, Budget, Target
from analysis.measures import MEASURES
from reports.answers import Answers
from reports.compare import ended, pairing
from reports.compare_words import alike, answer, open_questions, skill
from reports.compared import told
from reports.effort import WHERE, seconds
from reports.findings import menu_argument
from reports.grid import Cell, Row, nothing, number
from reports.menus_apart import apart
from reports.pieces import Gallery, Head, Line, Piece, Print, Section, Story, Words, sheet
from reports.provenance import count_range, listed, settings
from reports.sheets import measures
from reports.story import OPEN
from reports.words import counts, joined
from simkit.lineup_text import written

_TITLES = {measure.name: measure.title for measure in MEASURES}
_CERTAIN = (
    "All menus were played on the same games. Which measures differ, and which differ by too little to matter, is "
    "judged for all that was asked together, so that on average at most 5 % of what is found is not so. What is too "
    "little to matter was set before anything was played."
)


_NOTHING = (
    "Of each measure it is known whether the menus differ in it, at one of the tables at least. Where the tables below "
    "say that it can't be told, they say how many games more it would take."
)
_GUESSED = (
    "How many games it would take is guessed from what is known so far. Times are not measured here: they are those of "
    "two cores of an ordinary machine."
)


def compare_story(answers: Answers, galleries: Sequence[Gallery] = ()) -> Story:
    """Return what a report of a comparison tells.

    Parameters
    ----------
    answers : Answers
        Of a comparison.
    galleries : sequence of Gallery
        Its charts, in their order.
    """
    found = comparison(answers)
    parts = [
        Section("verdict", "What it says", tuple(_verdict(found))),
        _open(found),
        Section("pictures", "Pictures", tuple(galleries)),
        Section("tables", "Tables", (*_differences(found), *_changes(found)), _notes(found)),
        Section("method", "Method", tuple(measures(found.differences))),
        Section("provenance", "Where it comes from", tuple(_provenance(answers))),
    ]
    names = joined([menu.name for menu in found.menus])
    return Story(
        title=names,
        subtitle=_subtitle(found),
        sections=tuple(part for part in parts if part.pieces),
        players=found.players,
        policies=found.policies,
    )


def comparison(answers: Answers) -> Comparison:
    """Return a comparison as it was made; of how long it took a guess, which is always the same."""
    manifest = answers.manifest
    n_games = {row["players"]: row["games"] for row in manifest["games"]}
    arms = len(answers.menus)
    times = {
        n: sum(
            seconds(answers.menu.game, n, policy, games, arms=arms) or 0.0
            for policy in answers.policies
        )
        for n, games in n_games.items()
    }
    target = manifest["target"]
    return Comparison(
        menus=answers.menus,
        names=tuple(manifest["names"]),
        players=answers.players,
        policies=answers.policies,
        seed=answers.seed,
        budget=Budget(
            games=manifest["games_requested"],
            target=None if target is None else Target.read(target),
            max_games=manifest["max_games"],
        ),
        deltas=Deltas(manifest["deltas"]),
        n_games=n_games,
        ended={row["players"]: row["ended"] for row in manifest["games"]},
        seconds=times,
        differences=answers.table("differences"),
        changes=answers.table("changes"),
    )


def _subtitle(found: Comparison) -> str:
    """Return what the letters stand for, and what was played."""
    named = zip(ascii_uppercase, found.menus, found.names, strict=False)
    menus = "; ".join(f"{letter}: {menu.name} ({name})" for letter, menu, name in named)
    who = joined([f"all {policy}" for policy in found.policies])
    return f"{menus}; {counts(found.players)} players, {who}, seed {found.seed}"


def _verdict(found: Comparison) -> list[Piece]:
    pieces: list[Piece] = []
    several = len(found.menus) > 2
    for i, name in enumerate(found.names[1:], 1):
        b = ascii_uppercase[i]
        measured = told(found.differences.filter(menu_b=name))
        said = (
            answer(found, measured, "A", b),
            skill(found, measured, name),
            apart(found.menus[0], found.menus[i], b),
            alike(measured),
        )
        title = f"{b}: {found.menus[i].name}" if several else ""
        pieces.append(Words(tuple(one for one in said if one), title))
    return [*pieces, Words((_CERTAIN,), "How certain that is", listed=False)]


def _open(found: Comparison) -> Section:
    pieces: list[Piece] = []
    for i, name in enumerate(found.names[1:], 1):
        said = open_questions(found, told(found.differences.filter(menu_b=name)), where=WHERE)
        if said:
            title = f"{ascii_uppercase[i]}: {found.menus[i].name}" if len(found.menus) > 2 else ""
            pieces.append(Words((said,), title, listed=False))
    if not pieces:
        return Section("open", OPEN, (Words((_NOTHING,), listed=False),))
    return Section("open", OPEN, tuple(pieces), _GUESSED)


def _notes(found: Comparison) -> str:
    """Return how to read the tables."""
    look = " that is valid at any look" if found.budget.tuned is not None else ""
    words = [
        f"± is half of a 95 % interval{look}.",
        f"All {len(found.differences):,} comparisons were judged together (false discovery rate 5 %).",
        pairing(found.differences, found.policies[-1]),
    ]
    if found.budget.target is not None or "time" in found.ended.values():
        words.insert(0, ended(found))
    return " ".join(word for word in words if word)


def _differences(found: Comparison) -> list[Piece]:
    """Return all differences: a line for each measure and part, table by table."""
    lines = []
    for menu, players, policy, rows in _groups(found):
        for i, row in enumerate(rows):
            cells = (
                Cell(_TITLES[row["measure"]]),
                Cell(row["part"] or ""),
                *([Cell(menu)] if len(found.menus) > 2 else []),
                Cell(str(players), players),
                Cell(policy),
                _value(row, "value_a"),
                _value(row, "value_b"),
                _value(row, "difference"),
                Cell(row["verdict"]),
                _more(row),
            )
            lines.append(Line(cells, players, policy, begins=i == 0))
    heads = [
        *_labels(found),
        Head("policy", "of all seats", is_number=False),
        Head("A"),
        Head("B" if len(found.menus) == 2 else "menu"),
        Head("difference", "less A"),
        Head("verdict", "all lines judged together", is_number=False),
        Head("games more", "about how many it would take to tell"),
    ]
    return sheet("differences", "All differences", heads, lines)


def _changes(found: Comparison) -> list[Piece]:
    """Return what becomes of the differences with skill."""
    if len(found.policies) < 2:
        return []
    lines = []
    for row in found.changes.to_dicts():
        cells = (
            Cell(_TITLES[row["measure"]]),
            Cell(row["part"] or ""),
            *([Cell(row["menu_b"])] if len(found.menus) > 2 else []),
            Cell(str(row["players"]), row["players"]),
            Cell(row["policy_b"]),
            _plain(row, "difference_a"),
            _plain(row, "difference_b"),
            _value(row, "change"),
            Cell(row["with_skill"] or ""),
        )
        lines.append(Line(cells, row["players"], None))
    heads = [
        *_labels(found),
        Head("with", f"in place of {found.policies[0]}", is_number=False),
        Head(f"difference, {found.policies[0]}"),
        Head("difference, with"),
        Head("change"),
        Head("the difference is", is_number=False),
    ]
    return sheet("changes", "What becomes of differences with skill", heads, lines)


def _labels(found: Comparison) -> list[Head]:
    return [
        Head("measure", is_number=False),
        Head("part", "round, step of the game or kind", is_number=False),
        *([Head("menu", is_number=False)] if len(found.menus) > 2 else []),
        Head("players"),
    ]


def _groups(found: Comparison) -> list[tuple[str, int, str, Sequence[Row]]]:
    frame = found.differences
    return [
        (menu, n, policy, frame.filter(menu_b=menu, players=n, policy=policy).to_dicts())
        for menu in found.names[1:]
        for n in found.players
        for policy in found.policies[::-1]
    ]


def _value(row: Row, name: str) -> Cell:
    signs = {} if name.startswith("value") else {"sign": "+"}
    return number(row, name, percent=row["unit"] == "share", most_decimals=3, **signs)


def _plain(row: Row, name: str) -> Cell:
    value = row[name]
    if value is None:
        return nothing()
    return Cell(f"{100 * value:+z.1f} %" if row["unit"] == "share" else f"{value:+z.2f}", value)


def _more(row: Row) -> Cell:
    more = row["more"]
    return nothing() if not more else Cell(f"{float(f'{more:.2g}'):,.0f}", more)


def _provenance(answers: Answers) -> list[Piece]:
    changed = {unit: x for unit, x in answers.manifest["deltas"].items() if BY_UNIT.get(unit) != x}
    pieces = settings(answers, _of_games(answers, changed))
    pieces.append(Print("The command that makes this report", _command(answers, changed)))
    for menu in answers.menus:
        caption = f"{menu.name} as a file; what is as printed is left out"
        pieces.append(Print(caption, menu.to_toml().strip()))
    return pieces


def _of_games(answers: Answers, deltas: dict[str, float]) -> dict[str, str]:
    games = ", ".join(
        f"{row['games']:,} with {row['players']} players" for row in answers.manifest["games"]
    )
    return {
        "games of each menu and policy": games,
        "smallest differences that matter, where changed": listed(deltas),
    }


def _command(answers: Answers, deltas: dict[str, float]) -> str:
    manifest = answers.manifest
    names = [menu_argument(menu) for menu in answers.menus]
    words = ["simkit", "compare", *names, "--players", count_range(answers.players)]
    words += ["--policies", written(answers.policies)]
    if manifest["target"] is None:
        words += ["--games", str(manifest["games_requested"])]
    else:
        words += ["--target", manifest["target"]]
        if manifest["max_games"] != MAX_GAMES:
            words += ["--max-games", str(manifest["max_games"])]
    for name, size in deltas.items():
        words += ["--delta", f"{name}={size:g}"]
    house = ["--house"] if any(menu.house for menu in answers.menus) else []
    return shlex.join([*words, "--seed", str(answers.seed), *house, "--report", "report"])
