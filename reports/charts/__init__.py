"""Charts of an analysis and of a comparison of menus, in the order in which a report shows them.

    for entry in CHARTS:
        for drawn in entry.each(answers):
            svg(drawn.chart, name=drawn.name)

A chart has its title, and what it shows in a sentence (``chart.alt``). There is none without data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from reports.charts.alone import alone
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
    from reports.answers import Answers
    from reports.charts.style import Chart

__all__ = ["CHARTS", "DARK", "THEME", "Drawn", "Entry", "png", "svg"]

_SLUG = 20  # characters


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
        Of the report: a section of an analysis (`analysis.answers.SECTIONS`), or ``compare``.
    draw : callable
        Takes the answers, then `by`; returns a chart, or None without data.
    by : tuple of str
        What there is a chart for each of: of ``players``, ``policy``, ``menu``.
    """

    name: str
    title: str
    section: str
    draw: Callable[..., Chart | None]
    by: tuple[str, ...] = ()

    def each(
        self, answers: Answers, *, players: int | None = None, policy: str | None = None
    ) -> Iterator[Drawn]:
        """Draw the charts of these answers, one after another.

        Parameters
        ----------
        answers : Answers
        players, policy : optional
            Only those about this number of players, this policy, or about all.
        """
        values: dict[str, tuple[Any, ...]] = {
            "players": answers.players if players is None else (players,),
            "policy": answers.policies if policy is None else (policy,),
            "menu": tuple(answers.manifest["names"][1:]) if answers.is_comparison else (),
        }
        for chosen in product(*(values[what] for what in self.by)):
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

    def _name(self, answers: Answers, of: dict[str, Any]) -> str:
        """Return a name for a file; policies and menus have numbers, as their names may be alike."""
        parts = [self.name]
        if "players" in of:
            parts.append(f"{of['players']}-players")
        if "policy" in of:
            parts.append(_slug(of["policy"], answers.policies))
        if "menu" in of:
            parts.append(_slug(of["menu"], answers.manifest["names"]))
        return "-".join(parts)


def _slug(name: str, names: Any) -> str:
    """Return a name in letters, numbers and hyphens; with its place among the names where it is not plain."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_SLUG]
    return slug if slug == name else f"{slug}-{list(names).index(name)}".strip("-")


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
"""All charts, in the order of a report."""
