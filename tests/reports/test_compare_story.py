"""A report of a comparison says what the terminal says."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from analysis.comparison import Comparison, compare
from analysis.deltas import Deltas
from analysis.gather import Budget, Target
from reports.answers import Answers
from reports.compare import summary
from reports.compare_story import compare_story, comparison
from reports.html import page
from reports.markdown import markdown
from reports.pieces import Print, Sheet
from simkit.menus import build

OTHER = {
    "name": "<b>Other",
    "cards": ["maki", "tempura", "sashimi", "tofu", "tea", "chopsticks", "pudding"],
}


@pytest.fixture(scope="module")
def found() -> Comparison:
    menus = ["my-first-meal", build(OTHER, source="other menu.toml")]
    return compare(menus, players=(2, 3), budget=Budget(games=600), deltas=Deltas({"score": 2.0}))


def test_a_comparison_comes_back_but_for_the_time_it_took(found) -> None:
    back = comparison(Answers.of(found))
    for name in ("menus", "names", "players", "policies", "seed", "n_games", "ended"):
        assert getattr(back, name) == getattr(found, name)
    assert (back.budget.games, back.budget.most) == (600, 600)
    assert back.deltas.to_dict() == found.deltas.to_dict()
    assert back.differences.equals(found.differences)
    assert set(back.seconds) == set(found.seconds)
    target = compare(
        ["go", "go/both-ways"],
        players=(2,),
        policies=("random",),
        budget=Budget(target=Target.read("2pt"), max_games=4096),
    )
    assert comparison(Answers.of(target)).budget == target.budget


def test_all_of_it_is_told(found) -> None:
    told = compare_story(Answers.of(found))
    text, written = page(told), markdown(told, folder="charts", tables="tables.md")
    stream = io.StringIO()
    console = Console(file=stream, width=10_000, highlight=False, markup=False, emoji=False)
    console.print(summary(replace(found, seconds=comparison(Answers.of(found)).seconds)))
    lines = [line.strip() for line in stream.getvalue().splitlines()]
    said = told.sentences()
    for begin in ("Yes: B differs from A", "On the table: only A has", "Alike, to within"):
        (sentence,) = [line for line in lines if line.startswith(begin)]
        assert sentence in said
    assert "<b>" not in text
    assert "# My First Meal and &lt;b&gt;Other" in written
    assert "&lt;b&gt;Other" in text
    differences, changes = (
        piece
        for section in told.sections
        for piece in section.pieces
        if isinstance(piece, Sheet) and piece.slug in ("differences", "changes")
    )
    assert len(differences.lines) == len(found.differences)
    assert len(changes.lines) == len(found.changes)
    prints = [piece for section in told.sections for piece in section.pieces]
    (command, *_) = [piece.text for piece in prints if isinstance(piece, Print)]
    assert command == (
        "simkit compare party/my-first-meal 'other menu.toml' --players 2-3 --policies greedy,weighted --games 600 "
        "--delta score=2 --seed 0 --report report"
    )
