import errno
import os
from pathlib import Path

import pytest

from scripts._output import MANIFEST, run_folder, write_file
from simkit.errors import OutputError


def write_run(path: Path, text: str = "{}", *, force: bool = False) -> None:
    with run_folder(path, force=force) as folder:
        (folder / MANIFEST).write_text(text)


def entries(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_a_run_gets_its_name_when_it_is_whole(tmp_path: Path) -> None:
    with run_folder(tmp_path / "new" / "run", force=False) as folder:
        (folder / MANIFEST).write_text("{}")
        assert not (tmp_path / "new").exists()
    assert entries(tmp_path) == ["new"]
    assert entries(tmp_path / "new" / "run") == [MANIFEST]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    write_run(tmp_path / "run")
    assert entries(tmp_path / "run") == [MANIFEST]
    assert entries(tmp_path) == ["run"]


def test_a_run_is_not_overwritten_without_force(tmp_path: Path) -> None:
    write_run(tmp_path / "run", "first")
    with pytest.raises(OutputError) as error:
        write_run(tmp_path / "run", "second")
    assert str(error.value) == (
        f"{tmp_path / 'run'}: already holds a run; choose another --out, or replace the run with "
        "--force."
    )
    assert (tmp_path / "run" / MANIFEST).read_text() == "first"


def test_a_run_is_replaced_as_a_whole_with_force(tmp_path: Path) -> None:
    write_run(tmp_path / "run", "first")
    (tmp_path / "run" / "old.parquet").touch()
    write_run(tmp_path / "run", "second", force=True)
    assert entries(tmp_path / "run") == [MANIFEST]
    assert (tmp_path / "run" / MANIFEST).read_text() == "second"
    assert entries(tmp_path) == ["run"]


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_with_other_files_is_never_touched(tmp_path: Path, force: bool) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(OutputError, match=r"holds other files \(thesis\.tex, \.\.\.\) and no run"):
        write_run(tmp_path, force=force)
    assert entries(tmp_path) == ["thesis.tex"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "run").touch()
    with pytest.raises(OutputError, match=r"is a file, not a folder; choose another --out"):
        write_run(tmp_path / "run")
    with pytest.raises(OutputError, match=r"cannot be written: Not a directory"):
        write_run(tmp_path / "run" / "below")


def test_a_run_that_fails_leaves_nothing_and_keeps_the_old_one(tmp_path: Path) -> None:
    write_run(tmp_path / "run", "first")

    def fail() -> None:
        with run_folder(tmp_path / "run", force=True) as folder:
            (folder / MANIFEST).write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert entries(tmp_path) == ["run"]
    assert (tmp_path / "run" / MANIFEST).read_text() == "first"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full; free some space or choose another place."),
        (errno.EACCES, "is not writable; choose another place or change its permissions."),
        (errno.EROFS, "is not writable; choose another place or change its permissions."),
        (errno.EIO, "cannot be written: Input/output error; choose another place."),
    ],
)
def test_what_the_system_refuses_is_said_in_one_line(tmp_path: Path, number, words) -> None:
    def fail() -> None:
        with run_folder(tmp_path / "run", force=False):
            raise OSError(number, os.strerror(number))

    with pytest.raises(OutputError) as error:
        fail()
    assert str(error.value) == f"{tmp_path / 'run'}: {words}"
    assert entries(tmp_path) == []


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    write_file(tmp_path / "table.json", "[]\n")
    write_file(tmp_path / "table.json", "[1]\n")
    assert (tmp_path / "table.json").read_text() == "[1]\n"
    assert entries(tmp_path) == ["table.json"]
    with pytest.raises(OutputError, match="cannot be written: No such file or directory"):
        write_file(tmp_path / "missing" / "table.json", "[]\n")
