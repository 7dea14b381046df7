"""What a menu is like: a page for each measure, from what the measure says of itself, and for luck and complexity."""

from __future__ import annotations

import re

from analysis.measure import Measure
from analysis.measures import MEASURES
from analysis.pages.page import Page
from simkit.schema import HIST_BINS, HIST_LOW

_PARTS = {
    "": "One value for the menu.",
    "round": "A value for the standing after each round.",
    "step": "A value for each step: the three rounds, then the desserts.",
    "kind": "A value for each kind on the menu.",
}
_TEST = "`tests/analysis/test_character.py`"
_BY_DEFINITION = (
    "With many ties and 2 or 4 seats it equals its definition, written down game by game, to 0.0001"
    f" ({_TEST})."
)
_IN_THEORY = (
    "With 2 seats and independent normal rounds of equal spread (40,000 games) it is what theory has, within 4.5"
    " standard errors and 0.4 %."
)
_MEASURED = (
    *("score_sd", "relative_margin", "standing_auc", "standing_correlation", "leader_wins"),
    *("resolved", "surprise", "suspense"),
)  # their titles are the names of rows of docs/characteristics.md
_THEORY = (
    *("score_sd", "table_sd", "margin", "relative_margin", "winning_score", "lead_changes"),
    *("comeback", "leader_wins", "standing_auc", "standing_correlation"),
    *("resolved", "surprise", "suspense"),
)
_PLANTED = {
    **dict.fromkeys(
        ("swing", "decides", "evenness"),
        "Planted points of three kinds (20,000 games, 4 seats) come out within 4 standard errors.",
    ),
    "relative_margin": "Its reference for 3, 4, 5 and 8 seats comes out within 4 standard errors (10,000 games).",
    "hand_luck": "Planted worths of cards (8,000 games, 3 seats) come out within 4 standard errors. Where hands say"
    " nothing, the mean of 60 blocks of 128 games is 0 within 4 standard errors; unadjusted it would be 14 away.",
}


def _page(measure: Measure) -> Page:
    parts = "" if measure.single else measure.parts
    return Page(
        name=slug(measure.name),
        title=measure.title,
        about="menu",
        question=f"{measure.question}\n\nUnit: {measure.unit}. {_PARTS[parts]}",
        formula=_linked(measure, measure.formula),
        assumes=_linked(measure, measure.assumes or "Nothing but independent games."),
        fails=_linked(measure, measure.fails),
        characteristics=_characteristics(measure),
        measured=(measure.title.lower(),) if measure.name in _MEASURED else (),
        source=_linked(measure, measure.source),
        command="simkit analyze, simkit compare",
        columns={
            "character": ("value",),
            "differences": ("value_a", "value_b", "difference"),
        },
        rows=f"measure `{measure.name}`",
    )


def slug(name: str) -> str:
    """Return the name of a measure's page."""
    return name.replace("_", "-")


def _linked(measure: Measure, text: str) -> str:
    """Link the measures that a text names."""
    names = [one.name for one in MEASURES if one is not measure]
    told = "|".join(names)
    known = "|".join(name for name in names if "_" in name)
    pattern = rf"\b(?:(?<=[Ss]ee )({told})|(?<=As )({told})|({known}))\b"

    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}]({slug(found[0])}.md)"

    return re.sub(pattern, link, text)


def _characteristics(measure: Measure) -> str:
    found = []
    if measure.rate:
        found.append(
            "Wilson's interval with Student's quantile, for as many games as have the standard error found; at 0 and"
            " 1 for all games. It stays between 0 and 1."
        )
    else:
        found.append(
            "Student's interval; the standard error is the delta method's, from exact sums over games."
        )
    if measure.name not in _MEASURED:
        found.append(
            "Its coverage has not been simulated by itself; for measures made in the same way see"
            " [characteristics](../characteristics.md#menus)."
        )
    if measure.name not in ("suspense", "hand_luck"):
        found.append(_BY_DEFINITION)
    if measure.name in _THEORY:
        found.append(_IN_THEORY)
    found.append(_PLANTED.get(measure.name, ""))
    return " ".join(filter(None, found))


