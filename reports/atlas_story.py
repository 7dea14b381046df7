"""What a report of an atlas tells, from the top: cards, ends, printed menus, what is open, pictures, tables, method."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib.metadata import version

import polars as pl

from analysis.atlas.goals import GOALS
from analysis.sweep.statistics import swept
from reports.atlas_answers import AtlasAnswers, named
from reports.atlas_sheets import tables
from reports.atlas_words import (
    of_cards,
    of_doubt,
    of_ends,
    of_pairs,
    of_players,
    of_policies,
    of_printed,
)
from reports.grid import Cell
from reports.pieces import Gallery, Head, Line, Piece, Print, Section, Story, Words, sheet
from reports.provenance import WRITTEN_WITH
from reports.sheets import measures
from reports.story import OPEN
from reports.words import counts, span

_CERTAIN = (
    "Each ± is half of a 95 % interval. What cards do, and what pairs do, is judged together for each measure, so "
    "that on average at most 5 % of what is called told is not so. All of it holds for these players, at tables "
    "of their own kind, and for the mean over all menus that the rule book allows: on a single menu a card may do "
    "something else.",
    "Who picks the best of thousands of menus picks luck, too (the winner's curse). These figures are drawn "
    "toward what the cards of a menu lead one to expect, the more the fewer games it had, which takes out of it "
    "as much as the model is right. Before you build on a single menu, play it anew: simkit atlas find and "
    "simkit atlas advise play their last few on fresh games, simkit compare any two.",
)
_METHOD = (
    "A sweep plays every menu, at each number of players, and keeps exact sums of each game. A menu's own games "
    "give a figure with a known error. A mixed model explains the figures of all menus by a level for each number "
    "of players, an effect for each card, an effect for each pair of cards, and a rest of the menu's own; effects "
    "at one number of players are drawn toward those they have in common, each family as far as its own variance "
    "says (restricted maximum likelihood). What is told of a menu is a compromise of its own games and of what "
    "the model expects of its cards, the better known having more to say.",
    "Cards come in groups with fixed counts: a roll, three appetizers, two specials, a dessert. So a menu can "
    "only have one card in place of another, and only differences within a group can be known. An effect is "
    "therefore less the mean of its group, and those of a group add up to 0. A pair is what both do together "
    "beyond their effects.",
    "It takes for granted that errors of menus are independent and nearly normal, and that what cards and pairs "
    "leave of a menu (three cards that only together do something) is spread alike over all menus; its tails are "
    "fitted. It misleads about a single menu unlike all others that was hardly played, and it says nothing of "
    "house menus, other rulings, other players, or mixed tables. Errors that menus share, those of the effects of "
    "their cards, are taken as independent in Pareto lists.",
    "How far it can be trusted it says itself: each menu is left out once, at all numbers of players, and "
    "predicted from the others. Shares of variance and of intervals that hold are of these predictions, before a "
    "menu's own games are put in.",
)


def atlas_story(answers: AtlasAnswers, galleries: Sequence[Gallery] = ()) -> Story:
    """Return what a report of an atlas tells.

    Parameters
    ----------
    answers : AtlasAnswers
    galleries : sequence of Gallery
        Its charts, in their order.
    """
    parts = [
        Section("verdict", "What it says", tuple(_verdict(answers))),
        Section("open", OPEN, tuple(_open(answers))),
        Section("pictures", "Pictures", tuple(galleries)),
        Section("tables", "Tables", tuple(tables(answers)), "± is half of a 95 % interval."),
        Section("method", "Method", tuple(_method(answers))),
        Section("provenance", "Where it comes from", tuple(_provenance(answers))),
    ]
    n_menus = answers.atlas.cells["kinds"].n_unique()
    who = ", ".join(f"all {policy}" for policy in answers.policies)
    return Story(
        title="An atlas of Sushi Go Party!",
        subtitle=f"{n_menus:,} menus that the rule book allows; {counts(answers.players)} players, {who}",
        sections=tuple(part for part in parts if part.pieces),
        players=answers.players,
        policies=answers.policies,
    )


def _verdict(answers: AtlasAnswers) -> list[Piece]:
    policy = answers.policies[-1]
    over = f"mean over {counts(answers.players)} players, all {policy}"
    said = [
        Words(tuple(of_cards(answers, policy)), f"What cards do ({over})"),
        Words(
            tuple(of_players(answers, policy)),
            "Cards that do the opposite at some numbers of players",
        ),
        Words(tuple(of_policies(answers, policy)), "Whether other players say the same"),
        Words(tuple(of_pairs(answers, policy)), f"What pairs do beyond their cards ({over})"),
        Words(
            tuple(of_ends(answers, answers.usual, policy)),
            f"The menus at the ends, {answers.usual} players, all {policy}",
        ),
        Words(
            tuple(of_printed(answers, policy)), f"Where the printed menus stand out, all {policy}"
        ),
    ]
    return [
        *(piece for piece in said if piece.items),
        Words(_CERTAIN, "How certain that is", listed=False),
    ]


def _open(answers: AtlasAnswers) -> list[Piece]:
    policy = answers.policies[-1]
    said = tuple(of_doubt(answers, policy))
    return [Words(said, f"All {policy}")] if said else []


def _method(answers: AtlasAnswers) -> list[Piece]:
    asked = pl.DataFrame({"measure": [swept(measure)[0].name for measure in answers.measures]})
    goals = [
        Line((Cell(goal.name), Cell(goal.words), Cell(named(goal.column).title)))
        for goal in answers.goals
    ]
    heads = [Head(name, is_number=False) for name in ("goal", "what is wanted", "measure")]
    return [
        Words(_METHOD, listed=False),
        *sheet("goals", "Goals of this report", heads, goals),
        *measures(asked),
    ]


def _provenance(answers: AtlasAnswers) -> list[Piece]:
    lines = [Line((Cell(name), Cell(said))) for name, said in _settings(answers).items()]
    heads = [Head("what", is_number=False), Head("how", is_number=False)]
    return [
        *sheet("settings", "What was played, and with what", heads, lines),
        Print("The command that makes this report", _command(answers)),
    ]


def _settings(answers: AtlasAnswers) -> dict[str, str]:
    cells = answers.atlas.cells
    played = cells.filter(pl.col("n_games") > 0)
    rows = {
        "menus": f"{len(cells):,} (at a number of players, with a line-up), {len(played):,} of them played",
        "players": counts(answers.players),
        "line-ups": "; ".join(f"all seats {policy}" for policy in answers.policies),
    }
    for policy in answers.policies:
        rows[f"games of each menu, all {policy}"] = "; ".join(
            f"{span(own)} with {players} players"
            for players in answers.players
            if (own := played.filter(players=players, policies=policy)["n_games"].to_list())
        )
    rows["games in all"] = f"{played['n_games'].sum():,}"
    for name, words in (
        ("rules_version", "rules version"),
        ("metric_version", "version of the measures"),
        ("seed", "seed"),
        ("store", "digest of the store"),
    ):
        known = answers.atlas.origin[name].drop_nulls().unique().sort()
        rows[words] = ", ".join(map(str, known)) if len(known) else "not said by this atlas"
    used = ("numpy", "scipy", *WRITTEN_WITH)
    rows["written with"] = ", ".join(f"{name} {version(name)}" for name in used)
    return rows


def _command(answers: AtlasAnswers) -> str:
    usual = tuple(goal for goal in GOALS if goal.column in answers.atlas.measures)
    asked = () if answers.goals == usual else answers.goals
    goals = [f"--goal={goal.name}" for goal in asked]
    return shlex.join(["simkit", "atlas", "report", "--atlas", "ATLAS", *goals, "-o", "report"])
