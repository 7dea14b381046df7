"""What modifiers do: in planted positions, in whole games, and by the numbers."""

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simkit.batch import new_tally
from simkit.menus import Menu, build
from simkit.menus.catalogue import cards
from simkit.rng import KEY
from simkit.runner import prepare, simulate
from simkit.schema import (
    ASKED,
    DRAWN,
    LANES,
    N_ROUNDS,
    NONE,
    PICKED,
    SEATS,
    SECOND,
)
from simkit.transcript import replay
from tests.core import games, kernels
from tests.core.belts import ROLL, belt, faces, positions
from tests.core.games import ALL, KINDS, NAMES, Setting
from tests.core.positions import STATE, hand_index, position, scramble, twin
from tests.core.test_random import LEVEL, all_above, chi_square

MODIFIERS = (
    "+noise=0.5",
    "+forbid=nigiri+force=maki",
    "+noise=0.3+force=nigiri-squid+forbid=tempura+forbid=chopsticks",
)
EVERYTHING = {"name": "Everything", "cards": list(KINDS)}
HOUSES: dict[str, dict[str, Any]] = {
    "party": EVERYTHING,
    "go": {"name": "Everything", "game": "go", "cards": list(cards("go"))},
    "roll": {
        "name": "Everything",
        "game": "roll",
        "tokens": {"supply": {"menu": 24, "chopsticks": 16}},
    },
}
OTHER_RULINGS = {
    game: {name: values[-1] for name, values in games.RULINGS[game].items()} for game in games.GAMES
}
"""Of every ruling the last answer, which is never the recommended one of a word."""


@cache
def _everything() -> Menu:
    return build(EVERYTHING, house=True)


# ---- the contract of policies


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("game", HOUSES)
def test_every_policy_plays_legally_with_modifiers(game: str, players: int) -> None:
    """Judged by the reference engine; half of the games with other rulings."""
    data = HOUSES[game]
    if game != "party" and players > 5:
        data = data | {"deal": {"hand_size": 4} if game == "go" else {"dice": 3}}
    for number, start in enumerate(range(0, len(NAMES), players)):
        seated = [
            NAMES[(start + p) % len(NAMES)] + MODIFIERS[(start + p + number) % len(MODIFIERS)]
            for p in range(players)
        ]
        ruled = data | {"rulings": OTHER_RULINGS[game]} if number % 2 else data
        setting = Setting(ruled, players, tuple(seated), 7, number, house=True)
        assert setting.problems() == []


@pytest.mark.parametrize("slug", ["everything", "go/dummy", "go/sushi-go", "roll/sushi-roll"])
def test_a_replay_is_the_game_that_was_simulated(slug: str) -> None:
    menu = _everything() if slug == "everything" else ALL[slug]
    players = games.players_of(menu)
    for start in range(0, len(NAMES), players):
        seated = [
            NAMES[(start + p) % len(NAMES)] + MODIFIERS[(start + p) % len(MODIFIERS)]
            for p in range(players)
        ]
        settings: dict[str, Any] = {
            "players": players,
            "policies": seated,
            "seed": 3,
            "house": True,
        }
        n = 5
        tally = simulate(menu, games=n, **settings).total()
        scores = sum(
            np.array(replay(menu, game=k, **settings).data["totals"])[:players] for k in range(n)
        )
        assert (tally.score[3, :players] == scores).all()


def _rules(menu: Menu, spec: str) -> Any:
    return prepare(menu, games.players_of(menu), spec, house=True)[2]


@pytest.mark.parametrize("policy", NAMES)
def test_what_is_hidden_changes_nothing_and_nothing_else_is_changed(policy: str) -> None:
    modifier = MODIFIERS[NAMES.index(policy) % len(MODIFIERS)]
    for menu, turn in itertools.product((_everything(), ALL["go/sushi-go"]), (1, 5)):
        rules = _rules(menu, policy + modifier)
        table = position(rules, menu, turn, 3)
        other = twin(table)
        scramble(rules, other, 1, seed=turn)
        for one in (table, other):
            before = twin(one)
            kernels.commit(rules, one, 1)
            for field in STATE:
                assert (np.asarray(one[field]) == np.asarray(before[field])).all(), field
        held = table.hand[hand_index(rules, turn, 1)]
        assert (held[table.pick[1], np.arange(LANES)] > 0).all()
        # a seat that remembers hands knows more of them when it calls (test_planner.py)
        for field in ("pick",) if rules.remembers[1] else ("pick", "call"):
            assert (table[field][1] == other[field][1]).all()
        orders = table.pick[1] == (rules.special_order_row if rules.special_order >= 0 else NONE)
        for field in ("target", "wish"):
            assert (table[field][1] == other[field][1])[orders].all()


