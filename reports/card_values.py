"""What cards are worth, on a terminal: sentences, then tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.table import Table

from analysis.standing import DEAD
from reports.layout import table
from reports.numbers import NOTHING, estimate, plain
from simkit.menus.catalogue import cards

if TYPE_CHECKING:
    from analysis.card_values import CardValues
    from simkit.menus import Menu

PAIR = 0.25
"""Points of a pair that are told."""

_NAMED = 3  # kinds that are named in a sentence
_TURNS = 10


def card_sentences(values: CardValues) -> list[str]:
    """Return what the values say, in words."""
    rows = values.kinds.sort("forbid_value", descending=True).to_dicts()
    best = [row for row in rows if row["forbid_value_low"] > DEAD][:_NAMED]
    words = []
    if best:
        named = joined(
            [f"{_name(values.menu, row)} ({estimate(row, 'forbid_value')})" for row in best]
        )
        words.append(f"Worth most to a player who may take it, in points a game: {named}.")
    for standing, said in (
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
                [_name(values.menu, row) for row in found],
                last="or" if standing == "overrated" else "and",
            )
            gains = joined([estimate(_negative(row), "forbid_value", sign="+") for row in found])
            words.append(said.format(names, gains) if said.count("{}") > 1 else said.format(names))
    return [*words, _bias(values.menu, rows)]


def _bias(menu: Menu, rows: Sequence[dict[str, Any]]) -> str:
    """Return where games with and without a kind mislead most."""
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
        f"Do not judge by games with and without a card: those with {_name(menu, worst)} end "
        f"{abs(worst['with_without']):.1f} points {_way(worst['with_without'])} than those without, yet taking it "
        f"brought {worst['taken_effect']:+.1f}."
    )


def _way(x: float) -> str:
    return "lower" if x < 0 else "higher"


def worth_table(values: CardValues) -> Table:
    """Return what each kind is worth in points, beside what games with and without it seem to say."""
    made = table("points", "may take it", "when taken", "with/without", "bias", "")
    for row in _best_first(values.kinds):
        made.add_row(
            _name(values.menu, row),
            estimate(row, "forbid_value", sign="+", most_decimals=2),
            estimate(row, "taken_effect", sign="+", most_decimals=2),
            estimate(row, "with_without", sign="+", most_decimals=1),
            estimate(row, "selection_bias", sign="+", most_decimals=1),
            row["standing"] or "",
        )
    return made


def picks_table(values: CardValues) -> Table:
    """Return what one pick and one card dealt are worth, and the win index."""
    picks = "pick_value" in values.kinds.columns
    columns = ["one pick", "denies"] if picks else []
    made = table("", *columns, "dealt", "win: may take it", *(["one pick"] if picks else []))
    for row in _best_first(values.kinds):
        cells = [estimate(row, "dealt_lift", sign="+", most_decimals=2)]
        cells.append(estimate(row, "forbid_value_win", sign="+", most_decimals=2))
        if picks:
            pick = estimate(row, "pick_value", sign="+", most_decimals=2)
            denies = estimate(row, "denial", sign="+", most_decimals=1)
            won = estimate(row, "pick_value_win", sign="+", most_decimals=2)
            cells = [pick, denies, *cells, won]
        made.add_row(_name(values.menu, row), *cells)
    return made


def seen_table(values: CardValues) -> Table:
    """Return what is seen of each kind without interfering."""
    made = table("seen", "points", "per copy", "take rate", "in turn")
    for row in values.kinds.sort("points", descending=True, nulls_last=True).to_dicts():
        made.add_row(
            _name(values.menu, row),
            estimate(row, "points", most_decimals=2),
            plain(row["points_per_copy"], 2),
            estimate(row, "take_rate", percent=True, most_decimals=1),
            plain(row["mean_pick"]),
        )
    return made


def players_table(frame: pl.DataFrame, menu: Menu) -> Table:
    """Return forbid values of one policy by number of players, in the win index."""
    counts = frame["players"].unique().sort().to_list()
    made = table("win index", *(f"{n} players" for n in counts))
    for kind in menu.kinds:
        rows = {row["players"]: row for row in frame.filter(kind=kind).to_dicts()}
        made.add_row(
            cards(menu.game)[kind].name,
            *(f"{rows[n]['forbid_value_win']:+.2f}" if n in rows else NOTHING for n in counts),
        )
    return made


def _best_first(kinds: pl.DataFrame) -> list[dict[str, Any]]:
    return kinds.sort("forbid_value", descending=True, nulls_last=True).to_dicts()


def turns_table(values: CardValues) -> Table | None:
    """Return the pick value of each kind by turn; None for dice."""
    if not len(values.picks):
        return None
    turns = values.picks["turn"].unique().sort().to_list()
    made = table("pick in turn", *(str(turn) for turn in turns))
    by_kind = {kind: values.picks.filter(kind=kind) for kind in values.menu.kinds}
    for kind, rows in by_kind.items():
        cells = [_turn_cell(row) for row in rows.to_dicts()]
        made.add_row(cards(values.menu.game)[kind].name, *cells)
    return made


def _turn_cell(row: dict[str, Any]) -> str:
    """Return a pick value, with a question mark where chance may have made its sign."""
    if row["pick_value"] is None:
        return NOTHING
    said = f"{row['pick_value_shrunk']:+.1f}"
    low, high = row["pick_value_low"], row["pick_value_high"]
    return said if low is not None and (low > 0 or high < 0) else f"{said}?"


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
        said = [
            f"{_name(menu, row)} ({row['beginner']:+.1f} to {row['expert']:+.1f})" for row in turned
        ]
        words.append(f"From {first} to {last} players the sign changes: {joined(said)}.")
    if moved:
        said = [
            f"{_name(menu, row)} ({row['beginner']:+.1f} to {row['expert']:+.1f})" for row in moved
        ]
        words.append(f"Worth more or less with skill, the same way round: {joined(said)}.")
    if same:
        words.append(
            f"The same for both, within a quarter point: {joined([_name(menu, r) for r in same])}."
        )
    return words


def pair_sentences(synergy: pl.DataFrame, menu: Menu) -> list[str]:
    """Return which kinds go together, in words."""
    rows = synergy.sort("synergy", descending=True).to_dicts()

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


def joined(names: Sequence[str], *, last: str = "and") -> str:
    """Return a list in words."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def _name(menu: Menu, row: dict[str, Any]) -> str:
    return cards(menu.game)[row["kind"]].name


def _negative(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "forbid_value": -row["forbid_value"],
        "forbid_value_low": -row["forbid_value_high"],
        "forbid_value_high": -row["forbid_value_low"],
    }
