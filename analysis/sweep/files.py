"""The files of a store: named by their content, there whole or not at all, and a lock on the folder.

A file is written aside, forced to the disk, and only then given its name, which holds the hash of its bytes. So
whatever stops a writer, a name means that the file was whole; and one that a disk has spoiled afterwards is found out.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from analysis.sweep.rows import IDENTITY, RANGE
from simkit.errors import InputError, OutputError, in_words

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment,unused-ignore]

_NAME = re.compile(r"(?P<what>part|cells-(?P<number>\d{5}))-(?P<hash>[0-9a-f]{32})\.parquet")
_ASIDE = re.compile(r"\..+\.[0-9a-f]{32}\.aside")

_ROWS_PER_GROUP = 50_000
_FEW_BYTES = 1_000_000  # are read faster without threads
_TRIES = 20  # of reading a folder that is being tidied
_PAUSE = 0.05


def to_parquet(table: pa.Table) -> bytes:
    """Return rows as the bytes of a file, which depend on the rows only."""
    sink = pa.BufferOutputStream()
    named = [*IDENTITY.names, *RANGE.names]
    pq.write_table(
        table,
        sink,
        compression="zstd",
        use_dictionary=IDENTITY.names[1:],
        column_encoding=dict.fromkeys(table.column_names[len(named) :], "DELTA_BINARY_PACKED"),
        row_group_size=_ROWS_PER_GROUP,
        write_statistics=named,
        store_schema=False,
    )
    return bytes(sink.getvalue().to_pybytes())


def from_parquet(content: bytes, columns: Sequence[str] | None = None) -> pa.Table:
    """Return the rows of a file; of its columns all, or some."""
    file = pq.ParquetFile(pa.BufferReader(content))
    return file.read(columns, use_threads=len(content) > _FEW_BYTES)


def load(folder: Path, columns: Sequence[str] | None = None) -> tuple[list[pa.Table], list[str]]:
    """Return the rows of a folder that others may be writing to, and the names of spoiled files.

    Raises
    ------
    InputError
        The folder can not be read.
    """
    for _ in range(_TRIES):
        try:
            names = names_in(folder)
            contents = {name: content_of(folder / name) for name in names}
            if _tidy(names_in(folder)) == _tidy(names):
                break
        except FileNotFoundError:
            pass  # tidied meanwhile
        except OSError as error:
            raise InputError(f"{folder}: cannot be read: {error.strerror}.") from None
        time.sleep(_PAUSE)
    else:
        raise InputError(
            f"{folder}: changes while it is read; try again when no sweep begins or ends."
        )
    whole = [content for content in contents.values() if content is not None]
    torn = [name for name, content in contents.items() if content is None]
    return [from_parquet(content, columns) for content in whole], torn


def name_of(what: str, content: bytes) -> str:
    """Return the name of a file of rows: ``part-HASH.parquet``, ``cells-00000-HASH.parquet``."""
    return f"{what}-{_hash(content)}.parquet"


def number_of(name: str) -> int | None:
    """Return which of the tidy files it is; None for a part."""
    found = _NAME.fullmatch(name)
    return int(found["number"]) if found and found["number"] else None


def names_in(folder: Path) -> list[str]:
    """Return the files of rows in a folder."""
    return sorted(name for name in os.listdir(folder) if _NAME.fullmatch(name))


def content_of(path: Path) -> bytes | None:
    """Return the bytes of a file of rows; None if they are not those that it was named by."""
    found = _NAME.fullmatch(path.name)
    content = path.read_bytes()
    return content if found and found["hash"] == _hash(content) else None


def put(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; when it returns, a power cut does not take it away."""
    aside = path.with_name(f".{path.name}.{uuid.uuid4().hex}.aside")
    try:
        with open(aside, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(aside)
        raise
    settle(path.parent)


def drop_asides(folder: Path) -> None:
    """Remove what writers that were killed have left; nobody may be writing."""
    for name in os.listdir(folder):
        if _ASIDE.fullmatch(name):
            os.unlink(folder / name)


def settle(folder: Path) -> None:
    """Force the names in a folder to the disk."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


@contextmanager
def clear_words(path: Path) -> Iterator[None]:
    """Turn what the system says about a place to write into one clear line."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: {in_words(error)}") from None


class Lock:
    """A lock on a file that processes share, or that one holds alone; a process that ends lets go of it."""

    def __init__(self, path: Path) -> None:
        if fcntl is None:
            raise OutputError(
                f"{path.parent}: sweeps need file locks, which this system has not; use Linux, macOS or WSL."
            )
        flags = os.O_RDONLY | (0 if path.is_dir() else os.O_CREAT)
        self._fd = os.open(path, flags, 0o666)

    def share(self) -> None:
        """Hold it together with others; wait while somebody has it alone."""
        fcntl.flock(self._fd, fcntl.LOCK_SH)

    def alone(self, *, wait: bool = False) -> bool:
        """Hold it alone if nobody else holds it; on failure it is not held at all."""
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            fcntl.flock(self._fd, fcntl.LOCK_UN)
            return False
        return True

    def release(self) -> None:
        """Let go of it."""
        fcntl.flock(self._fd, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of it for good."""
        os.close(self._fd)


def _tidy(names: Sequence[str]) -> list[str]:
    return [name for name in names if number_of(name) is not None]


def _hash(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
