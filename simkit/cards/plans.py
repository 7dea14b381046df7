"""Kernels of players that plan: a card's worth looked up by its progress in the tables of `simkit.cards.outlook`.

What rivals have is found once a turn for all seats (`Card.rivals`), since a seat may look at its own table only.
"""

from simkit._jit import kernel, no_overlap
from simkit.rows import add, add_rows, copy, fill, look_up
from simkit.schema import LANES, MAX_ICONS, NONE, OFFSET, ONE, ZERO, i16, u8

_LEVEL = u8(5)  # see simkit.cards.outlook.LEVEL
_LAST = u8(MAX_ICONS - 1)
_SOME, _MANY = u8(32), u8(48)  # simkit.cards.outlook: 0.4 of WHOLE, and the rest of it


@kernel
def look_up_plan(out, x, rules, table, r, i):
    """Look up what row r is worth at progress x."""
    look_up(out, x, rules.outlook[table.judge, table.round_now, table.turn, r, i])


@kernel
def plan_constant(rules, table, p, k):
    """The same worth whatever lies on the table."""
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        fill(table.gain[p, r], rules.outlook[table.judge, table.round_now, table.turn, r, 0, 0])


@kernel
def _add_copies(out, held, weight, most, mine):
    """Count the copies of a known hand that can be had when it comes; one of the hand at hand is taken now."""
    no_overlap()
    for i in range(LANES):
        n = held[i]
        n = u8(n - mine) if n > ZERO else n
        out[i] = u8(out[i] + u8(min(n, most) * weight))


@kernel
def _add_copies_but(out, held, weight, most, joined, r):
    """The same for a hand that a card has joined unseen."""
    no_overlap()
    for i in range(LANES):
        n = u8(held[i] - u8(joined[i] == r))
        out[i] = u8(out[i] + u8(min(n, most) * weight))


@kernel
def find_supply(rules, table, p, r, out):
    """Find how many copies of row r may still come to seat p in this round; WHOLE is one for each turn.

    Hands that the judge has held are known, since all see what is done to them, but for the top card of a dummy's
    pile that another player has just drawn; of the others it knows how many to expect.
    """
    fill(out, rules.to_come[table.judge, table.round_now, table.turn, r])
    if rules.n_die_types > 0:
        return
    n, way = rules.n_players, rules.pass_to[table.round_now]
    unseen = -1
    if (
        rules.n_players < rules.n_seats
    ):  # of the turn that is played, not of the one that is thought of
        c = (rules.controller[table.round_now] + table.known) % n
        unseen = (c - table.known * way) % n if c != table.judge else -1
    for d in range(1, min(n, rules.hand_size - 1 - table.turn) + 1):
        q = (p - (table.turn + d) * way) % n
        if (table.judge - q) * way % n <= table.known:
            weight, most = rules.survives[table.turn, d], rules.visits[table.turn, d]
            if q == unseen:
                _add_copies_but(out, table.hand[q, r], weight, most, table.joined[0], u8(r))
            else:
                mine = ONE if q == table.viewed else ZERO
                _add_copies(out, table.hand[q, r], weight, most, mine)


