"""The luck of dice: which are drawn from the bag, what they show, what a slide and a menu roll.

Fixed seeds and error rates as in `test_random.py`: LEVEL for each test, Bonferroni for many at once.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simkit.batch import new_tally
from simkit.menus import Menu, build
from simkit.runner import prepare, simulate
from simkit.schema import ACT_MENU, ACT_NONE, LANES, MENU_TOKEN, SIDES, TABLE, new_record
from tests.core import kernels
from tests.core.games import ALL
from tests.core.positions import twin
from tests.core.test_random import all_above, chi_square

ROLL = ALL["roll/sushi-roll"]
PLAYERS, EACH = 4, 6

SIX_FACES = build(
    {
        "name": "Six faces",
        "game": "roll",
        "dice": {
            "nigiri": {"faces": ["egg", "salmon", "squid", "tempura", "sashimi", "dumpling"]},
            "maki": {"faces": ["maki-1", "maki-2", "maki-3", "egg", "salmon", "squid"]},
            "appetizer": {"faces": ["pudding-1", "pudding-2", "pudding-3", "egg", "squid", "menu"]},
            "special": {
                "faces": ["chopsticks-1", "chopsticks-2", "menu", "wasabi", "egg", "squid"]
            },
            "pudding": {"faces": ["wasabi", "tempura", "sashimi", "dumpling", "egg", "salmon"]},
        },
    },
    house=True,
)
"""Each side of a die has another face, so that all sides can be told apart."""


def rules_of(menu: Menu) -> Any:
    return prepare(menu, PLAYERS, "random", house=True)[2]


def rolled(rules: Any, n: int, seed: int) -> Iterator[Any]:
    """Tables after the first roll of a game, of n batches."""
    for batch in range(n):
        table = new_record(TABLE)
        table.lane, table.n_dice = -1, EACH
        table.live[0] = 1
        kernels.seed_streams(table, seed, batch, PLAYERS)
        kernels.draw_dice(rules, table)
        yield table


def sides_of(rules: Any, die: Any, face: Any) -> Any:
    """Number of the side that is up, 0 to 5, where each side has a face of its own."""
    sides = np.asarray(rules.sides)[die]
    assert ((sides == face[..., None]).sum(axis=-1) == 1).all()
    return (sides == face[..., None]).argmax(axis=-1)


def dice(table: Any, n: int = EACH) -> Any:
    return np.asarray(table.die[:PLAYERS, :n]).copy()


def shown(rules: Any, table: Any, n: int = EACH) -> Any:
    return sides_of(rules, dice(table, n), np.asarray(table.face[:PLAYERS, :n]))


def fair(counts: Any) -> float:
    flat = np.asarray(counts, float).ravel()
    return chi_square(flat, np.full(flat.size, flat.mean()))


# ---- the first roll


def test_dice_are_drawn_without_replacement() -> None:
    """Dice of each type on each belt, and on all of them: hypergeometric."""
    rules = rules_of(ROLL)
    types = np.concatenate([dice(table) for table in rolled(rules, 100, 1)], axis=-1)
    n_games = types.shape[-1]
    p_values = []
    for t, n in enumerate(rules.die_count[: rules.n_die_types]):
        counts = (types == t).sum(axis=1)
        assert counts.sum(axis=0).max() <= n
        for drawn, k in [*((EACH, mine) for mine in counts), (PLAYERS * EACH, counts.sum(axis=0))]:
            exact = stats.hypergeom(ROLL.n_dice, n, drawn).pmf(np.arange(n + 1))
            p_values.append(chi_square(np.bincount(k, minlength=n + 1), n_games * exact))
    all_above(p_values)


def test_a_bag_drawn_to_its_end_holds_every_order() -> None:
    """Two dice of one type and two of another: all six orders on the two belts."""
    data = {
        "name": "Four dice",
        "game": "roll",
        "dice": {"nigiri": {"dice": 2}, "maki": {"dice": 2}, "appetizer": {"dice": 0}},
        "deal": {"dice": 2},
    }
    data["dice"] |= {"special": {"dice": 0}, "pudding": {"dice": 0}}  # type: ignore[operator]
    rules = prepare(build(data, house=True), 2, "random", house=True)[2]
    orders = np.zeros(16)
    for table in rolled(rules, 60, 2):
        two = np.asarray(table.die[:2, :2]).reshape(4, LANES)
        assert (two.sum(axis=0) == 2).all()
        orders += np.bincount(np.array([8, 4, 2, 1]) @ two, minlength=16)
    all_above([fair(orders[orders > 0])])
    assert (orders > 0).sum() == 6


def test_faces_come_up_as_often_as_sides_have_them() -> None:
    """First rolls by type of die, printed dice: two salmon for each squid, and so on."""
    rules = rules_of(ROLL)
    n = int(rules.n_rows)
    counts = np.zeros((int(rules.n_die_types), n))
    for table in rolled(rules, 100, 3):
        np.add.at(counts, (dice(table), np.asarray(table.face[:PLAYERS, :EACH])), 1)
    p_values = []
    for t, seen in enumerate(counts):
        expected = np.bincount(rules.sides[t], minlength=n) / SIDES * seen.sum()
        assert (seen[expected == 0] == 0).all()
        p_values.append(chi_square(seen[expected > 0], expected[expected > 0]))
    all_above(p_values)


def test_dice_of_a_belt_and_of_two_belts_roll_independently() -> None:
    rules = rules_of(SIX_FACES)
    one_belt, two_belts = np.zeros((SIDES, SIDES)), np.zeros((SIDES, SIDES))
    for table in rolled(rules, 60, 4):
        up = shown(rules, table)
        np.add.at(one_belt, (up[:, :-1], up[:, 1:]), 1)
        np.add.at(two_belts, (up[:-1], up[1:]), 1)
    all_above([fair(one_belt), fair(two_belts)])


# ---- slides


def test_slides_roll_all_dice_again() -> None:
    """The same dice lie on each belt, each side comes up alike, whatever was up before."""
    rules = rules_of(SIX_FACES)
    pairs = np.zeros((int(rules.n_die_types), SIDES, SIDES))
    for table in rolled(rules, 30, 5):
        for n in range(EACH - 1, 0, -1):
            before, old, slides = dice(table), shown(rules, table, n), int(table.slides)
            kernels.slide(rules, table, n)
            assert table.slides == slides + 1
            assert (dice(table) == before).all()
            np.add.at(pairs, (before[:, :n], old, shown(rules, table, n)), 1)
    all_above(fair(pair) for pair in pairs)


# ---- menus


@pytest.mark.parametrize("p", [0, 2])
def test_menus_roll_the_chosen_dice(p: int) -> None:
    """Chosen dice show any side, the others what they showed; a token goes back to the supply.

    Two tokens of a move roll differently; so do two seats.
    """
    rules = rules_of(SIX_FACES)
    rng = np.random.default_rng(p)
    pairs = {name: np.zeros((SIDES, SIDES)) for name in ("old", "step", "seat", "slot")}
    for table in rolled(rules, 60, 6):
        table.tokens[:], table.supply[:] = 2, 5
        table.act[0] = np.where(rng.random(LANES) < 0.8, ACT_MENU, ACT_NONE)
        picked = rng.integers(0, 2, (EACH, LANES)).astype(np.uint8)
        uses = np.asarray(table.act[0]) == ACT_MENU
        old = shown(rules, table)
        results = {}
        for seat, step in ((p, 0), (p, 1), (p + 1, 0)):
            after = twin(table)
            after.chosen[:EACH] = picked
            kernels.use_tokens(rules, after, new_tally(), seat, step)
            up = shown(rules, after)
            others = np.arange(PLAYERS) != seat
            assert (up[others] == old[others]).all()
            assert (dice(after) == dice(table)).all()
            kept = ~(picked.astype(bool) & uses)
            assert (up[seat] == old[seat])[kept].all()
            assert (after.tokens[seat, MENU_TOKEN] == np.where(uses, 1, 2)).all()
            assert (after.supply[MENU_TOKEN] == np.where(uses, 6, 5)).all()
            results[seat, step] = up[seat]
        moved = picked.astype(bool) & uses
        up = results[p, 0]
        np.add.at(pairs["old"], (old[p][moved], up[moved]), 1)
        np.add.at(pairs["step"], (up[moved], results[p, 1][moved]), 1)
        np.add.at(pairs["seat"], (up[moved], results[p + 1, 0][moved]), 1)
        both = moved[:-1] & moved[1:]
        np.add.at(pairs["slot"], (up[:-1][both], up[1:][both]), 1)
    all_above(fair(pair) for pair in pairs.values())


# ---- whole games


def test_every_round_begins_with_a_full_bag() -> None:
    """Faces of the first rolls by round and seat: as many as the sides of all dice say.

    Dice are drawn without replacement, so a count varies no more than independent ones would; 5
    standard errors are passed by chance in one of 1.7 million numbers.
    """
    games_ = 40_000
    tally = simulate(ROLL, policy="random-legal", games=games_, seed=7).tallies[0]
    ids = ROLL.card_ids
    sides = np.array([ROLL.counts[face] for face in ids]) / (SIDES * ROLL.n_dice)
    seen = tally.dealt[:, :PLAYERS, : len(ids)] / (games_ * EACH)
    error = np.sqrt(sides * (1 - sides) / (games_ * EACH))
    assert (np.abs(seen - sides) < 5 * error).all()
    assert (tally.dealt[:, :PLAYERS].sum(axis=2) == games_ * EACH).all()
