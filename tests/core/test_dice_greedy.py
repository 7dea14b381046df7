"""Greedy on dice, by slow plain computations: worths by the rules, chances over all rolls, swaps by hand."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from simkit.menus import Menu, build
from simkit.policies.greedy import GREEDY
from simkit.schema import ACT_MENU, ACT_NONE, ACT_SWAP, LANES, OFFSET, SIDES
from tests.core import kernels
from tests.core.belts import ROLL, belt, decide, faces, has_moved, positions, rules_of
from tests.core.positions import dice_position, twin
from tests.reference import roll_rulebook, roll_scoring

ODD_DICE = build(
    {
        "name": "Odd dice",
        "game": "roll",
        "dice": {
            "nigiri": {"faces": ["egg", "salmon", "squid", "wasabi", "menu", "tempura"]},
            "maki": {"faces": ["maki-1", "maki-2", "maki-3", "squid", "squid", "pudding-2"]},
            "special": {"dice": 20, "faces": ["menu"] * 5 + ["chopsticks-2"]},
        },
        "points": {"maki": {"places": [15, -10, 4]}, "tempura": [0, -20, 40, 7], "wasabi": 5},
        "tokens": {"supply": {"menu": 40, "chopsticks": 30, "pudding": 60}},
    },
    house=True,
)
"""Many different faces on a die, and far worths."""


NO_FACES = build(
    {
        "name": "No faces",
        "game": "roll",
        "dice": {"special": {"dice": 0}, "pudding": {"dice": 9}},
    },
    house=True,
)
"""Tokens of the start are all there are."""

COSTS = {kind: round(2 * points) for kind, points in (GREEDY.data.on_dice).items()}
"""Worth of a token itself to greedy, in half points."""

MENUS = pytest.mark.parametrize("menu", [ROLL, ODD_DICE, NO_FACES], ids=lambda menu: menu.slug)


# ---- worths by the rules


def _after(rules: Any, table: Any, p: int, lane: int, face: str) -> tuple[list[int], list[int]]:
    """Maki icons and pudding tokens by seat when seat p has taken a face."""
    n = int(rules.n_seats)
    icons, puddings = ([int(x) for x in table[name][:n, lane]] for name in ("maki", "pudding"))
    kind, _, number = face.partition("-")
    if kind == "maki":
        icons[p] += int(number)
    elif kind == "pudding":
        puddings[p] += min(int(number), int(table.supply[2, lane]))
    return icons, puddings


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_knows_what_a_face_brings_now(players: int) -> None:
    """Maki and pudding: half points of one face more; tokens their worth, as far as there are some."""
    by = roll_rulebook.make_rules(players)
    tokens = {
        "menu": ("menu", 0),
        "chopsticks-1": ("chopsticks", 1),
        "chopsticks-2": ("chopsticks", 1),
    }
    for rules, table, p in positions("greedy", players=players, seed=6):
        gain = _gains(rules, table, p)[p]
        for lane in range(0, LANES, 2):
            now = _after(rules, table, p, lane, "none")
            for row, face in enumerate(ROLL.card_ids):
                worth = int(gain[row, lane]) - int(OFFSET)
                if face in tokens:
                    kind, code = tokens[face]
                    left = int(table.supply[code, lane])
                    assert worth == COSTS[kind] * min(1 if face == "chopsticks-1" else 2, left)
                elif face.startswith(("maki", "pudding")):
                    then = _after(rules, table, p, lane, face)
                    gained = (
                        roll_scoring.maki_points(then[0], by)[p]
                        - roll_scoring.maki_points(now[0], by)[p]
                        + roll_scoring.pudding_points(then[1], by)[p]
                        - roll_scoring.pudding_points(now[1], by)[p]
                    )
                    assert worth == 2 * gained, face


# ---- chances over all faces, one by one


def _best_sums(rules: Any, table: Any, p: int, lane: int) -> tuple[int, int]:
    """Sums of the best worth over all 6 ** n rolls: the best die kept, and every die rolled."""
    q, n = belt(rules, table, p), int(table.n_dice)
    worth = np.asarray(table.gain[p, :, lane])
    rolled = [worth[rules.sides[table.die[q, j, lane]]] for j in range(n)]
    now = [int(worth[face]) for face in faces(rules, table, p, p, lane)]
    kept = now.index(max(now))
    every, some = np.zeros(1, np.uint8), np.full(1, max(now), np.uint8)
    for j in range(n):
        every = np.maximum.outer(every, rolled[j]).ravel()
        if j != kept:
            some = np.maximum.outer(some, rolled[j]).ravel()
    assert every.size == SIDES**n
    return SIDES * int(some.sum(dtype=np.int64)), int(every.sum(dtype=np.int64))


@MENUS
@pytest.mark.parametrize("n_dice", range(1, 9))
def test_the_expected_best_die_is_exact(n_dice: int, menu: Menu) -> None:
    """E[best die] = high - sum / 6 ** n, in half points + 64, by going through all rolls."""
    rules = rules_of(menu, 2, "greedy")
    for p in range(2):
        table = dice_position(rules, menu, 8 - n_dice, p, n_dice)
        decide(rules, table, p)
        high = int(table.gain[p, : rules.n_rows].max()) * SIDES**n_dice
        for lane in range(0, LANES, 16 if n_dice < 7 else 64):
            some, every = _best_sums(rules, table, p, lane)
            assert high - int(table.sum_some[0, lane]) == some
            assert high - int(table.sum_every[0, lane]) == every


def _menu_gain(rules: Any, table: Any, p: int, lane: int) -> tuple[Fraction, bool]:
    """What a menu token brings at best, and whether every die is rolled for it."""
    high = int(table.gain[p, : rules.n_rows].max())
    now = max(int(table.gain[p, face, lane]) for face in faces(rules, table, p, p, lane))
    some, every = (
        high - Fraction(int(table[name][0, lane]), SIDES ** int(table.n_dice))
        for name in ("sum_some", "sum_every")
    )
    return max(some, every) - now - COSTS["menu"], every > some


def _swap_gains(
    rules: Any, table: Any, gains: Any, p: int, lane: int
) -> dict[tuple[int, int, int], int]:
    """What a swap of each own die that may be given for each die of others brings."""
    mine = faces(rules, table, p, p, lane)
    best = max(int(gains[p, face, lane]) for face in mine)
    found = {}
    for s in range(int(rules.n_seats)):
        theirs = faces(rules, table, p, s, lane) if s != p else []
        waits = not has_moved(rules, table, p, s)
        to = s if waits else p
        give = min(range(len(mine)), key=lambda j, to=to: gains[to, mine[j], lane])  # type: ignore[misc]
        for k, face in enumerate(theirs):
            denied = 0
            if waits:
                after = [*theirs[:k], *theirs[k + 1 :], mine[give]]
                before_, after_ = (
                    max(int(gains[s, f, lane]) for f in belt_) for belt_ in (theirs, after)
                )
                denied = max(0, before_ - after_)
            gain = int(gains[p, face, lane]) - best + denied
            found[give, s, k] = gain - COSTS["chopsticks"]
    return found


def _gains(rules: Any, table: Any, p: int) -> Any:
    """Worth of every face to every seat, as seat p sees it."""
    other = twin(table)
    for s in range(int(rules.n_seats)):
        kernels.value(rules, other, s, p)
    return np.asarray(other.gain)


@MENUS
@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_uses_the_token_that_gains_most(players: int, menu: Menu) -> None:
    """By a slow plain computation: a menu, or a swap with what it denies, or nothing."""
    acts = {int(ACT_NONE): 0, int(ACT_MENU): 0, int(ACT_SWAP): 0}
    rolls_every = False
    last = menu.hand_size_for(players) - 1
    for rules, table, p in positions("greedy", menu=menu, players=players, turns=(0, 2, last)):
        gains = _gains(rules, table, p)
        made = decide(rules, table, p)
        for lane in range(LANES):
            act = int(made["act"][lane])
            menus, chopsticks = (int(n) for n in table.tokens[p, :, lane])
            menu_gain, every = _menu_gain(rules, table, p, lane) if menus else (Fraction(0), False)
            swaps = _swap_gains(rules, table, gains, p, lane) if chopsticks else {}
            best_swap = max(swaps.values(), default=0)
            least = max(menu_gain, Fraction(0))
            acts[act] += 1
            if best_swap > least:
                chosen = tuple(int(made[x][lane]) for x in ("slot", "partner", "partner_slot"))
                assert act == ACT_SWAP
                assert swaps[chosen] == best_swap  # type: ignore[index]
            elif menu_gain > 0:
                assert act == ACT_MENU
                now = [int(gains[p, face, lane]) for face in faces(rules, table, p, p, lane)]
                rolled = np.ones(len(now)) if every else np.arange(len(now)) != np.argmax(now)
                assert (made["chosen"][:, lane] == rolled).all()
                rolls_every |= every
            else:
                assert act == ACT_NONE
    assert all(acts.values())
    assert rolls_every


def test_greedy_takes_the_best_die() -> None:
    for rules, table, p in positions("greedy"):
        gains = _gains(rules, table, p)
        kernels.die(rules, table, p)
        for lane in range(LANES):
            worths = [int(gains[p, face, lane]) for face in faces(rules, table, p, p, lane)]
            assert worths[table.slot[0, lane]] == max(worths)
