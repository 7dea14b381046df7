"""What tokens do: a menu re-rolls own dice, chopsticks swap a die with another belt (rules C1).

Choices say what is done in ``table.act``, by lane: nothing, a menu token for the dice in ``table.chosen``, or a
chopsticks token for the own die in ``table.slot`` and die ``table.partner_slot`` of the seat ``table.partner``.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.dice.deal import belt_of, show, starter
from simkit.dice.place import put_down
from simkit.log import write
from simkit.rng import draw_same_at
from simkit.rows import any_is, count_rows, fill, merge, pick_from
from simkit.schema import (
    ACT_MENU,
    ACT_SWAP,
    CHOPSTICKS_TOKEN,
    EV_REROLL,
    EV_SPEND,
    EV_SWAP,
    GIVEN,
    JOINED,
    LANES,
    MENU_TOKEN,
    NONE,
    RETURNED,
    SEATS,
    SECOND,
    SIDES,
    ZERO,
    i64,
    u8,
    u16,
)

ROLL = 1 << 10  # purpose of the draws of re-rolls: one for each die and token of a move


@kernel
def dice_on(rules, table, p, s):
    """Return how many dice lie before seat s while seat p moves: one less if s has moved."""
    first = starter(rules, table)
    moved = (s - first) % rules.n_seats < (p - first) % rules.n_seats
    return table.n_dice - 1 if moved else table.n_dice


@kernel
def _spend(tokens, supply, act, which, live):
    """Return a token to the supply; count the games that do."""
    no_overlap()
    n = u16(0)
    for i in range(LANES):
        s = u8(act[i] == which)
        tokens[i] = u8(tokens[i] - s)
        supply[i] = u8(supply[i] + s)
        n = u16(n + u16(s & live[i]))
    return i64(n)


@kernel
def _confine(chosen, act):
    """Choose no die in lanes that do not re-roll."""
    no_overlap()
    for i in range(LANES):
        chosen[i] = u8(chosen[i] & u8(act[i] == ACT_MENU))


@kernel
def _replace(face, new, chosen):
    no_overlap()
    for i in range(LANES):
        x, y = new[i], face[i]
        face[i] = x if chosen[i] else y


@kernel
def count_dice(face, chosen, n, live, n_rows, row, out):
    """Add to ``out[r]`` how many of the chosen dice show face r."""
    no_overlap()
    for r in range(n_rows):
        here = u8(r)
        for i in range(LANES):
            row[i] = ZERO
        for j in range(n):
            y, mask = face[j], chosen[j]
            for i in range(LANES):
                row[i] = u8(row[i] + u8(u8(y[i] == here) & mask[i]))
        total = u16(0)
        for i in range(LANES):
            total = u16(total + u16(row[i] * live[i]))
        out[r] += i64(total)


@unit
def reroll(rules, table, tally, p, step):
    """Seat p uses a menu token, the step-th token of its move: roll the chosen dice of the own belt."""
    q, n, lane = belt_of(rules, table, p), table.n_dice, table.lane
    now = table.round_now
    tally.tokens[now, MENU_TOKEN, p, table.turn] += _spend(
        table.tokens[p, MENU_TOKEN], table.supply[MENU_TOKEN], table.act[0], ACT_MENU, table.live[0]
    )
    is_logged = lane >= 0 and table.act[0, lane] == ACT_MENU
    if is_logged:
        write(table, EV_SPEND, p, MENU_TOKEN, 0, 0, 0, 0)
    x, new = table.x[:LANES], table.b[0]
    flow = tally.flow[now]
    for j in range(n):
        _confine(table.chosen[j], table.act[0])
    count_dice(
        table.face[q],
        table.chosen,
        n,
        table.live[0],
        rules.n_rows,
        table.a[0],
        flow[RETURNED, p, table.turn],
    )
    for j in range(n):
        die, face = table.die[q, j], table.face[q, j]
        draw_same_at(table, SEATS + p, ROLL + 16 * step + j, x, SIDES)
        show(new, die, x, rules.sides, rules.n_die_types)
        if is_logged and table.chosen[j, lane]:
            write(table, EV_REROLL, p, die[lane], face[lane], new[lane], 0, 0)
        _replace(face, new, table.chosen[j])
    count_dice(
        table.face[q],
        table.chosen,
        n,
        table.live[0],
        rules.n_rows,
        table.a[0],
        flow[JOINED, p, table.turn],
    )


@kernel
def _only_where(out, slot, acts, value):
    """The slots of the lanes that do this; NONE in the others. Say whether any does."""
    no_overlap()
    found = ZERO
    for i in range(LANES):
        s, x = u8(acts[i] == value), slot[i]
        found = u8(found | s)
        out[i] = x if s else NONE
    return found


@unit
def swap(rules, table, tally, p):
    """Seat p uses a chopsticks token: one of its dice for one on another belt, faces as they are."""
    q, n, lane = belt_of(rules, table, p), table.n_dice, table.lane
    now, t = table.round_now, table.turn
    tally.tokens[now, CHOPSTICKS_TOKEN, p, t] += _spend(
        table.tokens[p, CHOPSTICKS_TOKEN],
        table.supply[CHOPSTICKS_TOKEN],
        table.act[0],
        ACT_SWAP,
        table.live[0],
    )
    own, other, other_slot = table.a[0], table.b[0], table.c[0]
    given_die, given, brought_die, brought = (
        table.spare[0, 0],
        table.spare[0, 1],
        table.spare[0, 2],
        table.spare[0, 3],
    )
    _only_where(own, table.slot[0], table.act[0], ACT_SWAP)
    _only_where(other, table.partner[0], table.act[0], ACT_SWAP)
    pick_from(given_die, table.die[q], own, n)
    pick_from(given, table.face[q], own, n)
    fill(brought_die, NONE)
    fill(brought, NONE)
    for s in range(rules.n_seats):
        if s != p and _only_where(other_slot, table.partner_slot[0], other, u8(s)):
            b, m = belt_of(rules, table, s), dice_on(rules, table, p, s)
            pick_from(table.d[0], table.die[b], other_slot, m)
            pick_from(table.e[0], table.face[b], other_slot, m)
            put_down(table.die[b], other_slot, given_die, m)
            put_down(table.face[b], other_slot, given, m)
            merge(brought_die, table.d[0])
            merge(brought, table.e[0])
    put_down(table.die[q], own, brought_die, n)
    put_down(table.face[q], own, brought, n)
    count_rows(given, table.live[0], rules.n_rows, tally.flow[now, GIVEN, p, t])
    count_rows(brought, table.live[0], rules.n_rows, tally.flow[now, SECOND, p, t])
    if lane >= 0 and own[lane] != NONE:
        write(
            table,
            EV_SWAP,
            p,
            other[lane],
            given_die[lane],
            given[lane],
            brought_die[lane],
            brought[lane],
        )


@kernel
def use_tokens(rules, table, tally, p, step):
    """Do what ``table.act`` says; return whether any game used a token."""
    used = False
    if any_is(table.act[0], ACT_MENU):
        reroll(rules, table, tally, p, step)
        used = True
    if any_is(table.act[0], ACT_SWAP):
        swap(rules, table, tally, p)
        used = True
    return used
