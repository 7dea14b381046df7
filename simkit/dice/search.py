"""Search on dice: a seat plays its moves ahead, all games of a batch side by side (see `simkit.search`).

Everything on the belts is open, so only luck to come is drawn. The moves are to take a die, each of them, or to use a
token as the valuation would; after a token's use the seat thinks again. Games are played to the end of the round;
tokens that are left then count for what the base thinks they are worth, puddings of later rounds go to anybody.
"""

from simkit._jit import kernel, no_overlap, rules_at, table_at, tally_at, unit
from simkit.ahead import (
    FORCED,
    add_fit,
    add_move,
    best_moves,
    deal_desserts,
    end_batch,
    give_roles,
    is_searched,
    n_batches,
    spread,
    spread_points,
    start_batch,
)
from simkit.dice import valued
from simkit.dice.actions import use_tokens
from simkit.dice.choose import begin_move, end_move
from simkit.dice.deal import belt_of, starter
from simkit.dice.place import take
from simkit.dice.turn import moves_from, open_turn, tally_seen
from simkit.dice.uniform import die_again
from simkit.policies.switch import VALUE
from simkit.policies.valuation import look
from simkit.rows import any_set, fill, pick_from
from simkit.schema import (
    ACT_NONE,
    CHOPSTICKS_TOKEN,
    LANES,
    MAX_DIE_TYPES,
    MAX_SEATS,
    MENU_TOKEN,
    N_MODELS,
    N_ROUNDS,
    N_TOKENS,
    NOT_SEARCHED,
    OFFSET,
    ONE,
    UNSETTLED,
    ZERO,
    i8,
    i16,
    i64,
    u8,
)
from simkit.scoring import score_game, score_round

TOKEN = i64(MAX_DIE_TYPES + 200)  # the move to use a token; all others are slots


@kernel
def _list_moves(rules, table, other, p, lane):
    """List the dice on the belt, of equal ones the first, and the token; return how many moves there are."""
    q, n_dice = belt_of(rules, table, p), table.n_dice
    low, high = 255, 0
    for j in range(n_dice):
        worth = i64(table.gain[p, table.face[q, j, lane], lane])
        low, high = min(low, worth), max(high, worth)
    if high == FORCED or (rules.noise[p] > 0 and low == high):
        return 0
    n = 0
    for j in range(n_dice):
        die, face = table.die[q, j, lane], table.face[q, j, lane]
        worth = i64(table.gain[p, face, lane])
        again = False
        for i in range(j):
            again |= table.die[q, i, lane] == die and table.face[q, i, lane] == face
        if not again and (worth > 1 or high <= 1):
            add_move(other, n, j, 0, worth)
            n += 1
    if table.act[0, lane] != ACT_NONE:
        add_move(other, n, TOKEN, 0, high + 1)
        n += 1
    return best_moves(other, n)


@unit
def _lay_out(rules, table, p, lane):
    """Lay one lane's game into all lanes of the second table, in the middle of seat p's move."""
    other = table_at(table.sim_table)
    other.round_now, other.turn = table.round_now, table.turn
    other.slides, other.n_dice = table.slides, table.n_dice
    spread_points(rules, table, other, lane)
    n = rules.n_seats
    for s in range(n):
        spread(other.tab[s], table.tab[s], lane, rules.n_rows)
        spread(other.die[s], table.die[s], lane, table.n_dice)
        spread(other.face[s], table.face[s], lane, table.n_dice)
        spread(other.tripled[s], table.tripled[s], lane, 3)
        spread(other.tokens[s], table.tokens[s], lane, 2)
        fill(other.wish[s], ONE)
    spread(other.maki, table.maki, lane, n)
    spread(other.free, table.free, lane, n)
    spread(other.pudding, table.pudding, lane, n)
    spread(other.supply, table.supply, lane, N_TOKENS)
    spread(other.act, table.act, lane, 1)
    spread(other.slot, table.slot, lane, 1)
    spread(other.partner, table.partner, lane, 1)
    spread(other.partner_slot, table.partner_slot, lane, 1)
    spread(other.chosen, table.chosen, lane, table.n_dice)


@kernel
def _force_act(act, active, low, high):
    """Only these lanes use the token, and go on."""
    no_overlap()
    for i in range(LANES):
        inside = u8(i >= low) & u8(i < high)
        a = act[i]
        act[i] = a if inside else ACT_NONE
        active[i] = inside


@kernel
def _add_tokens(points, menus, chopsticks, menu_worth, chopsticks_worth):
    no_overlap()
    for i in range(LANES):
        more = i16(i16(i16(menus[i]) * menu_worth) + i16(i16(chopsticks[i]) * chopsticks_worth))
        points[i] = i16(points[i] + (more >> i16(1)))


@kernel
def _value_tokens(rules, table, p):
    """Count tokens that are kept for later rounds beyond what they bring unused (in half points)."""
    unused = i64(0)
    if rules.tokens_each > 0:
        unused = 2 * i64(rules.tokens_points) // i64(rules.tokens_each)
    menu = max(i64(rules.token_at[p, MENU_TOKEN]) - i64(OFFSET) - unused, 0)
    chopsticks = max(i64(rules.token_at[p, CHOPSTICKS_TOKEN]) - i64(OFFSET) - unused, 0)
    for s in range(rules.n_seats):
        _add_tokens(
            table.total[N_ROUNDS, s],
            table.tokens[s, MENU_TOKEN],
            table.tokens[s, CHOPSTICKS_TOKEN],
            i16(menu),
            i16(chopsticks),
        )


