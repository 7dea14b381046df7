"""Makes the tables of an atlas: a surrogate for each measure and line-up, laid out by cell."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl

from analysis.atlas.design import Design, laid_out
from analysis.atlas.surrogate import surrogate
from analysis.atlas.view import ENDS
from analysis.estimate import Estimate, Floats
from simkit.errors import InputError

_GAME = "party"
_BY_MEASURE = ("effects", "pairs", "fit", "calibration")
_SWEEP = {
    "policies": pl.String,
    "rules_version": pl.Int32,
    "metric_version": pl.Int32,
    "seed": pl.Int64,
}
_FIRST = ("policies", "players", "kinds", "game", "n_games", "key")


def frames(
    cells: pl.DataFrame,
    *,
    check: bool,
    store: str | None,
    progress: Callable[[int, int], None] | None,
) -> dict[str, pl.DataFrame]:
    """Return the tables of `analysis.atlas.view.Atlas` by their names; see `analysis.atlas.view.build`."""
    if cells.is_empty():
        raise InputError("no cell was played: an atlas is made of a sweep; run that first.")
    others = cells.filter(pl.col("game") != _GAME)
    if others.height:
        raise InputError(
            f"{others.height} cells are of '{others['game'][0]}': an atlas is of Party's menus; leave them out."
        )
    measures = [m for m in cells.columns if all(f"{m}{end}" in cells.columns for end in ENDS)]
    if not measures:
        raise InputError(
            "cells without a measure: an atlas needs `x`, `x_se`, `x_low`, `x_high` of one."
        )
    line_ups = cells["policies"].unique(maintain_order=True).to_list()
    designs: dict[tuple[int, ...], Design] = {}
    parts: dict[str, list[pl.DataFrame]] = {"cells": [], **{name: [] for name in _BY_MEASURE}}
    for number, policies in enumerate(line_ups):
        own = cells.filter(pl.col("policies") == policies)
        players = tuple(sorted(own["players"].unique().to_list()))
        design = designs.setdefault(players, Design.all_legal(players))
        arrays = laid_out(
            design, own, ["n_games", *(f"{m}{end}" for m in measures for end in ("", *ENDS))]
        )
        columns: dict[str, Floats] = {}
        for i, measure in enumerate(measures):
            observed = _observed(arrays, measure)
            found = surrogate(design, observed, check=check)
            columns |= found.estimate.columns(measure)
            columns |= {f"{measure}_raw": observed.value, f"{measure}_raw_se": observed.se}
            for name in _BY_MEASURE:
                frame: pl.DataFrame = getattr(found, name)
                keys = pl.lit(policies).alias("policies"), pl.lit(measure).alias("measure")
                parts[name].append(frame.select(*keys, pl.all()))
            if progress is not None:
                progress(number * len(measures) + i + 1, len(line_ups) * len(measures))
        parts["cells"].append(_by_cell(design, own, policies, columns))
    return {
        **{name: pl.concat(some) for name, some in parts.items()},
        "origin": _origin(cells, store),
    }


def _origin(cells: pl.DataFrame, store: str | None) -> pl.DataFrame:
    """Return from which sweeps the cells are."""
    named = cells.select(
        (pl.col(name) if name in cells.columns else pl.lit(None)).cast(kind).alias(name)
        for name, kind in _SWEEP.items()
    )
    found = named.group_by(pl.all()).agg(pl.len().cast(pl.Int64).alias("n_cells")).sort(*_SWEEP)
    return found.with_columns(store=pl.lit(store, pl.String))


def _observed(arrays: dict[str, Floats], measure: str) -> Estimate:
    value, se, low, high = (arrays[f"{measure}{end}"] for end in ("", *ENDS))
    games = np.nan_to_num(arrays["n_games"]).astype(np.int64)
    return Estimate(value, se, low, high, games)


def _by_cell(
    design: Design, own: pl.DataFrame, policies: str, columns: dict[str, Floats]
) -> pl.DataFrame:
    """Return the rows of one line-up: by number of players, in the order of the design."""
    kinds = pl.Series("kinds", design.kinds, dtype=pl.List(pl.String))
    played = own.select("kinds", "players", "n_games", "key")
    found = []
    for place, players in enumerate(design.players):
        legal = design.legal[:, place]
        rows = pl.DataFrame(
            {
                "policies": pl.repeat(policies, int(legal.sum()), dtype=pl.String, eager=True),
                "players": pl.repeat(players, int(legal.sum()), dtype=pl.Int64, eager=True),
                "kinds": kinds.filter(pl.Series(legal)),
                "game": pl.repeat(_GAME, int(legal.sum()), dtype=pl.String, eager=True),
                **{
                    name: pl.Series(array[legal, place], dtype=pl.Float32, nan_to_null=True)
                    for name, array in columns.items()
                },
            }
        )
        found.append(_with_games(rows, played.filter(pl.col("players") == players)))
    return pl.concat(found)


def _with_games(rows: pl.DataFrame, played: pl.DataFrame) -> pl.DataFrame:
    """Return rows with the games and the key of those that were played."""
    menu = pl.col("kinds").list.sort().list.join(" ").alias("_menu")
    games = played.select(menu, pl.col("n_games").cast(pl.Int64), "key")
    joined = rows.with_columns(menu).join(games, on="_menu", how="left", maintain_order="left")
    found = joined.drop("_menu").with_columns(pl.col("n_games").fill_null(0))
    return found.select(*_FIRST, pl.exclude(_FIRST))
