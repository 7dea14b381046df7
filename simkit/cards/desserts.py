"""The three desserts, counted at the end of the game (rules A5, E6, E17, E29)."""

from simkit._jit import kernel, no_overlap
from simkit.cards.card import Card, Variant, same
from simkit.cards.families import (
    begin_most,
    extremes,
    gain_most,
    penalty,
    score_most,
)
from simkit.cards.outlook import Fruit, LastingSets, pudding
from simkit.cards.plans import plan_fruit, plan_ice_cream, plan_pudding, rivals_pudding
from simkit.rows import add, add_points, add_where, copy, count_equal, look_up, subtract
from simkit.schema import LANES, MAX_DESSERTS, MAX_ICONS, ONE, u8

# ---- pudding: the most and the fewest


@kernel
def look_pudding(rules, table, k):
    """The most and the fewest puddings of the game so far."""
    high, low, lowest = table.pudding_high[0], table.pudding_low[0], table.pudding_lowest[0]
    begin_most(high, low, lowest)
    for p in range(rules.n_seats):
        extremes(high, low, table.pudding[p])
    for p in range(rules.n_seats):
        count_equal(lowest, table.pudding[p], low)


@kernel
def gain_pudding(rules, table, p, k):
    """Standing with one more, less the standing now."""
    gain_most(
        table.gain[p, rules.first[k]],
        table.pudding[p],
        table.pudding_high[0],
        table.pudding_low[0],
        table.pudding_lowest[0],
        u8(rules.pudding_most),
        u8(penalty(rules, rules.pudding_fewest)),
    )


@kernel
def reveal_pudding(rules, table, p, k):
    """Count it."""
    add_where(table.pudding[p], table.effect[p], u8(rules.first[k]))


@kernel
def hide_pudding(rules, table, p, k):
    """A face-down pudding is no dessert any more."""
    subtract(table.pudding[p], table.flip[p, rules.first[k]])


@kernel
def final_pudding(rules, table, p, k):
    """Pay the most and the fewest."""
    score_most(
        table.points[p, k],
        table.pudding[p],
        table.pudding_high[0],
        table.pudding_low[0],
        rules.pudding_most,
        penalty(rules, rules.pudding_fewest),
        u8(rules.tied_is_nothing),
        u8(rules.most_needs_one),
    )


PUDDING = Card(
    slug="pudding",
    name="Pudding",
    group="dessert",
    colour="pink",
    hex="FCB2B7",
    variants=same("pudding", "Pudding", 15),
    points={"most": 6, "fewest": -6},
    rule="At the end of the game most +6, fewest -6 points (2 players: no loss). Ties are paid in full.",
    look=look_pudding,
    gain=gain_pudding,
    reveal=reveal_pudding,
    hide=hide_pudding,
    final=final_pudding,
    outlook=pudding,
    plan=plan_pudding,
    rivals=rivals_pudding,
)


# ---- green tea ice cream: sets of four


@kernel
def _look_up_beyond(out, x, table):
    """Look up the entries beyond a short table."""
    no_overlap()
    for n in range(MAX_ICONS, MAX_DESSERTS):
        y = table[n]
        for i in range(LANES):
            v = out[i]
            out[i] = y if x[i] >= u8(n) else v


@kernel
def _any_beyond(x):
    no_overlap()
    most = u8(0)
    for i in range(LANES):
        most = max(most, x[i])
    return most >= u8(MAX_ICONS)


@kernel
def gain_ice_cream(rules, table, p, k):
    """One more of the game's ice cream, by the points table."""
    r = rules.first[k]
    look_up(table.gain[p, r], table.ice[p], rules.gain_by_count[k])
    if _any_beyond(table.ice[p]):
        _look_up_beyond(table.gain[p, r], table.ice[p], rules.gain_by_count[k])


@kernel
def reveal_ice_cream(rules, table, p, k):
    """Count it."""
    add_where(table.ice[p], table.effect[p], u8(rules.first[k]))


@kernel
def hide_ice_cream(rules, table, p, k):
    """A face-down ice cream is no dessert any more."""
    subtract(table.ice[p], table.flip[p, rules.first[k]])


