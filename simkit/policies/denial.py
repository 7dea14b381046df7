"""What taking a card denies the seat that gets the hand next."""

from simkit._jit import kernel, no_overlap, unit
from simkit.policies.switch import VALUE
from simkit.rows import copy
from simkit.schema import LANES, NONE, ONE, ZERO, u8, u16

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
def _share(out, best, second, share):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(u16(u16(u8(best[i] - second[i])) * share) >> u16(6))


@kernel
def _add_at(gain, row, more, n_rows):
    no_overlap()
    for r in range(n_rows):
        out, here = gain[r], u8(r)
        for i in range(LANES):
            g = out[i]
            m = more[i] if row[i] == here else ZERO
            s = u8(g + m)
            s = s if s >= g else _MOST
            out[i] = max(g, min(s, _MOST))


@unit
def find_denial(rules, table, p, q):
    """Find the card of hand q whose loss hurts the next seat, and how much of that counts for seat p.

    The seat is valued as seat p would play in its place, in the next turn. Leaves ``table.denied[p]``: the card,
    and what is added to its worth.
    """
    s = (p + rules.pass_to[table.round_now]) % rules.n_players
    for r in range(rules.n_rows):
        copy(table.kept[0, r], table.gain[s, r])
    table.turn += 1
    VALUE(rules.policy[p], rules, table, s)
    table.turn -= 1
    _two_best(
        table.best[0], table.denied[p, 0], table.n[0], table.hand[q], table.gain[s], rules.n_rows
    )
    _share(table.denied[p, 1], table.best[0], table.n[0], u16(rules.denial[p]))
    for r in range(rules.n_rows):
        copy(table.gain[s, r], table.kept[0, r])


@kernel
def deny(rules, table, p, q):
    """Add what taking a card denies, found when the seat commits; others' tables are not looked at again."""
    if table.turn >= rules.hand_size - 1:
        return
    if not table.reviewing:
        find_denial(rules, table, p, q)
    _add_at(table.gain[p], table.denied[p, 0], table.denied[p, 1], rules.n_rows)
