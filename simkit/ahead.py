"""What searches have in common: the moves of one decision, games played ahead in blocks of lanes, what they bring.

The second table (``table.sim_table``) holds the moves and the games ahead. Its lanes are cut into blocks, one a move,
of the same circumstances: all streams give each block the same numbers.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.cards.moments import REVEAL
from simkit.rng import draw_same, key_of, seed_alike
from simkit.rows import fill, pick_nth
from simkit.schema import (
    DEAL,
    FIRST_WORTH,
    LANES,
    MAX_ICONS,
    MAX_SEATS,
    N_MODELS,
    N_OUTLOOKS,
    N_ROUNDS,
    NONE,
    OFFSET,
    SEATS,
    i8,
    i16,
    i64,
    u8,
    u64,
)

_WORDS = 8  # lanes of a block come in such numbers, so that streams can be alike
FORCED = i64(FIRST_WORTH)  # of a card that has to be taken

# Tuned by games of one search among three others at Sushi Go!, also at 2 and 5 players and with Party menus.
_SHARE = 0.5  # of the others' mean that counts against the own points
_WIN = 16.0  # points that the win itself counts for in the last round
_TRUST = 48  # games ahead that the valuation counts as
_HOPELESS = i64(12)  # half points below the best by the valuation at which a move is not looked at
NEARLY = i64(4)  # half points that may be missing for a call to be looked at


@kernel
def add_move(other, n, move, calls, prior):
    """List a move, with what it seems to be worth before any game."""
    other.move[n] = move
    other.move_calls[n] = calls
    other.move_prior[n] = prior
    other.move_value[n] = prior
    other.move_sum[n] = 0.0
    other.move_n[n] = 0


@kernel
def sort_moves(other, n):
    """Put the best first; equals stay in order."""
    for i in range(1, n):
        for j in range(i, 0, -1):
            if other.move_value[j] > other.move_value[j - 1]:
                a, b = other.move[j], other.move_calls[j]
                c, d = other.move_prior[j], other.move_n[j]
                x, y = other.move_sum[j], other.move_value[j]
                other.move[j], other.move_calls[j] = other.move[j - 1], other.move_calls[j - 1]
                other.move_prior[j], other.move_n[j] = other.move_prior[j - 1], other.move_n[j - 1]
                other.move_sum[j] = other.move_sum[j - 1]
                other.move_value[j] = other.move_value[j - 1]
                other.move[j - 1], other.move_calls[j - 1] = a, b
                other.move_prior[j - 1], other.move_n[j - 1] = c, d
                other.move_sum[j - 1], other.move_value[j - 1] = x, y


@kernel
def best_moves(other, n):
    """Sort listed moves and leave out those that seem hopeless; return how many there are."""
    sort_moves(other, n)
    while n > 1 and other.move_value[n - 1] < other.move_value[0] - _HOPELESS:
        n -= 1
    return n


@kernel
def is_searched(rules, table, lane):
    """Whether a lane is looked at: one that does not count is not, as long as no other lane depends on it."""
    if rules.lanes_tied:
        return True
    return table.live[0, lane] > 0 and (table.lane < 0 or table.lane == lane)


@kernel
def n_batches(rules, p):
    """Return how many batches of games a decision takes."""
    return (rules.rollouts[p] + LANES - 1) // LANES


@kernel
def start_batch(rules, table, other, p, lane, step, b, n):
    """Start the luck of batch b for n moves; return how many lanes each has."""
    lanes = min(i64(LANES), rules.rollouts[p] - b * LANES)
    size = max(lanes // n // _WORDS, 1) * _WORDS
    key = key_of(table, SEATS + p, lane) + u64(4096 * step + 64 * b)
    for s in range(SEATS + rules.n_seats):
        seed_alike(other.rng[s], key + u64(s), size // _WORDS)
    return size


@kernel
def end_batch(rules, other, p, n, size):
    """Add up what n moves have brought, put the best first and return how many are played on."""
    add_up(rules, other, p, n, size)
    sort_moves(other, n)
    return max(2, (n + 1) // 2)


@kernel
def spread(out, rows, lane, n):
    """Lay one lane of n rows into all lanes of others."""
    for i in range(n):
        fill(out[i], rows[i, lane])


@kernel
def _fill16(out, value):
    no_overlap()
    for i in range(LANES):
        out[i] = value


@kernel
def spread_points(rules, table, other, lane):
    """Lay the points of the game so far into all lanes, as one number."""
    for s in range(rules.n_seats):
        points = i64(0)
        for k in range(rules.n_kinds):
            points += i64(table.points[s, k, lane])
            _fill16(other.points[s, k], i16(0))
        _fill16(other.points[s, 0], i16(points))


@kernel
def _raise(card, by):
    no_overlap()
    for i in range(LANES):
        card[i] = u8(card[i] + by)


@kernel
def _take_where(out, card, taker, s):
    no_overlap()
    for i in range(LANES):
        y = card[i]
        out[i] = y if taker[i] == s else NONE


@kernel
def deal_desserts(rules, table):
    """Deal the desserts of later rounds to anybody, so that those taken so far count for what they may become."""
    first, end = rules.coming_rows[0], rules.coming_rows[1]
    copies = 0
    for r in range(first, end):
        copies += rules.n_copies[r]
        fill(table.drawn[0, r], u8(rules.n_copies[r]))
    if copies == 0:
        return
    x, taker = table.x[:LANES], table.x[LANES : 2 * LANES]
    for _ in range(rules.coming[table.round_now]):
        draw_same(table, DEAL, x, copies)
        draw_same(table, DEAL, taker, rules.n_seats)
        pick_nth(table.a[0], x, table.drawn[0, first:], table.b[0], end - first)
        _raise(table.a[0], u8(first))
        for s in range(rules.n_seats):
            _take_where(table.effect[s], table.a[0], taker, u8(s))
            for k in range(rules.n_kinds):
                if first <= rules.first[k] < end:
                    REVEAL(rules.reveal[k], rules, table, s, k)


@kernel
def add_up(rules, table, p, n, size):
    """Add what each move has brought: own points, less a share of the others'; in the last round the win, too."""
    total, lead, n_lead = table.total[N_ROUNDS], table.lead[N_ROUNDS], table.n_lead[N_ROUNDS, 0]
    mean = _SHARE / (rules.n_seats - 1)
    win = _WIN if table.round_now == N_ROUNDS - 1 else 0.0
    for c in range(n):
        value = 0.0
        for lane in range(c * size, (c + 1) * size):
            others = 0
            for s in range(rules.n_seats):
                if s != p:
                    others += i64(total[s, lane])
            value += i64(total[p, lane]) - mean * others
            if lead[p, lane]:
                value += win / n_lead[lane]
        table.move_sum[c] += value
        table.move_n[c] += size
        prior = _TRUST * 0.5 * (table.move_prior[c] - i64(OFFSET))
        table.move_value[c] = (table.move_sum[c] + prior) / (table.move_n[c] + _TRUST)


