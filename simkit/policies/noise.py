"""Noise: in a share of its turns a seat plays as ``random`` does, drawing its card and taking up no option.

Which turns these are, and what is drawn in them, is a hash of the seat, the moment and the game: no stream moves, so
the other turns are played as they would be without. A seat has at most one card to choose in such a turn besides
the committed one (a menu's), and one target: each draw has a purpose of its own. For whoever looks at worths, all
cards are alike then (`level`).
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.policies import uniform
from simkit.policies.restrict import allowed
from simkit.rng import draw_tie_at, happens_at
from simkit.rows import add_rows, any_is, any_set, fill, pick_nth
from simkit.schema import ELSEWHERE, LANES, ONE, SEATS, TWO, ZERO, i64, u8

# Purposes of hashed draws, above those of all other choices.
_TURN, _CARD, _SECOND, _TARGET, _DUMMY, DIE = (i64((3 << 18) + i) for i in range(6))


@kernel
def noisy(rules, table, p):
    """Find in ``table.e`` the games in which this is a noisy turn of seat p; return whether there are any."""
    happens_at(table, SEATS + p, _TURN, table.e[0], rules.noise[p])
    return any_set(table.e[0])


@kernel
def replace(out, new, mask):
    """Take a new choice where mask is 1."""
    no_overlap()
    for i in range(LANES):
        x, y = new[i], out[i]
        out[i] = x if mask[i] else y


@kernel
def _clear(row, mask):
    no_overlap()
    for i in range(LANES):
        row[i] = u8(row[i] & u8(mask[i] - ONE))


@kernel
def _draw(rules, table, p, present, purpose, out):
    """Draw one of the present cards where the turn is a noisy one."""
    cards = present
    if rules.is_modified[p]:
        allowed(rules, table, p, present)
        cards = table.spare[0]
    x, n = table.x[:LANES], table.n[0]
    fill(n, ZERO)
    add_rows(n, cards, rules.n_rows)
    draw_tie_at(table, SEATS + p, purpose, x, n)
    pick_nth(table.d[0], x, cards, table.count[0], rules.n_rows)
    replace(out, table.d[0], table.e[0])


@kernel
def _others_wish(wish, card, r):
    no_overlap()
    for i in range(LANES):
        w = wish[i]
        wish[i] = ONE if card[i] != r else w


@kernel
def target_again(rules, table, p, card):
    """Draw what special orders copy where ``table.e`` is 1; the targets and wishes of other lanes stand."""
    r = u8(rules.special_order_row)
    if not any_is(card, r):
        return
    x = table.x[:LANES]
    uniform.count_targets(rules, table, p)
    draw_tie_at(table, SEATS + p, _TARGET, x, table.n[0])
    uniform.find_target(rules, table, p, table.d[0])
    replace(table.target[p], table.d[0], table.e[0])
    _others_wish(table.wish[p], card, r)
    for lane in range(LANES):
        if table.e[0, lane] and card[lane] == r:
            table.wish[p, lane] = ONE if uniform.wishes(rules, table, p, lane, False) else ZERO


@unit
def commit(rules, table, p, q):
    """Draw the card that is committed from hand q; no bonus card is called."""
    if noisy(rules, table, p):
        _draw(rules, table, p, table.hand[q], _CARD, table.pick[p])
        for j in range(rules.n_bonus):
            _clear(table.call[p, j], table.e[0])
        if rules.special_order >= 0:
            target_again(rules, table, p, table.pick[p])


@unit
def second(rules, table, p, q):
    """Draw one of the cards drawn from a menu."""
    if q == ELSEWHERE and noisy(rules, table, p):
        _draw(rules, table, p, table.drawn[0], _SECOND, table.second[p])
        if rules.special_order >= 0:
            target_again(rules, table, p, table.second[p])


@unit
def for_dummy(rules, table, p, q, dummy):
    """Draw the dummy's card from hand q, whatever seat p itself is to take."""
    if noisy(rules, table, p):
        x, n = table.x[:LANES], table.n[0]
        fill(n, ZERO)
        add_rows(n, table.hand[q], rules.n_rows)
        draw_tie_at(table, SEATS + p, _DUMMY, x, n)
        pick_nth(table.d[0], x, table.hand[q], table.count[0], rules.n_rows)
        replace(table.pick[dummy], table.d[0], table.e[0])


@unit
def draw_target(rules, table, p):
    """Draw again what the committed special order copies, where the turn is a noisy one."""
    if noisy(rules, table, p):
        target_again(rules, table, p, table.pick[p])


@kernel
def _all_alike(worths, mask, n_rows):
    no_overlap()
    for r in range(n_rows):
        row = worths[r]
        for i in range(LANES):
            x = row[i]
            row[i] = TWO if mask[i] else x


@unit
def level(rules, table, p):
    """All cards are worth the same in a noisy turn: less than any that is worth a call."""
    if noisy(rules, table, p):
        _all_alike(table.gain[p], table.e[0], rules.n_rows)


@unit
def hold_still(rules, table, p):
    """No option is taken up: leave only the other games in ``table.active``."""
    if noisy(rules, table, p):
        _clear(table.active[0], table.e[0])
