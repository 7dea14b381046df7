"""Every document that a command prints, and every file that it writes, has the form of its schema."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest

from analysis.columns import IN_RECORDS
from analysis.sweep.store import Store
from analysis.sweep.work import Outcome
from reports.schemas import schemas
from reports.schemas.rows import FAMILIES
from scripts.cli import run
from tests.analysis.sweep.toy_store import CELLS
from tests.docs.pages import ROOT

SCHEMAS = schemas()
TABLES = {
    "party": '{"seats": [["wasabi", "squid", "maki 3"], ["egg", {"card": "miso", "turn": 2}]],'
    ' "game_over": true}',
    "go": '{"game": "go", "variants": {"dummy": true},'
    ' "seats": [["wasabi", "squid"], ["tempura"], ["egg"]]}',
    "roll": '{"game": "roll", "seats": [["wasabi", "squid", "two menus"], ["pudding 3"]]}',
}
FEW = ["--games", "512", "--format", "json"]
TRAINING = [
    *("--games", "256", "--check-games", "256", "--check-every", "1", "--generations", "1"),
    *("--population", "4", "--only", "tempura", "--format", "json"),
]


def valid(content: Any, name: str) -> None:
    jsonschema.Draft202012Validator(SCHEMAS[name]).validate(content)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    files = ("menu", "score", "transcript", "bench", "sweep-plan")
    assert name.startswith(files) or name.endswith("-1")


def test_every_form_that_the_code_names_has_a_schema_and_its_words() -> None:
    named = {
        form
        for folder in ("simkit", "analysis", "reports", "scripts")
        for path in (ROOT / folder).rglob("*.py")
        for form in re.findall(r'"simkit/([a-z-]+/\d+)"', path.read_text("utf-8"))
    }
    words = (ROOT / "docs/formats.md").read_text("utf-8")
    assert {"batch/1", "weights/1", "transcript/1"} <= named
    for form in named:
        name = "transcript" if form == "transcript/1" else form.replace("/", "-")
        assert name in SCHEMAS, f"declare simkit/{form} in reports/schemas"
        assert f"simkit/{form}" in words, f"describe simkit/{form} in docs/formats.md"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("menus-1", "menus"),
        ("menu-1", "menus show master-menu"),
        ("menu-1", "menus show go/dummy"),
        ("menu-1", "menus show roll --house"),
        ("legal-menus-1", "menus legal --players 2 --count"),
        ("legal-menus-1", "menus legal --players 2"),
        ("cards-1", "cards"),
        ("cards-1", "cards go"),
        ("cards-1", "cards roll"),
        ("policies-1", "policies"),
        ("ladder-1", "ladder random greedy --menu go --games 512 --quiet"),
        ("bench", "bench go --players 2 --repeats 1 --milliseconds 1"),
    ],
)
def test_lists(name: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*line.split(), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    valid(found, name)
    assert name == "bench" or found["schema"] == f"simkit/{name.replace('-1', '/1')}"


@pytest.mark.parametrize("game", TABLES)
def test_scores(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.json"
    path.write_text(TABLES[game])
    valid(json.loads(path.read_text()), "score")
    assert run(["score", str(path), "--format", "json"]) == 0
    valid(json.loads(capsys.readouterr().out), "score-1")


@pytest.mark.parametrize(
    ("name", "manifest", "line"),
    [
        (
            "batch-1",
            "manifest-1",
            "simulate master-menu --policies greedy,random,random,random --rotate",
        ),
        ("batch-1", "manifest-1", "simulate go/dummy --players 2"),
        ("batch-1", "manifest-1", "simulate roll --players 3"),
        ("analysis-1", "analysis-manifest-1", "analyze party/sushi-go --players 3"),
        ("analysis-1", "analysis-manifest-1", "analyze roll --players 2 --policies greedy"),
        ("compare-1", "compare-manifest-1", "compare go go/both-ways --players 3 --delta 1pt"),
        ("tournament-1", "tournament-manifest-1", "tournament random greedy --menu go --players 3"),
    ],
)
def test_games(
    name: str, manifest: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Document and folder of a command, and that a table has no other columns than its schema names."""
    out = tmp_path / "run"
    assert run([*line.split(), *FEW, "--out", str(out)]) == 0
    found = json.loads(capsys.readouterr().out)
    valid(found, name)
    form = SCHEMAS[name]
    kept = json.loads((out / "manifest.json").read_text("utf-8"))
    valid(kept, manifest)
    tables = FAMILIES[name.removesuffix("-1")][0]
    for table in kept["tables"]:
        if table != "sums":
            columns = pl.read_parquet_schema(out / f"{table}.parquet")
            assert set(columns) <= {one for column in tables[table] for one in column.names}
    for table, rows in found.items():
        if isinstance(rows, list) and rows:
            other = [rows[0] | {"other_than_said": 1}]
            assert not jsonschema.Draft202012Validator(form["properties"][table]).is_valid(other)


def test_a_target_is_in_the_manifest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate go --players 2 --target 5pp --max-games 4096 --format json --out"
    assert run([*line.split(), str(tmp_path / "run")]) == 0
    valid(json.loads(capsys.readouterr().out), "batch-1")
    kept = json.loads((tmp_path / "run" / "manifest.json").read_text("utf-8"))
    assert kept["ended"] == "target"
    valid(kept, "manifest-1")


def test_records_have_the_columns_that_are_said(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert run(["simulate", "go", "--games", "256", "--records", "--out", str(out)]) == 0
    there = pl.read_parquet_schema(out / "records" / "games.parquet")
    kinds = [name.removeprefix("points_") for name in there if name.startswith("points_")]
    fixed = [name for name in IN_RECORDS if "KIND" not in name]
    each = [name for name in IN_RECORDS if "KIND" in name]
    named = [name.replace("KIND", kind) for kind in kinds for name in each]
    assert list(there) == [*fixed, *named]


def test_trainings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.toml"
    assert run(["train", "--menu", "go", *TRAINING, "--out", str(out)]) == 0
    valid(json.loads(capsys.readouterr().out), "training-result-1")
    valid(json.loads((tmp_path / "mine.toml.state.json").read_text("utf-8")), "training-1")
    valid(tomllib.loads(out.read_text("utf-8")), "weights-1")


def test_sweeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('games = 256\nmenus.named = ["go", "master-menu"]\n')
    valid(tomllib.loads(plan.read_text()), "sweep-plan")
    line = ["sweep", str(plan), "--workers", "1", "--format", "json", "-o", str(tmp_path / "a")]
    for more, name in (["--dry-run"], "sweep-estimate-1"), ([], "sweep-1"):
        assert run([*line, *more]) == 0
        valid(json.loads(capsys.readouterr().out), name)
    assert run(["merge", str(tmp_path / "a"), "-o", str(tmp_path / "b"), "--format", "json"]) == 0
    valid(json.loads(capsys.readouterr().out), "merge-1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analysis.sweep.work._played", lambda job: 1 / 0)
        assert run([*line, "--games", "512"]) == 1
    found = json.loads(capsys.readouterr().out)
    valid(found, "sweep-1")
    assert found["failed"] == 2


def test_failures_of_a_sweep(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s") as store:
        store.add(CELLS, [Outcome(key, 0, 0, error="no luck") for key in CELLS], False)
    found = json.loads((tmp_path / "s/failures.json").read_text("utf-8"))
    assert len(found["failures"]) == len(CELLS)
    valid(found, "sweep-failures-1")
