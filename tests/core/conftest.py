"""Slow tests of the core are left out unless asked for: ``pytest -m slow tests/core``."""

import os

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is slow; in CI one other build of the core is tried all the same."""
    if config.getoption("markexpr"):
        return
    for item in items:
        in_ci = item.get_closest_marker("in_ci") is not None and bool(os.environ.get("CI"))
        if item.get_closest_marker("slow") and not in_ci and "tests/core" in item.path.as_posix():
            item.add_marker(pytest.mark.skip(reason="slow: ask with -m slow"))


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker of slow tests that CI runs."""
    config.addinivalue_line("markers", "in_ci: slow, but part of CI")
