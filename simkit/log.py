"""Writing one lane's game down: events as rows of eight small integers, read back by the transcripts.

Nothing is written unless ``table.lane`` names a lane; each caller asks that first.
"""

from simkit._jit import kernel, unit
from simkit.schema import EV_DISCARD, MAX_EVENTS


@unit
def write(table, event, seat, a, b, c, d, e):
    """Write one event of the logged lane."""
    i = table.n_events
    if i < MAX_EVENTS:
        row = table.events[i]
        row[0] = event
        row[1] = seat
        row[2] = a
        row[3] = b
        row[4] = c
        row[5] = d
        row[6] = e
        row[7] = table.turn
    table.n_events = i + 1


@kernel
def write_discard(table, seat, card, why, n):
    """Write a discard of n cards."""
    if n > 0:
        write(table, EV_DISCARD, seat, card, why, n, 0, 0)
