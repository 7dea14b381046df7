"""The three rolls: maki, temaki and uramaki (rules A5, E4, E5, E6, E19)."""

from simkit._jit import kernel, no_overlap, out_of_line
from simkit.cards.card import Card, Variant, same
from simkit.cards.families import begin_most, extremes, gain_most, penalty, score_most
from simkit.cards.outlook import Places, Race, temaki
from simkit.cards.plans import (
    plan_maki,
    plan_temaki,
    plan_uramaki,
    rivals_maki,
    rivals_temaki,
    rivals_uramaki,
)
from simkit.log import write, write_discard
from simkit.rows import any_above, count_equal, fill, maximum
from simkit.schema import (
    EV_POINTS,
    LANES,
    MAX_PLACES,
    OFFSET,
    ONE,
    TWO,
    WHY_SCORED,
    WHY_UNPAID,
    ZERO,
    i16,
    i64,
    u8,
)

# ---- maki: icons, places by rank


@kernel
def _below(out, count, top):
    no_overlap()
    for i in range(LANES):
        x = count[i]
        v = x if x < top[i] else ONE  # nobody scores with 0 icons, so 1 stands for "nobody"
        out[i] = max(out[i], v)


@kernel
def look_maki(rules, table, k):
    """The highest different numbers of icons: ties share a place, the next lower number takes the next."""
    n = rules.n_seats
    fill(table.top1[0], ZERO)
    fill(table.top2[0], ZERO)
    fill(table.top3[0], ZERO)
    for p in range(n):
        maximum(table.top1[0], table.maki[p])
    for p in range(n):
        _below(table.top2[0], table.maki[p], table.top1[0])
    if rules.maki_places[2] != 0:
        for p in range(n):
            _below(table.top3[0], table.maki[p], table.top2[0])


@kernel
def _gain_maki(out, count, top1, top2, top3, icons, first, second, third):
    """Place with the icons, less the place now; the icons only ever lift a seat above its old number."""
    no_overlap()
    for i in range(LANES):
        x, t1, t2, t3 = count[i], top1[i], top2[i], top3[i]
        y = u8(x + icons)
        new = third if y >= t3 else ZERO
        new = second if y >= t2 else new
        new = first if y >= t1 else new
        old = third if x >= t3 else ZERO
        old = second if x >= t2 else old
        old = first if x >= t1 else old
        old = old if x > ZERO else ZERO
        g = u8(new - old)
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def gain_maki(rules, table, p, k):
    """Points of the place that the icons would take on the tables as they are."""
    r = rules.first[k]
    for i in range(rules.n_variants[k]):
        _gain_maki(
            table.gain[p, r + i],
            table.maki[p],
            table.top1[0],
            table.top2[0],
            table.top3[0],
            u8(rules.value[r + i]),
            u8(rules.maki_places[0]),
            u8(rules.maki_places[1]),
            u8(rules.maki_places[2]),
        )


@kernel
def add_icons(out, card, r, icons0, icons1, icons2):
    """Add the icons of a card of three variants."""
    no_overlap()
    r0, r1, r2 = u8(r), u8(r + 1), u8(r + 2)
    for i in range(LANES):
        c = card[i]
        n = icons0 if c == r0 else ZERO
        n = icons1 if c == r1 else n
        n = icons2 if c == r2 else n
        out[i] = u8(out[i] + n)


@kernel
def remove_icons(out, flip, value, n):
    """Take away the icons of cards that are turned face-down."""
    no_overlap()
    for v in range(n):
        row, icons = flip[v], u8(value[v])
        for i in range(LANES):
            out[i] = u8(out[i] - u8(row[i] * icons))


@kernel
def hide_maki(rules, table, p, k):
    """Take its icons away."""
    r = rules.first[k]
    remove_icons(table.maki[p], table.flip[p, r:], rules.value[r:], rules.n_variants[k])


@kernel
def reveal_maki(rules, table, p, k):
    """Count the icons."""
    r = rules.first[k]
    add_icons(
        table.maki[p],
        table.effect[p],
        r,
        u8(rules.value[r]),
        u8(rules.value[r + 1]),
        u8(rules.value[r + 2]),
    )


@kernel
def _score_maki(out, count, top1, top2, top3, first, second, third):
    no_overlap()
    for i in range(LANES):
        x = count[i]
        points = third if x >= top3[i] else i16(0)
        points = second if x >= top2[i] else points
        points = first if x >= top1[i] else points
        points = points if x > ZERO else i16(0)
        out[i] = i16(out[i] + points)


@kernel
def score_maki(rules, table, p, k):
    """Pay the places by icons."""
    _score_maki(
        table.points[p, k],
        table.maki[p],
        table.top1[0],
        table.top2[0],
        table.top3[0],
        rules.maki_places[0],
        rules.maki_places[1],
        rules.maki_places[2],
    )


