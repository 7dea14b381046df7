"""What a report is made of, read from a folder."""

import json
from pathlib import Path

import polars as pl
import pytest

from reports.answers import ANALYSIS, COMPARISON, Answers
from simkit.errors import InputError
from simkit.menus import load

MANIFEST = {
    "schema": ANALYSIS,
    "menu": load("party/sushi-go").to_dict(),
    "players": [2, 4],
    "policies": ["greedy", "weighted"],
    "seed": 7,
}
SEATS = pl.DataFrame({"players": [2, 2, 4], "policy": ["a", "b", "b"], "seat": [0, 1, 2]})


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
    assert found.table("seats", players=2, policy="b")["seat"].to_list() == [1]
    assert found.table("seats", players=4)["seat"].to_list() == [2]
    assert found.has("seats")
    assert not found.has("starts")
    assert len(found.table("starts", players=4)) == 0


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "simkit/manifest/1"}'])
def test_other_folders_are_refused(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"manifest\.json|no folder"):
        Answers.read(folder)


def test_a_comparison_is_read(folder: Path) -> None:
    menus = [load(name) for name in ("party/sushi-go", "party/master-menu")]
    manifest = MANIFEST | {"schema": COMPARISON, "menus": [menu.to_dict() for menu in menus]}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    found = Answers.read(folder)
    assert found.is_comparison
    assert found.menus == tuple(menus)
    assert found.menu == menus[0]


def test_a_broken_table_is_named(folder: Path) -> None:
    (folder / "seats.parquet").write_bytes(b"no table")
    with pytest.raises(InputError, match=r"seats\.parquet"):
        Answers.read(folder)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"manifest\.json"):
        Answers.read(tmp_path / "nowhere")
