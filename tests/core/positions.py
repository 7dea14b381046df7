"""Positions in the middle of a round, made from a shuffled deck: for tests of single decisions."""

from typing import Any

import numpy as np

from simkit.menus import Menu
from simkit.policies.search import new_table
from simkit.schema import LANES, SEATS, SIDES, TABLE, new_record
from tests.core import kernels

SEARCHED = 6
"""Lanes that count where a seat searches; in the others it plays by its valuation."""

HIDDEN = ("deck", "pool", "pile", "drawn", "deck_size")
"""Rows nobody sees. So are the other seats' hands and what they have decided in this turn."""

DECIDED = ("pick", "target", "wish", "call", "call_real", "second", "request")

STATE = (
    *("tab", "copied", "hand", "down", "maki", "uramaki", "misos", "free", "tripled", "sealed"),
    *("pudding", "ice", "desserts", "fruit", "waiting", "deck", "pool", "pile", "deck_size"),
    *("place", "points", "total", "copies", "live"),
)
"""What a decision about cards must leave as it is."""

DICE_STATE = (
    *("tab", "die", "face", "tokens", "supply", "pudding", "maki", "free", "tripled", "deck"),
    *("points", "total", "live", "slides", "n_dice"),
)
"""What a decision about dice must leave as it is."""


def hand_index(rules: Any, turn: int, p: int) -> int:
    """Number of the hand that seat p holds in a turn of the first round; a dummy has its pile."""
    players = int(rules.n_players)
    return (p - turn) % players if p < players else p


def count(rows: Any, n: int) -> Any:
    """How often 0 .. n - 1 stand in a lane, for each lane."""
    return (np.asarray(rows)[None] == np.arange(n)[:, None, None]).sum(axis=1)


def position(rules: Any, menu: Menu, turn: int, seed: int) -> Any:
    """A table on which every seat has played ``turn`` cards and holds the rest of its hand."""
    seats, n, hand_size = int(rules.n_seats), int(rules.n_rows), int(rules.hand_size)
    table = new_table(rules)
    table.turn = turn
    kernels.seed_streams(table, seed, 0, seats)
    rng = np.random.default_rng([seed, turn, seats])
    deck = np.repeat(np.arange(n), rules.n_copies[:n])
    cards = rng.permuted(np.tile(deck, (LANES, 1)), axis=1).T
    for p in range(seats):
        mine = cards[p * hand_size : (p + 1) * hand_size]
        table.hand[hand_index(rules, turn, p), :n] = count(mine[turn:], n)
        table.tab[p, :n] = count(mine[:turn], n)
    table.deck[0, :n] = np.cumsum(count(cards[seats * hand_size :], n), axis=0)
    _leave_the_table(rules, menu, table)
    _add_up(rules, menu, table, rng)
    if rules.any_search:
        table.live[0, SEARCHED:] = 0
    return table


def _rows(rules: Any, menu: Menu, kind: str) -> slice:
    if kind not in menu.kinds:
        return slice(0, 0)
    k = menu.kinds.index(kind)
    return slice(int(rules.first[k]), int(rules.first[k] + rules.n_variants[k]))


def _leave_the_table(rules: Any, menu: Menu, table: Any) -> None:
    """Menus and boxes are discarded; special orders have become face-down cards."""
    for kind in ("menu", "takeout-box", "special-order"):
        rows = _rows(rules, menu, kind)
        if kind == "special-order" and "takeout-box" in menu.kinds:
            table.down[:] = table.tab[:, rows].sum(axis=1)
        table.tab[:, rows] = 0


def _add_up(rules: Any, menu: Menu, table: Any, rng: np.random.Generator) -> None:
    def icons(kind: str) -> Any:
        rows = _rows(rules, menu, kind)
        return (table.tab[:, rows] * rules.value[rows][None, :, None]).sum(axis=1)

    table.maki[:], table.uramaki[:] = icons("maki"), icons("uramaki")
    table.free[:] = table.tab[:, _rows(rules, menu, "wasabi")].sum(axis=1)
    for v, r in enumerate(range(*_rows(rules, menu, "nigiri").indices(64))):
        on = np.minimum(table.free, rng.integers(0, 2, table.free.shape) * table.tab[:, r])
        table.tripled[:, v], table.free[:] = on, table.free - on
    table.pudding[:] = table.tab[:, _rows(rules, menu, "pudding")].sum(axis=1)
    table.ice[:] = table.tab[:, _rows(rules, menu, "green-tea-ice-cream")].sum(axis=1)
    fruit = _rows(rules, menu, "fruit")
    for r in range(fruit.start, fruit.stop):
        for icon in (int(rules.value[r]), int(rules.other[r])):
            table.fruit[:, icon] += table.tab[:, r]
    table.place[0] = rng.integers(0, 4, LANES)
    table.live[0] = 1


