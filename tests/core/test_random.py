"""The random numbers: bounded draws, deals, streams.

Every test has fixed seeds, so that it is the same each time. `LEVEL` is the probability with which
a perfect generator would have failed a test at the seed first tried; Bonferroni for many at once.
"""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simkit.batch import new_tally
from simkit.menus import Menu, build, load
from simkit.play import play_batches
from simkit.runner import prepare, simulate
from simkit.schema import DEAL, DECK, LANES, N_STREAMS, SEATS, TABLE, new_record
from simkit.transcript import replay
from tests.core import kernels

LEVEL = 1e-3


def stream_table(seed: int, batch: int = 0) -> np.record:
    table = new_record(TABLE)
    kernels.seed_streams(table, seed, batch, 8)
    return table


def chi_square(observed: Iterable[float], expected: Iterable[float]) -> float:
    """P-value; bins that expect fewer than ten are joined."""
    bins: list[list[float]] = [[0.0, 0.0]]
    for o, e in zip(observed, expected, strict=True):
        if bins[-1][1] >= 10:
            bins.append([0.0, 0.0])
        bins[-1][0] += o
        bins[-1][1] += e
    if bins[-1][1] < 10 and len(bins) > 1:
        last = bins.pop()
        bins[-1] = [bins[-1][0] + last[0], bins[-1][1] + last[1]]
    assert len(bins) > 1
    o, e = np.array(bins).T
    return float(stats.chisquare(o, e * o.sum() / e.sum()).pvalue)


def is_uniform(values: np.ndarray, n: int) -> float:
    counts = np.bincount(values.ravel().astype(int), minlength=n)
    assert len(counts) == n, f"{len(counts) - 1} was drawn from 0 .. {n - 1}"
    return chi_square(counts, np.full(n, values.size / n))


def all_above(p_values: Iterable[float]) -> None:
    listed = list(p_values)
    assert min(listed) > LEVEL / len(listed), sorted(listed)[:3]


# ---- bounded draws

SIZES = [1, 2, 3, 5, 7, 10, 54, 59, 100, 181, 250]
N_DRAWS = 4_000


