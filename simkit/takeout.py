"""Takeout boxes: cards of earlier turns are turned face-down (rules A4, E9, E10, E17, E35)."""

from simkit._jit import kernel, no_overlap, out_of_line, unit
from simkit.cards.moments import HIDE
from simkit.log import write
from simkit.place import count_now
from simkit.policies import choose
from simkit.rows import any_row_set, any_where, fill
from simkit.schema import (
    COPY,
    EV_FLIP,
    EV_TAKEOUT,
    LANES,
    ON_FACE_DOWN,
    ON_TABLE,
    ON_WASABI,
    ONE,
    SPENT,
    UNDER,
    WITH_WASABI,
    ZERO,
    i64,
    u8,
)


@kernel
def _lowest(active, waiting):
    """Take the lowest waiting box of each lane from the queue."""
    no_overlap()
    for i in range(LANES):
        active[i] = ZERO
    for j in range(3):
        row = waiting[j]
        for i in range(LANES):
            n, a = row[i], active[i]
            s = u8(u8(n > ZERO) & u8(ONE - a))
            row[i] = u8(n - s)
            active[i] = u8(a | s)


@kernel
def _old(out, cards, now):
    """Cards of earlier turns."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(cards[i] - now[i])


@kernel
def _old_nigiri(out, tripled, sealed, put, young):
    """Of these, nigiri beside a wasabi: one put on a wasabi this turn is neither old nor beside."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(u8(out[i] - u8(sealed[i] - young[i])) - u8(tripled[i] - put[i]))


@kernel
def _less(out, a, b):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(out[i] - u8(a[i] - b[i]))


@kernel
def _flip_row(flip, flip_copy, old, old_copies, active, cards, copied, down, gone):
    """Turn cards of one row over: at most the old ones; a copy only where it is asked for or nothing else is left."""
    no_overlap()
    for i in range(LANES):
        x, y = cards[i], copied[i]
        mask = u8(ZERO - active[i])
        f = u8(min(flip[i], old[i]) & mask)
        c = u8(min(flip_copy[i], old_copies[i]) & mask)
        real = min(f, u8(x - y))
        c = u8(c + u8(f - real))
        n = u8(real + c)
        flip[i] = n
        flip_copy[i] = c
        cards[i] = u8(x - n)
        copied[i] = u8(y - c)
        down[i] = u8(down[i] + n)
        gone[i] = u8(gone[i] + real)


@kernel
def turn_over(rules, table, p):
    """Turn the cards face-down that the flip fields name, as far as they are of earlier turns."""
    out_of_line()
    for r in range(rules.n_rows):
        wanted = any_where(table.flip[p, r], table.active[0])
        if rules.special_order >= 0:
            wanted |= any_where(table.flip_copy[p, r], table.active[0])
        if not wanted:
            fill(table.flip[p, r], ZERO)
            continue
        k = rules.kind[r]
        _old(table.a[0], table.tab[p, r], table.now[p, r])
        fill(table.b[0], ZERO)
        if k == rules.nigiri and rules.wasabi >= 0:
            v = r - rules.nigiri_row
            _old_nigiri(
                table.a[0],
                table.tripled[p, v],
                table.sealed[p, v],
                table.placed_now[p, v],
                table.sealed_now[p, v],
            )
        elif k == rules.wasabi:
            _old(table.a[0], table.free[p], table.fresh[p])
        elif rules.matters[r] and rules.special_order >= 0:
            _less(table.a[0], table.copied[p, r], table.now_copied[p, r])
            _old(table.b[0], table.copied[p, r], table.now_copied[p, r])
        _flip_row(
            table.flip[p, r],
            table.flip_copy[p, r],
            table.a[0],
            table.b[0],
            table.active[0],
            table.tab[p, r],
            table.copied[p, r],
            table.down[p],
            table.copies[p, k],
        )
    if table.lane >= 0 and table.active[0, table.lane]:
        _log_flips(rules, table, p)
    for k in range(rules.n_kinds):
        HIDE(rules.hide[k], rules, table, p, k)


@kernel
def _log_flips(rules, table, p):
    lane = table.lane
    for r in range(rules.n_rows):
        copies = i64(table.flip_copy[p, r, lane]) if rules.matters[r] else 0
        for _ in range(i64(table.flip[p, r, lane]) - copies):
            write(table, EV_FLIP, p, r, ON_TABLE, 0, 0, 0)
        for _ in range(copies):
            write(table, EV_FLIP, p, r, COPY, 0, 0, 0)
    if rules.nigiri >= 0 and rules.wasabi >= 0:
        for v in range(3):
            r = rules.nigiri_row + v
            for _ in range(table.flip_on[p, v, lane]):
                write(table, EV_FLIP, p, r, ON_WASABI, 0, 0, 0)
            for _ in range(table.flip_with[p, v, lane]):
                write(table, EV_FLIP, p, r, WITH_WASABI, 0, 0, 0)
            for _ in range(table.flip_under[p, v, lane]):
                write(table, EV_FLIP, p, rules.wasabi_row, UNDER, r, 0, 0)
            for _ in range(table.flip_sealed[p, v, lane]):
                write(table, EV_FLIP, p, r, ON_FACE_DOWN, 0, 0, 0)
        for _ in range(table.flip_spent[p, lane]):
            write(table, EV_FLIP, p, rules.wasabi_row, SPENT, 0, 0, 0)


@kernel
def _log_box(rules, table, p):
    """Write down the lowest waiting box of the logged lane, before it is taken from the queue."""
    for j in range(3):
        if table.waiting[p, 3 + j, table.lane] > 0:
            write(table, EV_TAKEOUT, p, rules.takeout_box_row + j, 0, 0, 0, 0)
            return


@unit
def takeout_boxes(rules, table):
    """Work off the takeout boxes; a box touches its owner's table only, so seats need no common order.

    The transcript sorts them by number (transcript.py).
    """
    for p in range(rules.n_seats):
        while any_row_set(table.waiting[p, 3:], 3):
            if table.lane >= 0:
                _log_box(rules, table, p)
            _lowest(table.active[0], table.waiting[p, 3:])
            if choose.flips(rules, table, p):
                count_now(rules, table, p)
                turn_over(rules, table, p)
            table.n_played += 1
