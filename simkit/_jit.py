"""Everything that leans on numba: the kernel decorator, two code-generation hints, dispatch tables, the cache.

No other module imports numba. The hints (``no_overlap``, ``out_of_line``) and ``_nrt=False`` use numba's
underside; with ``SIMKIT_PLAIN=1`` they are left out and every kernel gives the same bits, only slower
(tests/core/test_jit.py). numba is pinned in pyproject.toml for their sake.
"""

import ctypes
import dis
import functools
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import types as python_types
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

from simkit.schema import RULES, TABLE, TALLY

PLAIN = os.environ.get("SIMKIT_PLAIN", "") not in ("", "0")
DISABLED = bool(config.DISABLE_JIT)
_KEPT_DIGESTS = 3


def _digest() -> str:
    """Name of everything a compiled kernel depends on: sources, numba, processor, flags.

    numba's own cache notices neither an edit in an imported module nor a changed global. What is compiled
    stands in modules that import this one, and in the catalogue and the policies that the dispatchers list.
    """
    sources = hashlib.sha256()
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        text = path.read_bytes()
        if (
            path.parent.name in ("cards", "policies")
            or b"simkit._jit" in text
            or path.name in ("_jit.py", "schema.py")
        ):
            sources.update(path.relative_to(root).as_posix().encode())
            sources.update(text)
    flags = (
        numba.__version__,
        sys.version,
        platform.machine(),
        PLAIN,
        config.BOUNDSCHECK,
        config.OPT,
    )
    cpu = (config.CPU_NAME, config.CPU_FEATURES)
    sources.update(repr((flags, cpu)).encode())
    return sources.hexdigest()[:20]


def _cache_folder() -> Path:
    """Return the folder for compiled kernels, named by digest; old digests are dropped."""
    home = os.environ.get("SIMKIT_CACHE_DIR") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "simkit"
    )
    folder = Path(home) / _digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(folder)
        os.utime(folder)
        others = sorted((p for p in folder.parent.iterdir() if p.is_dir()), key=os.path.getmtime)
        for old in others[:-_KEPT_DIGESTS]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"simkit-{os.getuid()}" / _digest()
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _use_full_vectors() -> None:
    """Let LLVM use 512-bit vectors where the processor has them for bytes.

    LLVM's tuning for several processors (Ice Lake among them) prefers 256 bits; for rows of bytes that
    costs a factor of 1.4 to 1.7, measured on the printed menus. A choice of the user's stands.
    """
    features = llvm.get_host_cpu_features()
    if config.CPU_FEATURES is None and config.CPU_NAME is None and features.get("avx512bw"):
        config.CPU_NAME = llvm.get_host_cpu_name()
        config.CPU_FEATURES = features.flatten() + ",-prefer-256-bit"


_use_full_vectors()
CACHE = _cache_folder()
config.CACHE_DIR = str(CACHE)

_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "cache": True,
    "error_model": "numpy",
    "boundscheck": None,  # NUMBA_BOUNDSCHECK decides; it is part of the digest
}
if not (PLAIN or DISABLED):
    _OPTIONS["_nrt"] = False  # kernels own no memory: no counting of references to rows


