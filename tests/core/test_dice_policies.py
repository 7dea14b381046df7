"""What policies do with dice and tokens: the contract, lists, chances by enumeration, swaps by hand."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from simkit.batch import new_tally
from simkit.menus import Menu, build
from simkit.policies.greedy import GREEDY
from simkit.policies.lineup import player
from simkit.runner import prepare
from simkit.schema import (
    ACT_MENU,
    ACT_NONE,
    ACT_SWAP,
    CHOPSTICKS_TOKEN,
    LANES,
    MENU_TOKEN,
    OFFSET,
    SEATS,
    SIDES,
)
from simkit.transcript import replay
from tests.core import kernels
from tests.core.games import ALL, NAMES
from tests.core.positions import DICE_STATE, dice_position, twin
from tests.core.test_random import all_above, chi_square
from tests.reference import roll_rulebook, roll_scoring

ROLL = ALL["roll/sushi-roll"]
VALUED = ("greedy", "first")

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

COSTS = {kind: round(2 * points) for kind, points in (GREEDY.on_dice or {}).items()}
"""Worth of a token itself to greedy, in half points."""

MENUS = pytest.mark.parametrize("menu", [ROLL, ODD_DICE, NO_FACES], ids=lambda menu: menu.slug)


def rules_of(menu: Menu, players: int, policies: Any) -> Any:
    return prepare(menu, players, policies, house=True)[2]


def positions(
    policies: Any, *, menu: Menu = ROLL, players: int = 4, seed: int = 1, turns: Any = (0, 2, 4)
) -> Iterator[tuple[Any, Any, int]]:
    """Rules, table and the seat to move."""
    rules = rules_of(menu, players, policies)
    for turn, p in itertools.product(turns, range(players)):
        yield rules, dice_position(rules, menu, turn, p, seed), p


def belt(rules: Any, table: Any, s: int) -> int:
    """The belt that lies before seat s."""
    return (s - int(table.slides)) % int(rules.n_seats)


def has_moved(rules: Any, table: Any, p: int, s: int) -> bool:
    first, n = int(table.slides), int(rules.n_seats)
    return (s - first) % n < (p - first) % n


def faces(rules: Any, table: Any, p: int, s: int, lane: int) -> list[int]:
    """What lies before seat s while seat p moves."""
    n = int(table.n_dice) - has_moved(rules, table, p, s)
    return [int(face) for face in table.face[belt(rules, table, s), :n, lane]]


def decision(table: Any) -> dict[str, Any]:
    """What a seat does with its next token, each part where it matters."""
    act = np.asarray(table.act[0]).copy()
    swaps, rolls = act == ACT_SWAP, act == ACT_MENU
    return {
        "act": act,
        "chosen": np.where(rolls, table.chosen[: int(table.n_dice)], 9),
        **{
            name: np.where(swaps, table[name][0], 99)
            for name in ("slot", "partner", "partner_slot")
        },
    }


def decide(rules: Any, table: Any, p: int, step: int = 0) -> dict[str, Any]:
    kernels.token(rules, table, p, step)
    return decision(table)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all((one[name] == other[name]).all() for name in one)


# ---- the contract


@pytest.mark.parametrize("policy", NAMES)
def test_the_same_position_gives_the_same_choice(policy: str) -> None:
    for rules, table, p in positions(policy):
        other = twin(table)
        assert same(decide(rules, table, p), decide(rules, other, p))
        kernels.die(rules, table, p)
        kernels.die(rules, other, p)
        assert (table.slot[0] == other.slot[0]).all()


@pytest.mark.parametrize("policy", NAMES)
@pytest.mark.parametrize("players", range(2, 6))
def test_what_is_chosen_is_there_and_nothing_else_changes(policy: str, players: int) -> None:
    hand_size = ROLL.hand_size_for(players)
    for rules, table, p in positions(policy, players=players, turns=(0, 1, hand_size - 1)):
        before = twin(table)
        made = decide(rules, table, p)
        n = int(table.n_dice)
        menus, chopsticks = table.tokens[p, MENU_TOKEN], table.tokens[p, CHOPSTICKS_TOKEN]
        assert (menus[made["act"] == ACT_MENU] > 0).all()
        assert (made["chosen"][:, made["act"] == ACT_MENU].sum(axis=0) > 0).all()
        swaps = made["act"] == ACT_SWAP
        assert (chopsticks[swaps] > 0).all()
        assert (made["slot"][swaps] < n).all()
        for s in range(players):
            theirs = swaps & (made["partner"] == s)
            assert s != p or not theirs.any()
            assert (made["partner_slot"][theirs] < n - has_moved(rules, table, p, s)).all()
        assert (made["partner"][swaps] < players).all()
        kernels.die(rules, table, p)
        assert (table.slot[0] < n).all()
        for field in DICE_STATE:
            assert (np.asarray(table[field]) == np.asarray(before[field])).all(), field


@pytest.mark.parametrize("policy", NAMES)
def test_what_is_hidden_changes_nothing(policy: str) -> None:
    """The bag, what others will roll and choose: all streams of luck but the seat's own."""
    for rules, table, p in positions(policy):
        other = twin(table)
        rng = np.random.default_rng(p)
        other.deck[:] = rng.integers(0, 30, other.deck.shape)
        for stream in set(range(table.rng.shape[0])) - {SEATS + p}:
            other.rng[stream] = rng.integers(0, 2**63, table.rng.shape[1], dtype=np.uint64)
        assert same(decide(rules, table, p), decide(rules, other, p))