MAKI = Card(
    slug="maki",
    name="Maki",
    group="roll",
    colour="red",
    hex="D5252E",
    variants=tuple(
        Variant(f"maki-{n}", f"Maki ({n} icon{'s' * (n > 1)})", copies, value=n)
        for n, copies in ((1, 4), (2, 5), (3, 3))
    ),
    points={"small": [6, 3], "large": [6, 4, 2]},
    rule="Most icons 6, second 3 points; with 6 to 8 players most 6, second 4, third 2. Ties are paid in full.",
    look=look_maki,
    gain=gain_maki,
    reveal=reveal_maki,
    hide=hide_maki,
    score=score_maki,
    outlook=Places,
    plan=plan_maki,
    rivals=rivals_maki,
)


# ---- temaki: most and fewest cards


@kernel
def look_temaki(rules, table, k):
    """The most and the fewest temaki."""
    r = rules.first[k]
    high, low, lowest = table.temaki_high[0], table.temaki_low[0], table.temaki_lowest[0]
    begin_most(high, low, lowest)
    for p in range(rules.n_seats):
        extremes(high, low, table.tab[p, r])
    for p in range(rules.n_seats):
        count_equal(lowest, table.tab[p, r], low)


@kernel
def gain_temaki(rules, table, p, k):
    """Standing with one more, less the standing now."""
    r = rules.first[k]
    gain_most(
        table.gain[p, r],
        table.tab[p, r],
        table.temaki_high[0],
        table.temaki_low[0],
        table.temaki_lowest[0],
        u8(rules.temaki_most),
        u8(penalty(rules, rules.temaki_fewest)),
    )


@kernel
def score_temaki(rules, table, p, k):
    """Pay the most and the fewest."""
    score_most(
        table.points[p, k],
        table.tab[p, rules.first[k]],
        table.temaki_high[0],
        table.temaki_low[0],
        rules.temaki_most,
        penalty(rules, rules.temaki_fewest),
        u8(rules.tied_is_nothing),
        u8(rules.most_needs_one),
    )


TEMAKI = Card(
    slug="temaki",
    name="Temaki",
    group="roll",
    colour="dark purple",
    hex="7C1367",
    variants=same("temaki", "Temaki", 12),
    points={"most": 4, "fewest": -4},
    rule="Most cards +4, fewest -4 points (2 players: no loss). Ties are paid in full.",
    look=look_temaki,
    gain=gain_temaki,
    score=score_temaki,
    outlook=temaki,
    plan=plan_temaki,
    rivals=rivals_temaki,
)


# ---- uramaki: a race to ten icons


@kernel
def look_uramaki(rules, table, k):
    """The most icons on any table."""
    fill(table.uramaki_top[0], ZERO)
    for p in range(rules.n_seats):
        maximum(table.uramaki_top[0], table.uramaki[p])


@kernel
def _gain_uramaki(out, count, top, taken, icons, target, first, second, third):
    no_overlap()
    for i in range(LANES):
        t = taken[i]
        v = first if t == ZERO else ZERO
        v = second if t == ONE else v
        v = third if t == TWO else v
        x, h = count[i], top[i]
        y = u8(x + icons)
        old = v if u8(x >= h) & u8(x > ZERO) else ZERO
        new = v if u8(y >= h) | u8(y >= target) else ZERO
        g = u8(new - old)
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def gain_uramaki(rules, table, p, k):
    """The next place, if the icons win it now or lead for it."""
    r = rules.first[k]
    for i in range(rules.n_variants[k]):
        _gain_uramaki(
            table.gain[p, r + i],
            table.uramaki[p],
            table.uramaki_top[0],
            table.place[0],
            u8(rules.value[r + i]),
            u8(rules.uramaki_target),
            u8(rules.uramaki_places[0]),
            u8(rules.uramaki_places[1]),
            u8(rules.uramaki_places[2]),
        )


@kernel
def reveal_uramaki(rules, table, p, k):
    """Count the icons."""
    r = rules.first[k]
    add_icons(
        table.uramaki[p],
        table.effect[p],
        r,
        u8(rules.value[r]),
        u8(rules.value[r + 1]),
        u8(rules.value[r + 2]),
    )


@kernel
def hide_uramaki(rules, table, p, k):
    """Take its icons away."""
    r = rules.first[k]
    remove_icons(table.uramaki[p], table.flip[p, r:], rules.value[r:], rules.n_variants[k])


@kernel
def _race_top(top, count, taken, target, places):
    no_overlap()
    for i in range(LANES):
        x = count[i]
        v = x if u8(x >= target) & u8(taken[i] < places) else ZERO
        top[i] = max(top[i], v)


@kernel
def _race_win(won, winners, points, count, top, taken, first, second, third):
    no_overlap()
    for i in range(LANES):
        t, h = taken[i], top[i]
        v = first if t == ZERO else i16(0)
        v = second if t == ONE else v
        v = third if t == TWO else v
        s = u8(count[i] == h) & u8(h > ZERO)
        won[i] = s
        winners[i] = u8(winners[i] + s)
        points[i] = i16(points[i] + (v if s else i16(0)))


