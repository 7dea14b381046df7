"""A page for every metric of `simkit analyze` and `simkit compare`: how to read it, and how far to trust it.

`reports.metric_pages` writes them to `docs/metrics/`.
"""

from analysis.pages import cards, certainty, compare, menu, seats, skill
from analysis.pages.page import QUESTIONS, Page

PAGES: tuple[Page, ...] = (
    *cards.PAGES,
    *seats.PAGES,
    *menu.PAGES,
    *compare.PAGES,
    *skill.PAGES,
    *certainty.PAGES,
)
"""All of them."""

__all__ = ["PAGES", "QUESTIONS", "Page"]
