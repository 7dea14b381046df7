"""Charts of an atlas: what is drawn is what the atlas says, the same bytes each time, no text on another."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure

from reports.atlas_answers import AtlasAnswers
from reports.charts import ATLAS, png, svg
from reports.charts.labels import Box
from reports.charts.style import BLUE, Chart
from simkit.menus import printed
from tests.reports.atlas import GOALS, LEVELS, PLAYERS, STRONG, answers, effects
from tests.reports.texts import meetings

BY_NAME = {entry.name: entry for entry in ATLAS}


@pytest.fixture(scope="module")
def asked() -> AtlasAnswers:
    return answers()


@pytest.fixture(scope="module")
def drawn(asked: AtlasAnswers) -> dict[str, Chart]:
    """Return one chart of each kind, about the first goal, four players, the last policy."""
    of = {
        "goal": asked.goals[0],
        "front": asked.fronts[0],
        "players": 4,
        "policy": "weighted",
    }
    return {
        name: entry.draw(asked, **{what: of[what] for what in entry.by})
        for name, entry in BY_NAME.items()
    }


def blue(chart: Chart, *, filled: bool | None = None) -> list[tuple[float, float]]:
    """Return where the marks are that something is said of."""
    found = []
    for axes in chart.axes:
        for line in axes.lines:
            is_full = line.get_markerfacecolor() == BLUE
            if line.get_gid() and line.get_marker() == "o" and filled in (None, is_full):
                found += zip(line.get_xdata(), line.get_ydata(), strict=True)
    return [(float(x), float(y)) for x, y in found]


def test_no_text_meets_another(drawn: dict[str, Chart]) -> None:
    for name, chart in drawn.items():
        assert (name, meetings(chart)) == (name, [])


def test_no_text_meets_another_with_many_tables() -> None:
    asked = answers(tuple(range(2, 9)))
    for name in ("atlas-spread", "atlas-cards"):
        of = {"goal": asked.goals[1], "policy": "weighted"}
        chart = BY_NAME[name].draw(asked, **{what: of[what] for what in BY_NAME[name].by})
        assert (name, meetings(chart)) == (name, [])


def test_the_same_atlas_the_same_bytes() -> None:
    one, other = (
        BY_NAME["atlas-front"].draw(own, own.fronts[0], 4, "weighted")
        for own in (answers((4,), ("weighted",)), answers((4,), ("weighted",)))
    )
    written = svg(one, name="x")
    assert svg(other, name="x") == written
    assert png(other) == png(one)
    assert f">{one.title}</title>" in written
    assert not re.search(r' d="[^"]*\d\.\d{3}', written)  # what is not to be seen is not written


def test_which_charts_there_are(asked: AtlasAnswers, monkeypatch: pytest.MonkeyPatch) -> None:
    names = []
    for entry in ATLAS:
        bare = replace(entry, draw=lambda *_, **__: Figure())
        names += [one.name for one in bare.each(asked)]
    assert len(set(names)) == len(names)
    assert "atlas-cards-closer-greedy" in names
    assert "atlas-front-closer-comebacks-2-players-weighted" in names
    assert len(names) == 2 * (3 + 3 * len(GOALS) + 2 * len(PLAYERS))


def test_nothing_is_drawn_of_nothing(asked: AtlasAnswers) -> None:
    atlas = asked.atlas
    empty = AtlasAnswers(
        replace(
            atlas,
            cells=atlas.cells.with_columns(
                pl.lit(None, pl.Float32).alias(f"{measure}{end}")
                for measure in LEVELS
                for end in ("", "_se", "_low", "_high")
            ),
            effects=atlas.effects.clear(),
            pairs=atlas.pairs.clear(),
            fit=atlas.fit.with_columns(r2_true=pl.lit(None, pl.Float64)),
            calibration=atlas.calibration.clear(),
        ),
        asked.goals,
        asked.fronts,
    )
    assert [one.name for entry in ATLAS for one in entry.each(empty)] == []


def test_effects_of_cards_are_where_they_are_planted(drawn: dict[str, Chart]) -> None:
    planted = effects("margin")
    first = drawn["atlas-cards"].axes[0]
    named = {tick.get_text(): y for y, tick in enumerate(first.get_yticklabels())}
    marks = [line for line in first.lines if line.get_gid()]
    at = {y: x for line in marks for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)}
    assert len(at) == len(planted)
    assert at[named["Eel"]] == pytest.approx(planted["eel"])
    assert at[named["Pudding"]] == pytest.approx(planted["pudding"])
    hollow = [line for line in marks if line.get_markerfacecolor() != BLUE]
    assert named["Tea"] in [y for line in hollow for y in line.get_ydata()]


def test_only_the_pair_that_is_there_is_marked(drawn: dict[str, Chart]) -> None:
    chart = drawn["atlas-pairs"]
    (texts,) = {len([t for t in axes.texts if t.get_text().strip()]) for axes in chart.axes[:1]}
    assert texts == 1
    ((x, _),) = blue(chart, filled=True)
    assert x == pytest.approx(LEVELS["margin"][1])
    assert "1 can be told from 0" in chart.alt
    assert "Eel + Special order" in chart.alt
    assert STRONG == ("eel", "special-order")


def test_the_front_is_what_no_menu_beats(asked: AtlasAnswers, drawn: dict[str, Chart]) -> None:
    cells = asked.cells(4, "weighted")
    goals = asked.fronts[0]
    value = np.stack([goal.sign * cells[goal.column].to_numpy() for goal in goals], axis=1)
    best = [
        i
        for i, own in enumerate(value)
        if not any((other >= own).all() and (other > own).any() for other in value)
    ]
    expected = {(float(cells[goals[0].column][i]), float(cells[goals[1].column][i])) for i in best}
    assert set(blue(drawn["atlas-front"], filled=True)) == expected
    labels = [text.get_text() for text in drawn["atlas-front"].axes[0].texts]
    assert {str(i + 1) for i in range(len(best))} <= set(labels)
    assert {menu.name for menu in printed()} & set(labels)


def test_printed_menus_stand_at_their_numbers(asked: AtlasAnswers, drawn: dict[str, Chart]) -> None:
    axes = drawn["atlas-spread"].axes[0]
    found = [float(line.get_ydata()[0]) for line in axes.lines if line.get_marker() == "o"]
    expected = [
        asked.cells(n, "weighted")["margin"][row]
        for n in PLAYERS
        for row in asked.places(n, "weighted").values()
    ]
    assert sorted(found) == pytest.approx(sorted(expected))
    numbers = {text.get_text() for text in axes.texts}
    assert numbers == {str(i + 1) for i in range(len(asked.printed))}


def test_boxes_meet_where_they_have_room_in_common() -> None:
    boxes = [Box(0, 2, 0, 2), Box(1, 3, 1, 3), Box(2, 4, 0, 1)]
    assert [a.meets(b) for a, b in combinations(boxes, 2)] == [True, False, False]
    assert Box(0, 4, 0, 4).holds(boxes[1])
    assert not boxes[1].holds(boxes[0])
