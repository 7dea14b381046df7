"""Greedy: the most points now."""

from simkit.policies.policy import Policy
from simkit.policies.valuation import gains

GREEDY = Policy(
    name="greedy",
    summary="Takes the card that gains most own points visible now; majorities by what is on the tables.",
    valuation=gains,
    # Cards whose points come later: what they brought, roughly, in self-play on the printed menus. Ours.
    constants={"wasabi": 2.5, "chopsticks": 1.0, "spoon": 1.0, "menu": 3.0, "miso-soup": 2.0},
    on_dice={"wasabi": 4.5, "chopsticks": 1.5, "menu": 1.0},
    call_at=2.0,
)
