"""The number queue of a turn: chopsticks, spoons, menus, takeout boxes (rules A4.4, E3, E13).

Called and waiting action cards are worked off by number; equal numbers by seat, the real card before a copy.
Where nothing in a game depends on that order (``rules.ordered == 0``: no race, no special order, and nobody
calls more than one card of a kind), all seats' cards of a kind are worked off in one pass, with the same result.
"""

from simkit._jit import kernel, no_overlap, out_of_line, unit
from simkit.log import write, write_discard
from simkit.passing import hand_of
from simkit.place import at_once, play
from simkit.policies import choose
from simkit.rng import draw, restart
from simkit.rows import any_card, any_row_set, any_set, fill, keep_where, merge, to_sizes
from simkit.schema import (
    ASKED,
    DECK,
    DRAWN,
    ELSEWHERE,
    EV_CHOPSTICKS,
    EV_DRAW,
    EV_MENU,
    EV_SPOON,
    GIVEN,
    LANES,
    MAX_HAND,
    NONE,
    ONE,
    RETURNED,
    SECOND,
    WHY_FAILED,
    ZERO,
    i64,
    u8,
    u16,
    u64,
)

# ---- chopsticks


@kernel
def _unite(out, rows, n):
    """Add the lanes in which any of n rows is set."""
    no_overlap()
    for j in range(n):
        row = rows[j]
        for i in range(LANES):
            out[i] = u8(out[i] | row[i])


@kernel
def _real_first(real, call, cards, copied):
    no_overlap()
    for i in range(LANES):
        real[i] = min(call[i], u8(cards[i] - copied[i]))


@kernel
def note_real_calls(rules, table):
    """Before the reveal: which calls are for real cards; a real card is used before a copy of it (E13)."""
    for p in range(rules.n_seats):
        for j in range(rules.n_bonus):
            r = rules.bonus_row[j]
            _real_first(
                table.call_real[p, j], table.call[p, j], table.tab[p, r], table.copied[p, r]
            )


@kernel
def _use_real(is_real, call, real):
    """Take a real card's call from the queue, where there is one."""
    no_overlap()
    for i in range(LANES):
        n = real[i]
        s = u8(u8(n > ZERO) & u8(call[i] > ZERO))
        is_real[i] = s
        real[i] = u8(n - s)


@kernel
def _put_back(call, cards, copied, is_real, hand, hand_special, back, back_special, gone):
    """Used chopsticks go into the hand; a copy becomes a special order again (E14), the real card first."""
    no_overlap()
    for i in range(LANES):
        n, x, y = call[i], cards[i], copied[i]
        s = u8(n > ZERO)
        real = u8(s & is_real[i])
        as_copy = u8(s ^ real)
        call[i] = u8(n - s)
        cards[i] = u8(x - s)
        copied[i] = u8(y - as_copy)
        hand[i] = u8(hand[i] + real)
        hand_special[i] = u8(hand_special[i] + as_copy)
        gone[i] = u8(gone[i] + real)
        back[i] = real
        back_special[i] = as_copy


@kernel
def _count_lanes(mask, live):
    no_overlap()
    n = u16(0)
    for i in range(LANES):
        n = u16(n + u16(mask[i] & live[i]))
    return n


@unit
def _use_chopsticks(rules, table, tally, p, low, high):
    """Seat p plays a second card for one called card of each lane."""
    q = hand_of(rules, table, p)
    fill(table.active[0], ZERO)
    _unite(table.active[0], table.call[p, low:], high - low)
    fill(table.is_real[0], ONE)
    if rules.special_order >= 0:  # worked off in order, so one number at a time
        _use_real(table.is_real[0], table.call[p, low], table.call_real[p, low])
    if not rules.second_before:
        choose.second(rules, table, p, q)
        keep_where(table.second[p], table.active[0])
    lane = table.lane
    if lane >= 0 and table.active[0, lane]:
        for j in range(low, high):
            if table.call[p, j, lane] > 0:
                r = rules.bonus_row[j]
                write(
                    table,
                    EV_CHOPSTICKS,
                    p,
                    r,
                    ONE - table.is_real[0, lane],
                    table.second[p, lane],
                    0,
                    0,
                )
    play(rules, table, tally, p, q, SECOND)
    special = rules.special_order_row if rules.special_order >= 0 else rules.n_rows
    flow = tally.flow[table.round_now, RETURNED, p, table.turn]
    for j in range(low, high):
        if any_set(table.call[p, j]):
            r = rules.bonus_row[j]
            _put_back(
                table.call[p, j],
                table.tab[p, r],
                table.copied[p, r],
                table.is_real[0],
                table.hand[q, r],
                table.hand[q, special],
                table.a[0],
                table.b[0],
                table.copies[p, rules.chopsticks],
            )
            flow[r] += _count_lanes(table.a[0], table.live[0])
            flow[special] += _count_lanes(table.b[0], table.live[0])
    table.n_played += 1


