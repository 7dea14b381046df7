"""Exact integers kept of every batch of games: sums, sums of squares, counts. Merging is adding.

Axes: seat p, kind k, row r (card), turn t, round or stage s (0 to 2: after that round, 3: after desserts).
"""

from simkit._jit import kernel, no_overlap, out_of_line, unit
from simkit.rows import fill, full, sum_rows
from simkit.schema import (
    HIST_BINS,
    HIST_LOW,
    LANES,
    MAX_SEATS,
    MAX_SET,
    N_ROUNDS,
    SHARE,
    ZERO,
    i16,
    i32,
    i64,
    u8,
)


@kernel
def tally_deal(rules, table, tally):
    """Count the cards of the hands just dealt (seat p's first hand is hand p)."""
    for p in range(rules.n_seats):
        sum_rows(table.hand[p], table.live[0], rules.n_rows, tally.dealt[table.round_now, p])


@kernel
def _difference(out, a, b):
    no_overlap()
    for i in range(LANES):
        out[i] = i16(a[i] - b[i])


@kernel
def _moments(x, live, out, out_sq, j):
    """Add sum and sum of squares; products of 16-bit numbers in 32 bits are one instruction.

    A square fits 32 bits, 256 of them do not: their halves are summed up apart.
    """
    no_overlap()
    s, low, high = i32(0), i32(0), i32(0)
    for i in range(LANES):
        v = i16(x[i] & live[i])
        square = i32(i32(v) * i32(v))
        s = i32(s + i32(v))
        low = i32(low + i32(square & i32(65535)))
        high = i32(high + i32(square >> i32(16)))
    out[j] += i64(s)
    out_sq[j] += (i64(high) << 16) + i64(low)


@kernel
def _bins(x, out):
    no_overlap()
    low, high = i16(HIST_LOW), i16(HIST_LOW + HIST_BINS - 1)
    for i in range(LANES):
        out[i] = i16(min(max(x[i], low), high) - low)


@kernel
def _histogram(bins, n, out):
    for i in range(n):
        out[bins[i]] += 1


@kernel
def _both(a, b, live):
    no_overlap()
    total = ZERO
    for i in range(LANES):
        total = u8(total + u8(u8(a[i] & b[i]) & live[i]))
    return full(total, u8(u8(a[0] & b[0]) & live[0]))


@kernel
def _shared(lead, n_lead, live, n, out):
    """Count the lanes by the number of seats that share the lead."""
    no_overlap()
    for j in range(n):
        size = u8(j + 1)
        total = ZERO
        for i in range(LANES):
            total = u8(total + u8(u8(lead[i] & u8(n_lead[i] == size)) & live[i]))
        out[j] += full(total, u8(u8(lead[0] & u8(n_lead[0] == size)) & live[0]))


