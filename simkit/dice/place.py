"""A die comes to a tray (rules C2)."""

from simkit._jit import kernel, no_overlap, unit
from simkit.cards.moments import REVEAL
from simkit.dice.deal import belt_of
from simkit.log import write
from simkit.place import to_table
from simkit.rows import copy, count_rows, pick_from
from simkit.schema import (
    CHOPSTICKS_TOKEN,
    EV_TAKE,
    EV_TOKENS,
    LANES,
    MENU_TOKEN,
    PICKED,
    i64,
    u8,
)


@kernel
def put_down(rows, slot, value, n):
    """Write the slot of each lane (NONE: none)."""
    no_overlap()
    for j in range(n):
        row, here = rows[j], u8(j)
        for i in range(LANES):
            x, y = value[i], row[i]
            row[i] = x if slot[i] == here else y


@unit
def take(rules, table, tally, p):
    """Move the die in ``table.slot`` from the belt of seat p, n_dice on it, to the tray; tokens come with it."""
    q, n, lane = belt_of(rules, table, p), table.n_dice, table.lane
    pick_from(table.pick[p], table.face[q], table.slot[0], n)
    free = menus = chopsticks = puddings = 0
    if lane >= 0:
        write(
            table, EV_TAKE, p, table.die[q, table.slot[0, lane], lane], table.pick[p, lane], 0, 0, 0
        )
        free = i64(table.free[p, lane])
        menus, chopsticks, puddings = _owned(table, p, lane)
    put_down(table.die[q], table.slot[0], table.die[q, n - 1], n - 1)  # the last one closes the gap
    put_down(table.face[q], table.slot[0], table.face[q, n - 1], n - 1)
    copy(table.effect[p], table.pick[p])
    flow = tally.flow[table.round_now, PICKED, p, table.turn]
    count_rows(table.pick[p], table.live[0], rules.n_rows, flow)
    to_table(table.tab[p], table.pick[p], rules.n_rows)
    for i in range(rules.n_revealing):
        k = rules.revealing[i]
        REVEAL(rules.reveal[k], rules, table, p, k)
    if lane >= 0:
        is_nigiri = rules.nigiri >= 0 and rules.kind[table.pick[p, lane]] == rules.nigiri
        table.events[table.n_events - 1, 4] = is_nigiri and table.free[p, lane] < free
        now = _owned(table, p, lane)
        write(table, EV_TOKENS, p, now[0] - menus, now[1] - chopsticks, now[2] - puddings, 0, 0)


@kernel
def _owned(table, p, lane):
    return (
        i64(table.tokens[p, MENU_TOKEN, lane]),
        i64(table.tokens[p, CHOPSTICKS_TOKEN, lane]),
        i64(table.pudding[p, lane]),
    )


@kernel
def log_tokens(table, p):
    """Write down the tokens of seat p."""
    menus, chopsticks, puddings = _owned(table, p, table.lane)
    write(table, EV_TOKENS, p, menus, chopsticks, puddings, 0, 0)
