"""Exact integers kept of every batch of games: sums, sums of squares, counts. Merging is adding.

Axes: seat p, kind k, row r (card), turn t, round or stage s (0 to 2: after that round, 3: after desserts).
"""

import numpy as np

from simkit._jit import kernel, no_overlap, out_of_line, unit
from simkit.rows import full, sum_rows
from simkit.schema import (
    HIST_BINS,
    HIST_LOW,
    LANES,
    MAX_SEATS,
    N_ROUNDS,
    SHARE,
    ZERO,
    i16,
    i64,
    u8,
)

@kernel
def tally_deal(rules, table, tally):
    """Count the cards of the hands just dealt (seat p's first hand is hand p)."""
    for p in range(rules.n_seats):
        sum_rows(table.hand[p], table.live[0], rules.n_rows, tally.dealt[p])


@kernel
def _difference(out, a, b):
    no_overlap()
    for i in range(LANES):
        out[i] = i16(a[i] - b[i])


@kernel
def _moments(x, live, out, out_sq, j):
    no_overlap()
    s = np.int32(0)
    q = np.int32(0)
    for i in range(LANES):
        v = np.int32(x[i]) * np.int32(live[i])
        s += v
        q += v * v
    out[j] += i64(s)
    out_sq[j] += i64(q)


@kernel
def _histogram(x, n, out):
    for i in range(n):
        b = i64(x[i]) - HIST_LOW
        b = min(max(b, 0), HIST_BINS - 1)
        out[b] += 1


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
def _is_taken(taken, copies):
    no_overlap()
    for i in range(LANES):
        taken[i] = u8(copies[i] > ZERO)


@kernel
def _pair(a, b, live, score, win):
    """Count lanes with both kinds; their scores and wins."""
    no_overlap()
    n = np.int32(0)
    s = np.int32(0)
    w = np.int32(0)
    for i in range(LANES):
        on = i16(u8(a[i] & b[i]) & live[i])
        mask = i16(i16(0) - on)
        n += np.int32(on)
        s += np.int32(i16(score[i] & mask))
        w += np.int32(i16(win[i] & mask))
    return n, s, w


@kernel
def _squares(a, live, score, win):
    no_overlap()
    s = np.int64(0)
    w = np.int64(0)
    for i in range(LANES):
        on = np.int32(a[i] & live[i])
        v = np.int32(score[i]) * on
        x = np.int32(win[i]) * on
        s += np.int64(v * v)
        w += np.int64(x * x)
    return s, w


@kernel
def _tally_kinds(rules, table, tally, p):
    """Count with and without: every pair of kinds a seat has taken, with score and win."""
    out_of_line()
    _share(table.high[0], table.lead[N_ROUNDS, p], table.n_lead[N_ROUNDS, 0])
    for k in range(rules.n_kinds):
        _moments(table.points[p, k], table.live[0], tally.points[p], tally.points_sq[p], k)
        _is_taken(table.drawn[0, k], table.copies[p, k])
    for k in range(rules.n_kinds):
        for other in range(k + 1):
            n, s, w = _pair(
                table.drawn[0, k], table.drawn[0, other], table.live[0], table.total[N_ROUNDS, p], table.high[0]
            )
            tally.both[p, k, other] += n
            tally.both_score[p, k, other] += s
            tally.both_win[p, k, other] += w
        s2, w2 = _squares(table.drawn[0, k], table.live[0], table.total[N_ROUNDS, p], table.high[0])
        tally.with_score_sq[p, k] += s2
        tally.with_win_sq[p, k] += w2


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
            _moments(x, live, tally.score[stage], tally.score_sq[stage], p)
            _histogram(x, n_lanes, tally.score_hist[stage, p])
            _shared(table.lead[stage, p], table.n_lead[stage, 0], live, n, tally.lead[stage, p])
            if stage < N_ROUNDS:
                for q in range(n):
                    tally.lead_win[stage, p, q] += _both(table.lead[stage, p], table.lead[N_ROUNDS, q], live)
    for p in range(n):
        _tally_kinds(rules, table, tally, p)


