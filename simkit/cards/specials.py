"""The specials but wasabi: action cards, soy sauce and tea, special order (rules A4, A5, A6, A7).

What chopsticks, spoons, menus and takeout boxes do to a turn stands in ``simkit/actions.py``, what a special
order and a takeout box are worth in ``simkit/policies/valuation.py``: both depend on all other cards.
"""

from simkit._jit import kernel, no_overlap, out_of_line
from simkit.cards.card import Card, numbered, same
from simkit.cards.families import flips_unused, gain_later
from simkit.cards.outlook import Asked, Colours, Drawn, Second, Tea
from simkit.cards.plans import plan_bonus, plan_constant, plan_soy, plan_tea, rivals_colours
from simkit.rows import add_product, add_times, fill, maximum
from simkit.schema import LANES, OFFSET, ONE, ZERO, i16, u8

# ---- colours, for soy sauce and tea


@kernel
def _colours(tab, down, rows, last, n, colours, largest, group):
    """Count different colours and the largest group: rows in order of colour, ``last`` of each marked."""
    no_overlap()
    for i in range(LANES):
        d = down[i]
        colours[i] = u8(d > ZERO)
        largest[i] = d
        group[i] = ZERO
    for j in range(n):
        row = tab[rows[j]]
        whole = u8(ZERO - last[j])
        rest = u8(~whole)
        for i in range(LANES):
            x = u8(group[i] + row[i])
            y = u8(x & whole)
            colours[i] = u8(colours[i] + u8(y > ZERO))
            largest[i] = max(largest[i], y)
            group[i] = u8(x & rest)


@kernel
def look_colours(rules, table, k):
    """Each seat's different colours and largest colour group; the most colours on any table.

    Every kind is its own colour, but nigiri and wasabi share one (A7). Face-down cards are one colour more
    or none (E2). The first kind on the menu that asks finds it for all.
    """
    out_of_line()
    if k != rules.first_of_colour:
        return
    fill(table.colours_high[0], ZERO)
    fill(table.b[0], ZERO)
    for p in range(rules.n_seats):
        down = table.down[p] if rules.down_has_colour else table.b[0]
        _colours(
            table.tab[p],
            down,
            rules.by_colour,
            rules.last_of_colour,
            rules.n_rows,
            table.colours[p],
            table.largest[p],
            table.a[0],
        )
        maximum(table.colours_high[0], table.colours[p])


@kernel
def _gain_soy(out, cards, colours, high, points):
    no_overlap()
    for i in range(LANES):
        n, c, h = cards[i], colours[i], high[i]
        new = u8(u8(n + ONE) * points) if u8(c + u8(n == ZERO)) >= h else ZERO
        old = u8(n * points) if c >= h else ZERO
        g = u8(new - old)
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def gain_soy(rules, table, p, k):
    """Its points while nobody has more colours; the first soy is a colour itself."""
    r = rules.first[k]
    _gain_soy(
        table.gain[p, r],
        table.tab[p, r],
        table.colours[p],
        table.colours_high[0],
        u8(rules.soy_points),
    )


@kernel
def _score_soy(out, cards, colours, high, points):
    no_overlap()
    for i in range(LANES):
        v = i16(i16(cards[i]) * points)
        out[i] = i16(out[i] + (v if colours[i] >= high[i] else i16(0)))


@kernel
def score_soy(rules, table, p, k):
    """Each soy scores if its owner has the most colours, or tied most."""
    r = rules.first[k]
    _score_soy(
        table.points[p, k],
        table.tab[p, r],
        table.colours[p],
        table.colours_high[0],
        rules.soy_points,
    )


SOY_SAUCE = Card(
    slug="soy-sauce",
    name="Soy sauce",
    group="special",
    colour="orange",
    hex="F39754",
    variants=same("soy-sauce", "Soy sauce", 3),
    points=4,
    rule="4 points each if you have the most different background colours, or tied most.",
    look=look_colours,
    gain=gain_soy,
    score=score_soy,
    outlook=Colours,
    plan=plan_soy,
    rivals=rivals_colours,
)


@kernel
def _gain_tea(out, cards, largest, points):
    no_overlap()
    for i in range(LANES):
        x, h = cards[i], largest[i]
        n = u8(x + ONE)
        g = u8(n + x) if n > h else h
        g = u8(g * points)
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def gain_tea(rules, table, p, k):
    """The largest colour group; tea itself may become it."""
    r = rules.first[k]
    _gain_tea(table.gain[p, r], table.tab[p, r], table.largest[p], u8(rules.tea_points))


@kernel
def score_tea(rules, table, p, k):
    """Each tea scores the cards of the largest colour group."""
    add_product(
        table.points[p, k], table.tab[p, rules.first[k]], table.largest[p], rules.tea_points
    )


TEA = Card(
    slug="tea",
    name="Tea",
    group="special",
    colour="dark red",
    hex="9B181D",
    variants=same("tea", "Tea", 3),
    points=1,
    rule="1 point for each card of your largest colour group.",
    look=look_colours,
    gain=gain_tea,
    score=score_tea,
    outlook=Tea,
    plan=plan_tea,
)

# ---- action cards

CHOPSTICKS = Card(
    slug="chopsticks",
    name="Chopsticks",
    group="special",
    colour="pale aqua",
    hex="A3DACF",
    variants=numbered("chopsticks", "Chopsticks", 1),
    points=None,
    rule="On a later turn play a second card from your hand and put the chopsticks into it.",
    gain=gain_later,
    flips=flips_unused,
    outlook=Second,
    plan=plan_bonus,
)

SPOON = Card(
    slug="spoon",
    name="Spoon",
    group="special",
    colour="dark grey",
    hex="505250",
    variants=numbered("spoon", "Spoon", 4),
    points=None,
    rule="On a later turn name a card: the first opponent to the left who has it gives it for the spoon.",
    min_players=3,
    gain=gain_later,
    flips=flips_unused,
    outlook=Asked,
    plan=plan_bonus,
)


@kernel
def gain_menu(rules, table, p, k):
    """A constant for the best of four cards."""
    r = rules.first[k]
    for i in range(rules.n_variants[k]):
        fill(table.gain[p, r + i], rules.value_of[table.judge, r + i])


MENU = Card(
    slug="menu",
    name="Menu",
    group="special",
    colour="pale yellow",
    hex="F9E783",
    variants=numbered("menu", "Menu", 7),
    points=None,
    rule="Draw four cards, play one of them now (not a menu), return the others.",
    max_players=6,
    gain=gain_menu,
    outlook=Drawn,
    plan=plan_constant,
)


SPECIAL_ORDER = Card(
    slug="special-order",
    name="Special order",
    group="special",
    colour="rainbow",
    hex="FFFFFF",
    variants=same("special-order", "Special order", 3),
    points=None,
    rule="Becomes a copy of a card you have played this round.",
    max_players=6,
)


@kernel
def score_takeout(rules, table, p, k):
    """Points for each face-down card."""
    add_times(table.points[p, k], table.down[p], rules.down_points)


TAKEOUT_BOX = Card(
    slug="takeout-box",
    name="Takeout box",
    group="special",
    colour="tan",
    hex="CCA17A",
    variants=numbered("takeout-box", "Takeout box", 10),
    points=2,
    rule="Turn any of your cards of earlier turns face-down: 2 points each.",
    score=score_takeout,
)
