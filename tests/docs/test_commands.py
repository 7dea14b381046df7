"""Every command, every file and every line of Python that the documentation shows works, with fewer games.

The pages are found, not listed: a new page with commands is tested without a word here. Where a command takes long,
`tests.docs.reductions` says what it is spared.
"""

import re
import shlex
import tomllib
from pathlib import Path

import jsonschema
import pytest
import typer
from typer._click.exceptions import NoSuchOption

from analysis.sweep.forms import plan_schema
from scripts.cli import app, run
from simkit.menus import menu_schema
from simkit.tableau_file import score_schema
from tests.docs.pages import PAGES, ROOT, Block, blocks, mentioned, options
from tests.docs.reductions import EXEMPT, GIVEN, fewer, fewer_in_python, spare

RUN = ("sh", "python", "toml")
SHOWN = [page for page, text in PAGES.items() if any(b.language in RUN for b in blocks(text))]


@pytest.mark.slow
@pytest.mark.parametrize("page", SHOWN)
def test_what_a_page_shows_works(
    page: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    spare(monkeypatch)
    shown = list(blocks(PAGES[page]))
    files = {block.file: block.content for block in shown if block.file}
    for name, content in {**GIVEN.get(page, {}), **files}.items():
        Path(name).write_text(content, "utf-8")  # a page may name a file before it shows it
    for number, block in enumerate(shown):
        if block.language == "toml":
            _check_file(block, block.file or f"block-{number}.toml")
        elif block.language == "python" and not block.file:
            exec(compile(fewer_in_python(block.content), page, "exec"), {})
        elif block.language == "sh":
            for line in block.commands:
                _run(line, capsys)


def _check_file(block: Block, name: str) -> None:
    """Write a file that a page shows, and see that it is one: a menu, a tableau, weights or a plan."""
    Path(name).write_text(block.content, "utf-8")
    content = tomllib.loads(block.content)
    if "format" in content:
        assert run(["simulate", "go", "--games", "256", "--policy", f"weighted:{name}"]) == 0
    elif "menus" in content:
        jsonschema.validate(content, plan_schema())
        assert run(["sweep", name, "-o", "unused", "--dry-run"]) == 0
    elif "seats" in content or "rounds" in content:
        jsonschema.validate(content, score_schema())
        assert run(["score", name]) == 0
    else:
        jsonschema.validate(content, menu_schema())
        assert run(["menus", "show", name]) == 0


def _run(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run one line of a shell block."""
    program, *arguments = shlex.split(line, comments=True)
    if program in EXEMPT:
        if program == "make":
            assert re.search(rf"^{arguments[0]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
        return
    assert program == "simkit", line
    target = None
    if ">" in arguments:
        *arguments, _, target = arguments
    capsys.readouterr()
    code = run(fewer(arguments))
    printed = capsys.readouterr()
    assert code == 0, f"{line}: {printed.err}"
    assert printed.out, line
    if target is not None:
        Path(target).write_text(printed.out, "utf-8")


COMMANDS = typer.main.get_command(app)


def _known(arguments: list[str]) -> bool:
    """Whether there is such a command, with all of these options."""
    command, rest = COMMANDS, arguments
    while rest and hasattr(command, "commands") and not rest[0].startswith("-"):
        name, *rest = rest
        if name not in command.commands:
            return False
        command = command.commands[name]
    context = command.context_class(command, info_name="simkit")
    try:
        command.make_parser(context).parse_args([*rest, "..."])  # where the text has no value
    except NoSuchOption:
        return False
    return True


def test_commands_in_running_text_exist_with_their_options() -> None:
    found = {shlex.join(words): page for page, text in PAGES.items() for words in mentioned(text)}
    assert len(found) > 30
    assert {
        command: page for command, page in found.items() if not _known(shlex.split(command))
    } == {}
    assert not _known(["simulate", "go", "--gamse", "12"])
    assert not _known(["menus", "shwo"])


def test_options_in_running_text_exist() -> None:
    known = {"--help"} | {o for command in _walk(COMMANDS) for p in command.params for o in p.opts}
    named = {option: page for page, text in PAGES.items() for option in options(text)}
    assert len(named) > 20
    assert {option: page for option, page in named.items() if option not in known} == {}


def _walk(command):
    yield command
    for other in getattr(command, "commands", {}).values():
        yield from _walk(other)
