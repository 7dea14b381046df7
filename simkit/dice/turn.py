"""One turn: the red belt's holder moves first, then to the left; the belts slide (rules C2, C4)."""

from simkit._jit import kernel, unit
from simkit.dice import choose
from simkit.dice.actions import count_dice
from simkit.dice.deal import belt_of, log_belt, slide, starter
from simkit.dice.place import log_tokens, take
from simkit.log import write
from simkit.place import begin_turn
from simkit.rows import fill_rows
from simkit.schema import EV_STARTS, EV_STATE, EV_TABLE, EV_TURN, ONE


@kernel
def tally_seen(rules, table, tally, p):
    """Count the faces on the belt as the seat's move begins."""
    n = table.n_dice
    fill_rows(table.chosen, n, ONE)
    count_dice(
        table.face[belt_of(rules, table, p)],
        table.chosen,
        n,
        table.live[0],
        rules.n_rows,
        table.a[0],
        tally.seen[table.round_now, p, table.turn],
    )


@kernel
def _log_state(rules, table, n_left):
    """Write down all trays, belts as they have slid, and tokens."""
    lane = table.lane
    for p in range(rules.n_seats):
        for r in range(rules.n_rows):
            if table.tab[p, r, lane]:
                write(table, EV_TABLE, p, r, table.tab[p, r, lane], 0, 0, 0)
        log_belt(rules, table, p, n_left)
        log_tokens(table, p)
        write(table, EV_STATE, p, 0, table.free[p, lane], 0, 0, 0)


@unit
def move(rules, table, tally, p):
    """Seat p uses tokens and chooses a die."""
    tally_seen(rules, table, tally, p)
    choose.move(rules, table, tally, p)


@unit
def open_turn(rules, table):
    """Begin a turn: so many dice are on every belt."""
    table.n_dice = rules.hand_size - table.turn
    if table.lane >= 0:
        write(table, EV_TURN, -1, table.round_now, table.turn, 0, 0, 0)
        write(table, EV_STARTS, starter(rules, table), 0, 0, 0, 0, 0)
    begin_turn(rules, table)


@unit
def close_turn(rules, table):
    """Everybody has taken a die: the belts slide."""
    if table.n_dice > 1:
        slide(rules, table, table.n_dice - 1)
    if table.lane >= 0:
        _log_state(rules, table, table.n_dice - 1)


@kernel
def moves_from(rules, table, tally, place):
    """Let the seats from this place in the turn's order on move, nobody searching, and end the turn."""
    n, first = rules.n_seats, starter(rules, table)
    for i in range(place, n):
        p = (first + i) % n
        move(rules, table, tally, p)
        take(rules, table, tally, p)
    close_turn(rules, table)
