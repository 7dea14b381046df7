"""Search: what it knows, what it must not know, what its luck depends on, and that it is worth the time."""

import ctypes
import dataclasses
from typing import Any

import numpy as np
import pytest

from simkit.batch import new_tally
from simkit.games import GAMES
from simkit.menus import build
from simkit.menus.catalogue import cards
from simkit.policies.lineup import Player
from simkit.policies.search import BASE, RIVALS, SEARCH, new_table
from simkit.runner import prepare, simulate
from simkit.schema import SEATS, TABLE
from simkit.transcript import replay
from tests.core import games, kernels
from tests.core.belts import positions
from tests.core.games import Setting
from tests.core.positions import SEARCHED, hand_index, position, scramble, twin, unknown_hands
from tests.core.test_random import all_above, chi_square

DUMMY = {"name": "Two", "game": "go", "cards": list(cards("go")), "variants": {"dummy": True}}
MENUS = {
    "go": (games.ALL["go/sushi-go"], 4),
    "dummy": (build(DUMMY), 2),
    "party": (games.PRINTED["party-sampler"], 5),
}
WITH_DICE = MENUS | {"roll": (games.ALL["roll/sushi-roll"], 3)}


def searching(rollouts: int) -> Player:
    """A player that plays so many games ahead."""
    return Player(f"search-{rollouts}", dataclasses.replace(SEARCH, rollouts=rollouts), SEARCH.data)


def _rules(name: str, rollouts: int = 64) -> Any:
    menu, players = MENUS[name]
    return prepare(menu, players, searching(rollouts), house=False)[2]


def _position(name: str, rules: Any, turn: int, seed: int) -> Any:
    table = position(rules, MENUS[name][0], turn, seed)
    if rules.n_seats > rules.n_players:
        kernels.top_card(rules, table, new_tally())
    return table


def _moves(rules: Any, table: Any, p: int) -> Any:
    kernels.commit(rules, table, p)
    return np.concatenate([table.pick[p][None, :SEARCHED], table.call[p][:, :SEARCHED]])


# ---- legal, and the same game again


@pytest.mark.parametrize(
    ("data", "players"),
    [
        (games.data_of(games.PRINTED["big-banquet"]), 3),
        (games.data_of(games.PRINTED["master-menu"]), 4),
        (DUMMY, 2),
        (DUMMY | {"variants": {"pass": "both ways"}}, 5),
    ],
)
def test_a_mixed_table_plays_legally(data: dict[str, Any], players: int) -> None:
    lineup = ("search", "greedy", "random", "random-legal", "search")[:players]
    if players == 4:
        lineup = (
            "search",
            "greedy",
            "search",
            "greedy",
        )  # with random-legal all games are searched
    assert Setting(data, players, lineup, 3, 2).problems() == []


@pytest.mark.parametrize("name", WITH_DICE)
def test_a_game_is_the_same_alone_and_in_any_batch(name: str) -> None:
    menu, players = WITH_DICE[name]
    lineup = [searching(64)] * players
    played = simulate(menu, players=players, policies=lineup, games=3, seed=5).total()
    alone = np.sum(
        [
            replay(menu, players=players, policies=lineup, seed=5, game=game).data["totals"]
            for game in range(3)
        ],
        axis=0,
    )
    assert played.score[3, : len(alone)].tolist() == alone.tolist()


# ---- what it knows


@pytest.mark.parametrize("name", MENUS)
def test_what_it_can_not_know_changes_nothing(name: str) -> None:
    rules = _rules(name)
    for turn in (0, 1, 2):
        for p in range(2):
            table = _position(name, rules, turn, 3)
            other = twin(table)
            scramble(rules, other, p, seed=turn)
            assert (table.deck != other.deck).any()
            assert (_moves(rules, table, p) == _moves(rules, other, p)).all()


def test_hands_that_it_has_held_are_remembered() -> None:
    """With another hand on its way back, other cards are played."""
    rules = _rules("go")
    turn, p = 3, 1
    for held in (0, 1, 2):
        changed = False
        for seed in range(4):
            table = _position("go", rules, turn, seed)
            other = twin(table)
            q = hand_index(rules, held, p)
            other.hand[q] = np.roll(np.asarray(other.hand[q]), 1, axis=-1)
            changed |= bool((_moves(rules, table, p) != _moves(rules, other, p)).any())
        assert changed, held


