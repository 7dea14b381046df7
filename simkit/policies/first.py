"""First: a fixed list of preferences, given as data."""

from simkit._jit import kernel
from simkit.policies.policy import Policy
from simkit.policies.valuation import best_copy
from simkit.rows import fill


@kernel
def fixed_worth(rules, table, p):
    """Every card its fixed place in the list."""
    for r in range(rules.n_rows):
        fill(table.gain[p, r], rules.value_of[table.judge, r])
    if rules.special_order >= 0:
        best_copy(rules, table, p)


FIRST = Policy(
    name="first",
    summary="Plays the first card of a fixed preference list that it holds; calls a bonus card for anything above it.",
    valuation=fixed_worth,
    # Plain counts of what a card scores at its usual best; ours, and meant to be replaced by the user's list.
    preferences=(
        "nigiri-squid",
        "onigiri",
        "sashimi",
        "dumpling",
        "tempura",
        "miso-soup",
        "nigiri-salmon",
        "wasabi",
        "uramaki-5",
        "maki-3",
        "eel",
        "tofu",
        "edamame",
        "uramaki",
        "special-order",
        "menu",
        "temaki",
        "tea",
        "soy-sauce",
        "maki-2",
        "green-tea-ice-cream",
        "pudding",
        "fruit",
        "nigiri-egg",
        "chopsticks",
        "spoon",
        "takeout-box",
        "maki-1",
    ),
)
