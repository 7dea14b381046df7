"""The JSON Schema of the menu file, for editors that complete and check while one types."""

from __future__ import annotations

from typing import Any

from simkit.menus.catalogue import card_ids, cards
from simkit.menus.file import MenuFile
from simkit.menus.numbers import COPIES, Whole, Wholes
from simkit.menus.points import allowed


def menu_schema() -> dict[str, Any]:
    """Return the JSON Schema of a menu file: the model's, with the catalogue's names filled in."""
    schema = MenuFile.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "simkit menu"
    fields = schema["properties"]
    fields["cards"] |= {"items": {"enum": list(cards())}, "uniqueItems": True}
    fields["counts"] |= _table({kind: _copies(kind) for kind in cards()})
    fields["points"] |= _table(
        {kind: _form(form) for kind in cards() if (form := allowed(kind)) is not None}
    )
    return schema


def _table(entries: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": entries, "additionalProperties": False}


def _copies(kind: str) -> dict[str, Any]:
    ids = card_ids(kind)
    each = COPIES.json_schema()
    return each if list(ids) == [kind] else _table(dict.fromkeys(ids, each))


def _form(form: Whole | Wholes | dict[str, Whole | Wholes]) -> dict[str, Any]:
    if isinstance(form, dict):
        return _table({name: entry.json_schema() for name, entry in form.items()})
    return form.json_schema()
