"""Entries into single kernels, for tests that look inside a turn; cached like the core."""

from simkit import together
from simkit._jit import entry, table_at
from simkit.cards.moments import FINAL, SCORE
from simkit.dice import actions, deal, uniform
from simkit.dice import choose as dice_choose
from simkit.dice import search as dice_search
from simkit.dice import valued as dice_valued
from simkit.passing import hand_of
from simkit.policies import choose
from simkit.policies.judge import value_cards
from simkit.policies.switch import VALUE
from simkit.policies.valuation import look
from simkit.rng import advance, draw, draw_lane, draw_same, draw_tie, seed_alike, seed_batch
from simkit.rows import fill
from simkit.schema import LANES, ONE, RULES, SEATS, WORDS, i64, new_record, u16, u64
from simkit.search import lay_out, search, shuffle_unknown


@entry
def _seed(rules, table, seed, batch):
    seed_batch(rules, table, seed, batch)


def seed_streams(table, seed, batch, n_seats):
    """Start the streams of a batch."""
    rules = new_record(RULES)
    rules.n_seats = n_seats
    _seed(rules, table, seed, batch)


@entry
def bits(table, stream, out):
    """Fill each row of out with a stream's 16-bit numbers."""
    for i in range(out.shape[0]):
        advance(table.rng[stream])
        words = table.rng[stream][4 * WORDS : 5 * WORDS].view(u16)
        for lane in range(LANES):
            out[i, lane] = words[lane]


@entry
def draws(table, stream, out, sizes):
    """Draw without replacement: each row of out one draw from what is left of sizes."""
    for lane in range(LANES // 2):
        table.sizes[0, lane] = sizes[2 * lane]
        table.sizes[0, LANES // 2 + lane] = sizes[2 * lane + 1]
    for i in range(out.shape[0]):
        draw(table, stream, out[i], table.sizes[0])


@entry
def same_draws(table, stream, out, n):
    """Draw each row of out from 0 .. n - 1."""
    for i in range(out.shape[0]):
        draw_same(table, stream, out[i], n)


@entry
def tie_draws(table, stream, out, sizes):
    """Break ties: each row of out a draw from 0 .. sizes - 1."""
    for i in range(out.shape[0]):
        draw_tie(table, stream, out[i], sizes)


@entry
def lane_draws(table, stream, out, n, purpose):
    """Draw for one lane after the other from 0 .. n - 1, each row with a purpose of its own."""
    for i in range(out.shape[0]):
        for lane in range(LANES):
            out[i, lane] = draw_lane(table, stream, purpose + i, lane, n)


@entry
def score_kind(rules, table, k):
    """Add a kind's points of the round to every seat's."""
    look(rules, table)
    for p in range(rules.n_seats):
        SCORE(rules.score[k], rules, table, p, k)


@entry
def score_dessert(rules, table, k):
    """Add a dessert's points of the game to every seat's."""
    look(rules, table)
    for p in range(rules.n_seats):
        FINAL(rules.final[k], rules, table, p, k)


@entry
def commit(rules, table, p):
    """Seat p chooses its card, a copy's target and its calls."""
    if rules.any_valued:
        look(rules, table)
    choose.commit(rules, table, p)
    if rules.rollouts[p] > 0:
        search(rules, table, p)


@entry
def shuffle(rules, table, p, lane):
    """Lay a lane into all lanes of the second table, and deal there what seat p does not know."""
    other = table_at(table.sim_table)
    for s in range(SEATS + rules.n_seats):
        seed_alike(other.rng[s], u64(1000 * lane + s), WORDS // 2)
    lay_out(rules, table, lane)
    shuffle_unknown(rules, table, p, lane)


@entry
def second(rules, table, p, q):
    """Seat p chooses a second card of hand q."""
    choose.second(rules, table, p, q)


@entry
def request(rules, table, p):
    """Seat p chooses what its spoon asks for."""
    choose.request(rules, table, p)


@entry
def flips(rules, table, p):
    """Seat p chooses what its takeout box turns over."""
    choose.flips(rules, table, p)


@entry
def value(rules, table, p, judge):
    """The policy of a seat, the judge, puts a worth on every card or face for seat p."""
    look(rules, table)
    table.judge = judge
    table.viewed = hand_of(rules, table, p)
    table.known = table.turn
    VALUE(rules.policy[judge], rules, table, p)


# ---- Sushi Go!


@entry
def top_card(rules, table, tally):
    """The dummy's controller draws a card of its pile."""
    together.take_top_card(rules, table, tally)


@entry
def play_together(rules, table, tally):
    """After the commits: second cards and the dummy's card are chosen, and all is laid."""
    together.play_together(rules, table, tally)


# ---- dice


@entry
def draw_dice(rules, table):
    """Fill all belts from the bag and roll."""
    deal.draw_dice(rules, table)


@entry
def slide(rules, table, n):
    """Pass all belts with n dice on each, and roll."""
    deal.slide(rules, table, n)


@entry
def token(rules, table, p, step):
    """Seat p says what it does with its next token; 0 if no game uses one."""
    fill(table.active[0], ONE)
    if rules.policy[p] < 0:
        return i64(uniform.token(rules, table, p, step))
    look(rules, table)
    value_cards(rules, table, p, deal.belt_of(rules, table, p))
    dice_valued.look_round(rules, table, p)
    return i64(dice_valued.token(rules, table, p, step))


@entry
def use_tokens(rules, table, tally, p, step):
    """What the tokens in ``table.act`` do is done."""
    actions.use_tokens(rules, table, tally, p, step)


@entry
def die(rules, table, p):
    """Seat p says which die it takes."""
    if rules.policy[p] < 0:
        uniform.die(rules, table, p)
    else:
        look(rules, table)
        value_cards(rules, table, p, deal.belt_of(rules, table, p))
        dice_valued.die(rules, table, p)


@entry
def move(rules, table, tally, p):
    """Seat p uses tokens and says which die it takes."""
    if rules.rollouts[p] > 0:
        dice_search.search_move(rules, table, tally, p)
    else:
        dice_choose.move(rules, table, tally, p)
