"""Reading the files that people write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from simkit.errors import SimkitError


def read_text(
    path: Path,
    error: type[SimkitError],
    missing: Callable[[], str] = lambda: "there is no such file.",
) -> str:
    """Return the text of a file.

    Parameters
    ----------
    path : Path
    error : type
        What is raised where it can not be read.
    missing : callable
        What is said, after the path, where there is none.
    """
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise error(f"{path}: {missing()}") from None
    except UnicodeDecodeError as found:
        raise error(
            f"{path}: byte {found.start} is not UTF-8 text; save the file as UTF-8."
        ) from None
    except OSError as found:
        raise error(f"{path}: cannot be read: {found.strerror}.") from None
