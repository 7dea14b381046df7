"""Search: a seat plays its moves ahead, all games of a batch side by side on a second table (policy ``search``).

The state of one game is laid into all lanes of the second table, its moves in blocks of lanes: with 8 moves, 32
lanes begin with the first one. What the seat can not know is drawn anew in every lane of a block, and alike in all
blocks, as is all other luck, so that moves are compared under the same circumstances. Then everybody plays on, to the
end of the round; the round is scored, and the game too, with the desserts of later rounds dealt to anybody. A second
batch compares the better half of the moves.

**Who plays on.** The seat itself plays as the search's base does, and so do the others, until their picks agree more
often with another model (`simkit.policies.search.RIVALS`): as far as the seat knows from what they have picked.

**What a seat knows.** The hands that it has held: whatever happens to them later is seen by all. The tables. Of all
other cards only which there are, not where: in hands it has not held, in the deck, among the desserts that are not in
play, in the dummy's pile. Those are shuffled together and dealt again, so that the true ones have no say.

Its luck is its own: a hash of its stream's key, of the moment and of the lane. No stream of the game moves.
"""

from simkit._jit import kernel, no_overlap, rules_at, table_at, tally_at, unit
from simkit.ahead import (
    FORCED,
    NEARLY,
    add_fit,
    add_move,
    best_moves,
    deal_desserts,
    end_batch,
    give_role,
    give_roles,
    is_searched,
    n_batches,
    spread,
    spread_points,
    start_batch,
)
from simkit.deal import deal_rows, from_pile
from simkit.passing import controller, hand_of
from simkit.policies.noise import draw_target
from simkit.policies.switch import VALUE
from simkit.policies.valued import target
from simkit.rng import draw, restart
from simkit.rows import add, copy, fill, fill_rows
from simkit.schema import (
    DEAL,
    DECK,
    LANES,
    MAX_BONUS,
    MAX_HAND,
    N_MODELS,
    NONE,
    ONE,
    PICKED,
    SEATS,
    ZERO,
    i8,
    i64,
    u8,
    u16,
    u64,
)
from simkit.scoring import score_game, score_round
from simkit.turn import begin, close_turn, commit, turn


@kernel
def restart_streams(rules, table):
    """Let the luck of a turn depend on nothing before it, so that one lane can be played without the others."""
    moment = u64(table.round_now * MAX_HAND + table.turn)
    restart(table.rng[DECK], moment)
    for p in range(rules.n_seats):
        restart(table.rng[SEATS + p], moment)


# ---- the moves


@kernel
def _calls(rules, table, p, q, lane, card):
    """Say which bonus cards could be called with a card, a bit each, and what that is worth beyond their price."""
    calls, worth, n_calls = 0, 0, 0
    if rules.n_bonus == 0 or table.turn >= rules.hand_size - 1:
        return calls, worth
    for kind in range(2):
        first, n = 0, rules.n_chopsticks
        if kind == 1:
            first, n = rules.n_chopsticks, rules.n_bonus - rules.n_chopsticks
        called = -1
        for j in range(first, first + n):
            if called < 0 and table.tab[p, rules.bonus_row[j], lane] > ZERO:
                called = j
        if called < 0 or n_calls >= rules.bonus_limit:
            continue
        best = i64(table.gain[p, table.request[p, lane], lane]) if kind == 1 else 0
        for r in range(rules.n_rows):
            if kind == 0 and i64(table.hand[q, r, lane]) - i64(r == card) > 0:
                best = max(best, i64(table.gain[p, r, lane]))
        more = best - i64(rules.call_at[p, table.turn, kind])
        if more + NEARLY >= 0:
            calls |= 1 << called
            worth += more
            n_calls += 1
    return calls, worth


@kernel
def _list_moves(rules, table, other, p, q, lane):
    """List what the seat may think about, the best of its valuation first; return how many."""
    low, high = 255, 0
    for r in range(rules.n_rows):
        if table.hand[q, r, lane] > ZERO:
            worth = i64(table.gain[p, r, lane])
            low, high = min(low, worth), max(high, worth)
    if high == FORCED or (rules.noise[p] > 0 and low == high):
        return 0
    n = 0
    for r in range(rules.n_rows):
        worth = i64(table.gain[p, r, lane])
        if table.hand[q, r, lane] > ZERO and (worth > 1 or high <= 1):
            add_move(other, n, r, 0, worth)
            n += 1
            calls, more = _calls(rules, table, p, q, lane, r)
            if calls:
                add_move(other, n, r, calls, worth + more)
                n += 1
    return best_moves(other, n)


# ---- one game, laid into all lanes


