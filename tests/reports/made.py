"""A report of a menu with a name from hell, of two numbers of players and two policies."""

from typing import Any

from analysis.answers import analyze
from analysis.gather import Budget
from reports.answers import Answers
from reports.charts import CHARTS, Charted, Entry, svg
from reports.pieces import Gallery, Picture, Story
from reports.report import sample
from reports.story import story
from simkit.menus import build

NAME = '<script>alert(1)</script> & "b" [c](http://d.e) `f` $g$ | *h*'
CARDS = ["maki", "tempura", "sashimi", "tofu", "wasabi", "chopsticks", "pudding"]
SOURCE = "it's <b>`$(x)`.toml"

CHARTED = ("card-values", "scores")
"""Of all charts; one for each number of players, and one for both."""


def made() -> Answers:
    """Play the games and return what they say."""
    menu = build({"name": NAME, "cards": CARDS}, source=SOURCE)
    return Answers.of(analyze(menu, players=(2, 3), budget=Budget(games=256)))


def gallery(entry: Entry, answers: Charted, **of: Any) -> Gallery:
    """Return the charts of an entry as a page takes them."""
    pictures = tuple(
        Picture(
            one.name,
            one.chart.title,
            one.chart.alt,
            svg(one.chart, name=f"svg-{one.name}", themed=True),
            one.players,
            one.policy,
        )
        for one in entry.each(answers, **of)
    )
    return Gallery(entry.name, entry.title, pictures)


def told(answers: Answers) -> Story:
    """Return the story of a report with some of its charts."""
    galleries = [
        gallery(entry, answers, policy="weighted") for entry in CHARTS if entry.name in CHARTED
    ]
    return story(answers, galleries, sample(answers))
