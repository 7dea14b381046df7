"""The pages of the documentation as tests read them: marked blocks, and commands in running text."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
"""Every page that is meant for users, by its path: a new one is tested as soon as it is there."""

_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"`([\w-]+\.toml)`")
_MODULE = re.compile(r'"""(\w+\.py): ')


@dataclass(frozen=True)
class Block:
    """A marked block of a page; `file` is the one that it shows, "" where it shows none."""

    language: str
    content: str
    file: str

    @property
    def commands(self) -> list[str]:
        """The lines of a shell block."""
        return [line for line in self.content.splitlines() if line.strip()]


def blocks(text: str) -> Iterator[Block]:
    """The marked blocks of a page, in order.

    A TOML block is the file that the paragraph before it names last; a Python block is one if its first line
    says so.
    """
    for found in _FENCED.finditer(text):
        language, content = found.groups()
        file = ""
        if language == "toml":
            paragraph = text[: found.start()].rstrip().rpartition("\n\n")[2]
            file = ["", *_FILE.findall(paragraph)][-1]
        elif language == "python" and (module := _MODULE.match(content)):
            file = module[1]
        yield Block(language, content, file)


def mentioned(text: str) -> list[list[str]]:
    """The arguments of the commands that stand in backticks in running text, without what follows a ``>``."""
    prose = _FENCED.sub("", text)
    found = re.findall(r"`simkit ([^`]+)`", prose)
    return [shlex.split(command.partition(">")[0].replace("\\|", "|")) for command in found]


def options(text: str) -> set[str]:
    """The long options that stand in backticks in running text."""
    prose = _FENCED.sub("", text)
    return {
        option
        for code in re.findall(r"`([^`]+)`", prose)
        for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", code)
    }
