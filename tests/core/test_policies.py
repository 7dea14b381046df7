"""The contract of a policy, for every registered one; and what each promises of its own."""

import itertools
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simkit.batch import new_tally
from simkit.errors import PolicyError
from simkit.menus import Menu, build, legal_players
from simkit.menus.catalogue import cards
from simkit.policies.lineup import player
from simkit.policies.switch import POLICIES
from simkit.runner import prepare, simulate
from simkit.schema import LANES, NONE
from simkit.transcript import replay
from tests.core import games, kernels
from tests.core.games import CONTRACT, KINDS, NAMES, PRINTED, Setting
from tests.core.positions import STATE, hand_index, position, scramble, twin, unknown_hands
from tests.core.test_random import LEVEL, all_above, chi_square
from tests.reference.engine import differences

EVERYTHING = {"name": "Everything", "cards": list(KINDS)}
MENUS = [*PRINTED, "everything", *(slug for slug in games.OTHERS if slug.startswith("go/"))]
"""Dice have a contract of their own (`test_dice_policies.py`)."""


SAME = ("rule", "weighted")
"""The planner's kernels with other tables: fewer cases do."""

CASES = [
    (policy, name)
    for policy in CONTRACT
    for name in MENUS
    if policy not in SAME or name in ("everything", "go/sushi-go", "go/dummy")
]


@cache
def _menu(name: str) -> Menu:
    return build(EVERYTHING, house=True) if name == "everything" else games.ALL[name]


def _rules(name: str, policy: str) -> Any:
    menu = _menu(name)
    return prepare(menu, games.players_of(menu), policy, house=name == "everything")[2]


# ---- every policy


HOUSES: dict[str, dict[str, Any]] = {
    "party": EVERYTHING,
    "go": {"name": "Everything", "game": "go", "cards": list(cards("go"))},
    "roll": {
        "name": "Everything",
        "game": "roll",
        "tokens": {"supply": {"menu": 24, "chopsticks": 16}},
    },
}
"""Every kind of each game; in Go and Roll eight play with short hands."""


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("game", HOUSES)
@pytest.mark.parametrize("policy", CONTRACT)
def test_plays_legally_with_every_kind(policy: str, game: str, players: int) -> None:
    data = HOUSES[game]
    if game != "party" and players > 5:
        data = data | {"deal": {"hand_size": 4} if game == "go" else {"dice": 3}}
    for number in range(3 if policy in NAMES and policy not in SAME else 1):
        setting = Setting(data, players, (policy,) * players, 5, number, house=True)
        assert setting.problems() == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_taken_by_every_policy(kind: str) -> None:
    """No policy leaves out a card altogether: a registered card is known to all of them."""
    data = {"name": kind, "cards": [kind, "tofu" if kind != "tofu" else "eel"]}
    menu = build(data | {"deal": {"hand_size": 3}}, house=True)
    players = legal_players(menu)[0]
    for policy in NAMES:
        tally = simulate(menu, players=players, policy=policy, games=256, house=True).total()
        k = menu.kinds.index(kind)
        assert tally.both[0, k, k] > 0, policy


@pytest.mark.parametrize("slug", ["go/soy-sauce", "roll/sushi-roll"])
@pytest.mark.parametrize("policy", NAMES)
def test_every_kind_of_the_other_games_is_taken_by_every_policy(policy: str, slug: str) -> None:
    tally = simulate(games.ALL[slug], policy=policy, games=2_000).total()
    assert (np.diagonal(tally.both[0])[: len(games.ALL[slug].kinds)] > 0).all()


@pytest.mark.parametrize("policy", CONTRACT)
def test_the_same_position_gives_the_same_choice(policy: str) -> None:
    for name, turn in itertools.product(MENUS, (0, 3, 6)):
        rules = _rules(name, policy)
        p = int(rules.n_players) // 2
        one, other = (position(rules, _menu(name), turn, 1) for _ in range(2))
        kernels.commit(rules, one, p)
        kernels.commit(rules, other, p)
        for field in ("pick", "call"):
            assert (one[field][p] == other[field][p]).all()


