"""Choices drawn uniformly: ``random`` (forced choices only) and ``random-legal`` (tokens, too).

``random`` draws its die uniformly and uses no token. ``random-legal`` draws, again and again until it takes a die,
uniformly among taking a die, a menu token and a chopsticks token, as far as it can; then uniformly over the sets of
dice to re-roll, or over pairs of an own die and one on another belt.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.dice.actions import dice_on
from simkit.policies.uniform import RANDOM_LEGAL
from simkit.rng import draw_same, draw_tie_at
from simkit.rows import fill
from simkit.schema import (
    ACT_MENU,
    ACT_NONE,
    ACT_SWAP,
    CHOPSTICKS_TOKEN,
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
    return 1


@unit
def die(rules, table, p):
    """Draw the die to take."""
    if table.n_dice == 1:
        fill(table.slot[0], ZERO)
    else:
        draw_same(table, SEATS + p, table.slot[0], table.n_dice)
