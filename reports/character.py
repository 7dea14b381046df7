"""What a menu is like, on a terminal: a measure a line, a column for each policy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from rich.table import Table

from analysis.measures import MEASURES
from reports.grid import Cell, nothing, number
from reports.layout import table
from reports.numbers import estimate, percent

_PER_CENT = ("share",)
_UNKNOWN = dict.fromkeys(("value", "value_low", "value_high"))


def character_table(frame: pl.DataFrame, policies: Sequence[str]) -> Table:
    """Return all measures, of the game, of its rounds and of each kind, at one number of players."""
    made = table("", "", *policies, names=2)
    for measure in MEASURES:
        rows = frame.filter(measure=measure.name)
        parts = rows["part"].unique(maintain_order=True).to_list()
        for i, part in enumerate(parts):
            of_part = rows.filter(pl.col("part").eq_missing(pl.lit(part, pl.String)))
            by_policy = {row["policy"]: row for row in of_part.to_dicts()}
            cells = [measure_cell(by_policy.get(policy), measure.unit).text for policy in policies]
            made.add_row(measure.title if i == 0 else "", part or "", *cells)
    return made


def menu_sentences(frame: pl.DataFrame, seats: int) -> list[str]:
    """Return what a menu is like for one policy, in words."""
    rows = {(row["measure"], row["part"]): row for row in frame.to_dicts()}

    def said(measure: str, part: str | None = None, *, percent: bool = False) -> str:
        row = rows.get((measure, part), _UNKNOWN)
        return estimate(row, "value", percent=percent)

    return [
        f"A seat scores {said('score')} points (SD {said('score_sd')}); the winner is {said('margin')} ahead, "
        f"{said('close', percent=True)} of games end within 3 points, {said('tie', percent=True)} with a shared win.",
        f"The leader after round 2 wins {said('leader_wins', 'round 2', percent=True)} of the games, "
        f"{percent(1 / seats, 0)} if leading did not matter; desserts turn "
        f"{said('dessert_turn', percent=True)} of all.",
    ]


def luck_sentences(luck: pl.DataFrame, skill: pl.DataFrame, ladder: pl.DataFrame) -> list[str]:
    """Return how much is luck and how much is skill, in words; the last two are empty for one policy."""
    words = []
    for row in luck.filter(of="win").drop_nulls("value").to_dicts():
        words.append(
            f"Among {row['policy']} players the deal decides {estimate(row, 'value', percent=True)} of who wins "
            "(of the variance of win shares); the rest is the luck of draws and ties."
        )
    if len(skill) and len(ladder):
        shares = {row["share"]: row for row in skill.filter(of="win").to_dicts()}
        gap = ladder.row(by_predicate=pl.col("of") == "score", named=True)
        of_policy, of_deal = (
            estimate(shares[name], "value", percent=True) for name in ("policy", "deal")
        )
        words.append(
            f"Where {gap['policy']} meet, the latter make {estimate(gap, 'gap')} points more than the former; who "
            f"plays decides {of_policy} of who wins, the deal {of_deal}."
        )
    return words


def measure_cell(row: dict[str, Any] | None, unit: str) -> Cell:
    """Return the value of a measure, if there is one."""
    if row is None:
        return nothing()
    return number(row, "value", percent=unit in _PER_CENT, most_decimals=3)
