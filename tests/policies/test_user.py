"""Users' own policies: they play as written, and whatever breaks the contract is found and said."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.cli import run
from simkit import contract
from simkit.errors import PolicyError
from simkit.menus import build
from simkit.policies.lineup import player
from simkit.runner import prepare, simulate
from tests.core.games import KINDS, Setting

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs/examples/mine.py"
EVERYTHING = {"name": "Everything", "cards": list(KINDS)}
GREEDY = """
from simkit.policies.valuation import gains

def value(rules, table, p):
    gains(rules, table, p)
"""
LIST = """
def value(rules, table, p):
    for r in range(rules.n_rows):
        for game in range(table.gain.shape[2]):
            table.gain[p, r, game] = 250 - r
"""
CONSTANTS = """
CALL_AT, TOKENS = 60, {"menu": 5.5}

def fill(rows, worth, more=1):
    rows[:] = worth + more

by_row = lambda rules, table, p: fill(table.gain[p], 70)
"""
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file; return its name."""

    def to_file(text: str, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return to_file


def _bytes(menu: Any, policies: Any, **settings: Any) -> bytes:
    tally = simulate(menu, policies=policies, games=600, seed=4, house=True, **settings).total()
    return bytes(tally.tobytes())


# ---- they play


def test_the_example_plays_all_games_better_than_random() -> None:
    for menu in ("party/sushi-go", "roll"):
        seated = (str(EXAMPLE), "random", "random", "random")
        tally = simulate(menu, policies=seated, games=2_560).total()
        assert tally.score[3, 0] > 1.2 * tally.score[3, 1:4].max()


@pytest.mark.parametrize("menu", [EVERYTHING, "go/dummy", "roll"], ids=["party", "go", "roll"])
def test_greedy_written_by_a_user_is_greedy(menu: Any, write: Write) -> None:
    mine = write(GREEDY)
    loaded = build(menu, house=True) if isinstance(menu, dict) else menu
    n = 2 if menu == "go/dummy" else 4
    one = _bytes(loaded, [mine, "random-legal", mine, "greedy"][:n], players=n)
    other = _bytes(loaded, ["greedy", "random-legal", "greedy", "greedy"][:n], players=n)
    assert one == other


def test_a_list_written_by_a_user_is_a_list(write: Write) -> None:
    mine, listed = write(LIST), "first:nigiri"
    menu = {"name": "No bonus cards", "cards": ["maki", "tempura", "tofu", "eel", "tea", "pudding"]}
    loaded = build(menu, house=True)
    assert _bytes(loaded, [mine, "greedy"], players=2) == _bytes(
        loaded, [listed, "greedy"], players=2
    )


def test_the_example_in_the_manual_plays(write: Write) -> None:
    text = (ROOT / "docs/policies.md").read_text()
    mine = write(text.split("```python\n")[1].split("```")[0])
    tally = simulate("go", policies=[mine, "random", "random"], players=3, games=2_560).total()
    assert tally.score[3, 0] > 1.1 * tally.score[3, 1:3].max()


def test_it_plays_legally_with_every_kind_and_other_rulings(write: Write) -> None:
    mine = write(GREEDY)
    data = EVERYTHING | {"rulings": {"bonus_actions_per_turn": 1, "face_down_colour": "none"}}
    setting = Setting(
        data, 4, (mine, f"{mine}+noise=0.3", "random-legal", "greedy"), 1, 2, house=True
    )
    assert setting.problems() == []


def test_it_takes_modifiers_and_another_function_and_constants(write: Write) -> None:
    mine = write(CONSTANTS)
    spec = f"{mine}:by_row+noise=0.5+forbid=nigiri"
    rules = prepare("go", 4, [spec, "greedy", "greedy", "random"], house=False)[2]
    assert rules.user[0] != 0
    assert rules.noise[0] == 32768
    assert (rules.call_at[0] == 64 + 120).all()
    rules = prepare("roll", 2, [spec, "greedy"], house=False)[2]
    assert rules.token_at[0].tolist() == [64 + 11, int(rules.token_at[1, 1])]


def test_a_file_is_read_and_checked_once(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = write(LIST + "\n# once\n")
    asked = []
    call = contract._Examiner.__call__
    monkeypatch.setattr(contract._Examiner, "__call__", lambda *to: asked.append(to) or call(*to))
    for _ in range(2):
        prepare("go", 3, [mine, mine, "greedy"], house=False)
    n = len(asked)
    assert n > 0
    prepare("go", 3, mine, house=False)
    assert len(asked) == n


# ---- what breaks the contract


def _body(*lines: str, before: str = "") -> str:
    """A valuation that does something to each worth."""
    inner = "\n".join(f"            {line}" for line in lines)
    return f"""
import numpy as np

def value(rules, table, p):
    {before or "pass"}
    for r in range(rules.n_rows):
        for game in range(256):
            table.gain[p, r, game] = 70 + r
{inner}
"""


HAND = "table.hand[(table.viewed + 1) % rules.n_players, r, game]"
BAD: dict[str, tuple[str, str]] = {
    "another hand": (
        _body(f"table.gain[p, r, game] += {HAND}"),
        "looks at what is hidden: with other cards in the opponents' hands it values [-a-z0-9]+ "
        r"differently \(round 1, turn 1, player \d\)",
    ),
    "the deck": (
        _body("table.gain[p, r, game] += table.deck[0, r, game] & 7"),
        "with another deck",
    ),
    "choices": (
        _body("table.gain[p, r, game] += table.pick[(p + 1) % rules.n_seats, game] & 7"),
        "with other choices of the opponents",
    ),
    "luck to come": (
        _body("table.gain[p, r, game] += table.rng[2 + p, game & 15] & 7"),
        "with other random numbers",
    ),
    "others' worths": (
        _body("table.gain[p, r, game] += table.gain[(p + 1) % rules.n_seats, r, game] & 7"),
        "with other worths of other seats",
    ),
    "cards not shown yet": (
        _body("table.gain[p, r, game] += table.tab[(p + 1) % rules.n_seats, r, game]"),
        "with other cards that the opponents have just chosen and not yet shown",
    ),
    "another game": (
        _body("table.gain[p, r, game] += table.hand[table.viewed, r, (game + 1) & 255]"),
        "mixes up games",
    ),
    "chance": (
        _body("table.gain[p, r, game] += np.random.randint(0, 9)"),
        "differently when it is asked again",
    ),
    "scratch": (
        _body("table.gain[p, r, game] += table.a[0, game] & 7"),
        "reads rows that hold nothing",
    ),
    "a table": (
        _body("table.tab[p, r, game] = 0"),
        r"writes to table.tab; it may write to table.gain\[p\]",
    ),
    "another seat's worths": (
        _body("table.gain[(p + 1) % rules.n_seats, r, game] = 70"),
        "writes to table.gain; it may",
    ),
    "a number": (_body(before="table.turn = 3"), "writes to table.turn"),
    "the rules": (_body(before="rules.bonus_limit = 1"), "changes the rules record"),
    "too high": (_body("table.gain[p, r, game] = 255"), "at 255: a worth is 64"),
    "no worth": (
        "def value(rules, table, p):\n    for game in range(256):\n        table.gain[p, 0, game] = 70\n",
        "puts no worth on",
    ),
    "out of range": (
        _body("table.gain[p, r + 40, game] = 70"),
        "raises IndexError: index is out of bounds",
    ),
    "raises": (_body("raise ValueError('never')"), "raises ValueError: never"),
    "words": (
        _body('table.gain[p, r, game] = "much"'),
        "line 9: value.. can not be compiled: No impl",
    ),
    "no such field": (_body("table.gain[p, r, game] = rules.mood"), "line 9: .* no field 'mood'"),
    "no such name": (
        _body("table.gain[p, r, game] = mood"),
        "line 9: .*NameError: name 'mood' is not defined",
    ),
    "a file": (_body("open('x')"), "can not be compiled"),
    "syntax": ("def value(rules, table, p)\n    pass\n", "line 1: expected ':'"),
    "arguments": ("\ndef value(rules, table):\n    pass\n", "line 2: .* must take three arguments"),
    "no function": (
        "def valeu(rules, table, p):\n    pass\n",
        "no function value.* Did you mean 'valeu'",
    ),
    "an import": ("import nothing_of_the_sort\n", "line 1: ModuleNotFoundError: No module named"),
    "a constant": ("CALL_AT = 'late'\n" + LIST, "CALL_AT = 'late': must be a number"),
    "a token": ("TOKENS = {'meal': 1}\n" + LIST, "TOKENS must be like"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_breaks_the_contract_is_found(case: str, write: Write) -> None:
    text, says = BAD[case]
    menu = "go" if case == "cards not shown yet" else "party/sushi-go"
    mine = write(text)
    with pytest.raises(PolicyError) as raised:
        prepare(menu, 4, mine, house=False)
    said = str(raised.value)
    assert re.search(says, said), said
    assert said.startswith(mine)
    assert "\n" not in said


def test_other_tables_may_be_seen(write: Write) -> None:
    """Where cards are shown before seconds are chosen, nothing on the tables is hidden."""
    mine = write(BAD["cards not shown yet"][0])
    prepare("party/sushi-go", 4, mine, house=False)


def test_the_bag_of_dice_is_hidden(write: Write) -> None:
    mine = write(BAD["the deck"][0])
    with pytest.raises(PolicyError, match="with other dice in the bag"):
        prepare("roll", 3, mine, house=False)


def test_nothing_of_a_bad_function_reaches_the_core(write: Write) -> None:
    """After it has been found out, other games are played as ever."""
    before = _bytes("go", ["greedy"] * 4)
    for case in ("a table", "out of range", "raises"):
        with pytest.raises(PolicyError):
            prepare("go", 4, write(BAD[case][0], f"{case.replace(' ', '_')}.py"), house=False)
    assert _bytes("go", ["greedy"] * 4) == before


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"policy file 'none.py': No such file"):
        player("none.py")
    path = tmp_path / "bytes.py"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(PolicyError, match="no text in UTF-8"):
        player(str(path))


def test_on_the_command_line_it_is_one_line(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = write(BAD["another hand"][0])
    assert run(["simulate", "party/sushi-go", "--policies", f"{mine},random,random,random"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[-1].startswith(f"simkit: {mine}: value() looks at what is hidden")


def test_without_the_compiler_it_says_so(write: Write) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.cli", "replay", "go", "--policy", write(LIST)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "users' policies have to be compiled; unset NUMBA_DISABLE_JIT" in done.stderr
