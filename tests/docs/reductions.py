"""What the commands of the documentation are spared in tests, and what their pages take for granted.

Menus, targets, formats and files are those of the page, and so are policies and sections that it names. Fewer are
games, numbers of players in a range, charts, random menus, and what is asked where the page leaves it to the default.
"""

import re

import pytest

import analysis.comparison
from reports import charts
from simkit.training import train
from tests.docs.pages import ROOT

EXEMPT = ("make", "pip")
"""Commands that set things up. Their targets have to exist; they are run by whoever runs the tests."""

MOST = {
    "simulate": {"--games": 300, "--max-games": 2048},
    "analyze": {"--games": 256, "--max-games": 512},
    "compare": {"--games": 512, "--max-games": 512},
    "report": {"--games": 256},
    "demo": {"--games": 256},
    "tournament": {"--games": 512, "--line-ups": 4},
    "ladder": {"--games": 256, "--slow-games": 64},
    "bench": {"--players": 2, "--repeats": 1, "--milliseconds": 1},
    "sweep": {"--games": 256, "--workers": 1},
    "train": {
        **{"--games": 256, "--check-games": 256, "--check-every": 1},
        **{"--generations": 1, "--passes": 1, "--population": 4},
    },
}
"""By command: numbers that are lowered, or said where the page leaves them to the default."""

WHERE_NOT_SAID = {
    "analyze": {"--policies": "greedy", "--sections": "cards,menu"},
    "report": {"--policies": "greedy", "--sections": "cards,menu"},
    "train": {"--only": "nigiri"},
}
"""By command: what is said where the page leaves it to the default."""

_AS_BEFORE = ("--from", "--resume")  # nothing of that may be said beside these


def fewer(arguments: list[str]) -> list[str]:
    """The same command with fewer games and fewer menus, at fewer numbers of players."""
    command, *rest = arguments
    if any(option in rest for option in _AS_BEFORE):
        return arguments
    for option, most in MOST.get(command, {}).items():
        if option in rest:
            place = rest.index(option) + 1
            rest[place] = str(min(most, int(rest[place].replace("_", ""))))
        elif option != ("--games" if "--target" in rest else "--max-games"):  # one of the two
            rest += [option, str(most)]
    for option, value in WHERE_NOT_SAID.get(command, {}).items():
        if option not in rest:
            rest += [option, value]
    return [command, *(_smaller(word) for word in rest)]


def _smaller(word: str) -> str:
    """Two numbers of players for a range of them, one random menu for several."""
    return re.sub(r"^random:\d+$", "random:1", re.sub(r"^(\d)-(\d)$", r"\1,\2", word))


def fewer_in_python(text: str) -> str:
    """The same lines with fewer games."""
    return re.sub(r"\bgames=[\d_]+", "games=512", text)


def spare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare what no option can: defaults, most of the charts, menus of a training's last measurement."""
    drawn = [chart for chart in charts.CHARTS if chart.name in ("card-values", "comparison")]
    monkeypatch.setattr(charts, "CHARTS", drawn)  # tests/reports draws all of them
    monkeypatch.setattr(analysis.comparison, "GAMES", 512)
    monkeypatch.setattr(train, "_FINAL_MENUS", 1)


_MINE = (ROOT / "docs/examples/mine.py").read_text("utf-8")
_GO = 'name = "Mine"\ngame = "go"\n\n[points]\nsashimi = [0, 0, 12]\n'
_SOUP = (
    'name = "{}"\n'
    'cards = ["maki", "eel", "tofu", "miso-soup", "soy-sauce", "chopsticks", "pudding"]\n'
)
_PLAN = 'games = 256\nmenus.named = ["go", "master-menu"]\n'
_TABLE = 'seats = [["wasabi", "squid", "maki 3"], ["egg", "tofu", "tofu"]]\n'

GIVEN = {
    "README.md": {"mine.py": _MINE, "mine.toml": _GO, "table.toml": _TABLE, "plan.toml": _PLAN},
    "docs/compare.md": {"mine.toml": _SOUP.format("Mine"), "other.toml": _SOUP.format("Other")},
}
"""By page: files that it names as the reader's own."""
