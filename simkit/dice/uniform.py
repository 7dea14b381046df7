"""Choices drawn uniformly: ``random`` (forced choices only) and ``random-legal`` (tokens, too).

``random`` draws its die uniformly and uses no token. ``random-legal`` draws, again and again until it takes a die,
uniformly among taking a die, a menu token and a chopsticks token, as far as it can; then uniformly over the sets of
dice to re-roll, or over pairs of an own die and one on another belt.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.dice.actions import dice_on
from simkit.dice.deal import belt_of
from simkit.policies.noise import DIE, noisy, replace
from simkit.policies.uniform import RANDOM_LEGAL
from simkit.rng import draw_same, draw_tie, draw_tie_at
from simkit.rows import add_rows, fill, pick_nth
from simkit.schema import (
    ACT_MENU,
    ACT_NONE,
    ACT_SWAP,
    CHOPSTICKS_TOKEN,
    FORBIDDEN,
    FORCED,
    FREE,
    LANES,
    MENU_TOKEN,
    ONE,
    SEATS,
    ZERO,
    u8,
)

# Purposes of hashed draws: one number a token of a move.
_ACT, _SET, _OWN, _OTHER = 0, 1 << 8, 2 << 8, 3 << 8


@kernel
def _options(n, menus, chopsticks, can_swap):
    no_overlap()
    for i in range(LANES):
        m = u8(ONE + u8(menus[i] > ZERO))
        n[i] = u8(m + u8(u8(chopsticks[i] > ZERO) & can_swap))


@kernel
def _act(act, x, active, menus):
    """Option 0 takes a die; then comes the menu, if there is one, then the chopsticks."""
    no_overlap()
    for i in range(LANES):
        first = ACT_MENU if menus[i] > ZERO else ACT_SWAP
        a = first if x[i] == ONE else ACT_NONE
        a = ACT_SWAP if x[i] > ONE else a
        a = a if active[i] else ACT_NONE
        act[i] = a
        active[i] = u8(a != ACT_NONE)


@kernel
def _is_in_set(chosen, x, j):
    """Bit j of set number x + 1: the empty set is left out."""
    no_overlap()
    for i in range(LANES):
        chosen[i] = u8(u8(u8(x[i] + ONE) >> u8(j)) & ONE)


@kernel
def _find_partner(partner, slot, x, low, n, s):
    """Die number x of all others' dice lies before seat s, in this slot."""
    no_overlap()
    for i in range(LANES):
        k = u8(x[i] - low)
        mine = k < n
        a, b = partner[i], slot[i]
        partner[i] = s if mine else a
        slot[i] = k if mine else b


@kernel
def _is_die(out, act, partner, slot, s, k):
    no_overlap()
    for i in range(LANES):
        is_it = u8(partner[i] == s) & u8(slot[i] == k)
        out[i] = u8(u8(act[i] == ACT_SWAP) & is_it)


@kernel
def _take_instead(act, active, is_die, face, r):
    no_overlap()
    for i in range(LANES):
        a, going = act[i], active[i]
        shunned = u8(is_die[i] & u8(face[i] == r))
        act[i] = ACT_NONE if shunned else a
        active[i] = u8(going & u8(shunned ^ ONE))


@kernel
def _shun(rules, table, p):
    """A swap that would bring a forbidden face is not made: the seat takes a die."""
    for s in range(rules.n_seats):
        if s != p:
            b = belt_of(rules, table, s)
            for k in range(dice_on(rules, table, p, s)):
                _is_die(
                    table.a[0],
                    table.act[0],
                    table.partner[0],
                    table.partner_slot[0],
                    u8(s),
                    u8(k),
                )
                for r in range(rules.n_rows):
                    if rules.restricted[p, r] == FORBIDDEN:
                        _take_instead(
                            table.act[0], table.active[0], table.a[0], table.face[b, k], u8(r)
                        )


