"""Every command of the page on reports works as it stands."""

import re
import shlex
from pathlib import Path

import pytest

from reports import charts
from scripts.cli import run

PAGE = Path(__file__).parents[1] / "docs" / "report.md"


def test_all_commands_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    some = [entry for entry in charts.CHARTS if entry.name in ("card-values", "comparison")]
    monkeypatch.setattr(
        charts, "CHARTS", some
    )  # all of them take their time; tests/reports draws them
    text = re.sub(r"--games \d+", "--games 512", PAGE.read_text("utf-8"))
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines()]
    assert len(commands) == 4
    for line in commands:
        _, *arguments = shlex.split(line)
        assert run(arguments) == 0, line
        assert capsys.readouterr().out
    for name in ("report", "go-report", "both-ways"):
        assert (tmp_path / "runs" / name / "index.html").is_file()
