"""Users' own policies: a Python file with a function that puts worths on cards.

The function, ``value(rules, table, p)``, is compiled and called by its address, as one more valuation. Before it
plays a menu with so many players it is held to the contract of valuations there (`simkit.contract`).
"""

from __future__ import annotations

import inspect
import traceback
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit import _jit
from simkit._jit import call_valuation, kernel
from simkit.errors import PolicyError, nearest
from simkit.policies.greedy import GREEDY, Constants, fill_constants
from simkit.policies.policy import TOKENS, Policy
from simkit.policies.valuation import best_copy

if TYPE_CHECKING:
    from simkit.menus import Menu

SUFFIX = ".py"
FUNCTION = "value"
_ARGUMENTS = ["rules", "table", "p"]
_POINTS = 90.0  # most that a constant of a file may be


@kernel
def user_worth(rules, table, p):
    """What the user's function says; the best card to copy follows from it."""
    call_valuation(rules.user[table.judge], rules, table, p)
    if rules.special_order >= 0:
        best_copy(rules, table, p)


@dataclass(slots=True, eq=False)
class UserCode:
    """A user's function.

    Attributes
    ----------
    path : Path
        Its file, as it was named.
    function : callable
        As it stands in the file.
    constants : Constants
        What tokens and calls have to be worth; greedy's, where the file says nothing.
    checked : set
        Menus and numbers of players for which it has been held to the contract.
    address : int
        Of the compiled function; 0 before.
    """

    path: Path
    function: Callable[..., Any]
    constants: Constants
    checked: set[Any] = field(default_factory=set)
    address: int = 0

    @property
    def where(self) -> str:
        """Name of the file and the function, as messages begin."""
        return f"{self.path}: {self.function.__name__}()"

    def problem(self, text: str, line: int | None = None) -> PolicyError:
        """Return an error about the file."""
        place = f"{self.path}" if line is None else f"{self.path}, line {line}"
        return PolicyError(f"{place}: {self.function.__name__}() {text}")

    def compiled(self, *, checked: bool = False) -> int:
        """Compile it and return its address.

        Raises
        ------
        PolicyError
            numba can not compile it.
        """
        try:
            return _jit.valuation_address(self.function, checked=checked)
        except _jit.NotCompiledError as error:
            raise self.problem(f"can not be compiled: {error}", error.line) from error


_read: dict[Any, UserCode] = {}  # files that have not changed are read and checked once


def is_file(base: str) -> bool:
    """Whether a policy is named by a file: ``mine.py``, ``mine.py:other_function``."""
    return base.partition(":")[0].endswith(SUFFIX)


def read_user(base: str) -> UserCode:
    """Read a user's function.

    Raises
    ------
    PolicyError
        No such file or function, or Python can not read or run the file.
    """
    name, _, function = base.partition(":")
    path = Path(name)
    function = function.strip() or FUNCTION
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        words = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise PolicyError(f"policy file '{name}': {words}.") from error
    key = (str(path.resolve()), text, function)
    if key not in _read:
        _read[key] = _load(path, text, function)
    return _read[key]


def _load(path: Path, text: str, name: str) -> UserCode:
    module = _run(path, text)
    functions = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__
    }
    if name not in functions:
        raise PolicyError(
            f"{path}: there is no function {name}(rules, table, p).{nearest(name, functions)}"
        )
    function = functions[name]
    line = function.__code__.co_firstlineno
    if list(inspect.signature(function).parameters) != _ARGUMENTS:
        raise PolicyError(
            f"{path}, line {line}: the function must take three arguments: def {name}(rules, table, p)."
        )
    return UserCode(path, function, _constants(path, module))


def _run(path: Path, text: str) -> types.ModuleType:
    """Run the file as a module of its own."""
    module = types.ModuleType(f"simkit_policy_{path.stem}")
    module.__file__ = str(path)
    try:
        exec(compile(text, str(path), "exec"), vars(module))
    except SyntaxError as error:
        raise PolicyError(f"{error.filename}, line {error.lineno}: {error.msg}.") from error
    except Exception as error:
        lines = [
            f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)
        ]
        place = f", line {lines[-1]}" if lines else ""
        raise PolicyError(f"{path}{place}: {type(error).__name__}: {error}.") from error
    return module


def _constants(path: Path, module: types.ModuleType) -> Constants:
    """Return what the file says of calls (CALL_AT) and tokens (TOKENS), in points, and greedy's rest."""
    call_at = getattr(module, "CALL_AT", GREEDY.data.call_at)
    tokens = getattr(module, "TOKENS", {})
    if not isinstance(tokens, dict) or not set(tokens) <= set(TOKENS):
        raise PolicyError(f'{path}: TOKENS must be like {{"menu": 1.0, "chopsticks": 1.5}}.')
    for name, points in {"CALL_AT": call_at, **tokens}.items():
        if not isinstance(points, int | float) or not -30 <= points <= _POINTS:
            raise PolicyError(
                f"{path}: {name} = {points!r}: must be a number of points from -30 to {_POINTS:.0f}."
            )
    return Constants(GREEDY.data.cards, {**GREEDY.data.on_dice, **tokens}, call_at)


def fill_user(record: Any, menu: Menu, p: int, code: UserCode) -> None:
    """Put a user's function into a rules record; compile and check it when it is first used.

    Raises
    ------
    PolicyError
        It can not be compiled, or breaks the contract.
    """
    if _jit.DISABLED:
        raise PolicyError(
            f"{code.path}: users' policies have to be compiled; unset NUMBA_DISABLE_JIT."
        )
    from simkit.contract import check  # it plays games, so it imports what plays them

    check(code, menu, int(record.n_players))
    if code.address == 0:
        code.address = code.compiled()
    fill_address(record, menu, p, code, code.address)


def fill_address(record: Any, menu: Menu, p: int, code: UserCode, address: int) -> None:
    """Put an address of a user's function, and what goes with it, into a rules record."""
    fill_constants(record, menu, p, code.constants)
    record.any_plan = True  # it may look at what opponents have (roll_first, ...)
    record.user[p] = address


USER = Policy(
    name="user",
    summary="Plays by the worths that a function in a Python file puts on cards.",
    valuation=user_worth,
    fill=fill_user,
)
"""Named by a file, not by its name; it is in no list of policies."""