def _choices(rules: Any, table: Any, p: int) -> dict[str, Any]:
    """All decisions of a seat in a turn, each where it matters."""
    q = hand_index(rules, int(table.turn), p)
    kernels.commit(rules, table, p)
    made = {"pick": table.pick[p].copy(), "call": table.call[p].copy()}
    orders = table.pick[p] == (rules.special_order_row if rules.special_order >= 0 else NONE)
    made["target"] = np.where(orders, table.target[p], NONE)
    made["wish"] = np.where(orders, table.wish[p], 1)
    if not rules.second_before:
        kernels.second(rules, table, p, q)
        made["second"] = table.second[p].copy()
    if rules.spoon >= 0:
        kernels.request(rules, table, p)
        made["request"] = table.request[p].copy()
    if rules.takeout_box >= 0:
        table.active[0] = 1
        kernels.flips(rules, table, p)
        fields = ("flip", "flip_copy", "flip_on", "flip_with", "flip_under", "flip_spent")
        made |= {field: table[field][p].copy() for field in fields}
    return made


@pytest.mark.parametrize(("policy", "name"), CASES)
def test_chooses_from_the_own_hand_and_leaves_all_as_it_is(policy: str, name: str) -> None:
    rules = _rules(name, policy)
    for turn in (0, 2, 5, 7):
        table = position(rules, _menu(name), turn, 2)
        if rules.n_seats > rules.n_players:
            kernels.top_card(rules, table, new_tally())
        before = twin(table)
        for p in range(int(rules.n_players)):
            made = _choices(rules, table, p)
            lanes = np.arange(LANES)
            assert (table.hand[hand_index(rules, turn, p)][made["pick"], lanes] > 0).all()
            if rules.n_bonus:
                rows = rules.bonus_row[: rules.n_bonus]
                assert (made["call"][: rules.n_bonus] <= table.tab[p][rows]).all()
        for field in STATE:
            assert (np.asarray(table[field]) == np.asarray(before[field])).all(), field


@pytest.mark.parametrize(("policy", "name"), CASES)
def test_hidden_cards_change_nothing(policy: str, name: str) -> None:
    """Other hands, the deck, others' choices of this turn and others' luck: unseen, unused."""
    rules = _rules(name, policy)
    for turn, seat in ((0, 0), (3, 1), (6, 3), (7, 2)):
        p = seat % int(rules.n_players)
        table = position(rules, _menu(name), turn, 3)
        if rules.n_seats > rules.n_players:
            kernels.top_card(rules, table, new_tally())
        other = twin(table)
        scramble(rules, other, p, seed=turn)
        all_known = rules.remembers[p] and not unknown_hands(rules, turn, p)
        assert all_known or not (table.hand[:4] == other.hand[:4]).all()
        made, remade = _choices(rules, table, p), _choices(rules, other, p)
        for decision, value in made.items():
            assert (value == remade[decision]).all(), decision


def test_the_own_hand_does_change_something() -> None:
    """The test above is able to fail: with another hand of its own, a seat plays other cards."""
    for policy in NAMES:
        rules = _rules("sushi-go", policy)
        table = position(rules, _menu("sushi-go"), 3, 3)
        other = twin(table)
        other.hand[(1 - 3) % 4] = np.roll(np.asarray(other.hand[(1 - 3) % 4]), 1, axis=-1)
        assert (_choices(rules, table, 1)["pick"] != _choices(rules, other, 1)["pick"]).any()


# ---- random and random-legal: uniform


def _one_position(name: str, policy: str, turn: int, seed: int) -> tuple[Any, Any]:
    """A position of which all lanes are the same."""
    rules = _rules(name, policy)
    table = position(rules, _menu(name), turn, seed)
    for field in ("hand", "tab", "deck", "maki", "uramaki", "free", "tripled", "down", "place"):
        rows = np.asarray(table[field])
        rows[...] = rows[..., :1].copy()
    return rules, table


