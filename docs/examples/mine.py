"""A policy of one's own; see docs/policies.md: simkit simulate go --policy docs/examples/mine.py.

It likes squid, completes sets and takes maki while it is behind; it thinks of no later turn.
"""

import numpy as np

from simkit.policies.kinds import DUMPLING, MAKI, NIGIRI, SASHIMI, TEMPURA, WASABI

OFFSET = 64  # a worth is OFFSET + 2 x points, from 0 to 254
CALL_AT = 2.5  # chopsticks and spoons are called for a card worth so many points


def value(rules, table, p):
    """Put a worth on every card of the menu for seat p, in all the games that are played side by side."""
    left = rules.hand_size - table.turn
    for r in range(rules.n_rows):
        k = rules.kind[r]
        kind = rules.catalogue[k]
        for game in range(table.gain.shape[2]):
            points = 1.0  # whatever else is on the menu
            if kind == NIGIRI:
                points = float(rules.nigiri_points[r - rules.nigiri_row])
                if table.free[p, game] > 0:  # a wasabi waits for it
                    points *= rules.wasabi_times
            elif kind == WASABI:
                points = 3.0 if left > 3 and table.free[p, game] == 0 else 0.0
            elif kind in (TEMPURA, SASHIMI, DUMPLING):
                points = of_a_set(rules.by_count[k], table.tab[p, r, game], left)
            elif kind == MAKI:
                behind = table.roll_first[p, game] >= table.maki[p, game]
                points = 1.0 * rules.value[r] if behind else 0.5
            table.gain[p, r, game] = as_worth(points)


def of_a_set(points, n, left):
    """Points of one more, if n lie there; and half of what a set in the making may still bring."""
    now = float(points[n + 1] - points[n])
    later = float(points[n + 2] - points[n + 1])
    return now + (0.5 * later if left > 2 else 0.0)


def as_worth(points):
    """Turn points into a worth: a byte, so half points are the finest there are."""
    return np.uint8(min(max(OFFSET + 2 * points, 0.0), 254.0))
