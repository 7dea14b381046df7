"""A report as files: a page, the same as Markdown, and the charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from reports import charts
from reports.answers import Answers
from reports.atlas_answers import AtlasAnswers
from reports.atlas_story import atlas_story
from reports.compare_story import compare_story
from reports.html import page
from reports.markdown import long_tables, markdown
from reports.pieces import Gallery, Picture, Story
from reports.provenance import is_of_these_rules
from reports.story import story
from simkit import replay
from simkit.errors import SimkitError
from simkit.policies.user import is_file

PAGE, MARKDOWN, TABLES, CHARTS = "index.html", "report.md", "tables.md", "charts"
_MOST = 8_000_000  # characters of pictures on a page, which has to open on a phone
_MOST_OF_AN_ATLAS = 5_000_000  # its tables are long
_USUAL = 4  # players of the game that is shown


def write_report(folder: Path, answers: Answers, *, own_files: bool = False) -> None:
    """Write a report into a folder: ``index.html``, ``report.md``, ``tables.md``, ``charts/*.svg`` and ``*.png``.

    The same answers give the same bytes.

    Parameters
    ----------
    folder : Path
    answers : Answers
    own_files : bool
        The answers are of a run of one's own. Only then is a policy that is a Python file run for the sample game: what
        a folder from elsewhere names is not to be run.
    """
    entries = [
        entry for entry in charts.CHARTS if (entry.section == "compare") is answers.is_comparison
    ]
    galleries = _drawn(folder, entries, answers, expert=answers.policies[-1])
    if answers.is_comparison:
        _write(folder, compare_story(answers, galleries))
    else:
        _write(folder, story(answers, galleries, sample(answers, own_files=own_files)))


def write_atlas_report(folder: Path, answers: AtlasAnswers) -> None:
    """Write a report of an atlas into a folder, the same files as `write_report`.

    The same atlas and goals give the same bytes.

    Parameters
    ----------
    folder : Path
    answers : AtlasAnswers
    """
    expert = answers.policies[-1]
    galleries = _drawn(folder, charts.ATLAS, answers, expert=expert, most=_MOST_OF_AN_ATLAS)
    _write(folder, atlas_story(answers, galleries))


def _drawn(
    folder: Path,
    entries: Sequence[charts.Entry],
    answers: charts.Charted,
    *,
    expert: str,
    most: int = _MOST,
) -> list[Gallery]:
    """Write charts into files, and return as many for the page as fit."""
    (folder / CHARTS).mkdir()
    galleries = []
    for entry in entries:
        drawn = [_written(folder / CHARTS, one) for one in entry.each(answers)]
        if drawn:
            galleries.append(Gallery(entry.name, entry.title, tuple(drawn)))
    return within(galleries, most, expert=expert)


def _write(folder: Path, told: Story) -> None:
    """Write the page and the Markdown."""
    (folder / PAGE).write_text(page(told), "utf-8")
    (folder / MARKDOWN).write_text(markdown(told, folder=CHARTS, tables=TABLES), "utf-8")
    if long := long_tables(told):
        (folder / TABLES).write_text(long, "utf-8")


def within(galleries: Sequence[Gallery], most: int, *, expert: str) -> list[Gallery]:
    """Return galleries that fit on a page: else only the expert's pictures are on it, of the others what they show.

    Parameters
    ----------
    galleries : sequence of Gallery
    most : int
        Characters of all pictures together.
    expert : str
        The last policy of the panel.
    """
    if sum(len(picture.svg) for of in galleries for picture in of.pictures) <= most:
        return list(galleries)
    return [
        replace(
            of,
            pictures=tuple(
                picture if picture.policy in (None, expert) else replace(picture, svg="")
                for picture in of.pictures
            ),
        )
        for of in galleries
    ]


def _written(folder: Path, drawn: charts.Drawn) -> Picture:
    """Write a chart into files, and return it for the page."""
    name, chart = drawn.name, drawn.chart
    (folder / f"{name}.svg").write_text(charts.svg(chart, name=name), "utf-8")
    (folder / f"{name}.png").write_bytes(charts.png(chart))
    inside = charts.svg(chart, name=f"svg-{name}", themed=True)
    return Picture(name, chart.title, chart.alt, inside, drawn.players, drawn.policy)


def sample(answers: Answers, *, own_files: bool = False) -> tuple[str, str] | None:
    """Return a game of the last policy of the panel, turn by turn; None if it can't be played as it was.

    It is the first game of the seed, chosen for nothing.
    """
    policy = answers.policies[-1]
    if not is_of_these_rules(answers) or (is_file(policy.partition("+")[0]) and not own_files):
        return None
    players = min(answers.players, key=lambda n: (abs(n - _USUAL), n))
    try:
        game = replay(
            answers.menu,
            players=players,
            policy=policy,
            seed=answers.seed,
            game=0,
            house=answers.menu.house,
        )
    except SimkitError:  # a file that a policy needs may be elsewhere
        return None
    return f"A game, chosen for nothing: the first one of {policy} with {players} players", str(
        game
    )
