"""The JSON Schema of the menu file, for editors that complete and check while one types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simkit.menus.catalogue import GAMES, card_ids, cards, dice
from simkit.menus.file import FILES
from simkit.menus.numbers import COPIES, Whole, Wholes
from simkit.menus.points import allowed
from simkit.menus.roll import SIDES, face_names

if TYPE_CHECKING:
    from simkit.cards.roll import Die

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def menu_schema(game: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of menu files: the models', with the catalogues' names filled in.

    Parameters
    ----------
    game : str, optional
        Only the files of this game, whose schema has the tables as its ``properties``. Without it
        files of all games; ``game`` in the file says which branch holds.
    """
    if game is not None:
        return {"$schema": DRAFT, **_of_game(game), "title": "simkit menu"}
    branches = {name: _of_game(name) for name in GAMES}
    definitions = {
        key: entry for branch in branches.values() for key, entry in branch.pop("$defs").items()
    }
    return {
        "$schema": DRAFT,
        "title": "simkit menu",
        "description": "A menu of Sushi Go Party!, or, with `game`, of Sushi Go! or Sushi Roll.",
        "type": "object",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in branches],
        "$defs": definitions | branches,
    }


def _of_game(game: str) -> dict[str, Any]:
    schema = FILES[game].model_json_schema()
    schema["title"] = GAMES[game]
    fields = schema["properties"]
    if "cards" in fields:
        fields["cards"] = {
            "type": "array",
            "items": {"enum": list(cards(game))},
            "uniqueItems": True,
            "description": fields["cards"]["description"],
        }
    if "counts" in fields:
        fields["counts"] |= _table({kind: _copies(kind, game) for kind in cards(game)})
    forms = {kind: allowed(kind, game) for kind in cards(game)}
    fields["points"] |= _table(
        {kind: _form(form) for kind, form in forms.items() if form is not None}
    )
    if "dice" in fields:
        fields["dice"] |= _table(
            {
                slug: {"$ref": "#/$defs/DieTable", "default": _die(die)}
                for slug, die in dice().items()
            }
        )
        faces = schema["$defs"]["DieTable"]["properties"]["faces"]
        schema["$defs"]["DieTable"]["properties"]["faces"] = {
            "type": "array",
            "items": {"enum": list(face_names())},
            "minItems": SIDES,
            "maxItems": SIDES,
            "description": faces["description"],
        }
    return schema


def _table(entries: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": entries, "additionalProperties": False}


def _die(die: Die) -> dict[str, Any]:
    return {"dice": die.n_dice, "faces": list(die.faces)}


def _copies(kind: str, game: str) -> dict[str, Any]:
    ids = card_ids(kind, game)
    each = COPIES.json_schema()
    return each if list(ids) == [kind] else _table(dict.fromkeys(ids, each))


def _form(form: Whole | Wholes | dict[str, Whole | Wholes]) -> dict[str, Any]:
    if isinstance(form, dict):
        return _table({name: entry.json_schema() for name, entry in form.items()})
    return form.json_schema()