@pytest.mark.parametrize("policy", VALUED)
def test_own_rolls_to_come_change_nothing(policy: str) -> None:
    """A seat's luck decides between equal swaps only."""
    for rules, table, p in positions(policy):
        other = twin(table)
        rng = np.random.default_rng(p)
        stream = SEATS + p
        other.rng[stream] = rng.integers(0, 2**63, table.rng.shape[1], dtype=np.uint64)
        one, two = decide(rules, table, p), decide(rules, other, p)
        assert (one["act"] == two["act"]).all()
        assert (one["chosen"] == two["chosen"]).all()


@pytest.mark.parametrize("policy", VALUED)
@pytest.mark.parametrize("others", NAMES)
def test_who_plays_the_other_seats_is_not_known(policy: str, others: str) -> None:
    """The same position among other policies: the same choice."""
    seated = {p: tuple(policy if s == p else others for s in range(4)) for p in range(4)}
    for alone, table, p in positions(policy):
        mixed = rules_of(ROLL, 4, seated[p])
        agree = same(decide(alone, twin(table), p), decide(mixed, twin(table), p))
        assert agree, f"turn {table.turn}, seat {p}"


@pytest.mark.parametrize("policy", NAMES)
def test_belts_are_public(policy: str) -> None:
    """The test above is able to fail: other dice on the belts, other choices."""
    changed = False
    for rules, table, p in positions(policy):
        other = twin(table)
        other.face[:] = np.roll(np.asarray(other.face), 1, axis=-1)
        other.die[:] = np.roll(np.asarray(other.die), 1, axis=-1)
        changed |= not same(decide(rules, table, p), decide(rules, other, p))
    assert changed is (policy in VALUED)


def _by_hand(rules: Any, table: Any, p: int) -> None:
    """A move, token by token; a game in which a die is taken waits for the others."""
    ended = np.zeros(LANES, bool)
    for step in itertools.count():
        kernels.token(rules, table, p, step)
        ended |= np.asarray(table.act[0]) == ACT_NONE
        table.act[0][ended] = ACT_NONE
        if ended.all():
            break
        kernels.use_tokens(rules, table, new_tally(), p, step)
    kernels.die(rules, table, p)


@pytest.mark.parametrize("policy", NAMES)
def test_a_move_is_one_token_after_another_and_a_die(policy: str) -> None:
    moved = False
    for rules, table, p in positions(policy, seed=5):
        table.supply[:] = np.maximum(table.supply, 10)
        other = twin(table)
        _by_hand(rules, table, p)
        kernels.move(rules, other, new_tally(), p)
        for field in ("die", "face", "tokens", "supply", "slot"):
            assert (np.asarray(table[field]) == np.asarray(other[field])).all(), field
        moved |= bool((table.tokens[p] == 0).any())
    assert moved


# ---- greedy: worths by the rules


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


# ---- greedy: chances over all faces, one by one


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


# ---- first: by its list


def _ranks(menu: Menu, listed: list[str]) -> dict[str, int]:
    """Place of each face: named ones first, in order; the others in catalogue order."""
    ids = list(menu.card_ids)
    order: list[str] = []
    for entry in listed:
        order += [f for f in ids if f not in order and (f == entry or f.startswith(f"{entry}-"))]
    order += [f for f in ids if f not in order]
    return {face: place for place, face in enumerate(order)}


def _expected_by_list(
    ranks: dict[str, int], belts: list[list[str]], seat: int, tokens: dict[str, int]
) -> set[tuple[Any, ...]]:
    """What the list says: a swap for what stands above all, a menu where nothing stands above it."""
    best = min(ranks[face] for face in belts[seat])
    needs = min(best, ranks["chopsticks-1"], ranks["chopsticks-2"])
    rolls = tokens["menu"] > 0 and best > ranks["menu"]
    others = {
        (needs - ranks[face], s, face)
        for s, belt_ in enumerate(belts)
        for face in belt_
        if s != seat
    }
    most = max(gain for gain, _, _ in others) if others else 0
    if tokens["chopsticks"] and most > rolls:
        return {("chopsticks", s, face) for gain, s, face in others if gain == most}
    if rolls:
        return {("menu",)}
    return {("take", face) for face in belts[seat] if ranks[face] == best}


