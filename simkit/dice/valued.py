"""Choices about dice of a policy that values faces.

A token is used where it gains most, beyond what the token itself is worth. A menu re-rolls all dice but the best
one, or all: its gain is the expected worth of the best die then, exact over all faces, less that of the best die now.
Chopsticks gain the difference of the two dice, and what the other seat loses of its best die, if it has yet to move
(after its move its dice are passed on and rolled again). A policy that is only a list (``rules.is_list``) has no
amounts: it uses a token where nothing on its belt stands above the token in the list.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.dice.actions import dice_on
from simkit.dice.deal import belt_of
from simkit.policies.switch import VALUE
from simkit.rng import draw_same_at
from simkit.rows import any_set, any_where, copy, fill, fill_rows, pick_from
from simkit.schema import (
    ACT_MENU,
    ACT_NONE,
    ACT_SWAP,
    CHOPSTICKS_TOKEN,
    LANES,
    MAX_DIE_TYPES,
    MENU_TOKEN,
    NONE,
    OFFSET,
    ONE,
    SEATS,
    SIDES,
    ZERO,
    i16,
    i32,
    i64,
    u8,
    u16,
)

_LUCK, _LUCK_BITS = 1 << 12, 5  # purpose of the draws that decide between equal swaps
_FIT = 6  # dice whose 6 ** n sides fit 16 bits


@kernel
def _best(value, slot, worth, n):
    """The die of the highest worth; of equals the first."""
    no_overlap()
    for i in range(LANES):
        value[i] = worth[0, i]
        slot[i] = ZERO
    for j in range(1, n):
        row, here = worth[j], u8(j)
        for i in range(LANES):
            w, v, s = row[i], value[i], slot[i]
            value[i] = max(v, w)
            slot[i] = here if w > v else s


@kernel
def _own_best(rules, table, p):
    """Value the dice of seat p; leave the best worth in ``table.best`` and its slot in ``table.count``."""
    q, n = belt_of(rules, table, p), table.n_dice
    for j in range(n):
        pick_from(table.worth[q, j], table.gain[p], table.face[q, j], rules.n_rows)
    _best(table.best[0], table.count[0], table.worth[q], n)


# ---- menu tokens: the expected best die after a re-roll


@kernel
def _range(rows, n_rows):
    no_overlap()
    low, high = NONE, ZERO
    for r in range(n_rows):
        row = rows[r]
        for i in range(LANES):
            low = min(low, row[i])
            high = max(high, row[i])
    return i64(low), i64(high)


@kernel
def _sides_below(out, gain, rows, n, bound):
    """How many of a die's sides are worth no more than the bound: three different faces, then the next."""
    no_overlap()
    a, b, c = gain[rows[0]], gain[rows[1]], gain[rows[2]]
    i, j, k = n[0], n[1], n[2]
    for lane in range(LANES):
        x = i if a[lane] <= bound else ZERO
        y = j if b[lane] <= bound else ZERO
        z = k if c[lane] <= bound else ZERO
        out[lane] = u8(u8(x + y) + z)
    if n[3] > ZERO:
        a, b, c = gain[rows[3]], gain[rows[4]], gain[rows[5]]
        i, j, k = n[3], n[4], n[5]
        for lane in range(LANES):
            x = i if a[lane] <= bound else ZERO
            y = j if b[lane] <= bound else ZERO
            z = k if c[lane] <= bound else ZERO
            out[lane] = u8(out[lane] + u8(u8(x + y) + z))


@kernel
def _kept_sides(kept, best, bound):
    """A die that is kept is below the bound with all of its sides or with none."""
    no_overlap()
    for i in range(LANES):
        kept[i] = u8(SIDES) if best[i] <= bound else ZERO


@kernel
def _start_products(some, every):
    no_overlap()
    for i in range(LANES):
        some[i] = u16(1)
        every[i] = u16(1)


@kernel
def _sides_of(out, die, below):
    """How many sides of each die are below the bound, by its type."""
    no_overlap()
    b0, b1, b2, b3, b4 = below[0], below[1], below[2], below[3], below[MAX_DIE_TYPES - 1]
    for i in range(LANES):
        d = die[i]
        y = u8(b0[i] & u8(ZERO - u8(d == u8(0))))
        y = u8(y | u8(b1[i] & u8(ZERO - u8(d == u8(1)))))
        y = u8(y | u8(b2[i] & u8(ZERO - u8(d == u8(2)))))
        y = u8(y | u8(b3[i] & u8(ZERO - u8(d == u8(3)))))
        out[i] = u8(y | u8(b4[i] & u8(ZERO - u8(d == u8(4)))))


