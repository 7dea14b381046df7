"""The decks of the rounds, and the first hands out of them (rules A3)."""

from simkit._jit import kernel, no_overlap, unit
from simkit.log import write
from simkit.rng import draw
from simkit.rows import add, copy, fill, subtract, to_sizes
from simkit.schema import (
    DEAL,
    EV_ADDED,
    EV_HAND,
    LANES,
    MAX_HAND,
    NONE,
    ZERO,
    i64,
    u8,
    u16,
)


@unit
def fill_pools(rules, table):
    """Put all cards where the decks of the rounds come from."""
    desserts = 0
    for r in range(rules.n_rows):
        if r < rules.first_dessert or rules.dealt_on:
            fill(table.pool[0, r], u8(rules.n_copies[r]))
        else:
            desserts += rules.n_copies[r]
            fill(table.pool[0, r], ZERO)
            fill(table.pile[0, r], u8(desserts))


@kernel
def from_pile(pile, pool, low, x):
    """Move card number x of the dessert pile to the deck, if it lies in this row."""
    no_overlap()
    for i in range(LANES):
        c, before = pile[i], low[i]
        m = u8(x[i] < c)
        pool[i] = u8(pool[i] + u8(m ^ before))
        low[i] = m
        pile[i] = u8(c - m)


@kernel
def _add_desserts(rules, table):
    """Take this round's desserts unseen from their pile (one kind of card: nothing to draw)."""
    first, n_rows = rules.first_dessert, rules.n_rows
    n = rules.desserts[table.round_now]
    if n_rows - first == 1:
        fill(table.a[0], u8(n))
        add(table.pool[0, first], table.a[0])
    elif n > 0:
        left = 0
        for r in range(first, n_rows):
            left += rules.n_copies[r]
        for s in range(table.round_now):
            left -= rules.desserts[s]
        fill(table.sizes[0], u16(left))
        for _ in range(n):
            x = table.x[:LANES]
            draw(table, DEAL, x, table.sizes[0])
            fill(table.a[0], ZERO)
            for r in range(first, n_rows):
                from_pile(table.pile[0, r], table.pool[0, r], table.a[0], x)


@unit
def new_deck(rules, table):
    """Shuffle what lies in the pool, and this round's desserts, into a deck."""
    lane = table.lane
    first = rules.first_dessert
    before = table.n_events
    if lane >= 0 and not rules.dealt_on:
        for r in range(first, rules.n_rows):
            write(table, EV_ADDED, -1, r, i64(0) - i64(table.pool[0, r, lane]), 0, 0, 0)
    _add_desserts(rules, table)
    if lane >= 0 and not rules.dealt_on:
        for r in range(first, rules.n_rows):
            table.events[before + r - first, 3] += table.pool[0, r, lane]
    copy(table.deck[0, 0], table.pool[0, 0])
    for r in range(1, rules.n_rows):
        copy(table.deck[0, r], table.deck[0, r - 1])
        add(table.deck[0, r], table.pool[0, r])
    to_sizes(table.deck_size[0], table.deck[0, rules.n_rows - 1])


@kernel
def deal_rows(deck, hand, x, low, n_rows):
    """Turn ten drawn card numbers into counts by row; unused draws are 255.

    A deck is cumulative counts over the rows: taking card number x lowers every count above x by one. A
    hand's row is the difference of two such counts before and after.
    """
    no_overlap()
    for i in range(LANES):
        low[i] = ZERO
    for r in range(n_rows):
        row, out = deck[r], hand[r]
        for i in range(LANES):
            before = row[i]
            c = before
            c = u8(c - u8(x[i] < c))
            c = u8(c - u8(x[LANES + i] < c))
            c = u8(c - u8(x[2 * LANES + i] < c))
            c = u8(c - u8(x[3 * LANES + i] < c))
            c = u8(c - u8(x[4 * LANES + i] < c))
            c = u8(c - u8(x[5 * LANES + i] < c))
            c = u8(c - u8(x[6 * LANES + i] < c))
            c = u8(c - u8(x[7 * LANES + i] < c))
            c = u8(c - u8(x[8 * LANES + i] < c))
            c = u8(c - u8(x[9 * LANES + i] < c))
            d = u8(before - c)
            out[i] = u8(d - low[i])
            low[i] = d
            row[i] = c


@unit
def deal(rules, table):
    """Deal the first hands of a round."""
    for j in range(rules.hand_size, MAX_HAND):
        fill(table.x[j * LANES : (j + 1) * LANES], NONE)
    for q in range(rules.n_seats):
        for j in range(rules.hand_size):
            draw(table, DEAL, table.x[j * LANES : (j + 1) * LANES], table.deck_size[0])
        hand = table.hand[(q + rules.turned) % rules.n_seats]
        deal_rows(table.deck[0], hand, table.x, table.a[0], rules.n_rows)
    if rules.dealt_on:  # what is dealt never comes back
        for q in range(rules.n_seats):
            for r in range(rules.n_rows):
                subtract(table.pool[0, r], table.hand[q, r])
    if rules.observes:
        for q in range(rules.n_seats):
            for r in range(rules.n_rows):
                copy(table.first_hand[table.round_now, q, r], table.hand[q, r])
    lane = table.lane
    if lane >= 0:
        for q in range(rules.n_seats):
            for r in range(rules.n_rows):
                if table.hand[q, r, lane]:
                    write(table, EV_HAND, q, r, table.hand[q, r, lane], 0, 0, 0)
