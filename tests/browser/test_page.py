"""A report as a reader sees it: opened from the disk in a browser, sorted, thinned out, read without scripting.

Skipped where there is no chromium.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analysis.comparison import compare
from analysis.gather import Budget
from reports.answers import Answers
from reports.atlas_story import atlas_story
from reports.charts import ATLAS, CHARTS
from reports.compare_story import compare_story
from reports.html import page as page_of
from tests.reports.atlas import answers as of_atlas
from tests.reports.made import NAME, gallery, made, told

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium"),
]

DESK, PHONE = (1280, 900), (390, 844)


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> str:
    """Write a page of two numbers of players and two policies, and say where it is."""
    file: Path = tmp_path_factory.mktemp("report") / "index.html"
    file.write_text(page_of(told(made())), "utf-8")
    return file.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Opened:
    """A page that was opened, and what went wrong or left it meanwhile."""

    def __init__(self, browser: Any, address: str, size: tuple[int, int], **options: Any) -> None:
        viewport = {"width": size[0], "height": size[1]}
        self._context = browser.new_context(viewport=viewport, reduced_motion="reduce", **options)
        self.page = self._context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        self.page.on("request", self._asked)
        self._address = address.partition("#")[0]
        self.page.goto(address)

    def _asked(self, request: Any) -> None:
        if request.url.partition("#")[0] != self._address:
            self.wrong.append(request.url)

    def column(self, table: str, head: str) -> list[str]:
        """Return what is shown in a column, from the top."""
        return list(
            self.page.locator(f"#{table}").evaluate(
                """(sheet, head) => {
                    const heads = [...sheet.querySelectorAll('thead th')];
                    const at = heads.findIndex((one) => one.textContent.trim() === head);
                    return [...sheet.querySelectorAll('tbody tr')]
                        .filter((row) => row.checkVisibility())
                        .map((row) => row.cells[at].dataset.value ?? row.cells[at].textContent);
                }""",
                head,
            )
        )

    def violations(self) -> list[tuple[str, str]]:
        """Return what axe finds wrong: the rule, and the first element that breaks it.

        Axe takes its time over every element, and the seventh row of a table is as the sixth: what comes after is
        taken off the page first.
        """
        axe = pytest.importorskip("axe_playwright_python.sync_playwright")
        self.page.evaluate(
            """() => ['tbody tr', 'li', 'svg use', 'svg text'].forEach((some) =>
                document.querySelectorAll(`${some}:nth-of-type(n+7)`).forEach((one) => one.remove()))"""
        )
        found = axe.Axe().run(self.page).response["violations"]
        return [(rule["id"], rule["nodes"][0]["html"][:200]) for rule in found]

    def close(self) -> None:
        self._context.close()
        assert self.wrong == []


@pytest.fixture
def opened(browser, address) -> Iterator[Opened]:
    one = Opened(browser, address, DESK)
    yield one
    one.close()  # no error, no dialog, no request


def test_a_name_is_only_a_name(opened) -> None:
    assert opened.page.locator("h1").inner_text() == NAME
    assert opened.page.title().startswith(NAME)


def test_tables_are_sorted_by_their_heads(opened) -> None:
    head = opened.page.locator("#table-cards th", has_text="may take it, points")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    values = [float(value) for value in opened.column("table-cards", "may take it, points")]
    assert values == sorted(values, reverse=True)
    assert "Sorted by may take it, points" in opened.page.locator("#status").inner_text()
    head.get_by_role("button").focus()
    opened.page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    values = [float(value) for value in opened.column("table-cards", "may take it, points")]
    assert values == sorted(values)
    opened.page.locator("#table-cards th", has_text="kind").get_by_role("button").click()
    names = opened.column("table-cards", "kind")
    assert names == sorted(names)
    assert head.get_attribute("aria-sort") is None


def test_players_and_policies_are_left_out_and_come_back(opened) -> None:
    page = opened.page
    assert set(opened.column("table-cards", "players")) == {"2", "3"}
    page.get_by_label("3", exact=True).uncheck()
    assert set(opened.column("table-cards", "players")) == {"2"}
    assert set(opened.column("table-cards", "policy")) == {"greedy", "weighted"}
    page.get_by_label("greedy", exact=True).uncheck()
    assert set(opened.column("table-cards", "policy")) == {"weighted"}
    heads = page.locator("#table-character thead th:visible").all_inner_texts()
    assert heads == ["measure", "part", "2 players, weighted"]
    assert page.get_by_role("heading", name="3 players, all weighted").count() == 0
    assert page.get_by_role("heading", name="2 players, all weighted").count() == 1
    assert page.locator("#status").inner_text() == "Left out: 3, greedy"
    page.get_by_label("3", exact=True).check()
    page.get_by_label("greedy", exact=True).check()
    assert page.locator("main [hidden]").count() == 0


def test_links_lead_to_sections_tables_and_charts(opened) -> None:
    page = opened.page
    for text, target in (
        ("Tables", "tables"),
        ("What each kind is worth", "table-cards"),
        ("What each card is worth", "charts-card-values"),
    ):
        page.get_by_role("link", name=text, exact=True).first.click()
        assert page.url.endswith(f"#{target}")
        top = page.locator(f"#{target}").bounding_box()["y"]
        bar = page.locator(".controls").bounding_box()
        assert bar["y"] + bar["height"] <= top < DESK[1] / 2  # below the bar, not under it


def test_it_can_be_used_by_keyboard(opened) -> None:
    page = opened.page
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert focused.inner_text() == "Skip to what it says"
    assert page.locator(".skip").bounding_box()["y"] >= 0
    assert focused.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.url.endswith("#verdict")
    page.locator("#theme").focus()
    page.keyboard.press("Space")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    ground = page.locator("body").evaluate("one => getComputedStyle(one).backgroundColor")
    assert ground == "rgb(22, 22, 22)"
    assert page.locator("#theme").inner_text() == "Light colours"


def test_without_scripting_all_of_it_is_there(browser, address) -> None:
    one = Opened(browser, address, DESK, java_script_enabled=False)
    page = one.page
    assert not page.locator(".controls").is_visible()
    for found in ("table", "figure", "h2", "h3", "li", "tr", "pre"):
        assert page.locator(f"main {found}").count() > 0
        assert page.locator(f"main {found}:not(:visible)").count() == 0
    assert page.locator("button:visible").count() == 0
    one.close()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_but_boxes_is_wider_than_the_screen(browser, address, size) -> None:
    one = Opened(browser, address, size)
    assert one.page.evaluate("document.documentElement.scrollWidth") == size[0]
    wide = one.page.evaluate(
        """() => [...document.querySelectorAll('body *')]
            .filter((one) => !one.closest('.box, .skip')
                && one.getBoundingClientRect().right > innerWidth + 0.5)
            .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert wide == []
    one.close()


