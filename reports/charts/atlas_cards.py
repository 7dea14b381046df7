"""What each card does to games: a forest plot over all menus, at all numbers of players and at each."""

from __future__ import annotations

import polars as pl

from analysis.atlas.goals import Goal
from reports.atlas_answers import AtlasAnswers, Named, card_name, named, over_all
from reports.charts.atlas_words import about, sample
from reports.charts.marks import BELOW, dots, ends, few_ticks, name_rows, signed, zero
from reports.charts.style import BLUE, LINE, PALE, Chart, styled
from reports.charts.words import told
from reports.grid import Row
from simkit.menus.catalogue import GROUPS, cards

_ROW = 0.205
_POOLED = 2.6  # times as wide as the panel of one number of players
_GROUP = {"roll": "rolls", "appetizer": "appetizers", "special": "specials", "dessert": "desserts"}


@styled
def atlas_cards(answers: AtlasAnswers, goal: Goal, policy: str) -> Chart | None:
    """Return the effects of cards on a measure; None if there are none.

    Parameters
    ----------
    answers : AtlasAnswers
    goal : Goal
        The goal that the measure is of.
    policy : str
    """
    frame, of = answers.effects(goal.column, policy), named(goal.column)
    if frame.is_empty():
        return None
    is_pooled = frame.select(over_all(frame)).to_series()
    pooled, single = frame.filter(is_pooled), frame.filter(~is_pooled)
    rows = _rows(pooled)
    names = [name for name, _ in rows]
    at = {card: y for y, (_, card) in enumerate(rows) if card}
    players = single["players"].unique().sort().to_list()
    chart = Chart()
    grid = chart.add_gridspec(1, 1 + len(players), width_ratios=[_POOLED, *(1 for _ in players)])
    reach = _reach(frame, of)
    for column, n in enumerate([None, *players]):
        axes = chart.add_subplot(grid[column])
        own = pooled if n is None else single.filter(pl.col("players") == n)
        name_rows(axes, names, named=n is None)
        zero(axes)
        dots(
            chart,
            axes,
            tuple(of.times * x for x in ends(own, "effect")),  # type: ignore[arg-type]
            [at[card] for card in own["card"]],
            colour=BLUE,
            filled=own["told"].to_numpy(),
            size=3.6 if n is None else 2.8,
            tips=[_tip(row, of) for row in own.to_dicts()],
        )
        for y, (_, card) in enumerate(rows):
            if not card and y:
                axes.axhline(y - 0.5, color=LINE, linewidth=0.8, zorder=1)
        axes.tick_params(length=0, labelsize=8 if n is None else 6.5)
        axes.set_xlim(*reach)
        few_ticks(axes, most=6 if n is None else 2)
        signed(axes)
        if players:
            few = f"{n} players" if len(players) < 5 else str(n)
            axes.set_title(few if n is not None else "mean", fontsize=8.5, weight="normal")
        if n is None:
            axes.set_xlabel(of.unit)
            for label, (_, card) in zip(axes.get_yticklabels(), rows, strict=True):
                label.set_color(label.get_color() if card else PALE)
                label.set_fontsize(8 if card else 7.5)
    return chart.done(
        f"{of.title}: what each card does",
        about(answers, policy),
        "What a menu has more if the card is on it, less the mean of the cards of its group: the difference of two "
        "cards of a group is what it does to put one in place of the other, mean over all menus. "
        + "Left: mean over the numbers of players that have the card, then each of them. "
        * bool(players)
        + "Full: not 0, all cards judged together (false discovery rate 5 %); hollow: can't be told. Lines are 95 % "
        f"intervals; where none is to be seen it is shorter than the mark. {sample(answers, policy)}",
        body=len(rows) * _ROW + BELOW + 0.2,
        alt=f"Effects of {len(pooled)} cards on {of.title}. {_said(pooled, of)}",
    )


def _reach(frame: pl.DataFrame, of: Named) -> tuple[float, float]:
    """Return from where to where all panels go."""
    _, low, high = ends(frame, "effect")
    room = 0.05 * float(high.max() - low.min())
    return of.times * (float(low.min()) - room), of.times * (float(high.max()) + room)


def _rows(pooled: pl.DataFrame) -> list[tuple[str, str]]:
    """Return the rows: names and cards, by group, the highest effect first; a group's name has no card."""
    effect = dict(zip(pooled["card"], pooled["effect"], strict=True))
    rows = []
    for group in GROUPS:
        own = [card for card in effect if cards()[card].group == group]
        rows.append((_GROUP[group], ""))
        rows += [(card_name(card), card) for card in sorted(own, key=effect.__getitem__)[::-1]]
    return rows


def _tip(row: Row, of: Named) -> str:
    where = "" if row["players"] is None else f", {row['players']} players"
    said = told(row, "effect", of.unit, times=of.times)
    return f"{card_name(row['card'])}{where}: {said}{'' if row['told'] else ', can not be told from 0'}"


def _said(pooled: pl.DataFrame, of: Named) -> str:
    """Return the cards of the greatest effects, in words."""
    known = pooled.filter(pl.col("told")).sort("effect")
    if known.is_empty():
        return "None can be told from the mean of its group."
    ends_of = [known.row(i, named=True) for i in dict.fromkeys((len(known) - 1, 0))]
    most = " and ".join(
        f"{card_name(row['card'])} {told(row, 'effect', of.unit, times=of.times)}"
        for row in ends_of
    )
    return f"{len(known)} are told from the mean of their group; farthest: {most}."