@unit
def lay_out(rules, table, lane):
    """Lay one lane's game into all lanes of the second table, as it is now."""
    other = table_at(table.sim_table)
    other.round_now, other.turn = table.round_now, table.turn
    spread_points(rules, table, other, lane)
    n = rules.n_seats
    for s in range(n):
        spread(other.tab[s], table.tab[s], lane, rules.n_rows)
        spread(other.hand[s], table.hand[s], lane, rules.n_rows)
        spread(other.may_come[s], table.may_come[s], lane, rules.n_rows)
        if rules.special_order >= 0:
            spread(other.copied[s], table.copied[s], lane, rules.n_rows)
        spread(other.tripled[s], table.tripled[s], lane, 3)
        spread(other.sealed[s], table.sealed[s], lane, 3)
        spread(other.fruit[s], table.fruit[s], lane, 3)
        fill_rows(other.call[s], MAX_BONUS, ZERO)
        fill(other.wish[s], ONE)
    spread(other.down, table.down, lane, n)
    spread(other.maki, table.maki, lane, n)
    spread(other.uramaki, table.uramaki, lane, n)
    spread(other.free, table.free, lane, n)
    spread(other.pudding, table.pudding, lane, n)
    spread(other.ice, table.ice, lane, n)
    spread(other.desserts, table.desserts, lane, n)
    spread(other.place, table.place, lane, 1)


# ---- what the seat does not know


@kernel
def _has_held(rules, table, p, q):
    """Whether seat p has held hand q in this round; nobody ever holds the dummy's pile."""
    if q >= rules.n_players:
        return False
    return (p - q) * rules.pass_to[table.round_now] % rules.n_players <= table.turn


@kernel
def _deal_hand(rules, other, hand, n):
    """Deal n cards of the second table's deck."""
    for j in range(n):
        draw(other, DEAL, other.x[j * LANES : (j + 1) * LANES], other.deck_size[0])
    for j in range(n, MAX_HAND):
        fill(other.x[j * LANES : (j + 1) * LANES], NONE)
    deal_rows(other.deck[0], hand, other.x, other.a[0], rules.n_rows)


@kernel
def _deal_more(rules, other, hand, n):
    """Deal n cards more to a hand."""
    _deal_hand(rules, other, other.drawn[0], n)
    for r in range(rules.n_rows):
        add(hand[r], other.drawn[0, r])


@kernel
def _shuffle_desserts(rules, table, other, lane, n_hidden, n_pile):
    """Draw which of the desserts that nobody has seen are in play; the others lie in their pile."""
    first, n_rows = rules.first_dessert, rules.n_rows
    for r in range(first, n_rows):
        fill(other.pool[0, r], ZERO)
    fill(other.sizes[0], u16(n_hidden))
    for _ in range(n_hidden - n_pile):
        x = other.x[:LANES]
        draw(other, DEAL, x, other.sizes[0])
        fill(other.a[0], ZERO)
        for r in range(first, n_rows):
            from_pile(other.pile[0, r], other.pool[0, r], other.a[0], x)
    for r in range(first, n_rows):
        if r > 0:
            copy(other.deck[0, r], other.deck[0, r - 1])
            add(other.deck[0, r], other.pool[0, r])
        else:
            copy(other.deck[0, r], other.pool[0, r])


@kernel
def _joined(rules, table, p):
    """Return the hand that a card has joined which seat p has not seen, or -1."""
    if rules.n_players == rules.n_seats:
        return -1
    c = controller(rules, table)
    return -1 if c == p else hand_of(rules, table, c)


@unit
def shuffle_unknown(rules, table, p, lane):
    """Deal anew, in every lane, what seat p can not know."""
    other = table_at(table.sim_table)
    n_unknown = 0
    for q in range(rules.n_seats):
        n_unknown += not _has_held(rules, table, p, q)
    if n_unknown == 0 and rules.menu < 0:
        return
    first, n_rows = rules.first_dessert, rules.n_rows
    joined = _joined(rules, table, p)
    card = i64(table.joined[0, lane]) if joined >= 0 else -1
    if joined >= 0 and not _has_held(rules, table, p, joined):
        joined = -1  # the whole hand is unknown
        card = -1
    n_pile = i64(0)
    drawn = not rules.dealt_on and n_rows - first > 1  # desserts have a pile, of different cards
    if drawn:
        n_pile = i64(table.pile[0, n_rows - 1, lane])
    total, n_hidden = i64(0), i64(0)
    for r in range(n_rows):
        n = i64(table.deck[0, r, lane])
        if r > 0:
            n -= i64(table.deck[0, r - 1, lane])
        for q in range(rules.n_seats):
            if not _has_held(rules, table, p, q):
                n += i64(table.hand[q, r, lane])
        n += r == card
        if drawn and r >= first:
            n += i64(table.pile[0, r, lane])
            if r > first:
                n -= i64(table.pile[0, r - 1, lane])
            n_hidden += n
            fill(other.pile[0, r], u8(n_hidden))
        total += n
        fill(other.deck[0, r], u8(total))
    if drawn:
        _shuffle_desserts(rules, table, other, lane, n_hidden, n_pile)
    fill(other.deck_size[0], u16(total - n_pile))
    for q in range(rules.n_seats):
        if not _has_held(rules, table, p, q):
            n = i64(0)
            for r in range(n_rows):
                n += i64(table.hand[q, r, lane])
            _deal_hand(rules, other, other.hand[q], min(n, MAX_HAND))
            if n > MAX_HAND:  # a card has joined a full hand
                _deal_more(rules, other, other.hand[q], n - MAX_HAND)
    if joined >= 0:
        fill(other.hand[joined, card], u8(table.hand[joined, card, lane] - ONE))
        _deal_more(rules, other, other.hand[joined], 1)


