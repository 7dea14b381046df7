"""The command that writes the page of an atlas."""

import json
from pathlib import Path

import polars as pl
import pytest

from reports.charts import ATLAS
from scripts.cli import run
from tests.reports.atlas import atlas
from tests.scripts.test_report import files


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path: Path = tmp_path_factory.mktemp("atlas") / "made"
    atlas((4,), ("weighted",)).write(path)
    return path


def test_a_page_markdown_charts_and_tables(folder, tmp_path, capsys, monkeypatch) -> None:
    few = tuple(entry for entry in ATLAS if entry.name in ("atlas-map", "atlas-held-out"))
    monkeypatch.setattr("reports.charts.ATLAS", few)  # the others are drawn elsewhere
    words = ["atlas", "report", "--atlas", str(folder), "--goal", "richer", "-o"]
    assert run([*words, str(tmp_path / "one")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'one' / 'index.html'}\n"
    written = files(tmp_path / "one")
    manifest = json.loads(written["manifest.json"])
    assert {f"{name}.parquet" for name in manifest["tables"]} <= set(written)
    assert (manifest["goals"], manifest["players"]) == (["richer"], [4])
    text = written["report.md"].decode()
    charts = [name for name in written if name.endswith(".svg")]
    assert "charts/atlas-map-weighted.svg" in charts
    assert all(f"({name})" in text for name in charts)
    assert "--goal=richer -o report" in text
    best = pl.read_parquet(tmp_path / "one" / "best.parquet")
    assert (best["players"].unique().to_list(), len(best)) == ([4], 20)
    assert run([*words, str(tmp_path / "two")]) == 0
    assert files(tmp_path / "two") == written


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--atlas {folder} -o {new} --goal closr", "Did you mean 'closer'?"),
        ("--atlas {folder} -o {new} --goal=-tie", "measure 'tie' is not in this atlas"),
        ("--atlas {new} -o {new}", "there is no atlas"),
        ("-o {new}", "name one with --atlas DIR"),
        ("--atlas {folder}", "Missing option '--out' / '-o'"),
        ("--atlas {folder} -o {folder}", "holds other files"),
    ],
)
def test_bad_input_gets_one_line_and_leaves_nothing(
    folder, tmp_path, capsys, monkeypatch, options, said
) -> None:
    monkeypatch.delenv("SIMKIT_ATLAS", raising=False)
    words = [word.format(folder=folder, new=tmp_path / "new") for word in options.split()]
    assert run(["atlas", "report", *words]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert said in out.err
    assert out.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
