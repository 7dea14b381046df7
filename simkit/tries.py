"""What is asked of single decisions: which card was preferred to which, and what another card would have brought.

At one moment of each game a seat tries another card. Kind c is drawn from those in its hand: if the seat has
picked a card of this kind, it has to take the best other one, else it has to take this kind. Everything else is as it
would be, on the same deals and with the same luck: the game and its twin, in which nothing is tried, are the two
sides of "take c, or not". Which moment and which kind is drawn by a hash of the game; no stream moves.
"""

from simkit._jit import kernel, unit
from simkit.passing import hand_of
from simkit.policies import noise, valued
from simkit.rng import draw_lane, draw_same_at
from simkit.rows import any_set, fill
from simkit.schema import DEAL, LANES, N_ROUNDS, NONE, ONE, PICKED, SEATS, ZERO, i64, u8

# Purposes of hashed draws, above those of all other choices.
_MOMENT, _KIND, _CARD = (i64((3 << 18) + 64 + i) for i in range(3))


@unit
def draw_moments(rules, table):
    """Draw the moments of a batch of games; nothing has been tried yet."""
    any_tries = False
    for p in range(rules.n_players):
        if rules.tries[p]:
            any_tries = True
    if any_tries:
        table.round_now, table.turn = 0, 0
        n = N_ROUNDS * (rules.hand_size - 1)
        draw_same_at(table, DEAL, _MOMENT, table.try_at[0], n)
        fill(table.try_options[0], ZERO)
        for row in (table.try_kind[0], table.try_card[0], table.try_other[0]):
            fill(row, NONE)
        fill(table.try_was[0], ZERO)


@kernel
def _is_there(table, q, lane, first, n):
    copies = 0
    for r in range(first, first + n):
        copies += table.hand[q, r, lane]
    return copies > 0


@kernel
def _draw_kind(rules, table, q, lane):
    """Return one of the kinds in the hand, and how many there are."""
    n = 0
    for k in range(rules.n_kinds):
        n += _is_there(table, q, lane, rules.first[k], rules.n_variants[k])
    if n < 2:
        return -1, n
    x = draw_lane(table, DEAL, _KIND, lane, n)
    for k in range(rules.n_kinds):
        if _is_there(table, q, lane, rules.first[k], rules.n_variants[k]):
            if x == 0:
                return k, n
            x -= 1
    return -1, n


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


@unit
def try_other(rules, table, p):
    """Let seat p, that has committed, try another card in the games whose moment this is."""
    if table.turn == rules.hand_size - 1:
        return
    now = table.round_now * (rules.hand_size - 1) + table.turn
    q = hand_of(rules, table, p)
    changed = table.e[0]
    fill(changed, ZERO)
    for lane in range(LANES):
        if table.try_at[0, lane] != now:
            continue
        kind, n = _draw_kind(rules, table, q, lane)
        table.try_options[0, lane] = u8(n)
        if kind < 0:
            continue
        picked = i64(table.pick[p, lane])
        is_kind = rules.kind[picked] == kind
        card = _best_card(rules, table, p, q, lane, kind, not is_kind)
        table.try_kind[0, lane] = u8(kind)
        table.try_was[0, lane] = ONE if is_kind else ZERO
        table.try_card[0, lane] = u8(picked) if is_kind else u8(card)
        table.try_other[0, lane] = u8(card) if is_kind else u8(picked)
        table.pick[p, lane] = u8(card)
        changed[lane] = ONE
    if rules.special_order >= 0 and any_set(changed):
        if rules.policy[p] >= 0:
            valued.target(rules, table, p, PICKED)
        else:
            noise.target_again(rules, table, p, table.pick[p])


@kernel
def _compare(pick, present, n_rows, live, out):
    """Count for each picked card what else there was; a card is not compared with itself."""
    for lane in range(LANES):
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