@pytest.mark.parametrize(
    ("size", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"]
)
def test_contrast_labels_and_roles_are_as_they_should_be(browser, address, size, scheme) -> None:
    one = Opened(browser, address, size, color_scheme=scheme)
    assert one.violations() == []
    one.close()


def test_the_page_of_an_atlas(browser, tmp_path) -> None:
    asked = of_atlas((2, 4), ("weighted",))
    few = (entry for entry in ATLAS if entry.name in ("atlas-map", "atlas-front"))
    galleries = [gallery(entry, asked, players=4, policy="weighted") for entry in few]
    file = tmp_path / "index.html"
    file.write_text(page_of(atlas_story(asked, galleries)), "utf-8")
    one = Opened(browser, file.as_uri(), PHONE, color_scheme="dark")
    assert one.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    one.page.get_by_label("2", exact=True).uncheck()
    assert set(one.column("table-best-closer", "players")) == {"4"}
    assert one.violations() == []
    one.close()


def test_a_comparison_is_as_good_a_page(browser, tmp_path) -> None:
    menus = ("party/sushi-go", "my-first-meal")
    found = compare(menus, players=(2, 4), policies=("random", "greedy"), budget=Budget(games=500))
    answers = Answers.of(found)
    (entry,) = (entry for entry in CHARTS if entry.section == "compare")
    file = tmp_path / "index.html"
    charts = gallery(entry, answers)
    name = f"chart-{charts.pictures[-1].name}"
    file.write_text(page_of(compare_story(answers, [charts])), "utf-8")
    for size, scheme in ((DESK, "dark"), (PHONE, "light")):
        one = Opened(browser, f"{file.as_uri()}#{name}", size, color_scheme=scheme)
        page = one.page
        assert page.locator(f"#{name}").bounding_box()["y"] < size[1] / 2  # the link leads to it
        # what is wider than the screen is moved by keyboard
        box = page.locator(f"#{name} .box")
        box.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
        assert (box.evaluate("one => one.scrollLeft") > 0) is (size == PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        assert page.locator("figure:visible").count() == 2
        page.get_by_label("4", exact=True).uncheck()
        assert page.locator("figure:visible").count() == 1
        # what is under the pointer says its number and its interval
        marks = page.locator("figure:visible use > title").all_text_contents()
        assert len(marks) > 30
        assert all(" to " in mark and ", all " in mark for mark in marks)
        assert one.violations() == []
        one.close()