def _check_list(played: dict[str, Any], ranks: dict[str, int], seats: set[int]) -> set[str]:
    """Follow all moves of a game; return what was done by seats that play by the list."""
    done = set()
    owned = [dict(played["tokens"]["start"]) for _ in played["policies"]]
    for part in played["rounds"]:
        belts = [[die["face"] for die in belt_] for belt_ in part["belts"]]
        for turn in part["turns"]:
            for event in turn["events"]:
                seat = event["seat"]
                mine = belts[seat]
                expected = _expected_by_list(ranks, belts, seat, owned[seat])
                made: tuple[Any, ...] = (event["event"],)
                if event["event"] == "take":
                    made = ("take", event["face"])
                    mine.remove(event["face"])
                elif event["event"] == "menu":
                    owned[seat]["menu"] -= 1
                    assert seat not in seats or len(event["rerolls"]) == len(mine)
                    for roll in event["rerolls"]:
                        mine.remove(roll["from"])
                    mine += [roll["to"] for roll in event["rerolls"]]
                else:
                    owned[seat]["chopsticks"] -= 1
                    gives, takes = event["gives"]["face"], event["takes"]["face"]
                    made = ("chopsticks", event["with"], takes)
                    assert seat not in seats or ranks[gives] == max(ranks[f] for f in mine)
                    mine.remove(gives)
                    mine.append(takes)
                    belts[event["with"]].remove(takes)
                    belts[event["with"]].append(gives)
                if seat in seats:
                    assert made in expected
                    done.add(event["event"])
            belts = [[die["face"] for die in belt_] for belt_ in turn["belts"]]
            owned = [
                {name: left[name] for name in ("menu", "chopsticks")} for left in turn["tokens"]
            ]
    return done


LISTS = {
    "first": None,
    "first:nigiri-squid,menu,chopsticks-2,wasabi": [
        "nigiri-squid",
        "menu",
        "chopsticks-2",
        "wasabi",
    ],
    "first:pudding,chopsticks,sashimi,menu": ["pudding", "chopsticks", "sashimi", "menu"],
}


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("spec", LISTS)
def test_first_plays_its_list(spec: str, players: int) -> None:
    listed = LISTS[spec] or list(player("first").preferences)
    ranks = _ranks(ROLL, listed)
    lineup = (spec, *("random-legal", "greedy", spec)[: players - 1])
    seats = {s for s, name in enumerate(lineup) if name == spec}
    done: set[str] = set()
    for game in range(12):
        played = replay(ROLL, players=players, policies=lineup, seed=6, game=game).data
        done |= _check_list(played, ranks, seats)
    assert done == {"take", "menu", "chopsticks"}


# ---- random and random-legal: uniform


def test_random_uses_no_token_and_takes_any_die() -> None:
    p_values = []
    for rules, table, p in positions("random", turns=(0, 3)):
        assert (decide(rules, table, p)["act"] == ACT_NONE).all()
        taken = np.zeros(int(table.n_dice))
        for _ in range(20):
            kernels.die(rules, table, p)
            taken += np.bincount(table.slot[0], minlength=len(taken))
        p_values.append(chi_square(taken, np.full(len(taken), taken.mean())))
    all_above(p_values)


def test_random_legal_draws_among_all_moves() -> None:
    """Uniformly: taking a die or a token of each kind; any set of dice; any pair of dice.

    Each step of a move draws anew; so do lanes, seats and turns. The error rate is LEVEL in all.
    """
    acts: dict[tuple[bool, bool], Counter[int]] = defaultdict(Counter)
    sets: dict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    pairs: dict[tuple[int, ...], Counter[tuple[int, ...]]] = defaultdict(Counter)
    for rules, table, p in positions("random-legal", players=3, turns=(4, 5, 6)):
        n = int(table.n_dice)
        on_belts = [len(faces(rules, table, p, s, 0)) if s != p else 0 for s in range(3)]
        for step in range(20):
            made = decide(rules, table, p, step)
            for lane in range(LANES):
                act = int(made["act"][lane])
                menus, chopsticks = (bool(x) for x in table.tokens[p, :, lane])
                acts[menus, chopsticks and any(on_belts)][act] += 1
                if act == ACT_MENU:
                    sets[n][tuple(made["chosen"][:, lane].tolist())] += 1
                elif act == ACT_SWAP:
                    pair = (int(made[x][lane]) for x in ("slot", "partner", "partner_slot"))
                    pairs[n, *on_belts][tuple(pair)] += 1
    p_values = []
    for (menus, chopsticks), seen in acts.items():
        options = [ACT_NONE] + [ACT_MENU] * menus + [ACT_SWAP] * chopsticks
        assert set(seen) == set(options)
        if len(options) > 1:
            p_values.append(_uniform(seen, len(options)))
    assert len(acts) == 4
    for n, seen_sets in sets.items():
        assert not any(sum(chosen) == 0 for chosen in seen_sets)
        if n > 1:
            p_values.append(_uniform(seen_sets, 2**n - 1))
    for (n, *on_belts), seen_pairs in pairs.items():
        for s, m in enumerate(on_belts):
            assert {k for _, partner, k in seen_pairs if partner == s} == set(range(m))
        if n * sum(on_belts) > 1:
            p_values.append(_uniform(seen_pairs, n * sum(on_belts)))
    all_above(p_values)


def _uniform(seen: Counter[Any], n: int) -> float:
    """P-value of n things being equally frequent."""
    assert len(seen) == n
    return chi_square(seen.values(), [seen.total() / n] * n)