@kernel
def _between(out, none, some, many, supply):
    """Between the worths with no copy to come, with a few, and with one in each turn."""
    no_overlap()
    for i in range(LANES):
        s = supply[i]
        x = i16(min(s, _SOME))
        y = i16(min(u8(max(s, _SOME) - _SOME), _MANY))
        a, b, c = i16(none[i]), i16(some[i]), i16(many[i])
        low = i16(i16(i16(b - a) * x + i16(16)) >> i16(5))
        high = i16(i16(i16(c - b) * y + i16(24)) // i16(48))
        out[i] = u8(i16(a + i16(low + high)))


@kernel
def plan_set(rules, table, p, k):
    """By own cards, and by the copies that may still come.

    When cards are valued again within the turn, those stand as they were: what others have chosen may lie there unseen.
    """
    r = rules.first[k]
    own, supply = table.tab[p, r], table.may_come[p, r]
    if p != table.judge:
        supply = table.d[0]
    if p != table.judge or not table.reviewing:
        find_supply(rules, table, p, r, supply)
    look_up_plan(table.a[0], own, rules, table, r, 0)
    look_up_plan(table.b[0], own, rules, table, r, 1)
    look_up_plan(table.c[0], own, rules, table, r, 2)
    _between(table.gain[p, r], table.a[0], table.b[0], table.c[0], supply)


@kernel
def plan_ice_cream(rules, table, p, k):
    """By the game's ice cream."""
    r = rules.first[k]
    look_up_plan(table.gain[p, r], table.ice[p], rules, table, r, 0)


@kernel
def plan_by_wasabi(rules, table, p, k):
    """Nigiri and wasabi: by free wasabi."""
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        look_up_plan(table.gain[p, r], table.free[p], rules, table, r, 0)


@kernel
def _other_shapes(out, shape, other1, other2, other3):
    """How many other shapes lie in the set that one more of this shape would join."""
    no_overlap()
    for i in range(LANES):
        x = shape[i]
        out[i] = u8(u8(u8(other1[i] > x) + u8(other2[i] > x)) + u8(other3[i] > x))


@kernel
def plan_shapes(rules, table, p, k):
    """By the set that each shape would join."""
    r = rules.first[k]
    for i in range(4):
        _other_shapes(
            table.a[0],
            table.tab[p, r + i],
            table.tab[p, r + ((i + 1) & 3)],
            table.tab[p, r + ((i + 2) & 3)],
            table.tab[p, r + ((i + 3) & 3)],
        )
        look_up_plan(table.gain[p, r + i], table.a[0], rules, table, r + i, 0)


@kernel
def plan_fruit(rules, table, p, k):
    """By icons of each fruit; a mixed card is half of each."""
    r = rules.first[k]
    for i in range(3):
        look_up_plan(table.gain[p, r + i], table.fruit[p, i], rules, table, r + i, 0)
        look_up_plan(table.spare[0, i], table.fruit[p, i], rules, table, r + i, 1)
    for i in range(3, rules.n_variants[k]):
        copy(table.gain[p, r + i], table.spare[0, rules.value[r + i]])
        add(table.gain[p, r + i], table.spare[0, rules.other[r + i]])


@kernel
def _opponents(out, holders, cards):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(holders[i] - u8(cards[i] > ZERO))


@kernel
def plan_edamame(rules, table, p, k):
    """By opponents who have some."""
    r = rules.first[k]
    _opponents(table.a[0], table.holders[0], table.tab[p, r])
    look_up_plan(table.gain[p, r], table.a[0], rules, table, r, 0)


@kernel
def plan_tea(rules, table, p, k):
    """By the largest colour group."""
    r = rules.first[k]
    look_up_plan(table.gain[p, r], table.largest[p], rules, table, r, 0)


@kernel
def plan_bonus(rules, table, p, k):
    """Chopsticks and spoons: by how many of them lie there already."""
    first = rules.first[k]
    fill(table.a[0], ZERO)
    add_rows(table.a[0], table.tab[p, first:], rules.n_variants[k])
    look_up_plan(table.gain[p, first], table.a[0], rules, table, first, 0)
    for i in range(1, rules.n_variants[k]):
        copy(table.gain[p, first + i], table.gain[p, first])


# ---- majorities


@kernel
def _rival(first, second, last, count):
    """Take one opponent into the highest, the second highest and the lowest."""
    no_overlap()
    for i in range(LANES):
        x, a, b = count[i], first[i], second[i]
        first[i] = max(a, x)
        second[i] = max(b, min(a, x))
        last[i] = min(last[i], x)


@kernel
def find_rivals(rules, counts, first, second, last):
    """Find every seat's highest, second highest and lowest opponent."""
    for p in range(rules.n_seats):
        fill(first[p], ZERO)
        fill(second[p], ZERO)
        fill(last[p], NONE)
        for q in range(rules.n_seats):
            if q != p:
                _rival(first[p], second[p], last[p], counts[q])


@kernel
def rivals_maki(rules, table, k):
    """Opponents' icons."""
    find_rivals(rules, table.maki, table.roll_first, table.roll_second, table.roll_last)


@kernel
def rivals_uramaki(rules, table, k):
    """Opponents' icons."""
    find_rivals(rules, table.uramaki, table.roll_first, table.roll_second, table.roll_last)


@kernel
def rivals_temaki(rules, table, k):
    """Opponents' cards."""
    counts = table.kept[0]
    for p in range(rules.n_seats):
        copy(counts[p], table.tab[p, rules.first[k]])
    find_rivals(rules, counts, table.roll_first, table.roll_second, table.roll_last)


@kernel
def rivals_pudding(rules, table, k):
    """Opponents' puddings."""
    find_rivals(rules, table.pudding, table.pudding_first, table.kept[0], table.pudding_last)


@kernel
def rivals_colours(rules, table, k):
    """Opponents' colours."""
    find_rivals(rules, table.colours, table.colours_first, table.kept[0], table.kept[0, 8:])


@kernel
def _lead(out, own, rival):
    """Own number less a rival's, as progress."""
    no_overlap()
    for i in range(LANES):
        y, x = u8(own[i] + _LEVEL), rival[i]
        d = u8(y - x) if y > x else ZERO
        out[i] = min(d, _LAST)


@kernel
def _both(out, a, b):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(u8(a[i] + b[i]) - OFFSET)


@kernel
def _majority(rules, table, p, k, own, rival, other):
    """By the lead over two rivals."""
    _lead(table.a[0], own, rival)
    _lead(table.b[0], own, other)
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        look_up_plan(table.c[0], table.a[0], rules, table, r, 0)
        look_up_plan(table.d[0], table.b[0], rules, table, r, 1)
        _both(table.gain[p, r], table.c[0], table.d[0])


@kernel
def plan_maki(rules, table, p, k):
    """By the lead over the highest and the second highest rival."""
    _majority(rules, table, p, k, table.maki[p], table.roll_first[p], table.roll_second[p])


@kernel
def plan_temaki(rules, table, p, k):
    """By the lead over the highest and the lowest rival."""
    own = table.tab[p, rules.first[k]]
    _majority(rules, table, p, k, own, table.roll_first[p], table.roll_last[p])


@kernel
def plan_pudding(rules, table, p, k):
    """By the lead over the highest and the lowest rival."""
    _majority(rules, table, p, k, table.pudding[p], table.pudding_first[p], table.pudding_last[p])


@kernel
def _at_place(out, alone, ahead, place, places):
    """Half as much for the second place, a quarter for the third, nothing after the last."""
    no_overlap()
    for i in range(LANES):
        n = place[i]
        g = u8(u8(alone[i] + ahead[i]) - OFFSET)
        more = u8(g - OFFSET) if g > OFFSET else ZERO
        y = more >> u8(1) if n == ONE else more
        y = more >> u8(2) if n > ONE else y
        y = y if n < places else ZERO
        out[i] = u8(OFFSET + y)


@kernel
def plan_uramaki(rules, table, p, k):
    """By own icons and by the lead over the highest rival."""
    _lead(table.b[0], table.uramaki[p], table.roll_first[p])
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        look_up_plan(table.c[0], table.uramaki[p], rules, table, r, 0)
        look_up_plan(table.d[0], table.b[0], rules, table, r, 1)
        _at_place(table.gain[p, r], table.c[0], table.d[0], table.place[0], rules.n_uramaki_places)


@kernel
def _with_soy(out, colours, cards):
    """The first soy sauce is a colour itself."""
    no_overlap()
    for i in range(LANES):
        out[i] = u8(colours[i] + u8(cards[i] == ZERO))


@kernel
def plan_soy(rules, table, p, k):
    """By the lead in colours."""
    r = rules.first[k]
    _with_soy(table.b[0], table.colours[p], table.tab[p, r])
    _lead(table.a[0], table.b[0], table.colours_first[p])
    look_up_plan(table.gain[p, r], table.a[0], rules, table, r, 0)
