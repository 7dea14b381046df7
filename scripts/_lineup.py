"""Line-ups on the command line."""

from __future__ import annotations


def listed(policies: str) -> tuple[str, ...]:
    """Return the policies of a line-up; a list with semicolons may hold commas."""
    separator = ";" if ";" in policies else ","
    return tuple(name.strip() for name in policies.split(separator))
