"""End of a round, end of the game: points, totals, leaders (rules A3, A5, E25, E36)."""

from simkit._jit import kernel, no_overlap, unit
from simkit.cards.moments import FINAL, SCORE
from simkit.policies.valuation import look
from simkit.rows import add, add_rows, fill, fill_rows, subtract
from simkit.schema import LANES, N_ROUNDS, ONE, ZERO, i16, u8


@kernel
def _sum_points(total, points, n_kinds):
    no_overlap()
    for i in range(LANES):
        total[i] = i16(0)
    for k in range(n_kinds):
        row = points[k]
        for i in range(LANES):
            total[i] = i16(total[i] + row[i])


@kernel
def _high(high, total, n):
    no_overlap()
    for i in range(LANES):
        high[i] = i16(-32768)
    for p in range(n):
        row = total[p]
        for i in range(LANES):
            high[i] = max(high[i], row[i])


@kernel
def _lead(lead, n_lead, total, high):
    no_overlap()
    for i in range(LANES):
        s = u8(total[i] == high[i])
        lead[i] = s
        n_lead[i] = u8(n_lead[i] + s)


@kernel
def _totals(rules, table, stage):
    """Add up the points so far and find the (co-)leaders."""
    n = rules.n_seats
    for p in range(n):
        _sum_points(table.total[stage, p], table.points[p], rules.n_kinds)
    _high(table.high[0], table.total[stage], n)
    fill(table.n_lead[stage, 0], ZERO)
    for p in range(n):
        _lead(table.lead[stage, p], table.n_lead[stage, 0], table.total[stage, p], table.high[0])


@unit
def score_round(rules, table):
    """Add each kind's points to its owner's."""
    look(rules, table)
    for k in range(rules.n_kinds):
        for p in range(rules.n_seats):
            SCORE(rules.score[k], rules, table, p, k)
    _totals(rules, table, table.round_now)


@unit
def end_round(rules, table):
    """Collect all cards but played desserts for the next deck; special orders that became desserts stay too."""
    first, n_rows = rules.first_dessert, rules.n_rows
    for p in range(rules.n_seats):
        for r in range(first, n_rows):
            if not rules.dealt_on:
                subtract(table.pool[0, r], table.tab[p, r])
            add(table.desserts[p], table.tab[p, r])
            if rules.special_order >= 0:
                add_rows(table.pool[0, r], table.copied[p, r:], 1)
                subtract(table.pool[0, rules.special_order_row], table.copied[p, r])
        for k in range(rules.n_kinds):
            r = rules.first[k]
            add_rows(table.copies[p, k], table.tab[p, r:], rules.n_variants[k])
            if rules.special_order >= 0:
                for i in range(rules.n_variants[k]):
                    subtract(table.copies[p, k], table.copied[p, r + i])
        fill_rows(table.tab[p], n_rows, ZERO)
        if rules.special_order >= 0:
            fill_rows(table.copied[p], n_rows, ZERO)
        fill(table.down[p], ZERO)
        fill(table.maki[p], ZERO)
        fill(table.uramaki[p], ZERO)
        fill(table.free[p], ZERO)
        fill_rows(table.tripled[p], 3, ZERO)
        fill_rows(table.sealed[p], 3, ZERO)
    fill(table.place[0], ZERO)


@kernel
def _most_desserts(most, desserts, lead):
    no_overlap()
    for i in range(LANES):
        x = u8(desserts[i] + ONE)
        y = x if lead[i] else ZERO
        most[i] = max(most[i], y)


@kernel
def _win(lead, n_lead, desserts, most):
    no_overlap()
    for i in range(LANES):
        s = u8(lead[i] & u8(u8(desserts[i] + ONE) == most[i]))
        lead[i] = s
        n_lead[i] = u8(n_lead[i] + s)


@unit
def score_game(rules, table):
    """Count the desserts; most points win, then most dessert cards, then the win is shared."""
    look(rules, table)
    for k in range(rules.n_kinds):
        for p in range(rules.n_seats):
            FINAL(rules.final[k], rules, table, p, k)
    _totals(rules, table, N_ROUNDS)
    fill(table.a[0], ZERO)
    for p in range(rules.n_seats):
        _most_desserts(table.a[0], table.desserts[p], table.lead[N_ROUNDS, p])
    fill(table.n_lead[N_ROUNDS, 0], ZERO)
    for p in range(rules.n_seats):
        _win(table.lead[N_ROUNDS, p], table.n_lead[N_ROUNDS, 0], table.desserts[p], table.a[0])
