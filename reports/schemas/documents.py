"""The forms of all documents that commands print and of the files they write, tables and transcripts apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

from analysis.sweep import failures
from reports import analysis_tables, compare_tables, contest_tables, folder, tables
from reports.schemas import atlas, played, rows, sweeps
from reports.schemas.played import FLAG, GAME, NUMBER, PLAYERS, TEXT, Fields, Schema, some
from simkit.bench import Speed
from simkit.json_schema import exactly, items, or_none, record, ref, whole
from simkit.menus.catalogue import GAMES, GROUPS
from simkit.menus.roll import SIDES
from simkit.menus.schema import DRAFT
from simkit.policies import weights
from simkit.schema import MAX_HAND, MAX_SEATS, N_ROUNDS, WHY_WORDS
from simkit.training import state
from simkit.training.train import Gain, Plan
from simkit.transcript_schema import names_of

_MANIFESTS = {
    "simkit/manifest/1": (tables.NAME, played.simulation),
    folder.ANALYSIS: (analysis_tables.NAME, played.analysis),
    folder.COMPARISON: (compare_tables.NAME, played.comparison),
    "simkit/tournament-manifest/1": (contest_tables.NAME, played.tournament),
}
_ALWAYS = {
    tables.NAME: [name for name in tables.SHOWN if name not in ("tokens", "turn_order", "starts")],
    compare_tables.NAME: ["differences"],
    contest_tables.NAME: ["players", "pairs", "line_ups"],
}
"""Tables that a document always has."""


def all_of_them() -> Iterator[tuple[str, Schema]]:
    """Yield every form with its schema."""
    yield from _menus()
    yield "simkit/cards/1", _document("simkit/cards/1", *_cards())
    yield "simkit/policies/1", _document("simkit/policies/1", _policies())
    for manifest, (document, of_run) in _MANIFESTS.items():
        fixed, others = of_run()
        given = {"schema": {"const": manifest}, **fixed}
        shown = _tables(document)
        always = {name: shown.pop(name) for name in _ALWAYS.get(document, ())}
        menus = played.menu_definitions()
        run = {"run": some(given, others), **always}
        yield document, _document(document, run, shown, menus)
        yield manifest, _document(manifest, fixed, {**others, **played.IN_FOLDERS}, menus)
    yield "simkit/ladder/1", _document("simkit/ladder/1", {"steps": items(record(_rung()))})
    yield "simkit/score/1", _score()
    yield state.FORMAT, _document(state.FORMAT, _state())
    result = {"training": _of_class(Plan), "against": TEXT, "renewals": whole(0)}
    form = "simkit/training-result/1"
    yield form, _document(form, {**result, **_of_class(Gain)["properties"]})
    yield failures.FORM, _document(failures.FORM, {"failures": items(record(_failure()))})
    yield weights.FORMAT, {"$schema": DRAFT, "title": weights.FORMAT, **_weights_file()}
    for form, of_sweep in (*sweeps.forms(), *atlas.forms()):
        yield form, _document(form, of_sweep)
    yield "bench", {"$schema": DRAFT, "title": "simkit bench", **items(_of_class(Speed))}


def _document(
    form: str, fixed: Fields, optional: Fields | None = None, definitions: Fields | None = None
) -> Schema:
    """Return the schema of a document that begins with its form."""
    return {
        "$schema": DRAFT,
        "title": form,
        **some({"schema": {"const": form}, **fixed}, optional or {}),
        **({"$defs": definitions} if definitions else {}),
    }


def _tables(document: str) -> Fields:
    """Return the tables that a document may have."""
    found = rows.tables(document.split("/")[1])
    return {name: found[name] for name in tables.SHOWN} if document == tables.NAME else found


def _menus() -> Iterator[tuple[str, Schema]]:
    players = {"players": items(PLAYERS, "Numbers of players that can play it.")}
    form = "simkit/menus/1"
    listed = items(played.any_menu(), "Party, then Sushi Go!, then Sushi Roll.")
    yield form, _document(form, {"menus": listed}, None, played.menu_definitions(after=players))
    form = "simkit/menu/1"
    yield (
        form,
        {
            **{"$schema": DRAFT, "title": form, "type": "object", **played.any_menu()},
            "$defs": played.menu_definitions({"schema": {"const": form}}, players),
        },
    )
    form = "simkit/legal-menus/1"
    fixed = {"players": PLAYERS, "n_menus": whole(0)}
    menus = items(exactly(sum(GROUPS.values()), TEXT), "Beside the nigiri; not with --count.")
    yield form, _document(form, fixed, {"menus": menus})


def _cards() -> tuple[Fields, Fields]:
    """Return the fields of the list of cards, and those that only dice have."""
    numbers = {"type": ["integer", "array"], "items": {"type": "integer"}}
    points = {
        "description": "A number, a list by number of cards, or a table of such.",
        "anyOf": [
            *(numbers, {"type": "object", "additionalProperties": numbers}, {"type": "null"}),
        ],
    }
    variant = {
        **{"card": TEXT, "name": TEXT, "copies": whole(0), "order_number": or_none(whole(1))},
    }
    kind = {
        **{"kind": TEXT, "name": TEXT, "group": {"enum": ["nigiri", *GROUPS]}, "colour": TEXT},
        "hex": or_none({"type": "string", "pattern": "^[0-9A-F]{6}$"}),
        **{"min_players": PLAYERS, "max_players": PLAYERS, "copies": whole(0)},
        **{"points": points, "rule": TEXT, "variants": items(record(variant), minItems=1)},
    }
    die = {"die": TEXT, "colour": TEXT, "dice": whole(0), "faces": exactly(SIDES, TEXT)}
    return {"game": GAME, "cards": items(record(kind))}, {"dice": items(record(die))}


def _policies() -> Fields:
    policy = {"policy": TEXT, "summary": TEXT, "data": or_none(TEXT, "What follows a colon.")}
    modifier = {"modifier": TEXT, "summary": TEXT, "example": TEXT}
    return {"policies": items(record(policy)), "modifiers": items(record(modifier))}


def _rung() -> Fields:
    estimates = (
        f"{name}{end}" for name in ("ahead", "difference") for end in ("", "_se", "_low", "_high")
    )
    return {
        **{"game": GAME, "menu": TEXT, "players": PLAYERS, "upper": TEXT, "lower": TEXT},
        **dict.fromkeys(estimates, NUMBER),
        **{"n_games": whole(1), "beats": FLAG},
    }


def _score() -> Schema:
    """Return the form of a sheet, a branch for each game."""
    form = "simkit/score/1"
    return {
        **{"$schema": DRAFT, "title": form, "type": "object", **played.any_menu()},
        "$defs": {game: _sheet(form, game) for game in GAMES},
    }


def _sheet(form: str, game: str) -> Schema:
    kind, card, points = (ref(game, name) for name in ("kind", "card", "points_by_kind"))

    def seats(entry: Schema, description: str = "") -> Schema:
        return items(entry, description, minItems=2, maxItems=MAX_SEATS)

    when = {
        **{
            "round": whole(1, N_ROUNDS),
            "turn": whole(1, MAX_HAND),
            "seat": whole(0, MAX_SEATS - 1),
        },
    }
    events = [
        {"event": {"const": "points"}, "kind": kind, "points": {"type": "integer"}},
        {
            "event": {"const": "discard"},
            "card": card,
            "why": {"enum": list(WHY_WORDS)},
            "n": whole(1),
        },
        {"event": {"const": "tokens"}, "card": card, "n": whole(0)},
    ]
    fixed: Fields = {
        **{"schema": {"const": form}, "game": {"const": game}, "name": TEXT, "players": PLAYERS},
        "names": seats(TEXT, "By seat, a dummy's after the players'."),
        "cards": items(kind, "Kinds in play."),
        "rounds": items(record({"round": whole(1, N_ROUNDS), "points": seats(points)}), minItems=1),
        **{"game_over": FLAG, "dessert_points": seats(points), "dessert_cards": seats(whole(0))},
        "totals": seats({"type": "integer"}),
        "win_share": seats({"type": "number", "minimum": 0, "maximum": 1}),
        "events": items({"oneOf": [record({**when, **event}) for event in events]}),
    }
    left = or_none(whole(0), "Null where nobody said how many are left.")
    if game == "roll":
        fixed["tokens"] = seats(record({"menu": left, "chopsticks": left, "pudding": whole(0)}))
    return {"title": GAMES[game], **record(fixed), "$defs": names_of(game)}


def _of_class(known: type[Any]) -> Schema:
    """Return the form of a dataclass of plain values and lists of them."""
    hints = get_type_hints(known)
    return record({field.name: _plain(hints[field.name]) for field in fields(known)})


def _plain(hint: Any) -> Schema:
    if hint in _PLAIN:
        return _PLAIN[hint]
    values = get_args(hint)
    return items(_PLAIN[values[0]]) if get_origin(hint) is tuple else {"enum": list(values)}


_PLAIN: dict[Any, Schema] = {
    **{str: TEXT, float: NUMBER, bool: FLAG, int: {"type": "integer"}},
    float | None: or_none(NUMBER),
}


def _state() -> Fields:
    check = record({"gain": NUMBER, "se": NUMBER, "renewed": FLAG})
    versions = {"simkit": TEXT, "rules": whole(1), "cma": TEXT, "numpy": TEXT}
    return {
        "versions": record(versions),
        "settings": _of_class(Plan),
        "start": _by_card(exactly(2, _ends())),
        "generations": items(record({"margins": items(NUMBER), "check": or_none(check)})),
    }


def _failure() -> Fields:
    cell = {
        "key": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        **{"rules_version": whole(1), "metric_version": whole(1), "game": GAME},
        "kinds": items(TEXT, "Kinds in play, nigiri included."),
        "rules": {**TEXT, "description": "The menu as a menu file without its name."},
        **{"players": PLAYERS, "policies": TEXT, "rotate": FLAG},
        **{"seed": whole(0), "game_seed": whole(0)},
    }
    return {"cell": record(cell), "first": whole(0), "cause": TEXT}


def _ends() -> Schema:
    most = weights.MAX_WEIGHT
    return exactly(4, {"type": "number", "minimum": -most, "maximum": most}, "By progress class.")


def _by_card(entry: Schema) -> Schema:
    names = {"enum": list(weights.KEYS)}
    return {"type": "object", "propertyNames": names, "additionalProperties": entry}


def _weights_file() -> Schema:
    """Return the form of a weights file, which is TOML."""
    ends = {"first": _ends(), "last": _ends()}
    return some(
        {"format": {"const": weights.FORMAT}},
        {
            "provenance": {
                "description": "Where the weights come from; nothing is read from it.",
                "type": "object",
            },
            "weights": _by_card(some({}, ends)),
        },
    )
