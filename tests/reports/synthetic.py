"""Frames as an analysis has them, of any menu and without a game: numbers that make charts hard to lay out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl

from reports.answers import Answers
from reports.folder import ANALYSIS
from simkit.menus import Menu

N = 12_345


def synthetic(
    menu: Menu, players: Sequence[int], policies: Sequence[str] = ("greedy", "weighted")
) -> Answers:
    """Return answers with every frame that a chart is made from."""
    rng = np.random.default_rng(1)
    frames: dict[str, list[dict[str, Any]]] = {}

    def estimate(name: str, scale: float = 3.0, *, off: float = 0.0) -> dict[str, float]:
        value = off + scale * float(rng.normal())
        half = scale * float(rng.exponential()) / 3
        return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}

    def keep(name: str, rows: Iterator[dict[str, Any]]) -> None:
        frames.setdefault(name, []).extend(rows)

    for n in players:
        for policy in policies:
            of = {"players": n, "policy": policy, "n_games": N}
            for name, rows in _rows(menu, n, estimate):
                keep(name, (of | row for row in rows))
        who = {"players": n, "policy": " and ".join((policies[0], policies[-1])), "n_games": N}
        shares = [("policy", 0.4), ("deal", 0.02), ("rest", 0.58)]
        keep(
            "skill",
            (
                who | {"of": what, "share": share, **estimate("value", 0.01, off=value)}
                for what in ("score", "win")
                for share, value in shares
            ),
        )
        verdicts = ("different", "equivalent", "can't tell")
        keep(
            "changes",
            (
                {
                    "players": n,
                    "kind": kind,
                    "measure": "forbid_value",
                    "verdict": verdicts[i % 3],
                    "sign_changes": i % 2 == 0,
                    **estimate("change"),
                }
                for i, kind in enumerate(menu.kinds)
            ),
        )
    manifest = {
        "schema": ANALYSIS,
        "menu": menu.to_dict(),
        "players": list(players),
        "policies": list(policies),
        "seed": 0,
    }
    return Answers({name: pl.DataFrame(rows) for name, rows in frames.items()}, manifest)


def _rows(menu: Menu, players: int, estimate: Any) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Give the rows of each frame, at one number of players."""
    effects = ("forbid_value", "taken_effect", "with_without", "selection_bias")
    yield (
        "kinds",
        [
            {"kind": kind, "n_bans": N}
            | {
                key: value
                for i, effect in enumerate(effects)
                # the first kinds are worth about the same: their names are at one height
                for end, scale in (("", 0.01 if k < 5 else 3), ("_win", 0.3))
                for key, value in estimate(f"{effect}{end}", scale * (1 + i)).items()
            }
            for k, kind in enumerate(menu.kinds)
        ],
    )
    turns = range(1, 1 + menu.hand_size_for(players))
    yield (
        "picks",
        [
            {"kind": kind, "turn": turn, "n_tried": 100 * turn}
            | estimate("pick_value")
            | estimate("pick_value_shrunk")
            for kind in menu.kinds
            for turn in turns
        ],
    )
    yield (
        "pick_rates",
        [
            {"card": card, "turn": turn} | estimate("pick_rate", 0.02, off=(turn + i) % 11 / 10)
            for i, card in enumerate(menu.card_ids)
            for turn in turns
        ],
    )
    yield "cards", [{"card": card} | estimate("preference", 4) for card in menu.card_ids]
    yield (
        "synergy",
        [
            {"kind": one, "other": other} | estimate("synergy", 12)
            for i, one in enumerate(menu.kinds)
            for other in menu.kinds[:i]
        ],
    )
    yield (
        "seats",
        [
            {"seat": s} | estimate("score_edge", 0.02) | estimate("win_edge", 0.001)
            for s in range(players)
        ],
    )
    yield "audits", [{"n_moved": N - 1, "p_score": 0.123, "p_win": 1e-9}]
    yield (
        "neighbours",
        [
            {"other": other, "place": place, "who": f"{place} seats to its left"}
            | estimate("points", 9)
            | estimate("win", 0.5)
            for other in ("random", "greedy", "deny")
            for place in range(players)
        ],
    )
    stages = [(f"round {r + 1}", (s - r) % players, s) for r in range(3) for s in range(players)]
    stages += [("game", None, s) for s in range(players)]
    yield (
        "starts",
        [
            {"stage": stage, "place": place, "seat": seat, "n_starts": 1} | estimate("edge", 2)
            for stage, place, seat in stages
        ],
    )
    yield (
        "distribution",
        [
            {"seat": seat, "score": score, "games": 1 + 40 * score - score**2}
            for seat in range(players)
            for score in range(40)
        ],
    )
    yield (
        "character",
        [
            {"measure": measure, "part": f"round {r}"} | estimate("value", 0.01, off=0.3 + r / 10)
            for measure in ("leader_wins", "comeback", "settled")
            for r in (1, 2, 3)
        ],
    )
    yield (
        "luck",
        [
            {"of": what, "share": "deal"} | estimate("value", 0.01, off=0.4)
            for what in ("score", "win")
        ],
    )
