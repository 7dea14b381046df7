"""The vocabulary: codes, limits, and the records that kernels work on.

A *row* is one number for each of the ``LANES`` games that are played side by side: ``uint8[LANES]``. A card
of the menu (a variant: egg nigiri, maki with 2 icons, spoon number 4) is known by its row number ``r`` in
``0 .. n_rows - 1``, a kind by ``k`` in ``0 .. n_kinds - 1``; both follow the catalogue's order.

The table record holds the state of the games, the rules record everything a menu, its numbers and its
rulings say. Both are numpy records: numba passes each as one pointer, which was the fastest form measured
and is the most readable one.
"""

import numpy as np

LANES = 256
HALF = LANES // 2
WORDS = LANES // 4  # 64-bit words of random bits for LANES 16-bit draws
MAX_SEATS = 8
MAX_KINDS = 24  # the box has 23
MAX_SET = 10  # kinds whose sets are counted in one table; a printed menu has 8
MAX_ROWS = 47  # the box has 45 variants
MAX_HAND = 10
MAX_PLACES = 3
N_OUTLOOKS = 3  # tables of a card's worth
MAX_ICONS = 12  # entries of a table by icons or cards: a seat never has more than 10 cards of a round on the table
MAX_DESSERTS = 20  # entries of a table by desserts, which are collected over the rounds
MAX_REQUESTS = 64  # what a spoon can ask for
MAX_BONUS = 6  # numbered chopsticks and spoons
N_MODELS = 3  # players that others may be, to a search
MAX_ROLES = MAX_SEATS + N_MODELS
MAX_MOVES = 32  # candidates of a search
MAX_DIE_TYPES = 5
MAX_DICE = 8  # on a belt: sets of them are numbers of 8 bits
SIDES = 6
N_ROUNDS = 3
HIST_LOW = (
    -128
)  # lowest bin of a score histogram; scores outside are counted in the bins at the ends
HIST_BINS = 512
SHARE = 840  # a won game in exact units: divisible by every number of winners from 1 to 8
MAX_EVENTS = 8192

u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
i8, i16, i32, i64 = np.int8, np.int16, np.int32, np.int64
ZERO, ONE, TWO = u8(0), u8(1), u8(2)
NONE = u8(255)  # no card, no seat
FACE_DOWN = u8(254)  # a face-down card, as the target of a special order

# Numbers that kernels hand on: numba compiles a function anew for each literal one.
N1 = i64(1)
ELSEWHERE = i64(-1)  # a card that comes from no hand

FREE, FORBIDDEN, FORCED = u8(0), u8(1), u8(2)  # restricted play

# A valuation is kept in bytes, so that a whole row is one vector: OFFSET + 2 x points.
OFFSET = u8(64)
MAX_GAIN = 95  # points
MIN_GAIN = -32
LAST_WORTH, FIRST_WORTH = ZERO, u8(254)  # of what is forbidden, of what is forced

# Moments at which cards leave a hand or come to a table, for the tally (axis ``way``).
# The first four are also the ways in which a card comes to a table: commit, chopsticks, spoon, menu.
# JOINED is what joins a hand before its seat chooses: the dummy's top card. On dice: SECOND and GIVEN are
# what a swap brings and costs, RETURNED what is re-rolled, JOINED what it becomes.
PICKED, SECOND, ASKED, DRAWN, GIVEN, RETURNED, JOINED = (i64(way) for way in range(7))
N_WAYS = 7

# Tokens of the dice game.
MENU_TOKEN, CHOPSTICKS_TOKEN, PUDDING_TOKEN = (i64(token) for token in range(3))
N_TOKENS = 3
UNSETTLED, NOT_SEARCHED = u8(255), u8(254)
ACT_NONE, ACT_MENU, ACT_SWAP = u8(0), u8(1), u8(2)

# Random streams of a batch. One seat's choices never move another's, nor the deals.
DEAL, DECK, SEATS = i64(0), i64(1), i64(2)
N_STREAMS = 2 + MAX_SEATS

