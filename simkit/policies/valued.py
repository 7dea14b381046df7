"""Choices of a policy that values cards: the highest worth wins, ties are broken at random over the rows.

Ties of second cards, requests and targets go to the first row, so that the order in which a batch works off
its bonus actions can not change a game.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.passing import hand_of
from simkit.policies.valuation import best_copy, value_flips
from simkit.rng import draw_tie
from simkit.rows import (
    any_is,
    any_row_set,
    any_where,
    best_among,
    best_beside,
    best_start,
    copy,
    fill,
)
from simkit.schema import (
    ELSEWHERE,
    LANES,
    NONE,
    OFFSET,
    ONE,
    PICKED,
    SEATS,
    SECOND,
    ZERO,
    i64,
    u8,
    u16,
)


@kernel
def _best_and_count(value, count, present, gain, n_rows):
    no_overlap()
    for i in range(LANES):
        value[i] = ONE
        count[i] = ZERO
    for r in range(n_rows):
        has, worth = present[r], gain[r]
        for i in range(LANES):
            y, m, n = worth[i], value[i], count[i]
            v = max(y, ONE) if has[i] > ZERO else ZERO
            more = u8(n + u8(v == m))
            count[i] = ONE if v > m else more
            value[i] = max(m, v)


@kernel
def _pick_best(card, x, value, present, gain, n_rows):
    """Take the x-th of the equal best rows."""
    no_overlap()
    for r in range(n_rows):
        has, worth = present[r], gain[r]
        row = u8(r)
        for i in range(LANES):
            left, c = x[i], card[i]
            e = u8(max(worth[i], ONE) == value[i]) & u8(has[i] > ZERO)
            card[i] = row if u8(e & u8(left == ZERO)) else c
            x[i] = u8(left - e)


@kernel
def _may_place(wish, card, special_order, target, cards, tripled, sealed, nigiri, tripled_counts):
    no_overlap()
    for i in range(LANES):
        wish[i] = u8(card[i] != special_order)
    for v in range(3):
        has, on, dark = cards[v], tripled[v], sealed[v]
        row = u8(nigiri + v)
        for i in range(LANES):
            plain = u8(u8(u8(has[i] - on[i]) - dark[i]) > ZERO) | u8(tripled_counts)
            wish[i] = u8(wish[i] | u8(u8(target[i] == row) & plain))


@unit
def target(rules, table, p, way):
    """Copy the most valuable card; a copied nigiri goes on a free wasabi whenever it may."""
    r = u8(rules.special_order_row)
    card = table.pick[p] if way == PICKED else table.second[p]
    if not any_is(card, r):
        return
    if way != PICKED:  # the table has grown since the valuation
        best_copy(rules, table, p)
    copy(table.target[p], table.copy_card[p])
    if rules.nigiri >= 0:
        n = rules.nigiri_row
        _may_place(
            table.wish[p],
            card,
            r,
            table.target[p],
            table.tab[p, n:],
            table.tripled[p],
            table.sealed[p],
            n,
            ONE if rules.tripled_counts else ZERO,
        )


@kernel
def _lowest(call, cards, n_variants, worth, at, open_, called, limit):
    """Call the lowest of the bonus cards of a kind where the second card is worth it."""
    no_overlap()
    for i in range(LANES):
        open_[i] = u8(worth[i] >= at) & u8(called[i] < limit)
    for v in range(n_variants):
        here, row = cards[v], call[v]
        for i in range(LANES):
            free = open_[i]
            s = u8(free & u8(here[i] > ZERO))
            row[i] = s
            open_[i] = u8(free - s)
            called[i] = u8(called[i] + s)


@kernel
def _best_request(value, card, gain, is_action, n_rows):
    no_overlap()
    for i in range(LANES):
        value[i] = ZERO
        card[i] = ZERO
    for r in range(n_rows):
        if is_action[r] == ZERO:
            worth = gain[r]
            row = u8(r)
            for i in range(LANES):
                y, m, c = worth[i], value[i], card[i]
                card[i] = row if y > m else c
                value[i] = max(m, y)


@kernel
def _present(there, held):
    """A card that lies in a known hand is there."""
    no_overlap()
    for i in range(LANES):
        x = there[i]
        there[i] = NONE if held[i] > ZERO else x


@kernel
def _best_there(value, card, gain, there, row):
    """Take a card that is worth more, the chance counted in that somebody has it."""
    no_overlap()
    for i in range(LANES):
        g, m, c = max(gain[i], OFFSET), value[i], card[i]
        share = u16(u16(u8(g - OFFSET)) * u16(u16(there[i]) + u16(1)))
        worth = u8(OFFSET + u8(share >> u16(8)))
        card[i] = row if worth > m else c
        value[i] = max(m, worth)


@kernel
def _request_known(rules, table, p):
    """Name the card to ask for, as far as it is known who has what.

    All that has been done to a hand since a seat held it was seen by all, so the seat knows it; for the others there
    is a chance by the cards of the deck.
    """
    fill(table.best[0], ZERO)
    fill(table.request[p], ZERO)
    own = hand_of(rules, table, p)
    for r in range(rules.n_rows):
        if rules.is_action[r] == ZERO:
            there = table.c[0]
            fill(there, rules.elsewhere[p, table.turn, r])
            for t in range(table.turn):
                q = (p - t * rules.pass_to[table.round_now]) % rules.n_players
                if q != own and t < rules.n_players:
                    _present(there, table.hand[q, r])
            _best_there(table.best[0], table.request[p], table.gain[p, r], there, u8(r))


@kernel
def _call(rules, table, p, q):
    if table.turn >= rules.hand_size - 1:
        return
    limit = u8(rules.bonus_limit)
    fill(table.count[0], ZERO)
    if rules.chopsticks >= 0:
        r = rules.first[rules.chopsticks]
        n = rules.n_variants[rules.chopsticks]
        if any_row_set(table.tab[p, r:], n):
            best_beside(
                table.best[0], table.c[0], table.hand[q], table.gain[p], table.pick[p], rules.n_rows
            )
            _lowest(
                table.call[p],
                table.tab[p, r:],
                n,
                table.best[0],
                rules.call_at[p, table.turn, 0],
                table.a[0],
                table.count[0],
                limit,
            )
    if rules.spoon >= 0:
        r = rules.first[rules.spoon]
        n = rules.n_variants[rules.spoon]
        if any_row_set(table.tab[p, r:], n):
            if rules.remembers[p]:
                _request_known(rules, table, p)
            else:
                _best_request(
                    table.best[0], table.request[p], table.gain[p], rules.is_action, rules.n_rows
                )
            _lowest(
                table.call[p, rules.n_chopsticks :],
                table.tab[p, r:],
                n,
                table.best[0],
                rules.call_at[p, table.turn, 1],
                table.a[0],
                table.count[0],
                limit,
            )


@unit
def commit(rules, table, p, q):
    """Commit the best card of hand q; call bonus cards whose second card is worth it."""
    x = table.x[:LANES]
    _best_and_count(table.best[0], table.n[0], table.hand[q], table.gain[p], rules.n_rows)
    draw_tie(table, SEATS + p, x, table.n[0])
    _pick_best(table.pick[p], x, table.best[0], table.hand[q], table.gain[p], rules.n_rows)
    if rules.special_order >= 0:
        target(rules, table, p, PICKED)
    if rules.n_bonus > 0:
        _call(rules, table, p, q)


@unit
def second(rules, table, p, q):
    """Take the best card of hand q, or of those drawn from a menu."""
    present = table.drawn[0] if q == ELSEWHERE else table.hand[q]
    best_start(table.best[0], table.second[p])
    best_among(table.best[0], table.second[p], present, table.gain[p], rules.n_rows, 0)
    if rules.special_order >= 0:
        target(rules, table, p, SECOND)


@kernel
def _worst(value, card, present, gain, n_rows):
    no_overlap()
    for i in range(LANES):
        value[i] = NONE
        card[i] = NONE
    for r in range(n_rows):
        has, worth = present[r], gain[r]
        for i in range(LANES):
            m, c = value[i], card[i]
            s = u8(has[i] > ZERO) & u8(worth[i] < m)
            card[i] = u8(r) if s else c
            value[i] = worth[i] if s else m


@unit
def for_dummy(rules, table, p, q, dummy):
    """Give the dummy the card of hand q that is worth least to its controller."""
    _worst(table.best[0], table.pick[dummy], table.hand[q], table.gain[p], rules.n_rows)


@unit
def given(rules, table, p, q, lane, first, n) -> int:
    """Give the matching card that is worth least to the giver."""
    least, row = NONE, first
    for r in range(first, first + n):
        if table.hand[q, r, lane] > 0 and table.gain[p, r, lane] < least:
            least, row = table.gain[p, r, lane], r
    return row


@kernel
def flips(rules, table, p):
    """Turn over whatever is worth less face-up."""
    table.flipping = 1
    value_flips(rules, table, p)
    table.flipping = 0
    return i64(any_where(table.e[0], table.active[0]))
