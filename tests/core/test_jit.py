"""Other builds of the core play the same games, bit by bit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core import fingerprint

ROOT = Path(__file__).parents[2]
PATIENCE = 900  # seconds; a build compiles all kernels


def _run(*arguments: str, **flags: str) -> list[str]:
    """Digests by a new process with other flags."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.fingerprint", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **flags},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_another_process_plays_the_same() -> None:
    assert _run() == fingerprint.digests()


@pytest.mark.slow
def test_without_hints_to_the_compiler(tmp_path: Path) -> None:
    """SIMKIT_PLAIN=1: no promises about memory, no units linked by address (five minutes)."""
    got = _run(SIMKIT_PLAIN="1", SIMKIT_CACHE_DIR=str(tmp_path))
    assert got == fingerprint.digests()


@pytest.mark.slow
def test_with_bounds_checks(tmp_path: Path) -> None:
    """NUMBA_BOUNDSCHECK=1: no kernel reads or writes beyond its rows (a minute and a half)."""
    got = _run(NUMBA_BOUNDSCHECK="1", SIMKIT_CACHE_DIR=str(tmp_path))
    assert got == fingerprint.digests()


def test_without_compiling(tmp_path: Path) -> None:
    """NUMBA_DISABLE_JIT=1: the kernels are plain Python; 200 games of two turns."""
    flags = {"NUMBA_DISABLE_JIT": "1", "SIMKIT_CACHE_DIR": str(tmp_path)}
    flags["PYTHONWARNINGS"] = "ignore::RuntimeWarning"  # unsigned numbers go round
    assert _run("tiny", **flags) == fingerprint.digests(only_tiny=True)
