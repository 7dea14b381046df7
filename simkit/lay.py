"""Cards laid on the tables one by one, by the same kernels that play games: for scoring what people played."""

from simkit._jit import entry, unit
from simkit.place import at_once, begin_turn, end_turn, play
from simkit.schema import ASKED, ELSEWHERE, NONE, ONE, PICKED
from simkit.scoring import end_round, score_game, score_round
from simkit.takeout import turn_over
from simkit.together import fresh_wasabi

BEGIN_TURN, REVEAL_ALL, LAY_ONE, TURN_OVER, END_TURN, SCORE_ROUND, END_ROUND, SCORE_GAME = range(8)


@unit
def _begin_turn(rules, table):
    begin_turn(rules, table)


@unit
def _turn_over(rules, table, p):
    turn_over(rules, table, p)


@entry
def step(rules, table, tally, what, p):
    """Do one step with tables on which all lanes are alike.

    ``REVEAL_ALL`` lays ``table.pick`` of all seats (NONE: no card), ``LAY_ONE`` seat p's ``table.second``;
    special orders follow ``table.target`` and ``table.wish``. ``TURN_OVER`` turns the cards of seat p
    face-down that the ``flip`` fields name.
    """
    if what == BEGIN_TURN:
        _begin_turn(rules, table)
    elif what == REVEAL_ALL:
        for seat in range(rules.n_seats):
            play(rules, table, tally, seat, ELSEWHERE, PICKED)
        fresh_wasabi(rules, table, NONE)
        at_once(rules, table)
    elif what == LAY_ONE:
        play(rules, table, tally, p, ELSEWHERE, ASKED)
        at_once(rules, table)
    elif what == TURN_OVER:
        _turn_over(rules, table, p)
    elif what == END_TURN:
        fresh_wasabi(rules, table, ONE)
        end_turn(rules, table)
    elif what == SCORE_ROUND:
        score_round(rules, table)
    elif what == END_ROUND:
        end_round(rules, table)
    elif what == SCORE_GAME:
        score_game(rules, table)