@unit
def _play_ahead(rules, table, tally, p, step, n, size):
    """Play n moves of seat p, each in so many lanes, to the end of the round, and count what they bring."""
    token = -1
    for c in range(n):
        if table.move[c] == TOKEN:
            token = c
    if token >= 0:
        begin_move(rules, table, p)
        _force_act(table.act[0], table.active[0], token * size, (token + 1) * size)
        use_tokens(rules, table, tally, p, step)
        end_move(rules, table, tally, p, step + 1)
    for c in range(n):
        if c != token:
            for lane in range(c * size, (c + 1) * size):
                table.slot[0, lane] = u8(table.move[c])
    if token < 0:
        for lane in range(n * size, LANES):
            table.slot[0, lane] = ZERO
    take(rules, table, tally, p)
    place = (p - starter(rules, table)) % rules.n_seats
    moves_from(rules, table, tally, place + 1)
    for t in range(table.turn + 1, rules.hand_size):
        table.turn = t
        open_turn(rules, table)
        moves_from(rules, table, tally, 0)
    score_round(rules, table)
    deal_desserts(rules, table)
    score_game(rules, table)
    if table.round_now < N_ROUNDS - 1:
        _value_tokens(rules, table, p)


@kernel
def _decide(rules, table, other, p, lane, step):
    """Choose among the moves of one lane; the best is put first."""
    n = _list_moves(rules, table, other, p, lane)
    if n < 2:
        return n
    ahead, tally = rules_at(table.sim_rules), tally_at(table.sim_tally)
    give_roles(rules, table, ahead, p, lane)
    for b in range(n_batches(rules, p)):
        size = start_batch(rules, table, other, p, lane, step, b, n)
        _lay_out(rules, table, p, lane)
        _play_ahead(ahead, other, tally, p, step, n, size)
        n = end_batch(rules, other, p, n, size)
    return n


@unit
def look_ahead(rules, table, p, step):
    """Look ahead in every lane that counts and in which seat p has not settled on a die.

    The valuation has said in ``table.act`` what it would do with a token.
    """
    other = table_at(table.sim_table)
    for lane in range(LANES):
        if table.settled[0, lane] != UNSETTLED:
            continue
        if not is_searched(rules, table, lane) or _decide(rules, table, other, p, lane, step) == 0:
            table.settled[0, lane] = NOT_SEARCHED
        elif other.move[0] != TOKEN:
            table.settled[0, lane] = u8(other.move[0])
            table.act[0, lane] = ACT_NONE
            table.active[0, lane] = ZERO


@kernel
def _settle(slot, settled):
    no_overlap()
    for i in range(LANES):
        x, y = settled[i], slot[i]
        slot[i] = x if x < NOT_SEARCHED else y


@kernel
def search_move(rules, table, tally, p):
    """Seat p uses tokens and says in ``table.slot`` which die it takes, as its search finds best."""
    begin_move(rules, table, p)
    fill(table.settled[0], UNSETTLED)
    step = 0
    going = True
    while going:
        valued.token(rules, table, p, step)
        look_ahead(rules, table, p, step)
        going = any_set(table.active[0]) > ZERO
        if going:
            use_tokens(rules, table, tally, p, step)
        step += 1
    valued.die(rules, table, p)
    if rules.noise[p]:
        die_again(rules, table, p)
    _settle(table.slot[0], table.settled[0])


@unit
def move_ahead(rules, table, tally, p):
    """Seat p, that searches, uses tokens and chooses a die."""
    tally_seen(rules, table, tally, p)
    search_move(rules, table, tally, p)


# ---- who the others are


@kernel
def _agrees(fit, slot, worth, best, mine, n):
    """Whether the die chosen is one of those that are worth most."""
    no_overlap()
    for i in range(LANES):
        best[i] = ZERO
        mine[i] = ZERO
    for j in range(n):
        row, here = worth[j], u8(j)
        for i in range(LANES):
            y, m, c = row[i], best[i], mine[i]
            best[i] = max(m, y)
            mine[i] = y if slot[i] == here else c
    for i in range(LANES):
        fit[i] = i8(mine[i] == best[i])


@unit
def read_choice(rules, table, s):
    """Find who would have chosen the die that seat s is about to take."""
    q = belt_of(rules, table, s)
    look(rules, table)
    table.viewed = q
    for m in range(N_MODELS):
        table.judge = MAX_SEATS + m
        VALUE(rules.policy[MAX_SEATS + m], rules, table, s)
        for j in range(table.n_dice):
            pick_from(table.worth[q, j], table.gain[s], table.face[q, j], rules.n_rows)
        _agrees(
            table.fit[m], table.slot[0], table.worth[q], table.best[0], table.n[0], table.n_dice
        )
    for p in range(rules.n_players):
        if p != s and rules.rollouts[p] > 0:
            add_fit(table, p, s)
