"""Weights: points that a tuned player adds to its plan. The file they are kept in, read and written."""

from __future__ import annotations

import errno
import json
import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simkit.cards import CATALOGUES
from simkit.cards.outlook import N_CLASSES
from simkit.errors import OutputError, PolicyError, nearest, toml_problem
from simkit.menus.messages import shown

FORMAT = "simkit/weights/1"
MAX_WEIGHT = 20.0
"""Points, either way; far beyond what any card is worth, so that every worth fits its byte."""

Points = tuple[float, float, float, float]

KEYS = tuple(
    dict.fromkeys(
        slug
        for kinds in CATALOGUES.values()
        for kind in kinds
        for slug in (kind.slug, *(variant.slug for variant in kind.variants))
    )
)
"""Every kind and card id of the three games."""

_ENDS = ("first", "last")


@dataclass(frozen=True, slots=True)
class Weights:
    """Tuned weights of kinds and cards.

    Attributes
    ----------
    weights : mapping of str to two tuples of four float
        By kind or card id, points added at the first pick of a round and at the last (between them
        linear), by progress class. A card id goes before its kind; what is not named is 0.
    provenance : mapping
        Where they come from: plain values and lists of them.
    """

    weights: Mapping[str, tuple[Points, Points]] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def of(self, kind: str, card: str) -> tuple[Points, Points]:
        """Return the weights of a card of a kind."""
        found = self.weights.get(card) or self.weights.get(kind)
        return found if found is not None else (_NONE, _NONE)


_NONE: Points = (0.0, 0.0, 0.0, 0.0)


def read_weights(path: str | Path) -> Weights:
    """Read a weights file.

    Raises
    ------
    PolicyError
        There is no such file, it is no weights file, or something in it has to be changed.
    """
    where = f"weights file '{path}'"
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PolicyError(
            f"{where}: there is no such file; `simkit train --out` writes one."
        ) from None
    except UnicodeDecodeError as error:
        raise PolicyError(
            f"{where}: byte {error.start} is not UTF-8 text; save the file as UTF-8."
        ) from None
    except OSError as error:
        raise PolicyError(f"{where}: cannot be read: {error.strerror}.") from None
    return parse_weights(text, where)


def parse_weights(text: str, where: str) -> Weights:
    """Return the weights that a file's text holds; `where` begins every message.

    Raises
    ------
    PolicyError
        The text is no weights file, or something in it has to be changed.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(
            f"{where}: this is not valid TOML: {toml_problem(error, text)}."
        ) from None
    if content.get("format") != FORMAT:
        raise PolicyError(
            f'{where}: format = {shown(content.get("format"))}: must be "{FORMAT}" in its first line.'
        )
    known = ("format", "provenance", "weights")
    for name in content:
        if name not in known:
            raise PolicyError(
                f"{where}: `{name}` is not known.{nearest(name, known)} Known: {', '.join(known)}."
            )
    tables = {name: content.get(name, {}) for name in known[1:]}
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise PolicyError(f"{where}: {name} = {shown(table)}: must be a table, [{name}].")
    return Weights(_checked(tables["weights"], where), tables["provenance"])


def write_weights(path: str | Path, weights: Weights) -> None:
    """Write a weights file whole or not at all: the text goes to a file beside it first.

    Raises
    ------
    PolicyError
        A weight is out of range.
    OutputError
        The file can not be written.
    """
    path = Path(path)
    text = weights_toml(weights)
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            aside.write_text(text, encoding="utf-8")
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        why = "the disk is full" if full else f"cannot be written: {error.strerror}"
        raise OutputError(f"{path}: {why}; choose another place.") from None


def weights_toml(weights: Weights) -> str:
    """Return weights as the text of a file; the same weights give the same text."""
    checked = _checked(
        {key: dict(zip(_ENDS, ends, strict=True)) for key, ends in weights.weights.items()},
        "weights",
    )
    lines = [f'format = "{FORMAT}"', "", "[provenance]"]
    lines += [f"{_key(name)} = {_value(value)}" for name, value in weights.provenance.items()]
    for key in (key for key in KEYS if key in checked):
        lines += ["", f"[weights.{key}]"]
        lines += [
            f"{end} = [{', '.join(map(repr, row))}]"
            for end, row in zip(_ENDS, checked[key], strict=True)
        ]
    return "\n".join(lines) + "\n"


def _checked(tables: Mapping[str, Any], where: str) -> dict[str, tuple[Points, Points]]:
    found = {}
    for key, table in tables.items():
        if key not in KEYS:
            raise PolicyError(f"{where}: weights.{key}: there is no such card.{nearest(key, KEYS)}")
        if not isinstance(table, Mapping):
            raise PolicyError(
                f"{where}: weights.{key} = {shown(table)}: must be a table with `first` and `last`."
            )
        for name in table:
            if name not in _ENDS:
                raise PolicyError(f"{where}: weights.{key}.{name} is not known: first, last.")
        first, last = (_row(table.get(end), f"{where}: weights.{key}.{end}") for end in _ENDS)
        found[key] = (first, last)
    return found


def _row(values: Any, place: str) -> Points:
    """Return the four numbers of a list."""
    if values is None:
        raise PolicyError(f"{place} is missing: write a list of {N_CLASSES} numbers.")
    if not isinstance(values, list | tuple) or len(values) != N_CLASSES:
        raise PolicyError(f"{place} = {shown(values)}: must be a list of {N_CLASSES} numbers.")
    for value in values:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value) or abs(value) > MAX_WEIGHT:
            raise PolicyError(
                f"{place}: {shown(value)}: must be a number from {-MAX_WEIGHT:g} to {MAX_WEIGHT:g}."
            )
    a, b, c, d = (float(value) + 0.0 for value in values)  # + 0.0: no -0.0 in files
    return a, b, c, d


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "a").replace("-", "a").isalnum()
    return name if bare else _value(name)


def _value(value: Any) -> str:
    """Return a value of the provenance as TOML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, bool | int | str):
        # TOML has no DEL in a string, JSON has
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return repr(value)  # nan and inf are TOML's words too
    return _value(str(value))  # a date or a path: as text
