"""What cards are worth: sentences, and the tables of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import polars as pl
from rich.table import Table

from analysis.standing import DEAD
from reports.grid import Cell, Column, measured, nothing, present, rounded, said, terminal
from reports.layout import table
from reports.numbers import NOTHING, estimate
from reports.words import joined
from simkit.menus import Menu
from simkit.menus.catalogue import cards

PAIR = 0.25
"""Points of a pair that are told."""

_NAMED = 3  # kinds that are named in a sentence

_POINTS = {"sign": "+", "most_decimals": 2}
_ROUGH = {"sign": "+", "most_decimals": 1}

WORTH = (
    measured(
        "forbid_value",
        "may take it",
        "may take it, points",
        "what is lost if one player never takes the kind, on the same deals",
        **_POINTS,
    ),
    measured(
        "taken_effect",
        "when taken",
        "when taken, points",
        "the same, of the games in which it was taken",
        **_POINTS,
    ),
    measured(
        "with_without",
        "with/without",
        "with/without, points",
        "games in which the player took one, less games in which it took none: it compares games and is no effect",
        **_ROUGH,
    ),
    measured(
        "selection_bias",
        "bias",
        "bias, points",
        "how far with/without is off",
        **_ROUGH,
    ),
    Column(
        "standing",
        "",
        "stands out",
        "what is certain of it (false discovery rate 5 %)",
        partial(said, name="standing"),
        is_number=False,
    ),
)
"""What each kind is worth in points, beside what games with and without it seem to say."""

PICKS = (
    measured(
        "pick_value",
        "one pick",
        "one pick, points",
        "taking it less taking the best other card, mean of all hands that hold it",
        **_POINTS,
    ),
    measured(
        "denial",
        "denies",
        "denies, points",
        "what all others lose where it is taken though it was not wanted",
        **_ROUGH,
    ),
    measured(
        "dealt_lift",
        "dealt",
        "dealt, points",
        "what a copy more in the first hand brings",
        **_POINTS,
    ),
    measured(
        "forbid_value_win",
        "win: may take it",
        "may take it, win index",
        "what is lost of the win if one player never takes the kind: players x share of the win, 1 is an even share",
        **_POINTS,
    ),
    measured(
        "pick_value_win",
        "one pick",
        "one pick, win index",
        "taking it less taking the best other card, of the win: players x share of the win",
        **_POINTS,
    ),
)
"""What one pick and one card dealt are worth, and the win index."""

SEEN = (
    measured(
        "points",
        "points",
        "points",
        "points of the kind in a game, mean",
        most_decimals=2,
    ),
    Column(
        "points_per_copy",
        "per copy",
        "points per copy",
        "points of the kind, per copy taken",
        partial(rounded, name="points_per_copy", digits=2),
    ),
    measured(
        "take_rate",
        "take rate",
        "take rate",
        "of the copies that came by, the share that was taken",
        percent=True,
        most_decimals=1,
    ),
    Column(
        "mean_pick",
        "in turn",
        "in turn",
        "the turn in which a copy was taken, mean",
        partial(rounded, name="mean_pick", digits=1),
    ),
)
"""What is seen of each kind without interfering."""


def card_sentences(kinds: pl.DataFrame, menu: Menu) -> list[str]:
    """Return what the values of kinds say, in words."""
    rows = kinds.sort("forbid_value", descending=True).to_dicts()
    best = [
        row
        for row in rows
        if row["forbid_value_low"] is not None and row["forbid_value_low"] > DEAD
    ]
    words = []
    if best:
        named = joined(
            [f"{kind_name(menu, row)} ({estimate(row, 'forbid_value')})" for row in best[:_NAMED]]
        )
        words.append(f"Worth most to a player who may take it, in points a game: {named}.")
    for standing, sentence in (
        ("must-take", "Hard to pass up, better than the best other card by a point or more: {}."),
        (
            "overrated",
            "Overrated: who never takes {} has more points ({}) and wins more; these players take too many.",
        ),
        ("dead", f"Missed by nobody, within {DEAD:g} points: {{}}."),
        ("dominated", "In no turn worth it on average, as long as there is something else: {}."),
    ):
        found = [row for row in rows if row["standing"] == standing]
        if found:
            names = joined(
                [kind_name(menu, row) for row in found],
                last="or" if standing == "overrated" else "and",
            )
            gains = joined([estimate(_negative(row), "forbid_value", sign="+") for row in found])
            words.append(sentence.format(names, gains))
    bias = _bias(menu, rows)
    return [*words, bias] if bias else words


def _bias(menu: Menu, rows: Sequence[dict[str, Any]]) -> str:
    """Return where games with and without a kind mislead most; nothing if they do not."""
    known = [row for row in rows if row["selection_bias_low"] is not None]
    wrong = [
        row
        for row in known
        if row["taken_effect_low"] > 0 > row["with_without_high"]
        or row["taken_effect_high"] < 0 < row["with_without_low"]
    ]
    if not wrong:
        return ""
    worst = max(wrong, key=lambda row: abs(row["selection_bias"]))
    return (
        f"Do not judge by games with and without a card: those with {kind_name(menu, worst)} end "
        f"{abs(worst['with_without']):.1f} points {_way(worst['with_without'])} than those without, yet taking it "
        f"brought {worst['taken_effect']:+.1f}."
    )


def _way(x: float) -> str:
    return "lower" if x < 0 else "higher"


def worth_table(kinds: pl.DataFrame, menu: Menu) -> Table:
    """Return what each kind is worth in points, beside what games with and without it seem to say."""
    return _terminal("points", WORTH, best_first(kinds), menu)


def picks_table(kinds: pl.DataFrame, menu: Menu) -> Table:
    """Return what one pick and one card dealt are worth, and the win index."""
    return _terminal("", PICKS, best_first(kinds), menu)


def seen_table(kinds: pl.DataFrame, menu: Menu) -> Table:
    """Return what is seen of each kind without interfering."""
    return _terminal("seen", SEEN, richest_first(kinds), menu)


def _terminal(first: str, columns: Sequence[Column], kinds: pl.DataFrame, menu: Menu) -> Table:
    rows = [(kind_name(menu, row), row) for row in kinds.to_dicts()]
    return terminal(first, present(columns, kinds.columns), rows)


def players_table(kinds: pl.DataFrame, menu: Menu) -> Table:
    """Return forbid values of one policy by number of players, in the win index."""
    players = kinds["players"].unique().sort().to_list()
    made = table("win index", *(f"{n} players" for n in players))
    for name, cells in by_players(kinds, menu):
        made.add_row(name, *(cells[n].text if n in cells else NOTHING for n in players))
    return made


def by_players(kinds: pl.DataFrame, menu: Menu) -> list[tuple[str, dict[int, Cell]]]:
    """Return the forbid value of each kind by number of players, in the win index."""
    found = []
    for kind in menu.kinds:
        rows = kinds.filter(kind=kind).to_dicts()
        found.append((cards(menu.game)[kind].name, {row["players"]: _index(row) for row in rows}))
    return found


def _index(row: dict[str, Any]) -> Cell:
    exact = measured("forbid_value_win", "", "", "", **_POINTS).cell(row)
    return Cell(f"{row['forbid_value_win']:+z.2f}", exact.number, exact.note)


def best_first(kinds: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of kinds, the most valuable first."""
    return kinds.sort("forbid_value", descending=True, nulls_last=True)