# ---- forbid and force


def _rows(rules: Any, menu: Menu, kind: str) -> list[int]:
    k = menu.kinds.index(kind)
    return list(range(int(rules.first[k]), int(rules.first[k] + rules.n_variants[k])))


@pytest.mark.parametrize("policy", NAMES)
def test_forced_cards_come_first_and_forbidden_ones_last(policy: str) -> None:
    menu = _everything()
    ids = list(menu.card_ids)
    rules = _rules(menu, f"{policy}+noise=0.5+force=eel+force=maki-3+forbid=nigiri+forbid=tofu")
    forced = [ids.index("eel"), ids.index("maki-3")]
    forbidden = [*_rows(rules, menu, "nigiri"), ids.index("tofu")]
    seen = {"forced": 0, "forbidden": 0}
    for turn, seed in itertools.product((2, 6, 7), range(2)):
        table = position(rules, menu, turn, seed)
        q = hand_index(rules, turn, 2)
        if turn == 6:  # forbidden cards only, in the first games
            table.hand[q, :, :40] = 0
            table.hand[q, forbidden[0], :40] = 1
            table.hand[q, forbidden[3], :40] = 1
        kernels.commit(rules, table, 2)
        pick, hand = np.asarray(table.pick[2]), np.asarray(table.hand[q])
        has_forced = hand[forced].sum(axis=0) > 0
        has_other = np.delete(hand, forbidden, axis=0).sum(axis=0) > 0
        assert np.isin(pick[has_forced], forced).all()
        assert not np.isin(pick[has_other], forbidden).any()
        seen["forced"] += has_forced.sum()
        seen["forbidden"] += (~has_other).sum()
    assert min(seen.values()) >= 40


@pytest.mark.parametrize("policy", NAMES)
def test_forbidden_cards_are_not_asked_for_drawn_or_copied(policy: str) -> None:
    menu = _everything()
    ids = list(menu.card_ids)
    rules = _rules(menu, f"{policy}+forbid=nigiri+forbid=tofu+forbid=maki-2+noise=0.2")
    forbidden = [*_rows(rules, menu, "nigiri"), ids.index("tofu"), ids.index("maki-2")]
    asked = {*forbidden, *(int(rules.n_rows) + int(rules.kind[r]) for r in forbidden)}
    special = int(rules.special_order_row)
    spoon = _rows(rules, menu, "spoon")[0]
    asking = 0
    for seed in range(3):
        table = position(rules, menu, 4, seed)
        q = hand_index(rules, 4, 1)
        table.hand[q] = 0
        table.hand[q, special] = 1  # and nothing else
        table.tab[1, spoon] = 1
        kernels.commit(rules, table, 1)
        assert (table.pick[1] == special).all()
        own = np.asarray(table.tab[1][: int(rules.n_rows)])
        others = np.delete(own, forbidden, axis=0).sum(axis=0) + table.down[1] > 0
        assert not np.isin(table.target[1], forbidden)[others].any()
        assert np.isin(table.target[1], forbidden)[~others & (own.sum(axis=0) > 0)].all()
        if policy == "random-legal":
            kernels.request(rules, table, 1)
        asks = np.ones(LANES, bool) if policy == "random-legal" else table.call[1, 3:].any(axis=0)
        assert not np.isin(table.request[1], list(asked))[asks].any()
        asking += asks.sum()
        table.drawn[0] = 0
        table.drawn[0, [forbidden[0], forbidden[3], ids.index("eel")]] = 1
        kernels.second(rules, table, 1, -1)
        assert (table.second[1] == ids.index("eel")).all()
    assert asking > 100 or policy == "random"