# ---- who the others are


@kernel
def _fill8(out, value):
    no_overlap()
    for i in range(LANES):
        out[i] = value


@kernel
def forget_picks(rules, table):
    """A new game: nobody is known."""
    for p in range(rules.n_players):
        for s in range(rules.n_players):
            for m in range(N_MODELS):
                _fill8(table.fits[p, s, m], i8(0))


@kernel
def _add8(out, a):
    no_overlap()
    for i in range(LANES):
        out[i] = i8(out[i] + a[i])


@kernel
def add_fit(table, p, s):
    """Seat p has read a pick of seat s."""
    for m in range(N_MODELS):
        _add8(table.fits[p, s, m], table.fit[m])


@unit
def _copy_role(rules, s, m):
    row = MAX_SEATS + m
    rules.role[s] = m
    rules.policy[s], rules.is_list[s] = rules.policy[row], rules.is_list[row]
    rules.remembers[s], rules.denial[s] = rules.remembers[row], rules.denial[row]
    for i in range(2):
        rules.token_at[s, i] = rules.token_at[row, i]
    for r in range(rules.n_rows):
        rules.value_of[s, r] = rules.value_of[row, r]
    for t in range(rules.hand_size):
        for i in range(2):
            rules.call_at[s, t, i] = rules.call_at[row, t, i]
        for r in range(rules.n_rows):
            rules.elsewhere[s, t, r] = rules.elsewhere[row, t, r]
            for n in range(N_ROUNDS):
                rules.to_come[s, n, t, r] = rules.to_come[row, n, t, r]
                for i in range(N_OUTLOOKS):
                    for x in range(MAX_ICONS):
                        rules.outlook[s, n, t, r, i, x] = rules.outlook[row, n, t, r, i, x]


@kernel
def give_role(ahead, s, m):
    """Let seat s play as model m does."""
    if ahead.role[s] != m:
        _copy_role(ahead, s, m)


@kernel
def give_roles(rules, table, ahead, p, lane):
    """Let each seat play ahead as the model that its picks have agreed with most often; at first, as the base."""
    for s in range(rules.n_players):
        best = 0
        for m in range(1, N_MODELS):
            if table.fits[p, s, m, lane] > table.fits[p, s, best, lane]:
                best = m
        give_role(ahead, s, best)
