"""What policies do with dice and tokens: the contract, lists, uniform moves. Greedy: `test_dice_greedy.py`."""

import itertools
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest

from simkit.batch import new_tally
from simkit.policies.lineup import player
from simkit.policies.switch import POLICIES
from simkit.schema import (
    ACT_MENU,
    ACT_NONE,
    ACT_SWAP,
    CHOPSTICKS_TOKEN,
    LANES,
    MENU_TOKEN,
    SEATS,
)
from simkit.transcript import replay
from tests.core import games, kernels
from tests.core.belts import ROLL, decide, faces, has_moved, positions, rules_of, same
from tests.core.games import NAMES
from tests.core.positions import DICE_STATE, twin
from tests.core.test_random import all_above, chi_square

VALUED = tuple(policy.name for policy in POLICIES if policy.valuation is not None)


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


# ---- first: by its list


def _expected_by_list(
    ranks: dict[str, int], belts: list[list[str]], seat: int, tokens: dict[str, int]
) -> set[tuple[Any, ...]]:
    """What the list says: a swap for what stands above all, or a menu where nothing stands above it."""
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
    if tokens["chopsticks"] and most > 0:
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
    listed = LISTS[spec] or list(player("first").data)
    ranks = games.ranks(ROLL, listed)
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