@unit
def token(rules, table, p, step) -> int:
    """Draw what ``table.act`` says of the seat's next token; 0 if all take a die."""
    if rules.policy[p] != RANDOM_LEGAL:
        return 0
    x, n, size = table.x[:LANES], table.n_dice, table.n[0]
    others = 0
    for s in range(rules.n_seats):
        if s != p:
            others += dice_on(rules, table, p, s)
    menus = table.tokens[p, MENU_TOKEN]
    _options(size, menus, table.tokens[p, CHOPSTICKS_TOKEN], ONE if others else ZERO)
    draw_tie_at(table, SEATS + p, _ACT + step, x, size)
    _act(table.act[0], x, table.active[0], menus)
    fill(size, u8((1 << n) - 1))
    draw_tie_at(table, SEATS + p, _SET + step, x, size)
    for j in range(n):
        _is_in_set(table.chosen[j], x, j)
    if others:
        fill(size, u8(n))
        draw_tie_at(table, SEATS + p, _OWN + step, table.slot[0], size)
        fill(size, u8(others))
        draw_tie_at(table, SEATS + p, _OTHER + step, x, size)
        low = 0
        for s in range(rules.n_seats):
            if s != p:
                m = dice_on(rules, table, p, s)
                _find_partner(table.partner[0], table.partner_slot[0], x, u8(low), u8(m), u8(s))
                low += m
        if rules.is_modified[p]:
            _shun(rules, table, p)
    return 1


@kernel
def _mark(mark, face, r, value):
    no_overlap()
    for i in range(LANES):
        m = mark[i]
        mark[i] = value if face[i] == r else m


@kernel
def _note_marks(forced, free, mark):
    no_overlap()
    for i in range(LANES):
        forced[i] = u8(forced[i] | u8(mark[i] == FORCED))
        free[i] = u8(free[i] | u8(mark[i] == FREE))


@kernel
def _may_take(mark, forced, free):
    """Turn a die's mark into 1 if it may be taken: forced ones, else those not forbidden, else all."""
    no_overlap()
    for i in range(LANES):
        m, f = mark[i], forced[i]
        first = u8(m == FORCED)
        other = u8(u8(m == FREE) | u8(free[i] ^ ONE))
        mark[i] = first if f else other


@kernel
def _dice_to_take(rules, table, p):
    """Say in ``table.chosen`` which own dice the seat may take, and in ``table.n`` how many."""
    q, n = belt_of(rules, table, p), table.n_dice
    forced, free = table.a[0], table.b[0]
    fill(forced, ZERO)
    fill(free, ZERO)
    for j in range(n):
        fill(table.chosen[j], FREE)
        for r in range(rules.n_rows):
            if rules.restricted[p, r] != FREE:
                _mark(table.chosen[j], table.face[q, j], u8(r), rules.restricted[p, r])
        _note_marks(forced, free, table.chosen[j])
    fill(table.n[0], ZERO)
    for j in range(n):
        _may_take(table.chosen[j], forced, free)
    add_rows(table.n[0], table.chosen, n)


@unit
def die(rules, table, p):
    """Draw the die to take."""
    if table.n_dice == 1:
        fill(table.slot[0], ZERO)
    elif rules.is_modified[p]:
        x = table.x[:LANES]
        _dice_to_take(rules, table, p)
        draw_tie(table, SEATS + p, x, table.n[0])
        pick_nth(table.slot[0], x, table.chosen, table.count[0], table.n_dice)
    else:
        draw_same(table, SEATS + p, table.slot[0], table.n_dice)


@unit
def die_again(rules, table, p):
    """Draw the die to take where the turn is a noisy one."""
    if noisy(rules, table, p):
        x = table.x[:LANES]
        _dice_to_take(rules, table, p)
        draw_tie_at(table, SEATS + p, DIE, x, table.n[0])
        pick_nth(table.d[0], x, table.chosen, table.count[0], table.n_dice)
        replace(table.slot[0], table.d[0], table.e[0])
