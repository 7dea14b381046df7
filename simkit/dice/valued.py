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
from simkit.rows import any_set, fill, fill_rows
from simkit.schema import (
    ACT_MENU,
    ACT_NONE,
    ACT_SWAP,
    CHOPSTICKS_TOKEN,
    LANES,
    MENU_TOKEN,
    NONE,
    OFFSET,
    ONE,
    SIDES,
    ZERO,
    i32,
    i64,
    u8,
)


@kernel
def _worth(out, face, gain, n_rows):
    no_overlap()
    for i in range(LANES):
        out[i] = ZERO
    for r in range(n_rows):
        row, here = gain[r], u8(r)
        for i in range(LANES):
            y = out[i]
            out[i] = row[i] if face[i] == here else y


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
            v, s = value[i], slot[i]
            better = row[i] > v
            value[i] = max(v, row[i])
            slot[i] = here if better else s


@kernel
def _own_best(rules, table, p):
    """Value the dice of seat p; leave the best worth in ``table.best`` and its slot in ``table.count``."""
    q, n = belt_of(rules, table, p), table.n_dice
    for j in range(n):
        _worth(table.worth[q, j], table.face[q, j], table.gain[p], rules.n_rows)
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
def _sides_below(out, gain, sides, bound):
    """How many of a die's sides are worth no more than the bound."""
    no_overlap()
    for i in range(LANES):
        out[i] = ZERO
    for s in range(SIDES):
        if s > 0 and sides[s] == sides[s - 1]:
            continue
        n = ONE
        for other in range(s + 1, SIDES):
            if sides[other] == sides[s] and other - s == i64(n):
                n = u8(n + ONE)
        row = gain[sides[s]]
        for i in range(LANES):
            out[i] = u8(out[i] + (n if row[i] <= bound else ZERO))


@kernel
def _start_products(some, every):
    no_overlap()
    for i in range(LANES):
        some[i] = i32(1)
        every[i] = i32(1)


@kernel
def _sides_of(out, die, below, n_types):
    no_overlap()
    for t in range(n_types):
        row, type_ = below[t], u8(t)
        for i in range(LANES):
            y = out[i]
            out[i] = row[i] if die[i] == type_ else y


@kernel
def _multiply(some, every, factor, kept, j):
    """One die more: all its sides where it is the one that is kept."""
    no_overlap()
    for i in range(LANES):
        f = factor[i]
        g = u8(SIDES) if kept[i] == j else f
        some[i] = i32(some[i] * i32(g))
        every[i] = i32(every[i] * i32(f))


@kernel
def _add_chance_above(sum_some, sum_every, some, every, best, bound, whole):
    """Add the chances, in 6 ** n-ths, that the best die is above the bound."""
    no_overlap()
    for i in range(LANES):
        x = i32(whole - some[i])
        sum_some[i] = i32(sum_some[i] + (x if best[i] <= bound else i32(0)))
        sum_every[i] = i32(sum_every[i] + i32(whole - every[i]))


@kernel
def _expect(rules, table, p, low, high, whole):
    """Sum up, over all bounds, the chance that the best die after a re-roll is above it.

    The expected worth of the best die is ``best + sum_some / whole`` if the best die is kept, and
    ``low + sum_every / whole`` if all are rolled: an expectation is the sum of the chances to be above.
    """
    q, n = belt_of(rules, table, p), table.n_dice
    for i in range(LANES):
        table.sum_some[0, i] = i32(0)
        table.sum_every[0, i] = i32(0)
    for bound in range(low, high):
        for t in range(rules.n_die_types):
            _sides_below(table.sides_below[t], table.gain[p], rules.sides[t], u8(bound))
        _start_products(table.some[0], table.every[0])
        for j in range(n):
            _sides_of(table.a[0], table.die[q, j], table.sides_below, rules.n_die_types)
            _multiply(table.some[0], table.every[0], table.a[0], table.count[0], u8(j))
        _add_chance_above(
            table.sum_some[0],
            table.sum_every[0],
            table.some[0],
            table.every[0],
            table.best[0],
            u8(bound),
            i32(whole),
        )


