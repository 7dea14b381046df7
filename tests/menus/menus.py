"""Menus for the tests: hypothesis strategies over everything a menu file may say."""

from typing import Any

from hypothesis import strategies as st

from simkit.menus import build, legal
from simkit.menus.catalogue import card_ids, cards, dice
from simkit.menus.numbers import COPIES, Whole, Wholes
from simkit.menus.points import allowed
from simkit.menus.roll import face_names
from simkit.menus.rulings import RULINGS

GO = ["maki", "tempura", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding"]
"""The kinds of the printed menu "Sushi Go!", without the nigiri."""

WAYS = [("party", False), ("party", True), ("go", False), ("go", True), ("roll", False)]
"""Games, and whether their menus are house menus; of Roll these differ in the players only."""


def go_menu(**changed: Any) -> dict[str, Any]:
    """Return a menu file's data: the cards of "Sushi Go!", with some entries changed."""
    return {"name": "Mine", "cards": GO} | changed


def roll_menu(**changed: Any) -> dict[str, Any]:
    """Return a menu file's data: Sushi Roll as printed, with some tables."""
    return {"name": "Mine", "game": "roll"} | changed


def _number(form: Whole) -> st.SearchStrategy[int]:
    return st.integers(form.low, form.high)


def _value(form: Whole | Wholes | dict[str, Whole | Wholes]) -> st.SearchStrategy[Any]:
    if isinstance(form, dict):
        return st.fixed_dictionaries({}, optional={name: _value(f) for name, f in form.items()})
    if isinstance(form, Whole):
        return _number(form)
    return st.lists(_number(form.each), min_size=form.shortest, max_size=form.longest)


def _copies(kind: str, game: str) -> st.SearchStrategy[Any]:
    few = st.integers(COPIES.low, 6)
    ids = card_ids(kind, game)
    return few if list(ids) == [kind] else st.dictionaries(st.sampled_from(list(ids)), few)


def _some(entries: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=entries)


MIXES = st.sampled_from([[4, 4, 4], [3, 5, 4], [4, 5, 3], [0, 12, 0]])


def rulings(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Rulings as a menu file has them, each either named or left out."""
    values: dict[str, st.SearchStrategy[Any]] = {}
    for name, schema in RULINGS[game].model_json_schema()["properties"].items():
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
def menu_data(draw: st.DrawFn, *, house: bool, game: str = "party") -> dict[str, Any]:
    """A menu file's data with everything that the files of a game may say."""
    data: dict[str, Any] = {"name": draw(st.text(min_size=1, max_size=80).filter(_is_name))}
    if game != "party":
        data["game"] = game
    data["rulings"] = draw(rulings(game))
    if game == "roll":
        return data | draw(_dice_data())
    if game == "party":
        kinds = draw(_party_kinds(house=house))
        if house:
            data["nigiri"] = "nigiri" in kinds
    else:
        kinds = draw(_go_kinds(house=house))
        data["variants"] = draw(_VARIANTS)
    data["cards"] = draw(st.permutations(sorted(kinds)))
    data["counts"] = draw(_some({kind: _copies(kind, game) for kind in kinds}))
    if "uramaki" in data["counts"]:
        data["rulings"].pop("uramaki_mix", None)
    data["points"] = draw(_points(kinds, game))
    deal = {"hand_size": st.integers(1, 10)}
    if game == "party":
        deal["desserts"] = st.lists(st.integers(0, 5), min_size=3, max_size=3)
    data["deal"] = draw(_some(deal))
    return data


_VARIANTS = _some({"pass": st.sampled_from(["left", "both ways"]), "dummy": st.booleans()})


@st.composite
def _party_kinds(draw: st.DrawFn, *, house: bool) -> set[str]:
    if house:
        return draw(st.sets(st.sampled_from(list(cards())), min_size=1))
    if not _LEGAL:
        _LEGAL.extend(legal(4))
    return set(draw(st.sampled_from(_LEGAL)))


@st.composite
def _go_kinds(draw: st.DrawFn, *, house: bool) -> set[str]:
    if house:
        return draw(st.sets(st.sampled_from(list(cards("go")))))
    return {"nigiri", *GO} | draw(st.sets(st.just("soy-sauce")))


def _points(kinds: set[str], game: str) -> st.SearchStrategy[dict[str, Any]]:
    forms = {kind: allowed(kind, game) for kind in kinds}
    return _some({kind: _value(form) for kind, form in forms.items() if form is not None})


@st.composite
def _dice_data(draw: st.DrawFn) -> dict[str, Any]:
    """What menus of Sushi Roll may say beside the name and the rulings."""
    faces = st.lists(st.sampled_from(list(face_names())), min_size=6, max_size=6)
    die = _some({"dice": st.integers(1, 40), "faces": faces})
    few = st.integers(0, 60)
    start = _some({"menu": few, "chopsticks": few})
    supply = _some({"menu": few, "chopsticks": few, "pudding": few})
    data = {
        "dice": draw(_some(dict.fromkeys(dice(), die))),
        "tokens": draw(_some({"start": start, "supply": supply})),
        "deal": draw(_some({"dice": st.integers(1, 8)})),
    }
    shown = build({"name": "Dice", "game": "roll", **data}).kinds
    return data | {"points": draw(_points(set(shown), "roll"))}


def _is_name(text: str) -> bool:
    return text.isprintable() and bool(text.strip())