def test_on_dice_luck_to_come_changes_nothing() -> None:
    """The bag and all streams but the own one, which rolls what the seat rolls in its own move."""
    for rules, table, p in positions(searching(64), turns=(0, 3)):
        other = twin(table)
        rng = np.random.default_rng(p)
        other.deck[:] = rng.integers(0, 30, other.deck.shape)
        for stream in set(range(table.rng.shape[0])) - {SEATS + p}:
            other.rng[stream] = rng.integers(0, 2**63, table.rng.shape[1], dtype=np.uint64)
        kernels.move(rules, table, new_tally(), p)
        kernels.move(rules, other, new_tally(), p)
        for field in ("slot", "tokens", "die", "face"):
            assert (table[field] == other[field]).all(), field


def _second_table(table: Any) -> Any:
    memory = (ctypes.c_uint8 * TABLE.itemsize).from_address(int(table.sim_table))
    return np.frombuffer(memory, np.uint8).view(TABLE)[0]


@pytest.mark.parametrize(("name", "turn"), [("go", 1), ("party", 1), ("dummy", 1), ("dummy", 2)])
def test_what_it_does_not_know_is_dealt_uniformly(name: str, turn: int) -> None:
    """Each unknown hand has each card as often as its share of the cards not seen (error rate: LEVEL in all)."""
    rules = _rules(name)
    p, n, p_values = 1, int(rules.n_rows), []
    table = _position(name, rules, turn, 7)
    ahead = _second_table(table)
    unknown = unknown_hands(rules, turn, p)
    has_joined = name == "dummy" and turn % 2 != p  # a card has joined the other hand, unseen
    for lane in range(3):
        kernels.shuffle(rules, table, p, lane)
        pool, left = (
            np.diff(t.deck[0, :n].astype(int), axis=0, prepend=0)
            + t.hand[unknown][:, :n].sum(axis=0, dtype=int)
            for t in (table, ahead)
        )
        pool = pool[:, lane]
        dealt = list(ahead.hand[unknown][:, :n].astype(int))
        for q in range(int(rules.n_players)):
            more = ahead.hand[q, :n].astype(int) - table.hand[q, :n, lane, None]
            if has_joined and q not in unknown and q != hand_index(rules, turn, p):
                card = int(table.joined[0, lane])
                pool[card] += 1
                more[card] += 1
                left += more
                dealt.append(more)
            elif q not in unknown:
                assert (more == 0).all()
        assert (left == pool[:, None]).all()
        for hand in dealt:
            assert (hand >= 0).all()
            row = hand.sum(axis=1)
            expected = pool / pool.sum() * row.sum()
            assert (row[pool == 0] == 0).all()
            p_values.append(chi_square(row[pool > 0], expected[pool > 0]))
    all_above(p_values)


# ---- what it brings


@pytest.mark.parametrize(
    ("menu", "n_games", "ahead_by"), [("go", 96, 6), ("party/sushi-go", 96, 4), ("roll", 64, 2)]
)
def test_search_beats_its_base_and_more_of_it_is_not_weaker(
    menu: str, n_games: int, ahead_by: float
) -> None:
    """Means of points have standard errors of 0.6 to 1: five of them below what was found, less than three back."""
    won = {}
    for rollouts in (32, 512):
        seated = [searching(rollouts), BASE.name, BASE.name, BASE.name]
        played = simulate(menu, players=4, policies=seated, games=n_games, seed=11, threads=1)
        mine, *others = played.total().score[3, :4] / n_games
        won[rollouts] = mine - np.mean(others)
    assert won[512] > ahead_by
    assert won[512] > won[32] - 2


@pytest.mark.parametrize("menu", ["go", "roll"])
def test_it_finds_out_who_the_others_are(menu: str) -> None:
    """By the end of a game, most of the time (how often was found by trying, less ten standard errors)."""
    seated = [searching(8), BASE.name, *(rival.name for rival in RIVALS)]
    loaded, _, rules = prepare(menu, 4, seated, house=False)
    table = new_table(rules)
    GAMES[loaded.game].play_batches()(rules, table, new_tally(), 3, 0, 1, 1, 1)
    for s in (1, 2, 3):
        assert (table.fits[0, s].argmax(axis=0) == s - 1).mean() > 0.85, s
