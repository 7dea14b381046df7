"""What policies do in Sushi Go!: second cards and the dummy's, worths by the rules, lists."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from simkit.batch import new_tally
from simkit.menus import Menu, build
from simkit.policies.lineup import player
from simkit.runner import prepare
from simkit.schema import LANES, OFFSET
from simkit.transcript import replay
from tests.core import games, kernels
from tests.core.games import ALL, NAMES
from tests.core.positions import hand_index, position, twin
from tests.core.test_random import all_above, chi_square
from tests.reference.cards import Table, lay_out
from tests.reference.go_rulebook import Rules, make_rules
from tests.reference.go_scoring import pudding_points, score_kind

SLUGS = [slug for slug in ALL if slug.startswith("go/")]


def _many_chopsticks(slug: str) -> Menu:
    """The menu with chopsticks on most tables."""
    return build(games.data_of(ALL[slug]) | {"counts": {"chopsticks": 40}}, house=True)


def _before_the_choices(menu: Menu, policy: str, turn: int, seed: int) -> tuple[Any, Any]:
    rules = prepare(menu, games.players_of(menu), policy, house=True)[2]
    table = position(rules, menu, turn, seed)
    if rules.n_seats > rules.n_players:
        kernels.top_card(rules, table, new_tally())
    return rules, table


def _committed(menu: Menu, policy: str, turn: int, seed: int) -> tuple[Any, Any]:
    """All have chosen their first cards and what they call."""
    rules, table = _before_the_choices(menu, policy, turn, seed)
    for p in range(int(rules.n_players)):
        kernels.commit(rules, table, p)
    return rules, table


def _commit_otherwise(rules: Any, table: Any, p: int) -> None:
    """The other players commit the last card of their hands, in order, and call nothing."""
    n = int(rules.n_rows)
    for other in set(range(int(rules.n_players))) - {p}:
        held = table.hand[hand_index(rules, int(table.turn), other), :n] > 0
        table.pick[other] = n - 1 - np.argmax(held[::-1], axis=0)
        table.call[other] = 0


# ---- second cards, and the dummy's


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("policy", NAMES)
def test_second_cards_do_not_depend_on_what_others_commit(policy: str, slug: str) -> None:
    """Both cards are chosen before the reveal (E33); so is the dummy's."""
    menu = _many_chopsticks(slug)
    seconds = 0
    for turn in (1, 4, 6):
        rules, table = _committed(menu, policy, turn, turn)
        dummy = int(rules.n_players)
        for p in range(dummy):
            one, other = twin(table), twin(table)
            _commit_otherwise(rules, other, p)
            assert (one.pick[:dummy] != other.pick[:dummy]).any()
            for way in (one, other):
                kernels.play_together(rules, way, new_tally())
            called = table.call[p, 0] > 0
            seconds += int(called.sum())
            differ = np.flatnonzero((one.second[p] != other.second[p]) & called)
            assert not differ.size, f"turn {turn}, seat {p}, lanes {differ}"
            if rules.n_seats > dummy and p == turn % 2:
                assert (one.pick[dummy] == other.pick[dummy]).all()
    assert (seconds > 100) is (policy != "random")


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("policy", NAMES)
def test_second_cards_are_in_the_own_hand(policy: str, slug: str) -> None:
    menu = _many_chopsticks(slug)
    lanes = np.arange(LANES)
    for turn in (1, 3):
        rules, table = _committed(menu, policy, turn, 10 + turn)
        before = twin(table)
        kernels.play_together(rules, table, new_tally())
        for p in range(int(rules.n_players)):
            hand = np.asarray(before.hand[hand_index(rules, turn, p)]).copy()
            hand[before.pick[p], lanes] -= 1
            called = lanes[before.call[p, 0] > 0]
            assert (hand[table.second[p][called], called] > 0).all()


def test_the_dummy_is_given_the_card_worth_least() -> None:
    """By the controller's own valuation, of what it keeps; by the list its last card."""
    menu = _many_chopsticks("go/dummy")
    for policy in ("greedy", "first"):
        for turn in (0, 3, 5):
            rules, table = _committed(menu, policy, turn, 3)
            c, n = turn % 2, int(rules.n_rows)
            hand = np.asarray(table.hand[hand_index(rules, turn, c), :n]).astype(int)
            lanes = np.arange(LANES)
            hand[table.pick[c], lanes] -= 1
            kernels.play_together(rules, table, new_tally())
            called = lanes[table.call[c, 0] > 0]
            hand[table.second[c][called], called] -= 1
            worth = np.where(hand > 0, table.gain[c, :n].astype(int), 999)
            given = worth[table.pick[2], lanes]
            assert (given == worth.min(axis=0)).all(), policy


def test_random_gives_the_dummy_any_card() -> None:
    """Two of two kinds and one of a third are held after the own card: 2/5, 2/5, 1/5."""
    menu = ALL["go/dummy"]
    rules, table = _before_the_choices(menu, "random", 4, 1)
    q = hand_index(rules, 4, 0)
    rows = [3, 6, 8]
    given: Counter[int] = Counter()
    for i in range(40):
        kernels.seed_streams(table, 5, i, 3)
        table.hand[q] = 0
        for row, n in zip(rows, (2, 3, 1), strict=True):
            table.hand[q, row] = n
        kernels.commit(rules, table, 1)
        table.pick[0], table.call[0] = rows[1], 0
        kernels.play_together(rules, table, new_tally())
        given.update(table.pick[2].tolist())
        table.tab[:] = 0
    total = given.total()
    assert set(given) == set(rows)
    assert chi_square([given[r] for r in rows], [0.4 * total, 0.4 * total, 0.2 * total]) > 1e-3


