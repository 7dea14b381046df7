"""What a seat thinks of the cards it sees: its valuation, and what modifies it."""

from simkit._jit import kernel
from simkit.policies.denial import deny
from simkit.policies.modify import modify
from simkit.policies.noise import level
from simkit.policies.switch import VALUE


@kernel
def value_cards(rules, table, p, q):
    """Put the worth of every card into ``table.gain[p]`` for seat p, that chooses from hand (or belt) q."""
    table.judge = p
    table.viewed = q
    table.known = table.turn
    VALUE(rules.policy[p], rules, table, p)
    if rules.denial[p] and rules.n_die_types == 0:
        deny(rules, table, p, q)
    if rules.is_modified[p]:
        modify(rules, table, p)
    if rules.noise[p]:
        level(rules, table, p)
