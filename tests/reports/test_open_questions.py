"""What can't be told yet, and what it would take, on planted numbers."""

import polars as pl
import pytest

from reports.answers import Answers
from reports.effort import duration, seconds
from reports.folder import ANALYSIS
from reports.headlines import headlines
from reports.open_questions import open_questions
from simkit.menus import load

N = 10_000
KINDS = load("party/sushi-go").kinds


def planted(values: dict[str, float], *, se: float, players: int = 4, **others: object) -> Answers:
    rows = [
        {
            "players": players,
            "policy": "weighted",
            "kind": kind,
            "n_bans": N,
            "standing": others.get(kind),
            "forbid_value": values.get(kind, 5.0),
            "forbid_value_se": se,
            "forbid_value_low": values.get(kind, 5.0) - 1.96 * se,
            "forbid_value_high": values.get(kind, 5.0) + 1.96 * se,
        }
        for kind in KINDS
    ]
    manifest = {
        "schema": ANALYSIS,
        "menu": load("party/sushi-go").to_dict(),
        "players": [players],
        "policies": ["weighted"],
        "seed": 0,
        "games": N,
        "target": None,
        "max_games": N,
    }
    types = {"standing": pl.String}
    return Answers({"kinds": pl.DataFrame(rows, schema_overrides=types)}, manifest)


def test_what_is_known_is_not_asked() -> None:
    answers = planted({"nigiri": 9.0, "tempura": 0.02}, se=0.05)
    assert open_questions(answers, 4) == []  # tempura: within a quarter point of nothing


def test_a_worth_near_nothing_takes_as_many_games_as_its_interval_is_too_wide() -> None:
    (asked,) = open_questions(planted({"nigiri": 9.0, "tempura": 0.2}, se=0.2), 4)
    # half of the interval is 0.392; at 0.2 it does not hold 0 any more
    assert asked.more == pytest.approx(N * (0.392 / 0.2) ** 2 - N, rel=0.01)
    assert asked.text == (
        "Whether the right to take a kind is worth anything: Tempura (+0.2 ± 0.4), about 28,000 games more "
        "(some 2 s of play on an ordinary machine)."
    )


def test_what_is_nothing_is_told_by_being_small() -> None:
    (asked,) = open_questions(planted({"nigiri": 9.0, "tempura": 0.05}, se=0.2), 4)
    assert asked.more == pytest.approx(N * (0.392 / 0.2) ** 2 - N, rel=0.01)  # 0.25 less 0.05


def test_two_that_may_be_the_best() -> None:
    (asked,) = open_questions(planted({"nigiri": 7.0, "tempura": 6.8}, se=0.1), 4)
    assert asked.text.startswith("Which kind is worth most: Nigiri (+7.0 ± 0.2) or Tempura (+6.8")
    # a bound: the errors of both, added up
    assert asked.more == pytest.approx(N * (1.96 * 0.2 / 0.2) ** 2 - N, rel=0.01)


def test_what_nobody_can_play_is_said_so() -> None:
    values = dict.fromkeys(KINDS, 5.0) | {"nigiri": 9.0, "maki": 9.0}
    (asked,) = open_questions(planted(values, se=0.5), 4)
    assert asked.text.endswith("more than 10,000,000 games more.")


def test_headlines_say_where_it_holds() -> None:
    one = planted({"nigiri": 9.0}, se=0.1, tempura="dead")
    other = planted({"maki": 9.0, "tempura": 8.9}, se=0.1, players=6, sashimi="dead")
    kinds = pl.concat([one.frames["kinds"], other.frames["kinds"]])
    both = Answers({"kinds": kinds}, {**one.manifest, "players": [4, 6]})
    assert headlines(both) == [
        "Worth most to a player who may take it: Nigiri (4 players) and Maki or Tempura (6 players).",
        "Missed by nobody: Tempura (4 players) and Sashimi (6 players).",
    ]


def test_times_are_told_roughly() -> None:
    assert seconds("party", 4, "search+rollouts=64", 1000, arms=2) is None
    assert duration(0.2) == "less than a second"
    assert [duration(x) for x in (7.4, 44, 130, 5000, 20000)] == [
        "some 7 s",
        "some 40 s",
        "some 2 min",
        "some 80 min",
        "some 6 h",
    ]
    assert seconds("roll", 4, "greedy", 1000, arms=2) == pytest.approx(0.104)
