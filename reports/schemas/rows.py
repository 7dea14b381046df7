"""Rows of tables as JSON has them: every column with its type and its meaning, and no other column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis import columns, table_columns
from analysis.contrasts import LARGER, SAME, SMALLER, TURNED
from analysis.multiple import DIFFERENT, EQUIVALENT, SMALL, UNKNOWN
from analysis.standing import STANDINGS
from analysis.table_columns import Column
from simkit.json_schema import items, or_none

_TEXT: dict[str, Any] = {"type": "string"}
_WORDS = {
    **dict.fromkeys(("by", "policy", "stage", "kind", "card", "other", "who", "measure"), _TEXT),
    **dict.fromkeys(("part", "unit", "of", "share", "what", "opponent"), _TEXT),
    **dict.fromkeys(("policy_a", "policy_b", "menu_a", "menu_b"), _TEXT),
    "standing": {"enum": list(STANDINGS)},
    "verdict": {"enum": [DIFFERENT, SMALL, EQUIVALENT, UNKNOWN]},
    "with_skill": {"enum": [SAME, LARGER, SMALLER, TURNED, UNKNOWN]},
    "sign_changes": {"type": "boolean"},
    "seated": items(_TEXT),
}
_REAL = {
    *(
        "sd",
        "even",
        "delta",
        "beginner",
        "expert",
        "p_score",
        "p_win",
        "difference_a",
        "difference_b",
    ),
    *("variance_reduction", "p_different", "p_equivalent", "more", "ahead_expected"),
}
_NEVER_NULL = ("by", "stage", "card", "measure", "menu_a", "menu_b", "seated", "verdict", "n_games")

FAMILIES = {
    "batch": (table_columns.IN_BATCHES, columns.ESTIMATES, columns.OTHERS),
    "analysis": (table_columns.IN_ANALYSES, columns.IN_ANALYSES, columns.OTHERS_IN_ANALYSES),
    "compare": (
        table_columns.IN_COMPARISONS,
        columns.IN_COMPARISONS,
        columns.OTHERS_IN_COMPARISONS,
    ),
    "tournament": (
        table_columns.IN_TOURNAMENTS,
        columns.IN_TOURNAMENTS,
        columns.OTHERS_IN_TOURNAMENTS,
    ),
}
"""By command: the tables and the meanings of their columns."""


def tables(family: str) -> dict[str, dict[str, Any]]:
    """Return the schema of each table of a document: a list of rows."""
    found, estimates, others = FAMILIES[family]
    return {name: items(_row(named, estimates, others)) for name, named in found.items()}


def _row(
    named: tuple[Column, ...], estimates: Mapping[str, str], others: Mapping[str, str]
) -> dict[str, Any]:
    properties = {
        name: entry
        for column in named
        for name, entry in _column(column, estimates, others).items()
    }
    optional = {name for column in named if column.is_optional for name in column.names}
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _column(
    column: Column, estimates: Mapping[str, str], others: Mapping[str, str]
) -> dict[str, Any]:
    """Return the schemas of a column and of those beside it."""
    name = column.name
    meaning = (estimates if column.is_estimate else others).get(name) or estimates[name]
    known: Any = _WORDS.get(name)
    if known is None:
        is_real = column.is_estimate or name in _REAL
        known = {"type": "number" if is_real else "integer"}
    if name not in _NEVER_NULL:
        known = or_none(known)
    found = {name: {"description": meaning, **known}}
    if column.is_estimate:
        number = or_none({"type": "number"})
        found[f"{name}_se"] = {"description": f"Standard error of {name}.", **number}
        found[f"{name}_low"] = {"description": "Where its 95 % interval begins.", **number}
        found[f"{name}_high"] = {"description": "Where it ends.", **number}
    return found
