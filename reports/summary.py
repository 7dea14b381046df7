"""A batch on one page of a terminal: who scores, who wins, what each kind brings, who leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from analysis import kinds, leads, scores, wins
from reports.layout import table
from reports.numbers import NOTHING, estimate, percent, plain
from reports.order_of_play import order_of_play
from reports.verdict import verdict
from simkit.menus.catalogue import cards

if TYPE_CHECKING:
    from analysis.until import Stop
    from simkit.batch import Batch


def summary(batch: Batch, stop: Stop | None = None) -> RenderableType:
    """Return the readable summary of a batch. Seats are counted from 1 here.

    With `stop`, as `analysis.until.simulate_until` returns it, headline numbers have its intervals.
    """
    tuned = stop.tuned if stop else None
    parts: list[RenderableType] = [Text(head(batch), style="bold"), Text()]
    won, scored = wins(batch, tuned=tuned), scores(batch, tuned=tuned)
    if batch.rotate:
        parts += [_who(batch, scored, won, "player"), Text()]
    parts += [_who(batch, scored, won, "seat"), Text(verdict(batch, won, tuned=tuned)), Text()]
    parts += [_kinds(batch, kinds(batch)), Text()]
    parts += [_leads(leads(batch)), Text()]
    if batch.menu.game == "roll":
        parts += [*order_of_play(batch), Text()]
    parts.append(Text(_notes(batch, stop), style="dim"))
    return Group(*parts)


def _notes(batch: Batch, stop: Stop | None) -> str:
    """Return how to read the numbers."""
    together = "the seats of both players" if _has_dummy(batch) else "all seats"
    notes = ["± is half of a 95 % interval."]
    if stop:
        notes.append(
            f"Played up to a target ({stop.target}): ± of points and wins by seat or player, and the "
            "sentence on them, hold at any look; all others are ordinary, as if there had been one look."
        )
    if len(batch.blocks) == 1:
        notes.append("Numbers without it need more games.")
    notes.append(f"Kinds and leaders: {together} together.")
    if batch.menu.game == "roll":
        notes.append(
            "Take rate: of the dice on the belt when one is taken (tokens used), the share that was "
            "taken."
        )
    else:
        notes.append(
            "Take rate: of the copies that came by, the share that was taken from the hand, at once "
            "or later."
        )
    return " ".join(notes)


def _has_dummy(batch: Batch) -> bool:
    return batch.n_seats > batch.players


def head(batch: Batch) -> str:
    """Return what was played, in a line or two."""
    menu = batch.menu
    house = ", house menu" if menu.house else ""
    changed = menu.rulings.changed()
    rulings = "".join(f", {name} = {value}" for name, value in changed.items())
    if menu.variants is not None and menu.variants.passing != "left":
        rulings += f", pass = {menu.variants.passing}"
    beside = " and a dummy" if _has_dummy(batch) else ""
    speed = f", {batch.n_games / batch.seconds:,.0f} games/s" if batch.seconds > 0 else ""
    games = f"{batch.n_games:,} games"
    if batch.n_games < batch.n_requested:
        games += f" of {batch.n_requested:,} (stopped)"
    return (
        f"{menu.name} ({menu.game}/{menu.slug}{house}{rulings}), {batch.players} players{beside}, "
        f"{lineup(batch)}: {games}, seed {batch.seed}{speed}"
    )


def lineup(batch: Batch) -> str:
    """Return the line-up in words."""
    if len(set(batch.lineup)) == 1:
        return f"all {batch.lineup[0]}"
    names = ", ".join(batch.lineup)
    return f"{names} ({'seats rotated' if batch.rotate else 'seat 1 first'})"


def _who(batch: Batch, scored: pl.DataFrame, won: pl.DataFrame, by: str) -> Table:
    """Return points and win shares by seat or by player."""
    has_policy = len(set(batch.lineup)) > 1 and not (by == "seat" and batch.rotate)
    policy = ["policy"] if has_policy else []
    columns = (by, *policy, "points", "by round", "90 % of games", "wins")
    made = table(*columns, names=1 + has_policy)
    for i, row in enumerate(won.filter(by=by).to_dicts()):
        mine = scored.filter(pl.col("by") == by, pl.col(by) == i)
        is_player = i < batch.players
        name = [str(row["policy"]) if is_player else ""] if has_policy else []
        win = estimate(row, "win", percent=True)
        made.add_row(str(i + 1) if is_player else "dummy", *name, *_points(mine), win)
    if by == "seat":
        made.add_section()
        made.add_row(
            "players" if _has_dummy(batch) else "all",
            *[""] * has_policy,
            *_points(scored.filter(by="all")),
            "",
        )
    return made


def _points(stages: pl.DataFrame) -> tuple[str, str, str]:
    """Return the cells of the game's points, of the rounds' points, of most games."""
    *rounds, game = stages.to_dicts()
    by_round = " / ".join(plain(row["points"]) for row in rounds)
    return estimate(game, "points"), by_round, f"{game['q05']} to {game['q95']}"


def _kinds(batch: Batch, frame: pl.DataFrame) -> Table:
    """Return what each kind brings, seats pooled, the most points first."""
    each = "per die" if batch.menu.game == "roll" else "per copy"
    made = table("kind", "taken", "take rate", "in turn", "points", each)
    rows = frame.filter(by="all").sort("points", descending=True, maintain_order=True)
    for row in rows.to_dicts():
        made.add_row(
            cards(batch.menu.game)[row["kind"]].name,
            plain(row["taken"], 2),
            estimate(row, "take_rate", percent=True),
            plain(row["mean_pick"]),
            *_brought(row),
        )
    return made


def _brought(row: Mapping[str, Any]) -> tuple[str, str]:
    """Return a kind's points, in a game and for each copy; nothing where it scores none."""
    if row["points"] == 0 and not row["points_se"]:
        return NOTHING, NOTHING
    return estimate(row, "points"), estimate(row, "points_per_copy")


def _leads(frame: pl.DataFrame) -> Table:
    """Return whether leaders win, seats pooled."""
    made = table("leader after", "wins", "if leading did not matter", "winners from behind")
    for row in frame.filter(by="all").to_dicts():
        made.add_row(
            row["stage"],
            estimate(row, "win_if_lead", percent=True),
            percent(row["even"]),
            estimate(row, "behind_if_win", percent=True),
        )
    return made