# ---- playing ahead


@kernel
def _force(rules, table, p, n, size):
    """Let every block of lanes begin with its move."""
    fill_rows(table.call[p], MAX_BONUS, ZERO)
    for c in range(n):
        for lane in range(c * size, (c + 1) * size):
            table.pick[p, lane] = u8(table.move[c])
            for j in range(rules.n_bonus):
                table.call[p, j, lane] = u8((table.move_calls[c] >> j) & 1)
    if rules.special_order >= 0:
        target(rules, table, p, PICKED)


@unit
def _play_ahead(rules, table, tally, p, n, size):
    """Play n moves of seat p, each in so many lanes, to the end of the round, and count what they bring."""
    begin(rules, table)
    for s in range(rules.n_players):
        commit(rules, table, s)
    _force(rules, table, p, n, size)
    close_turn(rules, table, tally)
    for t in range(table.turn + 1, rules.hand_size):
        table.turn = t
        turn(rules, table, tally)
    score_round(rules, table)
    deal_desserts(rules, table)
    score_game(rules, table)


@kernel
def _decide(rules, table, other, p, q, lane):
    """Choose among the moves of one lane; the best is put first."""
    n = _list_moves(rules, table, other, p, q, lane)
    if n < 2:
        return n
    ahead, tally = rules_at(table.sim_rules), tally_at(table.sim_tally)
    give_roles(rules, table, ahead, p, lane)
    for b in range(n_batches(rules, p)):
        size = start_batch(rules, table, other, p, lane, 0, b, n)
        lay_out(rules, table, lane)
        shuffle_unknown(rules, table, p, lane)
        _play_ahead(ahead, other, tally, p, n, size)
        n = end_batch(rules, other, p, n, size)
    return n


# ---- who the others are


@kernel
def _agrees(fit, pick, present, gain, best, mine, n_rows):
    """Whether the card picked is one of those that are worth most."""
    no_overlap()
    for i in range(LANES):
        best[i] = ZERO
        mine[i] = ZERO
    for r in range(n_rows):
        has, worth, here = present[r], gain[r], u8(r)
        for i in range(LANES):
            y, m, c = worth[i], best[i], mine[i]
            v = y if has[i] > ZERO else ZERO
            best[i] = max(m, v)
            mine[i] = y if pick[i] == here else c
    for i in range(LANES):
        fit[i] = i8(mine[i] == best[i])


@kernel
def _read(rules, table, s, q):
    """Value hand q for seat s as each model would; find which of them would pick what the seat does.

    What seat s knows of other hands the seat that searches need not know, before all hands have gone round. Until then
    the judge is the seat to which the hand was dealt, as it was in the first turn: it knows no other hand.
    """
    ahead = rules_at(table.sim_rules)
    for r in range(rules.n_rows):
        copy(table.kept[0, r], table.gain[s, r])
    table.judge, table.viewed, table.reviewing = q, q, 0
    table.known = table.turn if table.turn >= rules.n_players - 1 else 0
    for m in range(N_MODELS):
        give_role(ahead, q, m)
        VALUE(ahead.policy[q], ahead, table, s)
        _agrees(
            table.fit[m],
            table.pick[s],
            table.hand[q],
            table.gain[s],
            table.best[0],
            table.n[0],
            rules.n_rows,
        )
    for r in range(rules.n_rows):
        copy(table.gain[s, r], table.kept[0, r])


@unit
def read_picks(rules, table):
    """After the commits: find who would have picked what a seat has picked.

    A seat that searches reads picks from hands that it has held itself: only then it knows what they were picked
    from. It looks at what it has read in the next turn, when all has been revealed.
    """
    for s in range(rules.n_players):
        if rules.n_players < rules.n_seats and s == controller(rules, table):
            continue  # an unknown card has joined that hand
        q = hand_of(rules, table, s)
        is_read = False
        for p in range(rules.n_players):
            if p != s and rules.rollouts[p] > 0 and _has_held(rules, table, p, q):
                if not is_read:
                    _read(rules, table, s, q)
                    is_read = True
                add_fit(table, p, s)


@unit
def search(rules, table, p):
    """Seat p, that has committed by its valuation, looks ahead in every lane that counts and commits anew."""
    q = hand_of(rules, table, p)
    other = table_at(table.sim_table)
    for lane in range(LANES):
        if is_searched(rules, table, lane) and _decide(rules, table, other, p, q, lane) > 0:
            table.pick[p, lane] = u8(other.move[0])
            for j in range(rules.n_bonus):
                table.call[p, j, lane] = u8((other.move_calls[0] >> j) & 1)
    if rules.special_order >= 0:
        target(rules, table, p, PICKED)
        if rules.noise[p]:
            draw_target(rules, table, p)
