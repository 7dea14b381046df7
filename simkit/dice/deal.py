"""Dice out of the bag, rolled, and belts that slide (rules C).

Belt q lies before seat ``(q + slides) % n_seats``; belt 0 is the red one. Its dice are in slots 0, 1, ...: a type
and a face each. All lanes have the same number of dice on a belt.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.log import write
from simkit.rng import draw, draw_same
from simkit.rows import fill
from simkit.schema import DEAL, EV_ROLL, LANES, ONE, SIDES, ZERO, u8, u16


@kernel
def belt_of(rules, table, p):
    """Return the belt that lies before seat p."""
    return (p - table.slides) % rules.n_seats


@kernel
def starter(rules, table):
    """Return the seat that holds the red belt: it moves first."""
    return table.slides % rules.n_seats


@kernel
def _take_die(die, bag, x, n_types):
    """Find the type of die number x of the bag (cumulative counts by type), and take it out."""
    no_overlap()
    for i in range(LANES):
        die[i] = ZERO
    for t in range(n_types):
        row = bag[t]
        for i in range(LANES):
            c = row[i]
            before = u8(x[i] >= c)
            die[i] = u8(die[i] + before)
            row[i] = u8(c - u8(before ^ ONE))


@kernel
def show(face, die, x, sides, n_types):
    """Turn side x (0 to 5) of each die up."""
    no_overlap()
    for t in range(n_types):
        s = sides[t]
        s0, s1, s2, s3, s4, s5 = s[0], s[1], s[2], s[3], s[4], s[SIDES - 1]
        type_ = u8(t)
        for i in range(LANES):
            n, y = x[i], face[i]
            v = s0
            v = s1 if n == u8(1) else v
            v = s2 if n == u8(2) else v
            v = s3 if n == u8(3) else v
            v = s4 if n == u8(4) else v
            v = s5 if n == u8(5) else v
            face[i] = v if die[i] == type_ else y


@kernel
def roll_belt(rules, table, q, n):
    """Roll the first n dice of a belt."""
    x = table.x[:LANES]
    for j in range(n):
        draw_same(table, DEAL, x, SIDES)
        show(table.face[q, j], table.die[q, j], x, rules.sides, rules.n_die_types)


@unit
def draw_dice(rules, table):
    """Fill all belts from the bag and roll."""
    total = 0
    for t in range(rules.n_die_types):
        total += rules.die_count[t]
        fill(table.deck[0, t], u8(total))
    fill(table.sizes[0], u16(total))
    x = table.x[:LANES]
    for q in range(rules.n_seats):
        for j in range(rules.hand_size):
            draw(table, DEAL, x, table.sizes[0])
            _take_die(table.die[q, j], table.deck[0], x, rules.n_die_types)
        roll_belt(rules, table, q, rules.hand_size)


@unit
def slide(rules, table, n):
    """Pass all belts, with n dice left on each, one place to the left; everybody rolls the dice received."""
    table.slides += 1
    for q in range(rules.n_seats):
        roll_belt(rules, table, q, n)


@kernel
def log_belt(rules, table, p, n):
    """Write down the dice before seat p."""
    q, lane = belt_of(rules, table, p), table.lane
    for j in range(n):
        write(table, EV_ROLL, p, table.die[q, j, lane], table.face[q, j, lane], 0, 0, 0)
