"""What must hold in every game, whatever the cards: conservation, symmetry, sums, ranks."""

import random
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from scipy import stats

from simkit.batch import new_tally
from simkit.games import GAMES
from simkit.menus import Menu, build, legal_players
from simkit.menus.catalogue import cards
from simkit.runner import prepare, simulate
from simkit.schema import LANES, SHARE, TABLE, new_record
from simkit.transcript import replay
from tests.core import games, kernels
from tests.core.test_random import all_above
from tests.reference.go_rulebook import make_rules
from tests.reference.go_scoring import pudding_points, split_places
from tests.reference.rulebook import is_dessert

# ---- conservation


def _discarded(turn: dict[str, Any]) -> Counter[str]:
    gone: Counter[str] = Counter()
    for event in turn["events"]:
        if event["event"] == "discard":
            gone[event["card"]] += event["n"]
    return gone


def _flipped(turn: dict[str, Any]) -> Counter[str]:
    gone: Counter[str] = Counter()
    for event in turn["events"]:
        for flip in event.get("flips", ()):
            gone[flip["card"]] += 1
            gone["wasabi"] += flip["place"] == "with wasabi"
    return gone


def _drawn(turn: dict[str, Any]) -> Counter[str]:
    takes = [event["takes"] for event in turn["events"] if event["event"] == "menu"]
    return Counter(card for card in takes if card is not None)


def check_cards(played: dict[str, Any]) -> None:
    """No card is lost or made up; hands are equally long; the deck only gives to menus."""
    kept: Counter[str] = Counter()
    added: Counter[str] = Counter()
    all_cards = Counter({c: n for c, n in played["counts"].items() if not is_dessert(c)})
    for part in played["rounds"]:
        added += Counter(part["desserts_added"])
        in_play = all_cards + added - kept
        dealt = Counter(card for hand in part["hands"] for card in hand)
        gone: Counter[str] = Counter()
        down: Counter[str] = Counter()
        for turn in part["turns"]:
            dealt += _drawn(turn)
            gone += _discarded(turn)
            down += _flipped(turn)
            seen = Counter(card for seat in (*turn["hands"], *turn["tables"]) for card in seat)
            assert (seen + gone).total() + sum(turn["face_down"]) == dealt.total()
            if "special-order" not in played["cards"]:  # copies lie there as what they copy
                assert seen + gone + down == dealt
            assert dealt <= in_play
            left = played["hand_size"] - turn["turn"]
            assert [len(hand) for hand in turn["hands"]] == [left] * played["players"]
        # A special order that copies a dessert is kept as "special-order:pudding".
        kept += Counter(card.partition(":")[0] for seat in part["kept"] for card in seat)


def test_no_card_is_lost() -> None:
    for house in (False, True):
        for setting in islice(games.settings(77, house=house), 80):
            check_cards(setting.transcript())


def check_pile(played: dict[str, Any]) -> None:
    """Sushi Go!: what was dealt once does not come again; a round's cards stay where it is played."""
    pile = Counter(played["counts"])
    for part in played["rounds"]:
        dealt = Counter(card for hand in part["hands"] for card in hand)
        assert dealt <= pile
        pile -= dealt
        for turn in part["turns"]:
            seen = Counter(card for seat in (*turn["hands"], *turn["tables"]) for card in seat)
            assert seen == dealt
            left = played["hand_size"] - turn["turn"]
            assert [len(hand) for hand in turn["hands"]] == [left] * len(played["policies"])
        kept = Counter(card for seat in part["kept"] for card in seat)
        assert kept == Counter({"pudding": dealt["pudding"]})


def test_no_card_of_a_pile_comes_twice() -> None:
    for house in (False, True):
        for setting in islice(games.settings(78, house=house, game="go"), 40):
            check_pile(setting.transcript())