@kernel
def chopsticks(rules, table, tally):
    """Work off the called chopsticks."""
    out_of_line()
    n = rules.n_chopsticks
    if rules.ordered:
        for j in range(n):
            for p in range(rules.n_seats):
                while any_set(table.call[p, j]):
                    _use_chopsticks(rules, table, tally, p, j, j + 1)
                    at_once(rules, table)
    else:
        for p in range(rules.n_seats):
            if any_row_set(table.call[p], n):
                _use_chopsticks(rules, table, tally, p, 0, n)
        at_once(rules, table)


# ---- spoons


@unit
def _hand_over(rules, table, tally, p, j, lane):
    """One spoon of one lane: the first opponent to the left who has the card gives it and gets the spoon.

    Nobody has it: the spoon is discarded (A4).
    """
    t, n = table.turn, rules.n_players
    flow = tally.flow[table.round_now]
    r = rules.bonus_row[j]
    as_copy = rules.special_order >= 0 and table.call_real[p, j, lane] == ZERO
    table.call[p, j, lane] -= ONE
    table.tab[p, r, lane] -= ONE
    if as_copy:
        table.copied[p, r, lane] -= ONE
    else:
        table.copies[p, rules.spoon, lane] += ONE
        if rules.special_order >= 0:
            table.call_real[p, j, lane] -= ONE
    asked = i64(table.request[p, lane])
    first, variants = asked, 1
    if asked >= rules.n_rows:
        first, variants = rules.first[asked - rules.n_rows], rules.n_variants[asked - rules.n_rows]
    table.second[p, lane] = NONE
    table.is_real[0, lane] = u8(not as_copy)
    giver = -1
    for d in range(1, n):
        s = (p + d) % n
        q = hand_of(rules, table, s)
        found = 0
        for row in range(first, first + variants):
            found += i64(table.hand[q, row, lane])
        if found > 0:
            card = first
            if variants > 1:
                card = i64(choose.given(rules, table, s, q, lane, first, variants))
            spoon = rules.special_order_row if as_copy else r
            table.hand[q, card, lane] -= ONE
            table.hand[q, spoon, lane] += ONE
            table.second[p, lane] = u8(card)
            if table.live[0, lane]:
                flow[GIVEN, s, t, card] += 1
                flow[RETURNED, s, t, spoon] += 1
            giver = s
            break
    if lane == table.lane:
        write(table, EV_SPOON, p, r, as_copy, asked, giver, table.second[p, lane])
        if giver < 0:
            write_discard(table, p, r, WHY_FAILED, 1)


@kernel
def _lie_there(card, real, cards, copied, n):
    """A used spoon lies on the table until its card has been played: n is 1 to put it back, 255 to take it."""
    no_overlap()
    for i in range(LANES):
        s = n if card[i] != NONE else ZERO
        cards[i] = u8(cards[i] + s)
        copied[i] = u8(copied[i] + (ZERO if real[i] else s))


@kernel
def _play_asked(rules, table, tally, p, r):
    if any_card(table.second[p]):
        if rules.special_order >= 0:
            _lie_there(table.second[p], table.is_real[0], table.tab[p, r], table.copied[p, r], ONE)
            choose.target(rules, table, p, ASKED)
            play(rules, table, tally, p, ELSEWHERE, ASKED)
            _lie_there(table.second[p], table.is_real[0], table.tab[p, r], table.copied[p, r], NONE)
        else:
            play(rules, table, tally, p, ELSEWHERE, ASKED)


@kernel
def _spoons_in_order(rules, table, tally):
    for j in range(rules.n_chopsticks, rules.n_bonus):
        for p in range(rules.n_seats):
            while any_set(table.call[p, j]):
                choose.request(rules, table, p)
                fill(table.second[p], NONE)
                for lane in range(LANES):
                    if table.call[p, j, lane] > 0:
                        _hand_over(rules, table, tally, p, j, lane)
                _play_asked(rules, table, tally, p, rules.bonus_row[j])
                table.n_played += 1
                at_once(rules, table)


