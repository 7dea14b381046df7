"""The eight appetizers (rules A5, E7, E28)."""

from simkit._jit import kernel, no_overlap, out_of_line
from simkit.cards.card import Card, Variant, same
from simkit.cards.families import flips_count, gain_count, score_count
from simkit.cards.outlook import Edamame, Miso, Sets, Shapes
from simkit.cards.plans import plan_edamame, plan_set, plan_shapes
from simkit.log import write_discard
from simkit.rows import add_product, add_where, any_above, fill
from simkit.schema import LANES, OFFSET, ONE, WHY_CLASH, ZERO, i16, u8

TEMPURA = Card(
    slug="tempura",
    name="Tempura",
    group="appetizer",
    colour="lilac",
    hex="C199C5",
    variants=same("tempura", "Tempura", 8),
    points=[0, 0, 5, 5, 10, 10, 15, 15, 20, 20, 25, 25],
    rule="5 points for each pair.",
    gain=gain_count,
    score=score_count,
    flips=flips_count,
    outlook=Sets,
    plan=plan_set,
)

SASHIMI = Card(
    slug="sashimi",
    name="Sashimi",
    group="appetizer",
    colour="lime",
    hex="C5DA3D",
    variants=same("sashimi", "Sashimi", 8),
    points=[0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30],
    rule="10 points for each three.",
    gain=gain_count,
    score=score_count,
    flips=flips_count,
    outlook=Sets,
    plan=plan_set,
)

DUMPLING = Card(
    slug="dumpling",
    name="Dumpling",
    group="appetizer",
    colour="blue",
    hex="6D96CC",
    variants=same("dumpling", "Dumpling", 8),
    points=[0, 1, 3, 6, 10, 15],
    rule="1, 3, 6, 10, 15 points for 1, 2, 3, 4, 5 or more.",
    gain=gain_count,
    score=score_count,
    flips=flips_count,
    outlook=Sets,
    plan=plan_set,
)

EEL = Card(
    slug="eel",
    name="Eel",
    group="appetizer",
    colour="indigo",
    hex="3D3290",
    variants=same("eel", "Eel", 8),
    points=[0, -3, 7],
    rule="One costs 3 points, two or more bring 7.",
    gain=gain_count,
    score=score_count,
    flips=flips_count,
    outlook=Sets,
    plan=plan_set,
)

TOFU = Card(
    slug="tofu",
    name="Tofu",
    group="appetizer",
    colour="green",
    hex="76AB3F",
    variants=same("tofu", "Tofu", 8),
    points=[0, 2, 6, 0],
    rule="2 points for one, 6 for two, none for three or more.",
    gain=gain_count,
    score=score_count,
    flips=flips_count,
    outlook=Sets,
    plan=plan_set,
)


# ---- onigiri: sets of different shapes


@kernel
def _gain_onigiri(out, shape, other1, other2, other3, points1, points2, points3, points4):
    """A shape held c times joins level c + 1, on which m other shapes lie."""
    no_overlap()
    for i in range(LANES):
        x = shape[i]
        m = u8(u8(u8(other1[i] > x) + u8(other2[i] > x)) + u8(other3[i] > x))
        g = points1 if m == ZERO else points2
        g = points3 if m == u8(2) else g
        g = points4 if m == u8(3) else g
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def gain_onigiri(rules, table, p, k):
    """The set it would join, with and without it."""
    r = rules.first[k]
    sets = rules.onigiri_points
    for i in range(4):
        _gain_onigiri(
            table.gain[p, r + i],
            table.tab[p, r + i],
            table.tab[p, r + ((i + 1) & 3)],
            table.tab[p, r + ((i + 2) & 3)],
            table.tab[p, r + ((i + 3) & 3)],
            u8(sets[1] - sets[0]),
            u8(sets[2] - sets[1]),
            u8(sets[3] - sets[2]),
            u8(sets[4] - sets[3]),
        )


@kernel
def _score_level(
    out, circle, triangle, square, rectangle, level, points1, points2, points3, points4
):
    no_overlap()
    seen = ZERO
    for i in range(LANES):
        m = u8(u8(circle[i] >= level) + u8(triangle[i] >= level))
        m = u8(m + u8(u8(square[i] >= level) + u8(rectangle[i] >= level)))
        seen = u8(seen | m)
        points = points1 if m == ONE else i16(0)
        points = points2 if m == u8(2) else points
        points = points3 if m == u8(3) else points
        points = points4 if m == u8(4) else points
        out[i] = i16(out[i] + points)
    return seen


@kernel
def score_onigiri(rules, table, p, k):
    """Sets of different shapes, the largest set first (rules A5)."""
    r = rules.first[k]
    sets = rules.onigiri_points
    level = 1
    while _score_level(
        table.points[p, k],
        table.tab[p, r],
        table.tab[p, r + 1],
        table.tab[p, r + 2],
        table.tab[p, r + 3],
        u8(level),
        sets[1],
        sets[2],
        sets[3],
        sets[4],
    ):
        level += 1


ONIGIRI = Card(
    slug="onigiri",
    name="Onigiri",
    group="appetizer",
    colour="magenta",
    hex="DA3996",
    variants=tuple(
        Variant(f"onigiri-{shape}", f"Onigiri ({shape})", 2)
        for shape in ("circle", "triangle", "square", "rectangle")
    ),
    points=[0, 1, 4, 9, 16],
    rule="1, 4, 9, 16 points for a set of 1, 2, 3, 4 different shapes.",
    gain=gain_onigiri,
    score=score_onigiri,
    outlook=Shapes,
    plan=plan_shapes,
)


