"""Games seen one by one: the same games as `simulate` plays, moved, with other luck, with other cards tried."""

import numpy as np
import pytest

import simkit
from simkit import transcript
from simkit.batch import new_tally
from simkit.errors import InputError
from simkit.experiment import BLOCK, Arm, observe
from simkit.games import GAMES
from simkit.menus import build, load
from simkit.menus.catalogue import card_ids
from simkit.played import Played
from simkit.schema import LANES, N_ROUNDS, SHARE
from tests.reference.engine import differences

MASTER = "party/master-menu"
BANQUET = "party/big-banquet"
POINTS, SAMPLER, FOR_TWO = "party/points-platter", "party/party-sampler", "party/dinner-for-two"


def play(*arms: Arm, games: int = BLOCK, seed: int = 5, **options) -> list[list[Played]]:
    return list(observe(arms, list, games=games, seed=seed, **options))


@pytest.mark.parametrize(
    ("menu", "players", "rotate"),
    [(MASTER, 4, False), (MASTER, 3, True), ("go", 2, True), ("roll", 3, True)],
)
def test_they_are_the_games_that_simulate_plays(menu, players, rotate) -> None:
    games = BLOCK + 700
    policies = ["greedy", "random", "rule", "weighted"][:players]
    batch = simkit.simulate(
        menu, players=players, games=games, policies=policies, rotate=rotate, seed=5
    )
    blocks = play(Arm(menu, players, policies, rotate), games=games)
    assert [block[0].n_games for block in blocks] == [BLOCK, 700]
    # a batch has seats, rotated games have entries: entry e has seat e + j in rotation j
    order = [
        [(e + j) % players if e < players else e for e in range(batch.n_seats)]
        for j in range(len(batch.tallies))
    ]
    for got, kept in (
        (lambda g: g.total[N_ROUNDS].sum(axis=-1), lambda t: t.score[N_ROUNDS]),
        (lambda g: (g.total[0].astype(int) ** 2).sum(axis=-1), lambda t: t.score_sq[0]),
        (lambda g: (g.win == SHARE).sum(axis=-1), lambda t: t.lead[N_ROUNDS, :, 0]),
        (lambda g: g.lead[1].sum(axis=-1), lambda t: t.lead[1].sum(axis=1)),
        (lambda g: g.points.astype(int).sum(axis=(1, 2)), lambda t: t.points.sum(axis=1)),
        (lambda g: (g.taken[:, 0] > 0).sum(axis=-1), lambda t: t.both[:, 0, 0]),
        (lambda g: g.dealt[2, :, 0].sum(axis=-1), lambda t: t.dealt[2, :, 0]),
    ):
        expected = sum(
            kept(tally)[seats] for seats, tally in zip(order, batch.tallies, strict=True)
        )
        assert np.array_equal(sum(got(block[0]) for block in blocks), expected)


def test_threads_and_blocks_change_nothing() -> None:
    arms = [Arm(MASTER, 4, "random-legal"), Arm(MASTER, 4, "greedy", tries=True, picks=True)]
    one, two = (play(*arms, games=2 * BLOCK, threads=n) for n in (1, 3))
    for a, b in zip(one, two, strict=True):
        for x, y in zip(a, b, strict=True):
            assert np.array_equal(x.total, y.total)
            assert np.array_equal(x.preferred, y.preferred)
    later = play(*arms, first=BLOCK)
    assert np.array_equal(later[0][1].dealt, one[1][1].dealt)


def test_arms_share_their_deals() -> None:
    free, bound = play(
        Arm(BANQUET, 4), Arm(BANQUET, 4, ["greedy+forbid=dumpling", *["greedy"] * 3])
    )[0]
    dumpling = load(BANQUET).kinds.index("dumpling")
    assert np.array_equal(free.dealt, bound.dealt)
    assert bound.taken[0, dumpling].sum() < 0.1 * free.taken[0, dumpling].sum()


@pytest.mark.parametrize("menu", [MASTER, BANQUET, "party/cutthroat-combo", "go"])
@pytest.mark.parametrize("players", [3, 4, 7])
def test_hands_that_move_take_everything_along(menu, players) -> None:
    """Where the luck is not drawn in an order, a table moved by one seat is the same table."""
    if menu == "go" and players > 5:
        pytest.skip("Sushi Go! is for five at the most")
    here, moved = play(Arm(menu, players, "weighted"), Arm(menu, players, "weighted", turned=1))[0]
    for name in ("total", "lead", "dealt"):
        a, b = getattr(here, name), getattr(moved, name)
        assert np.array_equal(np.roll(a, 1, axis=1), b), name


def test_a_seat_that_plays_otherwise_is_seen_by_the_audit() -> None:
    mixed = ["random", "greedy", "greedy", "greedy"]
    here, moved = play(Arm(MASTER, 4, mixed), Arm(MASTER, 4, mixed, turned=1))[0]
    assert not np.array_equal(np.roll(here.total, 1, axis=1), moved.total)


