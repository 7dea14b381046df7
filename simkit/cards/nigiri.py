"""Nigiri, and the wasabi it goes on (rules A5, A6, E10, E23)."""

from simkit._jit import kernel, no_overlap
from simkit.cards.card import Card, Variant, same
from simkit.cards.families import flip_gain
from simkit.cards.outlook import Nigiri, Wasabi
from simkit.cards.plans import plan_by_wasabi
from simkit.rows import add, add_times, add_where, copy, fill, fill_rows, subtract
from simkit.schema import LANES, NONE, OFFSET, ONE, ZERO, i16, u8


@kernel
def _gain(out, free, plain, tripled):
    no_overlap()
    for i in range(LANES):
        out[i] = tripled if free[i] > ZERO else plain


@kernel
def gain_nigiri(rules, table, p, k):
    """Its points, times the wasabi if one is free."""
    for i in range(3):
        points = rules.nigiri_points[i]
        times = rules.wasabi_times
        _gain(
            table.gain[p, rules.first[k] + i],
            table.free[p],
            u8(i16(OFFSET) + i16(2) * points),
            u8(i16(OFFSET) + i16(2) * points * times),
        )


@kernel
def _place(card, wish, free, tripled, r):
    no_overlap()
    for v in range(3):
        row = tripled[v]
        nigiri = u8(r + v)
        for i in range(LANES):
            x, y = free[i], row[i]
            s = u8(u8(card[i] == nigiri) & u8(x > ZERO))
            s = u8(s & wish[i])
            free[i] = u8(x - s)
            row[i] = u8(y + s)


@kernel
def _note_place(card, wish, free, fresh, put, put_fresh, r):
    """Before placing: remember what lands on a wasabi this turn; the oldest free wasabi is used first."""
    no_overlap()
    for v in range(3):
        row, young = put[v], put_fresh[v]
        nigiri = u8(r + v)
        for i in range(LANES):
            x, f = free[i], fresh[i]
            s = u8(u8(card[i] == nigiri) & u8(x > ZERO))
            s = u8(s & wish[i])
            t = u8(s & u8(x == f))
            row[i] = u8(row[i] + s)
            young[i] = u8(young[i] + t)
            fresh[i] = u8(f - t)


@kernel
def reveal_nigiri(rules, table, p, k):
    """A nigiri goes on a free wasabi; a copied one only if its owner wishes so."""
    if rules.wasabi >= 0:
        r = rules.first[k]
        if rules.takeout_box >= 0:
            _note_place(
                table.effect[p],
                table.wish[p],
                table.free[p],
                table.fresh[p],
                table.placed_now[p],
                table.placed_fresh[p],
                r,
            )
        _place(table.effect[p], table.wish[p], table.free[p], table.tripled[p], r)


@kernel
def score_nigiri(rules, table, p, k):
    """Points of each nigiri, times the wasabi under it."""
    r = rules.first[k]
    for i in range(3):
        points = rules.nigiri_points[i]
        add_times(table.points[p, k], table.tab[p, r + i], points)
        if rules.wasabi >= 0:
            extra = i16(points * (rules.wasabi_times - i16(1)))
            add_times(table.points[p, k], table.tripled[p, i], extra)
            if rules.keeps_triple:
                add_times(table.points[p, k], table.sealed[p, i], extra)


@kernel
def _hide_nigiri(
    cards, down, wasabi, free, tripled, sealed, put, young, on, both, under, dark, frees, keeps
):
    """Flips of nigiri that lie on a wasabi, and of the wasabi under them (E10)."""
    no_overlap()
    for i in range(LANES):
        a, b, c, d = on[i], both[i], under[i], dark[i]
        gone = u8(u8(a + b) + d)
        cards[i] = u8(cards[i] - gone)
        wasabi[i] = u8(wasabi[i] - u8(b + c))
        down[i] = u8(down[i] + u8(gone + u8(b + c)))
        t = u8(u8(tripled[i] - u8(a + b)) - c)
        tripled[i] = t
        before = put[i]
        after = min(before, t)
        put[i] = after
        young[i] = u8(young[i] + u8(u8(before - after) & keeps))
        sealed[i] = u8(u8(sealed[i] - d) + u8(c & keeps))
        free[i] = u8(free[i] + u8(a & frees))


