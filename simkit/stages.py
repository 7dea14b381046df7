"""What every game begins and ends with: cleared tables, and the points in the log."""

from simkit._jit import kernel, unit
from simkit.log import write
from simkit.rows import fill, fill_rows
from simkit.schema import EV_END, EV_SCORE, LANES, N_ROUNDS, ONE, ZERO, i16


@kernel
def _fill_points(points, n_kinds):
    for k in range(n_kinds):
        row = points[k]
        for i in range(LANES):
            row[i] = i16(0)


@unit
def start_game(rules, table, n_lanes):
    """Clear the tables; lanes from n_lanes on are played but do not count."""
    for i in range(LANES):
        table.live[0, i] = ONE if i < n_lanes else ZERO
        table.live16[0, i] = i16(-1) if i < n_lanes else i16(0)
    for p in range(rules.n_seats):
        _fill_points(table.points[p], rules.n_kinds)
        fill_rows(table.copies[p], rules.n_kinds, ZERO)
        fill_rows(table.fruit[p], 3, ZERO)
        fill(table.pudding[p], ZERO)
        fill(table.ice[p], ZERO)
        fill(table.desserts[p], ZERO)
        fill(table.wish[p], ONE)
        fill_rows(table.waiting[p], 6, ZERO)


@kernel
def log_points(rules, table, stage):
    """Write down each kind's points of the game so far."""
    lane = table.lane
    for p in range(rules.n_seats):
        for k in range(rules.n_kinds):
            write(table, EV_SCORE, p, k, table.points[p, k, lane], stage, 0, 0)


@kernel
def log_end(rules, table):
    """Write down the points after the desserts, and who won."""
    lane = table.lane
    log_points(rules, table, N_ROUNDS)
    for p in range(rules.n_seats):
        write(
            table,
            EV_END,
            p,
            table.desserts[p, lane],
            table.lead[N_ROUNDS, p, lane],
            table.n_lead[N_ROUNDS, 0, lane],
            0,
            0,
        )
