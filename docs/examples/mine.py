"""A policy of one's own: `simkit simulate go --policy docs/examples/mine.py`. See docs/policies.md.

It likes squid, completes sets, and takes the most maki that it can get; the rest it takes as it comes.
"""

import numpy as np

OFFSET = 64  # a worth is OFFSET + 2 x points, from 0 to 254
CALL_AT = 2.5  # chopsticks and spoons are called for a card worth so many points


def value(rules, table, p):
    """Put a worth on every card of the menu, for seat p, in all games."""
    for r in range(rules.n_rows):
        kind = rules.catalogue[rules.kind[r]]  # a number for each kind of the box
        for game in range(table.gain.shape[2]):
            points = 1.0
            if rules.kind[r] == rules.nigiri:
                points = float(rules.nigiri_points[r - rules.nigiri_row])
                if table.free[p, game] > 0:  # a wasabi waits for it
                    points *= rules.wasabi_times
            elif rules.by_count[rules.kind[r], 2] != 0:  # it scores by the number of cards
                points = gain_of_one_more(rules, table, p, r, game)
            elif rules.value[r] > 0:  # icons
                points = 0.5 * rules.value[r]
            table.gain[p, r, game] = as_worth(points)


def gain_of_one_more(rules, table, p, r, game):
    """Points that one more card of row r brings, and half a point for a set in the making."""
    points = rules.by_count[rules.kind[r]]
    n = table.tab[p, r, game]
    return float(points[n + 1] - points[n]) + 0.5


def as_worth(points):
    """Turn points into a worth: a byte, so halves are the finest there are."""
    return np.uint8(min(max(OFFSET + 2 * points, 0.0), 254.0))