def test_random_legal_calls_with_probability_one_half() -> None:
    """Whenever chopsticks lie there and it is not the last turn, however many they are."""
    menu = _many_chopsticks("go/sushi-go")
    row = list(menu.card_ids).index("chopsticks")
    p_values = []
    for turn in (0, 2, 5, 7):
        calls: dict[bool, list[int]] = {False: [0, 0], True: [0, 0]}
        for seed in range(8):
            _, table = _committed(menu, "random-legal", turn, 100 + seed)
            for p in range(4):
                has = table.tab[p, row] > 0
                called = table.call[p, 0]
                assert called.max() <= 1  # one a turn (E3)
                for able in (False, True):
                    calls[able][0] += int(called[has == able].sum())
                    calls[able][1] += int((has == able).sum())
        assert calls[False][0] == 0
        if turn == 7:
            assert calls[True][0] == 0
        elif calls[True][1]:
            n_called, n = calls[True]
            p_values.append(chi_square([n_called, n - n_called], [n / 2, n / 2]))
    assert len(p_values) == 2
    all_above(p_values)


# ---- greedy: one more card, by the rules


def _tables(rules: Any, table: Any, ids: list[str], lane: int) -> list[Table]:
    return [
        lay_out([c for r, c in enumerate(ids) for _ in range(int(table.tab[p, r, lane]))])
        for p in range(int(rules.n_seats))
    ]


def _now(kind: str, tables: list[Table], puddings: list[int], by: Rules) -> list[int]:
    return pudding_points(puddings, by) if kind == "pudding" else score_kind(kind, tables, by)


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_greedy_knows_what_ties_pay(players: int) -> None:
    """Maki, soy sauce and pudding: half points of one more of each, and nothing else changed."""
    menu = build(
        {
            "name": "Ties",
            "game": "go",
            "cards": ["maki", "soy-sauce", "pudding", "tempura"],
            "points": {"maki": {"places": [7, 3]}, "pudding": {"most": 7, "fewest": -5}},
            "counts": {"soy-sauce": 20, "pudding": 20, "maki": {"1": 20, "2": 20, "3": 10}},
            "deal": {"hand_size": 4},
        },
        house=True,
    )
    rules = prepare(menu, players, "greedy", house=True)[2]
    ids = list(menu.card_ids)
    points = {kind: dict(p) if isinstance(p, dict) else p for kind, p in menu.points.items()}
    by = make_rules(players, list(menu.kinds), points=points, counts=dict(menu.counts), hand_size=4)
    for turn in (0, 1, 3):
        table = position(rules, menu, turn, players)
        for p in range(players):
            kernels.value(rules, table, p, p)
            for lane in range(0, LANES, 8):
                tables = _tables(rules, table, ids, lane)
                puddings = [int(n) for n in table.pudding[:players, lane]]
                for r, card in enumerate(ids):
                    kind = card.partition("-")[0] if card != "soy-sauce" else card
                    if kind not in ("maki", "soy-sauce", "pudding"):
                        continue
                    more = [[*t, *lay_out([card])] if s == p else t for s, t in enumerate(tables)]
                    gained = [n + (s == p) for s, n in enumerate(puddings)]
                    after = _now(kind, more, gained, by)[p]
                    before = _now(kind, tables, puddings, by)[p]
                    assert int(table.gain[p, r, lane]) == int(OFFSET) + 2 * (after - before), card


# ---- first: by its list


def _check_choices(
    turn: dict[str, Any], hands: list[list[str]], able: list[bool], ranks: Any
) -> int:
    """The best card, then a second one if it stands above the chopsticks; the dummy gets the last."""
    seconds = 0
    for commit in turn["commits"]:
        hand = hands[commit["by"]]
        if commit["seat"] != commit["by"]:
            assert commit["card"] == max(hand, key=ranks.__getitem__)
            continue
        assert commit["card"] == min(hand, key=ranks.__getitem__)
        hand.remove(commit["card"])
        best = min(hand, key=ranks.__getitem__, default=None)
        calls = able[commit["seat"]] and ranks[best] < ranks["chopsticks"]
        assert bool(commit["calls"]) is calls
        assert commit["second"] == (best if calls else None)
        if calls:
            hand.remove(best)
            seconds += 1
    return seconds


@pytest.mark.parametrize("spec", ["first", "first:pudding,wasabi,chopsticks", "first:chopsticks"])
@pytest.mark.parametrize("slug", SLUGS)
def test_first_plays_its_list(slug: str, spec: str) -> None:
    menu = ALL[slug]
    players = games.players_of(menu)
    listed = spec.partition(":")[2].split(",") if ":" in spec else player("first").data
    ranks = games.ranks(menu, list(listed))
    seconds = 0
    for game in range(6):
        played = replay(menu, players=players, policy=spec, seed=6, game=game).data
        for part in played["rounds"]:
            hands = [list(hand) for hand in part["hands"]]
            tables: list[list[str]] = [[] for _ in hands]
            for number, turn in enumerate(part["turns"], start=1):
                if turn["draw"]:
                    hands[turn["draw"]["seat"]].append(turn["draw"]["card"])
                last = number == len(part["turns"])
                able = ["chopsticks" in table and not last for table in tables]
                seconds += _check_choices(turn, hands, able, ranks)
                hands, tables = [list(hand) for hand in turn["hands"]], turn["tables"]
    if spec != "first":  # which takes hardly any chopsticks
        assert (seconds > 0) is (spec != "first:chopsticks")