def richest_first(kinds: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of kinds, the one with the most points first."""
    return kinds.sort("points", descending=True, nulls_last=True)


def turns_table(picks: pl.DataFrame, menu: Menu) -> Table | None:
    """Return the pick value of each kind by turn; None for dice."""
    if not len(picks):
        return None
    turns, rows = by_turn(picks, menu)
    made = table("pick in turn", *map(str, turns))
    for name, cells in rows:
        made.add_row(name, *(cells[turn].text for turn in turns))
    return made


def by_turn(picks: pl.DataFrame, menu: Menu) -> tuple[list[int], list[tuple[str, dict[int, Cell]]]]:
    """Return the turns, and the pick values of each kind in them."""
    turns = picks["turn"].unique().sort().to_list()
    found = []
    for kind in menu.kinds:
        rows = {row["turn"]: _turn_cell(row) for row in picks.filter(kind=kind).to_dicts()}
        name = cards(menu.game)[kind].name
        found.append((name, {turn: rows.get(turn, nothing()) for turn in turns}))
    return turns, found


def _turn_cell(row: dict[str, Any]) -> Cell:
    """Return a pick value, with a question mark where chance may have made its sign."""
    if row["pick_value"] is None:
        return nothing()
    value = row["pick_value_shrunk"]
    low, high = row["pick_value_low"], row["pick_value_high"]
    sure = low is not None and (low > 0 or high < 0)
    note = f"{row['n_tried']:,} tries"
    if low is not None:
        note += f", 95 % interval {low:+.2f} to {high:+.2f}"
    return Cell(f"{value:+z.1f}{'' if sure else '?'}", value, note)


def skill_sentences(changes: pl.DataFrame, menu: Menu, policies: Sequence[str]) -> list[str]:
    """Return what is different for beginners."""
    rows = changes.filter(measure="forbid_value").to_dicts()
    different = [row for row in rows if row["verdict"] == "different"]
    turned = [row for row in different if row["sign_changes"]]
    moved = [row for row in different if not row["sign_changes"]]
    same = [row for row in rows if row["verdict"] in ("equivalent", "different but small")]
    first, last = policies[0], policies[-1]
    words = []
    if turned:
        words.append(f"From {first} to {last} players the sign changes: {_from_to(menu, turned)}.")
    if moved:
        words.append(f"Worth more or less with skill, the same way round: {_from_to(menu, moved)}.")
    if same:
        names = joined([kind_name(menu, row) for row in same])
        words.append(f"The same for both, within a quarter point: {names}.")
    return words


def _from_to(menu: Menu, rows: Sequence[dict[str, Any]]) -> str:
    return joined(
        [
            f"{kind_name(menu, row)} ({row['beginner']:+z.1f} to {row['expert']:+z.1f})"
            for row in rows
        ]
    )


def pair_sentences(synergy: pl.DataFrame, menu: Menu) -> list[str]:
    """Return which kinds go together, in words."""
    known = synergy.drop_nulls(["synergy_low", "synergy_high"])
    rows = known.sort("synergy", descending=True).to_dicts()

    def named(some: Sequence[dict[str, Any]]) -> str:
        names = cards(menu.game)
        return joined(
            [
                f"{names[row['kind']].name} with {names[row['other']].name} "
                f"({estimate(row, 'synergy', sign='+', most_decimals=1)})"
                for row in some
            ]
        )

    words = []
    together = [row for row in rows if row["synergy_low"] > PAIR][:_NAMED]
    instead = [row for row in rows[::-1] if row["synergy_high"] < -PAIR][:_NAMED]
    if together:
        words.append(f"Worth more together than alone, in points a game: {named(together)}.")
    if instead:
        words.append(f"One stands in for the other: {named(instead)}.")
    return words


def kind_name(menu: Menu, row: dict[str, Any]) -> str:
    """Return the name of the kind that a row is about."""
    return cards(menu.game)[row["kind"]].name


def _negative(row: dict[str, Any]) -> dict[str, Any]:
    low, high = row["forbid_value_low"], row["forbid_value_high"]
    return {
        "forbid_value": -row["forbid_value"],
        "forbid_value_low": None if high is None else -high,
        "forbid_value_high": None if low is None else -low,
    }