def test_a_forbidden_nigiri_on_a_wasabi_is_not_copied() -> None:
    """Its copy would count as a plain one, whatever the worth of the next."""
    menu = _everything()
    ids = list(menu.card_ids)
    for spec, copied in (("greedy", "nigiri-squid"), ("greedy+forbid=nigiri", "sashimi")):
        rules = _rules(menu, spec)
        table = position(rules, menu, 2, 1)
        for field in ("tab", "tripled", "free", "down", "sealed"):
            table[field][1] = 0
        table.tab[1, [ids.index("nigiri-squid"), ids.index("sashimi"), ids.index("wasabi")]] = 1
        table.tripled[1, 2] = 1
        q = hand_index(rules, 2, 1)
        table.hand[q] = 0
        table.hand[q, int(rules.special_order_row)] = 1
        kernels.commit(rules, table, 1)
        assert (table.target[1] == ids.index(copied)).all()


def test_what_would_copy_a_forbidden_card_is_worth_less() -> None:
    menu = _everything()
    ids = list(menu.card_ids)
    worths = {}
    for spec in ("greedy", "greedy+forbid=dumpling", "greedy+style=collector", "first+forbid=eel"):
        rules = _rules(menu, spec)
        table = position(rules, menu, 3, 1)
        for field in ("tab", "tripled", "free", "down", "sealed"):
            table[field][1] = 0
        table.tab[1, ids.index("dumpling")] = 3
        kernels.commit(rules, table, 1)
        worths[spec] = int(table.gain[1, int(rules.special_order_row), 0])
        assert (table.gain[1, int(rules.special_order_row)] == worths[spec]).all()
    plain = worths["greedy"]
    assert worths["greedy+forbid=dumpling"] == 2
    assert worths["greedy+style=collector"] == plain + 4
    assert worths["first+forbid=eel"] > 200  # in a list it has its place


@pytest.mark.parametrize("policy", NAMES)
def test_restrictions_on_dice(policy: str) -> None:
    """Taken and swapped in: a forced face if there is one, a forbidden one only if there is no other."""
    names = list(ROLL.card_ids)
    forced = [names.index("nigiri-egg"), names.index("tempura")]
    forbidden = [names.index(f"maki-{n}") for n in (1, 2, 3)] + [names.index("wasabi")]
    spec = f"{policy}+force=nigiri-egg+force=tempura+forbid=maki+forbid=wasabi+noise=0.2"
    swapped = 0
    for rules, table, p in positions(spec, seed=2):
        table.supply[:] = np.maximum(table.supply, 20)
        tally = new_tally()
        for s in range(4):
            if s != p:  # others have what is forbidden, nobody forces
                there = table.face[belt(rules, table, s)]
                there[np.isin(there, forced)] = forbidden[0]
        kernels.move(rules, table, tally, p)
        brought = tally.flow[:, SECOND, p].sum(axis=(0, 1))
        assert brought[forbidden].sum() == 0
        swapped += brought.sum()
        for lane in range(LANES):
            mine = faces(rules, table, p, p, lane)
            taken = mine[int(table.slot[0, lane])]
            if set(mine) & set(forced):
                assert taken in forced
            elif set(mine) - set(forbidden):
                assert taken not in forbidden
    assert swapped > 0 or policy == "random"


def test_uniform_policies_draw_evenly_from_what_is_left() -> None:
    """Error rate: LEVEL in all."""
    menu = ALL["sushi-go"]
    p_values = []
    for policy, spec, turn in itertools.product(
        ("random", "random-legal"), ("+forbid=maki", "+force=nigiri"), (0, 3)
    ):
        rules = _rules(menu, policy + spec)
        table = position(rules, menu, turn, 4)
        q = hand_index(rules, turn, 1)
        for field in ("hand", "tab"):
            table[field][...] = table[field][..., :1].copy()
        held = table.hand[q, : int(rules.n_rows), 0].astype(float)
        rows = _rows(rules, menu, spec.rpartition("=")[2])
        if spec.startswith("+forbid"):
            held[rows] = 0
        else:
            table.hand[q, rows[:2]] = [[1], [2]]
            held = np.where(np.isin(np.arange(len(held)), rows), table.hand[q, : len(held), 0], 0.0)
        counts = np.zeros(len(held))
        for seed in range(20):  # what is drawn depends on the moment alone
            kernels.seed_streams(table, seed, 0, int(rules.n_seats))
            kernels.commit(rules, table, 1)
            counts += np.bincount(table.pick[1], minlength=len(held))[: len(held)]
        assert counts[held == 0].sum() == 0
        expected = held / held.sum() * counts.sum()
        p_values.append(chi_square(counts[held > 0], expected[held > 0]))
    all_above(p_values)