@kernel
def hide_nigiri(rules, table, p, k):
    """A nigiri alone, a nigiri with its wasabi, or the wasabi alone: what stays counts on (E10)."""
    if rules.wasabi < 0:
        return
    r, w = rules.first[k], rules.first[rules.wasabi]
    for i in range(3):
        add(table.copies[p, k], table.flip_on[p, i])
        add(table.copies[p, k], table.flip_with[p, i])
        add(table.copies[p, k], table.flip_sealed[p, i])
        add(table.copies[p, rules.wasabi], table.flip_with[p, i])
        add(table.copies[p, rules.wasabi], table.flip_under[p, i])
        _hide_nigiri(
            table.tab[p, r + i],
            table.down[p],
            table.tab[p, w],
            table.free[p],
            table.tripled[p, i],
            table.sealed[p, i],
            table.placed_now[p, i],
            table.sealed_now[p, i],
            table.flip_on[p, i],
            table.flip_with[p, i],
            table.flip_under[p, i],
            table.flip_sealed[p, i],
            NONE if rules.frees_wasabi else ZERO,
            NONE if rules.keeps_triple else ZERO,
        )


@kernel
def hide_wasabi(rules, table, p, k):
    """A face-down wasabi takes no nigiri any more (E35); a spent one only counts as a card."""
    r = rules.first[k]
    subtract(table.free[p], table.flip[p, r])
    subtract(table.tab[p, r], table.flip_spent[p])
    add(table.down[p], table.flip_spent[p])
    add(table.copies[p, k], table.flip_spent[p])


@kernel
def _plain(out, cards, tripled, sealed):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(u8(cards[i] - tripled[i]) - sealed[i])


@kernel
def flips_nigiri(rules, table, p, k):
    """Nigiri beside a wasabi that are worth less than a face-down card."""
    for i in range(3):
        if rules.nigiri_points[i] < rules.down_points:
            r = rules.first[k] + i
            _plain(table.flip[p, r], table.tab[p, r], table.tripled[p, i], table.sealed[p, i])
            flip_gain(table.e[0], table.flip[p, r], u8(rules.down_points - rules.nigiri_points[i]))


NIGIRI = Card(
    slug="nigiri",
    name="Nigiri",
    group="nigiri",
    colour="yellow",
    hex="FEC73D",
    variants=(
        Variant("nigiri-egg", "Egg nigiri", 4),
        Variant("nigiri-salmon", "Salmon nigiri", 5),
        Variant("nigiri-squid", "Squid nigiri", 3),
    ),
    points={"egg": 1, "salmon": 2, "squid": 3},
    rule="Egg 1, salmon 2, squid 3 points; three times as much on a wasabi.",
    gain=gain_nigiri,
    reveal=reveal_nigiri,
    hide=hide_nigiri,
    score=score_nigiri,
    flips=flips_nigiri,
    outlook=Nigiri,
    plan=plan_by_wasabi,
)


@kernel
def begin_wasabi(rules, table, k):
    """A new turn: nothing has been put on a wasabi in it (only takeout boxes ask)."""
    if rules.takeout_box >= 0:
        for p in range(rules.n_seats):
            fill(table.fresh[p], ZERO)
            fill_rows(table.placed_now[p], 3, ZERO)
            fill_rows(table.sealed_now[p], 3, ZERO)
            fill_rows(table.placed_fresh[p], 3, ZERO)


@kernel
def _gain_wasabi(out, free, value):
    no_overlap()
    for i in range(LANES):
        out[i] = OFFSET if free[i] > ZERO else value


@kernel
def gain_wasabi(rules, table, p, k):
    """A constant for the nigiri to come, while there are turns left and no wasabi is free already."""
    r = rules.first[k]
    late = table.turn >= rules.hand_size - 2
    _gain_wasabi(
        table.gain[p, r], table.free[p], OFFSET if late else rules.value_of[table.judge, r]
    )


@kernel
def reveal_wasabi(rules, table, p, k):
    """A wasabi waits for a nigiri."""
    r = u8(rules.first[k])
    add_where(table.free[p], table.effect[p], r)
    if rules.takeout_box >= 0:
        add_where(table.fresh[p], table.effect[p], r)


@kernel
def flips_wasabi(rules, table, p, k):
    """Wasabi that are still empty."""
    r = rules.first[k]
    if table.turn >= rules.hand_size - 2:
        copy(table.flip[p, r], table.free[p])
        flip_gain(table.e[0], table.flip[p, r], u8(rules.down_points))
    else:
        less_one(table.flip[p, r], table.free[p])
        flip_gain(table.e[0], table.flip[p, r], u8(rules.down_points))


@kernel
def less_one(out, a):
    """All but one."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(max(a[i], ONE) - ONE)


WASABI = Card(
    slug="wasabi",
    name="Wasabi",
    group="special",
    colour="yellow",
    hex="FEC73D",
    variants=same("wasabi", "Wasabi", 3),
    points=3,
    rule="The next nigiri you play goes on it and scores three times its points.",
    begin=begin_wasabi,
    gain=gain_wasabi,
    reveal=reveal_wasabi,
    hide=hide_wasabi,
    flips=flips_wasabi,
    outlook=Wasabi,
    plan=plan_by_wasabi,
)