@pytest.mark.parametrize("policy", ["random", "random-legal"])
def test_random_draws_uniformly_from_the_cards_in_hand(policy: str) -> None:
    p_values = []
    for name, turn in itertools.product([*PRINTED, "go/sushi-go"], (0, 5)):
        rules, table = _one_position(name, policy, turn, 4)
        n = int(rules.n_rows)
        counts = np.zeros(n)
        for _ in range(40):
            kernels.commit(rules, table, 1)
            counts += np.bincount(table.pick[1], minlength=n)[:n]
        held = table.hand[hand_index(rules, turn, 1), :n, 0].astype(float)
        assert (counts[held == 0] == 0).all()
        expected = held / held.sum() * counts.sum()
        p_values.append(chi_square(counts[held > 0], expected[held > 0]))
    all_above(p_values)


def test_random_legal_calls_every_set_alike() -> None:
    """Two chopsticks and a spoon on the table: eight sets, or those within the limit."""
    p_values = []
    for limit, n_sets in ((0, 8), (1, 4), (2, 7)):
        data = {"name": "Calls", "cards": list(PRINTED["big-banquet"].kinds)}
        menu = build(data | {"rulings": {"bonus_actions_per_turn": limit}})
        _, _, rules = prepare(menu, 4, "random-legal", house=False)
        sets: dict[tuple[int, ...], int] = {}
        for seed in range(20):
            table = position(rules, menu, 3, seed)
            rows = rules.bonus_row[:6]
            table.tab[:, rows] = 0
            for j in (0, 2, 4):
                table.tab[1, rows[j]] = 1
            kernels.commit(rules, table, 1)
            for lane in range(LANES):
                called = tuple(int(x) for x in table.call[1, :6, lane])
                sets[called] = sets.get(called, 0) + 1
        assert len(sets) == n_sets
        p_values.append(chi_square(sets.values(), [20 * LANES / n_sets] * n_sets))
    all_above(p_values)


def test_random_calls_and_turns_over_nothing() -> None:
    for slug in ("big-banquet", "master-menu"):
        for game in range(20):
            played = replay(PRINTED[slug], policy="random", seed=1, game=game).data
            for part in played["rounds"]:
                for turn in part["turns"]:
                    assert not any(commit["calls"] for commit in turn["commits"])
                    assert not any(event.get("flips") for event in turn["events"])


# ---- greedy


@pytest.mark.parametrize("slug", list(games.ALL))
def test_greedy_beats_random(slug: str) -> None:
    """One greedy among random players wins more than its share, by ten standard errors."""
    menu = games.ALL[slug]
    players = games.players_of(menu)
    policies = ("random", "greedy", "random", "random")[:players]
    tally = simulate(menu, players=players, policies=policies, games=20_000, seed=1).tallies[0]
    wins, share = (tally.lead[3, 1] / np.arange(1, 9)).sum() / 20_000, 1 / players
    assert wins > share + 10 * np.sqrt(share * (1 - share) / 20_000)
    assert tally.score[3, 1] == tally.score[3, :players].max()


def test_greedy_takes_what_scores_most_now() -> None:
    """Positions with an obvious best card, in the last but one turn."""
    cases: list[tuple[list[str], list[str], str, str]] = [
        (["nigiri-egg", "nigiri-squid"], [], "maki", "nigiri-squid"),
        (["sashimi", "nigiri-squid"], ["sashimi", "sashimi"], "sashimi", "sashimi"),
        (["tempura", "nigiri-squid"], ["tempura"], "tempura", "tempura"),
        (["nigiri-egg", "dumpling"], ["dumpling"] * 4, "dumpling", "dumpling"),
        (["eel", "nigiri-egg"], ["eel"], "eel", "eel"),
        (["tofu", "nigiri-egg"], ["tofu"] * 2, "tofu", "nigiri-egg"),
    ]
    for hand, mine, kind, best in cases:
        players = 3
        deal = {"hand_size": 2 + len(mine)}
        menu = build({"name": "Best", "cards": [kind, "tea"], "deal": deal}, house=True)
        _, _, rules = prepare(menu, players, "greedy", house=True)
        table = position(rules, menu, len(mine), 1)
        ids = list(menu.counts)
        q = (0 - len(mine)) % players
        table.hand[q], table.tab[0] = 0, 0
        table.free[:] = 0
        for card in hand:
            table.hand[q, ids.index(card)] += 1
        for card in mine:
            table.tab[0, ids.index(card)] += 1
        kernels.commit(rules, table, 0)
        assert {ids[r] for r in table.pick[0]} == {best}