@kernel
def _clear(cards, copied, count, won, gone):
    no_overlap()
    for i in range(LANES):
        keep = u8(won[i] - ONE)
        count[i] = u8(count[i] & keep)
    for v in range(3):
        a, b = cards[v], copied[v]
        for i in range(LANES):
            keep = u8(won[i] - ONE)
            x, y = a[i], b[i]
            gone[i] = u8(gone[i] + u8(u8(x - y) & u8(~keep)))
            a[i] = u8(x & keep)
            b[i] = u8(y & keep)


@kernel
def _leave(rules, table, p, k):
    r = rules.first[k]
    _clear(table.tab[p, r:], table.copied[p, r:], table.uramaki[p], table.c[0], table.copies[p, k])


@kernel
def _next_place(taken, winners, skips_one, places):
    no_overlap()
    for i in range(LANES):
        n = winners[i]
        used = min(n, TWO) if skips_one else n
        taken[i] = min(u8(taken[i] + used), places)


@kernel
def _unpaid(out, count, taken, target, places):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(count[i] >= target) & u8(taken[i] >= places)


@kernel
def _log_gone(rules, table, p, r, why):
    for v in range(3):
        write_discard(table, p, r + v, why, table.tab[p, r + v, table.lane])


@kernel
def _discard_unpaid(rules, table, k):
    r = rules.first[k]
    target = u8(rules.uramaki_target)
    for p in range(rules.n_seats):
        _unpaid(table.c[0], table.uramaki[p], table.place[0], target, rules.n_uramaki_places)
        if any_above(table.c[0], ZERO):
            if table.lane >= 0 and table.c[0, table.lane]:
                _log_gone(rules, table, p, r, WHY_UNPAID)
            _leave(rules, table, p, k)


@kernel
def race(rules, table, k):
    """Everybody with enough icons at this moment: the highest total takes the next place, equals share it.

    Equal seats use up as many places as they are (E5, or skip one); the uramaki that scored are discarded.
    """
    out_of_line()
    if rules.race_at_end and not table.turn_is_over:
        return
    r = rules.first[k]
    target = u8(rules.uramaki_target)
    places = rules.uramaki_places
    while True:
        fill(table.a[0], ZERO)
        for p in range(rules.n_seats):
            _race_top(table.a[0], table.uramaki[p], table.place[0], target, rules.n_uramaki_places)
        if not any_above(table.a[0], ZERO):
            break
        fill(table.b[0], ZERO)
        for p in range(rules.n_seats):
            _race_win(
                table.c[0],
                table.b[0],
                table.points[p, k],
                table.uramaki[p],
                table.a[0],
                table.place[0],
                places[0],
                places[1],
                places[2],
            )
            if table.lane >= 0 and table.c[0, table.lane]:
                place = min(i64(table.place[0, table.lane]), MAX_PLACES - 1)
                write(table, EV_POINTS, p, k, places[place], 0, 0, 0)
                _log_gone(rules, table, p, r, WHY_SCORED)
            _leave(rules, table, p, k)
        _next_place(table.place[0], table.b[0], rules.tie_skips_one, rules.n_uramaki_places)
    if rules.unpaid_goes:
        _discard_unpaid(rules, table, k)


@kernel
def _score_uramaki(out, count, top, taken, first, second, third):
    no_overlap()
    for i in range(LANES):
        t, x = taken[i], count[i]
        v = first if t == ZERO else i16(0)
        v = second if t == ONE else v
        v = third if t == TWO else v
        s = u8(x >= top[i]) & u8(x > ZERO)
        out[i] = i16(out[i] + (v if s else i16(0)))


@kernel
def score_uramaki(rules, table, p, k):
    """The most icons left take the next unclaimed place."""
    _score_uramaki(
        table.points[p, k],
        table.uramaki[p],
        table.uramaki_top[0],
        table.place[0],
        rules.uramaki_places[0],
        rules.uramaki_places[1],
        rules.uramaki_places[2],
    )


URAMAKI = Card(
    slug="uramaki",
    name="Uramaki",
    group="roll",
    colour="yellow-lime",
    hex="E8E848",
    variants=tuple(Variant(f"uramaki-{n}", f"Uramaki ({n} icons)", 4, value=n) for n in (3, 4, 5)),
    points={"places": [8, 5, 2], "target": 10},
    rule="First to 10 icons 8, next 5, next 2 points, at once; at the end of the round the most icons left take "
    "the next place.",
    look=look_uramaki,
    gain=gain_uramaki,
    reveal=reveal_uramaki,
    at_once=race,
    hide=hide_uramaki,
    score=score_uramaki,
    outlook=Race,
    plan=plan_uramaki,
    rivals=rivals_uramaki,
)