@pytest.mark.parametrize("menu", [MASTER, "roll"])
def test_other_luck_on_the_same_deals(menu) -> None:
    here, other, again = play(
        *(Arm(menu, 4, "random", luck=luck) for luck in (0, 1, 1)), games=BLOCK
    )[0]
    assert np.array_equal(here.dealt[0], other.dealt[0])
    assert not np.array_equal(here.total, other.total)
    assert np.array_equal(other.total, again.total)
    # the luck of the seats is independent: deals alone hold their scores together
    a, b = here.total[3].astype(float), other.total[3].astype(float)
    assert abs(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < 0.9


def kind_of_cards(menu: str) -> np.ndarray:
    loaded = load(menu)
    groups = [list(card_ids(kind, loaded.game).values()) for kind in loaded.kinds]
    return np.array([[card in group for group in groups].index(True) for card in loaded.card_ids])


def assert_uniform(counts: np.ndarray) -> None:
    expected, freedom = counts.sum() / len(counts), len(counts) - 1
    chi2 = ((counts - expected) ** 2 / expected).sum()
    assert chi2 < freedom + 6 * np.sqrt(2 * freedom)


@pytest.mark.parametrize("policy", ["weighted", "random", "weighted+noise=0.3"])
@pytest.mark.parametrize(
    ("menu", "players"),
    [(MASTER, 4), (BANQUET, 5), ("go", 2), (POINTS, 4), (SAMPLER, 5), (FOR_TWO, 2)],
)
def test_a_card_is_tried_and_nothing_else_changes(menu, players, policy) -> None:
    plain, base, tried = play(
        Arm(menu, players, policy, rotate=True), Arm(menu, players, policy, rotate=True, tries=True)
    )[0]
    assert np.array_equal(plain.total, base.total)
    tries = tried.tries
    possible = tries.occasions > 0
    assert 0.5 < possible.mean() <= 1
    assert np.array_equal(base.dealt[0], tried.dealt[0])
    if (
        policy != "random-legal"
    ):  # the luck of its options depends on what other games of the batch do
        assert np.array_equal(base.total[..., ~possible], tried.total[..., ~possible])
        for round_ in range(1, N_ROUNDS):  # nothing changes before the moment
            later = possible & (tries.round_ >= round_)
            before = base.total[round_ - 1][:, later]
            assert np.array_equal(before, tried.total[round_ - 1][:, later])
    kind = kind_of_cards(menu)
    card, other = kind[tries.card[possible]], kind[tries.other[possible]]
    assert np.array_equal(card, tries.kind[possible])
    assert (other != card).all()
    assert {0, 1} == set(tries.was_picked[possible].tolist())
    # kinds, and the occasions of each, are uniform: chi-square beyond mean + 6 sd, less than 1 in 100,000 runs
    assert_uniform(np.bincount(tries.kind, minlength=len(load(menu).kinds)))
    # the same cards in all: what was not taken now has gone on
    copies = [int(games.taken.sum()) for games in (base, tried)]
    assert abs(copies[0] - copies[1]) < 0.01 * copies[0]


@pytest.mark.parametrize("policy", ["weighted", "random"])
@pytest.mark.parametrize("menu", [MASTER, BANQUET, "go", POINTS, FOR_TWO])
def test_tried_games_are_legal(menu, policy, monkeypatch) -> None:
    prepare, new_table = transcript.prepare, transcript.new_table

    def prepared(*arguments, **options):
        loaded, entries, rules = prepare(*arguments, **options)
        rules.tries[0] = True
        return loaded, entries, rules

    def counted(rules):
        """Return a table at which the batch has been played once, and the occasions counted."""
        table = new_table(rules)
        entry = GAMES[load(menu).game].play_batches()
        entry(rules, table, new_tally(), 9, 0, 1, 1, LANES)
        rules.tries_now = 1
        return table

    tried = play(Arm(menu, 4, policy, tries=True), seed=9)[0][1]
    monkeypatch.setattr(transcript, "prepare", prepared)
    monkeypatch.setattr(transcript, "new_table", counted)
    seen = 0
    for game in range(12):
        told = simkit.replay(menu, players=4, policy=policy, seed=9, game=game)
        assert not differences(told.to_dict())
        tries = tried.tries
        if tries.occasions[game]:
            round_, turn = int(tries.round_[game]), int(tries.turn[game])
            commit = told.to_dict()["rounds"][round_]["turns"][turn]["commits"][0]
            ids = load(menu).card_ids
            wanted = tries.other if tries.was_picked[game] else tries.card
            assert commit["card"] == ids[wanted[game]]
            seen += 1
    assert seen >= 6


def test_what_is_preferred_adds_up_to_picks() -> None:
    """In the first turn: every other card in the hand has been passed over for the card picked."""
    menu = build(
        {"name": "Two", "cards": ["tempura", "sashimi"], "deal": {"hand_size": 2}}, house=True
    )
    games = play(Arm(menu, 2, ["first:sashimi", "first:tempura"], picks=True))[0][0]
    ids = list(menu.card_ids)
    tempura, sashimi = ids.index("tempura"), ids.index("sashimi")
    first = games.dealt[:, :, [tempura, sashimi], ::4] > 0  # of every fourth game
    both = first.all(axis=2).sum(axis=(0, 2))
    assert games.preferred[:, sashimi, tempura].tolist() == [both[0], 0]
    assert games.preferred[:, tempura, sashimi].tolist() == [0, both[1]]
    assert not games.preferred.diagonal(axis1=1, axis2=2).any()


@pytest.mark.parametrize(
    ("arm", "message"),
    [
        (Arm("roll", 3, tries=True), "of cards"),
        (Arm("roll", 3, turned=1), "can not be moved"),
        (Arm(MASTER, 4, "random-legal", tries=True), "take random"),
        (Arm(MASTER, 9), "players = 9"),
    ],
)
def test_what_can_not_be_observed_is_said(arm, message) -> None:
    with pytest.raises(InputError, match=message):
        play(arm)
    with pytest.raises(InputError, match="multiple"):
        play(Arm(MASTER), first=100)
