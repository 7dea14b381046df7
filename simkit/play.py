"""A batch of games from the first deal to the last dessert."""

from simkit._jit import entry, kernel, out_of_line
from simkit.ahead import forget_picks
from simkit.deal import deal, fill_pools, new_deck
from simkit.log import write
from simkit.rng import seed_batch
from simkit.schema import EV_KEPT, LANES, N_ROUNDS, i64
from simkit.scoring import end_round, score_game, score_round
from simkit.search import read_picks, restart_streams, search
from simkit.stages import log_end, log_points, start_game
from simkit.tally import add_sets, clear_sets, tally_deal, tally_game
from simkit.tries import begin_tries, compare_picks, try_other
from simkit.turn import close_turn, commit, open_turn


@kernel
def _log_round(rules, table, before):
    lane = table.lane
    for p in range(rules.n_seats):
        for r in range(rules.first_dessert, rules.n_rows):
            copies = i64(table.copied[p, r, lane]) if rules.special_order >= 0 else 0
            if table.tab[p, r, lane]:
                write(table, EV_KEPT, p, r, table.tab[p, r, lane], copies, 0, 0)
    log_points(rules, table, before)


@kernel
def _turn(rules, table, tally):
    """Play a turn as `simkit.turn.turn` does; seats that search look ahead when they commit."""
    if rules.any_search:
        restart_streams(rules, table)
    open_turn(rules, table, tally)
    for p in range(rules.n_players):
        commit(rules, table, p)
        if rules.rollouts[p] > 0:
            search(rules, table, p)
    if rules.any_search:
        read_picks(rules, table)
    if rules.observes > 1:
        compare_picks(rules, table, tally)
    for p in range(rules.n_players):
        if rules.tries[p]:
            try_other(rules, table, p)
    close_turn(rules, table, tally)


@kernel
def play_batch(rules, table, tally, seed, batch, n_lanes):
    """Play one batch and add it to the tally; its games depend on nothing but seed, batch and rules."""
    out_of_line()
    seed_batch(rules, table, seed, batch)
    table.n_events = 0
    start_game(rules, table, n_lanes)
    fill_pools(rules, table)
    if rules.any_search:
        forget_picks(rules, table)
    begin_tries(rules, table)
    for round_ in range(N_ROUNDS):
        table.round_now = round_
        new_deck(rules, table)
        deal(rules, table)
        tally_deal(rules, table, tally)
        for t in range(rules.hand_size):
            table.turn = t
            _turn(rules, table, tally)
        score_round(rules, table)
        if table.lane >= 0:
            _log_round(rules, table, round_)
        end_round(rules, table)
    score_game(rules, table)
    if table.lane >= 0:
        log_end(rules, table)
    tally_game(rules, table, tally, n_lanes)


@entry
def play_batches(rules, table, tally, seed, first, step, n_batches, last_lanes):
    """Play batches first, first + step, ...: ``n_batches`` of them, the last one with ``last_lanes`` games."""
    clear_sets(rules, table)
    for b in range(n_batches):
        n_lanes = LANES if b < n_batches - 1 else last_lanes
        play_batch(rules, table, tally, seed, first + b * step, n_lanes)
    add_sets(rules, table, tally)
