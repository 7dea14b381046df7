import re
from pathlib import Path

import pytest

from analysis.pages import PAGES, QUESTIONS, Page
from reports.metric_pages import INDEX, MEASURED, documents, flowed

DOCS = Path(__file__).parents[2] / "docs"
HEADINGS = ("Question", "Formula", "Assumes", "Fails", "Operating characteristics")
TEXTS = documents((DOCS / MEASURED).read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_has_all_headings_and_says_something_under_each(page: Page) -> None:
    text = TEXTS[f"{page.name}.md"]
    parts = dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n)+)", text, re.MULTILINE))
    assert [name for name in parts if name != "Source"] == list(HEADINGS)
    assert all(len(part.strip()) > 5 for part in parts.values())
    assert text.startswith(f"# {page.title}\n\n`simkit") or page.command == "all commands"
    assert "{" not in text


def test_every_page_has_a_name_of_its_own_and_stands_in_the_index() -> None:
    assert len({page.name for page in PAGES}) == len(PAGES)
    for page in PAGES:
        assert page.about in QUESTIONS
        assert f"]({page.name}.md)" in TEXTS[INDEX]


def test_paragraphs_and_lists_flow_and_formulas_stay() -> None:
    text = """
        Long
        lines:

            a  =  b
              + c

        - one
          item
        - two
    """
    assert flowed(text) == "Long lines:\n\n    a  =  b\n      + c\n\n- one item\n- two"
    assert max(len(line) for line in flowed("words of a text " * 30).splitlines()) <= 110


def test_what_was_measured_stands_on_the_page() -> None:
    rows = (DOCS / MEASURED).read_text("utf-8").splitlines()
    (row,) = [row for row in rows if row.startswith("| selection bias |")]
    cells = row.split(" | ")[:6]
    assert f"\n{' | '.join(cells)} |\n" in TEXTS["selection-bias.md"]
    with pytest.raises(ValueError, match="has no row"):
        documents("| metric | planted |\n")
