"""What is asked of single decisions: which card was preferred to which, and what another card would have brought.

In each game a seat tries another card once. A kind c is drawn from the menu. An *occasion* is a turn in which the seat
has c in its hand, and something else; one of them is drawn. There, if the seat has picked a card of this kind, it has
to take the best other one, else it has to take this kind. Everything else is as it would be, on the same deals and
with the same luck: the game and its twin, in which nothing is tried, are the two sides of "take c, or not".

How many occasions a game has is known when it has been played. So a batch is played twice: first as it is, while
occasions are counted, then with a card tried at one of them. What is drawn is a hash of the game; no stream moves.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.passing import hand_of
from simkit.policies import noise, valued
from simkit.rng import draw_lane, draw_same_at
from simkit.rows import add_rows, any_set, fill
from simkit.schema import DEAL, LANES, MAX_HAND, NONE, ONE, PICKED, SEATS, ZERO, i64, u8

# Purposes of hashed draws, above those of all other choices.
_KIND, _OCCASION, _CARD = (i64((3 << 18) + 64 + i) for i in range(3))


@kernel
def _begin(rules, table):
    """Draw the kinds, and which of the occasions that have been counted is taken; or begin to count."""
    table.round_now, table.turn = 0, 0
    draw_same_at(table, DEAL, _KIND, table.try_kind[0], rules.n_kinds)
    tried = rules.tries_now
    for lane in range(LANES):
        if tried:
            n = i64(table.try_occasions[0, lane])
            table.try_left[0, lane] = u8(
                draw_lane(table, DEAL, _OCCASION, lane, n) if n > 0 else 255
            )
        else:
            table.try_occasions[0, lane] = ZERO
    for row in (table.try_at[0], table.try_card[0], table.try_other[0]):
        fill(row, NONE)
    fill(table.try_was[0], ZERO)


@unit
def begin_tries(rules, table):
    """Begin a batch of games, where a seat tries cards."""
    for p in range(rules.n_players):
        if rules.tries[p]:
            _begin(rules, table)


@kernel
def _copies_of(out, kind, hand, kind_of, n_rows):
    """Count the cards of each lane's own kind."""
    no_overlap()
    for i in range(LANES):
        out[i] = ZERO
    for r in range(n_rows):
        row, k = hand[r], u8(kind_of[r])
        for i in range(LANES):
            x, y = row[i], out[i]
            out[i] = u8(y + x) if kind[i] == k else y


@kernel
def _count(occasions, copies, n):
    """Count an occasion where the hand holds the kind, and something else."""
    no_overlap()
    for i in range(LANES):
        here = u8(copies[i] > ZERO) & u8(copies[i] < n[i])
        occasions[i] = u8(occasions[i] + here)


@kernel
def _come(due, left, copies, n):
    """Let an occasion pass, or find that it is the one (due)."""
    no_overlap()
    for i in range(LANES):
        x = left[i]
        here = u8(copies[i] > ZERO) & u8(copies[i] < n[i]) & u8(x != NONE)
        now = u8(here & u8(x == ZERO))
        due[i] = now
        left[i] = NONE if now else u8(x - here)


@kernel
def _best_card(rules, table, p, q, lane, kind, is_kind):
    """Return the card of the hand, of this kind or of all others, that is worth most to the seat, or is drawn."""
    best, card, n = -1, i64(NONE), 0
    for r in range(rules.n_rows):
        copies = i64(table.hand[q, r, lane])
        if copies > 0 and (rules.kind[r] == kind) == is_kind:
            n += copies
            worth = i64(table.gain[p, r, lane]) if rules.policy[p] >= 0 else 0
            if worth > best:
                best, card = worth, r
    if rules.policy[p] >= 0:
        return card
    x = draw_lane(table, SEATS + p, _CARD, lane, n)
    for r in range(rules.n_rows):
        if (rules.kind[r] == kind) == is_kind:
            x -= i64(table.hand[q, r, lane])
            if x < 0:
                return r
    return card


@kernel
def _try(rules, table, p, q, lane):
    """Let seat p take a card of the kind if it has picked another one, else the best of all others."""
    kind = i64(table.try_kind[0, lane])
    picked = i64(table.pick[p, lane])
    is_kind = rules.kind[picked] == kind
    card = _best_card(rules, table, p, q, lane, kind, not is_kind)
    table.try_at[0, lane] = u8(table.round_now * MAX_HAND + table.turn)
    table.try_was[0, lane] = ONE if is_kind else ZERO
    table.try_card[0, lane] = u8(picked) if is_kind else u8(card)
    table.try_other[0, lane] = u8(card) if is_kind else u8(picked)
    table.pick[p, lane] = u8(card)


@unit
def try_other(rules, table, p):
    """Seat p has committed: count the games in which this is an occasion, or let it try another card in some."""
    if table.turn == rules.hand_size - 1:
        return
    q = hand_of(rules, table, p)
    n, copies, due = table.n[0], table.count[0], table.e[0]
    fill(n, ZERO)
    add_rows(n, table.hand[q], rules.n_rows)
    _copies_of(copies, table.try_kind[0], table.hand[q], rules.kind, rules.n_rows)
    if not rules.tries_now:
        _count(table.try_occasions[0], copies, n)
        return
    _come(due, table.try_left[0], copies, n)
    if not any_set(due):
        return
    for lane in range(LANES):
        if due[lane]:
            _try(rules, table, p, q, lane)
    if rules.special_order >= 0:
        if rules.policy[p] >= 0:
            valued.target(rules, table, p, PICKED)
            if rules.noise[p]:
                noise.draw_target(rules, table, p)
        else:
            noise.target_again(rules, table, p, table.pick[p])


@kernel
def _compare(pick, present, n_rows, live, out):
    """Count for each picked card what else there was, in every fourth game: that says enough."""
    for lane in range(0, LANES, 4):
        if live[lane]:
            row = out[pick[lane]]
            for r in range(n_rows):
                row[r] += present[r, lane] > ZERO


@unit
def compare_picks(rules, table, tally):
    """Count which cards were picked while which others were in the hand."""
    if table.turn == rules.hand_size - 1:
        return
    for p in range(rules.n_players):
        q = hand_of(rules, table, p)
        _compare(table.pick[p], table.hand[q], rules.n_rows, table.live[0], tally.preferred[p])
