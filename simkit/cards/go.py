"""The cards of Sushi Go! (rules B): kinds of the box, but ties are split and the remainder is dropped.

What a seat is paid depends on its opponents: how high they are, and how many it would share a place with. That is
found by the looks, for every seat, since a second card is chosen while first cards lie on the tables that nobody has
seen yet (`simkit.together`). A pay is kept in a byte, negative ones as its two's complement.
"""

from dataclasses import replace

from simkit._jit import kernel, no_overlap
from simkit.cards.appetizers import DUMPLING, SASHIMI, TEMPURA
from simkit.cards.card import Card, same
from simkit.cards.desserts import PUDDING
from simkit.cards.nigiri import NIGIRI, WASABI
from simkit.cards.rolls import MAKI
from simkit.cards.specials import CHOPSTICKS, SOY_SAUCE, look_colours
from simkit.rows import fill
from simkit.schema import LANES, NONE, OFFSET, ONE, ZERO, i8, i16, u8


@kernel
def _shared(out, tied, shares, n_seats):
    """What a place pays that is shared with so many opponents."""
    no_overlap()
    for i in range(LANES):
        out[i] = ZERO
    for n in range(1, n_seats):
        opponents, pay = u8(n), u8(shares[n + 1])
        for i in range(LANES):
            v = out[i]
            out[i] = pay if tied[i] == opponents else v


@kernel
def _gain(out, new, old):
    no_overlap()
    for i in range(LANES):
        g = u8(new[i] - old[i])
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def _pay(out, pay):
    no_overlap()
    for i in range(LANES):
        out[i] = i16(out[i] + i16(i8(pay[i])))


# ---- maki: the most icons, the second most; a tie for the most takes the second place too


@kernel
def _two_highest(top, n_top, next_, n_next, count):
    """Take one opponent's icons into the two highest different numbers, and how many have them."""
    no_overlap()
    for i in range(LANES):
        x, a, m, b, n = count[i], top[i], n_top[i], next_[i], n_next[i]
        above = x > a
        between = u8(x > b) & u8(x < a)
        equal, tied = u8(x == a), u8(x == b) & u8(x < a)
        b_new = x if between else b
        n_new = ONE if between else u8(n + tied)
        top[i] = max(a, x)
        n_top[i] = ONE if above else u8(m + equal)
        next_[i] = a if above else b_new
        n_next[i] = m if above else n_new


@kernel
def _second_place(second, shared, n_top, points):
    """There is a second place below an opponent who is alone at the top."""
    no_overlap()
    for i in range(LANES):
        alone = n_top[i] == ONE
        w = shared[i]
        second[i] = points if alone else ZERO
        shared[i] = w if alone else ZERO


@kernel
def look_split_maki(rules, table, k):
    """Every seat's opponents: their two highest numbers, the pay between these, and the pay level with them."""
    n_top, n_next = table.count[0], table.n[0]
    for p in range(rules.n_seats):
        top, next_ = table.maki_high[p, 0], table.maki_high[p, 1]
        level1, level2 = table.maki_level[p, 0], table.maki_level[p, 1]
        fill(top, ZERO)
        fill(n_top, ZERO)
        fill(next_, ZERO)
        fill(n_next, ZERO)
        for q in range(rules.n_seats):
            if q != p:
                _two_highest(top, n_top, next_, n_next, table.maki[q])
        _shared(level1, n_top, rules.maki_shares[0], rules.n_seats)
        _shared(level2, n_next, rules.maki_shares[1], rules.n_seats)
        _second_place(table.maki_second[p], level2, n_top, u8(rules.maki_places[1]))


@kernel
def _place(out, count, icons, top, next_, second, level1, level2, first):
    """The pay with some icons more; nobody is paid without icons."""
    no_overlap()
    for i in range(LANES):
        a, b, s, v, w = top[i], next_[i], second[i], level1[i], level2[i]
        y = u8(count[i] + icons)
        pay = w if y == b else ZERO
        pay = s if y > b else pay
        pay = v if y == a else pay
        pay = first if y > a else pay
        out[i] = pay if y > ZERO else ZERO