# Events of the log: what the replay of one game writes down.
(EV_HAND, EV_ADDED, EV_TURN, EV_COMMIT, EV_CALL, EV_PLAY, EV_DISCARD, EV_POINTS, EV_CHOPSTICKS, EV_SPOON,
 EV_MENU, EV_DRAW, EV_TAKEOUT, EV_FLIP, EV_TABLE, EV_HELD, EV_STATE, EV_SCORE, EV_KEPT, EV_END,
 EV_TOP, EV_SECOND, EV_STARTS, EV_ROLL, EV_SPEND, EV_REROLL, EV_SWAP, EV_TAKE, EV_TOKENS) = (
    i64(event) for event in range(29))  # fmt: skip
# seat, then a to e, by event: TOP card · SECOND card · STARTS (seat moves first) · ROLL die face (lies before the
# seat) · SPEND (a menu token, before its re-rolls) · REROLL die old new · SWAP other seat, own die and face, other
# die and face · TAKE die face on-wasabi · TOKENS menu chopsticks pudding (after TAKE: taken; after TABLE: owned)
WHY_NOTHING, WHY_CLASH, WHY_SCORED, WHY_UNPAID, WHY_MENU, WHY_TAKEOUT, WHY_FAILED = (
    i64(why) for why in range(7)
)
WHY_WORDS = (
    "nothing to copy",
    "miso clash",
    "uramaki scored",
    "uramaki unpaid",
    "menu",
    "takeout-box",
    "spoon failed",
)  # by code
WAY_WORDS = ("commit", "chopsticks", "spoon", "menu")  # by way: PICKED, SECOND, ASKED, DRAWN
# Places a card can be flipped from (takeout box).
ON_TABLE, ON_WASABI, WITH_WASABI, UNDER, SPENT, ON_FACE_DOWN, COPY = (
    i64(place) for place in range(7)
)

_SEAT_ROWS = (MAX_SEATS, MAX_ROWS, LANES)
_SEAT_ROW = (MAX_SEATS, LANES)
_ONE_ROW = (1, LANES)


def _fields(
    kind: str, shape: tuple[int, ...], names: str
) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(name, kind, shape) for name in names.split()]


