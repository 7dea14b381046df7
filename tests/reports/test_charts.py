"""Charts: what is drawn is what the frames say, the same bytes each time, no text on another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from xml.etree import ElementTree as ET

import numpy as np
import polars as pl
import pytest
from matplotlib import colors
from matplotlib.patches import Rectangle

from analysis.answers import analyze
from analysis.comparison import compare
from analysis.gather import Budget
from reports.answers import Answers
from reports.charts import CHARTS, DARK, THEME, Drawn, png, svg
from reports.charts.skill import apart
from reports.charts.style import SERIES, STYLE, Chart
from simkit.menus import Menu, build, load, printed
from simkit.menus.catalogue import cards
from tests.reports.synthetic import synthetic
from tests.reports.texts import meetings, texts

BY_NAME = {entry.name: entry for entry in CHARTS}
OF_ANALYSES = sorted(set(BY_NAME) - {"comparison"})
OF_CARDS = ("cards", "pairs")
DICE_ONLY, CARDS_ONLY = {"starts"}, {"pick-values", "preferences"}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def party() -> Answers:
    return Answers.of(analyze("party/sushi-go", players=(2, 5), budget=Budget(games=512)))


@pytest.fixture(scope="module")
def roll() -> Answers:
    sections = ("cards", "seats", "menu", "luck")
    found = analyze("roll/sushi-roll", players=(3,), sections=sections, budget=Budget(games=512))
    return Answers.of(found)


@pytest.fixture(scope="module")
def compared() -> Answers:
    menus = ("party/sushi-go", "party/my-first-meal")
    return Answers.of(compare(menus, players=(3,), budget=Budget(games=512)))


@pytest.fixture(scope="module")
def full() -> Answers:
    return synthetic(load("party/points-platter"), (2, 8))


_DRAWN: dict[tuple[object, ...], Chart] = {}


def one(answers: Answers, name: str, **of: object) -> Chart:
    """Return a chart; each is made once."""
    entry = BY_NAME[name]
    chosen = {what: of[what] for what in entry.by}
    key = (id(answers), name, *chosen.values())
    if key not in _DRAWN:
        chart = entry.draw(answers, **chosen)
        assert chart is not None
        _DRAWN[key] = chart
    return _DRAWN[key]


def marks(chart: Chart) -> list[tuple[float, float]]:
    """Return where the marks are that something is said of."""
    lines = [line for axes in chart.axes for line in axes.lines if line.get_gid()]
    return [
        (float(x), float(y))
        for line in lines
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    ]


def known(frame: pl.DataFrame, *columns: str) -> list[float]:
    return sorted(v for column in columns for v in frame[column] if v is not None)


def across(chart: Chart) -> list[float]:
    return sorted(x for x, _ in marks(chart))


def upward(chart: Chart) -> list[float]:
    return sorted(y for _, y in marks(chart))


# what there is


def test_every_chart_is_made_of_a_run(party: Answers, roll: Answers) -> None:
    of: dict[str, object] = {"players": 5, "policy": "weighted"}
    for name in set(BY_NAME) - {"comparison"} - DICE_ONLY:
        assert one(party, name, **of).title
    of["players"] = 3
    for name in set(BY_NAME) - {"comparison", "synergy"} - CARDS_ONLY:
        assert one(roll, name, **of).title
    for name in CARDS_ONLY | {"synergy"}:
        assert not list(BY_NAME[name].each(roll))
    for name in DICE_ONLY | {"comparison"}:
        assert not list(BY_NAME[name].each(party))


def test_none_without_data(full: Answers) -> None:
    nothing = Answers({}, full.manifest)
    empty = Answers({name: frame.clear() for name, frame in full.frames.items()}, full.manifest)
    for answers in (nothing, empty):
        assert [drawn.name for entry in CHARTS for drawn in entry.each(answers)] == []


def test_none_where_nothing_is_known(full: Answers) -> None:
    unknown = {
        name: frame.with_columns(pl.col(pl.Float64).cast(pl.Float64) * None)
        for name, frame in full.frames.items()
        if name != "distribution"
    }
    answers = Answers(unknown, full.manifest)
    assert [drawn.name for entry in CHARTS for drawn in entry.each(answers)] == []


def test_two_players_have_no_other_neighbours(party: Answers) -> None:
    assert not list(BY_NAME["neighbours"].each(party, players=2))


def test_names_of_charts_are_unique_and_plain(full: Answers) -> None:
    strange = Answers(full.frames, {**full.manifest, "policies": ["a b", "a-b", "a/b", "weighted"]})
    for answers in (full, strange):
        names = [
            entry._name(answers, dict(zip(entry.by, chosen, strict=True)))
            for entry in CHARTS
            if "menu" not in entry.by
            for chosen in product(*(getattr(answers, _plural(what)) for what in entry.by))
        ]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)


def _plural(what: str) -> str:
    return {"players": "players", "policy": "policies"}[what]


def test_only_what_is_asked_for(full: Answers) -> None:
    drawn = list(BY_NAME["card-values"].each(full, players=8, policy="greedy"))
    assert [(one.players, one.policy) for one in drawn] == [(8, "greedy")]
    assert drawn[0].name == "card-values-8-players-greedy"


# what is drawn


@pytest.mark.parametrize(("players", "policy"), [(2, "greedy"), (5, "weighted")])
def test_marks_are_the_estimates(party: Answers, players: int, policy: str) -> None:
    of = {"players": players, "policy": policy}
    kinds = party.table("kinds", players=players, policy=policy)
    effects = [f"{name}{end}" for name in ("forbid_value", "taken_effect") for end in ("", "_win")]
    assert across(one(party, "card-values", **of)) == known(kinds, *effects)
    both = kinds.drop_nulls(["with_without", "taken_effect"])
    assert across(one(party, "bias", **of)) == known(both, "with_without", "taken_effect")
    picks = party.table("picks", players=players, policy=policy).drop_nulls("pick_value")
    assert upward(one(party, "pick-values", **of)) == known(picks, "pick_value_shrunk")
    preferred = party.table("cards", players=players, policy=policy)
    finite = preferred.filter(pl.col("preference").is_finite())
    assert across(one(party, "preferences", **of)) == known(finite, "preference")
    seats = party.table("seats", players=players)
    assert across(one(party, "seats", **of)) == known(seats, "score_edge", "win_edge")
    names = [label.get_text() for label in one(party, "seats", **of).axes[0].get_yticklabels()]
    assert names == [f"seat {n}" for n in range(1, players + 1)]
    rounds = party.table("character", players=players).filter(
        pl.col("measure").is_in(["leader_wins", "comeback", "settled"])
    )
    assert upward(one(party, "lead", **of)) == known(rounds, "value")
    alone = party.table("neighbours", policy=policy).filter(place=0)
    assert upward(one(party, "alone", **of)) == known(alone, "win", "points")


def test_marks_of_neighbours(party: Answers) -> None:
    effects = party.table("neighbours", players=5, policy="weighted").filter(pl.col("place") > 0)
    chart = one(party, "neighbours", players=5, policy="weighted")
    assert across(chart) == known(effects, "points", "win")


def test_marks_of_starts(roll: Answers) -> None:
    frame = roll.table("starts", players=3, policy="weighted")
    chart = one(roll, "starts", players=3, policy="weighted")
    assert across(chart) == known(frame, "edge")
    full = [
        line
        for axes in chart.axes
        for line in axes.lines
        if line.get_gid() and line.get_markerfacecolor() != "#ffffff"
    ]
    assert sum(len(line.get_xdata()) for line in full) == frame.filter(place=0).height


def test_uncertain_picks_are_hollow(party: Answers) -> None:
    picks = party.table("picks", players=5, policy="weighted").drop_nulls("pick_value")
    low, high = picks["pick_value_shrunk_low"], picks["pick_value_shrunk_high"]
    unsure = picks.filter(((low > 0) | (high < 0)).fill_null(False).not_())
    chart = one(party, "pick-values", players=5, policy="weighted")
    hollow = [
        float(y)
        for axes in chart.axes
        for line in axes.lines
        if line.get_gid() and line.get_markerfacecolor() == "#ffffff"
        for y in line.get_ydata()
    ]
    assert sorted(hollow) == known(unsure, "pick_value_shrunk")


def test_lines_of_skill(party: Answers) -> None:
    changes = party.table("changes", players=5).filter(measure="forbid_value")
    chart = one(party, "skill", players=5)
    lines = [line for line in chart.axes[0].lines if line.get_gid()]
    ends = sorted((float(line.get_ydata()[0]), float(line.get_ydata()[1])) for line in lines)
    assert ends == sorted(zip(changes["beginner"], changes["expert"], strict=True))


def test_heights_of_scores(party: Answers) -> None:
    frame = party.table("distribution", players=5, policy="weighted")
    chart = one(party, "scores-seats", players=5)
    ridges = [line for line in chart.axes[0].lines if len(line.get_xdata()) > 2]
    counts = frame.filter(seat=0).sort("score")
    x, y = (np.asarray(values, float) for values in ridges[0].get_data())
    share = y[0] - y[1:-1]
    drawn = dict(zip(x[1:-1], share / share.sum(), strict=True))
    for score, games in zip(counts["score"], counts["games"], strict=True):
        assert drawn[score] == pytest.approx(games / counts["games"].sum())


def test_parts_of_luck(party: Answers) -> None:
    chart = one(party, "luck")
    for axes, what in zip(chart.axes, ("score", "win"), strict=True):
        bars = [p for p in axes.patches if isinstance(p, Rectangle) and p.get_gid()]
        skill = party.table("skill").filter(of=what)
        luck = party.table("luck").filter(of=what)
        widths = [*skill["value"], *luck["value"], *(1 - luck["value"])]
        assert sorted(bar.get_width() for bar in bars) == pytest.approx(sorted(widths))


def test_cells_of_maps(full: Answers) -> None:
    of = {"players": 8, "policy": "weighted"}
    rates = full.table("pick_rates", **of)  # type: ignore[arg-type]
    chart = one(full, "take-rates", **of)
    said = sorted(int(text.get_text()) for text in chart.axes[0].texts)
    assert said == sorted(int(f"{100 * v:.0f}") for v in rates["pick_rate"])
    pairs = full.table("synergy", **of)  # type: ignore[arg-type]
    chart = one(full, "synergy", **of)
    said = sorted(text.get_text().replace("−", "-") for text in chart.axes[0].texts)
    assert said == sorted(f"{v:+z.1f}" if abs(v) < 9.95 else f"{v:+z.0f}" for v in pairs["synergy"])
    unsure = pairs.filter((pl.col("synergy_low") <= 0) & (pl.col("synergy_high") >= 0))
    faint = [text for text in chart.axes[0].texts if text.get_style() == "italic"]
    assert len(faint) == len(unsure)


def test_differences_of_menus(compared: Answers) -> None:
    (drawn,) = BY_NAME["comparison"].each(compared)
    assert drawn.menu == "party/my-first-meal"
    frame = compared.table("differences", players=3)
    points = set(frame.filter(unit="points")["difference"])
    shares = {100 * v for v in frame.filter(unit="share")["difference"] if v is not None}
    first, second, *_ = drawn.chart.axes
    for axes, among in ((first, points), (second, shares)):
        x = [float(v) for line in axes.lines if line.get_gid() for v in line.get_xdata()]
        assert x
        assert set(x) <= among


def test_intervals_and_zero_are_drawn(full: Answers) -> None:
    no_zero = {"scores", "scores-seats", "lead", "luck", "take-rates", "synergy"}
    no_interval = {"scores", "scores-seats", "take-rates", "synergy", "skill", "comparison"}
    for name in OF_ANALYSES:
        chart = one(full, name, players=8, policy="weighted")
        labels = {artist.get_label() for axes in chart.axes for artist in axes.get_children()}
        assert name in no_zero or "zero" in labels, name
        assert name in no_interval or "interval" in labels, name


def test_captions_have_n_and_seed(full: Answers) -> None:
    for name in OF_ANALYSES:
        chart = one(full, name, players=8, policy="weighted")
        caption = re.sub(r"\s", " ", chart.texts[-1].get_text())
        assert "seed 0" in caption, name
        games = "12,345" if name not in ("pick-values", "scores", "scores-seats") else ","
        assert games in caption, name


def test_infinite_preferences_are_arrows(full: Answers) -> None:
    first = pl.int_range(pl.len()) == 0
    frame = full.frames["cards"].with_columns(
        preference=pl.when(first).then(float("inf")).otherwise("preference"),
        preference_high=pl.when(first).then(float("inf")).otherwise("preference_high"),
    )
    answers = Answers({**full.frames, "cards": frame}, full.manifest)
    chart = one(answers, "preferences", players=2, policy="greedy")
    assert [line.get_marker() for line in chart.axes[0].lines].count(">") == 1
    assert meetings(chart) == []


# texts


def charts_of(menu: Menu, counts: tuple[int, ...], names: set[str]) -> Iterator[Drawn]:
    answers = synthetic(menu, counts)
    for entry in CHARTS:
        if entry.name in names:
            yield from entry.each(answers, policy="weighted")


CARDS = {entry.name for entry in CHARTS if entry.section in OF_CARDS}
BY_NAMES = {"pick-values", "skill", "synergy"}  # in which names lie beside or below each other
OTHERS = set(BY_NAME) - CARDS
OF_ALL = {entry.name for entry in CHARTS if "players" not in entry.by}


@pytest.mark.parametrize("menu", printed(), ids=lambda menu: menu.slug)
def test_no_text_on_another(menu: Menu) -> None:
    for drawn in charts_of(menu, (5,), BY_NAMES):
        assert meetings(drawn.chart) == [], drawn.name


@pytest.mark.parametrize("players", [2, 8])
def test_no_text_on_another_at_any_number_of_players(players: int) -> None:
    names = {*OTHERS, "pick-values", "take-rates"} - OF_ALL
    for drawn in charts_of(load("party/points-platter"), (players,), names):
        assert meetings(drawn.chart) == [], drawn.name


@pytest.mark.parametrize("counts", [(2,), (2, 5, 8), tuple(range(2, 9))], ids=str)
def test_no_text_on_another_with_all_numbers_of_players(counts: tuple[int, ...]) -> None:
    for drawn in charts_of(load("party/sushi-go"), counts, OF_ALL):
        assert meetings(drawn.chart) == [], drawn.name


@pytest.mark.parametrize(
    ("menu", "players"),
    [("dinner-for-two", 2), ("party-sampler", 3), ("big-banquet", 5), ("master-menu", 8)],
)
def test_no_text_on_another_anywhere(menu: str, players: int) -> None:
    for drawn in charts_of(load(menu), (players,), set(BY_NAME)):
        assert meetings(drawn.chart) == [], drawn.name


def test_no_text_on_another_with_every_kind() -> None:
    menu = build({"name": "Everything", "cards": list(cards("party"))}, house=True)
    for drawn in charts_of(menu, (8,), {"card-values", *BY_NAMES}):
        assert meetings(drawn.chart) == [], drawn.name


def test_texts_that_meet_are_found() -> None:
    chart = Chart()
    axes = chart.add_subplot()
    axes.text(0.5, 0.5, "one")
    axes.text(0.5, 0.5, "other")
    chart.done("Title", "", "Note", body=1, alt="")
    assert any("'one' lies on 'other'" in wrong for wrong in meetings(chart))


STRANGE = "$\\frac{1}{2}$ <script>alert('1')</script> & a very, very long name"


@pytest.fixture(scope="module")
def strange() -> Answers:
    menu = replace(load("party/sushi-go"), name=STRANGE)
    return synthetic(
        menu, (3,), (f"{STRANGE}1", f"weighted\N{RIGHT-TO-LEFT OVERRIDE}$x_2${'y' * 300}")
    )


@pytest.mark.parametrize("name", ["card-values", "skill", "seats", "alone", "scores", "luck"])
def test_names_come_from_strangers(strange: Answers, name: str) -> None:
    chart = one(strange, name, players=3, policy=strange.policies[-1])
    assert meetings(chart) == []
    said = " ".join(text.get_text() for text in texts(chart))
    if name in ("card-values", "alone"):
        assert r"\$x_2\$" in said  # without the strokes it would be a formula
    written = svg(chart, name="x")
    assert "<script" not in written
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in written
    lines = [element.text or "" for element in ET.fromstring(written).iter(f"{SVG}text")]
    assert any(r"$\frac{1}{2}$ <script>" in line for line in lines)


# bytes


@pytest.mark.parametrize("name", ["pick-values", "skill", "synergy", "luck", "scores"])
def test_the_same_chart_is_the_same_bytes(full: Answers, name: str) -> None:
    entry, of = BY_NAME[name], {"players": 8, "policy": "weighted"}
    chart = one(full, name, **of)
    first = svg(chart, name="x")
    picture = png(chart)
    assert svg(chart, name="x") == first  # drawing moves nothing
    again = entry.draw(full, **{what: of[what] for what in entry.by})
    assert again is not None
    assert png(again) == picture
    assert svg(again, name="x") == first


def test_svg_for_a_page(full: Answers) -> None:
    chart = one(full, "card-values", players=8, policy="weighted")
    written = svg(chart, name="here", themed=True)
    root = ET.fromstring(written)
    assert written.startswith("<svg ")
    assert root.get("role") == "img"
    title, description = root[0], root[1]
    assert (title.tag, title.text) == (f"{SVG}title", chart.title)
    assert (description.tag, description.text) == (f"{SVG}desc", chart.alt)
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert ids
    assert len(set(ids)) == len(ids)
    assert all(str(one).startswith("here-") for one in ids)
    used = re.findall(r'(?:url\(#|href="#)([^")]+)', written)
    assert used
    assert set(used) <= set(ids)
    assert root.find(f".//{SVG}style") is None  # it would hold for all of the page
    assert "--chart-ink, #1a1a1a" in written
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]+"', "", written)
    tips = [title.text for title in root.iter(f"{SVG}title")][1:]
    assert len(tips) == 4 * len(full.menu.kinds)
    assert any(str(tip).startswith("Nigiri, may take it: ") for tip in tips)


def test_svg_for_a_file_has_a_ground_and_plain_colours(full: Answers) -> None:
    written = svg(one(full, "scores"), name="scores")
    assert "var(" not in written
    assert "fill: #ffffff" in written


def test_a_users_style_changes_nothing(full: Answers) -> None:
    import matplotlib as mpl

    before = svg(one(full, "lead", players=8), name="x")
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.grid": False}):
        assert svg(one(full, "lead", players=8), name="x") == before


# colours


def _luminance(colour: str) -> float:
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colors.to_rgb(colour)
    ]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


def _contrast(a: str, b: str) -> float:
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_texts_and_marks_stand_out() -> None:
    """WCAG 2.2: 4.5 for texts, 3 for marks; the first three series, which most charts have."""
    light = {name: colour for colour, name in THEME.items()}
    for colours in (light, DARK):
        for name in ("ink", "pale"):
            for ground in ("paper", "stripe"):
                assert _contrast(colours[name], colours[ground]) >= 4.5, name
        for name in ("blue", "red", "green"):
            assert _contrast(colours[name], colours["paper"]) >= 3, name
    assert set(DARK) == set(light)
    assert set(SERIES) <= set(THEME)


def test_names_are_spread_as_little_as_may_be() -> None:
    values = np.array([0.0, 5.0, 0.1, 0.2, 9.0])
    found = apart(values, 1.0)
    assert found.tolist() == pytest.approx([-0.9, 5.0, 0.1, 1.1, 9.0])
    assert np.diff(np.sort(found)).min() >= 1 - 1e-12


def test_the_style_is_shipped() -> None:
    assert STYLE.is_file()