@kernel
def _multiply(some, every, sides, kept_sides, kept, j):
    """One die more."""
    no_overlap()
    for i in range(LANES):
        f, g = sides[i], kept_sides[i]
        k = g if kept[i] == j else f
        some[i] = u16(some[i] * u16(k))
        every[i] = u16(every[i] * u16(f))


@kernel
def _chances(rules, table, q, i):
    """Multiply, over the dice, the sides that are worth no more than worth number i."""
    n = table.n_dice
    _kept_sides(table.c[0], table.best[0], table.worths[i])
    _start_products(table.some[0], table.every[0])
    if n > _FIT:
        _start_products(table.some[1], table.every[1])
    for j in range(n):
        part = 0 if j < _FIT else 1
        _sides_of(table.a[0], table.die[q, j], table.sides_below[i])
        _multiply(
            table.some[part],
            table.every[part],
            table.a[0],
            table.c[0],
            table.count[0],
            u8(j),
        )


@kernel
def _add_chance(out, product, times):
    """Add the chance, in 6 ** n-ths, that the best die is not above, for all bounds up to the next worth."""
    no_overlap()
    for i in range(LANES):
        out[i] = i32(out[i] + i32(i32(product[i]) * times))


@kernel
def _add_chance_of_more(out, product, more, times):
    """The same for dice in two products."""
    no_overlap()
    for i in range(LANES):
        below = i32(i32(product[i]) * i32(more[i]))
        out[i] = i32(out[i] + i32(below * times))


@kernel
def _expect(rules, table, p):
    """Sum up, over all bounds below the highest worth, the chance that the best die is not above the bound.

    The expected worth of the best die after a re-roll is the highest worth less this sum, in 6 ** n-ths:
    ``sum_some`` if the best die is kept, ``sum_every`` if all are rolled. Products of six dice fit 16 bits; of
    more there are two products.
    """
    q = belt_of(rules, table, p)
    fill(table.sum_some[0], i32(0))
    fill(table.sum_every[0], i32(0))
    for i in range(table.n_worths):
        _chances(rules, table, q, i)
        times = i32(table.worths[i + 1]) - i32(table.worths[i])
        if table.n_dice > _FIT:
            _add_chance_of_more(table.sum_some[0], table.some[0], table.some[1], times)
            _add_chance_of_more(table.sum_every[0], table.every[0], table.every[1], times)
        else:
            _add_chance(table.sum_some[0], table.some[0], times)
            _add_chance(table.sum_every[0], table.every[0], times)


@kernel
def _use_menu(act, net, every, menus, active, best, sum_some, sum_every, high, cost, whole):
    """Use a menu where it gains something; ``every`` is 1 where the best die is rolled, too."""
    no_overlap()
    for i in range(LANES):
        most = i32(i32(i32(high - i32(best[i])) - cost) * whole)
        some, all_ = i32(most - sum_some[i]), i32(most - sum_every[i])
        more = max(some, all_)
        use = u8(more > i32(0)) & u8(u8(menus[i] > ZERO) & active[i])
        act[i] = ACT_MENU if use else ACT_NONE
        every[i] = u8(all_ > some)
        net[i] = more if use else i32(0)


@kernel
def _choose_dice(chosen, kept, every, j):
    no_overlap()
    for i in range(LANES):
        chosen[i] = u8(u8(kept[i] != j) | every[i])


@kernel
def _menu(rules, table, p, cost):
    n = table.n_dice
    whole = 1
    for _ in range(n):
        whole *= SIDES
    high = table.worths[table.n_worths]
    _expect(rules, table, p)
    _use_menu(
        table.act[0],
        table.net[0],
        table.b[0],
        table.tokens[p, MENU_TOKEN],
        table.active[0],
        table.best[0],
        table.sum_some[0],
        table.sum_every[0],
        i32(high),
        i32(cost),
        i32(whole),
    )
    for j in range(n):
        _choose_dice(table.chosen[j], table.count[0], table.b[0], u8(j))
    return whole


# ---- chopsticks tokens: the better die, and what is denied


