"""Choices drawn uniformly: ``random`` (forced choices only) and ``random-legal`` (all legal moves).

``random`` draws its card uniformly from the cards in hand and takes up no option: no bonus action, no flip,
no wasabi for a copied nigiri. ``random-legal`` draws uniformly over card and set of called bonus cards, and
over the options of each later choice. All but the card committed is drawn by hashing, so that it depends on
nothing but the seat, the moment and the game; to ``random-legal`` a moment is also which card is worked off
in the queue, that of all games of a batch together.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.passing import controller
from simkit.place import count_now
from simkit.policies.restrict import allowed, allowed_to_copy
from simkit.rng import draw_lane, draw_same, draw_tie_at
from simkit.rows import add, add_rows, any_is, fill, fill_rows, pick_nth
from simkit.schema import (
    ELSEWHERE,
    FACE_DOWN,
    FORBIDDEN,
    LANES,
    NONE,
    ONE,
    PICKED,
    SEATS,
    SECOND,
    ZERO,
    i64,
    u8,
)

RANDOM, RANDOM_LEGAL = -1, -2

# Purposes of hashed draws: one number a choice of a seat in a turn.
_TRIES, _SAME = 32, 16  # draws of a subset; at most so many equal cards lie on a table
_CALL, _WISH, _GIVE, _FLIP = 0, 1 << 13, 1 << 14, 1 << 15
_BOX = 2048  # draws for one takeout box
_PICK, _SECOND, _TARGET = ((1 << 18) + 256 * i for i in range(3))


@kernel
def _number(rules, table, p):
    """Number what is played after the commits; for ``random``, which plays menus only, within its own game."""
    return table.wave if rules.policy[p] == RANDOM else table.n_played


@kernel
def _is_other(out, card, r):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(card[i] != r)


@kernel
def _empty_is_beyond(x, n):
    no_overlap()
    for i in range(LANES):
        x[i] = NONE if n[i] == ZERO else x[i]


@kernel
def _down_or_none(target, x, face_up, down):
    """A number beyond the face-up cards is a face-down one."""
    no_overlap()
    for i in range(LANES):
        c = target[i]
        beyond = u8(x[i] >= face_up[i])
        other = FACE_DOWN if down[i] > ZERO else NONE
        target[i] = other if beyond else c


@kernel
def wishes(rules, table, p, lane, likes):
    """Whether the copied nigiri is to go on a free wasabi (E23): only where it may, and always where it must.

    Where it may, ``likes`` lets a draw decide.
    """
    target = table.target[p, lane]
    if rules.nigiri < 0 or target >= rules.n_rows or rules.kind[target] != rules.nigiri:
        return False
    v = target - rules.nigiri_row
    n_on = i64(table.tripled[p, v, lane]) + i64(table.sealed[p, v, lane])
    on = n_on > 0
    plain = table.tab[p, target, lane] > n_on
    if table.free[p, lane] == 0 or not (plain or rules.tripled_counts):
        return False
    if rules.must_place and not (on and not rules.tripled_counts):
        return True
    purpose = _WISH + table.n_played
    return likes and draw_lane(table, SEATS + p, purpose, lane, 2) == 1


@kernel
def count_targets(rules, table, p):
    """Count in ``table.n`` the own cards, face-down ones included, that may be drawn to be copied."""
    fill(table.n[0], ZERO)
    if rules.is_modified[p]:
        allowed_to_copy(rules, table, p)
        add_rows(table.n[0], table.spare[0], rules.n_rows)
        add(table.n[0], table.b[0])
    else:
        add_rows(table.n[0], table.tab[p], rules.n_rows)
        add(table.n[0], table.down[p])


@kernel
def find_target(rules, table, p, out):
    """Find the card of the number in ``table.x``, after they have been counted."""
    cards = table.spare[0] if rules.is_modified[p] else table.tab[p]
    down = table.b[0] if rules.is_modified[p] else table.down[p]
    x = table.x[:LANES]
    _empty_is_beyond(x, table.n[0])
    pick_nth(out, x, cards, table.count[0], rules.n_rows)
    _down_or_none(out, x, table.count[0], down)


@unit
def target(rules, table, p, way):
    """Draw one of the own cards, face-down ones included, to copy; and whether a copied nigiri goes on wasabi."""
    r = u8(rules.special_order_row)
    card = table.pick[p] if way == PICKED else table.second[p]
    if not any_is(card, r):
        return
    count_targets(rules, table, p)
    purpose = _TARGET if way == PICKED else _TARGET + 1 + _number(rules, table, p)
    draw_tie_at(table, SEATS + p, purpose, table.x[:LANES], table.n[0])
    find_target(rules, table, p, table.target[p])
    _is_other(table.wish[p], card, r)
    if rules.wasabi >= 0 and rules.nigiri >= 0:
        likes = rules.policy[p] == RANDOM_LEGAL
        for lane in range(LANES):
            if card[lane] == r and wishes(rules, table, p, lane, likes):
                table.wish[p, lane] = ONE


@kernel
def _callable(rules, table, j):
    """Whether bonus cards of row j can be called in this turn (E11, E12)."""
    if table.turn < rules.hand_size - 1:
        return True
    return j >= rules.n_chopsticks and rules.spoon_last


@kernel
def _call(rules, table, p):
    """Draw a subset of the bonus cards on the table, again while it is larger than allowed."""
    for lane in range(LANES):
        for attempt in range(_TRIES):
            n = 0
            for j in range(rules.n_bonus):
                calls = 0
                if _callable(rules, table, j) and not rules.is_action[rules.bonus_row[j]]:
                    # without numbers they are all alike: how many, not which
                    n_here = min(i64(table.tab[p, rules.bonus_row[j], lane]), rules.bonus_limit)
                    calls = draw_lane(table, SEATS + p, _CALL, lane, n_here + 1)
                elif _callable(rules, table, j):
                    for c in range(table.tab[p, rules.bonus_row[j], lane]):
                        calls += draw_lane(
                            table, SEATS + p, _CALL + (attempt * 8 + j) * _SAME + c, lane, 2
                        )
                table.call[p, j, lane] = u8(calls)
                n += calls
            if n <= rules.bonus_limit:
                break
            for j in range(rules.n_bonus):
                table.call[p, j, lane] = ZERO


@kernel
def _draw_card(rules, table, stream, purpose, present, card):
    """Draw one of the present cards."""
    x = table.x[:LANES]
    fill(table.n[0], ZERO)
    add_rows(table.n[0], present, rules.n_rows)
    draw_tie_at(table, stream, purpose, x, table.n[0])
    pick_nth(card, x, present, table.count[0], rules.n_rows)


@kernel
def _draw_own(rules, table, p, purpose, present, card):
    """Draw a card for seat p itself, who may be forced to some and forbidden others."""
    if rules.is_modified[p]:
        allowed(rules, table, p, present)
        _draw_card(rules, table, SEATS + p, purpose, table.spare[0], card)
    else:
        _draw_card(rules, table, SEATS + p, purpose, present, card)


@unit
def commit(rules, table, p, q):
    """Draw a card of hand q; random-legal also draws which bonus cards it calls."""
    if rules.is_modified[p]:
        _draw_own(rules, table, p, _PICK, table.hand[q], table.pick[p])
    else:
        x = table.x[:LANES]
        n = rules.hand_size - table.turn
        if rules.n_players < rules.n_seats and p == controller(rules, table):
            n += 1  # the dummy's top card
        draw_same(table, SEATS + p, x, n)
        pick_nth(table.pick[p], x, table.hand[q], table.n[0], rules.n_rows)
    if rules.special_order >= 0:
        target(rules, table, p, PICKED)
    if rules.n_bonus > 0 and rules.policy[p] == RANDOM_LEGAL:
        _call(rules, table, p)


@unit
def second(rules, table, p, q):
    """Draw one card of hand q, or of those drawn from a menu."""
    present = table.drawn[0] if q == ELSEWHERE else table.hand[q]
    _draw_own(rules, table, p, _SECOND + _number(rules, table, p), present, table.second[p])
    if rules.special_order >= 0:
        target(rules, table, p, SECOND)


@unit
def for_dummy(rules, table, q, dummy):
    """Draw one card of hand q for the dummy, by the dummy's own stream."""
    _draw_card(rules, table, SEATS + dummy, _PICK, table.hand[q], table.pick[dummy])


