"""An atlas with planted effects, made without a game or a fit."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import polars as pl

from analysis.atlas.view import Atlas
from reports.atlas_answers import AtlasAnswers
from simkit.menus import legal, printed
from simkit.menus.catalogue import GROUPS, cards

PLAYERS, POLICIES = (2, 4), ("greedy", "weighted")
GOALS = ("closer", "comebacks", "richer")
MENUS = 300
"""At each number of players, beside the printed ones."""

LEVELS = {"margin": (5.0, 0.3, 0.08), "comeback_2": (0.45, 0.02, 0.01), "score": (45.0, 3.0, 0.4)}
"""Mean, standard deviation of effects, standard error of a menu."""

UNTOLD = "tea"
"""A card without an effect."""

STRONG = ("eel", "special-order")
"""A pair with an effect; all others have none."""


def effects(measure: str) -> dict[str, float]:
    """Return what each card does to a measure."""
    _, spread, _ = LEVELS[measure]
    rng = np.random.default_rng(len(measure))
    kinds = [kind for kind in cards() if cards()[kind].group in GROUPS]
    return {kind: 0.0 if kind == UNTOLD else float(rng.normal(scale=spread)) for kind in kinds}


@cache
def atlas(players: tuple[int, ...] = PLAYERS, policies: tuple[str, ...] = POLICIES) -> Atlas:
    """Return the atlas; nine of ten menus were played."""
    rng = np.random.default_rng(1)
    measures = list(LEVELS)
    cells, of_cards, of_pairs, fits, steps = [], [], [], [], []
    for policy in policies:
        for n in players:
            every = list(legal(n))
            chosen = [every[i] for i in rng.permutation(len(every))[:MENUS]]
            chosen += [menu.kinds for menu in printed() if menu.kinds in every]
            chosen = list(dict.fromkeys(chosen))
            frame = pl.DataFrame({"kinds": [list(kinds) for kinds in chosen]}).select(
                pl.lit(policy).alias("policies"),
                pl.lit(n, pl.Int64).alias("players"),
                "kinds",
                pl.lit("party").alias("game"),
                (512 * (pl.int_range(pl.len()) % 10 < 9)).cast(pl.Int64).alias("n_games"),
                pl.lit("key").alias("key"),
            )
            cells.append(frame.with_columns(**_measures(chosen, rng)))
        for measure in measures:
            own = {"policies": policy, "measure": measure}
            _, spread, error = LEVELS[measure]
            for n in (None, *players) if len(players) > 1 else players:
                for card, effect in effects(measure).items():
                    facts = cards()[card]
                    if n is None or facts.min_players <= n <= facts.max_players:
                        there = own | {"card": card, "players": n}
                        of_cards.append(there | _effect(effect, 0.1 * spread))
                for one, other in combinations(effects(measure), 2):
                    groups = cards()[one].group, cards()[other].group
                    if groups[0] != groups[1] or GROUPS[groups[0]] > 1:
                        planted = spread if (one, other) == STRONG else 0.01 * spread
                        there = own | {"card": one, "other": other, "players": n}
                        of_pairs.append(there | _effect(planted, 0.1 * spread))
                share = {
                    "r2": 0.8,
                    "r2_true": 0.4 if measure == "score" else 0.9,
                    "coverage": 0.951,
                    "coverage_ends": 0.93,
                }
                sizes = {"n_cells": 300, "error": error, "tau": error, "narrower": 0.8}
                fits.append(own | {"players": n, **sizes, "freedom": None, **share, "note": None})
            steps += [
                own
                | {"players": n, "step": step + 1, "n_cells": 15}
                | {"predicted": spread * step, "seen": spread * step + error}
                | {"seen_low": spread * step - error, "seen_high": spread * step + 2 * error}
                for n in players
                for step in range(20)
            ]
    origin = {"policies": list(policies), "rules_version": 2, "metric_version": 1, "seed": 7}
    return Atlas(
        pl.concat(cells),
        _frame(of_cards),
        _frame(of_pairs),
        _frame(fits),
        pl.DataFrame(steps),
        pl.DataFrame(origin).with_columns(n_cells=pl.lit(600), store=pl.lit("5ca1ab1e")),
    )


def answers(
    players: tuple[int, ...] = PLAYERS, policies: tuple[str, ...] = POLICIES
) -> AtlasAnswers:
    """Return what there is to tell of it."""
    return AtlasAnswers.of(atlas(players, policies), GOALS)


def _measures(menus: list[tuple[str, ...]], rng: np.random.Generator) -> dict[str, pl.Series]:
    columns = {}
    for measure, (level, _, error) in LEVELS.items():
        effect = effects(measure)
        means = np.array([level + sum(effect.get(kind, 0.0) for kind in menu) for menu in menus])
        value = means + error * rng.normal(size=len(menus))
        ends = {"": value, "_se": np.full(len(menus), error)}
        ends |= {"_low": value - 1.96 * error, "_high": value + 1.96 * error}
        ends |= {"_raw": means, "_raw_se": np.full(len(menus), 1.5 * error)}
        columns |= {measure + end: pl.Series(x, dtype=pl.Float32) for end, x in ends.items()}
    return columns


def _effect(effect: float, error: float) -> dict[str, float]:
    ends = {"effect_low": effect - 1.96 * error, "effect_high": effect + 1.96 * error}
    return {"effect": effect, "effect_se": error, **ends}


def _frame(rows: list[dict[str, object]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema_overrides={"players": pl.Int64}, infer_schema_length=None)