TABLE_FIELDS = [
    # ---- cards, one row a variant
    *_fields(
        "u1", _SEAT_ROWS, "tab"
    ),  # face-up on a seat's table, special orders as what they copy
    *_fields("u1", _SEAT_ROWS, "copied"),  # of these, special orders
    *_fields("u1", _SEAT_ROWS, "now"),  # of these, played this turn (place.count_now)
    *_fields("u1", _SEAT_ROWS, "now_copied"),  # of these, special orders
    *_fields(
        "u1", _SEAT_ROWS, "hand"
    ),  # by hand, not by seat: in turn t seat p holds hand (p - t) % n_seats
    *_fields("u1", _SEAT_ROWS, "gain"),  # a policy's valuation of each card
    *_fields("u1", _SEAT_ROWS, "flip"),  # cards a takeout box turns over
    # ---- what a seat's table adds up to
    *_fields("u1", _SEAT_ROW, "down"),  # face-down cards
    *_fields("u1", _SEAT_ROW, "maki uramaki"),  # icons
    *_fields("u1", _SEAT_ROW, "misos"),  # miso soups of this turn
    *_fields("u1", _SEAT_ROW, "free"),  # wasabi without a nigiri
    *_fields("u1", _SEAT_ROW, "fresh"),  # of these, played this turn (with takeout boxes only)
    *_fields("u1", (MAX_SEATS, 3, LANES), "tripled"),  # nigiri on a wasabi: egg, salmon, squid
    *_fields("u1", (MAX_SEATS, 3, LANES), "sealed"),  # nigiri tripled by a wasabi that is face-down
    *_fields(
        "u1", (MAX_SEATS, 3, LANES), "placed_now"
    ),  # nigiri put on a wasabi this turn (with takeout boxes only)
    *_fields("u1", (MAX_SEATS, 3, LANES), "sealed_now"),  # sealed nigiri of this turn (E9)
    *_fields("u1", (MAX_SEATS, 3, LANES), "placed_fresh"),  # of these, on a wasabi of this turn
    *_fields(
        "u1", (MAX_SEATS, 3, LANES), "flip_on flip_with flip_under flip_sealed"
    ),  # flips of and under nigiri
    *_fields("u1", _SEAT_ROW, "flip_spent"),  # flips of wasabi whose nigiri is face-down
    *_fields("u1", _SEAT_ROWS, "flip_copy"),  # flips of special orders' copies, where it matters
    *_fields("u1", _SEAT_ROW, "pudding ice"),  # dessert cards of the game so far
    *_fields("u1", _SEAT_ROW, "desserts"),  # dessert cards of all kinds, of finished rounds
    *_fields("u1", (MAX_SEATS, 3, LANES), "fruit"),  # fruit icons of the game so far
    *_fields(
        "u1", _SEAT_ROW, "colours largest"
    ),  # different colours; cards of the largest colour group
    # ---- decisions
    *_fields("u1", _SEAT_ROW, "pick"),  # card committed
    *_fields("u1", _SEAT_ROW, "target"),  # what a special order copies: a row, FACE_DOWN or NONE
    *_fields("u1", _SEAT_ROW, "wish"),  # 1: a copied nigiri is to go on a free wasabi
    *_fields("u1", (MAX_SEATS, MAX_BONUS, LANES), "call"),  # calls of each bonus card
    *_fields(
        "u1", (MAX_SEATS, MAX_BONUS, LANES), "call_real"
    ),  # of these, for real cards, not special orders
    *_fields("u1", _SEAT_ROW, "second"),  # card played by a bonus action or a menu
    *_fields("u1", _SEAT_ROW, "request"),  # what a spoon asks for, by number in the rules' list
    # ---- the number queue
    *_fields(
        "u1", (MAX_SEATS, MAX_BONUS, LANES), "waiting"
    ),  # menus (0-2) and takeout boxes (3-5) of this turn
    *_fields(
        "u1", _SEAT_ROW, "effect committed"
    ),  # what the card last played, the committed card counts as
    # ---- deck
    *_fields("u1", (1, MAX_ROWS, LANES), "pool"),  # cards of the next deck
    *_fields("u1", (1, MAX_ROWS, LANES), "deck"),  # the deck, as cumulative counts over the rows
    *_fields("u1", (1, MAX_ROWS, LANES), "pile"),  # desserts not yet in play, as cumulative counts
    *_fields("u1", (1, MAX_ROWS, LANES), "drawn"),  # what a menu has drawn
    *_fields("u1", (1, MAX_ROWS, LANES), "spare"),
    # ---- what all seats see, once a turn
    *_fields("u1", _ONE_ROW, "top1 top2 top3"),  # the highest different maki counts
    *_fields("u1", _ONE_ROW, "uramaki_top"),
    *_fields(
        "u1", _ONE_ROW, "temaki_high temaki_low temaki_lowest"
    ),  # lowest: seats that have the fewest
    *_fields("u1", _ONE_ROW, "pudding_high pudding_low pudding_lowest"),
    *_fields("u1", _ONE_ROW, "colours_high"),
    *_fields("u1", _ONE_ROW, "holders"),  # seats with edamame
    *_fields("u1", _ONE_ROW, "miso_total"),  # miso soups of this turn, all seats
    *_fields("u1", _ONE_ROW, "place"),  # uramaki places taken
    # ---- scratch
    *_fields(
        "u1", _SEAT_ROW, "copy_worth copy_card"
    ),  # the best card to copy, as the valuation left it
    *_fields("u1", _ONE_ROW, "a b c d e active owner is_real best n count"),
    *_fields("u1", (MAX_HAND * LANES,), "x"),  # bounded draws
    *_fields("u1", _ONE_ROW, "live"),  # 1: the lane is a game that counts
    *_fields("u2", _ONE_ROW, "deck_size"),  # cards in the deck: even lanes, then odd lanes
    *_fields("u2", _ONE_ROW, "sizes flag"),
    *_fields(
        "u8", (N_STREAMS, 5 * WORDS + 8), "rng"
    ),  # whole cache lines: a split load costs double
    # ---- points
    *_fields("i2", (MAX_SEATS, MAX_KINDS, LANES), "points"),  # of the game so far
    *_fields(
        "i2", (N_ROUNDS + 1, MAX_SEATS, LANES), "total"
    ),  # after rounds 1, 2, 3 and after desserts
    *_fields("i2", _ONE_ROW, "high bins live16"),  # live16: -1 where the lane counts
    *_fields("i2", (1, MAX_KINDS, LANES), "taken"),  # 1: the seat took the kind in this game
    *_fields("i2", _ONE_ROW, "taken_set"),  # bit k: the seat took kind k
    # ---- games by seat and set of kinds taken, until they are added to the tally (up to MAX_SET kinds)
    *_fields(
        "i8", (MAX_SEATS, 1 << MAX_SET, 8), "sets"
    ),  # games, score, its square, win, its square
    *_fields("u1", (N_ROUNDS + 1, MAX_SEATS, LANES), "lead"),  # 1: (co-)leader; last: winner
    *_fields("u1", (N_ROUNDS + 1, 1, LANES), "n_lead"),
    *_fields("u1", (MAX_SEATS, MAX_KINDS, LANES), "copies"),  # copies taken in the game
    # ---- split ties: what every seat sees of its opponents, once a turn
    *_fields(
        "u1", (MAX_SEATS, 2, LANES), "maki_high maki_level"
    ),  # two highest numbers; the pay level with them
    *_fields("u1", _SEAT_ROW, "maki_second"),  # the pay between the two
    *_fields(
        "u1", (MAX_SEATS, 2, LANES), "pudding_ends pudding_level"
    ),  # most and fewest; the pay level with them
    *_fields("u1", _SEAT_ROW, "soy_high soy_level"),
    # ---- what a planning seat sees of its rivals, once a turn: the highest, the second highest (which may be
    # level) and the lowest of its opponents
    *_fields("u1", _SEAT_ROW, "roll_first roll_second roll_last"),  # icons or cards of the roll
    *_fields("u1", _SEAT_ROW, "pudding_first pudding_last colours_first"),
    *_fields(
        "u1", _SEAT_ROWS, "denied"
    ),  # half points that taking a card denies others, as far as they count
    *_fields(
        "u1", _SEAT_ROWS, "may_come"
    ),  # copies of a card that may still come, as a seat knew when it committed
    *_fields("u1", (1, MAX_ROWS, LANES), "kept"),  # a valuation set aside
    # ---- dice: by belt, not by seat, as hands are; a die's type and the face it shows
    *_fields("u1", (MAX_SEATS, MAX_DICE, LANES), "die face"),
    *_fields(
        "u1", (MAX_SEATS, MAX_DICE, LANES), "worth"
    ),  # of each die to the seat before which it lies
    *_fields("u1", (MAX_DICE, LANES), "chosen"),  # 1: the die is re-rolled
    *_fields("u1", _ONE_ROW, "slot"),  # the die taken or swapped
    *_fields(
        "u1", _ONE_ROW, "act partner partner_slot"
    ),  # a token's use: ACT_..., with whom, for which die
    # by worth (in that list) and type of die: how many of its sides are worth no more
    *_fields("u1", (256, MAX_DIE_TYPES, LANES), "sides_below"),
    # an expected maximum: products and sums over bounds, with the best die kept, and with every die rolled
    *_fields("u2", (2, LANES), "some every"),
    *_fields("i4", _ONE_ROW, "sum_some sum_every net"),  # net: a token's gain
    *_fields("i2", _ONE_ROW, "swap_gain"),
    *_fields("u1", (256,), "worths"),  # worths that some face has in some game, rising
    *_fields("u1", (MAX_SEATS, 2, LANES), "tokens"),  # menu, chopsticks
    *_fields("u1", (N_TOKENS, LANES), "supply"),
    # ---- what is observed (simkit.observe)
    *_fields("u1", (N_ROUNDS, MAX_SEATS, MAX_ROWS, LANES), "first_hand"),
    # another card tried: the kind; occasions that there are, how many to let pass before (NONE: all); the moment, as
    # round x MAX_HAND + turn; the card of this kind and the one instead; whether the policy has picked the kind
    *_fields("u1", _ONE_ROW, "try_kind try_occasions try_left try_at try_card try_other try_was"),
    # ---- scalars
    *_fields("i8", (), "turn round_now turn_is_over flipping"),
    *_fields(
        "i8", (), "wave"
    ),  # menus that each game has worked off in this turn, before the one at hand
    *_fields("i8", (), "slides"),  # places to the left that the belts have moved in the game
    *_fields("i8", (), "n_worths"),
    *_fields("i8", (), "n_dice"),  # dice on the belt of the seat to move
    *_fields("i8", (), "counted"),  # seats (bits) whose cards of this turn are counted in now
    *_fields(
        "i8", (), "n_played"
    ),  # bonus cards, menus and boxes worked off in this turn: a moment for draws
    *_fields(
        "i8", (), "judge"
    ),  # the seat whose constants a valuation takes; the cards may be another seat's
    *_fields("i8", (), "known"),  # the judge knows the hands that it has held up to this turn
    *_fields("i8", (), "viewed"),  # the hand from which the cards come that are valued
    *_fields("i8", (), "reviewing"),  # 1: cards are valued again in the course of a turn
    *_fields(
        "i8", (), "sim_rules sim_table sim_tally"
    ),  # addresses of a search's own records, or 0
    # ---- search: the candidates of one decision of one game; a move is a card, or a slot and what else is done
    *_fields(
        "u1", _ONE_ROW, "joined"
    ),  # the card that has joined the hand of the dummy's controller
    # how often what a seat (second) has picked is what each model would, to a seat that searches; of one pick
    *_fields("i1", (MAX_SEATS, MAX_SEATS, N_MODELS, LANES), "fits"),
    *_fields("i1", (N_MODELS, LANES), "fit"),
    *_fields(
        "u1", _ONE_ROW, "settled"
    ),  # dice: the slot found by a search; UNSETTLED, or NOT_SEARCHED
    *_fields(
        "i8", (MAX_MOVES,), "move move_calls move_prior move_n"
    ),  # calls: a bit each; n: games ahead
    *_fields("f8", (MAX_MOVES,), "move_sum move_value"),
    *_fields("i8", (), "lane"),  # the lane that is written down, or -1
    *_fields("i8", (), "n_events"),
    *_fields("i2", (MAX_EVENTS, 8), "events"),
]