@kernel
def _asks_for(rules, p, wanted):
    """Whether seat p may ask for a card or kind: nobody who is forbidden a card asks for its kind."""
    first, n = wanted, 1
    if wanted >= rules.n_rows:
        first, n = rules.first[wanted - rules.n_rows], rules.n_variants[wanted - rules.n_rows]
    n_forbidden = 0
    for r in range(first, first + n):
        n_forbidden += rules.restricted[p, r] == FORBIDDEN
    return n_forbidden == 0


@kernel
def _request_number(rules, p, x):
    """Find number x of what seat p may ask for in the list of all requests."""
    i = 0
    while True:
        if _asks_for(rules, p, rules.request_list[i]):
            if x == 0:
                return i
            x -= 1
        i += 1


@unit
def request(rules, table, p):
    """Draw a kind or one exact card of the menu."""
    x = table.x[:LANES]
    n = 0
    for i in range(rules.n_requests):
        if _asks_for(rules, p, rules.request_list[i]):
            n += 1
    some = 0 < n < rules.n_requests
    draw_same(table, SEATS + p, x, n if some else rules.n_requests)
    for lane in range(LANES):
        i = i64(x[lane])
        if some:
            i = _request_number(rules, p, i)
        table.request[p, lane] = u8(rules.request_list[i])


