import pytest


@pytest.fixture(autouse=True)
def _usual_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are as wide as in a pipe, whatever terminal the tests run in."""
    monkeypatch.delenv("COLUMNS", raising=False)
