"""The faces of the dice of Sushi Roll (rules C), as kinds, and the dice that show them."""

from dataclasses import dataclass, replace

from simkit._jit import kernel, no_overlap
from simkit.cards.appetizers import DUMPLING, SASHIMI, TEMPURA
from simkit.cards.card import Card, Variant
from simkit.cards.desserts import PUDDING, final_pudding, look_pudding
from simkit.cards.families import extremes, penalty
from simkit.cards.nigiri import NIGIRI, WASABI
from simkit.cards.outlook import Unplanned
from simkit.cards.rolls import MAKI
from simkit.cards.specials import CHOPSTICKS, MENU
from simkit.rows import copy, fill
from simkit.schema import (
    CHOPSTICKS_TOKEN,
    LANES,
    MENU_TOKEN,
    NONE,
    OFFSET,
    PUDDING_TOKEN,
    ZERO,
    i16,
    i64,
    u8,
)


@dataclass(frozen=True, slots=True)
class Die:
    """A type of die.

    Attributes
    ----------
    slug : str
        Its name, e.g. ``"appetizer"``.
    colour : str
        For people.
    n_dice : int
        How many are in the bag.
    faces : tuple of str
        The faces of its six sides.
    """

    slug: str
    colour: str
    n_dice: int
    faces: tuple[str, ...]


DICE = (
    Die("nigiri", "white", 5, ("nigiri-egg",) * 2 + ("nigiri-salmon",) * 3 + ("nigiri-squid",)),
    Die("maki", "red", 6, ("maki-1",) * 2 + ("maki-2",) * 2 + ("maki-3",) * 2),
    Die("appetizer", "blue", 10, ("dumpling",) * 3 + ("tempura",) * 2 + ("sashimi",)),
    Die("special", "green", 5, ("wasabi",) * 2 + ("menu",) * 2 + ("chopsticks-1", "chopsticks-2")),
    Die("pudding", "pink", 4, ("pudding-1",) * 2 + ("pudding-2",) * 2 + ("pudding-3",) * 2),
)
"""The dice in the bag: 30 of five types (rules C; their numbers are E26)."""

# ---- pudding: tokens, as many as the face shows and the supply has


@kernel
def _standing(out, count, more, supply, high, low, most, fewest):
    """The opponents stay where they are; ties are paid in full."""
    no_overlap()
    for i in range(LANES):
        x = count[i]
        y = u8(x + min(more, supply[i]))
        h, f = high[i], low[i]
        new = most if y >= h else ZERO
        new = u8(new + fewest) if y <= f else new
        old = most if x >= h else ZERO
        old = u8(old + fewest) if x <= f else old
        g = u8(new - old)
        out[i] = u8(u8(g + g) + OFFSET)


@kernel
def gain_pudding_tokens(rules, table, p, k):
    """Standing with the tokens, less the standing now."""
    high, low = table.a[0], table.b[0]
    fill(high, ZERO)
    fill(low, NONE)
    for q in range(rules.n_seats):
        if q != p:
            extremes(high, low, table.pudding[q])
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        _standing(
            table.gain[p, r],
            table.pudding[p],
            u8(rules.value[r]),
            table.supply[PUDDING_TOKEN],
            high,
            low,
            u8(rules.pudding_most),
            u8(penalty(rules, rules.pudding_fewest)),
        )


@kernel
def _take_tokens(owned, supply, card, row, n):
    """Take the tokens of a face, or what is left of them (E32)."""
    no_overlap()
    for i in range(LANES):
        x, left = owned[i], supply[i]
        most = min(n, left)
        s = most if card[i] == row else ZERO
        owned[i] = u8(x + s)
        supply[i] = u8(left - s)


@kernel
def reveal_pudding_tokens(rules, table, p, k):
    """Take pudding tokens."""
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        _take_tokens(
            table.pudding[p],
            table.supply[PUDDING_TOKEN],
            table.effect[p],
            u8(r),
            u8(rules.value[r]),
        )


@kernel
def final_pudding_tokens(rules, table, p, k):
    """Pay the most and the fewest; the tokens break ties of the game as dessert cards do."""
    copy(table.desserts[p], table.pudding[p])
    final_pudding(rules, table, p, k)


# ---- menu and chopsticks: tokens to use later, worth something at the end


@kernel
def _worth_of_tokens(out, supply, n, each):
    no_overlap()
    for i in range(LANES):
        out[i] = u8(OFFSET + u8(min(n, supply[i]) * each))


@kernel
def _token(rules, k):
    return CHOPSTICKS_TOKEN if k == rules.chopsticks else MENU_TOKEN


