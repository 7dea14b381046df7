"""How a report came about: what was played, by what rules, with what, and how to do it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from string import ascii_uppercase
from typing import Any

from analysis.answers import SECTIONS
from analysis.gather import MAX_GAMES
from reports.answers import Answers
from reports.findings import budget, menu_argument
from reports.grid import Cell
from reports.pieces import Head, Line, Piece, Print, sheet
from reports.words import counts
from simkit.batch import RULES_VERSION
from simkit.lineup_text import written
from simkit.menus import Menu
from simkit.menus.catalogue import GAMES, cards

WRITTEN_WITH = ("matplotlib", "Jinja2", "polars")
"""Packages that reports are written with."""

_ENDED = {
    "games": "all games that were asked for",
    "target": "known as well as asked for",
    "most games": "the most games allowed",
    "time": "time was up",
}


def provenance(answers: Answers) -> list[Piece]:
    """Return all that is needed to do the same again."""
    return [
        *settings(answers, {"games of each experiment": _asked(answers)}),
        Print("The command that makes this report", command(answers)),
        Print("The menu as a file; what is as printed is left out", answers.menu.to_toml().strip()),
        *_on_the_menu(answers),
        *_games(answers),
    ]


def command(answers: Answers, *, games: int | None = None) -> str:
    """Return the command that makes the report again, or one with other games."""
    manifest, given = answers.manifest, budget(answers)
    words = [
        "simkit",
        "report",
        menu_argument(answers.menu),
        "--players",
        count_range(answers.players),
    ]
    words += ["--policies", written(answers.policies)]
    if tuple(manifest["sections"]) != SECTIONS:
        words += ["--sections", ",".join(manifest["sections"])]
    if games is not None or given.games is not None:
        words += ["--games", str(given.games if games is None else games)]
    elif given.target is not None:
        words += ["--target", str(given.target)]
        words += [] if given.max_games == MAX_GAMES else ["--max-games", str(given.max_games)]
    words += ["--seed", str(answers.seed), *(["--house"] if answers.menu.house else [])]
    return shlex.join([*words, "-o", "report"])


def is_of_these_rules(answers: Answers) -> bool:
    """Whether games are still played as they were."""
    return bool(answers.manifest["rules_version"] == RULES_VERSION)


def count_range(players: Iterable[int]) -> str:
    """Return numbers of players as commands take them: ``2-6``, ``2,4``."""
    numbers = list(players)
    if numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return ",".join(map(str, numbers))


def settings(answers: Answers, of_games: dict[str, str]) -> list[Piece]:
    """Return what was played, and with what; `of_games` says how many games."""
    manifest = answers.manifest
    rows = {
        **(_of_menus(answers.menus)),
        "rules version": str(manifest["rules_version"]),
        "players": counts(answers.players),
        "line-ups": "; ".join(f"all seats {policy}" for policy in answers.policies),
        "seed": str(answers.seed),
        **of_games,
        "played with": ", ".join(f"{name} {v}" for name, v in manifest["versions"].items()),
        "written with": ", ".join(f"{name} {version(name)}" for name in WRITTEN_WITH),
    }
    lines = [Line((Cell(name), Cell(said))) for name, said in rows.items()]
    heads = [Head("what", is_number=False), Head("how", is_number=False)]
    return sheet("settings", "What was played, and with what", heads, lines)


def _of_menus(menus: Sequence[Menu]) -> dict[str, str]:
    """Return what is to be known of menus; of several, A, B, ... each."""
    rows = {}
    for letter, menu in zip(ascii_uppercase, menus, strict=False):
        end = f" of {letter}" if len(menus) > 1 else ""
        house = "house menu" if menu.house else "by the rule book's structure"
        rows[f"menu{end.removeprefix(' of')}"] = f"{menu.name} ({menu_argument(menu)}), {house}"
        rows[f"game{end}"] = GAMES[menu.game]
        rows[f"rulings{end} that differ from the recommended ones"] = listed(menu.rulings.changed())
        if menu.variants is not None:
            changed = menu.variants.model_dump(by_alias=True, exclude_defaults=True)
            rows[f"variants{end}"] = listed(changed)
    return rows


def listed(values: dict[str, Any]) -> str:
    """Return names and values in a line."""
    if not values:
        return "none"
    return ", ".join(
        f"{name} = {json.dumps(value, ensure_ascii=False, default=list)}"
        for name, value in values.items()
    )


def _asked(answers: Answers) -> str:
    given = budget(answers)
    if given.games is not None:
        return f"{given.games:,}"
    return f"until ± {given.target}, at the most {given.max_games:,}"


def _on_the_menu(answers: Answers) -> list[Piece]:
    menu = answers.menu
    lines = [
        Line((Cell(cards(menu.game)[kind].name), Cell(f"{menu.copies(kind):,}", menu.copies(kind))))
        for kind in menu.kinds
    ]
    heads = [Head("kind", is_number=False), Head("sides" if menu.dice else "copies")]
    return sheet("menu", "On the menu", heads, lines)


def _games(answers: Answers) -> list[Piece]:
    """Return how many games the experiments on cards had, and why they ended."""
    lines = []
    for row in answers.manifest["ended"]:
        for i, (name, n) in enumerate(row["games"].items()):
            why = row["ended"][name]
            cells = (
                Cell({"picks": "picks tried", "bans": "kinds forbidden"}.get(name, name)),
                Cell(str(row["players"]), row["players"]),
                Cell(row["policy"]),
                Cell(f"{n:,}", n),
                Cell(_ENDED.get(why, why)),
            )
            lines.append(Line(cells, row["players"], row["policy"], begins=i == 0))
    heads = [
        Head("experiment", is_number=False),
        Head("players"),
        Head("policy", is_number=False),
        Head("games", "in each of its arms"),
        Head("ended by", is_number=False),
    ]
    return sheet("games-played", "Games played to value cards", heads, lines)