def _bounded(n: int) -> np.ndarray:
    """First draws of many batches, the sizes n in all lanes."""
    out = np.zeros((1, LANES), np.uint8)
    values = np.zeros((N_DRAWS // 8, LANES), np.uint8)
    for batch in range(len(values)):
        kernels.draws(stream_table(1, batch), DEAL, out, np.full(LANES, n, np.uint8))
        values[batch] = out[0]
    return values


def _same(n: int) -> np.ndarray:
    out = np.zeros((N_DRAWS, LANES), np.uint8)
    kernels.same_draws(stream_table(2), SEATS, out, n)
    return out


def _ties(n: int) -> np.ndarray:
    out = np.zeros((N_DRAWS, LANES), np.uint8)
    kernels.tie_draws(stream_table(3), SEATS, out, np.full(LANES, n, np.uint8))
    return out


def _lanes(n: int) -> np.ndarray:
    out = np.zeros((N_DRAWS, LANES), np.uint8)
    kernels.lane_draws(stream_table(4), SEATS, out, n, 0)
    return out


@pytest.mark.parametrize("draw", [_bounded, _same, _ties, _lanes])
def test_draws_are_uniform(draw: Callable[[int], np.ndarray]) -> None:
    """In all lanes together and over the lanes: 1,024,000 draws (128,000 of the first) a size."""
    p_values = []
    for n in SIZES:
        values = draw(n)
        if n == 1:
            assert (values == 0).all()
            continue
        p_values.append(is_uniform(values, n))
        sums = values.sum(axis=0, dtype=float)
        variance = len(values) * (n**2 - 1) / 12
        spread = ((sums - len(values) * (n - 1) / 2) ** 2).sum() / variance
        p_values.append(2 * min(stats.chi2.sf(spread, LANES), stats.chi2.cdf(spread, LANES)))
    all_above(p_values)


def test_each_lane_has_its_own_size() -> None:
    sizes = np.arange(1, LANES + 1).clip(max=250).astype(np.uint8)
    out = np.zeros((1, LANES), np.uint8)
    top, low = np.zeros(LANES, int), np.full(LANES, 255)
    for batch in range(6_000):
        kernels.draws(stream_table(5, batch), DEAL, out, sizes)
        assert (out[0] < sizes).all()
        top, low = np.maximum(top, out[0]), np.minimum(low, out[0])
    # 6,000 draws miss one of 250 values with probability 4e-11.
    assert (top == sizes - 1).all()
    assert (low == 0).all()


def test_the_repair_of_the_zone_of_bias_is_reached_and_right() -> None:
    """Of 243 cards 0.26 % of the draws lie where 16 bits are unfair (65536 % 243 = 169).

    Without the repair a draw is the upper half of its product; with it, lanes in the zone of bias
    have another number about 242 times in 243, and all others keep theirs.
    """
    n, touched, changed, kept, n_batches = 243, 0, 0, 0, 2_000
    for batch in range(n_batches):
        table, twin = stream_table(6, batch), stream_table(6, batch)
        raw, out = np.zeros((1, LANES), np.uint16), np.zeros((1, LANES), np.uint8)
        kernels.bits(twin, DEAL, raw)
        kernels.draws(table, DEAL, out, np.full(LANES, n, np.uint8))
        products = raw[0].astype(np.int64) * n
        in_order = np.concatenate([out[0][0::2], out[0][1::2]])
        unfair = products % 65536 < 65536 % n
        touched += int(unfair.sum())
        changed += int((in_order != products >> 16)[unfair].sum())
        kept += int((in_order == products >> 16)[~unfair].sum())
    total = n_batches * LANES
    share = 65536 % n / 65536
    assert kept == total - touched
    assert abs(touched - total * share) < 5 * np.sqrt(total * share)
    assert touched > 1_000
    assert abs(changed - touched * (1 - 1 / n)) < 5 * np.sqrt(touched / n) + 1


# ---- drawing without replacement, deals


def test_a_deck_drawn_to_its_end_is_a_permutation() -> None:
    """Card numbers among those left: all 24 orders of four cards are equally frequent."""
    orders: dict[tuple[int, ...], int] = {}
    n_batches = 400
    for batch in range(n_batches):
        out = np.zeros((4, LANES), np.uint8)
        kernels.draws(stream_table(7, batch), DEAL, out, np.full(LANES, 4, np.uint8))
        for lane in range(LANES):
            left, order = [0, 1, 2, 3], []
            for x in out[:, lane]:
                order.append(left.pop(x))
            orders[tuple(order)] = orders.get(tuple(order), 0) + 1
    assert len(orders) == 24
    assert chi_square(orders.values(), [n_batches * LANES / 24] * 24) > LEVEL


def _dealt(menu: Menu, n_games: int, seed: int) -> np.ndarray:
    """Cards in the first hands by game, round, seat and card; single games out of various lanes."""
    _, _, rules = prepare(menu, 4, "random", house=True)
    table = new_record(TABLE)
    table.lane = -1
    n = int(rules.n_rows)
    dealt = np.zeros((n_games, 3, 4, n), int)
    for game in range(n_games):
        lane = game * 97 % LANES
        counted = [new_tally(), new_tally()]
        play_batches(rules, table, counted[0], seed, game, 1, 1, lane + 1)
        play_batches(rules, table, counted[1], seed, game, 1, 1, lane)
        dealt[game] = (counted[0].dealt - counted[1].dealt)[:, :4, :n]
    return dealt


def test_deals_are_hypergeometric() -> None:
    """Copies of each card in the three first hands of each seat, against their exact distribution.

    A menu without desserts is dealt anew from all its cards in each round, so the copies in three
    hands are the sum of three independent hypergeometric numbers. All seats and cards at once, by
    Bonferroni.
    """
    cards = ["maki", "tempura", "sashimi", "onigiri", "chopsticks", "wasabi"]
    menu = build({"name": "Deal", "cards": cards}, house=True)
    hand, n_games = menu.hand_size_for(4), 6_000
    total = menu.n_cards()
    dealt = _dealt(menu, n_games, 8).sum(axis=1)
    assert (dealt.sum(axis=2) == 3 * hand).all()
    p_values = []
    for row, n in enumerate(menu.counts.values()):
        one = stats.hypergeom(total, n, hand).pmf(np.arange(hand + 1))
        three = np.convolve(np.convolve(one, one), one)
        for p in range(4):
            counts = np.bincount(dealt[:, p, row], minlength=len(three))
            p_values.append(chi_square(counts, n_games * three))
    all_above(p_values)


def test_deals_from_one_pile_are_hypergeometric() -> None:
    """In Sushi Go! the hands of all three rounds come from one pile: no card comes twice.

    So do the copies in the hands of a seat, of a round, of all three: one draw without replacement.
    """
    data = {"name": "Pile", "game": "go", "deal": {"hand_size": 3}}
    counts = {"tempura": 5, "sashimi": 5, "dumpling": 5, "wasabi": 3, "pudding": 5, "chopsticks": 2}
    fewer = {"nigiri": {"egg": 2, "salmon": 4, "squid": 2}, "maki": {"1": 2, "2": 3, "3": 2}}
    menu = build(data | {"counts": counts | fewer}, house=True)
    n_games = 4_000
    dealt = _dealt(menu, n_games, 8)
    assert (dealt.sum(axis=(1, 2)) <= list(menu.counts.values())).all()
    p_values = []
    parts = [(dealt[:, :, p].sum(axis=1), 9) for p in range(4)]
    parts += [(dealt[:, r].sum(axis=1), 12) for r in range(3)]
    parts += [(dealt[:, 0, 0] + dealt[:, 2, 3], 6), (dealt.sum(axis=(1, 2)), 36)]
    for copies, drawn in parts:
        assert (copies.sum(axis=1) == drawn).all()
        for row, n in enumerate(menu.counts.values()):
            exact = stats.hypergeom(menu.n_cards(), n, drawn).pmf(np.arange(n + 1))
            seen = np.bincount(copies[:, row], minlength=n + 1)
            p_values.append(chi_square(seen, n_games * exact))
    all_above(p_values)


def test_a_pile_that_just_suffices_is_dealt_once() -> None:
    data = {"name": "Just", "game": "go", "deal": {"hand_size": 9}}
    menu = build(data, house=True)
    tally = simulate(menu, players=4, policy="random-legal", games=2_000, house=True).tallies[0]
    assert menu.n_cards() == 3 * 4 * 9
    dealt = tally.dealt[:, :4, : len(menu.counts)].sum(axis=(0, 1))
    assert (dealt == 2_000 * np.array(list(menu.counts.values()))).all()


# ---- the dummy's pile


def _dummys_table(seed: int, batch: int, pile: dict[int, int], turn: int) -> tuple[Any, Any]:
    """A pile of these cards by row, at the beginning of a turn."""
    _, _, rules = prepare(load("go/dummy"), 2, "random", house=False)
    table = new_record(TABLE)
    table.lane, table.turn = -1, turn
    table.live[0] = 1
    kernels.seed_streams(table, seed, batch, 3)
    for row, n in pile.items():
        table.hand[2, row] = n
    return rules, table


def test_the_dummys_top_card_is_any_of_its_pile() -> None:
    """Each card as often as there are copies; it joins the controller's hand, who alternates."""
    p_values = []
    for turn, pile in ((0, {0: 4, 4: 2, 7: 3}), (3, {1: 1, 2: 2, 8: 3}), (7, {3: 1, 11: 1})):
        seen = np.zeros(12)
        for batch in range(40):
            rules, table = _dummys_table(14, batch, pile, turn)
            kernels.top_card(rules, table, new_tally())
            q = (turn % 2 - turn) % 2  # the hand that lies before the controller
            joined = np.asarray(table.hand[q, :12]).astype(int)
            assert (joined.sum(axis=0) == 1).all()
            assert (table.hand[1 - q] == 0).all()
            left = np.asarray(table.hand[2, :12]) + joined
            assert (left == np.array([pile.get(r, 0) for r in range(12)])[:, None]).all()
            seen += joined.sum(axis=1)
        share = 40 * LANES / sum(pile.values())
        p_values.append(chi_square(seen[list(pile)], [share * n for n in pile.values()]))
    all_above(p_values)


def test_the_dummys_pile_is_shuffled() -> None:
    """Four cards drawn to the end: all 24 orders."""
    orders: dict[tuple[int, ...], int] = {}
    rows = (1, 4, 6, 9)
    for batch in range(60):
        rules, table = _dummys_table(15, batch, dict.fromkeys(rows, 1), 5)
        order = []
        for turn in range(5, 9):
            table.turn = turn
            before = np.asarray(table.hand[2]).copy()
            kernels.top_card(rules, table, new_tally())
            order.append((before - np.asarray(table.hand[2])).argmax(axis=0))
        for lane in range(LANES):
            key = tuple(int(row[lane]) for row in order)
            orders[key] = orders.get(key, 0) + 1
    assert len(orders) == 24
    assert chi_square(orders.values(), [60 * LANES / 24] * 24) > LEVEL


def test_small_deals_are_exact() -> None:
    """Two hands of two cards of five, with all their dependence: 1,000 games of a house menu."""
    data = {
        "name": "Five",
        "cards": ["tempura", "tea"],
        "nigiri": False,
        "counts": {"tempura": 3, "tea": 2},
        "deal": {"hand_size": 2},
    }
    menu = build(data, house=True)
    seen: dict[tuple[int, int], int] = {}
    n_games = 1_000
    for game in range(n_games):
        played = replay(menu, players=2, policy="random", seed=9, game=game, house=True).data
        for part in played["rounds"]:
            hands = [hand.count("tea") for hand in part["hands"]]
            seen[hands[0], hands[1]] = seen.get((hands[0], hands[1]), 0) + 1
    expected = dict.fromkeys([(a, b) for a in range(3) for b in range(3) if a + b <= 2], 0.0)
    for teas in combinations(range(5), 2):  # cards 0 and 1: seat 0; 2 and 3: seat 1; 4 stays
        a, b = (sum(tea // 2 == p for tea in teas) for p in range(2))
        expected[a, b] += 3 * n_games / 10
    assert set(seen) <= set(expected)
    assert chi_square([seen.get(key, 0) for key in expected], expected.values()) > LEVEL


def test_desserts_are_taken_unseen_from_their_pile() -> None:
    """Fruit of each kind among the 5, then 3, then 2 that join: hypergeometric in each round."""
    data = {
        "name": "Fruit",
        "cards": ["tofu", "fruit"],
        "deal": {"hand_size": 1, "desserts": [5, 3, 2]},
    }
    menu = build(data, house=True)
    n_games, counts = 1_000, {card: n for card, n in menu.counts.items() if "fruit" in card}
    added = np.zeros((n_games, 3, len(counts)), int)
    for game in range(n_games):
        played = replay(menu, players=2, policy="random", seed=10, game=game, house=True).data
        for r, part in enumerate(played["rounds"]):
            added[game, r] = [part["desserts_added"].get(card, 0) for card in counts]
    assert (added.sum(axis=2) == [5, 3, 2]).all()
    assert (added.sum(axis=1) <= list(counts.values())).all()
    p_values = []
    for r, n in enumerate((5, 3, 2)):
        for i, copies in enumerate(counts.values()):
            exact = stats.hypergeom(15, copies, n).pmf(np.arange(n + 1))
            observed = np.bincount(added[:, r, i], minlength=n + 1)
            p_values.append(chi_square(observed, n_games * exact))
    all_above(p_values)


# ---- streams


def test_streams_and_lanes_are_independent() -> None:
    """Correlations of lanes, of streams, of batches and of seeds, over 4,096 numbers."""
    n = 4_096
    streams = {}
    for seed, batch in ((1, 0), (1, 1), (2, 0), (2, 1), (2**63 - 1, 2**40)):
        table = stream_table(seed, batch)
        for stream in (DEAL, DECK, SEATS, SEATS + 1, N_STREAMS - 1):
            out = np.zeros((n, LANES), np.uint16)
            kernels.bits(table, stream, out)
            streams[seed, batch, int(stream)] = out
    limit = stats.norm.isf(LEVEL / 2 / (len(streams) * LANES**2)) / np.sqrt(n)
    first = streams[1, 0, int(DEAL)]
    inside = np.corrcoef(first.T) - np.eye(LANES)
    assert np.abs(inside).max() < limit
    for key, other in streams.items():
        if key != (1, 0, int(DEAL)):
            both = np.corrcoef(first.T, other.T)[:LANES, LANES:]
            assert np.abs(both).max() < limit, key


def test_numbers_of_a_lane_do_not_follow_from_the_one_before() -> None:
    n = 8_192
    out = np.zeros((n, LANES), np.uint16)
    kernels.bits(stream_table(11), DEAL, out)
    limit = stats.norm.isf(LEVEL / 2 / (4 * LANES)) / np.sqrt(n)
    scaled = (out - out.mean(axis=0)) / out.std(axis=0)
    for lag in (1, 2, 3, 7):
        assert np.abs((scaled[lag:] * scaled[:-lag]).mean(axis=0)).max() < limit
    all_above(is_uniform(out[:, lane] >> 8, 256) for lane in range(LANES))


def test_lane_draws_differ_by_lane_purpose_and_stream() -> None:
    """Hashed draws: a coin's tosses by 64 purposes and two streams are 128 independent ones."""
    table = stream_table(12)
    tosses = np.zeros((2, 64, LANES), np.uint8)
    for i in range(2):
        kernels.lane_draws(table, SEATS + i, tosses[i], 2, 0)
    pairs = np.corrcoef(tosses.reshape(128, LANES)) - np.eye(128)
    assert np.abs(pairs).max() < stats.norm.isf(LEVEL / 128**2) / np.sqrt(LANES)
