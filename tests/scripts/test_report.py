import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import polars as pl
import pytest

from scripts.cli import run

SMALL = ["report", "party/sushi-go", "--players", "2", "--sections", "seats", "--games", "256"]


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "one"
    assert run([*SMALL, "-o", str(folder)]) == 0
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_report_is_a_page_markdown_charts_and_tables(written) -> None:
    names = set(files(written))
    assert {"index.html", "report.md", "manifest.json", "seats.parquet", "audits.parquet"} <= names
    charts = {name for name in names if name.startswith("charts/")}
    assert {"charts/seats-2-players.svg", "charts/seats-2-players.png"} <= charts
    manifest = json.loads((written / "manifest.json").read_text())
    assert (manifest["players"], manifest["sections"]) == ([2], ["seats"])
    text = (written / "report.md").read_text()
    assert "simkit report party/sushi-go --players 2 --policies greedy,weighted" in text
    assert "--sections seats --games 256 --seed 0 -o report" in text
    for name in charts:
        if name.endswith(".svg"):
            assert f"({name})" in text


def test_from_a_run_or_from_a_report_it_is_the_same(written, tmp_path, capsys) -> None:
    options = [*SMALL[1:], "--quiet", "--out", str(tmp_path / "run")]
    assert run(["analyze", *options]) == 0
    capsys.readouterr()
    sources = {"two": written, "three": tmp_path / "run"}
    for name, source in sources.items():
        assert run(["report", "--from", str(source), "-o", str(tmp_path / name)]) == 0
        assert capsys.readouterr().out == f"{tmp_path / name / 'index.html'}\n"
        assert files(tmp_path / name) == files(written)
    # in its own place
    assert run(["report", "--from", str(written), "-o", str(tmp_path / "two"), "--force"]) == 0
    assert files(tmp_path / "two") == files(written)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("report -o {new}", "MENU is missing"),
        ("report go", "Missing option '--out' / '-o'"),
        ("report nothing -o {new}", "nothing"),
        ("report go --players 9 -o {new}", "numbers from 2 to 8"),
        ("report go --games 0 -o {new}", "games = 0"),
        ("report go --sections sets -o {new}", "section 'sets' is unknown"),
        ("report --from {new} -o {new}", "there is no such folder"),
        ("report go --from {written} -o {new}", "leave out MENU"),
        ("report --from {written} --max-games 5 -o {new}", "leave out --max-games"),
        ("report --from {written} -o {written}", "already holds a run"),
    ],
)
def test_bad_input_gets_one_line_and_leaves_nothing(
    written, tmp_path, capsys, options, said
) -> None:
    words = [word.format(written=written, new=tmp_path / "new") for word in options.split()]
    assert run(words) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert said in out.err
    assert out.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def foreign(folder: Path, written: Path, policies: list[str]) -> Path:
    """Return a folder like the one that was written, with other names of the policies."""
    folder.mkdir()
    manifest = json.loads((written / "manifest.json").read_text())
    names = dict(zip(manifest["policies"], policies, strict=True))
    for path in written.glob("*.parquet"):
        frame = pl.read_parquet(path).with_columns(pl.col("policy").replace(names))
        frame.write_parquet(folder / path.name)
    manifest["policies"] = policies
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_policies_of_a_folder_from_elsewhere_are_not_run(written, tmp_path, capsys) -> None:
    code = tmp_path / "mine.py"
    code.write_text(f"open({str(tmp_path / 'harm')!r}, 'w')\n")
    source = foreign(tmp_path / "foreign", written, ["greedy", f"{code}:worth"])
    assert run(["report", "--from", str(source), "-o", str(tmp_path / "new")]) == 0
    assert not (tmp_path / "harm").exists()
    text = (tmp_path / "new" / "index.html").read_text()
    assert "chosen for nothing" not in text
    assert "chosen for nothing" in (written / "index.html").read_text()


def test_names_from_elsewhere_are_only_names(written, tmp_path, capsys) -> None:
    name = "\"'>]]>--><script>alert(1)</script>\n\u202e<b>`x`"
    source = foreign(tmp_path / "foreign", written, ["greedy", name])
    assert run(["report", "--from", str(source), "-o", str(tmp_path / "new")]) == 0
    page, text = (
        (tmp_path / "new" / file).read_text("utf-8") for file in ("index.html", "report.md")
    )
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert page.count("<script>") == 1
    outside = re.sub(r"^(`{3,})text\n.*?\n\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert "<" not in outside
    for chart in (tmp_path / "new" / "charts").glob("*.svg"):
        tags = {element.tag.rpartition("}")[2] for element in ET.parse(chart).iter()}
        assert "script" not in tags
        assert "text" in tags


def test_a_damaged_folder_gets_one_line_and_leaves_nothing(written, tmp_path, capsys) -> None:
    source = foreign(tmp_path / "foreign", written, ["greedy", "weighted"])
    path = source / "audits.parquet"
    path.write_bytes(path.read_bytes()[:100])
    assert run(["report", "--from", str(source), "-o", str(tmp_path / "new")]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.startswith(f"simkit: {path}: this is no Parquet table")
    assert out.err.endswith("play the games again.\n")
    assert out.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [source]


def test_menus_that_are_compared_have_a_report(tmp_path, capsys) -> None:
    words = ["compare", "my-first-meal", "go", "-p", "2", "-n", "512", "--policies", "random"]
    assert run([*words, "--report", str(tmp_path / "one")]) == 0
    out = capsys.readouterr()
    assert out.out.startswith("A: My First Meal")
    assert out.err == f"Written to {tmp_path / 'one'}\n"
    names = set(files(tmp_path / "one"))
    assert {"index.html", "report.md", "manifest.json", "differences.parquet"} <= names
    assert any(name.startswith("charts/comparison-2-players-") for name in names)
    assert run(["report", "--from", str(tmp_path / "one"), "-o", str(tmp_path / "two")]) == 0
    assert files(tmp_path / "two") == files(tmp_path / "one")
    assert run([*words, "--report", str(tmp_path / "one"), "--quiet"]) == 2
