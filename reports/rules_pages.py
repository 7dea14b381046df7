"""The rules of the three games as Markdown, made of the catalogue, the menus' models and the rulings.

`reports.docs` writes them to ``docs/rules``. Nothing is typed here that the core plays by: numbers, options and
sentences are those of `simkit.cards` and `simkit.menus`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reports.markdown import plain
from reports.metric_pages import flowed
from reports.words import counts, joined
from simkit.cards.card import Card
from simkit.menus import legal_players, printed
from simkit.menus.catalogue import GAMES, GROUPS, cards, dice
from simkit.menus.check import players_of
from simkit.menus.listing import BARE, n_legal
from simkit.menus.menu import HAND_SIZES, HAND_WITH_DUMMY, Menu
from simkit.menus.numbers import Wholes
from simkit.menus.points import allowed
from simkit.menus.rulings import RULINGS
from simkit.menus.settings import Start, Supply, Tokens, Variants
from simkit.schema import N_ROUNDS

_HEADINGS = {
    "nigiri": "Nigiri",
    "roll": "Rolls",
    "appetizer": "Appetizers",
    "special": "Specials",
    "dessert": "Desserts",
}
_SOURCE = (
    "Made of the catalogue by `python -m reports.docs docs`: what stands here is what is played. What no rule book "
    "and no ruling says is decided in [decisions.md](../decisions.md). To change something, write a "
    "[menu file](../formats.md#menu-files): names in `code` are those it takes."
)
_NUMBER = re.compile(r"^E\d+(, last sentence)?\. ")  # of the question, in the rules we worked from
_HEADS = {"party": "card", "go": "card", "roll": "face"}


def documents() -> dict[str, str]:
    """Return the text of each file by its name: a page for each game."""
    return {f"{game}.md": _page(game) for game in GAMES}


def _page(game: str) -> str:
    parts = [f"# The rules of {plain(GAMES[game])}", flowed(_SOURCE), *_SET_UP[game]()]
    for group, heading in _HEADINGS.items():
        here = [card for card in cards(game).values() if card.group == group]
        if here:
            parts.append(f"## {heading}")
            parts += [part for card in here for part in _kind(card, game)]
    return "\n\n".join([*parts, *_rulings(game)]) + "\n"


def _party() -> list[str]:
    """Return set-up and structure of Party."""
    low, high = players_of("party")
    menu = printed("party")[0]
    deal = [
        [
            str(players),
            str(menu.hand_size_for(players)),
            ", ".join(map(str, menu.desserts_for(players))),
            _listed(_banned(players)) or "-",
            f"{n_legal(players):,}",
        ]
        for players in range(low, high + 1)
    ]
    kinds = [
        [
            str(n),
            group + ("" if n == 1 else "s"),
            _listed(card.name for card in cards().values() if card.group == group),
        ]
        for group, n in GROUPS.items()
    ]
    menus = [
        [plain(menu.name), _code(f"party/{menu.slug}"), _listed(_names(menu)), _players(menu)]
        for menu in printed("party")
    ]
    return [
        f"For {low} to {high} players, {N_ROUNDS} rounds.",
        "## Set-up",
        _table(
            [
                "players",
                "cards in a hand, so turns in a round",
                "desserts that join the deck before rounds 1, 2, 3",
                "kinds that may not be used",
                "menus",
            ],
            deal,
        ),
        "## The menu",
        "Nigiri are always there. Beside them a menu has, all different:",
        _table(["how many", "of the", "from"], kinds),
        "*House menus* may have any kinds for any number of players (`--house`). The printed menus:",
        _table(["menu", "name on the command line", "beside nigiri", "players"], menus),
    ]


def _go() -> list[str]:
    """Return set-up and variants of Sushi Go!."""
    low, high = players_of("go")
    game, *_ = printed("go")
    extra = [card for slug, card in cards("go").items() if slug not in game.kinds]
    menus = [
        [plain(menu.name), _code(BARE["go"] if menu is game else f"go/{menu.slug}"), _players(menu)]
        for menu in printed("go")
    ]
    return [
        flowed(
            f"For {low} to {high} players, {N_ROUNDS} rounds, one deck of {game.n_cards()} cards. Nothing is shuffled "
            f"again. {_listed(card.name for card in extra)} may be added ({sum(c.n_copies for c in extra)} cards)."
        ),
        "## Set-up",
        _table(
            ["players", "cards in a hand, so turns in a round"],
            [[str(players), str(each)] for players, each in HAND_SIZES["go"].items()]
            + [["2 and a dummy", str(HAND_WITH_DUMMY)]],
        ),
        "## Variants",
        *_answers(Variants.model_json_schema(by_alias=True)["properties"], "variant"),
        "Printed menus:",
        _table(["menu", "name on the command line", "players"], menus),
    ]


def _roll() -> list[str]:
    """Return set-up, dice and tokens of Sushi Roll."""
    low, high = players_of("roll")
    (game,) = printed("roll")
    deal = [
        [str(players), str(game.hand_size_for(players)), str(game.slides_for(players))]
        for players in range(low, high + 1)
    ]
    names = {v.slug: v.name for card in cards("roll").values() for v in card.variants}
    bag = [
        [_code(die.slug), plain(die.colour), str(die.n_dice), _sides(die.faces, names)]
        for die in dice().values()
    ]
    start, supply = Start().model_dump(), Supply().model_dump()
    tokens = [[_code(kind), str(start.get(kind, 0)), str(n)] for kind, n in supply.items()]
    return [
        f"For {low} to {high} players, {N_ROUNDS} rounds, {game.n_dice} dice in a bag.",
        "## Set-up",
        _table(
            ["players", "dice for each, so turns in a round", "places that belts move in a round"],
            deal,
        ),
        "## Dice",
        _table(["die", "colour", "in the bag", "its six sides"], bag),
        "## Tokens",
        plain(Tokens.model_fields["supply"].description or ""),
        _table(["token", "each player has at the start", "in the box, those included"], tokens),
    ]


_SET_UP = {"party": _party, "go": _go, "roll": _roll}


def _banned(players: int) -> list[str]:
    return [
        card.name
        for card in cards().values()
        if not card.min_players <= players <= card.max_players
    ]


def _names(menu: Menu) -> list[str]:
    return [cards(menu.game)[kind].name for kind in menu.kinds if kind != "nigiri"]


def _players(menu: Menu) -> str:
    return counts(legal_players(menu))


def _sides(faces: Iterable[str], names: Mapping[str, str]) -> str:
    return ", ".join(f"{n} × {plain(names[face])}" for face, n in Counter(faces).items())


def _kind(card: Card, game: str) -> list[str]:
    """Return the section of a kind: what is printed, then what it does."""
    parts = [f"### {plain(card.name)}", f"{_code(card.slug)}: {_facts(card, game)}."]
    if len(card.variants) > 1:
        rows = [
            [
                plain(variant.name),
                _code(variant.slug),
                str(variant.n_copies),
                *([str(variant.number)] if card.is_numbered else []),
            ]
            for variant in card.variants
        ]
        copies = "sides of all dice" if game == "roll" else "copies"
        number = ["order number"] if card.is_numbered else []
        parts.append(_table([_HEADS[game], "name in files", copies, *number], rows))
    parts.append(plain(card.rule))
    return parts + ([] if card.points is None else _points(card, game))


def _facts(card: Card, game: str) -> str:
    """Return what is printed on a kind: how many, where, in what colour, for whom."""
    if game == "roll":
        faces = {variant.slug for variant in card.variants}
        shown = [die for die in dice().values() if faces & set(die.faces)]
        where = _listed(f"{die.colour} {die.slug}" for die in shown)
        return f"{card.n_copies} sides, on the {where} dice"
    alike = [
        other.name.lower()
        for other in cards(game).values()
        if other.hex == card.hex and other is not card
    ]
    colour = f"{card.colour} as {_listed(alike)}" if alike else card.colour
    low, high = players_of(game)
    banned = game == "party" and (card.min_players, card.max_players) != (low, high)
    players = f"; for {card.min_players} to {card.max_players} players only" if banned else ""
    return f"{card.n_copies} cards, {colour}{players}"


def _points(card: Card, game: str) -> list[str]:
    """Return the points of a kind: a small table, or the number in its sentence with its name."""
    points: Any = card.points
    if isinstance(points, Mapping):
        heads = [name.replace("_", " ") for name in points]
        values = [
            ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
            for value in points.values()
        ]
        return [_table(["numbers", *heads], [[_code(card.slug), *values]])]
    if isinstance(points, list | tuple):
        return [_by_number(card, points, game)]
    return [f"In a menu file: `[points] {card.slug} = {points}`."]


def _by_number(card: Card, points: Sequence[int], game: str) -> str:
    """Return the points for 0, 1, 2, ... as far as there can be so many; the last value goes on."""
    form = allowed(card.slug, game)
    assert isinstance(form, Wholes)
    most = card.n_copies if card.is_dessert else min(max(HAND_SIZES[game].values()), card.n_copies)
    shown = list(points[: most + 1])
    heads = list(map(str, range(len(shown))))
    if len(shown) <= most and len(points) < form.longest:
        heads[-1] += " or more"
    return _table(["how many", *heads], [["points", *map(str, shown)]])


def _rulings(game: str) -> list[str]:
    """Return the rulings with all their answers."""
    return [
        "## Rulings",
        flowed(
            "Questions that the rule book leaves open, and the answers that can be played. Bold is what is played "
            "unless a menu file says otherwise under `[rulings]`."
        ),
        *_answers(RULINGS[game].model_json_schema()["properties"], "ruling"),
    ]


def _answers(fields: Mapping[str, Any], what: str) -> list[str]:
    rows = [
        [_code(name), plain(_NUMBER.sub("", field["description"])), _options(field)]
        for name, field in fields.items()
    ]
    return [_table([what, "question", "answers"], rows)]


def _options(field: Mapping[str, Any]) -> str:
    """Return what may be answered, the usual answer in bold."""
    usual = field["default"]
    if "enum" in field:
        options: list[Any] = list(field["enum"])
    elif field["type"] == "boolean":
        options = [False, True]
    elif field["type"] == "integer":
        return f"{_bold(usual)}; {field['minimum']} to {field['maximum']}"
    else:
        each = field["items"]
        numbers = f"{field['minItems']} numbers from {each['minimum']} to {each['maximum']}"
        return f"{_bold(usual)}; {numbers}"
    return ", ".join(_bold(one) if one == usual else _code(json.dumps(one)) for one in options)


def _bold(value: object) -> str:
    return f"**{_code(json.dumps(value))}**"


def _code(text: str) -> str:
    """Return a name as code; names of the catalogue have no backticks."""
    return f"`{text}`"


def _listed(names: Iterable[str]) -> str:
    """Return names in words, or nothing if there are none."""
    found = [plain(name) for name in names]
    return joined(found) if found else ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
