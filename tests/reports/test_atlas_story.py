"""The page of an atlas: what is said is what was planted, all of it is there, and the same each time."""

from __future__ import annotations

import polars as pl
import pytest

from analysis.atlas.goals import GOALS as NAMED
from reports.atlas_answers import AtlasAnswers
from reports.atlas_story import atlas_story
from reports.atlas_words import percent
from reports.html import page
from reports.markdown import long_tables, markdown
from reports.pieces import Print, Sheet, Story, Words
from simkit.errors import InputError
from simkit.menus import printed
from tests.reports.atlas import GOALS, LEVELS, PLAYERS, answers, atlas, effects
from tests.reports.test_html import Reader


@pytest.fixture(scope="module")
def asked() -> AtlasAnswers:
    return answers()


@pytest.fixture(scope="module")
def told(asked: AtlasAnswers) -> Story:
    return atlas_story(asked)


def words(told: Story, title: str) -> tuple[str, ...]:
    (found,) = [
        piece.items
        for section in told.sections
        for piece in section.pieces
        if isinstance(piece, Words) and piece.title.startswith(title)
    ]
    return found


def sheet(told: Story, slug: str) -> Sheet:
    (found,) = [
        piece
        for section in told.sections
        for piece in section.pieces
        if isinstance(piece, Sheet) and piece.slug == slug
    ]
    return found


def test_cards_that_do_most_are_named(told: Story) -> None:
    (line,) = [one for one in words(told, "What cards do") if one.startswith("Richer")]
    planted = sorted(effects("score").items(), key=lambda pair: pair[1])
    good, _, bad = line.partition("the other way round")
    best, worst = planted[-1], planted[0]
    assert f"{best[1]:+.1f} ± 0.6 points" in good.split(" and ")[0]
    assert f"{worst[1]:+.1f} ± 0.6 points" in bad.split(" and ")[0]
    assert "Tea" not in line
    told_apart = sum(abs(effect) > 1.96 * 0.3 for _, effect in planted)
    number = int(line.split(" of 22 cards")[0].split()[-1])
    assert told_apart - 3 <= number <= told_apart  # all cards judged together


def test_the_pair_is_named_and_no_other(told: Story) -> None:
    for line in words(told, "What pairs do"):
        assert "Eel with Special order" in line
        assert "1 of 225 pairs can be told" in line


def test_ends_say_how_many_could_as_well_be_first(asked: AtlasAnswers, told: Story) -> None:
    cells = asked.cells(4, "weighted")
    first = cells.sort("margin").row(0, named=True)
    others = int((cells["margin_low"] <= first["margin_high"]).sum()) - 1
    (line,) = [one for one in words(told, "The menus at the ends") if one.startswith("Closer")]
    assert f"{others} others could as well be first" in line
    best = asked.best(asked.goals[0], 4, "weighted")
    for rank, row in enumerate(best.to_dicts()):
        meets = cells.filter(pl.col("margin_low") <= row["margin_high"])
        behind = meets.filter(pl.col("margin") > row["margin"])
        assert row["as_well"] == len(behind), rank
    (richest,) = asked.best(asked.goals[2], 4, "weighted").head(1).to_dicts()
    meets = cells.filter(pl.col("score_high") >= richest["score_low"])
    assert richest["as_well"] == len(meets) - 1


def test_places_of_printed_menus(asked: AtlasAnswers, told: Story) -> None:
    table = sheet(told, "printed")
    cells = asked.cells(4, "weighted")
    name, row = next(iter(asked.places(4, "weighted").items()))
    (line,) = [
        line
        for line in table.lines
        if (line.cells[0].text, line.players, line.policy) == (name, 4, "weighted")
    ]
    own = cells["score"][row]
    below = float((cells["score"] < own).mean())
    column = [head.text for head in table.heads].index("Score, points")
    assert line.cells[column].number == pytest.approx(below)
    assert f"({percent(below)})" in line.cells[column].text
    assert {line.cells[0].text for line in table.lines} == {menu.name for menu in asked.printed}
    assert {menu.name for menu in asked.printed} <= {menu.name for menu in printed()}


