"""Small words for writing JSON Schemas by hand."""

from __future__ import annotations

from typing import Any


def ref(*path: str) -> dict[str, Any]:
    """Refer to a definition: ``ref("seat")``, or one of a branch: ``ref("go", "card")``."""
    return {"$ref": "#" + "".join(f"/$defs/{name}" for name in path)}


def whole(low: int, high: int | None = None) -> dict[str, Any]:
    """Return the schema of a whole number in its range."""
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, **most}


def items(entry: dict[str, Any], description: str = "", **more: Any) -> dict[str, Any]:
    """Return the schema of a list of such entries."""
    said = {"description": description} if description else {}
    return {**said, "type": "array", "items": entry, **more}


def exactly(n: int, entry: dict[str, Any], description: str = "") -> dict[str, Any]:
    """Return the schema of a list of n such entries."""
    return items(entry, description, minItems=n, maxItems=n)


def counts(names: dict[str, Any], description: str) -> dict[str, Any]:
    """Return the schema of a table of numbers by name."""
    return {
        "description": description,
        "type": "object",
        "propertyNames": names,
        "additionalProperties": whole(0),
    }


def record(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object that has all of these properties and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def or_none(entry: dict[str, Any], description: str = "") -> dict[str, Any]:
    """Return the schema of such an entry, or null."""
    said = {"description": description} if description else {}
    return {**said, "anyOf": [entry, {"type": "null"}]}
