"""What modifiers do to worths: a style adds points, what is forced comes first, what is forbidden last.

Half points of a style are added to the worths of its kinds. Then a forced card is worth more than any other and a
forbidden one less, so that all choices, which take the best or give the least, heed them by themselves.
"""

from simkit._jit import kernel, no_overlap, unit
from simkit.policies.valuation import best_copy
from simkit.rows import copy, fill
from simkit.schema import FIRST_WORTH, FORBIDDEN, FORCED, FREE, LANES, LAST_WORTH, ZERO, i16, u8

_LEAST, _MOST = (
    i16(2),
    i16(253),
)  # of what is neither forbidden nor forced; 1 stands for 0 in a hand


@kernel
def _add(worth, more):
    no_overlap()
    for i in range(LANES):
        x = i16(i16(worth[i]) + more)
        worth[i] = u8(min(max(x, _LEAST), _MOST))


@kernel
def _follow(worth, now, before):
    """A special order gains or loses what its best copy does."""
    no_overlap()
    for i in range(LANES):
        w, x, y = worth[i], now[i], before[i]
        moved = i16(i16(i16(w) + i16(x)) - i16(y))
        moved = min(max(moved, _LEAST), _MOST)
        worth[i] = u8(moved) if y > ZERO else w


@kernel
def _copy_again(rules, table, p):
    """Find the best card to copy again, after the worths of all others have changed."""
    r = rules.special_order_row
    copy(table.a[0], table.copy_worth[p])
    best_copy(rules, table, p)
    if rules.restricted[p, r] == FREE and not rules.is_list[p]:
        _follow(table.gain[p, r], table.copy_worth[p], table.a[0])


@unit
def modify(rules, table, p):
    """Change what the valuation of seat p has found by its style and its restrictions."""
    for r in range(rules.n_rows):
        mark = rules.restricted[p, r]
        if mark == FORBIDDEN:
            fill(table.gain[p, r], LAST_WORTH)
        elif mark == FORCED:
            fill(table.gain[p, r], FIRST_WORTH)
        else:
            more = i16(rules.style[p, r])
            _add(table.gain[p, r], i16(more - 256) if more > 127 else more)
    if rules.special_order >= 0:
        _copy_again(rules, table, p)
