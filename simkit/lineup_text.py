"""Several policies in one string, as the command line takes them and stores keep them."""

from __future__ import annotations

from collections.abc import Sequence


def listed(policies: str) -> tuple[str, ...]:
    """Return the policies of a line-up; a list with semicolons may hold commas."""
    separator = ";" if ";" in policies else ","
    return tuple(name.strip() for name in policies.split(separator))


def written(policies: Sequence[str]) -> str:
    """Return policies in one string, ``a,b,c``; with semicolons where a comma stands in one of them."""
    return (";" if any("," in one for one in policies) else ",").join(policies)
