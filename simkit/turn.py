"""One turn: all commit, all reveal, the number queue, the hands are passed (rules A4, B)."""

from simkit._jit import kernel, unit
from simkit.actions import chopsticks, menus, note_real_calls, spoons
from simkit.log import write
from simkit.passing import controller, hand_of, next_hand
from simkit.place import at_once, begin_turn, end_turn, play
from simkit.policies import choose
from simkit.policies.valuation import look
from simkit.rows import any_row_set
from simkit.schema import (
    EV_CALL,
    EV_COMMIT,
    EV_HELD,
    EV_SECOND,
    EV_STATE,
    EV_TABLE,
    EV_TURN,
    NONE,
    ONE,
    PICKED,
    i64,
)
from simkit.takeout import takeout_boxes
from simkit.together import fresh_wasabi, play_together, take_top_card


@kernel
def _log_commits(rules, table):
    lane = table.lane
    write(table, EV_TURN, -1, table.round_now, table.turn, 0, 0, 0)
    for p in range(rules.n_players):
        card = table.pick[p, lane]
        target, wish = NONE, 0
        if rules.special_order >= 0 and card == rules.special_order_row:
            target = table.target[p, lane]
            if rules.nigiri >= 0 and target < rules.n_rows and rules.kind[target] == rules.nigiri:
                wish = i64(table.wish[p, lane] > 0 and table.free[p, lane] > 0)
        write(table, EV_COMMIT, p, card, target, wish, p, 0)
        for j in range(rules.n_bonus):
            for _ in range(table.call[p, j, lane]):
                write(table, EV_CALL, p, rules.bonus_row[j], 0, 0, 0, 0)
                if rules.second_before:
                    write(table, EV_SECOND, p, NONE, 0, 0, 0, 0)
    if rules.n_players < rules.n_seats:
        write(table, EV_COMMIT, rules.n_players, NONE, NONE, 0, controller(rules, table), 0)


@kernel
def _log_state(rules, table):
    """Write down all tables, and the hands as they have been passed."""
    lane = table.lane
    for p in range(rules.n_seats):
        q = next_hand(rules, table, p)
        for r in range(rules.n_rows):
            if table.tab[p, r, lane]:
                write(table, EV_TABLE, p, r, table.tab[p, r, lane], 0, 0, 0)
            if table.hand[q, r, lane]:
                write(table, EV_HELD, p, r, table.hand[q, r, lane], 0, 0, 0)
        write(table, EV_STATE, p, table.down[p, lane], table.free[p, lane], 0, 0, 0)


@kernel
def _review(rules, table):
    """Value the cards again for seats that have choices to come.

    A spoon's request stands since its call, but with special orders its card may need a target. Where
    somebody plays all legal moves, a spoon may ask any seat in general, so all seats value again.
    """
    all_seats = rules.any_free and rules.spoon >= 0
    n_calls = rules.n_bonus if rules.special_order >= 0 else rules.n_chopsticks
    looked = False
    for p in range(rules.n_seats):
        again = all_seats
        if n_calls > 0 and any_row_set(table.call[p], n_calls):
            again = True
        if rules.menu >= 0 and any_row_set(table.waiting[p], 3):
            again = True
        if again:
            if not looked:
                choose.look_again(rules, table)
                looked = True
            choose.review(rules, table, p)


@unit
def begin(rules, table):
    """Let the cards start anew, and find what all seats see."""
    table.n_played = 0
    table.counted = 0
    begin_turn(rules, table)
    if rules.any_valued:
        look(rules, table)


@kernel
def open_turn(rules, table, tally):
    """All that comes before the commits."""
    begin(rules, table)
    if rules.n_players < rules.n_seats:
        take_top_card(rules, table, tally)


@unit
def commit(rules, table, p):
    """Seat p commits a card."""
    choose.commit(rules, table, p)


@unit
def close_turn(rules, table, tally):
    """All that follows when everybody has committed."""
    n = rules.n_players
    if table.lane >= 0:
        _log_commits(rules, table)
    if rules.any_caller and rules.n_bonus > 0 and rules.special_order >= 0:
        note_real_calls(rules, table)
    if rules.second_before:
        play_together(rules, table, tally)
    else:
        for p in range(n):
            play(rules, table, tally, p, hand_of(rules, table, p), PICKED)
    at_once(rules, table)
    if rules.any_caller:
        if not rules.second_before and (rules.n_bonus > 0 or rules.menu >= 0):
            _review(rules, table)
        if rules.chopsticks >= 0:
            chopsticks(rules, table, tally)
        if rules.spoon >= 0:
            spoons(rules, table, tally)
    if rules.menu >= 0:
        menus(rules, table, tally)
    if rules.takeout_box >= 0:
        takeout_boxes(rules, table)
    fresh_wasabi(rules, table, ONE)
    end_turn(rules, table)
    if table.lane >= 0:
        _log_state(rules, table)


@kernel
def turn(rules, table, tally):
    """Play one turn in all lanes, nobody searching."""
    open_turn(rules, table, tally)
    for p in range(rules.n_players):
        commit(rules, table, p)
    close_turn(rules, table, tally)