def kernel(function: Callable[..., Any]) -> Any:
    """Compile an inner function: called by kernels only, pasted into them where LLVM likes to.

    Literal arguments are taken as plain integers (numba would compile a version for each of them), and the
    answer to a caller's question for a signature is remembered (numba works it out anew each time).
    """
    dispatcher = njit(**_OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    if DISABLED:
        return dispatcher
    resolve = dispatcher.get_call_template
    resolved: dict[Any, Any] = {}

    def without_literals(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        if plain not in resolved:
            resolved[plain] = resolve(plain, kws)
        return resolved[plain]

    dispatcher.get_call_template = without_literals
    return dispatcher


_UNITS: list[tuple[str, Callable[..., Any], Any]] = []
_RECORDS = {"rules": RULES, "table": TABLE, "tally": TALLY}


def unit(function: Callable[..., Any]) -> Any:
    """Compile a larger function on its own and call it by its address: ``(records ..., integers ...)``.

    numba links a copy of every callee into its caller and optimises it again, level by level; a core of
    nested functions took 108 s to compile, in units 60, and several processes can share them. A unit's parameters named
    rules, table and tally are the records, all others int64; it returns int64 if annotated ``-> int``.
    """
    if PLAIN or DISABLED:
        return kernel(function)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    arguments = [numba.from_dtype(_RECORDS[n]) if n in _RECORDS else types.int64 for n in names]
    result = types.int64 if function.__annotations__.get("return") is int else types.void
    signature = result(*arguments)
    symbol = f"simkit.{function.__module__}.{function.__name__}"
    _UNITS.append((symbol, function, signature))
    return types.ExternalFunction(symbol, signature)


_linked: list[Any] = []
_linking = threading.Lock()


def link() -> None:
    """Compile all units (or load them from the cache) and make their addresses known, callees first."""
    with _linking:
        for symbol, function, signature in _UNITS[len(_linked) :]:
            compiled = numba.cfunc(signature, **_OPTIONS)(function)
            llvm.add_symbol(symbol, compiled.address)
            _linked.append(compiled)


def compile_in_processes(core: str) -> None:
    """Fill a cold cache with one process a processor (at most four); `link` then only loads.

    Best effort: what a process did not compile, `link` compiles. ``core`` is the module that plays.
    """
    n = min(os.cpu_count() or 1, 4)
    if n < 2 or PLAIN or DISABLED:
        return
    root = str(Path(__file__).parents[1])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    command = [sys.executable, "-c", f"import {core}, simkit._jit; simkit._jit.compile_share()"]
    workers = [
        subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(n)
    ]
    try:
        for worker in workers:
            worker.wait()
    finally:
        for worker in workers:
            worker.kill()
        for claim in CACHE.glob("*.claim"):
            claim.unlink(missing_ok=True)


def compile_share() -> None:
    """Compile units that no other process has claimed. They are not called here, so any address will do."""
    for symbol, _, _ in _UNITS:
        llvm.add_symbol(symbol, 1)
    for symbol, function, signature in _UNITS:
        try:
            (CACHE / f"{symbol}.claim").touch(exist_ok=False)
        except FileExistsError:
            continue
        numba.cfunc(signature, **_OPTIONS)(function)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls."""
    dispatcher = njit(**_OPTIONS)(function)

    @functools.wraps(function)
    def call(*args: Any) -> Any:
        link()
        return dispatcher(*args)

    return call


def inline(function: Callable[..., Any]) -> Any:
    """Compile a scalar helper that is pasted into its callers."""
    return njit(inline="always")(function)


def _record_at(dtype: Any) -> Any:
    """Make a function that reads an address as a record."""
    if DISABLED:

        def at(address: int) -> Any:
            memory = (ctypes.c_uint8 * dtype.itemsize).from_address(int(address))
            return np.frombuffer(memory, np.uint8).view(dtype)[0]

        return at
    record = numba.from_dtype(dtype)

    @intrinsic
    def at_address(typingctx: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(record))

        return record(types.int64), codegen

    return at_address


rules_at = _record_at(RULES)
table_at = _record_at(TABLE)
tally_at = _record_at(TALLY)


if PLAIN or DISABLED:

    @njit
    def no_overlap() -> None:
        """Promise nothing (plain build)."""

    @njit
    def out_of_line() -> None:
        """Ask for nothing (plain build)."""

    @njit
    def mulhi16(a: Any, b: Any) -> Any:
        """Upper 16 bits of a 16 x 16 bit product."""
        return types.uint16((types.uint32(a) * types.uint32(b)) >> types.uint32(16))

else:

    @intrinsic
    def no_overlap(typingctx: Any) -> Any:
        """Promise, on a kernel's first line, that its row arguments do not overlap (1.7x faster)."""

        def codegen(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
            for argument in builder.function.args[2:]:  # the first two are numba's own
                if isinstance(argument.type, ir.PointerType):
                    argument.add_attribute("noalias")
            return context.get_dummy_value()

        return types.void(), codegen

    @intrinsic
    def out_of_line(typingctx: Any) -> Any:
        """Ask, on a larger function's first line, not to be pasted into callers (compile time)."""

        def codegen(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), codegen

    @intrinsic
    def mulhi16(typingctx: Any, a: Any, b: Any) -> Any:
        """Upper 16 bits of a 16 x 16 bit product, as one vector instruction."""

        def codegen(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            wide = ir.IntType(32)
            x, y = (builder.zext(v, wide) for v in args)
            product = builder.lshr(builder.mul(x, y), ir.Constant(wide, 16))
            return builder.trunc(product, ir.IntType(16))

        return types.uint16(types.uint16, types.uint16), codegen


# ---- valuations that come from outside: they are called by an address in the rules record

_valuations: list[Any] = []  # what the addresses point to
_FORM = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


class NotCompiledError(Exception):
    """What numba has to say about a function, in a line, and where.

    Attributes
    ----------
    line : int or None
        Of the function's file.
    """

    def __init__(self, text: str, line: int | None) -> None:
        super().__init__(text)
        self.line = line


@intrinsic
def call_valuation(typingctx: Any, address: Any, rules: Any, table: Any, p: Any) -> Any:
    """Call the function ``(rules, table, p)`` at an address that `valuation_address` gave."""
    signature = types.void(types.int64, rules, table, types.int64)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kinds = [context.get_argument_type(kind) for kind in sig.args[1:]]
        values = [
            context.get_value_as_argument(builder, kind, value)
            for kind, value in zip(sig.args[1:], args[1:], strict=True)
        ]
        form = ir.FunctionType(ir.VoidType(), kinds).as_pointer()
        builder.call(builder.inttoptr(args[0], form), values)
        return context.get_dummy_value()

    return signature, codegen


def valuation_address(function: Callable[..., Any], *, checked: bool = False) -> int:
    """Compile a plain function ``(rules, table, p)``, and those of its file that it calls; return its address.

    Parameters
    ----------
    function : callable
        What is to be compiled. It stays in memory as long as the program runs.
    checked : bool
        Look at every index (an index out of range then raises IndexError).

    Raises
    ------
    NotCompiledError
        numba can not compile it.
    """
    link()  # the function may call units
    options = {"nogil": True, "error_model": "numpy", "boundscheck": checked or None}
    names = dict(function.__globals__)

    def own(value: Any) -> Any:
        """Return a function of the file that looks its names up in our copy of the file's."""
        closure, defaults = value.__closure__, value.__defaults__
        return python_types.FunctionType(value.__code__, names, value.__name__, defaults, closure)

    helpers = {
        name: own(value)
        for name, value in names.items()
        if isinstance(value, python_types.FunctionType)
        and value.__module__ == function.__module__
        and value is not function
    }
    names.update({name: njit(**options)(helper) for name, helper in helpers.items()})
    signature = types.void(
        numba.from_dtype(_RECORDS["rules"]), numba.from_dtype(_RECORDS["table"]), types.int64
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled = numba.cfunc(signature, **options)(own(function))
    except Exception as error:  # numba's own, and what it does not expect: unknown fields, odd code
        text, line = _in_short(error, function.__code__.co_filename)
        name = re.search(r"'(\w+)'", text)
        if line is None and name:
            line = max(_line_of(f, name.group(1)) for f in (function, *helpers.values())) or None
        if isinstance(error, KeyError):
            text = f"the records have no field {text}"
        raise NotCompiledError(text, line) from error
    _valuations.append(compiled)
    return int(compiled.address)


def _line_of(function: Callable[..., Any], name: str) -> int:
    """Return the last line of a function on which it uses a name, or 0."""
    line = used = 0
    for instruction in dis.get_instructions(function):
        line = instruction.starts_line or line
        used = line if instruction.argval == name else used
    return used


def _in_short(error: Exception, file: str) -> tuple[str, int | None]:
    """Return the first thing that numba says, and the first line of the file that it names."""
    said = re.sub("\x1b\\[[0-9;]*m", "", str(error))
    place = re.search(re.escape(os.path.basename(file)) + r'"?(?:, line | \()(\d+)', said)
    lines = [line.strip() for line in said.splitlines()]
    lines = [line for line in lines if line and not line.startswith(("Failed in", "File "))]
    text = lines[0] if lines else type(error).__name__
    if text.endswith(":") and len(lines) > 1:
        text = f"{text} {lines[1].removeprefix('>>> ')}"
    text = re.sub(r"\.*\s*Raised from .*$", "", text).rstrip(".")
    return text, int(place.group(1)) if place else None


def callback_address(callback: Callable[[int, int, int], None]) -> int:
    """Return an address that calls a Python function with the addresses of the records and the seat."""
    compiled = _FORM(callback)
    _valuations.append(compiled)
    return int(ctypes.cast(compiled, ctypes.c_void_p).value or 0)


def call_at(address: int, rules: int, table: int, p: int) -> None:
    """Call a valuation from Python, with the addresses of the records.

    Raises
    ------
    Exception
        What the function itself raises.
    """
    raised: list[BaseException] = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda found: raised.append(found.exc_value or RuntimeError())
    try:
        _FORM(address)(rules, table, p)
    finally:
        sys.unraisablehook = before
    if raised:
        raise raised[0]


def switch(name: str, kernels: Sequence[Any], arguments: str) -> Any:
    """Make a dispatcher ``name(code, arguments)`` that calls ``kernels[code]``.

    A tuple of functions costs microseconds a call in numba, and a closure misses its disk cache; a chain of
    comparisons compiles once. The chain is written as a module of its own beside the compiled kernels,
    because numba caches only functions that come from a file.
    """
    lines = ["def " + name + "(code, " + arguments + "):"]
    for code, function in enumerate(kernels):
        word = "if" if code == 0 else "elif"
        lines.append(
            f"    {word} code == {code}:  # {getattr(function, '__name__', None) or function.symbol}"
        )
        lines.append(f"        f{code}({arguments})")
    text = "\n".join(lines) + "\n"
    path = CACHE / f"switch_{name}_{hashlib.sha256(text.encode()).hexdigest()[:8]}.py"
    if not path.exists() or path.read_text() != text:
        aside = path.with_suffix(f".{os.getpid()}")
        aside.write_text(text)
        aside.replace(path)
    spec = importlib.util.spec_from_file_location(f"simkit._switch_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    for code, function in enumerate(kernels):
        setattr(module, f"f{code}", function)
    sys.modules[spec.name] = module  # numba's cache finds a function's module by its name
    spec.loader.exec_module(module)
    return kernel(getattr(module, name))


def is_cold(core: str) -> bool:
    """Whether a core has not been compiled whole yet, for these sources on this machine."""
    return not DISABLED and not (CACHE / f"{core}.complete").exists()


def note_warm(core: str) -> None:
    """Remember that all of a core is compiled."""
    if not DISABLED:
        (CACHE / f"{core}.complete").touch()
