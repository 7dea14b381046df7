"""Pairs of kinds that need each other, or stand in for each other: known from the cards."""

import polars as pl

from analysis.gather import Budget
from analysis.synergy import synergy
from simkit.experiment import Arm, observe

MENU = "party/sushi-go"


def test_wasabi_needs_nigiri() -> None:
    """Wasabi brings nothing without a nigiri: the pair is worth more by all that wasabi is worth."""
    found = synergy(MENU, players=3, budget=Budget(games=2048), seed=3)
    assert len(found) == 28
    row = found.row(
        by_predicate=(pl.col("kind") == "nigiri") & (pl.col("other") == "wasabi"), named=True
    )
    assert row["synergy_low"] > 3
    others = found.filter(~((pl.col("kind") == "nigiri") & (pl.col("other") == "wasabi")))
    assert others["synergy"].abs().max() < row["synergy"]


def test_it_is_what_four_arms_say() -> None:
    bans = ("", "+forbid=maki", "+forbid=pudding", "+forbid=maki+forbid=pudding")
    arms = [Arm(MENU, 3, ["weighted" + ban, "weighted", "weighted"], rotate=True) for ban in bans]
    free, no_maki, no_pudding, neither = next(
        observe(arms, lambda games: [g.total[-1, 0].sum() for g in games], games=1024, seed=3)
    )
    found = synergy(MENU, players=3, budget=Budget(games=1024), seed=3)
    row = found.row(
        by_predicate=(pl.col("kind") == "maki") & (pl.col("other") == "pudding"), named=True
    )
    total = int(free) + int(neither) - int(no_maki) - int(no_pudding)
    assert row["synergy"] == total / 1024
    assert row["n_games"] == 1024
