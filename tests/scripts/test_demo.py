from reports import charts
from scripts.cli import run


def test_it_plays_and_ends_with_the_path_of_a_report(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    some = [entry for entry in charts.CHARTS if entry.name == "seats"]
    monkeypatch.setattr(charts, "CHARTS", some)  # tests/reports draws them all
    assert run(["demo", "--games", "256"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("Sushi Go!")
    assert "256 games" in out[0]
    assert out[-1] == "runs/demo/index.html"
    text = (tmp_path / "runs" / "demo" / "report.md").read_text("utf-8")
    assert "simkit report party/sushi-go --players 4" in text
    assert "--games 256 --seed 0 -o report" in text


def test_a_folder_in_use_is_refused_before_anything_is_played(tmp_path, capsys) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert run(["demo", "-o", str(tmp_path)]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert "holds other files (letter.txt, ...) and no run" in out.err
    assert run(["demo", "--games", "0", "-o", str(tmp_path / "new")]) == 2
    assert capsys.readouterr().err == "simkit: --games 0: must be 1 or more.\n"
