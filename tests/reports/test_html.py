"""The page and the Markdown of a report: well-formed, whole, and safe from what strangers write."""

import base64
import hashlib
import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from reports.answers import Answers
from reports.html import page
from reports.markdown import long_tables, markdown, plain
from reports.pieces import Gallery, Sheet, Story
from reports.report import within
from reports.story import story
from tests.reports.made import NAME, SOURCE, made, told

VOID = {"meta", "input", "br", "link", "img", "use", "path"}


@pytest.fixture(scope="module")
def answers() -> Answers:
    return made()


@pytest.fixture(scope="module")
def whole(answers) -> Story:
    return told(answers)


@pytest.fixture(scope="module")
def text(whole) -> str:
    return page(whole)


class Reader(HTMLParser):
    """The elements of a page in their order; every one that is opened has to be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], tuple[str, ...]]] = []
        self.said: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        assert len(dict(attributes)) == len(attributes)
        self.found.append((tag, dict(attributes), tuple(self._open)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: Any) -> None:
        self.found.append((tag, dict(attributes), tuple(self._open)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self._open):
            self.said.append(data)

    def all(self, *tags: str) -> Iterator[dict[str, str | None]]:
        return (attributes for tag, attributes, _ in self.found if tag in tags)

    def values(self, name: str) -> list[str]:
        return [attributes[name] or "" for _, attributes, _ in self.found if name in attributes]


@pytest.fixture(scope="module")
def reader(text) -> Reader:
    return Reader(text)


def test_it_is_well_formed_and_all_references_lead_somewhere(reader) -> None:
    ids = Counter(reader.values("id"))
    assert max(ids.values()) == 1
    for link in (*reader.values("href"), *reader.values("xlink:href")):
        assert link.startswith("#")
        assert link[1:] in ids
    for name in ("aria-labelledby", "aria-describedby"):
        for value in reader.values(name):
            assert set(value.split()) <= set(ids)
    headings = [int(tag[1]) for tag, _, _ in reader.found if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(headings))


def test_tables_say_what_they_are(reader, whole) -> None:
    sheets = [p for section in whole.sections for p in section.pieces if isinstance(p, Sheet)]
    assert len(list(reader.all("table"))) == len(list(reader.all("caption"))) == len(sheets)
    assert len({piece.slug for piece in sheets}) == len(sheets) > 12
    assert all(attributes.get("scope") in ("row", "col") for attributes in reader.all("th"))
    for piece in sheets:
        assert {len(line.cells) for line in piece.lines} == {len(piece.heads)}


def test_charts_have_a_text_beside_them(reader) -> None:
    assert len(list(reader.all("figure"))) == len(list(reader.all("figcaption"))) == 3
    for attributes in reader.all("svg"):
        assert attributes["role"] == "img"
        assert attributes["aria-labelledby"]


def test_a_page_that_would_be_too_large_says_where_the_other_pictures_are(whole, answers) -> None:
    (gallery,) = [
        piece
        for section in whole.sections
        for piece in section.pieces
        if isinstance(piece, Gallery) and piece.slug == "card-values"
    ]
    expert = gallery.pictures[0]
    assert expert.policy == "weighted"
    both = replace(gallery, pictures=(expert, replace(expert, name="x", policy="greedy")))
    size = len(expert.svg)
    assert within([both], 2 * size, expert="weighted") == [both]
    (fitting,) = within([both], 2 * size - 1, expert="weighted")
    assert [bool(picture.svg) for picture in fitting.pictures] == [True, False]
    text = page(story(answers, [fitting]))
    assert text.count("<svg") == 1
    assert "charts/x.svg" in text
    assert text.count(html.escape(expert.alt)) == 3  # in the one picture, and below both


def test_nothing_is_loaded_and_nothing_is_hidden(text, reader) -> None:
    assert not {"src", "srcset", "action", "style-src", "formaction"} & {
        name for _, attributes, _ in reader.found for name in attributes
    }
    assert not any(
        name.startswith("on") for _, attributes, _ in reader.found for name in attributes
    )
    assert not list(reader.all("link", "iframe", "img", "object", "embed", "base"))
    assert re.findall(r"url\((?!#)|@import", text) == []
    addresses = {value for value in re.findall(r'="(\w+://[^"]*)', text) if "w3.org" not in value}
    assert addresses == set()
    assert [tag for tag, attributes, _ in reader.found if "hidden" in attributes] == ["form"]


def test_only_the_script_of_the_page_runs(text, reader) -> None:
    assert len(list(reader.all("script"))) == 1
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    (policy,) = [value for value in reader.values("content") if "script-src" in value]
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in policy


def test_names_are_shown_as_they_are(reader, whole) -> None:
    said = " ".join("".join(reader.said).split())
    assert said.count(NAME) >= 4
    assert "simkit replay 'it'\"'\"'s <b>`$(x)`.toml' -p 2 --policy weighted" in said
    assert whole.title == NAME


def test_all_that_is_said_is_on_the_page_and_in_markdown(reader, whole) -> None:
    said = " ".join("".join(reader.said).split())
    written = markdown(whole, folder="charts", tables="tables.md")
    sentences = whole.sentences()
    assert len(sentences) > 30
    for sentence in sentences:
        assert " ".join(sentence.split()) in said
        assert plain(sentence) in written
    for title in ("What can't be told yet", "How certain that is", "Unusual games", "Method"):
        assert title in said
        assert title in written


def test_every_unusual_game_has_its_command(whole, answers) -> None:
    (unusual,) = [
        piece
        for section in whole.sections
        for piece in section.pieces
        if isinstance(piece, Sheet) and piece.slug == "unusual"
    ]
    assert len(unusual.lines) == len(answers.table("outliers")) == 16
    for line in unusual.lines:
        texts = [cell.text for cell in line.cells]
        _what, _value, _who, menu, players, policy, seed, game, command = texts
        assert menu == SOURCE
        assert command.endswith(f" -p {players} --policy {policy} --seed {seed} -k {game}")


def test_the_same_answers_give_the_same_bytes(text, answers) -> None:
    assert page(told(answers)) == text


def test_markdown_holds_no_html_and_its_tables_are_whole(whole) -> None:
    written = markdown(whole, folder="charts", tables="tables.md")
    outside = re.sub(r"^(`{3,})text\n.*?\n\1$", "", written, flags=re.DOTALL | re.MULTILINE)
    assert not re.search(r"[<>]|://|(?<!\\)[`$*]", outside)
    assert re.findall(r"(?<!\\)\]\(([^)]*)", outside) == [
        "charts/card-values-2-players-weighted.svg",
        "charts/card-values-3-players-weighted.svg",
        "charts/scores.svg",
        *["tables.md"] * 5,
    ]
    rows = [len(re.findall(r"(?<!\\)\|", line)) for line in outside.splitlines() if line[:1] == "|"]
    assert len(rows) > 60
    for block in re.findall(r"(?:^\|.*\n)+", outside, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1


def test_markdown_has_every_table_here_or_there(whole) -> None:
    here, there = markdown(whole, folder="charts", tables="tables.md"), long_tables(whole)
    for section in whole.sections:
        for piece in section.pieces:
            if isinstance(piece, Sheet):
                head = f"### {plain(piece.caption)}\n"
                assert head in here
                cells = " | ".join(plain(head.text) or " " for head in piece.heads)
                assert (f"| {cells} |" in here) is not (head in there)
                assert (f"| {cells} |" in there) is (head in there)
    assert there.count("### ") == here.count("[tables.md](tables.md)") == 5


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a\nb", "a b"),
        ("1. first", "1\\. first"),
        ("- item", "\\- item"),
        ("---", "\\---"),
        ("-0.5 points", "-0.5 points"),
        ("# head", "\\# head"),
        ("a_b*c", "a\\_b\\*c"),
        ("see www.x.y, me@x.y", "see www&#46;x.y, me&#64;x.y"),
        ("&lt;", "&amp;lt;"),
    ],
)
def test_marks_of_markdown_are_letters(name, safe) -> None:
    assert plain(name) == safe
    assert html.unescape(re.sub(r"\\([^\w\s]|_)", r"\1", safe)).split() == name.split()
