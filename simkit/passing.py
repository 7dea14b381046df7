"""Which hand lies before a seat: hands are passed on, and a dummy is played for (rules A4.5, B)."""

from simkit._jit import kernel


@kernel
def controller(rules, table):
    """Return the player who plays for the dummy in this turn (E21)."""
    return (rules.controller[table.round_now] + table.turn) % rules.n_players


@kernel
def hand_of(rules, table, p):
    """Return the hand from which seat p's cards come: hand q is dealt to seat q and passed on every turn.

    The dummy has no hand: its cards come from its controller's.
    """
    seat = controller(rules, table) if p >= rules.n_players else p
    return (seat - table.turn * rules.pass_to[table.round_now]) % rules.n_players


@kernel
def next_hand(rules, table, p):
    """Return the hand that lies before seat p in the next turn; the dummy's pile stays."""
    if p >= rules.n_players:
        return p
    return (p - (table.turn + 1) * rules.pass_to[table.round_now]) % rules.n_players