@kernel
def _place_maki(rules, table, p, icons, out):
    _place(
        out,
        table.maki[p],
        u8(icons),
        table.maki_high[p, 0],
        table.maki_high[p, 1],
        table.maki_second[p],
        table.maki_level[p, 0],
        table.maki_level[p, 1],
        u8(rules.maki_places[0]),
    )


@kernel
def gain_split_maki(rules, table, p, k):
    """Place with the icons on the tables as they were seen last, less the place now."""
    _place_maki(rules, table, p, 0, table.a[0])
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        _place_maki(rules, table, p, rules.value[r], table.b[0])
        _gain(table.gain[p, r], table.b[0], table.a[0])


@kernel
def score_split_maki(rules, table, p, k):
    """Pay the places by icons."""
    _place_maki(rules, table, p, 0, table.a[0])
    _pay(table.points[p, k], table.a[0])


# ---- pudding: the most and the fewest; all equal is nothing, two players do not lose


@kernel
def _ends(high, n_high, low, n_low, count):
    """Take one opponent's puddings into the most and the fewest, and how many have them."""
    no_overlap()
    for i in range(LANES):
        x, h, m, f, n = count[i], high[i], n_high[i], low[i], n_low[i]
        high[i] = max(h, x)
        low[i] = min(f, x)
        n_high[i] = ONE if x > h else u8(m + u8(x == h))
        n_low[i] = ONE if x < f else u8(n + u8(x == f))


@kernel
def look_split_pudding(rules, table, k):
    """Every seat's opponents: their most and their fewest, and the pay level with these."""
    n_high, n_low = table.count[0], table.n[0]
    for p in range(rules.n_seats):
        high, low = table.pudding_ends[p, 0], table.pudding_ends[p, 1]
        fill(high, ZERO)
        fill(n_high, ZERO)
        fill(low, NONE)
        fill(n_low, ZERO)
        for q in range(rules.n_seats):
            if q != p:
                _ends(high, n_high, low, n_low, table.pudding[q])
        _shared(table.pudding_level[p, 0], n_high, rules.pudding_shares[0], rules.n_seats)
        _shared(table.pudding_level[p, 1], n_low, rules.pudding_shares[1], rules.n_seats)


@kernel
def _standing(out, count, more, high, low, level1, level2, most, fewest):
    no_overlap()
    for i in range(LANES):
        h, f, v, w = high[i], low[i], level1[i], level2[i]
        y = u8(count[i] + more)
        pay = v if y == h else ZERO
        pay = most if y > h else pay
        loss = w if y == f else ZERO
        loss = fewest if y < f else loss
        same_all = u8(y == h) & u8(y == f)
        out[i] = ZERO if same_all else u8(pay + loss)


@kernel
def _standing_pudding(rules, table, p, more, out):
    _standing(
        out,
        table.pudding[p],
        u8(more),
        table.pudding_ends[p, 0],
        table.pudding_ends[p, 1],
        table.pudding_level[p, 0],
        table.pudding_level[p, 1],
        u8(rules.pudding_most),
        u8(rules.pudding_shares[1, 1]),
    )


@kernel
def gain_split_pudding(rules, table, p, k):
    """Standing with one more, less the standing now."""
    _standing_pudding(rules, table, p, 0, table.a[0])
    _standing_pudding(rules, table, p, 1, table.b[0])
    _gain(table.gain[p, rules.first[k]], table.b[0], table.a[0])


@kernel
def final_split_pudding(rules, table, p, k):
    """Pay the most and the fewest."""
    _standing_pudding(rules, table, p, 0, table.a[0])
    _pay(table.points[p, k], table.a[0])


# ---- soy sauce (promotional cards): the most colours, shared by those of them who have soy sauce


@kernel
def _most_colours(high, n_high, colours, cards):
    """Take one opponent into the most colours, and how many have them and soy sauce."""
    no_overlap()
    for i in range(LANES):
        x, h, n = colours[i], high[i], n_high[i]
        has = u8(cards[i] > ZERO)
        high[i] = max(h, x)
        same_high = u8(n + u8(has & u8(x == h)))
        n_high[i] = has if x > h else same_high


