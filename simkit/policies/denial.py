"""What taking a card denies the others.

The hand goes on to the next seat. Between two players, that seat takes the best card of it and the rest comes back:
taking that card denies it what it would be short of. With more players all that is left in a hand goes to others, so
every card is denied somebody, for about what it is worth to the next seat.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.policies.switch import VALUE
from simkit.rows import copy
from simkit.schema import LANES, NONE, OFFSET, ONE, ZERO, u8, u16

_MOST = u8(253)  # what is forced is worth more


@kernel
def _two_best(best, row, second, present, gain, n_rows):
    """The best card of a hand, and the best without one copy of it."""
    no_overlap()
    for i in range(LANES):
        best[i] = ZERO
        second[i] = ZERO
        row[i] = NONE
    for r in range(n_rows):
        has, worth, here = present[r], gain[r], u8(r)
        for i in range(LANES):
            n, a, b, c = has[i], best[i], second[i], row[i]
            v = worth[i] if n > ZERO else ZERO
            again = v if n > ONE else ZERO
            second[i] = max(max(b, min(a, v)), again)
            row[i] = here if v > a else c
            best[i] = max(a, v)


@kernel
def _of_best(out, row, best, second, share, n_rows):
    """A share of what the seat would be short of, for its best card."""
    no_overlap()
    for r in range(n_rows):
        denied, here = out[r], u8(r)
        for i in range(LANES):
            lost = u8(best[i] - second[i])
            lost = lost if row[i] == here else ZERO
            denied[i] = u8(u16(u16(lost) * share) >> u16(6))


@kernel
def _of_all(out, gain, share, n_rows):
    """A share of every card's worth."""
    no_overlap()
    for r in range(n_rows):
        denied, worth = out[r], gain[r]
        for i in range(LANES):
            lost = u8(max(worth[i], OFFSET) - OFFSET)
            denied[i] = u8(u16(u16(lost) * share) >> u16(6))


@kernel
def _add(gain, more, n_rows):
    no_overlap()
    for r in range(n_rows):
        out, denied = gain[r], more[r]
        for i in range(LANES):
            g = out[i]
            s = u8(g + denied[i])
            s = s if s >= g else _MOST
            out[i] = max(g, min(s, _MOST))


@unit
def find_denial(rules, table, p, q):
    """Find in ``table.denied[p]`` what taking each card of hand q denies others, as far as it counts for seat p.

    The next seat is valued as seat p would play in its place, in the next turn.
    """
    s = (p + rules.pass_to[table.round_now]) % rules.n_players
    n = rules.n_rows
    for r in range(n):
        copy(table.kept[0, r], table.gain[s, r])
    table.turn += 1
    VALUE(rules.policy[p], rules, table, s)
    table.turn -= 1
    share = u16(rules.denial[p])
    if rules.denies_all[p]:
        _of_all(table.denied[p], table.gain[s], share, n)
    else:
        _two_best(table.best[0], table.count[0], table.n[0], table.hand[q], table.gain[s], n)
        _of_best(table.denied[p], table.count[0], table.best[0], table.n[0], share, n)
    for r in range(n):
        copy(table.gain[s, r], table.kept[0, r])


@kernel
def deny(rules, table, p, q):
    """Add what taking a card denies, found when the seat commits; others' tables are not looked at again."""
    if table.turn >= rules.hand_size - 1:
        return
    if not table.reviewing:
        find_denial(rules, table, p, q)
    _add(table.gain[p], table.denied[p], rules.n_rows)