RULES_FIELDS = [
    *_fields("i8", (), "n_seats n_rows n_kinds hand_size"),
    *_fields("i8", (), "first_dessert"),  # first dessert row
    *_fields("i8", (N_ROUNDS,), "desserts"),  # dessert cards that join the deck in each round
    # ---- rows
    *_fields("i8", (MAX_ROWS,), "kind"),  # kind of a row
    *_fields("i8", (MAX_ROWS,), "value"),  # icons, or the second fruit
    *_fields("i8", (MAX_ROWS,), "other"),  # the first fruit
    *_fields("i8", (MAX_ROWS,), "n_copies"),
    *_fields("u1", (MAX_ROWS,), "is_action"),  # a numbered card: a spoon can not ask for one by number
    *_fields("u1", (MAX_ROWS,), "matters"),  # a copy is not the same as the real card: bonus cards and desserts
    # ---- kinds
    *_fields("i8", (MAX_KINDS,), "first n_variants"),  # rows of a kind
    *_fields("i8", (MAX_KINDS,), "catalogue"),  # number of a kind, the same in all games (policies/kinds)
    *_fields("i8", (MAX_ROWS,), "by_colour"),  # rows in order of colour
    *_fields("u1", (MAX_ROWS,), "last_of_colour"),  # 1: the last of them of its colour
    *_fields("i8", (MAX_KINDS,), "begin look gain reveal at_once hide score final"),  # codes for the dispatchers
    *_fields("i8", (MAX_KINDS,), "flips plan rivals"),
    *_fields("i8", (), "n_revealing"),
    *_fields("i8", (MAX_KINDS,), "revealing"),  # the kinds for which something happens at the reveal
    # ---- where the cards with rules of their own are: kind (-1: not on the menu) and first row
    *_fields("i8", (), "nigiri wasabi uramaki special_order takeout_box menu chopsticks spoon"),
    *_fields("i8", (), "nigiri_row wasabi_row special_order_row takeout_box_row menu_row"),
    *_fields("i8", (MAX_BONUS,), "bonus_row"),  # rows of chopsticks and spoons
    *_fields("i8", (), "n_bonus n_chopsticks"),
    *_fields("i8", (), "first_of_colour"),  # the kind whose look finds the colours, or -1
    # ---- requests: a spoon may name a type or one exact card
    *_fields("i8", (), "n_requests"),
    *_fields("i8", (MAX_REQUESTS,), "request_list"),  # a row: that card exactly; n_rows + k: kind k in general
    # ---- points
    *_fields("i2", (MAX_KINDS, MAX_DESSERTS), "by_count"),  # points for 0, 1, 2, ... cards
    *_fields("u1", (MAX_KINDS, MAX_DESSERTS), "gain_by_count"),  # the same as gains of one more
    *_fields("u1", (MAX_KINDS, MAX_ICONS), "flips_by_count flips_gain"),  # takeout box: how many, for what
    *_fields("i2", (3,), "nigiri_points"),
    *_fields("i2", (), "wasabi_times"),
    *_fields("i2", (MAX_PLACES,), "maki_places uramaki_places"),
    *_fields("u1", (), "n_uramaki_places"),
    *_fields("i2", (), "uramaki_target"),
    *_fields("i2", (), "temaki_most temaki_fewest pudding_most pudding_fewest"),
    *_fields("i2", (5,), "onigiri_points"),
    *_fields("i2", (), "edamame_points edamame_cap soy_points tea_points down_points"),
    *_fields("u1", (2, MAX_ICONS), "fruit_gain"),  # gains of one icon more, of two
    *_fields("i2", (MAX_DESSERTS,), "fruit_points"),
    # ---- rulings (rules, section E)
    *_fields("i8", (), "down_has_colour bonus_limit race_at_end tie_skips_one tied_is_nothing most_needs_one"),
    *_fields("i8", (), "keeps_triple frees_wasabi spoon_last unpaid_goes must_place tripled_counts"),
    *_fields("i8", (), "any_valued any_free"),  # a seat with a valuation, with free play over all moves
    *_fields("i8", (), "any_caller"),  # a seat that may call bonus cards
    *_fields("i8", (), "ordered"),  # 1: bonus actions strictly one after another
    *_fields("i8", (), "shrinks"),  # 1: a deck may run below 4 cards (house menus)
    # ---- the other games: passing, players and the dummy, ties, chopsticks
    *_fields("i8", (), "n_players"),  # seats that choose; a dummy's seat comes after them
    *_fields("i8", (N_ROUNDS,), "pass_to"),  # 1: hands are passed to the left, -1: to the right
    *_fields("i8", (N_ROUNDS,), "controller"),  # dummy: the player who plays for it in the first turn
    *_fields("i8", (), "dealt_on"),  # 1: rounds are dealt from one pile, nothing comes back
    *_fields("i8", (), "second_before"),  # 1: a second card is chosen before the reveal
    *_fields("i8", (), "together_is_late"),  # 1: a wasabi does not take a nigiri played together with it
    *_fields("u1", (2, MAX_SEATS + 1), "maki_shares pudding_shares"),  # of a place, for so many seats
    *_fields("u1", (MAX_SEATS + 1,), "soy_shares"),
    # ---- dice
    *_fields("i8", (), "n_die_types extra_slides"),
    *_fields("i8", (MAX_DIE_TYPES,), "die_count"),
    *_fields("u1", (MAX_DIE_TYPES, SIDES), "sides"),  # rows, in order
    *_fields("u1", (MAX_DIE_TYPES, SIDES), "faces_of sides_with"),  # the different ones, and on how many sides
    *_fields("u1", (N_TOKENS,), "token_supply"),
    *_fields("u1", (2,), "token_start"),
    *_fields("i2", (), "tokens_each tokens_points"),  # leftover tokens
    # ---- line-up: a role for each seat, then those in which a search sees others (`policies.search`)
    *_fields("i8", (MAX_ROLES,), "policy"),  # code of the valuation; -1: random, -2: random-legal
    *_fields("u1", (MAX_ROLES, MAX_ROWS), "value_of"),  # constant valuations: first's list, greedy's constants
    *_fields("u1", (MAX_ROLES,), "is_list"),  # 1: the valuation is a list: its numbers only say what comes before what
    *_fields("u1", (MAX_ROLES, 2), "token_at"),  # what a menu, a chopsticks token is worth; 0 where no die has them
    *_fields("u1", (MAX_ROLES, MAX_HAND, 2), "call_at"),  # by turn: chopsticks, spoon are called for a card worth this
    # worth of a card by round, turn, row and progress; tables that each kind uses in its own way (`Card.plan`)
    *_fields("u1", (MAX_ROLES, N_ROUNDS, MAX_HAND, MAX_ROWS, N_OUTLOOKS, MAX_ICONS), "outlook"),
    # chance, in 256ths, that a card is in one of the hands that a seat has not held yet, by turn; 0: never asked
    *_fields("u1", (MAX_ROLES, MAX_HAND, MAX_ROWS), "elsewhere"),
    # copies that will come to a seat from hands it has not held yet, by turn (simkit.cards.outlook.WHOLE: one for
    # each turn to come); what a copy counts in a hand that comes in so many turns; how often that hand will come
    *_fields("u1", (MAX_ROLES, N_ROUNDS, MAX_HAND, MAX_ROWS), "to_come"),
    *_fields("u1", (MAX_HAND, MAX_SEATS + 1), "survives visits"),
    *_fields("u1", (MAX_ROLES,), "remembers"),  # 1: it knows the hands that it has held in this round
    *_fields("i8", (), "any_plan"),  # a seat that looks at its rivals
    *_fields("u1", (MAX_ROLES,), "denial"),  # share of another seat's loss that counts as an own gain, in 64ths
    *_fields("u1", (MAX_SEATS,), "denies_all"),  # 1: of every card, 0: of the best one
    *_fields("i8", (MAX_SEATS,), "user"),  # address of a user's valuation, or 0
    *_fields("i8", (MAX_SEATS,), "rollouts"),  # games played ahead for a decision, or 0: no search
    *_fields("i8", (), "any_search"),
    *_fields("i8", (MAX_SEATS,), "role"),  # whose role a seat plays, in games ahead
    *_fields("i8", (), "lanes_tied"),  # 1: a lane's luck depends on other lanes, too, also where seats search
    *_fields("i8", (), "luck"),  # number of the seats' luck: 0, or other luck on the same deals
    *_fields("i8", (), "turned"),  # seats to the left that hands and luck are moved
    *_fields("i8", (), "observes"),  # 1: first hands are kept; 2: and picks compared with what else was there
    *_fields("u1", (MAX_SEATS,), "tries"),  # 1: at one moment of each game it tries another card
    *_fields("i8", (), "tries_now"),  # 0: games are played as they are, and the occasions for that counted
    *_fields("i8", (N_ROUNDS,), "coming"),  # desserts that will be dealt after a round, about
    *_fields("i8", (2,), "coming_rows"),  # their first row, and the row after the last
    # ---- modifiers (policies/modify, restrict, noise)
    *_fields("u1", (MAX_SEATS,), "is_modified"),  # 1: there is a style or a restriction
    *_fields("i8", (MAX_SEATS,), "noise"),  # share of turns in which it plays as random does, in 65536ths
    *_fields("u1", (MAX_SEATS, MAX_ROWS), "style"),  # half points added to a card's worth, as two's complement
    *_fields("u1", (MAX_SEATS, MAX_ROWS), "restricted"),  # FREE, FORBIDDEN, FORCED
]  # fmt: skip


