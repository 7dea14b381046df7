"""What holds at all numbers of players that were asked, and where it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analysis.standing import STANDINGS
from reports.answers import Answers
from reports.card_values import best_first, kind_name
from reports.numbers import estimate, percent
from reports.seats import SUSPECT
from reports.words import counts, joined

_FEW = 3  # kinds of which any may be the best
_NAMED = {
    "must-take": "Hard to pass up",
    "overrated": "Overrated, as who never takes it has more points and wins more",
    "dead": "Missed by nobody",
    "dominated": "In no turn worth it on average, as long as there is something else",
}


def headlines(answers: Answers) -> list[str]:
    """Return a few sentences on all numbers of players."""
    expert = answers.policies[-1]
    return [
        *_best(answers, expert),
        *_standing(answers, expert),
        *_seats(answers, expert),
        *_luck(answers, expert),
        *_skill(answers),
    ]


def _best(answers: Answers, expert: str) -> list[str]:
    """Return what is worth most, or which kinds may be."""
    where: dict[str, list[int]] = {}
    for players in answers.players:
        kinds = answers.table("kinds", players=players, policy=expert)
        known = best_first(kinds.drop_nulls("forbid_value_low")).to_dicts() if len(kinds) else []
        if known:
            least = known[0]["forbid_value_low"]
            names = [
                kind_name(answers.menu, row) for row in known if row["forbid_value_high"] >= least
            ]
            said = joined(names, last="or") if len(names) <= _FEW else "not to be told yet"
            where.setdefault(said, []).append(players)
    if not where:
        return []
    told = joined([f"{name} ({_players(found)})" for name, found in where.items()])
    return [f"Worth most to a player who may take it: {told}."]


def _standing(answers: Answers, expert: str) -> list[str]:
    """Return what stands out, and at how many players."""
    kinds = answers.table("kinds", policy=expert)
    words = []
    for standing in STANDINGS:
        if not len(kinds):
            break
        rows = kinds.filter(standing=standing).sort("players")
        named = [
            f"{kind_name(answers.menu, {'kind': kind})} ({_players(found['players'].to_list())})"
            for (kind,), found in rows.group_by("kind", maintain_order=True)
        ]
        if named:
            words.append(f"{_NAMED[standing]}: {joined(named)}.")
    return words


def _seats(answers: Answers, expert: str) -> list[str]:
    audits = answers.table("audits", policy=expert).to_dicts()
    if not audits:
        return []
    exact = [row["players"] for row in audits if row["n_moved"] == row["n_games"]]
    differ = [
        row["players"]
        for row in audits
        if row["players"] not in exact and min(row["p_score"], row["p_win"]) < SUSPECT
    ]
    unseen = [row["players"] for row in audits if row["players"] not in (*exact, *differ)]
    words = []
    if exact:
        words.append(f"No seat has an edge ({_players(exact)}; exactly so, deal by deal).")
    if differ:
        words.append(f"Seats differ ({_players(differ)}; p < {SUSPECT:g}).")
    if unseen:
        words.append(f"No difference between seats is seen ({_players(unseen)}).")
    return words


def _luck(answers: Answers, expert: str) -> list[str]:
    luck = answers.table("luck", policy=expert)
    rows = luck.filter(of="win").drop_nulls("value").sort("value").to_dicts() if len(luck) else []
    if not rows:
        return []
    low, high = rows[0], rows[-1]
    return [
        f"Among {expert} players the deal decides {_at(low)} to {_at(high)} of who wins; the rest is the luck of draws "
        "and ties."
    ]


def _at(row: Mapping[str, Any]) -> str:
    return f"{percent(row['value'], 0)} ({row['players']} players)"


def _skill(answers: Answers) -> list[str]:
    ladder = answers.table("ladder")
    rows = _points(ladder) if len(ladder) else []
    if not rows:
        return []
    low, high = rows[0], rows[-1]
    first, last = answers.policies[0], answers.policies[-1]
    gaps = [f"{estimate(row, 'gap')} ({row['players']} players)" for row in (low, high)]
    return [f"Where they meet, {last} makes {' to '.join(gaps)} points more than {first}."]


def _points(ladder: pl.DataFrame) -> list[dict[str, Any]]:
    return ladder.filter(of="score").drop_nulls("gap").sort("gap").to_dicts()


def _players(numbers: list[int]) -> str:
    return f"{counts(sorted(numbers))} players"
