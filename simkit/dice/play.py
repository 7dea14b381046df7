"""A batch of games of dice, from the first roll to the last pudding token (rules C)."""

from simkit._jit import entry, kernel, out_of_line, unit
from simkit.ahead import forget_picks
from simkit.dice.actions import count_dice
from simkit.dice.deal import belt_of, draw_dice, log_belt, starter
from simkit.dice.place import take
from simkit.dice.search import move_ahead, read_choice
from simkit.dice.turn import close_turn, move, open_turn
from simkit.log import write
from simkit.rng import seed_batch
from simkit.rows import fill, fill_rows
from simkit.schema import (
    CHOPSTICKS_TOKEN,
    EV_STARTS,
    LANES,
    MENU_TOKEN,
    N_ROUNDS,
    N_TOKENS,
    ONE,
    ZERO,
    i64,
    u8,
)
from simkit.scoring import end_round, score_game, score_round
from simkit.stages import log_end, log_points, start_game
from simkit.tally import add_sets, clear_sets, tally_edge, tally_game, tally_tokens_left


@unit
def start_tokens(rules, table):
    """Hand out the tokens of the start; pudding tokens are all in the supply."""
    for token in range(N_TOKENS):
        left = i64(rules.token_supply[token])
        if token in (MENU_TOKEN, CHOPSTICKS_TOKEN):
            n = rules.token_start[token]
            left -= rules.n_seats * i64(n)
            for p in range(rules.n_seats):
                fill(table.tokens[p, token], n)
        fill(table.supply[token], u8(left))


@kernel
def _tally_rolled(rules, table, tally):
    """Count the faces of the first roll of a round by seat."""
    fill_rows(table.chosen, rules.hand_size, ONE)
    for p in range(rules.n_seats):
        count_dice(
            table.face[belt_of(rules, table, p)],
            table.chosen,
            rules.hand_size,
            table.live[0],
            rules.n_rows,
            table.a[0],
            tally.dealt[table.round_now, p],
        )


@kernel
def _keep_rolled(rules, table):
    """Keep the faces of the first roll of a round, by game and seat."""
    for p in range(rules.n_seats):
        faces = table.face[belt_of(rules, table, p)]
        first = table.first_hand[table.round_now, p]
        fill_rows(first, rules.n_rows, ZERO)
        for j in range(rules.hand_size):
            for lane in range(LANES):
                first[faces[j, lane], lane] += ONE


@kernel
def _log_roll(rules, table):
    write(table, EV_STARTS, starter(rules, table), 0, 0, 0, 0, 0)
    for p in range(rules.n_seats):
        log_belt(rules, table, p, rules.hand_size)


@kernel
def _turn(rules, table, tally):
    """Play one turn in all lanes: everybody takes a die."""
    open_turn(rules, table)
    n, first = rules.n_seats, starter(rules, table)
    for place in range(n):
        p = (first + place) % n
        if rules.rollouts[p] > 0:
            move_ahead(rules, table, tally, p)
        else:
            move(rules, table, tally, p)
        if rules.any_search:
            read_choice(rules, table, p)
        take(rules, table, tally, p)
    close_turn(rules, table)


@kernel
def play_batch(rules, table, tally, seed, batch, n_lanes):
    """Play one batch and add it to the tally; its games depend on nothing but seed, batch and rules."""
    out_of_line()
    seed_batch(rules, table, seed, batch)
    table.n_events = 0
    table.slides = 0
    start_game(rules, table, n_lanes)
    start_tokens(rules, table)
    if rules.any_search:
        forget_picks(rules, table)
    for round_ in range(N_ROUNDS):
        table.round_now = round_
        draw_dice(rules, table)
        if table.lane >= 0:
            _log_roll(rules, table)
        _tally_rolled(rules, table, tally)
        if rules.observes:
            _keep_rolled(rules, table)
        for t in range(rules.hand_size):
            table.turn = t
            _turn(rules, table, tally)
        table.slides += rules.extra_slides
        score_round(rules, table)
        if table.lane >= 0:
            log_points(rules, table, round_)
        end_round(rules, table)
    score_game(rules, table)
    if table.lane >= 0:
        log_end(rules, table)
    tally_game(rules, table, tally, n_lanes)
    tally_edge(rules, table, tally)
    tally_tokens_left(rules, table, tally)


@entry
def play_batches(rules, table, tally, seed, first, step, n_batches, last_lanes):
    """Play batches first, first + step, ...: ``n_batches`` of them, the last one with ``last_lanes`` games."""
    clear_sets(rules, table)
    for b in range(n_batches):
        n_lanes = LANES if b < n_batches - 1 else last_lanes
        play_batch(rules, table, tally, seed, first + b * step, n_lanes)
    add_sets(rules, table, tally)