# ---- edamame: opponents who have some


@kernel
def _count_holders(holders, cards):
    no_overlap()
    for i in range(LANES):
        holders[i] = u8(holders[i] + u8(cards[i] > ZERO))


@kernel
def look_edamame(rules, table, k):
    """How many seats have edamame."""
    fill(table.holders[0], ZERO)
    for p in range(rules.n_seats):
        _count_holders(table.holders[0], table.tab[p, rules.first[k]])


@kernel
def _worth_edamame(out, holders, cards, points, cap):
    """A card's worth: points for each opponent who has some, at most the cap per card (E7)."""
    no_overlap()
    for i in range(LANES):
        n = u8(holders[i] - u8(cards[i] > ZERO))
        out[i] = min(u8(n * points), cap)


@kernel
def _gain_edamame(out, worth):
    no_overlap()
    for i in range(LANES):
        g = worth[i]
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def _find_worth(rules, table, p, k):
    cards = table.tab[p, rules.first[k]]
    _worth_edamame(
        table.a[0], table.holders[0], cards, u8(rules.edamame_points), u8(rules.edamame_cap)
    )


@kernel
def gain_edamame(rules, table, p, k):
    """A card's worth with the opponents who have edamame now."""
    _find_worth(rules, table, p, k)
    _gain_edamame(table.gain[p, rules.first[k]], table.a[0])


@kernel
def score_edamame(rules, table, p, k):
    """Each card its worth."""
    _find_worth(rules, table, p, k)
    add_product(table.points[p, k], table.tab[p, rules.first[k]], table.a[0], i16(1))


@kernel
def _flips_edamame(flip, gain, cards, worth, down):
    no_overlap()
    for i in range(LANES):
        n, w = cards[i], worth[i]
        f = u8(n & u8(ZERO - u8(w < down)))
        flip[i] = f
        gain[i] = u8(gain[i] + u8(u8(f * u8(down - w)) << ONE))


@kernel
def flips_edamame(rules, table, p, k):
    """All of them, where a face-down card is worth more."""
    r = rules.first[k]
    _find_worth(rules, table, p, k)
    _flips_edamame(table.flip[p, r], table.e[0], table.tab[p, r], table.a[0], u8(rules.down_points))


EDAMAME = Card(
    slug="edamame",
    name="Edamame",
    group="appetizer",
    colour="purple",
    hex="8F3081",
    variants=same("edamame", "Edamame", 8),
    points={"per_opponent": 1, "cap": 4},
    rule="Each card 1 point for every opponent with edamame, at most 4 a card.",
    min_players=3,
    look=look_edamame,
    gain=gain_edamame,
    score=score_edamame,
    flips=flips_edamame,
    outlook=Edamame,
    plan=plan_edamame,
)


# ---- miso soup: a clash within the turn


@kernel
def begin_miso(rules, table, k):
    """A new turn: no miso soup yet."""
    fill(table.miso_total[0], ZERO)
    for p in range(rules.n_seats):
        fill(table.misos[p], ZERO)


@kernel
def gain_miso(rules, table, p, k):
    """A constant: its points, less the danger of a clash that nobody can see."""
    r = rules.first[k]
    fill(table.gain[p, r], rules.value_of[table.judge, r])


@kernel
def reveal_miso(rules, table, p, k):
    """Count this turn's miso soups, by seat and in all."""
    r = u8(rules.first[k])
    add_where(table.misos[p], table.effect[p], r)
    add_where(table.miso_total[0], table.effect[p], r)


@kernel
def _clash(cards, copied, misos, total, gone):
    no_overlap()
    for i in range(LANES):
        n = misos[i]
        lost = n if total[i] > ONE else ZERO
        left = u8(cards[i] - lost)
        y = copied[i]
        z = min(y, left)
        cards[i] = left
        copied[i] = z
        gone[i] = u8(gone[i] + u8(lost - u8(y - z)))
        misos[i] = u8(n - lost)


@kernel
def clash(rules, table, k):
    """Two or more miso soups in one turn: all of this turn's are discarded, a later one too (E28)."""
    out_of_line()
    if any_above(table.miso_total[0], ONE):
        r = rules.first[k]
        for p in range(rules.n_seats):
            if table.lane >= 0 and table.miso_total[0, table.lane] > 1:
                write_discard(table, p, r, WHY_CLASH, table.misos[p, table.lane])
            _clash(
                table.tab[p, r],
                table.copied[p, r],
                table.misos[p],
                table.miso_total[0],
                table.copies[p, k],
            )


MISO_SOUP = Card(
    slug="miso-soup",
    name="Miso soup",
    group="appetizer",
    colour="teal",
    hex="11897F",
    variants=same("miso-soup", "Miso soup", 8),
    points=[3 * n for n in range(12)],
    rule="3 points each; discarded if another miso soup is played in the same turn.",
    begin=begin_miso,
    gain=gain_miso,
    reveal=reveal_miso,
    at_once=clash,
    score=score_count,
    outlook=Miso,
    plan=plan_set,
)