PAGES = (
    *(_page(measure) for measure in MEASURES),
    Page(
        name="complexity",
        title="Complexity",
        about="menu",
        question="How much is there to know on this menu?",
        formula="""
            Counts of kinds, from the catalogue alone; nothing is played:

            - `kinds` on the menu, `cards` that look different
            - `acting`: kinds that do something else than score (chopsticks, special orders, ...)
            - `compared`: kinds whose points depend on who has most
            - `lasting`: kinds that count at the end of the game
        """,
        assumes="A kind is one rule, whatever its length.",
        fails="""
            It says how many rules there are, not how hard they are, nor how much there is to think about: see
            [kinds in a first hand](kinds-in-hand.md) and [kinds taken](kinds-taken.md).
        """,
        characteristics="No estimate: it is the same in every run.",
        columns={"complexity": ("value",)},
    ),
    Page(
        name="deal-share",
        title="Share of the deal",
        about="menu",
        question="Among equal players, how much of a result is decided when the cards are dealt?",
        formula="""
            Each of K deals is played M = 4 times, by the same policy in all seats, with other luck of the
            seats (ties, draws, what is rolled again). With mean squares over deals, MSB between deals and MSW
            within, each added up over the seats:

                share = (MSB - MSW) / (MSB + (M - 1) MSW)

            of the variance of a seat's result: `of` is `score` or `win` (share of the win). The interval is
            Student's for ln (MSB / MSW), where an intraclass correlation is nearly normal.
        """,
        assumes="""
            The deal is all that the four games have in common: first hands of all seats and the order of the
            deck, or of Sushi Roll the first roll of each round.
        """,
        fails="""
            - What is left is not skill. It is the luck of the seats as these policies meet it. A policy that
              draws nothing leaves nothing, and the deal has all; one that draws in every tie (`greedy`)
              leaves much.
            - A share of the win varies more than a score, so that its share is smaller.
            - It takes the deal as a whole. How much of it lies in the own first hands: [hand
              luck](hand-luck.md).
        """,
        characteristics="""
            The interval is Student's for a logarithm, with the delta method's error over deals. A planted
            share comes out within 4 standard errors (20,000 deals; `tests/analysis/test_luck.py`).
        """,
        measured=("share of the deal, normal", "share of the deal, skewed"),
        source="""
            One-way random effects and the intraclass correlation: Fisher 1925. The question is that of
            Goodman, Perez-Liebana and Lucas, *Seeding for Success*, who replay seeds.
        """,
        columns={"luck": ("value",)},
    ),
    Page(
        name="skill-share",
        title="Shares of skill and luck",
        about="menu",
        question="Where beginner and expert meet: how much of a result is who plays, how much the deal?",
        formula="""
            The first and the last policy of the panel share a table, every other seat, and change places so
            that each has every hand of a deal equally often. With V the variance over deals of a seat at one
            of the A tables, mean of all, and S that of the sum of all results of one hand:

                deal    (S - A V) / (A² - A)
                policy  mean square of the two policies' means about their mean, less what is chance of it
                rest    V - deal, and what the company at a table adds to the mean of a seat (squared)

            each over the sum of the three. `of` is `score` or `win`; `share` says which of the three.
            Intervals: the delta method over deals.
        """,
        assumes="These two policies, each as likely to sit at a seat: no sample of a population of players.",
        fails="""
            - Add a weaker policy, and the share of skill rises. It describes a pair of players on a menu.
            - What neighbours do, and how many of either sit at the table, is in the rest.
            - A policy that makes more of good hands is in the rest, too.
        """,
        characteristics="""
            The delta method's intervals over deals. Planted shares come out within 4 standard errors (20,000
            deals), also where neighbours move a seat by 10 points; equal policies have a share of skill of 0,
            within 0.001 (`tests/analysis/test_luck.py`).
        """,
        measured=("share of the *, of three",),
        source="Two-way analysis of variance: Fisher 1925.",
        columns={"skill": ("value",)},
    ),
    Page(
        name="scores-of-seats",
        title="Distribution of scores",
        about="menu",
        question="How often does a seat end with so many points?",
        formula=f"""
            `games`: games in which the seat ended with `score` points, out of all games of the section. Below
            {HIST_LOW} and above {HIST_LOW + HIST_BINS - 1} points they are counted at these ends.
        """,
        assumes="Nothing but independent games.",
        fails="""
            A count, without an interval: of a score that is expected 100 times 80 to 120 are usual. Seats of
            the card games are alike; add them up.
        """,
        characteristics="Exact counts of the games that were played. A rare score of n games varies by about √n.",
        columns={"distribution": ("score", "games")},
    ),
    Page(
        name="unusual-games",
        title="Unusual games",
        about="menu",
        question="Which games are worth a look?",
        formula="""
            The game with the highest score, the lowest score, the widest margin, and the one whose winner was
            furthest behind after round 2: `what`, its `value`, the `seat`, and the number of the `game`, with
            which `simkit replay` tells it again. Of several as good the first.
        """,
        assumes="Nothing.",
        fails="They are extremes, and the more games, the more extreme. Nothing follows from them for the menu.",
        characteristics="Exact: the game is played again from its number, to the same points.",
        columns={"outliers": ("what", "value", "seat", "game")},
    ),
)
