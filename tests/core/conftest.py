"""Slow tests of the core are left out unless asked for: ``pytest -m slow tests/core``."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is slow."""
    if config.getoption("markexpr"):
        return
    for item in items:
        if item.get_closest_marker("slow") and "tests/core" in item.path.as_posix():
            item.add_marker(pytest.mark.skip(reason="slow: ask with -m slow"))