@kernel
def _share(win, lead, n_lead):
    """Each lane's part of the win in 840ths."""
    no_overlap()
    for i in range(LANES):
        win[i] = i16(SHARE) if lead[i] else i16(0)
    for n in range(2, MAX_SEATS + 1):
        size, part = u8(n), i16(SHARE // n)
        for i in range(LANES):
            w = win[i]
            win[i] = part if u8(n_lead[i] == size) & lead[i] else w


@kernel
def _is_taken(taken, copies, live):
    no_overlap()
    for i in range(LANES):
        taken[i] = i16(u8(copies[i] > ZERO) & live[i])


@kernel
def _with_both(a, b, score, win):
    """Lanes with both kinds, and their scores and wins."""
    no_overlap()
    n = i16(0)
    s = i32(0)
    w = i32(0)
    for i in range(LANES):
        on = i16(a[i] & b[i])
        n = i16(n + on)
        s = i32(s + i32(i32(score[i]) * i32(on)))
        w = i32(w + i32(i32(win[i]) * i32(on)))
    return i64(n), i64(s), i64(w)


@kernel
def _squares(a, score, win):
    no_overlap()
    s = i64(0)
    w = i32(0)
    for i in range(LANES):
        on = a[i]
        v = i16(score[i] * on)
        x = i16(win[i] * on)
        s += i64(i32(i32(v) * i32(v)))
        w = i32(w + i32(i32(x) * i32(x)))
    return s, i64(w)


@kernel
def _add_kind(taken_set, copies, bit):
    no_overlap()
    for i in range(LANES):
        taken_set[i] = i16(taken_set[i] | (bit if copies[i] > ZERO else i16(0)))


@kernel
def _count_sets(taken_set, score, win, n, sets):
    """Count a game under the set of kinds its seat took."""
    for i in range(n):
        row = sets[taken_set[i]]
        s, w = i64(score[i]), i64(win[i])
        row[0] += 1
        row[1] += s
        row[2] += s * s
        row[3] += w
        row[4] += w * w


@kernel
def _tally_sets(rules, table, p, n_lanes):
    """Count with and without, by whole sets of kinds: four times as fast as pair by pair."""
    taken_set = table.taken_set[0]
    for i in range(LANES):
        taken_set[i] = i16(0)
    for k in range(rules.n_kinds):
        _add_kind(taken_set, table.copies[p, k], i16(1 << k))
    _count_sets(taken_set, table.total[N_ROUNDS, p], table.high[0], n_lanes, table.sets[p])


@kernel
def _tally_pairs(rules, table, tally, p):
    """The same, pair by pair: house menus of more kinds than a table of sets can hold."""
    score, win = table.total[N_ROUNDS, p], table.high[0]
    for k in range(rules.n_kinds):
        _is_taken(table.taken[0, k], table.copies[p, k], table.live[0])
    for k in range(rules.n_kinds):
        for other in range(k + 1):
            n, s, w = _with_both(table.taken[0, k], table.taken[0, other], score, win)
            tally.both[p, k, other] += n
            tally.both_score[p, k, other] += s
            tally.both_win[p, k, other] += w
        s2, w2 = _squares(table.taken[0, k], score, win)
        tally.with_score_sq[p, k] += s2
        tally.with_win_sq[p, k] += w2


@unit
def clear_sets(rules, table):
    """Start counting sets of kinds."""
    if rules.n_kinds <= MAX_SET:
        for p in range(rules.n_seats):
            for i in range(1 << rules.n_kinds):
                for j in range(5):
                    table.sets[p, i, j] = 0


@unit
def add_sets(rules, table, tally):
    """Add the counted sets to the tally's pairs of kinds."""
    if rules.n_kinds > MAX_SET:
        return
    for p in range(rules.n_seats):
        for taken in range(1 << rules.n_kinds):
            row = table.sets[p, taken]
            if row[0] == 0:
                continue
            for k in range(rules.n_kinds):
                if not taken >> k & 1:
                    continue
                for other in range(k + 1):
                    if taken >> other & 1:
                        tally.both[p, k, other] += row[0]
                        tally.both_score[p, k, other] += row[1]
                        tally.both_win[p, k, other] += row[3]
                tally.with_score_sq[p, k] += row[2]
                tally.with_win_sq[p, k] += row[4]


@kernel
def _tally_kinds(rules, table, tally, p, n_lanes):
    """Points of each kind, and games with and without it."""
    out_of_line()
    for k in range(rules.n_kinds):
        _moments(table.points[p, k], table.live16[0], tally.points[p], tally.points_sq[p], k)
    _share(table.high[0], table.lead[N_ROUNDS, p], table.n_lead[N_ROUNDS, 0])
    if rules.n_kinds <= MAX_SET:
        _tally_sets(rules, table, p, n_lanes)
    else:
        _tally_pairs(rules, table, tally, p)


@unit
def tally_game(rules, table, tally, n_lanes):
    """Add a finished batch, of which the first n_lanes count."""
    n = rules.n_seats
    live = table.live[0]
    tally.n_games += n_lanes
    for p in range(n):
        for stage in range(N_ROUNDS + 1):
            x = table.total[stage, p]
            if 0 < stage < N_ROUNDS:
                x = table.high[0]
                _difference(x, table.total[stage, p], table.total[stage - 1, p])
            _moments(x, table.live16[0], tally.score[stage], tally.score_sq[stage], p)
            _bins(x, table.bins[0])
            _histogram(table.bins[0], n_lanes, tally.score_hist[stage, p])
            _shared(table.lead[stage, p], table.n_lead[stage, 0], live, n, tally.lead[stage, p])
            if stage < N_ROUNDS:
                for q in range(n):
                    tally.lead_win[stage, p, q] += _both(
                        table.lead[stage, p], table.lead[N_ROUNDS, q], live
                    )
    for p in range(n):
        _tally_kinds(rules, table, tally, p, n_lanes)


# ---- dice: seats act one after another, so a seat is compared with its table


@kernel
def _points_of(rules, table, stage, p, out):
    if 0 < stage < N_ROUNDS:
        _difference(out, table.total[stage, p], table.total[stage - 1, p])
    else:
        for i in range(LANES):
            out[i] = table.total[stage, p, i]


@kernel
def _add_points(out, points):
    no_overlap()
    for i in range(LANES):
        out[i] = i32(out[i] + i32(points[i]))


@kernel
def _edge(points, total, n, live, out, out_sq, j):
    no_overlap()
    s, q = i64(0), i64(0)
    for i in range(LANES):
        edge = i64(i32(i32(points[i]) * n) - total[i]) & i64(live[i])
        s += edge
        q += edge * edge
    out[j] += s
    out_sq[j] += q


@unit
def tally_edge(rules, table, tally):
    """Add how far each seat is from its table: seats x its points, less the points of all."""
    n, points, total = rules.n_seats, table.bins[0], table.net[0]
    for stage in range(N_ROUNDS + 1):
        fill(total, i32(0))
        for p in range(n):
            _points_of(rules, table, stage, p, points)
            _add_points(total, points)
        for p in range(n):
            _points_of(rules, table, stage, p, points)
            _edge(
                points,
                total,
                i32(n),
                table.live16[0],
                tally.edge[stage],
                tally.edge_sq[stage],
                p,
            )


@unit
def tally_tokens_left(rules, table, tally):
    """Add the menu and chopsticks tokens that are left at the end of the game."""
    for token in range(2):
        for p in range(rules.n_seats):
            left = table.tokens[p, token:]
            sum_rows(left, table.live[0], 1, tally.tokens_left[token, p:])