@kernel
def _soy(out, cards, colours, high, level, more, points):
    """The pay with a soy sauce more (or none more); the first one is a colour itself."""
    no_overlap()
    for i in range(LANES):
        n, h, w = u8(cards[i] + more), high[i], level[i]
        c = u8(colours[i] + u8(u8(cards[i] == ZERO) & more))
        pay = w if c == h else ZERO
        pay = points if c > h else pay
        out[i] = pay if n > ZERO else ZERO


@kernel
def _alone_among(level, tied, points):
    """Level only with opponents without soy sauce: nothing is shared."""
    no_overlap()
    for i in range(LANES):
        w = level[i]
        level[i] = points if tied[i] == ZERO else w


@kernel
def look_split_soy(rules, table, k):
    """Every seat's opponents: their most colours, and the pay level with these."""
    look_colours(rules, table, k)
    tied, r = table.count[0], rules.first[k]
    for p in range(rules.n_seats):
        fill(table.soy_high[p], ZERO)
        fill(tied, ZERO)
        for q in range(rules.n_seats):
            if q != p:
                _most_colours(table.soy_high[p], tied, table.colours[q], table.tab[q, r])
        _shared(table.soy_level[p], tied, rules.soy_shares, rules.n_seats)
        _alone_among(table.soy_level[p], tied, u8(rules.soy_points))


@kernel
def _pay_soy(rules, table, p, r, more, out):
    _soy(
        out,
        table.tab[p, r],
        table.colours[p],
        table.soy_high[p],
        table.soy_level[p],
        u8(more),
        u8(rules.soy_points),
    )


@kernel
def gain_split_soy(rules, table, p, k):
    """Its points while nobody has more colours, shared with those who have as many; one scores a seat."""
    r = rules.first[k]
    _pay_soy(rules, table, p, r, 0, table.a[0])
    _pay_soy(rules, table, p, r, 1, table.b[0])
    _gain(table.gain[p, r], table.b[0], table.a[0])


@kernel
def score_split_soy(rules, table, p, k):
    """Pay one soy sauce to its owner with the most colours, split among those tied."""
    _pay_soy(rules, table, p, rules.first[k], 0, table.a[0])
    _pay(table.points[p, k], table.a[0])


def _copies(kind: Card, *copies: int) -> Card:
    """Return a kind with other numbers of copies."""
    variants = (
        replace(variant, n_copies=n) for variant, n in zip(kind.variants, copies, strict=True)
    )
    return replace(kind, variants=tuple(variants))


CATALOGUE: tuple[Card, ...] = (
    _copies(NIGIRI, 5, 10, 5),
    replace(
        _copies(MAKI, 6, 12, 8),
        points={"places": [6, 3]},
        rule="Most icons 6, second 3 points. A tie splits them, the remainder is dropped; after a tie for the most "
        "there is no second place.",
        look=look_split_maki,
        gain=gain_split_maki,
        score=score_split_maki,
    ),
    _copies(TEMPURA, 14),
    _copies(SASHIMI, 14),
    _copies(DUMPLING, 14),
    replace(
        CHOPSTICKS,
        variants=same("chopsticks", "Chopsticks", 4),
        rule="On a later turn choose two cards from your hand, and put the chopsticks into it. One a turn.",
    ),
    replace(
        SOY_SAUCE,
        variants=same("soy-sauce", "Soy sauce", 4),
        rule="4 points if you have the most different background colours; those tied who have soy sauce split "
        "them. A player scores one. (Promotional cards.)",
        look=look_split_soy,
        gain=gain_split_soy,
        score=score_split_soy,
    ),
    _copies(WASABI, 6),
    replace(
        _copies(PUDDING, 10),
        rule="At the end of the game most +6, fewest -6 points (2 players: no loss). Ties split them, the "
        "remainder is dropped; all equal is nothing.",
        look=look_split_pudding,
        gain=gain_split_pudding,
        final=final_split_pudding,
    ),
)
"""Every kind of card of Sushi Go! with the promotional soy sauce (rules B)."""
