"""Menus for the tests: hypothesis strategies over everything a menu file may say."""

from typing import Any

from hypothesis import strategies as st

from simkit.menus import Rulings, legal
from simkit.menus.catalogue import card_ids, cards
from simkit.menus.numbers import COPIES, Whole, Wholes
from simkit.menus.points import allowed

GO = ["maki", "tempura", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding"]
"""The kinds of the printed menu "Sushi Go!", without the nigiri."""


def go_menu(**changed: Any) -> dict[str, Any]:
    """Return a menu file's data: the cards of "Sushi Go!", with some entries changed."""
    return {"name": "Mine", "cards": GO} | changed


def _number(form: Whole) -> st.SearchStrategy[int]:
    return st.integers(form.low, form.high)


def _value(form: Whole | Wholes | dict[str, Whole | Wholes]) -> st.SearchStrategy[Any]:
    if isinstance(form, dict):
        return st.fixed_dictionaries({}, optional={name: _value(f) for name, f in form.items()})
    if isinstance(form, Whole):
        return _number(form)
    return st.lists(_number(form.each), min_size=form.shortest, max_size=form.longest)


def _copies(kind: str) -> st.SearchStrategy[Any]:
    few = st.integers(COPIES.low, 6)
    ids = card_ids(kind)
    return few if list(ids) == [kind] else st.dictionaries(st.sampled_from(list(ids)), few)


def _some(entries: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=entries)


MIXES = st.sampled_from([[4, 4, 4], [3, 5, 4], [4, 5, 3], [0, 12, 0]])


def rulings() -> st.SearchStrategy[dict[str, Any]]:
    """Rulings as a menu file has them, each either named or left out."""
    values: dict[str, st.SearchStrategy[Any]] = {}
    for name, schema in Rulings.model_json_schema()["properties"].items():
        if "enum" in schema:
            values[name] = st.sampled_from(schema["enum"])
        elif schema["type"] == "boolean":
            values[name] = st.booleans()
        elif schema["type"] == "integer":
            values[name] = st.integers(schema["minimum"], schema["maximum"])
        else:
            values[name] = MIXES
    return _some(values)


_LEGAL: list[tuple[str, ...]] = []


@st.composite
def menu_data(draw: st.DrawFn, *, house: bool) -> dict[str, Any]:
    """A menu file's data with any rulings, counts, points and deals."""
    if not _LEGAL:
        _LEGAL.extend(legal(4))
    data: dict[str, Any] = {"name": draw(st.text(min_size=1, max_size=80).filter(_is_name))}
    if house:
        kinds = draw(st.sets(st.sampled_from(list(cards())), min_size=1))
        data["nigiri"] = "nigiri" in kinds
    else:
        kinds = set(draw(st.sampled_from(_LEGAL)))
    data["cards"] = draw(st.permutations(sorted(kinds)))
    data["rulings"] = draw(rulings())
    data["counts"] = draw(_some({kind: _copies(kind) for kind in kinds}))
    if "uramaki" in data["counts"]:
        data["rulings"].pop("uramaki_mix", None)
    forms = {kind: allowed(kind) for kind in kinds}
    data["points"] = draw(_some({kind: _value(f) for kind, f in forms.items() if f is not None}))
    desserts = st.lists(st.integers(0, 5), min_size=3, max_size=3)
    data["deal"] = draw(_some({"hand_size": st.integers(1, 10), "desserts": desserts}))
    return data


def _is_name(text: str) -> bool:
    return text.isprintable() and bool(text.strip())
