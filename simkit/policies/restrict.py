"""What a seat that draws may draw from: what it is forced to take, else what is not forbidden, else anything."""

from simkit._jit import kernel, no_overlap
from simkit.rows import add
from simkit.schema import FORBIDDEN, FORCED, FREE, LANES, ZERO, u8


@kernel
def _levels(forced, free, present, restricted, n_rows):
    """Whether there is a forced card, and one that is not forbidden."""
    no_overlap()
    for i in range(LANES):
        forced[i] = ZERO
        free[i] = ZERO
    for r in range(n_rows):
        has, mark = present[r], restricted[r]
        if mark == FORCED:
            for i in range(LANES):
                forced[i] = u8(forced[i] | has[i])
        elif mark == FREE:
            for i in range(LANES):
                free[i] = u8(free[i] | has[i])


@kernel
def _keep(out, present, restricted, forced, free, n_rows):
    no_overlap()
    for r in range(n_rows):
        row, has, mark = out[r], present[r], restricted[r]
        if mark == FORCED:
            for i in range(LANES):
                row[i] = has[i]
        elif mark == FORBIDDEN:
            for i in range(LANES):
                n, x = has[i], u8(forced[i] | free[i])
                row[i] = n if x == ZERO else ZERO
        else:
            for i in range(LANES):
                n, x = has[i], forced[i]
                row[i] = n if x == ZERO else ZERO


@kernel
def allowed(rules, table, p, present):
    """Put those of the present cards into ``table.spare[0]`` that seat p may draw."""
    marks, n = rules.restricted[p], rules.n_rows
    _levels(table.a[0], table.b[0], present, marks, n)
    _keep(table.spare[0], present, marks, table.a[0], table.b[0], n)


@kernel
def _unless(out, a, other):
    no_overlap()
    for i in range(LANES):
        x = a[i]
        out[i] = x if other[i] == ZERO else ZERO


@kernel
def allowed_to_copy(rules, table, p):
    """The same of the cards on the own table; in ``table.b`` the face-down ones, which nobody forbids."""
    marks, n = rules.restricted[p], rules.n_rows
    _levels(table.a[0], table.b[0], table.tab[p], marks, n)
    add(table.b[0], table.down[p])
    _keep(table.spare[0], table.tab[p], marks, table.a[0], table.b[0], n)
    _unless(table.b[0], table.down[p], table.a[0])
