"""What a card is worth to a player: each card's own gain, and the two that depend on all the others."""

from simkit._jit import kernel, no_overlap, unit
from simkit.cards.moments import FLIPS, GAIN, LOOK, RIVALS
from simkit.rows import best_among, best_start, copy, fill
from simkit.schema import (
    FACE_DOWN,
    FIRST_WORTH,
    FORBIDDEN,
    FREE,
    LANES,
    LAST_WORTH,
    MAX_GAIN,
    OFFSET,
    ZERO,
    u8,
)


@unit
def look(rules, table):
    """Find what all seats see: the most icons, the fewest temaki, colours."""
    for k in range(rules.n_kinds):
        LOOK(rules.look[k], rules, table, k)
    if rules.any_plan:
        for k in range(rules.n_kinds):
            RIVALS(rules.rivals[k], rules, table, k)


@kernel
def _plain_gain(out, gain, cards, tripled, sealed, plain):
    no_overlap()
    for i in range(LANES):
        g = gain[i]
        n = u8(u8(cards[i] - tripled[i]) - sealed[i])
        out[i] = g if n > ZERO else plain


@kernel
def _prefer_face_down(value, card, down, worth):
    no_overlap()
    for i in range(LANES):
        m, c = value[i], card[i]
        better = u8(down[i] > ZERO) & u8(worth > m)
        card[i] = FACE_DOWN if better else c
        value[i] = worth if better else m


@unit
def best_copy(rules, table, p):
    """Find the most valuable card to copy on seat p's table (a face-down card is one, too).

    A copy of a nigiri that lies on a wasabi is not put on another one (E23), so it is worth its plain points.
    Leaves the card in ``table.copy_card[p]`` and its worth in ``table.copy_worth[p]``.
    """
    value, card = table.copy_worth[p], table.copy_card[p]
    first = 0
    best_start(value, card)
    if rules.nigiri >= 0 and rules.wasabi >= 0 and not rules.tripled_counts:
        first = 3
        for i in range(3):
            r = rules.nigiri_row + i
            plain = u8(OFFSET + u8(2 * rules.nigiri_points[i]))
            if rules.restricted[p, r] != FREE:
                plain = LAST_WORTH if rules.restricted[p, r] == FORBIDDEN else FIRST_WORTH
            _plain_gain(
                table.spare[0, i],
                table.gain[p, r],
                table.tab[p, r],
                table.tripled[p, i],
                table.sealed[p, i],
                plain,
            )
        best_among(value, card, table.tab[p], table.spare[0], 3, 0)
    best_among(
        value, card, table.tab[p, first:], table.gain[p, first:], rules.n_rows - first, first
    )
    if rules.takeout_box >= 0:
        _prefer_face_down(value, card, table.down[p], u8(OFFSET + u8(2 * rules.down_points)))


@unit
def value_flips(rules, table, p):
    """Find what turning cards over would gain seat p (in ``table.e``), and how many of each row.

    The numbers, in ``table.flip``, are complete only while a box is open (``table.flipping``).
    """
    fill(table.e[0], ZERO)
    for k in range(rules.n_kinds):
        FLIPS(rules.flips[k], rules, table, p, k)


@kernel
def _capped(out, gain):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(OFFSET + min(gain[i], u8(2 * MAX_GAIN)))


@kernel
def value_options(rules, table, p):
    """Value the two cards whose worth is that of others: takeout boxes and special orders."""
    if rules.takeout_box >= 0:
        r = rules.takeout_box_row
        value_flips(rules, table, p)
        _capped(table.gain[p, r], table.e[0])
        for i in range(1, rules.n_variants[rules.takeout_box]):
            copy(table.gain[p, r + i], table.gain[p, r])
    if rules.special_order >= 0:
        r = rules.special_order_row
        fill(table.gain[p, r], ZERO)  # copying a special order is copying what that one is
        best_copy(rules, table, p)
        _at_least(table.gain[p, r], table.copy_worth[p], OFFSET)


@kernel
def _at_least(out, a, low):
    no_overlap()
    for i in range(LANES):
        out[i] = a[i] if a[i] > ZERO else low


@unit
def gains(rules, table, p):
    """Value every card for seat p by the points it would bring now."""
    for k in range(rules.n_kinds):
        GAIN(rules.gain[k], rules, table, p, k)
    value_options(rules, table, p)
