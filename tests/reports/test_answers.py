"""What a report is made of, read from a folder."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from reports.answers import Answers
from reports.folder import ANALYSIS, COMPARISON, forms
from simkit.errors import InputError, SimkitError
from simkit.menus import load

MANIFEST = {
    "schema": ANALYSIS,
    "menu": load("party/sushi-go").to_dict(),
    "players": [2, 4],
    "policies": ["greedy", "weighted"],
    "seed": 7,
    "games": None,
    "target": "0.1pt",
    "max_games": 1000,
    "sections": ["seats"],
    "ended": [],
    "rules_version": 2,
    "versions": {},
    "tables": ["seats"],
}
MENUS = [load(name).to_dict() for name in ("party/sushi-go", "party/master-menu")]
COMPARED = MANIFEST | {
    "schema": COMPARISON,
    "menus": MENUS,
    "names": ["a", "b"],
    "baseline": "a",
    "players": [4],
    "games": [{"players": 4, "games": 1000, "ended": "target"}],
    "games_requested": None,
    "deltas": {"points": 0.5},
    "tables": sorted(forms(compared=True)),
}
KEYS = {
    "kind": "maki",
    "card": "maki-1",
    "policy": "greedy",
    "policy_a": "greedy",
    "policy_b": "weighted",
    "menu_a": "a",
    "menu_b": "b",
}


def row(name: str, *, players: int, compared: bool = False) -> dict[str, Any]:
    """Return a row of a table, as far as its form goes."""

    def value(column: str, kind: str) -> Any:
        if column == "players":
            return players
        return {"string": KEYS.get(column, "x"), "boolean": True, "integer": 1, "number": 0.5}[kind]

    form = forms(compared=compared)[name]
    return {
        column: None if may_be_empty else value(column, kind)
        for column, (kind, may_be_empty) in form.items()
    }


SEATS = pl.DataFrame([row("seats", players=n) | {"seat": i} for i, n in enumerate((2, 2, 4))])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST), encoding="utf-8")
    SEATS.write_parquet(tmp_path / "seats.parquet")
    return tmp_path


def test_a_folder_is_read(folder: Path) -> None:
    found = Answers.read(folder)
    assert found.menu == load("party/sushi-go")
    assert found.players == (2, 4)
    assert found.policies == ("greedy", "weighted")
    assert found.seed == 7
    assert found.table("seats").equals(SEATS)
    assert found.table("seats", players=2, policy="greedy")["seat"].to_list() == [0, 1]
    assert found.table("seats", players=4)["seat"].to_list() == [2]
    assert found.has("seats")
    assert not found.has("starts")
    assert len(found.table("starts", players=4)) == 0


def test_a_comparison_is_read(folder: Path) -> None:
    (folder / "manifest.json").write_text(json.dumps(COMPARED | {"tables": []}), encoding="utf-8")
    found = Answers.read(folder)
    assert found.is_comparison
    assert [menu.to_dict() for menu in found.menus] == MENUS
    assert found.menu == found.menus[0]


def test_what_no_manifest_names_is_not_read(folder: Path) -> None:
    (folder / "notes.parquet").write_bytes(b"no table")
    assert set(Answers.read(folder).frames) == {"seats"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "can not be read"),
        ("[" * 100_000, "can not be read"),
        ("[]", "schema = null: this is no folder of"),
        ('{"schema": "simkit/manifest/1"}', 'schema = "simkit/manifest/1": this is no folder of'),
    ],
)
def test_other_folders_are_refused(folder: Path, text: str, said: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=rf"manifest\.json.*{said}"):
        Answers.read(folder)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere: there is no such folder"):
        Answers.read(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"manifest\.json is missing"):
        Answers.read(tmp_path)


@pytest.mark.parametrize("given", [MANIFEST, COMPARED], ids=["analysis", "comparison"])
def test_every_field_of_a_manifest_is_held_to_its_form(folder: Path, given: dict[str, Any]) -> None:
    """Left out, or of another type; only a number of games or a target may be null."""
    for name in given:
        missing = {key: value for key, value in given.items() if key != name}
        others = [missing, given | {name: {"a": [1.5]}}, given | {name: -1}]
        if name not in ("games", "target", "games_requested"):
            others.append(given | {name: None})
        for changed in others:
            (folder / "manifest.json").write_text(json.dumps(changed), encoding="utf-8")
            if name == "rules_version" and changed.get(name) == -1:
                continue
            with pytest.raises(SimkitError, match=r"manifest\.json") as error:
                Answers.read(folder)
            assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"players": [2, 2]}, "`players` must name each once"),
        ({"players": []}, r"players = \[\]"),
        ({"players": [9]}, "players.0 = 9"),
        ({"policies": ["a", "a"]}, "`policies` must name each once"),
        ({"target": "1"}, "target '1': must be a number above 0"),
        ({"sections": ["cards", "sets"]}, 'sections.1 = "sets"'),
        ({"tables": ["seats", "../seats"]}, 'no table is called "../seats"'),
        ({"menu": MENUS[0] | {"name": "a\nb"}}, "visible text on one line"),
        ({"menu": load("roll").to_dict(), "players": [8]}, "is not for so many"),
        (COMPARED | {"names": ["a"]}, "`names` must be of the menus"),
        (COMPARED | {"players": [3, 4]}, "a row for each number of players"),
    ],
)
def test_what_does_not_fit_together_is_named(
    folder: Path, changed: dict[str, Any], said: str
) -> None:
    (folder / "manifest.json").write_text(json.dumps(MANIFEST | changed), encoding="utf-8")
    with pytest.raises(SimkitError, match=rf"manifest\.json.*{said}"):
        Answers.read(folder)


WORDS = {
    name
    for compared in (False, True)
    for form in forms(compared=compared).values()
    for name, (kind, _) in form.items()
    if kind in ("string", "boolean")
}
Change = Callable[[pl.DataFrame, str], pl.DataFrame]
CHANGES: dict[str, Change] = {
    "left out": lambda frame, name: frame.drop(name),
    "renamed": lambda frame, name: frame.rename({name: f"{name}!"}),
    "of another type": lambda frame, name: frame.with_columns(pl.Series(name, [[1]])),
    "of text or a number": lambda frame, name: frame.with_columns(
        pl.Series(name, [1] if name in WORDS else ["1"])
    ),
}


@pytest.mark.parametrize("compared", [False, True], ids=["analysis", "comparison"])
@pytest.mark.parametrize("change", CHANGES)
def test_every_column_of_every_table_is_held_to_its_form(
    tmp_path: Path, compared: bool, change: str
) -> None:
    given = COMPARED if compared else MANIFEST
    for table, form in forms(compared=compared).items():
        frame = pl.DataFrame([row(table, players=4, compared=compared)])
        (tmp_path / "manifest.json").write_text(json.dumps(given | {"tables": [table]}), "utf-8")
        path = tmp_path / f"{table}.parquet"
        for name in frame.columns:
            if name.endswith(("_se", "_low", "_high")):
                continue  # checked as their estimates are
            CHANGES[change](frame, name).write_parquet(path)
            with pytest.raises(InputError) as error:
                Answers.read(tmp_path)
            assert f"{path}: column `{name}`" in str(error.value)
            assert "play the games again" in str(error.value)
            assert "\n" not in str(error.value)
            if not form[name][1]:
                frame.with_columns(pl.lit(None).alias(name)).write_parquet(path)
                with pytest.raises(InputError, match=f"column `{name}`"):
                    Answers.read(tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda path: path.unlink(), "is missing, though manifest.json names it"),
        (lambda path: path.write_bytes(b""), "this is no Parquet table"),
        (lambda path: path.write_bytes(b"no table"), "this is no Parquet table"),
        (lambda path: path.write_bytes(path.read_bytes()[:-40]), "this is no Parquet table"),
        (lambda path: SEATS.with_columns(seat=pl.lit(10**10)).write_parquet(path), "from 0 to 8"),
        (
            lambda path: SEATS.with_columns(score_edge=pl.lit(math.nan)).write_parquet(path),
            "finite",
        ),
        (
            lambda path: SEATS.with_columns(players=pl.lit(5, pl.Int64)).write_parquet(path),
            "must be of",
        ),
        (lambda path: SEATS.with_columns(policy=pl.lit("z")).write_parquet(path), "must be of"),
    ],
    ids=["missing", "empty", "something else", "cut off", "seat", "edge", "players", "policy"],
)
def test_a_damaged_table_is_named(folder: Path, change: Callable[[Path], Any], said: str) -> None:
    change(folder / "seats.parquet")
    with pytest.raises(InputError, match=rf"seats\.parquet.*{said}"):
        Answers.read(folder)


def test_rows_that_belong_together_are_all_there(folder: Path) -> None:
    rows = [row("neighbours", players=2) | {"place": place} for place in (0, 1)]
    manifest = json.dumps(MANIFEST | {"tables": ["neighbours"]})
    (folder / "manifest.json").write_text(manifest, encoding="utf-8")
    pl.DataFrame(rows).write_parquet(folder / "neighbours.parquet")
    assert Answers.read(folder).has("neighbours")
    pl.DataFrame(rows[:1]).write_parquet(folder / "neighbours.parquet")
    with pytest.raises(InputError, match=r"a row for each `place` of \[0, 1\]"):
        Answers.read(folder)


def test_tables_may_be_empty(folder: Path) -> None:
    SEATS.clear().write_parquet(folder / "seats.parquet")
    assert not Answers.read(folder).has("seats")


def test_an_interval_has_both_ends_and_an_estimate(folder: Path) -> None:
    known = {"score_edge_se": 1.0, "score_edge_low": -1.0, "score_edge_high": 2.0}
    SEATS.with_columns(**known).write_parquet(folder / "seats.parquet")
    assert Answers.read(folder).has("seats")
    for name in known:
        SEATS.with_columns(**(known | {name: None})).write_parquet(folder / "seats.parquet")
        with pytest.raises(InputError, match=f"column `{name}` is empty where the interval"):
            Answers.read(folder)
