"""What of the documentation is made of the code is what would be made now; links lead somewhere."""

import re
import shutil
from pathlib import Path

import pytest

from reports import docs, metric_pages
from tests.docs.pages import PAGES, ROOT

DOCS = ROOT / "docs"
MADE = docs.documents(DOCS)
AGAIN = "renew with `python -m reports.docs docs`"


@pytest.mark.parametrize("name", MADE)
def test_a_file_is_what_would_be_made_now(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == MADE[name], AGAIN


def test_all_can_be_made_anew_and_what_is_no_more_goes(tmp_path: Path) -> None:
    shutil.copy(DOCS / metric_pages.MEASURED, tmp_path)
    (tmp_path / "metrics").mkdir()
    for name in ("metrics/old.md", "metrics/kept.txt", "old.md"):
        (tmp_path / name).write_text("")
    docs.write(tmp_path)
    there = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()}
    assert there == {*MADE, metric_pages.MEASURED, "metrics/kept.txt", "old.md"}


def test_no_page_is_there_that_is_not_made() -> None:
    for folder in docs.FOLDERS:
        there = {path.relative_to(DOCS).as_posix() for path in (DOCS / folder).iterdir()}
        assert there == {name for name in MADE if name.startswith(f"{folder}/")}


def anchors(text: str) -> set[str]:
    """What headings are called in links."""
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in found}


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for link, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text):
        if "://" in link:
            continue
        to = (ROOT / page).parent / link if link else ROOT / page
        assert to.exists(), link
        assert not anchor or anchor in anchors(to.read_text("utf-8")), f"{link}#{anchor}"