# ---- style


def test_a_style_adds_points_to_its_kinds() -> None:
    menu = ALL["party-sampler"]
    for policy in ("greedy", "planner"):
        plain, liked = _rules(menu, policy), _rules(menu, f"{policy}+style=collector")
        for turn in (1, 5):
            one, other = (position(rules, menu, turn, 1) for rules in (plain, liked))
            kernels.commit(plain, one, 0)
            kernels.commit(liked, other, 0)
            n = int(plain.n_rows)
            more = np.asarray(other.gain[0, :n]).astype(int) - one.gain[0, :n]
            for r in range(n):
                expected = 4 if menu.kinds[plain.kind[r]] in ("tempura", "sashimi", "tofu") else 0
                if menu.kinds[plain.kind[r]] in ("dumpling", "eel", "onigiri", "tea"):
                    expected = 4
                if r != plain.special_order_row:
                    assert (more[r] == expected).all(), list(menu.card_ids)[r]


def test_worths_do_not_leave_their_bytes() -> None:
    menu = ALL["sushi-go"]
    rules = _rules(menu, "greedy+forbid=maki+force=nigiri-egg")
    for style, bound in ((127, 253), (128, 2)):  # 128 stands for -128
        rules.style[0] = style
        rules.value_of[0] = 200 if style == 127 else 70
        table = position(rules, menu, 2, 1)
        kernels.commit(rules, table, 0)
        worths = np.asarray(table.gain[0, : int(rules.n_rows)])
        ids = list(menu.card_ids)
        assert (worths[ids.index("nigiri-egg")] == 254).all()
        assert (worths[[ids.index(f"maki-{n}") for n in (1, 2, 3)]] == 0).all()
        wasabi = worths[ids.index("wasabi")]
        assert set(np.unique(wasabi)) <= {bound, 64 + 127 if style == 127 else 2}
        assert worths[[r for r in range(len(ids)) if not rules.restricted[0, r]]].min() >= 2


def test_a_style_moves_kinds_up_in_a_list_and_calls_stay() -> None:
    menu = ALL["go/sushi-go"]
    ids = list(menu.card_ids)
    plain = _rules(menu, "first")
    liked = _rules(menu, "first+style=dessert")
    table = position(liked, menu, 2, 1)
    kernels.commit(liked, table, 0)
    worths = np.asarray(table.gain[0, : len(ids), 0]).astype(int)
    before = plain.value_of[0, : len(ids)].astype(int)
    pudding = ids.index("pudding")
    passed = {
        r for r in range(len(ids)) if before[r] > before[pudding] and worths[r] <= worths[pudding]
    }
    assert len(passed) in (3, 4)
    assert (
        np.argsort(np.delete(worths, pudding)).tolist()
        == np.argsort(np.delete(before, pudding)).tolist()
    )
    assert (liked.call_at[0, 0, 0] - worths[ids.index("chopsticks")]) == 1


# ---- noise


def _noisy_lanes(rules: Any, menu: Menu, turn: int, seed: int) -> tuple[np.ndarray, Any]:
    """Hands with one card of each row, the best of them first: what else is taken was drawn."""
    table = position(rules, menu, turn, seed)
    q = hand_index(rules, turn, 0)
    table.hand[q] = 0
    table.hand[q, : int(rules.n_rows)] = 1
    kernels.commit(rules, table, 0)
    return np.asarray(table.pick[0]), table