def _aligned(fields: list[tuple[str, str, tuple[int, ...]]]) -> np.dtype:
    """Lay fields out at multiples of 64 bytes, with a gap after long ones against 4-KiB aliasing."""
    names, formats, offsets, end = [], [], [], 0
    for name, kind, shape in fields:
        names.append(name)
        formats.append((kind, shape) if shape else kind)
        offsets.append(end)
        size = np.dtype(kind).itemsize * int(np.prod(shape, dtype=int))
        end += -(-size // 64) * 64 + (320 if size >= 4096 else 0)
    layout = {
        "names": names,
        "formats": formats,
        "offsets": offsets,
        "itemsize": -(-end // 64) * 64,
    }
    return np.dtype((np.record, layout))


TABLE = _aligned(TABLE_FIELDS)
RULES = _aligned(RULES_FIELDS)

OF_SEATS = tuple(
    name for name, _, shape in RULES_FIELDS if shape and shape[0] in (MAX_SEATS, MAX_ROLES)
)
"""Fields of the rules record with a row for each seat: what a policy fills."""


# What is kept of every batch of games: exact integers; merging is adding.
# Axes: seat p, kind k, row r, turn t, stage s (0 to 2: that round, 3: the game with desserts).
_STAGES = N_ROUNDS + 1
TALLY_SHAPES: dict[str, tuple[int, ...]] = {
    "n_games": (),
    # points of a round (0-2), and of the game (3)
    "score": (_STAGES, MAX_SEATS),
    "score_sq": (_STAGES, MAX_SEATS),
    "score_hist": (_STAGES, MAX_SEATS, HIST_BINS),
    # games in which p was one of (j + 1) leaders after a round, or winners (stage 3)
    "lead": (_STAGES, MAX_SEATS, MAX_SEATS),
    # games in which p was a (co-)leader after the round and q a (co-)winner
    "lead_win": (N_ROUNDS, MAX_SEATS, MAX_SEATS),
    # cards dealt into the first hand of each round
    "dealt": (N_ROUNDS, MAX_SEATS, MAX_ROWS),
    # cards by round, way, seat, turn and card: picked, second card by chopsticks, asked for by spoon, drawn
    # from a menu; given away to a spoon, put into the hand held (chopsticks, spoon), joined it before the choice
    "flow": (N_ROUNDS, N_WAYS, MAX_SEATS, MAX_HAND, MAX_ROWS),
    # points that a kind brought in a game, desserts included
    "points": (MAX_SEATS, MAX_KINDS),
    "points_sq": (MAX_SEATS, MAX_KINDS),
    # games in which p took at least one card of both kinds; diagonal: of the kind
    "both": (MAX_SEATS, MAX_KINDS, MAX_KINDS),
    "both_score": (MAX_SEATS, MAX_KINDS, MAX_KINDS),
    "both_win": (MAX_SEATS, MAX_KINDS, MAX_KINDS),  # in 840ths of a win
    # diagonal's squares, for intervals of with/without tables
    "with_score_sq": (MAX_SEATS, MAX_KINDS),
    "with_win_sq": (MAX_SEATS, MAX_KINDS),
    # where games are observed: picks of card r while card s was in the hand, too
    "preferred": (MAX_SEATS, MAX_ROWS, MAX_ROWS),
    # ---- dice only
    # faces on the own belt when the seat's move begins
    "seen": (N_ROUNDS, MAX_SEATS, MAX_HAND, MAX_ROWS),
    # menu and chopsticks tokens used; left at the end of the game
    "tokens": (N_ROUNDS, 2, MAX_SEATS, MAX_HAND),
    "tokens_left": (2, MAX_SEATS),
    # seats x points of a stage, less the points of all seats; and its square
    "edge": (_STAGES, MAX_SEATS),
    "edge_sq": (_STAGES, MAX_SEATS),
}
TALLY = np.dtype(
    (
        np.record,
        [
            (name, np.int64, shape) if shape else (name, np.int64)
            for name, shape in TALLY_SHAPES.items()
        ],
    )
)


def new_record(dtype: np.dtype) -> np.record:
    """Make a record on a 64-byte boundary, every byte of it written once.

    A masked vector store into a page that was never written costs a microcode assist each time (measured:
    7,800 ns instead of 28 for a pass over 14 rows).
    """
    buffer = np.empty(dtype.itemsize + 64, np.uint8)
    buffer[:] = 1
    buffer[:] = 0
    start = -buffer.ctypes.data % 64
    return buffer[start : start + dtype.itemsize].view(dtype)[0]
