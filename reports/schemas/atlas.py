"""The forms of what `simkit atlas` prints. Columns of measures are named as the measures are: numbers, or null."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analysis.atlas.advise import BETTER, WORSE
from analysis.multiple import EQUIVALENT, SMALL, UNKNOWN
from reports import advice, atlas_answers, found, queried
from reports.schemas.played import FLAG, IN_FOLDERS, NUMBER, PLAYERS, TEXT, Fields
from simkit.json_schema import items, or_none, record, whole

_MAYBE: dict[str, Any] = or_none(NUMBER)
_CHANCE: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 1}


def forms() -> Iterator[tuple[str, Fields]]:
    """Yield every form with its fields."""
    menu: Fields = {"policies": TEXT, "players": PLAYERS, "kinds": TEXT, "n_games": whole(0)}
    menu |= {"key": or_none(TEXT)}
    menus = items(_measured(menu))
    goal = or_none(TEXT)
    yield queried.NAME, {"found": whole(0), "as_well": whole(0), "goal": goal, "menus": menus}
    on_front = items(_measured({**menu, "front": FLAG, "chance": _CHANCE}))
    yield queried.FRONT, {"goals": items(TEXT), "menus": on_front}
    yield (
        queried.BUILT,
        {"atlas": TEXT, "cells": whole(1), "played": whole(0), "measures": items(TEXT)},
    )
    origin: Fields = {"policies": TEXT, "n_cells": whole(1), "store": or_none(TEXT)}
    origin |= dict.fromkeys(("rules_version", "metric_version", "seed"), or_none(whole(0)))
    about: Fields = {"goals": items(TEXT), "measures": items(TEXT), **IN_FOLDERS}
    about |= {"players": items(PLAYERS), "policies": items(TEXT), "origin": items(record(origin))}
    yield atlas_answers.MANIFEST, about
    asked: Fields = {"players": PLAYERS, "policies": items(TEXT), "goals": items(record(_goal()))}
    asked |= {"seed": whole(0), "budget": whole(1)}
    finalist: Fields = {"rank": whole(1), "cards": TEXT, "listed": FLAG, "key": TEXT}
    finalist |= {"n_fresh": whole(0), "n_search": whole(0)}
    yield (
        found.NAME,
        {
            **asked,
            **{"candidates": whole(1), "rounds": whole(0), "chance": _CHANCE},
            "games": record({"search": whole(0), "fresh": whole(0)}),
            **{"shortfall": _MAYBE, "kept": or_none(_CHANCE), "in_set": or_none(_CHANCE)},
            "failed": items(record({"cards": TEXT, "cause": TEXT})),
            "menus": items(_measured(finalist, {"best_set": FLAG, "chance_best": _CHANCE})),
        },
    )
    screened = {"cards": whole(1), "swaps": whole(0), "games": whole(0), "chance": _CHANCE}
    yield (
        advice.NAME,
        {
            "menu": record({"name": TEXT, "file": TEXT}),
            **asked,
            "screened": items(record(screened)),
            "games": whole(1),
            "failed": items(record({"swap": TEXT, "cause": TEXT})),
            "swaps": items(record(_swap())),
        },
    )


def _goal() -> Fields:
    return {"goal": TEXT, "measure": TEXT, "sign": {"enum": [1, -1]}, "delta": NUMBER}


def _swap() -> Fields:
    numbers = ("difference", "difference_se", "difference_low", "difference_high", "more")
    return {
        **{"swap": TEXT, "n_cards": whole(1), "cards": TEXT, "front": FLAG},
        **{"goal": TEXT, "measure": TEXT, "unit": TEXT, "delta": NUMBER},
        **dict.fromkeys((*numbers, "before", "after", "p_different", "p_equivalent"), _MAYBE),
        "verdict": {"enum": [BETTER, WORSE, SMALL, EQUIVALENT, UNKNOWN]},
        "n_games": whole(1),
    }


def _measured(fixed: Fields, optional: Fields | None = None) -> dict[str, Any]:
    """Return a row that has some columns, and those of measures."""
    return {
        "type": "object",
        "properties": {**fixed, **(optional or {})},
        "required": list(fixed),
        "additionalProperties": _MAYBE,
    }