def test_noise_is_a_share_of_turns_and_draws_alike() -> None:
    """First picks its first card but in a share of 0.25 of turns, where all cards are alike. Error rate: LEVEL."""
    menu = ALL["sushi-go"]
    rules = _rules(menu, "first:pudding+noise=0.25")
    n, pudding = int(rules.n_rows), list(menu.card_ids).index("pudding")
    counts = np.zeros(n)
    lanes = 0
    for seed, turn in itertools.product(range(20), (0, 1, 2, 3)):
        counts += np.bincount(_noisy_lanes(rules, menu, turn, seed)[0], minlength=n)
        lanes += LANES
    expected = np.full(n, lanes * 0.25 / n)
    expected[pudding] += lanes * 0.75
    all_above([chi_square(counts, expected)])


def test_noise_comes_anew_each_turn_and_moves_no_stream() -> None:
    menu = ALL["sushi-go"]
    calm, rules = _rules(menu, "greedy"), _rules(menu, "greedy+noise=0.5")
    drawn = []
    for turn in range(4):
        table = position(rules, menu, turn, 1)
        other = twin(table)
        kernels.commit(rules, table, 0)
        kernels.commit(calm, other, 0)
        assert (table.rng[SEATS, : KEY - 64] == other.rng[SEATS, : KEY - 64]).all()
        drawn.append(table.pick[0] != other.pick[0])
    assert all(0.2 < rows.mean() < 0.5 for rows in drawn)
    for one, two in itertools.combinations(drawn, 2):
        both = stats.chi2_contingency(
            [[(one & two).sum(), (one & ~two).sum()], [(~one & two).sum(), (~one & ~two).sum()]]
        )
        assert both.pvalue > LEVEL / 6


def test_in_a_noisy_turn_no_option_is_taken_up() -> None:
    """Chopsticks lie there, pudding and a squid are held: called in all other turns."""
    menu = ALL["go/sushi-go"]
    ids = list(menu.card_ids)
    rules = _rules(menu, "first:pudding,nigiri-squid,chopsticks+noise=0.5")
    table = position(rules, menu, 2, 1)
    q = hand_index(rules, 2, 0)
    table.hand[q] = 0
    table.hand[q, [ids.index("pudding"), ids.index("nigiri-squid"), ids.index("maki-1")]] = 1
    table.tab[0, ids.index("chopsticks")] = 1
    kernels.commit(rules, table, 0)
    called = table.call[0, 0] == 1
    assert 0.35 < called.mean() < 0.65
    assert (table.pick[0][called] == ids.index("pudding")).all()
    drawn = np.bincount(table.pick[0][~called], minlength=len(ids))
    assert (np.sort(drawn)[-3:] > 20).all()


def _flows(tally: Any, way: int, seat: int) -> np.ndarray:
    return np.asarray(tally.flow[:, way, seat])


@pytest.mark.parametrize(
    ("policy", "slug"),
    [
        ("greedy", "everything"),
        ("first", "everything"),
        ("planner", "go/dummy"),
        ("greedy", "go/sushi-go"),
        ("random-legal", "everything"),
        ("greedy", "roll/sushi-roll"),
        ("random-legal", "roll/sushi-roll"),
    ],
)
def test_noise_in_all_turns_is_random(policy: str, slug: str) -> None:
    """What is taken in each turn, and the points, are distributed as random's. Error rate: LEVEL a case.

    Games are independent, so that the counts of a turn over the games are compared as two samples.
    """
    menu = _everything() if slug == "everything" else ALL[slug]
    players = games.players_of(menu)
    n = 4_000
    noisy = simulate(menu, players=players, policy=f"{policy}+noise=1", games=n, seed=1, house=True)
    plain = simulate(menu, players=players, policy="random", games=n, seed=2, house=True)
    one, other = noisy.total(), plain.total()
    for way in (SECOND, ASKED):
        assert one.flow[:, way].sum() == 0
    assert one.tokens.sum() == 0
    p_values = []
    hand_size = menu.hand_size_for(players)
    seats = range(menu.seats_for(players))
    for seat, turn, round_ in itertools.product(seats, range(hand_size), range(N_ROUNDS)):
        rows = np.array([t.flow[round_, PICKED, seat, turn] for t in (one, other)])
        rows = rows[:, rows.sum(axis=0) >= 20]
        if rows.shape[1] > 1:
            p_values.append(stats.chi2_contingency(rows).pvalue)
    for seat in range(players):
        drawn = np.array([_flows(t, DRAWN, seat).sum(axis=(0, 1)) for t in (one, other)])
        drawn = drawn[:, drawn.sum(axis=0) >= 20]
        if drawn.shape[1] > 1:
            p_values.append(stats.chi2_contingency(drawn).pvalue)
        means = [t.score[3, seat] / n for t in (one, other)]
        squares = [t.score_sq[3, seat] / n for t in (one, other)]
        error = np.sqrt(sum(s - m * m for s, m in zip(squares, means, strict=True)) / n)
        p_values.append(2 * stats.norm.sf(abs(means[0] - means[1]) / error))
    all_above(p_values)


