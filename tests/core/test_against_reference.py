"""The compiled core against the plain engine: all it plays is legal, and every point right."""

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simkit.errors import MenuError
from simkit.menus import Menu, build, legal_players
from simkit.menus.catalogue import cards, dice
from simkit.menus.roll import SIDES, face_names
from simkit.schema import MAX_DICE
from tests.core import games
from tests.core.games import NAMES, PRINTED_TABLES, Setting
from tests.menus import menus

N_LINEUPS = 8  # games of each printed menu and player count with mixed line-ups
LEGAL_BLOCKS = {"party": 10, "go": 5, "roll": 5}
HOUSE_BLOCKS = {"party": 14, "go": 6, "roll": 6}
BLOCK = 50


def check(setting: Setting) -> None:
    problems = setting.problems()
    assert not problems, f"{setting}: {problems[0]}"


def _table(menu: Menu, players: int) -> str:
    return f"{menu.game}-{menu.slug}-{players}"


def _blocks(numbers: dict[str, int], first: int) -> list[tuple[str, int]]:
    return [(game, first + i) for game, n in numbers.items() for i in range(n)]


@pytest.mark.parametrize(
    ("menu", "players"), PRINTED_TABLES, ids=[_table(*table) for table in PRINTED_TABLES]
)
def test_printed_menus(menu: Menu, players: int) -> None:
    """Every policy alone, then mixed line-ups under any rulings: 12 games a table."""
    rng = random.Random(f"{menu.slug} {players}")
    data = games.data_of(menu)
    for name in NAMES:
        check(Setting(data, players, (name,) * players, 1, rng.randrange(10_000)))
    for _ in range(N_LINEUPS):
        any_data = data | {"rulings": games.any_rulings(rng, game=menu.game)}
        lineup = games.any_lineup(rng, players)
        check(Setting(any_data, players, lineup, rng.getrandbits(40), rng.randrange(10_000)))


@pytest.mark.parametrize(("game", "block"), _blocks(LEGAL_BLOCKS, 0))
def test_legal_menus(game: str, block: int) -> None:
    for setting in islice(games.settings(block, house=False, game=game), BLOCK):
        check(setting)


@pytest.mark.parametrize(("game", "block"), _blocks(HOUSE_BLOCKS, 100))
def test_house_menus(game: str, block: int) -> None:
    """Any kinds together, own points, own numbers of copies or dice, own deals, any rulings."""
    for setting in islice(games.settings(block, house=True, game=game), BLOCK):
        check(setting)


@pytest.mark.slow
@pytest.mark.parametrize("house", [False, True])
@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("block", range(1_000, 1_020))
def test_many_menus(block: int, game: str, house: bool) -> None:
    for setting in islice(games.settings(block, house=house, game=game), 250):
        check(setting)


@pytest.mark.parametrize("slug", ["sushi-go", "go/sushi-go", "go/dummy", "roll/sushi-roll"])
def test_the_largest_seed_and_number(slug: str) -> None:
    data = games.data_of(games.ALL[slug])
    check(Setting(data, 2, ("greedy", "random"), seed=2**63 - 1, game=10**12))


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
    counts: dict[str, Any] = {kind: dict.fromkeys(numbers, 3) for kind, numbers in numbered.items()}
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


@st.composite
def party_data(draw: st.DrawFn, *, house: bool) -> dict[str, Any]:
    """What a menu file of Party may say, its rulings apart."""
    rng = random.Random(draw(st.integers(0, 1_000)))
    if not house:
        return {"cards": games.legal_kinds(rng)}
    kinds = draw(st.lists(st.sampled_from(sorted(games.KINDS)), min_size=2, unique=True))
    return draw(_house_data(kinds, "party"))


@st.composite
def go_data(draw: st.DrawFn, *, house: bool) -> dict[str, Any]:
    """What a menu file of Sushi Go! may say, its rulings apart."""
    others = [kind for kind in cards("go") if kind != "nigiri"]
    if house:
        data = draw(_house_data(draw(st.lists(st.sampled_from(others), unique=True)), "go"))
    else:
        data = {"cards": draw(st.sampled_from([menus.GO, others]))}
    passing, dummy = st.sampled_from(["left", "both ways"]), st.booleans()
    return data | {"variants": draw(st.fixed_dictionaries({"pass": passing, "dummy": dummy}))}


@st.composite
def roll_data(draw: st.DrawFn, *, house: bool) -> dict[str, Any]:
    """What a menu file of Sushi Roll may say, its rulings apart."""
    if not house:
        return {}
    faces = st.lists(st.sampled_from(list(face_names())), min_size=SIDES, max_size=SIDES)
    die = st.fixed_dictionaries({}, optional={"dice": st.integers(0, 20), "faces": faces})
    few, more = st.integers(0, 3), st.integers(12, 15)
    start = st.fixed_dictionaries({"menu": few, "chopsticks": few})
    supply = st.fixed_dictionaries({"menu": more, "chopsticks": more, "pudding": few})
    tokens = st.fixed_dictionaries({"start": start, "supply": supply})
    return {
        "dice": draw(st.fixed_dictionaries({}, optional=dict.fromkeys(dice(), die))),
        "tokens": draw(tokens),
        "deal": {"dice": draw(st.integers(1, MAX_DICE))},
    }


@st.composite
def _house_data(draw: st.DrawFn, kinds: list[str], game: str) -> dict[str, Any]:
    rng = random.Random(draw(st.integers(0, 1_000)))
    scoring = draw(_some_that_score(kinds, game))
    return {
        "cards": kinds,
        "points": {kind: games.any_points(rng, kind, game) for kind in scoring},
        "deal": draw(st.sampled_from([{}, {"hand_size": 2}, {"hand_size": 5}])),
    }


def _some_that_score(kinds: list[str], game: str) -> st.SearchStrategy[list[str]]:
    scoring = [kind for kind in kinds if games.scores(kind, game)]
    return st.lists(st.sampled_from(scoring), unique=True) if scoring else st.just([])


MENU_DATA = {"party": party_data, "go": go_data, "roll": roll_data}


@st.composite
def any_setting(draw: st.DrawFn, game: str) -> Setting:
    """Any game: small menus and plain line-ups first."""
    house = draw(st.booleans())
    seed = draw(st.integers(0, 2**63 - 1) | st.integers(0, 10))
    data = {"name": "Any", "game": game, "rulings": draw(menus.rulings(game))}
    data |= draw(MENU_DATA[game](house=house))
    try:
        possible = legal_players(build(data, house=house))
    except MenuError:  # no die at all
        possible = ()
    assume(possible)
    players = draw(st.sampled_from(possible))
    lineup = draw(st.tuples(*[st.sampled_from(NAMES)] * players))
    return Setting(data, players, lineup, seed, draw(st.integers(0, 10**9)), house)


@pytest.mark.parametrize("game", games.GAMES)
@given(data=st.data())
@settings(max_examples=150)
def test_any_game(game: str, data: st.DataObject) -> None:
    check(data.draw(any_setting(game)))