# ---- first


def _check_first(menu: Menu, spec: str, preferences: list[str]) -> None:
    ranks = games.ranks(menu, preferences)
    for game in range(3):
        played = replay(menu, policy=spec, seed=6, game=game).data
        assert differences(played) == []
        for part in played["rounds"]:
            hands = part["hands"]
            for turn in part["turns"]:
                for commit in turn["commits"]:
                    best = min(hands[commit["seat"]], key=ranks.__getitem__)
                    assert commit["card"] == best
                hands = turn["hands"]


@pytest.mark.parametrize("slug", list(PRINTED))
def test_first_plays_its_list(slug: str, tmp_path: Path) -> None:
    menu = PRINTED[slug]
    rng = random.Random(slug)
    cards = rng.sample(list(menu.counts), 4) + rng.sample(menu.kinds, 2)
    inline = f"first:{','.join(cards)}"
    _check_first(menu, inline, cards)
    file = tmp_path / "mine.toml"
    file.write_text(f"prefer = {cards}\n".replace("'", '"'))
    by_file = replay(menu, policy=f"first:{file}", seed=6).data
    by_list = replay(menu, policy=inline, seed=6).data
    assert by_file["rounds"] == by_list["rounds"]


def test_first_has_a_list_of_its_own() -> None:
    plain = player("first")
    for menu in PRINTED.values():
        _check_first(menu, "first", list(plain.data))


def test_first_calls_for_a_card_above_the_bonus_card_only() -> None:
    menu = PRINTED["sushi-go"]
    for spec, calls in (("first:chopsticks", False), ("first:pudding,chopsticks", True)):
        called = set()
        for game in range(20):
            for part in replay(menu, policy=spec, seed=6, game=game).data["rounds"]:
                for turn in part["turns"]:
                    called |= {card for commit in turn["commits"] for card in commit["calls"]}
                    takes = [e["takes"] for e in turn["events"] if e["event"] == "chopsticks"]
                    assert set(takes) <= {"pudding"}
        assert bool(called) is calls


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("gredy", "greedy"),
        ("greedy:maki", "takes no list"),
        ("first:", "empty"),
        ("first:makki", "maki"),
        ("first:none.toml", "none.toml"),
    ],
)
def test_a_player_that_is_not_known(spec: str, says: str) -> None:
    with pytest.raises(PolicyError, match=says):
        player(spec)


def test_policies_have_names_and_summaries() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for policy in POLICIES:
        assert policy.summary.endswith(".")
        assert player(policy.name).policy is policy


def test_ties_are_broken_alike() -> None:
    """Greedy between equal cards, one of each: each row as often as the others."""
    menu = build({"name": "Ties", "cards": ["tempura", "sashimi", "dumpling", "tea"]}, house=True)
    _, _, rules = prepare(menu, 2, "first:tea", house=True)
    ids = list(menu.counts)
    rows = [ids.index(card) for card in ("tempura", "sashimi", "dumpling")]
    rules.value_of[0, rows] = 200
    counts = np.zeros(len(ids))
    for seed in range(40):
        table = position(rules, menu, 7, seed)
        q = (0 - 7) % 2
        table.hand[q] = 0
        table.hand[q, rows] = 1
        kernels.commit(rules, table, 0)
        counts += np.bincount(table.pick[0], minlength=len(ids))[: len(ids)]
    assert counts[rows].sum() == counts.sum()
    assert stats.chisquare(counts[rows]).pvalue > LEVEL