@kernel
def _two_best(first, second, worth, n):
    no_overlap()
    for i in range(LANES):
        first[i] = ZERO
        second[i] = ZERO
    for j in range(n):
        row = worth[j]
        for i in range(LANES):
            v, a, b = row[i], first[i], second[i]
            first[i] = max(a, v)
            second[i] = max(b, min(a, v))


@kernel
def _least(value, slot, worth, j):
    no_overlap()
    for i in range(LANES):
        v, w, s = value[i], worth[i], slot[i]
        value[i] = min(v, w)
        slot[i] = u8(j) if w < v else s


@kernel
def _to_give(rules, table, p, gain_of):
    """The own die that is worth least to a seat: its worth in ``table.d``, its slot in ``table.e``."""
    q = belt_of(rules, table, p)
    fill(table.d[0], NONE)
    fill(table.e[0], ZERO)
    for j in range(table.n_dice):
        pick_from(table.a[0], table.gain[gain_of], table.face[q, j], rules.n_rows)
        _least(table.d[0], table.e[0], table.a[0], j)


@kernel
def _better_swap(gain, partner, partner_slot, slot, mine, best, denied, give, luck, s, k):
    """Remember die k of seat s where it gains most so far; the seat's luck decides between equals."""
    no_overlap()
    for i in range(LANES):
        worth = i16(i16(mine[i]) + i16(denied[i]) - i16(best[i]))
        worth = i16(i16(worth << i16(_LUCK_BITS)) + i16(luck[i]))
        m, b, c, d, e = gain[i], partner[i], partner_slot[i], slot[i], give[i]
        more = worth > m
        gain[i] = max(worth, m)
        partner[i] = s if more else b
        partner_slot[i] = k if more else c
        slot[i] = e if more else d


@kernel
def _use_chopsticks(act, net, gain, chopsticks, active, cost, whole):
    """Swap where that gains more than anything else."""
    no_overlap()
    for i in range(LANES):
        points = i32(gain[i] >> i16(_LUCK_BITS))
        worth, a = i32(i32(points - cost) * whole), act[i]
        use = u8(worth > net[i]) & u8(u8(chopsticks[i] > ZERO) & active[i])
        act[i] = ACT_SWAP if use else a


@kernel
def _denied(out, theirs, first, second, give, share):
    """What the seat's best die loses when the swap takes this die and leaves the one given: a share, in 64ths."""
    no_overlap()
    for i in range(LANES):
        a, b = first[i], second[i]
        rest = b if theirs[i] == a else a
        lost = u8(a - min(a, max(rest, give[i])))
        out[i] = u8(u16(u16(lost) * share) >> u16(6))


@kernel
def _no_denial(denied, mine):
    """What is forbidden is not swapped in to spite another seat."""
    no_overlap()
    for i in range(LANES):
        d = denied[i]
        denied[i] = d if mine[i] > ZERO else ZERO


@kernel
def _swaps(rules, table, p, step, cost, whole):
    """Look at every die on every other belt.

    Equals are not taken in the order of the seats, which would be hard on the left neighbour.
    """
    fill(table.swap_gain[0], i16(-32768))
    for d in range(1, rules.n_seats):
        s = (p + d) % rules.n_seats
        b, m = belt_of(rules, table, s), dice_on(rules, table, p, s)
        if m == 0:
            continue
        waits = m == table.n_dice and rules.denial[p] > 0
        if waits:
            for k in range(m):
                pick_from(table.worth[b, k], table.gain[s], table.face[b, k], rules.n_rows)
            _two_best(table.b[0], table.c[0], table.worth[b], m)
        _to_give(rules, table, p, s if waits else p)
        luck = table.x[:LANES]
        draw_same_at(table, SEATS + p, _LUCK + 16 * step + d, luck, 1 << _LUCK_BITS)
        for k in range(m):
            pick_from(table.a[0], table.gain[p], table.face[b, k], rules.n_rows)
            if waits:
                _denied(
                    table.n[0],
                    table.worth[b, k],
                    table.b[0],
                    table.c[0],
                    table.d[0],
                    u16(rules.denial[p]),
                )
            else:
                fill(table.n[0], ZERO)
            if rules.is_modified[p]:
                _no_denial(table.n[0], table.a[0])
            _better_swap(
                table.swap_gain[0],
                table.partner[0],
                table.partner_slot[0],
                table.slot[0],
                table.a[0],
                table.best[0],
                table.n[0],
                table.e[0],
                luck,
                u8(s),
                u8(k),
            )
    _use_chopsticks(
        table.act[0],
        table.net[0],
        table.swap_gain[0],
        table.tokens[p, CHOPSTICKS_TOKEN],
        table.active[0],
        i32(cost),
        i32(whole),
    )


