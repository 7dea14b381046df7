"""Passes over rows of lanes that every card and every policy needs.

A pass is one loop over the lanes; LLVM turns it into a few vector instructions. Intermediate results are
cast to bytes, since one wider type would narrow all vectors. Both sides of a choice are loaded first: a
load in one arm only becomes a branch.
"""

from simkit._jit import inline, kernel, no_overlap
from simkit.schema import (
    LANES,
    MAX_DESSERTS,
    MAX_ICONS,
    NONE,
    ONE,
    ZERO,
    i16,
    i64,
    u8,
    u16,
)


@kernel
def fill(out, value):
    """Set every lane to value."""
    no_overlap()
    for i in range(LANES):
        out[i] = value


@kernel
def fill_rows(out, n, value):
    """Set n rows to value."""
    no_overlap()
    for r in range(n):
        row = out[r]
        for i in range(LANES):
            row[i] = value


@kernel
def copy(out, a):
    """Copy a row."""
    no_overlap()
    for i in range(LANES):
        out[i] = a[i]


@kernel
def add(out, a):
    """Add a row."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(out[i] + a[i])


@kernel
def subtract(out, a):
    """Subtract a row."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(out[i] - a[i])


@kernel
def maximum(out, a):
    """Keep the larger of two rows."""
    no_overlap()
    for i in range(LANES):
        out[i] = max(out[i], a[i])


@kernel
def add_rows(out, rows, n):
    """Add n rows."""
    no_overlap()
    for r in range(n):
        row = rows[r]
        for i in range(LANES):
            out[i] = u8(out[i] + row[i])


@kernel
def count_equal(out, a, b):
    """Add one where two rows agree."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(out[i] + u8(a[i] == b[i]))


@kernel
def add_where(out, card, r):
    """Add one where card is r."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(out[i] + u8(card[i] == r))


@kernel
def any_is(card, r):
    """Say whether any lane is r."""
    no_overlap()
    found = ZERO
    for i in range(LANES):
        found = u8(found | u8(card[i] == r))
    return found


@kernel
def any_card(card):
    """Say whether any lane holds a card."""
    no_overlap()
    found = ZERO
    for i in range(LANES):
        found = u8(found | u8(card[i] != NONE))
    return found


@kernel
def any_set(a):
    """Say whether any lane is above zero."""
    no_overlap()
    found = ZERO
    for i in range(LANES):
        found = u8(found | a[i])
    return found


@kernel
def any_where(a, mask):
    """Say whether any lane is above zero where mask is 1."""
    no_overlap()
    found = ZERO
    for i in range(LANES):
        found = u8(found | u8(a[i] & u8(ZERO - mask[i])))
    return found


@kernel
def any_above(a, value):
    """Say whether any lane is above value."""
    no_overlap()
    found = ZERO
    for i in range(LANES):
        found = u8(found | u8(a[i] > value))
    return found


@kernel
def any_row_set(rows, n):
    """Say whether any lane of n rows is above zero."""
    no_overlap()
    found = ZERO
    for r in range(n):
        row = rows[r]
        for i in range(LANES):
            found = u8(found | row[i])
    return found


@kernel
def keep_where(card, mask):
    """Turn cards into NONE where mask is 0."""
    no_overlap()
    for i in range(LANES):
        card[i] = u8(card[i] | u8(u8(mask[i] != ZERO) - ONE))


@kernel
def look_up(out, x, table):
    """Look up ``table[x]`` for x in 0 .. MAX_ICONS - 1; higher x give the last entry."""
    no_overlap()
    t0, t1, t2, t3, t4, t5 = table[0], table[1], table[2], table[3], table[4], table[5]
    t6, t7, t8, t9, t10, t11 = (
        table[6],
        table[7],
        table[8],
        table[9],
        table[10],
        table[MAX_ICONS - 1],
    )
    for i in range(LANES):
        n = x[i]
        y = t11
        y = t0 if n == u8(0) else y
        y = t1 if n == u8(1) else y
        y = t2 if n == u8(2) else y
        y = t3 if n == u8(3) else y
        y = t4 if n == u8(4) else y
        y = t5 if n == u8(5) else y
        y = t6 if n == u8(6) else y
        y = t7 if n == u8(7) else y
        y = t8 if n == u8(8) else y
        y = t9 if n == u8(9) else y
        y = t10 if n == u8(10) else y
        out[i] = y