@kernel
def final_ice_cream(rules, table, p, k):
    """Pay the sets."""
    add_points(table.points[p, k], table.ice[p], rules.by_count[k])


GREEN_TEA_ICE_CREAM = Card(
    slug="green-tea-ice-cream",
    name="Green tea ice cream",
    group="dessert",
    colour="cyan",
    hex="46A5BB",
    variants=same("green-tea-ice-cream", "Green tea ice cream", 15),
    points=[0, 0, 0, 0, 12, 12, 12, 12, 24, 24, 24, 24, 36, 36, 36, 36, 48, 48, 48, 48],
    rule="At the end of the game 12 points for each four.",
    gain=gain_ice_cream,
    reveal=reveal_ice_cream,
    hide=hide_ice_cream,
    final=final_ice_cream,
    outlook=LastingSets,
    plan=plan_ice_cream,
)


# ---- fruit: two icons a card, three kinds of fruit


@kernel
def gain_fruit(rules, table, p, k):
    """Points of both icons by the fruit already there (variants: twice the same, then two different)."""
    r = rules.first[k]
    for i in range(3):
        look_up(table.gain[p, r + i], table.fruit[p, i], rules.fruit_gain[1])
        look_up(table.spare[0, i], table.fruit[p, i], rules.fruit_gain[0])
    for i in range(3, rules.n_variants[k]):
        copy(table.gain[p, r + i], table.spare[0, rules.value[r + i]])
        add(table.gain[p, r + i], table.spare[0, rules.other[r + i]])


@kernel
def _add_fruit(out, card, double, mixed1, mixed2):
    no_overlap()
    for i in range(LANES):
        c = card[i]
        n = u8(u8(c == double) << ONE)
        out[i] = u8(out[i] + u8(n + u8(u8(c == mixed1) | u8(c == mixed2))))


@kernel
def reveal_fruit(rules, table, p, k):
    """Count the icons: watermelon, pineapple, orange."""
    r = rules.first[k]
    watermelon, pineapple, orange, both_wp, both_wo, both_po = r, r + 1, r + 2, r + 3, r + 4, r + 5
    _add_fruit(table.fruit[p, 0], table.effect[p], u8(watermelon), u8(both_wp), u8(both_wo))
    _add_fruit(table.fruit[p, 1], table.effect[p], u8(pineapple), u8(both_wp), u8(both_po))
    _add_fruit(table.fruit[p, 2], table.effect[p], u8(orange), u8(both_wo), u8(both_po))


@kernel
def hide_fruit(rules, table, p, k):
    """A face-down fruit is no dessert any more: both icons go."""
    r = rules.first[k]
    for i in range(rules.n_variants[k]):
        subtract(table.fruit[p, rules.value[r + i]], table.flip[p, r + i])
        subtract(table.fruit[p, rules.other[r + i]], table.flip[p, r + i])


@kernel
def final_fruit(rules, table, p, k):
    """Pay each fruit by its icons; none at all costs points too."""
    for i in range(3):
        add_points(table.points[p, k], table.fruit[p, i], rules.fruit_points)


_FRUIT = ("watermelon", "pineapple", "orange")

FRUIT = Card(
    slug="fruit",
    name="Fruit",
    group="dessert",
    colour="coral",
    hex="F47F75",
    variants=tuple(
        Variant(
            f"fruit-{_FRUIT[a]}-{_FRUIT[b]}",
            f"Fruit ({_FRUIT[a]}, {_FRUIT[b]})",
            copies,
            value=b,
            other=a,
        )
        for a, b, copies in ((0, 0, 2), (1, 1, 2), (2, 2, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    ),
    points=[-2, 0, 1, 3, 6, 10],
    rule="At the end of the game each fruit -2, 0, 1, 3, 6, 10 points for 0, 1, 2, 3, 4, 5 or more icons.",
    gain=gain_fruit,
    reveal=reveal_fruit,
    hide=hide_fruit,
    final=final_fruit,
    outlook=Fruit,
    plan=plan_fruit,
)
