"""The compiled core against the plain engine: all it plays is legal, and every point right."""

import copy
import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simkit.menus import Menu, build, legal_players
from tests.core import games
from tests.core.games import NAMES, PRINTED_TABLES, Setting
from tests.menus import menus
from tests.reference.engine import differences

N_LINEUPS = 8  # games of each printed menu and player count with mixed line-ups
LEGAL_BLOCKS, HOUSE_BLOCKS, BLOCK = 10, 14, 50


def check(setting: Setting) -> None:
    problems = setting.problems()
    assert not problems, f"{setting}: {problems[0]}"


def _table(menu: Menu, players: int) -> str:
    return f"{menu.slug}-{players}"


@pytest.mark.parametrize(
    ("menu", "players"), PRINTED_TABLES, ids=[_table(*table) for table in PRINTED_TABLES]
)
def test_printed_menus(menu: Menu, players: int) -> None:
    """Every policy alone, then mixed line-ups under any rulings: 12 games a table, 576 in all."""
    rng = random.Random(f"{menu.slug} {players}")
    data = {"name": menu.name, "cards": list(menu.kinds)}
    for name in NAMES:
        check(Setting(data, players, (name,) * players, 1, rng.randrange(10_000)))
    for _ in range(N_LINEUPS):
        any_data = data | {"rulings": games.any_rulings(rng)}
        lineup = games.any_lineup(rng, players)
        check(Setting(any_data, players, lineup, rng.getrandbits(40), rng.randrange(10_000)))


@pytest.mark.parametrize("block", range(LEGAL_BLOCKS))
def test_legal_menus(block: int) -> None:
    for setting in islice(games.settings(block, house=False), BLOCK):
        check(setting)


@pytest.mark.parametrize("block", range(100, 100 + HOUSE_BLOCKS))
def test_house_menus(block: int) -> None:
    """Any kinds together, own points, own numbers of copies, own hand sizes, any rulings."""
    for setting in islice(games.settings(block, house=True), BLOCK):
        check(setting)


@pytest.mark.slow
@pytest.mark.parametrize("house", [False, True])
@pytest.mark.parametrize("block", range(1_000, 1_020))
def test_many_menus(block: int, house: bool) -> None:
    for setting in islice(games.settings(block, house=house), 250):
        check(setting)


CROWDED = {
    "name": "Crowded",
    "cards": [
        *("uramaki", "miso-soup", "chopsticks", "spoon", "menu", "takeout-box", "wasabi"),
        *("special-order", "pudding", "soy-sauce"),
    ],
}
"""All that acts on a turn, and all that is scored at once."""


@pytest.mark.parametrize("players", range(2, 9))
def test_all_actions_at_once(players: int) -> None:
    """Every action card on one menu, and many copies of each."""
    rng = random.Random(players)
    numbered = {"chopsticks": "123", "spoon": "456", "takeout-box": ["10", "11", "12"]}
    counts = {kind: dict.fromkeys(numbers, 3) for kind, numbers in numbered.items()}
    counts |= {"special-order": 8, "wasabi": 6}
    for _ in range(25):
        data = CROWDED | {"rulings": games.any_rulings(rng), "deal": {"hand_size": 6}}
        if rng.random() < 0.5:
            data |= {"counts": counts}
        if players not in legal_players(build(data, house=True)):
            continue
        lineup = games.any_lineup(rng, players)
        check(Setting(data, players, lineup, players, rng.randrange(10_000), house=True))


# ---- hypothesis: what does not agree is shrunk to a small menu


def _numbers(bounds: tuple[int, int]) -> st.SearchStrategy[int]:
    return st.integers(*bounds)


@st.composite
def any_setting(draw: st.DrawFn) -> Setting:
    """Any game: small menus and plain line-ups first."""
    house = draw(st.booleans())
    seed = draw(st.integers(0, 2**63 - 1) | st.integers(0, 10))
    rng = random.Random(draw(st.integers(0, 1_000)))
    if house:
        kinds = draw(st.lists(st.sampled_from(sorted(games.KINDS)), min_size=2, unique=True))
    else:
        kinds = games.legal_kinds(rng)
    rulings = draw(menus.rulings())
    data = {"name": "Any", "cards": kinds, "rulings": rulings}
    if house:
        data["points"] = {
            kind: games.any_points(rng, kind) for kind in draw(_some_that_score(kinds))
        }
        data["deal"] = draw(st.sampled_from([{}, {"hand_size": 2}, {"hand_size": 5}]))
    possible = legal_players(build(data, house=house)) or (0,)
    players = draw(st.sampled_from(possible))
    lineup = draw(st.tuples(*[st.sampled_from(NAMES)] * players))
    return Setting(data, players, lineup, seed, draw(st.integers(0, 10**9)), house)


def _some_that_score(kinds: list[str]) -> st.SearchStrategy[list[str]]:
    scoring = [kind for kind in kinds if games.scores(kind)]
    return st.lists(st.sampled_from(scoring), unique=True) if scoring else st.just([])


@given(setting=any_setting().filter(lambda setting: setting.players > 0))
@settings(max_examples=250)
@example(
    Setting({"name": "Go", "cards": menus.GO}, 2, ("greedy", "random"), seed=2**63 - 1, game=10**12)
)
def test_any_game(setting: Setting) -> None:
    check(setting)


# ---- the judge sees what is wrong


def _first(transcript: dict[str, Any], name: str) -> dict[str, Any]:
    return next(
        event
        for part in transcript["rounds"]
        for turn in part["turns"]
        for event in turn["events"]
        if event["event"] == name
    )


def _one_more(points: dict[str, int], kind: str) -> None:
    points[kind] = points.get(kind, 0) + 1


PLANTED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a card played twice": lambda t: t["rounds"][0]["turns"][3]["commits"][0].update(
        card=t["rounds"][0]["turns"][3]["commits"][1]["card"] + "?"
    ),
    "a play missing": lambda t: t["rounds"][1]["turns"][2]["events"].pop(0),
    "a call not made": lambda t: _first(t, "chopsticks").update(seat=3),
    "a spoon's giver": lambda t: _first(t, "spoon").update(giver=_first(t, "spoon")["seat"]),
    "a card on the table": lambda t: t["rounds"][2]["turns"][1]["tables"][0].append("eel"),
    "a point of a round": lambda t: _one_more(t["rounds"][1]["points"][0], "eel"),
    "a dessert's points": lambda t: _one_more(t["dessert_points"][0], "green-tea-ice-cream"),
    "a total": lambda t: t["totals"].__setitem__(1, t["totals"][1] + 1),
    "the winner": lambda t: t["win_share"].append(t["win_share"].pop(0)),
}


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    data = {"name": "Big Banquet", "cards": list(games.PRINTED["big-banquet"].kinds)}
    for game in range(100):
        found = Setting(data, 4, ("random-legal",) * 4, 5, game).transcript()
        spoons = [
            event
            for part in found["rounds"]
            for turn in part["turns"]
            for event in turn["events"]
            if event["event"] == "spoon"
        ]
        if spoons and spoons[0]["giver"] is not None and sorted(found["win_share"])[0] == 0:
            return found
    raise AssertionError("no game with a spoon in a hundred")


@pytest.mark.parametrize("fact", PLANTED)
def test_a_planted_error_is_found(good: dict[str, Any], fact: str) -> None:
    assert differences(good) == []
    wrong = copy.deepcopy(good)
    PLANTED[fact](wrong)
    assert wrong != good
    assert differences(wrong) != []
