"""Kernels that several kinds share: points by count, points for the most and the fewest, a constant worth."""

from simkit._jit import kernel, no_overlap
from simkit.rows import add_points, copy, fill, look_up
from simkit.schema import LANES, NONE, OFFSET, ONE, ZERO, i16, u8


@kernel
def gain_count(rules, table, p, k):
    """One more card of a set, by the points table."""
    r = rules.first[k]
    look_up(table.gain[p, r], table.tab[p, r], rules.gain_by_count[k])


@kernel
def score_count(rules, table, p, k):
    """Points for the number of cards."""
    add_points(table.points[p, k], table.tab[p, rules.first[k]], rules.by_count[k])


@kernel
def flips_count(rules, table, p, k):
    """As many cards as the points table says are worth less face-up than face-down."""
    r = rules.first[k]
    if table.flipping:
        look_up(table.flip[p, r], table.tab[p, r], rules.flips_by_count[k])
    look_up(table.d[0], table.tab[p, r], rules.flips_gain[k])
    twice(table.e[0], table.d[0])


@kernel
def twice(out, a):
    """Add points as half points."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(out[i] + u8(a[i] + a[i]))


@kernel
def gain_later(rules, table, p, k):
    """A constant for what the card may bring later; nothing in the last two turns."""
    r = rules.first[k]
    late = table.turn >= rules.hand_size - 2
    for i in range(rules.n_variants[k]):
        fill(table.gain[p, r + i], OFFSET if late else rules.value_of[table.judge, r + i])


@kernel
def flips_unused(rules, table, p, k):
    """Action cards that will not be used any more."""
    late = table.turn >= rules.hand_size - 2
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        if late:
            copy(table.flip[p, r], table.tab[p, r])
            flip_gain(table.e[0], table.flip[p, r], u8(rules.down_points))
        else:
            fill(table.flip[p, r], ZERO)


@kernel
def flip_gain(out, n, points):
    """Add n cards at some points each, as half points."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(out[i] + u8(u8(n[i] * points) << ONE))


# ---- most and fewest (temaki, pudding)


@kernel
def begin_most(high, low, lowest):
    """Start the search for the most and the fewest."""
    fill(high, ZERO)
    fill(low, NONE)
    fill(lowest, ZERO)


@kernel
def extremes(high, low, count):
    """Take one seat's cards into the most and the fewest."""
    no_overlap()
    for i in range(LANES):
        x = count[i]
        high[i] = max(high[i], x)
        low[i] = min(low[i], x)


@kernel
def gain_most(out, count, high, low, lowest, most, fewest):
    """Standing with one card more, less the standing now."""
    no_overlap()
    for i in range(LANES):
        x, h, is_last, alone = count[i], high[i], u8(count[i] == low[i]), u8(lowest[i] == ONE)
        y = u8(x + ONE)
        new = most if y >= h else ZERO
        new = u8(new + fewest) if is_last & alone else new
        old = most if x >= h else ZERO
        old = u8(old + fewest) if is_last else old
        g = u8(new - old)
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def score_most(out, count, high, low, most, fewest, tied_is_nothing, needs_one):
    """Pay the most and the fewest; ties are paid in full."""
    no_overlap()
    for i in range(LANES):
        x = count[i]
        h = high[i]
        first = u8(x == h) & u8(u8(needs_one == ZERO) | u8(x > ZERO))
        last = u8(x == low[i])
        paid = u8(u8(tied_is_nothing == ZERO) | u8(h != low[i]))
        points = most if first & paid else i16(0)
        out[i] = i16(out[i] + points)
        points = fewest if last & paid else i16(0)
        out[i] = i16(out[i] + points)


@kernel
def penalty(rules, fewest):
    """Return the loss for the fewest: two players do not lose (rules A5)."""
    return fewest if rules.n_seats > 2 else i16(0)