@kernel
def _use_menu(act, net, every, menus, active, best, sum_some, sum_every, low, cost, whole):
    """Use a menu where it gains something; ``every`` is 1 where the best die is rolled, too."""
    no_overlap()
    for i in range(LANES):
        some = i32(sum_some[i] - i32(cost * whole))
        all_ = i32(sum_every[i] + i32(i32(i32(low - i32(best[i])) - cost) * whole))
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
    low, high = _range(table.gain[p], rules.n_rows)
    _expect(rules, table, p, low, high, whole)
    _use_menu(
        table.act[0],
        table.net[0],
        table.b[0],
        table.tokens[p, MENU_TOKEN],
        table.active[0],
        table.best[0],
        table.sum_some[0],
        table.sum_every[0],
        i32(low),
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
        _worth(table.a[0], table.face[q, j], table.gain[gain_of], rules.n_rows)
        _least(table.d[0], table.e[0], table.a[0], j)


@kernel
def _use_chopsticks(
    act,
    net,
    partner,
    partner_slot,
    slot,
    chopsticks,
    active,
    mine,
    best,
    denied,
    give,
    s,
    k,
    cost,
    whole,
):
    """Swap for die k of seat s where that gains most so far."""
    no_overlap()
    for i in range(LANES):
        gain = i32(i32(i32(mine[i]) - i32(best[i])) + i32(denied[i]))
        worth = i32(i32(gain - cost) * whole)
        m, a, b, c, d = net[i], act[i], partner[i], partner_slot[i], slot[i]
        use = u8(worth > m) & u8(u8(chopsticks[i] > ZERO) & active[i])
        net[i] = worth if use else m
        act[i] = ACT_SWAP if use else a
        partner[i] = s if use else b
        partner_slot[i] = k if use else c
        slot[i] = give[i] if use else d


@kernel
def _denied(out, theirs, first, second, give):
    """What the seat's best die loses when the swap takes this die and leaves the one given."""
    no_overlap()
    for i in range(LANES):
        rest = second[i] if theirs[i] == first[i] else first[i]
        out[i] = u8(first[i] - min(first[i], max(rest, give[i])))


@kernel
def _swaps(rules, table, p, cost, whole):
    """Look at every die on every other belt."""
    for d in range(1, rules.n_seats):
        s = (p + d) % rules.n_seats
        b, m = belt_of(rules, table, s), dice_on(rules, table, p, s)
        if m == 0:
            continue
        waits = m == table.n_dice and not rules.is_list[p]
        if waits:
            for k in range(m):
                _worth(table.worth[b, k], table.face[b, k], table.gain[s], rules.n_rows)
            _two_best(table.b[0], table.c[0], table.worth[b], m)
        _to_give(rules, table, p, s if waits else p)
        for k in range(m):
            _worth(table.a[0], table.face[b, k], table.gain[p], rules.n_rows)
            if waits:
                _denied(table.n[0], table.worth[b, k], table.b[0], table.c[0], table.d[0])
            else:
                fill(table.n[0], ZERO)
            _use_chopsticks(
                table.act[0],
                table.net[0],
                table.partner[0],
                table.partner_slot[0],
                table.slot[0],
                table.tokens[p, CHOPSTICKS_TOKEN],
                table.active[0],
                table.a[0],
                table.best[0],
                table.n[0],
                table.e[0],
                u8(s),
                u8(k),
                i32(cost),
                i32(whole),
            )


@unit
def look_round(rules, table, p):
    """Value the faces for the seats that have yet to move, as seat p would in their place."""
    if rules.is_list[p] or not any_set(table.tokens[p, CHOPSTICKS_TOKEN]):
        return
    for d in range(1, rules.n_seats):
        s = (p + d) % rules.n_seats
        if dice_on(rules, table, p, s) == table.n_dice:
            VALUE(rules.policy[p], rules, table, s)


# ---- lists


@kernel
def _list_menu(act, net, menus, active, best, at):
    no_overlap()
    for i in range(LANES):
        use = u8(best[i] < at) & u8(u8(menus[i] > ZERO) & active[i])
        act[i] = ACT_MENU if use else ACT_NONE
        net[i] = i32(use)


@kernel
def _above(out, best, at):
    """Chopsticks have to bring what stands above them, and above all on the belt."""
    no_overlap()
    for i in range(LANES):
        out[i] = max(best[i], at)


@kernel
def _by_list(rules, table, p):
    n = table.n_dice
    menu, chopsticks = rules.menu_row, rules.first[rules.chopsticks]
    _list_menu(
        table.act[0],
        table.net[0],
        table.tokens[p, MENU_TOKEN],
        table.active[0],
        table.best[0],
        rules.value_of[p, menu],
    )
    fill_rows(table.chosen, n, ONE)
    if any_set(table.tokens[p, CHOPSTICKS_TOKEN]):
        _above(table.best[0], table.best[0], rules.value_of[p, chopsticks])
        _swaps(rules, table, p, 0, 1)


# ---- a move


@kernel
def _still(active, act):
    no_overlap()
    for i in range(LANES):
        active[i] = u8(act[i] != ACT_NONE)


@unit
def token(rules, table, p) -> int:
    """Say in ``table.act`` what the seat does with its next token; 0 if no game uses one."""
    _own_best(rules, table, p)
    if rules.is_list[p]:
        _by_list(rules, table, p)
    else:
        fill(table.act[0], ACT_NONE)
        whole = 1
        for i in range(LANES):
            table.net[0, i] = i32(0)
        if any_set(table.tokens[p, MENU_TOKEN]):
            whole = _menu(rules, table, p, i64(rules.value_of[p, rules.menu_row]) - i64(OFFSET))
        if any_set(table.tokens[p, CHOPSTICKS_TOKEN]):
            r = rules.first[rules.chopsticks]
            _swaps(rules, table, p, i64(rules.value_of[p, r]) - i64(OFFSET), whole)
    _still(table.active[0], table.act[0])
    return i64(any_set(table.active[0]))


@kernel
def _copy_slot(slot, best):
    no_overlap()
    for i in range(LANES):
        slot[i] = best[i]


@unit
def die(rules, table, p):
    """Take the best die."""
    _own_best(rules, table, p)
    _copy_slot(table.slot[0], table.count[0])