@kernel
def _is_worth(found, rows, n_rows, worth):
    no_overlap()
    for i in range(LANES):
        found[i] = ZERO
    for r in range(n_rows):
        row = rows[r]
        for i in range(LANES):
            found[i] = u8(found[i] | u8(row[i] == worth))


@kernel
def _note_worths(rules, table, p):
    """List the worths that any face has in any game, and how many sides of each type are worth no more."""
    low, high = _range(table.gain[p], rules.n_rows)
    n = 0
    for worth in range(low, high):
        _is_worth(table.a[0], table.gain[p], rules.n_rows, u8(worth))
        if any_set(table.a[0]):
            for t in range(rules.n_die_types):
                _sides_below(
                    table.sides_below[n, t],
                    table.gain[p],
                    rules.faces_of[t],
                    rules.sides_with[t],
                    u8(worth),
                )
            table.worths[n] = u8(worth)
            n += 1
    table.worths[n] = u8(high)  # no face is worth more
    table.n_worths = n


@unit
def look_round(rules, table, p):
    """Before a move with tokens: which worths there are, and the worth of faces to seats that have yet to move.

    Their faces are valued as seat p would in their place.
    """
    if rules.is_list[p]:
        return
    if any_set(table.tokens[p, MENU_TOKEN]):
        _note_worths(rules, table, p)
    if not any_set(table.tokens[p, CHOPSTICKS_TOKEN]):
        return
    for d in range(1, rules.n_seats):
        s = (p + d) % rules.n_seats
        if dice_on(rules, table, p, s) == table.n_dice and rules.denial[p] > 0:
            VALUE(rules.policy[p], rules, table, s)


# ---- lists


@kernel
def _list_menu(act, menus, active, best, at):
    no_overlap()
    for i in range(LANES):
        use = u8(best[i] < at) & u8(u8(menus[i] > ZERO) & active[i])
        act[i] = ACT_MENU if use else ACT_NONE


@kernel
def _above(out, best, at):
    """Chopsticks have to bring what stands above them, and above all on the belt."""
    no_overlap()
    for i in range(LANES):
        out[i] = max(best[i], at)


@kernel
def _by_list(rules, table, p, step):
    n = table.n_dice
    _list_menu(
        table.act[0],
        table.tokens[p, MENU_TOKEN],
        table.active[0],
        table.best[0],
        rules.token_at[p, MENU_TOKEN],
    )
    fill(table.net[0], i32(0))  # a better die is surer than a roll
    fill_rows(table.chosen, n, ONE)
    if any_set(table.tokens[p, CHOPSTICKS_TOKEN]):
        _above(table.best[0], table.best[0], rules.token_at[p, CHOPSTICKS_TOKEN])
        _swaps(rules, table, p, step, 0, 1)


# ---- a move


@kernel
def _still(active, act):
    no_overlap()
    for i in range(LANES):
        active[i] = u8(act[i] != ACT_NONE)


@unit
def token(rules, table, p, step) -> int:
    """Say in ``table.act`` what the seat does with its next token; 0 if no game uses one."""
    _own_best(rules, table, p)
    if rules.is_list[p]:
        _by_list(rules, table, p, step)
    else:
        fill(table.act[0], ACT_NONE)
        whole = 1
        fill(table.net[0], i32(0))
        if any_where(table.tokens[p, MENU_TOKEN], table.active[0]):
            whole = _menu(rules, table, p, i64(rules.token_at[p, MENU_TOKEN]) - i64(OFFSET))
        if any_where(table.tokens[p, CHOPSTICKS_TOKEN], table.active[0]):
            cost = i64(rules.token_at[p, CHOPSTICKS_TOKEN]) - i64(OFFSET)
            _swaps(rules, table, p, step, cost, whole)
    _still(table.active[0], table.act[0])
    return 1 if any_set(table.active[0]) else 0


@unit
def die(rules, table, p):
    """Take the best die."""
    _own_best(rules, table, p)
    copy(table.slot[0], table.count[0])