@kernel
def _spoons_in_one_pass(rules, table, tally):
    n, n_spoons = rules.n_seats, rules.n_bonus - rules.n_chopsticks
    called = False
    fill(table.active[0], ZERO)
    for p in range(n):
        calls = table.call[p, rules.n_chopsticks :]
        if any_row_set(calls, n_spoons):
            called = True
            choose.request(rules, table, p)
            _unite(table.active[0], calls, n_spoons)
    if not called:
        return
    for p in range(n):
        fill(table.second[p], NONE)
    words = table.active[0].view(u64)
    for w in range(LANES // 8):
        if words[w]:
            for lane in range(8 * w, 8 * w + 8):
                if table.active[0, lane]:
                    for j in range(rules.n_chopsticks, rules.n_bonus):
                        for p in range(n):
                            if table.call[p, j, lane]:
                                _hand_over(rules, table, tally, p, j, lane)
    for p in range(n):
        _play_asked(rules, table, tally, p, 0)
    at_once(rules, table)


@unit
def spoons(rules, table, tally):
    """Work off the called spoons."""
    if rules.ordered:
        _spoons_in_order(rules, table, tally)
    else:
        _spoons_in_one_pass(rules, table, tally)


# ---- menus


@kernel
def _next_owner(owner, waiting, p):
    no_overlap()
    for i in range(LANES):
        x, n = owner[i], waiting[i]
        s = u8(x == NONE) & u8(n > ZERO)
        owner[i] = p if s else x
        waiting[i] = u8(n - s)


@kernel
def _draw_four(deck, drawn, x, low, n_rows):
    """Count four drawn cards by row: card number x of the deck lies in the first row whose count is above x."""
    no_overlap()
    x0, x1, x2, x3 = (
        x[:LANES],
        x[LANES : 2 * LANES],
        x[2 * LANES : 3 * LANES],
        x[3 * LANES : 4 * LANES],
    )
    for i in range(LANES):
        low[i] = ZERO
    for r in range(n_rows):
        row, out = deck[r], drawn[r]
        for i in range(LANES):
            before = row[i]
            c = u8(before - u8(x0[i] < before))
            c = u8(c - u8(x1[i] < c))
            c = u8(c - u8(x2[i] < c))
            c = u8(c - u8(x3[i] < c))
            d = u8(before - c)
            out[i] = u8(d - low[i])
            low[i] = d


@kernel
def _none_left(x, size):
    """A draw from an empty deck is no card (house menus only)."""
    for i in range(LANES):
        k = i // 2 + (i & 1) * (LANES // 2)
        if size[k] == u16(65535):
            x[i] = NONE
            size[k] = u16(0)


@kernel
def _draw_menu(rules, table):
    to_sizes(table.sizes[0], table.deck[0, rules.n_rows - 1])
    for i in range(4):
        x = table.x[i * LANES : (i + 1) * LANES]
        draw(table, DECK, x, table.sizes[0])
        if rules.shrinks:
            _none_left(x, table.sizes[0])
    _draw_four(table.deck[0], table.drawn[0], table.x, table.a[0], rules.n_rows)


@kernel
def _out_of_deck(deck, card, n_rows):
    no_overlap()
    for r in range(n_rows):
        row, here = deck[r], u8(r)
        for i in range(LANES):
            row[i] = u8(row[i] - u8(card[i] <= here))


@kernel
def _mine(out, owner, p):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(owner[i] == p)


@kernel
def _log_menu(rules, table):
    """Write down the lowest waiting menu of the logged lane, before it is taken from the queue."""
    for j in range(3):
        for p in range(rules.n_seats):
            if table.waiting[p, j, table.lane] > 0:
                write(table, EV_MENU, p, rules.menu_row + j, 0, 0, 0, 0)
                return


@unit
def menus(rules, table, tally):
    """Work off the menus: wave w is the w-th lowest number of each lane (draw 4, play 1, return 3).

    The luck of a turn begins anew, so that it does not depend on the menus of other games in turns before.
    """
    n = rules.n_seats
    table.wave = 0
    restart(table.rng[DECK], u64(table.round_now * MAX_HAND + table.turn))
    while True:
        waiting = False
        for p in range(n):
            if any_row_set(table.waiting[p], 3):
                waiting = True
        if not waiting:
            return
        lane = table.lane
        logged = table.n_events
        if lane >= 0:
            _log_menu(rules, table)
        logged = table.n_events > logged
        fill(table.owner[0], NONE)
        for j in range(3):
            for p in range(n):
                _next_owner(table.owner[0], table.waiting[p, j], u8(p))
        _draw_menu(rules, table)
        if logged:
            for r in range(rules.n_rows):
                for _ in range(table.drawn[0, r, lane]):
                    write(table, EV_DRAW, table.owner[0, lane], r, 0, 0, 0, 0)
        for j in range(3):
            fill(table.drawn[0, rules.menu_row + j], ZERO)
        fill(table.c[0], NONE)
        for p in range(n):
            _mine(table.active[0], table.owner[0], u8(p))
            if any_set(table.active[0]):
                choose.second(rules, table, p, ELSEWHERE)
                keep_where(table.second[p], table.active[0])
                merge(table.c[0], table.second[p])
            else:
                fill(table.second[p], NONE)
        _out_of_deck(table.deck[0], table.c[0], rules.n_rows)
        for p in range(n):
            if any_card(table.second[p]):
                play(rules, table, tally, p, ELSEWHERE, DRAWN)
        table.n_played += 1
        table.wave += 1
        at_once(rules, table)