@unit
def given(rules, table, p, q, lane, first, n) -> int:
    """Draw one of the matching cards."""
    total = 0
    for r in range(first, first + n):
        total += table.hand[q, r, lane]
    x = draw_lane(table, SEATS + p, _GIVE + table.n_played, lane, total)
    for r in range(first, first + n):
        x -= table.hand[q, r, lane]
        if x < 0:
            return r
    return first


@kernel
def _coins(table, p, lane, purpose, n):
    """How many of n coins fall on heads."""
    heads = 0
    for c in range(n):
        heads += draw_lane(table, SEATS + p, purpose + c, lane, 2)
    return u8(heads)


@kernel
def _draw_pairs(table, p, v, lane, purpose):
    """A nigiri on a wasabi: neither, the nigiri, the wasabi or both; of a nigiri of this turn only the wasabi."""
    old = i64(table.tripled[p, v, lane]) - i64(table.placed_now[p, v, lane])
    on = both = under = 0
    for c in range(old):
        x = draw_lane(table, SEATS + p, purpose + c, lane, 4)
        on += x == 1
        both += x == 2
        under += x == 3
    if under == old - on - both:  # the oldest are turned over first
        young = i64(table.placed_now[p, v, lane]) - i64(table.placed_fresh[p, v, lane])
        under += i64(_coins(table, p, lane, purpose + 16, young))
    table.flip_on[p, v, lane] = u8(on)
    table.flip_with[p, v, lane] = u8(both)
    table.flip_under[p, v, lane] = u8(under)
    table.flip_sealed[p, v, lane] = _coins(
        table,
        p,
        lane,
        purpose + 32,
        i64(table.sealed[p, v, lane]) - i64(table.sealed_now[p, v, lane]),
    )


@kernel
def _draw_flips(rules, table, p, lane):
    purpose = _FLIP + _BOX * table.n_played
    wasabi = rules.wasabi_row if rules.wasabi >= 0 else -1
    for r in range(rules.n_rows):
        n = i64(table.tab[p, r, lane]) - i64(table.now[p, r, lane])
        copies = 0
        if r == wasabi:
            n = i64(table.free[p, lane]) - i64(table.fresh[p, lane])
        elif rules.nigiri >= 0 and rules.kind[r] == rules.nigiri:
            v = r - rules.nigiri_row
            n -= (
                i64(table.tripled[p, v, lane])
                - i64(table.placed_now[p, v, lane])
                + i64(table.sealed[p, v, lane])
                - i64(table.sealed_now[p, v, lane])
            )
        elif rules.matters[r]:
            copies = i64(table.copied[p, r, lane]) - i64(table.now_copied[p, r, lane])
            n -= copies
        table.flip[p, r, lane] = _coins(table, p, lane, purpose + 32 * r, n)
        table.flip_copy[p, r, lane] = _coins(table, p, lane, purpose + 32 * r + 16, copies)
    if wasabi >= 0 and rules.nigiri >= 0:
        spent = i64(table.tab[p, wasabi, lane]) - i64(table.free[p, lane])
        for v in range(3):
            spent -= i64(table.tripled[p, v, lane])
            _draw_pairs(table, p, v, lane, purpose + 1536 + 64 * v)
        table.flip_spent[p, lane] = _coins(table, p, lane, purpose + 1536 + 240, spent)


@unit
def flips(rules, table, p) -> int:
    """Turn over nothing; random-legal: each card that may be turned over with probability one half."""
    if rules.policy[p] != RANDOM_LEGAL:
        return 0
    count_now(rules, table, p)
    fill_rows(table.flip[p], rules.n_rows, ZERO)
    fill_rows(table.flip_copy[p], rules.n_rows, ZERO)
    fill_rows(table.flip_on[p], 3, ZERO)
    fill_rows(table.flip_with[p], 3, ZERO)
    fill_rows(table.flip_under[p], 3, ZERO)
    fill_rows(table.flip_sealed[p], 3, ZERO)
    fill(table.flip_spent[p], ZERO)
    for lane in range(LANES):
        if table.active[0, lane]:
            _draw_flips(rules, table, p, lane)
    return 1
