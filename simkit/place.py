"""A card comes to a table: whatever way it came, this is what happens (rules A4.3)."""

from simkit._jit import kernel, no_overlap, unit
from simkit.cards.moments import AT_ONCE, BEGIN, REVEAL
from simkit.log import write, write_discard
from simkit.rows import any_is, copy, count_rows, fill, fill_rows, full
from simkit.schema import (
    EV_PLAY,
    FACE_DOWN,
    LANES,
    N1,
    NONE,
    ONE,
    PICKED,
    WHY_MENU,
    WHY_NOTHING,
    WHY_TAKEOUT,
    ZERO,
    i64,
    u8,
)


@kernel
def _hand_to_table(hand, tab, card, live, n_rows, out):
    """Move the card of each lane, and count the lanes by card."""
    no_overlap()
    for r in range(n_rows):
        held, laid = hand[r], tab[r]
        row = u8(r)
        total = ZERO
        for i in range(LANES):
            s = u8(card[i] == row)
            held[i] = u8(held[i] - s)
            laid[i] = u8(laid[i] + s)
            total = u8(total + u8(s & live[i]))
        out[r] += full(total, u8(u8(card[0] == row) & live[0]))


@kernel
def _order_to_table(hand, tab, copied, card, effect, special_order, live, n_rows, out):
    """The same where a card may be a special order: it comes to the table as what it counts as."""
    no_overlap()
    for r in range(n_rows):
        held, laid, also = hand[r], tab[r], copied[r]
        row = u8(r)
        total = ZERO
        for i in range(LANES):
            c = card[i]
            s = u8(c == row)
            e = u8(effect[i] == row)
            held[i] = u8(held[i] - s)
            laid[i] = u8(laid[i] + e)
            also[i] = u8(also[i] + u8(e & u8(c == special_order)))
            total = u8(total + u8(s & live[i]))
        out[r] += full(total, u8(u8(card[0] == row) & live[0]))


@kernel
def to_table(tab, effect, n_rows):
    """Lay a card on each table."""
    no_overlap()
    for r in range(n_rows):
        laid = tab[r]
        row = u8(r)
        for i in range(LANES):
            laid[i] = u8(laid[i] + u8(effect[i] == row))


@kernel
def _to_table_copied(tab, copied, card, effect, special_order, n_rows):
    """Move cards to the table as what they count as, and count the special orders among them."""
    no_overlap()
    for r in range(n_rows):
        laid, also = tab[r], copied[r]
        row = u8(r)
        for i in range(LANES):
            s = u8(effect[i] == row)
            laid[i] = u8(laid[i] + s)
            also[i] = u8(also[i] + u8(s & u8(card[i] == special_order)))


@kernel
def _add_now(rules, table, p, card, effect):
    n = rules.n_rows
    if rules.special_order >= 0:
        special = u8(rules.special_order_row)
        _to_table_copied(table.now[p], table.now_copied[p], card, effect, special, n)
    else:
        to_table(table.now[p], effect, n)


@kernel
def count_now(rules, table, p):
    """Count the committed card among those of this turn, which a takeout box may not turn over.

    It is done when it is first asked for: few turns ask.
    """
    if table.counted & (N1 << p):
        return
    table.counted |= N1 << p
    fill_rows(table.now[p], rules.n_rows, ZERO)
    if rules.special_order >= 0:
        fill_rows(table.now_copied[p], rules.n_rows, ZERO)
    _add_now(rules, table, p, table.pick[p], table.committed[p])


@kernel
def _note_now(rules, table, p, way):
    """Remember what a takeout box may not turn over."""
    if way == PICKED:
        copy(table.committed[p], table.effect[p])
    else:
        count_now(rules, table, p)
        _add_now(rules, table, p, table.second[p], table.effect[p])


@kernel
def _resolve(effect, card, target, special_order, down, ordered):
    """A special order takes the identity of its target; a copy of a face-down card lies face-down (A6)."""
    no_overlap()
    for i in range(LANES):
        c, y = card[i], target[i]
        s = u8(c == special_order)
        e = y if s else c
        effect[i] = e
        down[i] = u8(down[i] + u8(e == FACE_DOWN))
        ordered[i] = u8(ordered[i] + s)


@kernel
def _in_range(card, first, n):
    no_overlap()
    found = ZERO
    for i in range(LANES):
        found = u8(found | u8(u8(card[i] - first) < n))
    return found


