"""Dice laid into the trays one by one, by the same kernels that play games: for scoring what people took."""

from simkit._jit import entry
from simkit.dice.place import take
from simkit.place import begin_turn
from simkit.scoring import end_round, score_game, score_round

BEGIN_TURN, TAKE, SCORE_ROUND, END_ROUND, SCORE_GAME = range(5)


@entry
def step(rules, table, tally, what, p):
    """Do one step with trays on which all lanes are alike.

    ``TAKE`` moves the die in ``table.slot`` from the belt before seat p, with ``table.n_dice`` on it, to the tray.
    """
    if what == BEGIN_TURN:
        begin_turn(rules, table)
    elif what == TAKE:
        take(rules, table, tally, p)
    elif what == SCORE_ROUND:
        score_round(rules, table)
    elif what == END_ROUND:
        end_round(rules, table)
    elif what == SCORE_GAME:
        score_game(rules, table)
