"""Every decision of a game, for a whole row of lanes: the one place where players are asked.

Two manners of play stand behind it. A *valued* policy puts a worth on each card (``table.gain``) and takes
the best; a *uniform* one draws. Both see the same things: the own hand, all tables, the rules. Where a seat is
noisy, some of its choices are drawn again.
"""

from simkit._jit import kernel
from simkit.passing import hand_of
from simkit.policies import noise, uniform, valued
from simkit.policies.judge import value_cards
from simkit.policies.valuation import look
from simkit.schema import ONE


@kernel
def commit(rules, table, p):
    """Seat p commits a card, the target of a special order, and its bonus calls."""
    q = hand_of(rules, table, p)
    if rules.policy[p] >= 0:
        table.reviewing = 0
        value_cards(rules, table, p, q)
        valued.commit(rules, table, p, q)
    else:
        uniform.commit(rules, table, p, q)
    if rules.noise[p]:
        noise.commit(rules, table, p, q)


@kernel
def review(rules, table, p):
    """Value the cards again after the reveal, for the choices that are still to come in this turn."""
    if rules.policy[p] >= 0:
        table.reviewing = 1
        value_cards(rules, table, p, hand_of(rules, table, p))


@kernel
def look_again(rules, table):
    """After the reveal, find again what all seats see."""
    if rules.any_valued:
        look(rules, table)


@kernel
def second(rules, table, p, q):
    """Seat p chooses a card of hand q (ELSEWHERE: of a menu's) to play now, and what it copies."""
    if rules.policy[p] >= 0:
        valued.second(rules, table, p, q)
    else:
        uniform.second(rules, table, p, q)
    if rules.noise[p]:
        noise.second(rules, table, p, q)


@kernel
def for_dummy(rules, table, p, q, dummy):
    """Seat p chooses a card of its hand q for the dummy."""
    if rules.policy[p] >= 0:
        valued.for_dummy(rules, table, p, q, dummy)
    else:
        uniform.for_dummy(rules, table, q, dummy)
    if rules.noise[p]:
        noise.for_dummy(rules, table, p, q, dummy)


@kernel
def target(rules, table, p, way):
    """Seat p chooses what a special order copies that it plays now."""
    if rules.policy[p] >= 0:
        valued.target(rules, table, p, way)
    else:
        uniform.target(rules, table, p, way)


@kernel
def request(rules, table, p):
    """Seat p names the card its spoon asks for; with a valuation, what was worth most when it called."""
    if rules.policy[p] < 0:
        uniform.request(rules, table, p)


@kernel
def _is_noisy(rules, table, p, lane):
    if rules.noise[p] and noise.noisy(rules, table, p):
        return table.e[0, lane] == ONE
    return False


@kernel
def given(rules, table, p, q, lane, first, n):
    """Seat p, asked in general, chooses which of the matching cards of its hand q it gives."""
    if rules.policy[p] >= 0 and not _is_noisy(rules, table, p, lane):
        return valued.given(rules, table, p, q, lane, first, n)
    return uniform.given(rules, table, p, q, lane, first, n)


@kernel
def flips(rules, table, p):
    """Seat p chooses the cards its takeout box turns over; 0 if there are none in any game."""
    if rules.noise[p]:
        noise.hold_still(rules, table, p)
    if rules.policy[p] >= 0:
        return valued.flips(rules, table, p)
    return uniform.flips(rules, table, p)