def dice_position(rules: Any, menu: Menu, turn: int, p: int, seed: int, *, tokens: int = 2) -> Any:
    """Dice on belts, trays and tokens in the middle of a turn, when it is seat p's move.

    Every seat has taken ``turn`` dice, those who have moved in this turn one more. Seats have up to
    ``tokens`` tokens of each kind to use; in a third of the games the supply is nearly empty.
    """
    players, each = int(rules.n_seats), int(rules.hand_size)
    table = new_table(rules)
    table.turn, table.n_dice = turn, each - turn
    kernels.seed_streams(table, seed, 0, players)
    rng = np.random.default_rng([seed, turn, p, players])
    table.slides = int(rng.integers(0, 3 * players))
    first = int(table.slides) % players
    have_moved = [s for s in range(players) if (s - first) % players < (p - first) % players]
    sides = np.asarray(rules.sides)
    bag = np.repeat(np.arange(rules.n_die_types), rules.die_count[: rules.n_die_types])
    dice = rng.permuted(np.tile(bag, (LANES, 1)), axis=1).T[: players * each]
    dice = dice.reshape(players, each, LANES)
    faces = sides[dice, rng.integers(0, SIDES, dice.shape)]
    for s in range(players):
        n = each - turn - (s in have_moved)
        q = (s - int(table.slides)) % players
        table.die[q, :n], table.face[q, :n] = dice[s, :n], faces[s, :n]
        table.tab[s] = count(faces[s, n:], table.tab.shape[1])
    _add_up(rules, menu, table, rng)
    _share_tokens(rules, table, rng, tokens)
    if rules.any_search:
        table.live[0, SEARCHED:] = 0
    return table


def _share_tokens(rules: Any, table: Any, rng: np.random.Generator, most: int) -> None:
    players = int(rules.n_seats)
    table.tokens[:players] = rng.integers(0, most + 1, (players, 2, LANES))
    table.pudding[:players] = rng.integers(0, 8, (players, LANES))
    for token, n in enumerate(rules.token_supply):
        few = rng.integers(0, 3, LANES) == 0
        table.supply[token] = np.where(few, rng.integers(0, 3, LANES), n // 2)


def twin(table: Any) -> Any:
    """A copy of a table."""
    other = new_record(TABLE)
    for name in TABLE.names or ():
        other[name] = table[name]
    return other


def scramble(rules: Any, table: Any, p: int, seed: int) -> None:
    """Change all that seat p can not see: other hands, the deck, others' choices and luck.

    A seat that plans or searches remembers the hands that it has held, and knows which cards are left for the others.
    """
    rng = np.random.default_rng(seed)
    if rules.rollouts[p] or rules.remembers[p]:
        _shuffle_unknown(rules, table, p, rng)
    else:
        seats, n = int(rules.n_seats), int(rules.n_rows)
        mine = hand_index(rules, int(table.turn), p)
        others = [q for q in range(seats) if q != mine]
        pools = table.hand[others][:, :n].sum(axis=0, dtype=int)
        cards = [rng.permutation(np.repeat(np.arange(n), pool)) for pool in pools.T]
        for q, part in zip(others, np.array_split(np.array(cards).T, len(others)), strict=True):
            table.hand[q, :n] = count(part, n)
        for name in HIDDEN:
            table[name] = rng.permuted(np.asarray(table[name]).copy(), axis=-1)
    _other_choices(rules, table, p, rng)


def unknown_hands(rules: Any, turn: int, p: int) -> list[int]:
    """Hands that seat p has not held in the first round."""
    held = {hand_index(rules, t, p) for t in range(turn + 1)}
    return [q for q in range(int(rules.n_seats)) if q not in held]


def _shuffle_unknown(rules: Any, table: Any, p: int, rng: np.random.Generator) -> None:
    """Deal anew what a seat with a memory does not know: the other hands, the deck, a card that joined a hand."""
    n, turn, lanes = int(rules.n_rows), int(table.turn), np.arange(LANES)
    unknown = unknown_hands(rules, turn, p)
    controller = turn % int(rules.n_players)
    joined = -1
    if rules.n_seats > rules.n_players and controller != p:
        joined = hand_index(rules, turn, controller)
        joined = -1 if joined in unknown else joined
    sizes = [int(table.hand[q, :n, 0].sum()) for q in unknown]
    pools = np.diff(table.deck[0, :n].astype(int), axis=0, prepend=0)
    pools += table.hand[unknown][:, :n].sum(axis=0, dtype=int)
    if joined >= 0:
        table.hand[joined, table.joined[0], lanes] -= 1
        pools[table.joined[0], lanes] += 1
        sizes.append(1)
    cards = np.array([rng.permutation(np.repeat(np.arange(n), pool)) for pool in pools.T]).T
    parts = np.split(cards, np.cumsum(sizes))
    for q, part in zip(unknown, parts, strict=False):
        table.hand[q, :n] = count(part, n)
    if joined >= 0:
        table.joined[0] = parts[-2][0]
        table.hand[joined, table.joined[0], lanes] += 1
    table.deck[0, :n] = np.cumsum(count(parts[-1], n), axis=0)


def _other_choices(rules: Any, table: Any, p: int, rng: np.random.Generator) -> None:
    seats = int(rules.n_seats)
    for name in DECIDED:
        for other in range(seats):
            if other != p:
                table[name][other] = rng.integers(0, 2, table[name][other].shape)
    for stream in range(table.rng.shape[0]):
        if stream != SEATS + p:
            table.rng[stream] = rng.integers(0, 2**63, table.rng.shape[1], dtype=np.uint64)
