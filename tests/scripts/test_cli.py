import os
import subprocess
import sys

import pytest

import scripts.cli
from scripts.cli import run
from simkit._version import __version__

HEAVY = ("numba", "numpy", "pandas", "polars", "matplotlib", "scipy", "pyarrow", "pydantic", "rich")


def test_help_starts_without_the_heavy_packages() -> None:
    code = (
        "import sys; from scripts.cli import run; code = run(['--help']); "
        f"print(sorted(set({HEAVY}) & set(sys.modules)), code, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[] 0\n"
    assert "menus" in done.stdout


@pytest.mark.parametrize(
    "command", [[], ["menus"], ["menus", "show"], ["menus", "legal"], ["cards"]]
)
def test_every_command_explains_itself(command, capsys) -> None:
    assert run([*command, "--help"]) == 0
    assert capsys.readouterr().out.startswith("Usage: simkit")


def test_the_version_is_printed(capsys) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"simkit {__version__}\n"


def test_without_a_command_the_help_is_printed(capsys) -> None:
    assert run([]) == 2
    assert capsys.readouterr().err.startswith("Usage: simkit")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["menus", "show", "sushi-go"],
            "menu 'sushi-go': say which game: write party/sushi-go or go/sushi-go.",
        ),
        (["menus", "show"], "Missing argument 'MENU'. See `simkit menus show --help`."),
        (["men"], "No such command 'men'. Did you mean 'menus'? See `simkit --help`."),
        (
            ["cards", "--format", "xml"],
            "Invalid value for '--format': 'xml' is not one of 'text', 'json', 'csv'. See "
            "`simkit cards --help`.",
        ),
        (["menus", "legal", "-p", "9"], "9 players: the game is for 2 to 8 players."),
    ],
)
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(arguments, line, capsys) -> None:
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"simkit: {line}\n")


def test_ctrl_c_leaves_with_130(monkeypatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(scripts.cli, "app", stop)
    assert run(["cards"]) == 130


def test_a_bug_keeps_its_traceback(monkeypatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(scripts.cli, "app", fail)
    with pytest.raises(ZeroDivisionError):
        run(["cards"])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
def test_a_full_disk_behind_stdout_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scripts.cli", "cards"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "simkit: standard output: the disk is full; free some space or choose another place.\n"
    )


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = [sys.executable, "-m", "scripts.cli", "menus", "legal", "--players", "4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
