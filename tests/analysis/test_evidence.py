"""What is shown of games: every score counted, the unusual games found, and the same when played again."""

import numpy as np

import simkit
from analysis.evidence import UNUSUAL, Evidence
from simkit.experiment import Arm, observe
from simkit.played import Played

MENU = "party/sushi-go"


def games(total: list[list[list[int]]], first: int = 0) -> Played:
    """Games by their points after each round and at the end: (games, stages, seats)."""
    points = np.array(total, np.int16).transpose(1, 2, 0)
    lead = points == points.max(axis=1, keepdims=True)
    nothing = np.zeros((points.shape[1], 0, points.shape[2]), np.uint8)
    return Played(
        first=first,
        total=points,
        win=np.zeros(points.shape[1:], np.int16),
        lead=lead,
        taken=nothing,
        points=nothing.astype(np.int16),
        dealt=np.zeros((3, points.shape[1], 0, points.shape[2]), np.uint8),
        preferred=np.zeros((points.shape[1], 0, 0), np.int64),
    )


def test_the_most_unusual_of_written_down_games() -> None:
    one = games([[[0, 0], [9, 1], [0, 0], [30, 31]], [[0, 0], [0, 4], [0, 0], [40, 22]]], first=512)
    two = games([[[0, 0], [2, 0], [0, 0], [40, 22]], [[0, 0], [1, 3], [0, 0], [-3, 5]]], first=1024)
    found = Evidence.of(one) + Evidence.of(two)
    assert found.unusual == {
        "highest score": (40, 0, 513),  # of two games as good the first
        "lowest score": (-3, 0, 1025),
        "widest margin": (18, 0, 513),
        "greatest comeback": (8, 1, 512),
    }
    spread = found.distribution()
    assert spread.filter(seat=0).select("score", "games").rows() == [(-3, 1), (30, 1), (40, 2)]
    assert spread["games"].sum() == 8


def test_an_unusual_game_can_be_played_again() -> None:
    parts = list(
        observe([Arm(MENU, 3, "weighted")], lambda g: Evidence.of(g[0]), games=6000, seed=4)
    )
    found = parts[0] + parts[1]
    assert found.scores.sum() == 18_000
    assert set(found.unusual) == set(UNUSUAL)
    for name, pick in (("highest score", max), ("lowest score", min)):
        value, seat, number = found.unusual[name]
        told = simkit.replay(MENU, players=3, policy="weighted", seed=4, game=number).to_dict()
        assert told["totals"][seat] == pick(told["totals"]) == value