@kernel
def gain_tokens(rules, table, p, k):
    """A constant for each token that the supply still has."""
    which = _token(rules, k)
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        _worth_of_tokens(
            table.gain[p, r],
            table.supply[which],
            u8(rules.value[r]),
            u8(rules.token_at[table.judge, which] - OFFSET),
        )


@kernel
def reveal_tokens(rules, table, p, k):
    """Take menu or chopsticks tokens."""
    which = _token(rules, k)
    for i in range(rules.n_variants[k]):
        r = rules.first[k] + i
        _take_tokens(
            table.tokens[p, which],
            table.supply[which],
            table.effect[p],
            u8(r),
            u8(rules.value[r]),
        )


@kernel
def _leftover(out, menus, chopsticks, left, each, points, most):
    no_overlap()
    for i in range(LANES):
        left[i] = u8(menus[i] + chopsticks[i])
    for n in range(1, most + 1):
        for i in range(LANES):
            out[i] = i16(out[i] + (points if left[i] >= u8(n * each) else i16(0)))


@kernel
def final_tokens(rules, table, p, k):
    """Points for each so many leftover tokens, menu and chopsticks together."""
    _leftover(
        table.points[p, k],
        table.tokens[p, MENU_TOKEN],
        table.tokens[p, CHOPSTICKS_TOKEN],
        table.a[0],
        i64(rules.tokens_each),
        rules.tokens_points,
        (i64(rules.token_supply[MENU_TOKEN]) + i64(rules.token_supply[CHOPSTICKS_TOKEN]))
        // i64(rules.tokens_each),
    )


def _on_dice(kind: Card) -> Card:
    """Return a kind with the sides of all dice that show its faces as its copies."""
    sides = [face for die in DICE for face in die.faces * die.n_dice]
    variants = tuple(
        replace(variant, n_copies=sides.count(variant.slug)) for variant in kind.variants
    )
    return replace(kind, variants=variants)


_FACES = (
    NIGIRI,
    replace(
        MAKI,
        points={"places": [6, 3]},
        rule="Most icons 6, second 3 points. Ties are paid in full.",
    ),
    replace(
        TEMPURA,
        points=[0, 1, 5, 10, 11, 15, 20, 21, 25, 30, 31, 35],
        rule="1, 5, 10 points for 1, 2, 3 icons; beyond three a new set starts.",
    ),
    replace(
        SASHIMI,
        points=[0, 0, 6, 13, 13, 19, 26, 26, 32, 39, 39, 45],
        rule="0, 6, 13 points for 1, 2, 3 icons; beyond three a new set starts.",
    ),
    replace(
        DUMPLING,
        points=[0, 2, 4, 8, 10, 12, 16, 18, 20, 24, 26, 28],
        rule="2, 4, 8 points for 1, 2, 3 icons; beyond three a new set starts.",
    ),
    replace(
        CHOPSTICKS,
        variants=(
            Variant("chopsticks-1", "Chopsticks (1 token)", 1, value=1),
            Variant("chopsticks-2", "Chopsticks (2 tokens)", 1, value=2),
        ),
        rule="Take chopsticks tokens; one swaps one of your dice with a die on another belt.",
        gain=gain_tokens,
        outlook=Unplanned,
        plan=gain_tokens,
        reveal=reveal_tokens,
    ),
    replace(
        MENU,
        variants=(Variant("menu", "Menu (2 tokens)", 1, value=2),),
        points={"tokens": 2, "points": 1},
        rule="Take two menu tokens; one re-rolls any of your dice. At the end of the game 1 point for each two "
        "leftover menu and chopsticks tokens.",
        gain=gain_tokens,
        outlook=Unplanned,
        plan=gain_tokens,
        reveal=reveal_tokens,
        final=final_tokens,
    ),
    WASABI,
    replace(
        PUDDING,
        variants=tuple(
            Variant(f"pudding-{n}", f"Pudding ({n} token{'s' * (n > 1)})", 1, value=n)
            for n in (1, 2, 3)
        ),
        rule="Take pudding tokens. At the end of the game most +6, fewest -6 points (2 players: no loss). Ties are "
        "paid in full.",
        look=look_pudding,
        gain=gain_pudding_tokens,
        reveal=reveal_pudding_tokens,
        final=final_pudding_tokens,
    ),
)

CATALOGUE: tuple[Card, ...] = tuple(_on_dice(kind) for kind in _FACES)
"""Every kind of face; its copies are the sides of all dice that show it (rules C)."""
