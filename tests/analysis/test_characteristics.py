"""The table of operating characteristics, small: every rate within its tolerance, and the page names the same rows."""

from pathlib import Path

import pytest

from tests.analysis.characteristics import FAMILIES, PAGE, page

ROOT = Path(__file__).parents[2]


def named(lines) -> list[tuple[str, ...]]:
    """Return the sections, metrics, and what is planted and asked, of a page."""
    about, found = "", []
    for line in lines:
        if line.startswith("## "):
            about = line[3:]
        elif line.startswith("| ") and not line.startswith("| metric"):
            found.append((about, *line.strip("| ").split(" | ")[:3]))
    return found


@pytest.fixture(scope="module")
def rows():
    """24 runs of each row, or 10: a rate of 95 % is known within 4.4 points (one s.e.), the limits are four away."""
    return [row for family in FAMILIES for row in family(24)]


def test_every_rate_is_within_its_tolerance(rows) -> None:
    out = [(row.metric, row.rate, row.tolerance) for row in rows if not row.holds]
    assert not out
    low, high = zip(*(row.tolerance for row in rows), strict=True)
    assert min(low) >= 0
    assert max(high) <= 1


def test_the_page_is_of_these_rows(rows) -> None:
    written = named((ROOT / PAGE).read_text(encoding="utf-8").splitlines())
    assert written == named(page(rows).splitlines())
    assert len({row[:2] for row in written}) == len(written)