def test_a_place_is_never_rounded_to_all_or_nothing() -> None:
    assert [percent(share) for share in (0.0, 0.0001, 0.996, 0.9999, 1.0, 0.5)] == [
        "0 %",
        "0.1 %",
        "99.6 %",
        "99.9 %",
        "100 %",
        "50 %",
    ]


def test_tables_are_about_all_tables_of_players(told: Story) -> None:
    best = sheet(told, "best-closer")
    assert len(best.lines) == 20 * len(PLAYERS) * 2
    assert {line.players for line in best.lines} == set(PLAYERS)
    found = sheet(told, "effects")
    assert {line.players for line in found.lines} == {None, *PLAYERS}
    (tea,) = [
        line
        for line in found.lines
        if line.cells[0].text == "Tea" and (line.players, line.policy) == (None, "greedy")
    ]
    assert all(cell.text.endswith("?") for cell in tea.cells[4:])


def test_what_is_open_is_said(told: Story) -> None:
    said = " ".join(words(told, "All weighted"))
    assert "Score: cards and pairs predict 40 %" in said
    assert "Margin: cards" not in said
    assert "were never played" in said
    assert "224 of 225 pairs" in said


def test_it_says_where_it_comes_from(told: Story) -> None:
    rows = {line.cells[0].text: line.cells[1].text for line in sheet(told, "settings").lines}
    assert rows["rules version"] == "2"
    assert rows["seed"] == "7"
    assert rows["digest of the store"] == "5ca1ab1e"
    assert "512 with 4 players" in rows["games of each menu, all greedy"]
    (command,) = [
        piece.text
        for section in told.sections
        for piece in section.pieces
        if isinstance(piece, Print)
    ]
    assert command.startswith("simkit atlas report --atlas ATLAS")


def test_the_page_and_the_markdown_are_whole(told: Story) -> None:
    text, written = page(told), markdown(told, folder="charts", tables="tables.md")
    reader = Reader(text)
    ids = set(reader.values("id"))
    assert all(link[1:] in ids for link in reader.values("href"))
    for section in told.sections:
        assert section.slug in ids
        assert f"## {section.title}" in written
    assert "table-best-closer" in ids
    assert "### Margin: the first menus (less is better)\n\n80 lines: in [tables.md]" in written
    assert long_tables(told).count("the first menus") == len(GOALS)


def test_goals_are_chosen(asked: AtlasAnswers) -> None:
    assert [goal.name for goal in AtlasAnswers.of(atlas()).goals] == [
        goal.name for goal in NAMED if goal.column in LEVELS
    ]
    few = AtlasAnswers.of(atlas(), ("+score", "-margin"))
    assert few.measures == ("score", "margin")
    assert [(a.name, b.name) for a, b in few.fronts] == [("+score", "-margin")]
    assert sheet(atlas_story(few), "best-score-0").lines
    with pytest.raises(InputError, match="say whether more is better"):
        AtlasAnswers.of(atlas(), ("score",))
    assert [goal.name for goal in asked.goals] == list(GOALS)


def test_one_table_only() -> None:
    told = atlas_story(answers((4,), ("weighted",)))
    assert [head.text for head in sheet(told, "best-richer").heads][:2] == ["menu", "place"]
    assert len(words(told, "What cards do")) == len(GOALS)
    assert all(line.players == 4 for line in sheet(told, "effects").lines)
    assert page(atlas_story(answers((4,), ("weighted",)))) == page(told)


def test_line_ups_go_from_beginner_to_expert_whatever_their_order_in_the_atlas() -> None:
    found = answers((4,), ("weighted", "greedy", "greedy+noise=0.5,random,random,random"))
    assert found.policies == ("greedy", "greedy+noise=0.5,random,random,random", "weighted")