def check_dice(played: dict[str, Any]) -> None:
    """Sushi Roll: belts are equally long; no die is lost; nobody owns a token that another has."""
    each, n, box = played["hand_size"], played["players"], played["tokens"]["supply"]
    for part in played["rounds"]:
        faces: list[Counter[str]] = [Counter() for _ in range(n)]
        for turn in part["turns"]:
            left = each - turn["turn"]
            assert [len(belt) for belt in turn["belts"]] == [left] * n
            takes = [event for event in turn["events"] if event["event"] == "take"]
            assert [take["seat"] for take in takes] == [(turn["starts"] + i) % n for i in range(n)]
            for take in takes:
                faces[take["seat"]][take["face"]] += 1
            assert [Counter(table) for table in turn["tables"]] == faces
            for token, most in box.items():
                owned = [mine[token] for mine in turn["tokens"]]
                assert min(owned) >= 0
                assert sum(owned) <= most
        types = [Counter(die["die"] for belt in part["belts"] for die in belt)]
        types += [Counter(e["die"] for t in part["turns"] for e in t["events"] if "face" in e)]
        assert types[0] == types[1]


def test_no_die_is_lost() -> None:
    for house in (False, True):
        for setting in islice(games.settings(79, house=house, game="roll"), 40):
            check_dice(setting.transcript())


def test_tokens_are_owned_or_in_the_supply() -> None:
    """At the end of every game of a batch, whatever the numbers of tokens."""
    for setting in islice(games.settings(80, house=True, game="roll"), 60):
        _, _, rules = prepare(setting.menu(), setting.players, setting.lineup, house=True)
        table = new_record(TABLE)
        table.lane = -1
        GAMES["roll"].play_batches()(rules, table, new_tally(), 1, 0, 1, 1, LANES)
        n = setting.players
        owned = [table.tokens[:n, 0], table.tokens[:n, 1], table.pudding[:n]]
        for token, mine in enumerate(owned):
            in_all = mine.sum(axis=0, dtype=int) + table.supply[token]
            assert (in_all == rules.token_supply[token]).all()


# ---- the order of play

STARTS = {2: [0, 1, 0], 3: [0, 1, 2], 4: [0, 1, 2], 5: [0, 4, 3]}
"""Who has the red belt as each round begins: slides are dice - 1 a round, one more with three (C6)."""


@pytest.mark.parametrize("players", STARTS)
@pytest.mark.parametrize("policy", games.NAMES)
def test_the_red_belt_goes_round(policy: str, players: int) -> None:
    menu = games.ALL["roll/sushi-roll"]
    for game in range(3):
        played = replay(menu, players=players, policy=policy, seed=3, game=game).data
        assert [part["starts"] for part in played["rounds"]] == STARTS[players]
        for part in played["rounds"]:
            starts = [turn["starts"] for turn in part["turns"]]
            assert starts == [(part["starts"] + t) % players for t in range(len(starts))]


# ---- symmetry

HOMOGENEOUS = 40_000
GO = [menu for slug, menu in games.OTHERS.items() if slug.startswith("go/") and "dummy" not in slug]