def test_noise_on_random_changes_nothing() -> None:
    menu = ALL["go/sushi-go"]
    one, other = (
        simulate(menu, policy=spec, games=500).total() for spec in ("random", "random+noise=0.7")
    )
    assert one.tobytes() == other.tobytes()


def test_noise_makes_a_player_worse() -> None:
    menu = ALL["go/sushi-go"]
    seated = ("greedy", "greedy+noise=0.2", "greedy+noise=0.6", "random")
    batch = simulate(menu, policies=seated, games=4 * 2_560, rotate=True)
    points = np.zeros(4)
    for rotation, tally in enumerate(batch.tallies):
        for s in range(4):
            points[(s - rotation) % 4] += tally.score[3, s]
    assert (np.diff(points) < 0).all()


def test_a_noisy_move_with_dice_uses_no_token() -> None:
    quiet = 0
    for rules, table, p in positions("greedy+noise=0.5", seed=3):
        table.supply[:] = np.maximum(table.supply, 20)
        other = twin(table)
        calm = prepare(ROLL, 4, "greedy", house=True)[2]
        kernels.move(rules, table, new_tally(), p)
        kernels.move(calm, other, new_tally(), p)
        same = (table.tokens[p] == other.tokens[p]).all(axis=0)
        kept = (table.tokens[p] >= other.tokens[p]).all(axis=0)
        assert kept.all()
        quiet += (~same).sum()
    assert quiet > 100


def test_random_legal_swaps_nothing_in_that_is_forbidden() -> None:
    tally = simulate(ROLL, policy="random-legal+forbid=maki", games=512).total()
    maki = [list(ROLL.card_ids).index(f"maki-{n}") for n in (1, 2, 3)]
    brought = tally.flow[:, SECOND].sum(axis=(0, 1, 2))
    assert brought.sum() > 0
    assert brought[maki].sum() == 0


# ---- a policy that searches


@pytest.mark.parametrize("slug", ["master-menu", "go/sushi-go", "roll/sushi-roll"])
def test_search_heeds_modifiers(slug: str) -> None:
    """Judged by the reference engine; noise in all turns calls and swaps nothing."""
    menu = ALL[slug]
    data = games.data_of(menu)
    spec = "search+rollouts=16"
    mixed = (f"{spec}+noise=0.5+forbid=nigiri", f"{spec}+force=nigiri+forbid=maki", "greedy")
    assert Setting(data, 3, mixed, 3, 1).problems() == []
    tally = simulate(
        menu, players=3, policies=(f"{spec}+noise=1", "random", "random"), games=40
    ).total()
    assert tally.flow[:, (SECOND, ASKED), 0].sum() == 0


def test_search_takes_what_is_forced_and_draws_in_noisy_turns() -> None:
    menu = _everything()
    ids = list(menu.card_ids)
    for spec in ("+force=eel+forbid=nigiri", "+noise=1"):
        rules = _rules(menu, f"search+rollouts=16{spec}")
        table, calm = (position(rules, menu, 5, 2) for _ in range(2))
        kernels.commit(rules, table, 1)
        rules.rollouts[1] = 0  # only the valuation
        kernels.commit(rules, calm, 1)
        hand = np.asarray(table.hand[hand_index(rules, 5, 1)])
        if "noise" in spec:
            for field in ("pick", "call"):
                assert (table[field][1] == calm[field][1]).all()
            orders = table.pick[1] == rules.special_order_row
            assert (table.target[1] == calm.target[1])[orders].all()
        else:
            has = hand[ids.index("eel")] > 0
            assert (table.pick[1] == ids.index("eel"))[has].all()