@kernel
def _leave(cards, waiting, effect, r, gone):
    """A menu or takeout box is discarded and waits for its number."""
    no_overlap()
    for i in range(LANES):
        s = u8(effect[i] == r)
        cards[i] = u8(cards[i] - s)
        waiting[i] = u8(waiting[i] + s)
        gone[i] = u8(gone[i] + s)


@kernel
def _join_queue(rules, table, p, kind, slot, why):
    r, n = rules.first[kind], rules.n_variants[kind]
    if _in_range(table.effect[p], u8(r), u8(n)):
        for i in range(n):
            _leave(
                table.tab[p, r + i],
                table.waiting[p, slot + i],
                table.effect[p],
                u8(r + i),
                table.copies[p, kind],
            )
        if table.lane >= 0:
            e = table.effect[p, table.lane]
            if r <= e < r + n:
                write_discard(table, p, e, why, 1)


@unit
def play(rules, table, tally, p, q, way):
    """Seat p plays the card it committed or, later in the turn, its second card (NONE: nothing).

    It comes from hand q or from ELSEWHERE, by one of the ways PICKED, SECOND, ASKED, DRAWN.

    Special orders copy ``table.target`` and wish by ``table.wish``. Leaves in ``table.effect`` what the
    card counts as.
    """
    n = rules.n_rows
    lane = table.lane
    card = table.pick[p] if way == PICKED else table.second[p]
    free = 0
    if lane >= 0:
        free = i64(table.free[p, lane])
    flow = tally.flow[table.round_now, way, p, table.turn]
    effect = table.effect[p]
    special = u8(rules.special_order_row) if rules.special_order >= 0 else FACE_DOWN
    ordered = rules.special_order >= 0 and any_is(card, special)
    if ordered:
        _resolve(
            effect,
            card,
            table.target[p],
            special,
            table.down[p],
            table.copies[p, rules.special_order],
        )
        if q >= 0:
            _order_to_table(
                table.hand[q],
                table.tab[p],
                table.copied[p],
                card,
                effect,
                special,
                table.live[0],
                n,
                flow,
            )
        else:
            count_rows(card, table.live[0], n, flow)
            _to_table_copied(table.tab[p], table.copied[p], card, effect, special, n)
    else:
        if rules.special_order >= 0:
            fill(table.wish[p], ONE)
        copy(effect, card)
        if q >= 0:
            _hand_to_table(table.hand[q], table.tab[p], card, table.live[0], n, flow)
        else:
            count_rows(card, table.live[0], n, flow)
            to_table(table.tab[p], card, n)
    if rules.takeout_box >= 0:
        _note_now(rules, table, p, way)
    for i in range(rules.n_revealing):
        k = rules.revealing[i]
        REVEAL(rules.reveal[k], rules, table, p, k)
    if lane >= 0:
        _log_play(rules, table, p, card[lane], free, way)
    if rules.menu >= 0:
        _join_queue(rules, table, p, rules.menu, 0, WHY_MENU)
    if rules.takeout_box >= 0:
        _join_queue(rules, table, p, rules.takeout_box, 3, WHY_TAKEOUT)


@kernel
def _log_play(rules, table, p, card, free, way):
    lane = table.lane
    if card == NONE:
        return
    e = table.effect[p, lane]
    is_order = rules.special_order >= 0 and card == rules.special_order_row
    on_wasabi = (
        rules.nigiri >= 0
        and e < rules.n_rows
        and rules.kind[e] == rules.nigiri
        and table.free[p, lane] < free
    )
    write(table, EV_PLAY, p, card, e if is_order else NONE, on_wasabi, way, 0)
    if is_order and e == NONE:
        write_discard(table, p, card, WHY_NOTHING, 1)


@unit
def at_once(rules, table):
    """What follows every reveal: clashes, then races (the catalogue's order backwards)."""
    for i in range(rules.n_kinds):
        k = rules.n_kinds - 1 - i
        AT_ONCE(rules.at_once[k], rules, table, k)


@kernel
def begin_turn(rules, table):
    """Let the cards start anew what they count by turns."""
    for k in range(rules.n_kinds):
        BEGIN(rules.begin[k], rules, table, k)


@kernel
def end_turn(rules, table):
    """Run the race that waits for the end of the turn (E4)."""
    if rules.race_at_end and rules.uramaki >= 0:
        table.turn_is_over = 1
        at_once(rules, table)
        table.turn_is_over = 0
