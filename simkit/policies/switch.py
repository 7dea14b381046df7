"""The policies, and the dispatcher over their valuations."""

from simkit._jit import switch
from simkit.policies.first import FIRST
from simkit.policies.greedy import GREEDY
from simkit.policies.planner import PLANNER
from simkit.policies.policy import Policy
from simkit.policies.rule import RULE
from simkit.policies.search import SEARCH
from simkit.policies.uniform import RANDOM, RANDOM_LEGAL
from simkit.policies.user import USER
from simkit.policies.weighted import DENY, WEIGHTED

POLICIES: tuple[Policy, ...] = (
    Policy("random", "Draws uniformly from the cards in hand; takes up no option.", code=RANDOM),
    Policy(
        "random-legal",
        "Draws uniformly over all legal moves, bonus actions included.",
        code=RANDOM_LEGAL,
    ),
    GREEDY,
    FIRST,
    RULE,
    PLANNER,
    WEIGHTED,
    DENY,
    SEARCH,
)

_VALUATIONS = list(
    dict.fromkeys(policy.valuation for policy in (*POLICIES, USER) if policy.valuation is not None)
)
VALUE = switch("value", _VALUATIONS, "rules, table, p")


def code(policy: Policy) -> int:
    """Return a policy's code in the rules record."""
    return policy.code if policy.valuation is None else _VALUATIONS.index(policy.valuation)
