"""Players that plan: the tables against cases worked out by hand, the kernels against the tables."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from simkit.cards.outlook import LEVEL
from simkit.menus import Menu, build, legal_players
from simkit.policies.lineup import Player
from simkit.policies.planner import tables
from simkit.policies.weighted import DENY, WEIGHTED
from simkit.policies.weights import Weights
from simkit.runner import prepare, simulate
from simkit.schema import LANES, MAX_ICONS, OFFSET
from tests.core import games, kernels
from tests.core.positions import hand_index, position, twin

LAST = MAX_ICONS - 1
PLANNERS = ("planner", "weighted", "deny")
EVERY_KIND = [*games.PRINTED, "go/soy-sauce", "go/sushi-go"]


def _prepared(menu: Menu, players: int, policy: Any = "planner") -> Any:
    return prepare(menu, players, policy, house=True)[2]


def _rows(menu: Menu, kind: str) -> list[int]:
    ids = list(menu.counts)
    return [r for r, slug in enumerate(ids) if slug == kind or slug.startswith(f"{kind}-")]


# ---- tables


def test_in_the_last_turn_a_card_is_worth_what_it_scores() -> None:
    menu = games.ALL["go/sushi-go"]
    rules = _prepared(menu, 4)
    points = tables(rules, menu).points[0, rules.hand_size - 1]
    ids = list(menu.counts)
    assert list(points[ids.index("sashimi"), 0, :4]) == [0, 0, 10, 0]
    assert list(points[ids.index("tempura"), 0, :3]) == [0, 5, 0]
    assert list(points[ids.index("dumpling"), 0, :6]) == [1, 2, 3, 4, 5, 0]
    assert list(points[ids.index("nigiri-squid"), 0, :2]) == [3, 9]
    assert points[ids.index("wasabi"), 0, 0] == 0
    assert points[ids.index("chopsticks"), 0, 0] == 0


def test_two_turns_of_one_kind_by_hand() -> None:
    """One more tempura now and perhaps one in the last turn, where nothing else is to be had."""
    data = {"name": "Two", "cards": ["tempura", "tea"], "deal": {"hand_size": 2}}
    menu = build(data, house=True)
    rules = _prepared(menu, 2)
    found = tables(rules, menu).points[2]
    r = list(menu.counts).index("tempura")
    for i, chance in enumerate((0, 0.4, 0.95)):
        assert found[0, r, i, 0] == pytest.approx(5 * chance)  # a pair if the last card is one
        assert found[0, r, i, 1] == pytest.approx(5 - 5 * chance)  # 5 now, or perhaps later
    assert list(found[1, r, 0, :2]) == [0, 5]


def test_a_copy_that_comes_again_makes_a_set_worth_beginning() -> None:
    """Two players, three cards each: what lies in this hand comes back, what lies in the other comes next."""
    data = {"name": "Three", "cards": ["tempura", "tea"], "deal": {"hand_size": 3}}
    menu = build(data, house=True)
    rules = _prepared(menu, 2)
    r = list(menu.counts).index("tempura")
    worth = {}
    for mine, other in ((1, 0), (2, 0), (1, 1), (1, 2)):
        table = position(rules, menu, 1, 1)
        table.hand[:], table.tab[:] = 0, 0
        table.hand[hand_index(rules, 1, 0), r] = mine
        table.hand[hand_index(rules, 1, 1), r] = other
        kernels.value(rules, table, 0, 0)
        worth[mine, other] = int(table.gain[0, r, 0])
    assert worth[1, 0] == int(
        OFFSET
    )  # no second one will come: hand 1 is known from the first turn
    assert worth[1, 1] > worth[1, 0]
    assert worth[2, 0] == worth[1, 0]  # this hand comes back when the round is over
    table = position(rules, menu, 0, 1)
    table.hand[:], table.tab[:] = 0, 0
    expected = []
    for other in (0, 3):  # not held yet: whatever lies there changes nothing
        table.hand[hand_index(rules, 0, 1), r] = other
        kernels.value(rules, table, 0, 0)
        expected.append(int(table.gain[0, r, 0]))
    assert expected[0] == expected[1] > int(OFFSET)


@pytest.mark.parametrize("slug", games.ALL)
def test_all_tables_are_finite_and_fit(slug: str) -> None:
    menu = games.ALL[slug]
    for players in legal_players(menu):
        rules = _prepared(menu, players)
        found = tables(rules, menu)
        assert np.isfinite(found.points).all()
        assert np.abs(found.points).max() < 40
        assert (found.call_at >= 0).all()


def test_desserts_are_collected_over_the_rounds() -> None:
    """Four ice creams score at the end of the game: in the last turn only the fourth is worth something."""
    kinds = [*games.PRINTED["sushi-go"].kinds[:-1], "green-tea-ice-cream"]
    menu = build({"name": "Ice", "cards": kinds}, house=True)
    rules = _prepared(menu, 3)
    found = tables(rules, menu).points[:, :, list(menu.counts).index("green-tea-ice-cream"), 0]
    last = int(rules.hand_size) - 1
    assert list(found[2, last, :5]) == [0, 0, 0, 12, 0]
    assert (found[0, last, :4] > 0).all()
    assert found[0, 0, 0] > found[2, last // 2, 0]


# ---- kernels


def _progress(rules: Any, menu: Menu, table: Any, p: int, kind: str, r: int) -> tuple[Any, Any]:
    """Progress of a kind for its two tables, from the cards on the table; None: not looked up."""
    seats = int(rules.n_seats)
    others = [q for q in range(seats) if q != p]
    first = _rows(menu, kind)[0]
    own = table.tab[p, r].astype(int)

    def leads(count: Any, other: str) -> tuple[Any, Any]:
        count = np.asarray(count).astype(int)
        rivals = np.sort(count[others], axis=0)
        second = {"second": rivals[-2] if len(others) > 1 else 0, "last": rivals[0]}[other]
        return count[p] - rivals[-1] + LEVEL, count[p] - second + LEVEL

    if kind in ("nigiri", "wasabi"):
        return table.free[p], None
    if kind == "onigiri":
        shapes = table.tab[p, first : first + 4].astype(int)
        return (shapes > own).sum(axis=0), None
    if kind == "maki":
        return leads(table.maki, "second")
    if kind == "temaki":
        return leads(table.tab[:, r], "last")
    if kind == "pudding":
        return leads(table.pudding, "last")
    if kind == "green-tea-ice-cream":
        return table.ice[p], None
    if kind == "edamame":
        return (table.tab[others, r] > 0).sum(axis=0), None
    if kind == "tea":
        return table.largest[p], None
    if kind == "soy-sauce":
        colours = table.colours.astype(int)
        return colours[p] + (own == 0) - colours[others].max(axis=0) + LEVEL, None
    if kind in ("chopsticks", "spoon"):
        return table.tab[p, _rows(menu, kind)].astype(int).sum(axis=0), None
    if kind == "menu":
        return np.zeros(LANES, int), None
    return own, None


def _by_supply(rules: Any, table: Any, p: int, r: int, points: Any) -> Any:
    """Half points of a set between its three tables, by the copies in known hands and those to expect."""
    turn, n = int(table.turn), int(rules.n_players)
    supply = np.full(LANES, int(rules.to_come[p, 0, turn, r]))
    held = {hand_index(rules, t, p): t for t in range(turn + 1)}
    for d in range(1, min(n, int(rules.hand_size) - 1 - turn) + 1):
        q = hand_index(rules, turn + d, p)
        if q in held:
            copies = table.hand[q, r].astype(int)
            if q == hand_index(rules, turn, p):
                copies = np.maximum(copies - 1, 0)
            copies = np.minimum(copies, int(rules.visits[turn, d]))
            supply += copies * int(rules.survives[turn, d])
    none, some, many = (int(OFFSET) + np.rint(2 * row) for row in points)
    low = np.floor(((some - none) * np.minimum(supply, 32) + 16) / 32)
    high = np.floor(((many - some) * np.clip(supply - 32, 0, 48) + 24) / 48)
    return none + low + high - int(OFFSET)


@pytest.mark.parametrize("slug", EVERY_KIND)
def test_what_is_looked_up_is_what_stands_in_the_tables(slug: str) -> None:
    menu = games.ALL[slug]
    players = games.players_of(menu)
    rules = _prepared(menu, players)
    points = tables(rules, menu).points[0]
    seen = set()
    for turn, p in itertools.product((0, 3, 6), (0, 1)):
        table = position(rules, menu, turn, turn)
        kernels.value(rules, table, p, p)
        for k, kind in enumerate(menu.kinds):
            if kind in ("uramaki", "fruit", "takeout-box", "special-order"):
                continue  # below, or by what others are worth
            for r in _rows(menu, kind):
                assert rules.kind[r] == k
                x, y = _progress(rules, menu, table, p, kind, r)
                expected = points[turn, r, 0, np.clip(x, 0, LAST)]
                worth = np.rint(2 * expected)
                if kind in ("tempura", "sashimi", "dumpling", "eel", "tofu", "miso-soup"):
                    worth = _by_supply(rules, table, p, r, points[turn, r][:, np.clip(x, 0, LAST)])
                if y is not None:
                    worth = worth + np.rint(2 * points[turn, r, 1, np.clip(y, 0, LAST)])
                assert (table.gain[p, r] == int(OFFSET) + worth).all(), (kind, turn)
                seen.add(kind)
    assert len(seen) >= len(menu.kinds) - 3


def test_uramaki_that_reach_the_target_bring_the_place_that_is_free() -> None:
    menu = games.PRINTED["points-platter"]
    assert "uramaki" in menu.kinds
    rules = _prepared(menu, 4)
    table = position(rules, menu, 4, 1)
    table.uramaki[:] = 0
    table.uramaki[1] = 6
    worth = []
    for place in range(4):
        table.place[0] = place
        kernels.value(rules, table, 1, 1)
        five = _rows(menu, "uramaki")[2]
        worth.append((int(table.gain[1, five, 0]) - int(OFFSET)) / 2)
    assert worth[0] > worth[1] > worth[2] > worth[3] == 0
    assert worth[0] > 4


def test_mixed_fruit_is_half_of_each() -> None:
    slug, menu = next((s, m) for s, m in games.PRINTED.items() if "fruit" in m.kinds)
    rules = _prepared(menu, games.players_of(menu))
    points = tables(rules, menu).points[0]
    table = position(rules, menu, 3, 2)
    kernels.value(rules, table, 0, 0)
    rows = _rows(menu, "fruit")
    one = [np.rint(2 * points[3, rows[i], 1, table.fruit[0, i]]) for i in range(3)]
    for r, (i, j) in zip(rows[3:], ((0, 1), (0, 2), (1, 2)), strict=True):
        assert (table.gain[0, r] == int(OFFSET) + one[i] + one[j]).all(), slug


# ---- weights


def test_weights_are_added_by_class_and_turn() -> None:
    menu = games.ALL["go/sushi-go"]
    weights = Weights(
        {
            "tempura": ((1.0, 2.0, 0.0, 0.0), (1.0, -3.0, 0.0, 0.0)),
            "nigiri-egg": ((4.0, 0.0, 0.0, 0.0), (4.0, 0.0, 0.0, 0.0)),
            "nigiri": ((0.5, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)),
        }
    )
    plain = _prepared(menu, 4, Player("weighted", WEIGHTED, Weights()))
    tuned = _prepared(menu, 4, Player("weighted", WEIGHTED, weights))
    ids = list(menu.counts)
    more = (tuned.outlook[2, 1].astype(int) - plain.outlook[2, 1].astype(int)) / 2
    tempura, egg, squid = (ids.index(c) for c in ("tempura", "nigiri-egg", "nigiri-squid"))
    last = int(plain.hand_size) - 1
    assert (np.abs(more[: last + 1, tempura, 0, 0] - 1) <= 0.5).all()
    assert abs(more[0, tempura, 0, 1] - 2) <= 0.5
    assert abs(more[last, tempura, 0, 1] + 3) <= 0.5
    assert (np.abs(more[: last + 1, egg, 0, 0] - 4) <= 0.5).all()
    assert (np.abs(more[: last + 1, squid, 0, :3] - 0.5) <= 0.5).all()
    others = [r for r, c in enumerate(ids) if c != "tempura" and not c.startswith("nigiri")]
    assert (more[:, others] == 0).all()


# ---- deny


def test_deny_takes_what_the_next_seat_would_miss() -> None:
    """The left neighbour has two sashimi; a third in the hand is worth more than an own point."""
    menu = games.ALL["go/sushi-go"]
    ids = list(menu.counts)
    sashimi, salmon, egg = (ids.index(c) for c in ("sashimi", "nigiri-salmon", "nigiri-egg"))
    picks = {}
    for policy in (WEIGHTED, DENY):
        rules = _prepared(menu, 2, Player(policy.name, policy, Weights()))
        turn = int(rules.hand_size) - 2
        table = position(rules, menu, turn, 3)
        table.tab[:], table.free[:], table.tripled[:] = 0, 0, 0
        table.tab[1, sashimi] = 2
        hand = table.hand[hand_index(rules, turn, 0)]
        hand[:] = 0
        hand[sashimi], hand[salmon] = 1, 1
        kernels.commit(rules, table, 0)
        picks[policy.name] = set(table.pick[0])
        table.tab[1, sashimi] = 0
        kernels.commit(rules, table, 0)
        assert set(table.pick[0]) == {salmon}
    assert picks == {"weighted": {salmon}, "deny": {sashimi}}
    assert egg not in picks["deny"]


def test_with_more_players_every_card_is_denied_somebody() -> None:
    """A share of its worth to the next seat, valued in the next turn by the numbers of who denies."""
    menu = games.ALL["go/sushi-go"]
    rules = _prepared(menu, 4, Player("deny", DENY, Weights()))
    n, turn = int(rules.n_rows), 3
    table = position(rules, menu, turn, 4)
    other = twin(table)
    kernels.commit(rules, table, 0)
    other.turn = turn + 1
    kernels.value(rules, other, 1, 0)
    worth = np.maximum(other.gain[1, :n].astype(int), int(OFFSET)) - int(OFFSET)
    assert rules.denies_all[0]
    assert (table.denied[0, :n] == worth * int(rules.denial[0]) // 64).all()
    assert table.denied[0, :n].any()


# ---- how strong they are


@pytest.mark.parametrize("slug", list(games.ALL))
def test_planner_beats_greedy(slug: str) -> None:
    """One planner among greedy players wins more than its share, by five standard errors."""
    menu = games.ALL[slug]
    players = games.players_of(menu)
    policies = ("greedy", "planner", "greedy", "greedy")[:players]
    games_ = 20_000
    batch = simulate(menu, players=players, policies=policies, games=games_, seed=1, rotate=True)
    wins = sum(
        (tally.lead[3, (1 + j) % players] / np.arange(1, 9)).sum()
        for j, tally in enumerate(batch.tallies)
    )
    share = 1 / batch.n_seats
    assert wins / games_ > share + 5 * np.sqrt(share * (1 - share) / games_)


@pytest.mark.parametrize("policy", PLANNERS)
def test_planners_take_a_list_of_weights_or_none(policy: str, tmp_path: Any) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'format = "simkit/weights/1"\n[weights.tempura]\nfirst = [9, 9, 9, 9]\nlast = [9, 9, 9, 9]\n'
    )
    menu = games.ALL["go/sushi-go"]
    spec = policy if policy == "planner" else f"{policy}:{file}"
    k = menu.kinds.index("tempura")
    taken = [
        int(simulate(menu, policy=s, games=1000).total().both[0, k, k]) for s in (policy, spec)
    ]
    assert (taken[1] > taken[0]) is (policy != "planner")
