"""Every decision about dice, for a whole row of lanes: the one place where players are asked (rules C2)."""

from simkit._jit import kernel
from simkit.dice import uniform, valued
from simkit.dice.actions import use_tokens
from simkit.dice.deal import belt_of
from simkit.policies.judge import value_cards
from simkit.policies.noise import hold_still
from simkit.policies.valuation import look
from simkit.rows import fill
from simkit.schema import ONE


@kernel
def begin_move(rules, table, p):
    """Seat p looks at what there is."""
    fill(table.active[0], ONE)
    if rules.policy[p] >= 0:
        look(rules, table)
        table.reviewing = 0
        value_cards(rules, table, p, belt_of(rules, table, p))
        valued.look_round(rules, table, p)
    if rules.noise[p]:
        hold_still(rules, table, p)


@kernel
def end_move(rules, table, tally, p, step):
    """Seat p goes on, in the active lanes, with its next token and the one after that; then it chooses a die."""
    valued_seat = rules.policy[p] >= 0
    going = True
    while going:  # tokens do not come back within a move
        going = (
            valued.token(rules, table, p, step)
            if valued_seat
            else uniform.token(rules, table, p, step)
        )
        if going:
            going = use_tokens(rules, table, tally, p, step)
        step += 1
    if valued_seat:
        valued.die(rules, table, p)
    else:
        uniform.die(rules, table, p)
    if rules.noise[p]:
        uniform.die_again(rules, table, p)


@kernel
def move(rules, table, tally, p):
    """Seat p uses tokens as long as it likes, then says in ``table.slot`` which die it takes."""
    begin_move(rules, table, p)
    end_move(rules, table, tally, p, 0)
