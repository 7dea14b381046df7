"""The errors a person can cause and mend.

Each message is one line that says the value, the allowed range and the fix. The command line
prints it on stderr and leaves with exit code 2; any other exception is a bug of ours and keeps
its traceback.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from difflib import get_close_matches


class SimkitError(Exception):
    """Something in the input has to be changed; the message says what.

    What people wrote stands in the message as they wrote it, but for characters that would break the
    line or steer a terminal.
    """

    def __init__(self, message: str) -> None:
        super().__init__("".join(c if c.isprintable() else ascii(c)[1:-1] for c in message))


class MenuError(SimkitError):
    """A menu that is unknown, broken, or not playable with this many players."""


class PolicyError(SimkitError):
    """A policy that is unknown, or a line-up that does not fit the players."""


class InputError(SimkitError):
    """An argument or an input file that is out of range or unreadable."""


class OutputError(SimkitError):
    """A result that cannot be written: no permission, no space, or another run is there."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a hint such as ``" Did you mean 'tempura'?"``, or nothing if no name is near.

    Parameters
    ----------
    name : str
        What was written.
    known : iterable of str
        The names that would have been right.
    """
    matches = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), list(known), 1)
    return f" Did you mean '{matches[0]}'?" if matches else ""


def toml_problem(error: ValueError, text: str) -> str:
    """Return what is wrong with a TOML text, always with line and column.

    Parameters
    ----------
    error : tomllib.TOMLDecodeError
        What `tomllib` says; at the end of the text it names no place.
    text : str
        What was read.
    """
    said = str(error)
    lines = text.split("\n")
    end = f"at line {len(lines)}, column {len(lines[-1]) + 1}, the end of the file"
    return said[:1].lower() + said[1:].replace("at end of document", end)


def in_words(error: OSError) -> str:
    """Return what went wrong with writing, and what to do about it."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; free some space or choose another place."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "is not writable; choose another place or change its permissions."
    return f"cannot be written: {error.strerror}; choose another place."
