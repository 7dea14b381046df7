"""The vectors of the rules, `tests/vectors/`, as parameters of tests."""

import json
from pathlib import Path
from typing import Any

import pytest

Vector = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "vectors"


def read(game: str) -> list[Vector]:
    """All vectors of a game."""
    text = (FOLDER / f"{game}.json").read_text(encoding="utf-8")
    vectors: list[Vector] = json.loads(text)["vectors"]
    return vectors


def of_type(vectors: list[Vector], name: str) -> list[Any]:
    """Vectors of one type, as parameters with readable names."""
    return [
        pytest.param(vector, id=" ".join(filter(None, [f"{vector['number']}", vector.get("case")])))
        for vector in vectors
        if vector["type"] == name
    ]


def points_of(scored: list[dict[str, int]], of: str) -> list[int]:
    """Points by seat of a kind, or of the whole "round"."""
    return [sum(mine.values()) if of == "round" else mine[of] for mine in scored]
