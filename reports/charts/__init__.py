"""Charts of an analysis, of a comparison of menus, and of an atlas, in the order in which a report shows them.

    for entry in CHARTS:
        for drawn in entry.each(answers):
            svg(drawn.chart, name=drawn.name)

A chart has its title, and what it shows in a sentence (``chart.alt``). There is none without data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

from reports.charts.alone import alone
from reports.charts.atlas_cards import atlas_cards
from reports.charts.atlas_fit import atlas_fit, atlas_held_out
from reports.charts.atlas_front import atlas_front
from reports.charts.atlas_map import atlas_map, atlas_spread
from reports.charts.atlas_pairs import atlas_pairs
from reports.charts.bias import bias
from reports.charts.card_values import card_values
from reports.charts.comparison import comparison
from reports.charts.lead import lead
from reports.charts.luck import luck_and_skill
from reports.charts.pick_values import pick_values
from reports.charts.preferences import preferences
from reports.charts.render import DARK, THEME, png, svg
from reports.charts.scores import scores_by_players, scores_by_seat
from reports.charts.seats import neighbours, seats
from reports.charts.skill import skill
from reports.charts.starts import starts
from reports.charts.synergy import synergy
from reports.charts.take_rates import take_rates

if TYPE_CHECKING:
    from reports.charts.style import Chart

__all__ = ["ATLAS", "CHARTS", "DARK", "THEME", "Charted", "Drawn", "Entry", "png", "svg"]

_SLUG = 20  # characters


class Charted(Protocol):
    """What charts are made of: `reports.answers.Answers`, `reports.atlas_answers.AtlasAnswers`."""

    def values(self, what: str) -> tuple[Any, ...]:
        """Return what there may be a chart for each of, such as numbers of ``players``."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart of some answers.

    Attributes
    ----------
    name : str
        Of its file, and before all ids: unique among the charts of a report.
    players : int or None
        The number of players that it is about; None if it is about all.
    policy : str or None
        The policy that it is about.
    menu : str or None
        The menu that is compared with the baseline.
    chart : Chart
    """

    name: str
    players: int | None
    policy: str | None
    menu: str | None
    chart: Chart


@dataclass(frozen=True, slots=True)
class Entry:
    """A chart that a report may have, once or for each number of players and policy.

    Attributes
    ----------
    name : str
        For files and links.
    title : str
        What it is about.
    section : str
        Of the report: a section of an analysis (`analysis.answers.SECTIONS`), ``compare``, or ``atlas``.
    draw : callable
        Takes the answers, then `by`; returns a chart, or None without data.
    by : tuple of str
        What there is a chart for each of: of ``players``, ``policy``, ``menu``, ``goal``, ``front``.
    """

    name: str
    title: str
    section: str
    draw: Callable[..., Chart | None]
    by: tuple[str, ...] = ()

    def each(
        self, answers: Charted, *, players: int | None = None, policy: str | None = None
    ) -> Iterator[Drawn]:
        """Draw the charts of these answers, one after another.

        Parameters
        ----------
        answers : Charted
        players, policy : optional
            Only those about this number of players, this policy, or about all.
        """
        only = {"players": players, "policy": policy}
        values = (
            answers.values(what) if only.get(what) is None else (only[what],) for what in self.by
        )
        for chosen in product(*values):
            of = dict(zip(self.by, chosen, strict=True))
            chart = self.draw(answers, **of)
            if chart is not None:
                yield Drawn(
                    self._name(answers, of),
                    of.get("players"),
                    of.get("policy"),
                    of.get("menu"),
                    chart,
                )

    def _name(self, answers: Charted, of: dict[str, Any]) -> str:
        """Return a name for a file; policies and menus have numbers, as their names may be alike."""
        parts = [self.name]
        for what, value in of.items():
            if what == "players":
                parts.append(f"{value}-players")
            elif what == "front":
                parts += [_slug(goal.name, _goals(answers)) for goal in value]
            elif what == "goal":
                parts.append(_slug(value.name, _goals(answers)))
            else:  # menus are counted from the baseline, which has no chart
                first = 1 if what == "menu" else 0
                parts.append(_slug(value, answers.values(what), first=first))
        return "-".join(parts)


def _goals(answers: Charted) -> list[str]:
    return [goal.name for goal in answers.values("goal")]


def _slug(name: str, names: Sequence[str], *, first: int = 0) -> str:
    """Return a name in letters, numbers and hyphens; with its place among the names where it is not plain."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_SLUG]
    return slug if slug == name else f"{slug}-{first + names.index(name)}".strip("-")


_EACH = ("players", "policy")

CHARTS = (
    Entry("card-values", "What each card is worth", "cards", card_values, _EACH),
    Entry("pick-values", "What one pick is worth, by pick", "cards", pick_values, _EACH),
    Entry("take-rates", "Which cards are taken when", "cards", take_rates, _EACH),
    Entry("preferences", "Which cards are taken first", "cards", preferences, _EACH),
    Entry("bias", "What games with a card seem to say, and what is so", "cards", bias, _EACH),
    Entry("skill", "What changes with skill", "cards", skill, ("players",)),
    Entry("synergy", "Which cards go together", "pairs", synergy, _EACH),
    Entry("seats", "Whether seats are alike", "seats", seats, ("players",)),
    Entry("starts", "What it is worth to start", "seats", starts, _EACH),
    Entry("neighbours", "What one other player does to the others", "seats", neighbours, _EACH),
    Entry("alone", "Skill ladder: one other player among others", "seats", alone, ("policy",)),
    Entry("scores", "How scores are spread, by number of players", "menu", scores_by_players),
    Entry("scores-seats", "How scores are spread, by seat", "menu", scores_by_seat, ("players",)),
    Entry("lead", "Lead and comeback, round by round", "menu", lead, ("players",)),
    Entry("luck", "Luck and skill", "luck", luck_and_skill),
    Entry("comparison", "In what menus differ", "compare", comparison, ("players", "menu")),
)
"""All charts of an analysis and a comparison, in the order of a report."""

ATLAS = (
    Entry("atlas-map", "The atlas as a map", "atlas", atlas_map, ("policy",)),
    Entry("atlas-spread", "Where the printed menus lie", "atlas", atlas_spread, ("goal", "policy")),
    Entry("atlas-cards", "What each card does", "atlas", atlas_cards, ("goal", "policy")),
    Entry(
        "atlas-pairs",
        "What pairs of cards do",
        "atlas",
        atlas_pairs,
        ("goal", "policy"),
    ),
    Entry("atlas-front", "Two goals at once", "atlas", atlas_front, ("front", *_EACH)),
    Entry("atlas-fit", "How far the atlas is to be trusted", "atlas", atlas_fit, ("policy",)),
    Entry(
        "atlas-held-out", "Menus left out, predicted and seen", "atlas", atlas_held_out, ("policy",)
    ),
)
"""All charts of an atlas, in the order of its report."""
