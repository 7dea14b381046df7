"""A report as files: a page, the same as Markdown, and the charts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reports import charts
from reports.answers import Answers
from reports.atlas_answers import AtlasAnswers
from reports.atlas_story import atlas_story
from reports.compare_story import compare_story
from reports.html import page
from reports.markdown import markdown
from reports.pieces import Gallery, Picture, Story
from reports.provenance import is_of_these_rules
from reports.story import story
from simkit import replay
from simkit.errors import SimkitError
from simkit.policies.user import is_file

PAGE, MARKDOWN, CHARTS = "index.html", "report.md", "charts"
_USUAL = 4  # players of the game that is shown


def write_report(folder: Path, answers: Answers, *, own_files: bool = False) -> None:
    """Write a report into a folder: ``index.html``, ``report.md``, ``charts/*.svg`` and ``*.png``.

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
    galleries = _drawn(folder, entries, answers, policy=_whose(answers))
    if answers.is_comparison:
        _write(folder, compare_story(answers, galleries))
    else:
        _write(folder, story(answers, galleries, sample(answers, own_files=own_files)))


def write_atlas_report(folder: Path, answers: AtlasAnswers) -> None:
    """Write a report of an atlas into a folder, as `write_report` does.

    The same atlas and goals give the same bytes.

    Parameters
    ----------
    folder : Path
    answers : AtlasAnswers
    """
    _write(folder, atlas_story(answers, _drawn(folder, charts.ATLAS, answers)))


def _drawn(
    folder: Path,
    entries: Sequence[charts.Entry],
    answers: charts.Charted,
    *,
    policy: str | None = None,
) -> list[Gallery]:
    """Write charts into files, and return them for the page."""
    (folder / CHARTS).mkdir()
    galleries = []
    for entry in entries:
        drawn = [_written(folder / CHARTS, one) for one in entry.each(answers, policy=policy)]
        if drawn:
            galleries.append(Gallery(entry.name, entry.title, tuple(drawn)))
    return galleries


def _write(folder: Path, told: Story) -> None:
    """Write the page and the Markdown."""
    (folder / PAGE).write_text(page(told), "utf-8")
    (folder / MARKDOWN).write_text(markdown(told, folder=CHARTS), "utf-8")


def _whose(answers: Answers) -> str | None:
    """Return the policy of which there are pictures: the last of the panel; of one number of players, all."""
    several = len(answers.players) > 1 and not answers.is_comparison
    return answers.policies[-1] if several else None


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
