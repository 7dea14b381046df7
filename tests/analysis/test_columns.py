from collections.abc import Iterable, Mapping

import polars as pl
import pytest

from analysis import table_columns, tables
from analysis.answers import analyze
from analysis.columns import (
    ESTIMATES,
    IN_ANALYSES,
    IN_COMPARISONS,
    KEYS,
    OTHERS,
    OTHERS_IN_ANALYSES,
    OTHERS_IN_COMPARISONS,
)
from analysis.comparison import compare
from analysis.gather import Budget
from analysis.pages import PAGES
from analysis.table_columns import ENDS
from reports.analysis_tables import LABELS
from reports.folder import ANALYSIS, COMPARISON, forms, problem
from simkit.batch import Batch
from simkit.menus import load
from tests.analysis import toy, toy_roll

GAMES = Budget(games=512)


def batches() -> list[Batch]:
    """Return a batch of each game."""
    return [
        toy.batch(games=5, rotate=True)[0],
        toy.batch("both ways", games=5)[0],
        toy.batch("dummy", players=2, games=5)[0],
        toy_roll.batch(games=5)[0],
    ]


@pytest.fixture(scope="module")
def analyses() -> list[tuple[str, pl.DataFrame]]:
    """All frames of an analysis of cards and one of dice, with their names."""
    found = [
        analyze("party/sushi-go", players=[3], budget=GAMES),
        analyze("roll", players=[3], policies=["greedy"], budget=GAMES),
    ]
    return [pair for one in found for pair in one.frames.items()]


@pytest.fixture(scope="module")
def comparison() -> list[tuple[str, pl.DataFrame]]:
    """The frames of a comparison, with their names."""
    return list(
        compare(["party/sushi-go", "my-first-meal"], players=[3], budget=GAMES).frames.items()
    )


def columns(frames: Iterable[pl.DataFrame]) -> set[str]:
    return {name for frame in frames for name in frame.columns}


def meant(estimates: Mapping[str, str], others: Mapping[str, str]) -> set[str]:
    return {f"{name}{end}" for name in estimates for end in ("", *ENDS)} | set(others)


def test_every_column_has_a_meaning_and_every_meaning_a_column() -> None:
    frames = [frame for batch in batches() for frame in tables(batch).values()]
    assert columns(frames) == meant(ESTIMATES, OTHERS)


def test_the_same_of_analyses(analyses) -> None:
    found = columns(frame for _, frame in analyses)
    assert found == meant(IN_ANALYSES, OTHERS_IN_ANALYSES)


def test_the_same_of_comparisons(comparison) -> None:
    found = columns(frame for _, frame in comparison)
    assert found == meant(IN_COMPARISONS, OTHERS_IN_COMPARISONS)


def test_every_table_has_the_columns_that_are_said_in_their_order(analyses, comparison) -> None:
    for said, frames in (
        (table_columns.IN_BATCHES, [pair for batch in batches() for pair in tables(batch).items()]),
        (table_columns.IN_ANALYSES, analyses),
        (table_columns.IN_COMPARISONS, comparison),
    ):
        for table, frame in frames:
            missing_maybe = {
                name for one in said[table] if one.is_optional for name in one.names
            } - set(frame.columns)
            names = [name for one in said[table] for name in one.names]
            assert frame.columns == [name for name in names if name not in missing_maybe], table
        assert set(said) == {table for table, _ in frames}


def test_a_report_takes_them_from_a_folder(analyses, comparison) -> None:
    panel = {"players": [3], "policies": ["greedy", "weighted"]}
    analysis = {"schema": ANALYSIS, **panel}
    names = ["party/sushi-go", "party/my-first-meal"]
    of_menus = {"schema": COMPARISON, "names": names, **panel}
    seen: set[str] = set()
    for table, frame in analyses:  # of cards, then of dice
        dice = table in seen or table == "starts"
        menu = load("roll" if dice else "party/sushi-go")
        assert problem(frame, forms(dice=dice)[table], table, analysis, menu) == ""
        seen.add(table)
    for table, frame in comparison:
        assert problem(frame, forms(compared=True)[table], table, of_menus, menu) == ""


def test_every_number_has_a_page_and_every_page_its_numbers(analyses, comparison) -> None:
    explained = {
        (table, name) for page in PAGES for table, names in page.columns.items() for name in names
    }
    labels = {*LABELS, *KEYS, "copies", "n_starts", "n_games"}
    of_menus = {*labels, "policy_a", "policy_b", "menu_a", "menu_b"}
    there = set()
    for frames, of_rows in ((analyses, labels), (comparison, of_menus)):
        for table, frame in frames:
            ends = {f"{name}{end}" for name in frame.columns for end in ENDS}
            there |= {(table, name) for name in frame.columns}
            for name in set(frame.columns) - ends - of_rows:
                assert (table, name) in explained, f"{table}: {name}"
    assert explained <= there


def test_every_measure_of_a_menu_has_a_page(analyses) -> None:
    rows = {page.rows.partition(":")[0] for page in PAGES}
    for table, frame in analyses:
        if table in ("character", "card_measures"):
            for name in frame["measure"].unique():
                assert f"measure `{name}`" in rows


def test_every_frame_begins_with_the_keys_and_has_its_games() -> None:
    for batch in batches():
        for frame in tables(batch).values():
            assert tuple(frame.columns[:4]) == KEYS
            assert frame["n_games"].to_list() == [5] * len(frame)