def _same_distribution(histograms: list[np.ndarray]) -> float:
    """P-value that independent samples have one distribution; rare scores are joined."""
    table = np.array(histograms)
    order = np.cumsum(table.sum(axis=0))
    bins = np.minimum(order * 25 // (order[-1] + 1), 24)
    joined = np.array([np.bincount(bins, weights=row, minlength=25) for row in table])
    return float(stats.chi2_contingency(joined[:, joined.sum(axis=0) > 0]).pvalue)


def test_seats_are_alike() -> None:
    """Four like players: each seat has the same distribution of scores (of games of its own)."""
    p_values = []
    for policy in games.NAMES:
        for menu in [*games.PRINTED.values(), *GO]:
            histograms = []
            for p in range(4):
                batch = simulate(menu, policy=policy, games=HOMOGENEOUS // 4, seed=100 + p)
                histograms.append(batch.tallies[0].score_hist[3, p])
            p_values.append(_same_distribution(histograms))
    all_above(p_values)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_without_tokens_the_order_of_play_is_nothing(players: int) -> None:
    """Sushi Roll with as many tokens as anybody may take, none of which is used: seats are alike."""
    box = {"supply": {"menu": 60, "chopsticks": 60, "pudding": 60}}
    menu = build({"name": "Enough", "game": "roll", "tokens": box})
    histograms = []
    for p in range(players):
        batch = simulate(menu, players=players, policy="random", games=HOMOGENEOUS, seed=200 + p)
        histograms.append(batch.tallies[0].score_hist[3, p])
    all_above([_same_distribution(histograms)])


def test_rotating_the_line_up_rotates_the_scores() -> None:
    """Three unlike players: what an entry scores does not depend on the seat of the first."""
    lineup = ("greedy", "random", "first")
    p_values = []
    for menu in [*games.PRINTED.values(), *GO]:
        if 3 in legal_players(menu):
            batch = simulate(
                menu, players=3, policies=lineup, games=HOMOGENEOUS, seed=3, rotate=True
            )
            for entry in range(3):
                rows = [t.score_hist[3, (entry + j) % 3] for j, t in enumerate(batch.tallies)]
                p_values.append(_same_distribution(rows))
    all_above(p_values)


# ---- sums


@pytest.mark.parametrize("menu", games.ALL.values(), ids=list(games.ALL))
def test_points_of_kinds_add_up_to_scores_and_wins_to_games(menu: Menu, tmp_path: Path) -> None:
    n, players = 2_000, games.players_of(menu)
    policies = ("greedy", "random", "first", "random-legal")[:players]
    seats = menu.seats_for(players)
    batch = simulate(menu, players=players, policies=policies, games=n, seed=4, records=tmp_path)
    tally = batch.tallies[0]
    assert (tally.points.sum(axis=1) == tally.score[3]).all()
    assert (tally.score_hist.sum(axis=2)[:, :seats] == n).all()
    winners = np.arange(1, 9)
    assert (tally.lead.sum(axis=1) / winners).sum(axis=1) == pytest.approx([n] * 4)
    assert int((tally.lead[3].sum(axis=0) * SHARE // winners).sum()) == n * SHARE
    assert (tally.edge[:, :seats].sum(axis=1) == 0).all()
    rows = pq.read_table(tmp_path / "games.parquet").to_pydict()
    kinds = np.array([rows[f"points_{kind}"] for kind in menu.kinds])
    parts = np.array([rows[name] for name in ("round_1", "round_2", "round_3", "desserts")])
    score, win = np.array(rows["score"]), np.array(rows["win"])
    assert (kinds.sum(axis=0) == score).all()
    assert (parts.sum(axis=0) == score).all()
    assert win.reshape(n, seats).sum(axis=1) == pytest.approx(np.ones(n))
    score, win = score.reshape(n, seats), win.reshape(n, seats)
    assert (score.max(axis=1) == np.where(win > 0, score, -999).max(axis=1)).all()


# ---- ranks: the kernels against the definition, seat by seat


def _tables(kind: str, players: int, changes: dict[str, Any], desserts: Any = ()) -> Any:
    listed = [kind, "tofu", *desserts]
    deal = {"hand_size": 1, "desserts": [0, 0, 0]}
    menu = build({"name": kind, "cards": listed, "deal": deal} | changes, house=True)
    _, _, rules = prepare(menu, players, "random", house=True)
    return rules, new_record(TABLE), list(menu.kinds).index(kind)


def _amounts(players: int, seed: int, most: int) -> np.ndarray:
    """Random numbers of cards or icons; low ones in some lanes, so that ties are frequent."""
    rng = np.random.default_rng([players, seed])
    limits = rng.integers(1, most + 1, LANES)
    return (rng.random((players, LANES)) * (limits + 1)).astype(np.uint8)


def _higher(amounts: list[int], mine: int) -> int:
    """How many different amounts are above mine."""
    return len({other for other in amounts if other > mine})


def _by_lane(amounts: np.ndarray, points_of: Any) -> np.ndarray:
    return np.array([points_of([int(x) for x in lane]) for lane in amounts.T]).T


PLACES = [[6, 3], [6, 4, 2], [7], [1, 5, 9], [-3, 0, 4]]


@pytest.mark.parametrize("places", PLACES, ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_places_by_maki(players: int, places: list[int]) -> None:
    """With icons, and n different numbers above mine, the payout of place n."""
    points = {"maki": {"small": places, "large": places}}
    rules, table, k = _tables("maki", players, {"points": points})
    paid = [*places, *[0] * 8]
    for seed in range(4):
        icons = _amounts(players, seed, 12)
        table.maki[:players] = icons
        table.points[:] = 0
        kernels.score_kind(rules, table, k)
        expected = _by_lane(icons, lambda a: [paid[_higher(a, x)] if x else 0 for x in a])
        assert (table.points[:players, k] == expected).all()


@pytest.mark.parametrize("all_tied", ["literal", "nothing"])
@pytest.mark.parametrize("needs_one", [False, True])
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("kind", ["temaki", "pudding"])
def test_the_most_and_the_fewest(kind: str, players: int, needs_one: bool, all_tied: str) -> None:
    changes = {
        "points": {kind: {"most": 5, "fewest": -3}},
        "rulings": {"all_tied": all_tied, "most_needs_one": needs_one},
    }
    rules, table, k = _tables(kind, players, changes)

    def points_of(amounts: list[int]) -> list[int]:
        if len(set(amounts)) == 1 and all_tied == "nothing":
            return [0] * players
        some = 5 if any(amounts) or not needs_one else 0
        loss = -3 if players > 2 else 0
        return [some * (x == max(amounts)) + loss * (x == min(amounts)) for x in amounts]

    for seed in range(4):
        amounts = _amounts(players, seed, 5)
        table.points[:] = 0
        if kind == "pudding":
            table.pudding[:players] = amounts
            kernels.score_dessert(rules, table, k)
        else:
            table.tab[:players, rules.first[k]] = amounts
            kernels.score_kind(rules, table, k)
        assert (table.points[:players, k] == _by_lane(amounts, points_of)).all()


def _go_tables(players: int, points: dict[str, Any]) -> Any:
    cards_ = ["maki", "soy-sauce", "pudding"]
    data = {"name": "Split", "game": "go", "cards": cards_, "points": points}
    menu = build(data | {"deal": {"hand_size": 1}}, house=True)
    _, _, rules = prepare(menu, players, "random", house=True)
    by = make_rules(players, list(menu.kinds), points=points, hand_size=1)
    return rules, by, new_record(TABLE), {kind: k for k, kind in enumerate(menu.kinds)}


@pytest.mark.parametrize("places", [[6, 3], [7, 5], [8], [-7, 4], [4, 9]], ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_places_that_are_split(players: int, places: list[int]) -> None:
    """Sushi Go!: those tied share a place, the remainder is dropped, and use up as many places."""
    rules, by, table, k = _go_tables(players, {"maki": {"places": places}})
    for seed in range(4):
        icons = _amounts(players, seed, 12)
        table.maki[:players] = icons
        table.points[:] = 0
        kernels.score_kind(rules, table, k["maki"])
        expected = _by_lane(icons, lambda a: split_places(a, by.points["maki"]["places"]))
        assert (table.points[:players, k["maki"]] == expected).all()


@pytest.mark.parametrize(("most", "fewest"), [(6, -6), (7, -5), (-4, 9)])
@pytest.mark.parametrize("players", range(2, 9))
def test_puddings_that_are_split(players: int, most: int, fewest: int) -> None:
    rules, by, table, k = _go_tables(players, {"pudding": {"most": most, "fewest": fewest}})
    for seed in range(4):
        puddings = _amounts(players, seed, 5)
        table.pudding[:players] = puddings
        table.points[:] = 0
        kernels.score_dessert(rules, table, k["pudding"])
        expected = _by_lane(puddings, lambda a: pudding_points(a, by))
        assert (table.points[:players, k["pudding"]] == expected).all()


@pytest.mark.parametrize("players", range(2, 9))
def test_the_most_uramaki_left(players: int) -> None:
    """Who has most icons left, and any, takes the next place that is not taken."""
    rules, table, k = _tables("uramaki", players, {})
    places = [8, 5, 2, 0]
    for seed in range(4):
        icons = _amounts(players, seed, 9)
        taken = np.random.default_rng(seed).integers(0, 4, LANES).astype(np.uint8)
        table.uramaki[:players], table.place[0] = icons, taken
        table.points[:] = 0
        kernels.score_kind(rules, table, k)
        wins = (icons == icons.max(axis=0)) & (icons > 0)
        expected = np.where(wins, np.array(places)[taken], 0)
        assert (table.points[:players, k] == expected).all()


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("each", "cap"), [(1, 4), (3, 7), (12, 90), (2, 0)])
def test_opponents_with_edamame(players: int, each: int, cap: int) -> None:
    points = {"edamame": {"per_opponent": each, "cap": cap}}
    rules, table, k = _tables("edamame", players, {"points": points})
    for seed in range(4):
        held = _amounts(players, seed, 4)
        table.tab[:players, rules.first[k]] = held
        table.points[:] = 0
        kernels.score_kind(rules, table, k)
        having = (held > 0).astype(int)
        opponents = having.sum(axis=0) - having
        assert (table.points[:players, k] == held * np.minimum(cap, each * opponents)).all()


@pytest.mark.parametrize("players", range(2, 9))
def test_the_most_colours(players: int) -> None:
    """Nigiri and wasabi are one colour; face-down cards one more."""
    others = ["wasabi", "takeout-box", "maki"]
    rules, table, k = _tables("soy-sauce", players, {}, others)
    kinds = [kind for kind in cards() if kind in ("nigiri", "tofu", "soy-sauce", *others)]
    rng = np.random.default_rng(players)
    n = int(rules.n_rows)
    for _ in range(4):
        laid = (rng.random((players, n, LANES)) < 0.3).astype(np.uint8)
        table.tab[:players, :n] = laid
        table.down[:players] = rng.integers(0, 2, (players, LANES))
        table.points[:] = 0
        kernels.score_kind(rules, table, k)
        colour_of = [cards()[kinds[rules.kind[r]]].hex for r in range(n)]
        groups = [
            laid[:, [r for r in range(n) if colour_of[r] == colour]].sum(axis=1) > 0
            for colour in sorted(set(colour_of))
        ]
        colours = np.sum(groups, axis=0) + (table.down[:players] > 0)
        assert len(groups) == len({"yellow", "maki", "tofu", "soy-sauce", "takeout-box"})
        most = colours == colours.max(axis=0)
        soy = laid[:, int(rules.first[k])].astype(int)
        assert (table.points[:players, k] == 4 * soy * most).all()


def test_no_two_lanes_touch_each_other() -> None:
    """One lane's cards changed: no other lane's points change."""
    rules, table, k = _tables("maki", 4, {})
    icons = _amounts(4, 1, 12)
    table.maki[:4] = icons
    kernels.score_kind(rules, table, k)
    before = table.points[:4, k].copy()
    for lane in random.Random(1).sample(range(LANES), 20):
        table.maki[:4] = icons
        table.maki[2, lane] += 7
        table.points[:] = 0
        kernels.score_kind(rules, table, k)
        others = np.arange(LANES) != lane
        assert (table.points[:4, k][:, others] == before[:, others]).all()
