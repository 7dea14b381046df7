"""What is chosen before the reveal in Sushi Go!: a second card, and the dummy's card (rules B, E21, E22, E33).

Everybody has committed a card when this begins. A seat's own card is laid on its table first; what the others
have committed stays unseen, since nobody looks (`policies.valuation.look`) before the next turn.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.log import write
from simkit.passing import controller, hand_of
from simkit.place import play
from simkit.policies import choose
from simkit.rng import draw_same
from simkit.rows import any_set, copy, count_rows, fill, keep_where, pick_nth
from simkit.schema import (
    DECK,
    EV_COMMIT,
    EV_SECOND,
    EV_TOP,
    JOINED,
    LANES,
    NONE,
    ONE,
    PICKED,
    ZERO,
    u8,
)


@kernel
def _put(hand, card, n, n_rows):
    """Put a card into a hand (n is 1), or take it out (n is 255)."""
    no_overlap()
    for r in range(n_rows):
        row = hand[r]
        for i in range(LANES):
            row[i] = u8(row[i] + (n if card[i] == u8(r) else ZERO))


@unit
def take_top_card(rules, table, tally):
    """The dummy's controller draws the top card of its pile into the hand, before anybody chooses."""
    c, pile = controller(rules, table), rules.n_players
    x, card = table.x[:LANES], table.a[0]
    draw_same(table, DECK, x, rules.hand_size - table.turn)
    pick_nth(card, x, table.hand[pile], table.b[0], rules.n_rows)
    copy(table.joined[0], card)
    _put(table.hand[pile], card, NONE, rules.n_rows)
    _put(table.hand[hand_of(rules, table, c)], card, ONE, rules.n_rows)
    flow = tally.flow[table.round_now, JOINED, c, table.turn]
    count_rows(card, table.live[0], rules.n_rows, flow)
    if table.lane >= 0:
        write(table, EV_TOP, c, card[table.lane], 0, 0, 0, 0)


@kernel
def _complete(table, event, p, card):
    """Put a choice into its event, which was written down with the commits."""
    i = table.n_events - 1
    while table.events[i, 0] != event or table.events[i, 1] != p:
        i -= 1
    table.events[i, 2] = card


@kernel
def _set_aside(free, card, wasabi, n):
    """Take a wasabi of this turn from the free ones (n is 255), or give it back (n is 1)."""
    no_overlap()
    for i in range(LANES):
        s = n if card[i] == wasabi else u8(0)
        free[i] = u8(free[i] + s)


@kernel
def fresh_wasabi(rules, table, n):
    """Let no nigiri of this turn go on a wasabi of this turn (E22), or undo it."""
    if rules.together_is_late and rules.wasabi >= 0:
        for p in range(rules.n_players):
            _set_aside(table.free[p], table.pick[p], u8(rules.wasabi_row), n)


@kernel
def _second_card(rules, table, p):
    q = hand_of(rules, table, p)
    choose.review(rules, table, p)
    choose.second(rules, table, p, q)
    copy(table.active[0], table.call[p, 0])
    keep_where(table.second[p], table.active[0])
    if table.lane >= 0 and table.active[0, table.lane]:
        _complete(table, EV_SECOND, p, table.second[p, table.lane])


@kernel
def _dummys_card(rules, table, tally):
    c, dummy = controller(rules, table), rules.n_players
    q = hand_of(rules, table, c)
    choose.review(rules, table, c)
    _put(table.hand[q], table.second[c], NONE, rules.n_rows)  # it is the controller's own
    choose.for_dummy(rules, table, c, q, dummy)
    _put(table.hand[q], table.second[c], ONE, rules.n_rows)
    if table.lane >= 0:
        _complete(table, EV_COMMIT, dummy, table.pick[dummy, table.lane])


@unit
def play_together(rules, table, tally):
    """Lay the committed cards, choose second cards and the dummy's card, lay the dummy's."""
    for p in range(rules.n_players):
        play(rules, table, tally, p, hand_of(rules, table, p), PICKED)
    fresh_wasabi(rules, table, NONE)
    for p in range(rules.n_players):
        fill(table.second[p], NONE)
        if rules.any_caller and rules.chopsticks >= 0 and any_set(table.call[p, 0]):
            _second_card(rules, table, p)
    if rules.n_players < rules.n_seats:
        _dummys_card(rules, table, tally)
        play(rules, table, tally, rules.n_players, hand_of(rules, table, rules.n_players), PICKED)
