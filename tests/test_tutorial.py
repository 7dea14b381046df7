"""Every command and every file of the tutorial works, with fewer games."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.cli import run

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.md"


def blocks() -> Iterator[tuple[str, str, str]]:
    """The marked blocks of the tutorial: language, content, the file it is meant for."""
    text = TUTORIAL.read_text("utf-8").replace("20000", "300").replace("20_000", "300")
    names = iter(["soup.toml", "strong.toml", "table.toml", "both.toml", "squid.toml"])
    for language, content in re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL):
        yield language, content, next(names) if language == "toml" else ""


def test_all_of_it_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    n_commands = 0
    for language, content, name in blocks():
        if language == "toml":
            assert name in TUTORIAL.read_text("utf-8")
            Path(name).write_text(content, "utf-8")
        elif language == "python":
            exec(compile(content, "tutorial", "exec"), {})
            assert " win" in capsys.readouterr().out  # "wins", or "share the win"
        else:
            for line in content.splitlines():
                _, *arguments = shlex.split(line, comments=True)
                target = None
                if ">" in arguments:
                    *arguments, _, target = arguments
                assert run(arguments) == 0, line
                printed = capsys.readouterr().out
                assert printed, line
                if target is not None:
                    Path(target).write_text(printed, "utf-8")
                n_commands += 1
    assert n_commands == 19
    assert (tmp_path / "runs" / "strong" / "manifest.json").is_file()