@kernel
def add_points(out, x, table):
    """Add ``table[min(x, last)]`` points, over the entries of a long table."""
    no_overlap()
    for i in range(LANES):
        out[i] = i16(out[i] + table[0])
    for n in range(1, MAX_DESSERTS):
        step = i16(table[n] - table[n - 1])
        if step != 0:
            for i in range(LANES):
                out[i] = i16(out[i] + (step if x[i] >= u8(n) else i16(0)))


@kernel
def add_times(out, x, points):
    """Add x times a number of points."""
    no_overlap()
    for i in range(LANES):
        out[i] = i16(out[i] + i16(i16(x[i]) * points))


@kernel
def add_product(out, x, y, points):
    """Add x times y times a number of points."""
    no_overlap()
    for i in range(LANES):
        out[i] = i16(out[i] + i16(i16(i16(x[i]) * i16(y[i])) * points))


@kernel
def to_sizes(size, count):
    """Turn a row of sizes into the form of the bounded draws: even lanes, then odd lanes."""
    no_overlap()
    for i in range(LANES // 2):
        size[i] = u16(count[2 * i])
        size[LANES // 2 + i] = u16(count[2 * i + 1])


@kernel
def best_start(value, card):
    """Start a search for the best card: none so far."""
    no_overlap()
    for i in range(LANES):
        value[i] = ZERO
        card[i] = NONE


@kernel
def best_among(value, card, present, gain, n_rows, first):
    """Find the present card of the highest gain, and that gain; of equals the first row."""
    no_overlap()
    for r in range(n_rows):
        has, worth = present[r], gain[r]
        row = u8(first + r)
        for i in range(LANES):
            y, m, c = worth[i], value[i], card[i]
            v = max(y, ONE) if has[i] > ZERO else ZERO
            card[i] = row if v > m else c
            value[i] = max(m, v)


@kernel
def best_beside(value, card, present, gain, taken, n_rows):
    """Find the best present card after one card has been taken, and its gain."""
    no_overlap()
    for i in range(LANES):
        value[i] = ZERO
        card[i] = NONE
    for r in range(n_rows):
        has, worth = present[r], gain[r]
        row = u8(r)
        for i in range(LANES):
            y, m, c = worth[i], value[i], card[i]
            left = u8(has[i] - u8(taken[i] == row))
            v = max(y, ONE) if left > ZERO else ZERO
            card[i] = row if v > m else c
            value[i] = max(m, v)


@kernel
def pick_nth(card, x, present, count, n_rows):
    """Find the row of card number x of a hand; NONE where the hand is empty."""
    no_overlap()
    for i in range(LANES):
        card[i] = ZERO
        count[i] = ZERO
    for r in range(n_rows):
        has = present[r]
        for i in range(LANES):
            c = u8(count[i] + has[i])
            count[i] = c
            card[i] = u8(card[i] + u8(x[i] >= c))
    for i in range(LANES):
        card[i] = u8(card[i] | u8(ZERO - u8(count[i] == ZERO)))


@kernel
def merge(out, card):
    """Take a card where there is none (NONE)."""
    no_overlap()
    for i in range(LANES):
        out[i] = min(out[i], card[i])


@kernel
def pick_from(out, rows, which, n):
    """Read, in each lane, the row that ``which`` names; NONE where it names none of the n."""
    no_overlap()
    for i in range(LANES):
        out[i] = NONE
    for r in range(n):
        row, here = rows[r], u8(r)
        for i in range(LANES):
            x, y = row[i], out[i]
            out[i] = x if which[i] == here else y


@kernel
def count_rows(card, live, n_rows, out):
    """Add to ``out[r]`` the counted lanes in which card is r."""
    no_overlap()
    for r in range(n_rows):
        row = u8(r)
        total = ZERO
        for i in range(LANES):
            total = u8(total + u8(u8(card[i] == row) & live[i]))
        out[r] += full(total, u8(u8(card[0] == row) & live[0]))


@kernel
def sum_rows(rows, live, n_rows, out):
    """Add to ``out[r]`` the sum of a row over the counted lanes."""
    no_overlap()
    for r in range(n_rows):
        row = rows[r]
        total = u16(0)
        for i in range(LANES):
            total = u16(total + u16(row[i] * live[i]))
        out[r] += i64(total)


@inline
def full(total, first):
    """Read a byte count of lanes: 0 stands for all 256 of them if the first one counts."""
    return i64(LANES) if total == ZERO and first == ONE else i64(total)
