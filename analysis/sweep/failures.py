"""Cells of a sweep that could not be played, and why: a file of the store, if there are any."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.sweep.files import put
from analysis.sweep.rows import CURRENT, identity
from analysis.sweep.work import Outcome
from simkit.errors import InputError

FORM = "simkit/sweep-failures/1"


@dataclass(frozen=True, slots=True)
class Failure:
    """A cell that could not be played.

    Attributes
    ----------
    cell : dict
        Which one, as rows of a store have it: ``key``, ``game``, ``kinds``, ...
    first : int
        From which game on.
    cause : str
        One line.
    """

    cell: dict[str, Any]
    first: int
    cause: str

    @property
    def key(self) -> str:
        """What the cell is known by."""
        return str(self.cell["key"])

    @property
    def is_current(self) -> bool:
        """Whether it is of this version of rules and metrics."""
        return (self.cell["rules_version"], self.cell["metric_version"]) == CURRENT


def failed(outcomes: Iterable[Outcome], cells: Mapping[str, Any]) -> list[Failure]:
    """Return the failures among outcomes."""
    return [
        Failure(identity(one.key, cells[one.key]), one.first, one.error)
        for one in outcomes
        if one.error
    ]


def together(failures: Iterable[Failure], games: Mapping[str, int]) -> list[Failure]:
    """Return one failure a cell, the furthest, without those whose games were played later on; by key.

    Parameters
    ----------
    failures : iterable of Failure
    games : mapping of str to int
        How many games are known, by key.
    """
    found = {
        one.key: one
        for one in sorted(failures, key=lambda one: (one.first, one.cause))
        if one.first >= games.get(one.key, 0)
    }
    return [found[key] for key in sorted(found)]


def read_failures(path: Path) -> list[Failure]:
    """Return what is noted in a file; nothing if there is none.

    Raises
    ------
    InputError
        It can not be read, or is something else.
    """
    try:
        content = json.loads(path.read_text("utf-8"))
        if content["schema"] != FORM:
            raise ValueError
        return [
            Failure(dict(one["cell"]), int(one["first"]), str(one["cause"]))
            for one in content["failures"]
        ]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path}: is no list of failures of a sweep; move it away.") from None


def write_failures(path: Path, failures: Iterable[Failure]) -> None:
    """Write the file, or remove it if there is nothing to say."""
    noted = [{"cell": one.cell, "first": one.first, "cause": one.cause} for one in failures]
    if noted == [{"cell": x.cell, "first": x.first, "cause": x.cause} for x in read_failures(path)]:
        return
    if not noted:
        path.unlink(missing_ok=True)
        return
    content = {"schema": FORM, "failures": noted}
    put(path, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())
